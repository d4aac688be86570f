//! Proofs that there is no tour.

use super::find::Wanted;
use super::graph::{Graph, NoColours, Node};
use super::{Board, Leaper};

/// Why there is no tour, if that follows from counting alone.
pub(super) fn impossible(
    board: &Board,
    leaper: Leaper,
    graph: &Graph,
    wanted: &Wanted,
) -> Option<String> {
    if graph.len() < 2 {
        return match graph.len() {
            0 => Some("the board has no cells".to_owned()),
            _ if wanted.closed => Some("a board of one cell has no closed tour".to_owned()),
            _ => None,
        };
    }
    stuck(board, leaper, graph, wanted)
        .or_else(|| colours(board, leaper, graph, wanted))
        .or_else(|| rectangles(board, leaper, wanted))
}

/// Cells with too few leaps.
fn stuck(board: &Board, leaper: Leaper, graph: &Graph, wanted: &Wanted) -> Option<String> {
    let label = |node: Node| board.label(graph.cell(node));
    let leaps = |node: &Node| graph.next(*node).len();
    let nodes = 0..graph.len();
    if let Some(node) = nodes.clone().find(|node| leaps(node) == 0) {
        return Some(format!("the {leaper} has no leap from {}", label(node)));
    }
    let single: Vec<Node> = nodes.filter(|node| leaps(node) == 1).collect();
    let names = || {
        single
            .iter()
            .map(|n| label(*n))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match single.len() {
        0 => None,
        _ if wanted.closed => Some(format!(
            "a closed tour uses two leaps at every cell, and {} has only one",
            label(single[0])
        )),
        1 | 2 => None,
        _ => Some(format!(
            "cells with only one leap must be ends of the tour, and there are {}: {}",
            single.len(),
            names()
        )),
    }
}

/// Every leap changes the colour.
fn colours(board: &Board, leaper: Leaper, graph: &Graph, wanted: &Wanted) -> Option<String> {
    let colours = match graph.colours() {
        Ok(colours) => colours,
        Err(NoColours::Mixed) => return None,
        Err(NoColours::Apart(node)) => {
            return Some(format!(
                "no leaps of the {leaper} lead from {} to {}",
                board.label(graph.cell(0)),
                board.label(graph.cell(node))
            ))
        }
    };
    let first = colours.iter().filter(|c| **c).count();
    let (more, less) = (
        first.max(graph.len() - first),
        first.min(graph.len() - first),
    );
    if wanted.closed && more != less {
        return Some(format!(
            "every leap changes the colour of the cell, and there are {more} of one and {less} of the other: a closed tour needs as many of one as of the other"
        ));
    }
    if more - less > 1 {
        return Some(format!(
            "every leap changes the colour of the cell, and there are {more} of one and {less} of the other: they cannot alternate"
        ));
    }
    let of = |cell: Option<(usize, usize)>| {
        cell.and_then(|cell| graph.node(cell))
            .map(|node| colours[node])
    };
    let (from, to) = (of(wanted.from), of(wanted.to));
    if more > less {
        let majority = first == more;
        let wrong = [(wanted.from, from), (wanted.to, to)]
            .into_iter()
            .find(|(_, c)| *c == Some(!majority));
        if let Some((Some(cell), _)) = wrong {
            return Some(format!(
                "{} has the colour of {less} cells, and the other colour has {more}: a tour begins and ends on the other",
                board.label(cell)
            ));
        }
        return None;
    }
    match (from, to, wanted.from, wanted.to) {
        (Some(a), Some(b), Some(from), Some(to)) if a == b => Some(format!(
            "{} and {} are of one colour, but with as many cells of one colour as of the other a tour begins and ends on different colours",
            board.label(from),
            board.label(to)
        )),
        _ => None,
    }
}

/// Known theorems about the knight on rectangles.
fn rectangles(board: &Board, leaper: Leaper, wanted: &Wanted) -> Option<String> {
    if leaper != Leaper::KNIGHT || !board.is_full() {
        return None;
    }
    let (short, long) = (
        board.rows().min(board.columns()),
        board.rows().max(board.columns()),
    );
    let schwenk = |why: &str| {
        Some(format!(
            "there is no closed tour on a board of {short} by {long} (Schwenk's theorem): {why}"
        ))
    };
    if wanted.closed {
        return match (short, long) {
            (1 | 2, _) => schwenk("the board is too narrow for a closed tour"),
            (4, _) => schwenk(
                "from the outer rows the knight leaps only to the inner ones, so the tour would alternate between outer and inner rows just as between the colours",
            ),
            (3, 4 | 6 | 8) => schwenk("the cells of the outer rows force parts of the tour to close too early"),
            _ => None,
        };
    }
    if short == 4 && long >= 5 {
        // Outer cells are never neighbours, and there are as many as inner ones. So the tour
        // alternates between them except for one leap, and both ends are outer cells. (If it
        // alternated throughout, each colour would be restricted to one kind of cell.)
        let inner = |(r, c): (usize, usize)| {
            let across = if board.rows() == 4 { r } else { c };
            across == 1 || across == 2
        };
        let wrong = [wanted.from, wanted.to]
            .into_iter()
            .flatten()
            .find(|cell| inner(*cell));
        return wrong.map(|cell| {
            format!(
                "on a board of 4 by {long} a tour begins and ends in an outer row, and {} is in an inner one: from the outer rows the knight leaps only to the inner ones",
                board.label(cell)
            )
        });
    }
    None
}
