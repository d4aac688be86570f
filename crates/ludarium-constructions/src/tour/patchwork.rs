//! Tours of large boards, assembled from tours of small blocks.
//!
//! The board is divided into blocks of 5 to 10 cells a side, each with an even side, and each block
//! gets a closed tour. Two adjacent closed tours are joined where a leap a-b of one and a leap c-d
//! of the other are such that a-c and b-d are leaps too: these replace the first two. An open tour
//! is joined with closed ones in the same way.

use super::find::Wanted;
use super::graph::{path_from_edges, Graph, Node};
use super::warnsdorff::{warnsdorff, MANY_RESTARTS};
use super::{Board, Leaper};
use crate::grid::Cell;

/// A block of the board: its corner, and its rows and columns.
#[derive(Clone, Copy, Debug)]
struct Block {
    corner: Cell,
    rows: usize,
    columns: usize,
}

/// A tour of a rectangle of at least five by five cells: from the required cell, and closed if
/// required and the parity of the sides allows it.
pub(super) fn patchwork(board: &Board, wanted: &Wanted) -> Option<Vec<Cell>> {
    let (rows, columns) = (board.rows(), board.columns());
    if !board.is_full() || rows.min(columns) < 5 {
        return None;
    }
    let (first, others) = match (rows % 2, columns % 2) {
        (1, 1) => {
            let from = wanted.from.unwrap_or((0, 0));
            let (top, height) = odd_stretch(rows, from.0)?;
            let (left, width) = odd_stretch(columns, from.1)?;
            let block = Block {
                corner: (top, left),
                rows: height,
                columns: width,
            };
            (Some((block, from)), surrounding_blocks(board, block))
        }
        _ => (
            None,
            blocks(Block {
                corner: (0, 0),
                rows,
                columns,
            }),
        ),
    };
    let graph = Graph::new(board, Leaper::KNIGHT);
    let mut joined: Vec<Vec<Node>> = vec![Vec::new(); graph.len()];
    let mut done = vec![false; graph.len()];
    if let Some((block, from)) = first {
        place_tour(&graph, block, Some(from), 0, &mut joined, &mut done)?;
    }
    // Each block is joined to what is there; a block that does not touch it yet waits.
    let mut open = others;
    while !open.is_empty() {
        let before = open.len();
        open.retain(|block| !add(&graph, *block, &mut joined, &mut done));
        if open.len() == before {
            return None;
        }
    }
    let start = first.and_then(|(_, from)| graph.node(from)).unwrap_or(0);
    Some(graph.path(&path_from_edges(&joined, start)))
}

/// Splits an even number into parts of 6, 8 and 10.
fn even_parts(length: usize) -> Vec<usize> {
    match length {
        0 => Vec::new(),
        6 | 8 | 10 => vec![length],
        _ => {
            let mut parts = even_parts(length - 6);
            parts.push(6);
            parts
        }
    }
}

/// Splits a number into parts of 5 to 9.
fn parts(length: usize) -> Vec<usize> {
    match length {
        5..=9 => vec![length],
        _ => {
            let mut parts = parts(length - 5);
            parts.push(5);
            parts
        }
    }
}

/// Divides a rectangle with an even side into blocks.
fn blocks(whole: Block) -> Vec<Block> {
    let (heights, widths) = match (whole.rows % 2, whole.columns % 2) {
        (0, _) => (even_parts(whole.rows), parts(whole.columns)),
        _ => (parts(whole.rows), even_parts(whole.columns)),
    };
    let mut all = Vec::new();
    let mut row = whole.corner.0;
    for height in heights {
        let mut column = whole.corner.1;
        for &width in &widths {
            all.push(Block {
                corner: (row, column),
                rows: height,
                columns: width,
            });
            column += width;
        }
        row += height;
    }
    all
}

/// A short odd interval that contains this place and leaves an even number of places on either
/// side, none or at least 6: its beginning and its length.
fn odd_stretch(length: usize, place: usize) -> Option<(usize, usize)> {
    let beside = |k: usize| k == 0 || k >= 6;
    (5..=length).step_by(2).find_map(|own| {
        let begins = (0..=length - own).step_by(2);
        let mut fit = begins
            .filter(|b| beside(*b) && beside(length - own - b) && (*b..b + own).contains(&place));
        fit.next().map(|begin| (begin, own))
    })
}

/// The blocks round a block.
fn surrounding_blocks(board: &Board, block: Block) -> Vec<Block> {
    let (top, left) = block.corner;
    let (bottom, right) = (top + block.rows, left + block.columns);
    let strips = [
        ((0, 0), top, board.columns()),
        ((bottom, 0), board.rows() - bottom, board.columns()),
        ((top, 0), block.rows, left),
        ((top, right), block.rows, board.columns() - right),
    ];
    let there = strips
        .into_iter()
        .filter(|(_, rows, columns)| *rows > 0 && *columns > 0);
    there
        .flat_map(|(corner, rows, columns)| {
            blocks(Block {
                corner,
                rows,
                columns,
            })
        })
        .collect()
}

/// Places a tour on a block: a closed one, or one from a cell. `variant` selects among several.
fn place_tour(
    graph: &Graph,
    block: Block,
    from: Option<Cell>,
    variant: usize,
    joined: &mut [Vec<Node>],
    done: &mut [bool],
) -> Option<()> {
    let inside = |(r, c): Cell| (r - block.corner.0, c - block.corner.1);
    let board = Board::rectangle(block.columns, block.rows).ok()?;
    let own = Graph::new(&board, Leaper::KNIGHT);
    let wanted = match from {
        Some(from) => Wanted {
            from: Some(inside(from)),
            ..Wanted::default()
        },
        // Another beginning gives another tour.
        None => Wanted {
            closed: true,
            from: board.cells().nth(variant),
            ..Wanted::default()
        },
    };
    let path = warnsdorff(&own, &wanted, MANY_RESTARTS)?;
    let node = |own_node: Node| {
        let (r, c) = own.cell(own_node);
        graph.node((r + block.corner.0, c + block.corner.1))
    };
    let nodes: Vec<Node> = path.into_iter().map(node).collect::<Option<_>>()?;
    let mut join = |a: Node, b: Node| {
        joined[a].push(b);
        joined[b].push(a);
    };
    nodes.windows(2).for_each(|pair| join(pair[0], pair[1]));
    if from.is_none() {
        join(nodes[nodes.len() - 1], nodes[0]);
    }
    nodes.iter().for_each(|n| done[*n] = true);
    Some(())
}

/// Number of tours tried on a block.
const MAX_VARIANTS: usize = 8;

/// Places a tour on a block and joins it to what is there; returns false if that fails.
fn add(graph: &Graph, block: Block, joined: &mut [Vec<Node>], done: &mut [bool]) -> bool {
    let first = !done.contains(&true);
    (0..MAX_VARIANTS).any(|variant| {
        let laid = place_tour(graph, block, None, variant, joined, done).is_some();
        if laid && (first || join(graph, block, joined, done)) {
            return true;
        }
        for node in nodes_of(graph, block) {
            joined[node].clear();
            done[node] = false;
        }
        false
    })
}

fn nodes_of(graph: &Graph, block: Block) -> Vec<Node> {
    let cells = (0..block.rows * block.columns).map(|i| {
        (
            block.corner.0 + i / block.columns,
            block.corner.1 + i % block.columns,
        )
    });
    cells.filter_map(|cell| graph.node(cell)).collect()
}

/// Joins the tour of a block with the tours round it.
fn join(graph: &Graph, block: Block, joined: &mut [Vec<Node>], done: &[bool]) -> bool {
    let own = nodes_of(graph, block);
    for &a in &own {
        for &c in graph.next(a) {
            if !done[c] || own.binary_search(&c).is_ok() {
                continue;
            }
            for b in joined[a].clone() {
                let beside = joined[c].iter().copied().find(|d| graph.joined(b, *d));
                if let Some(d) = beside {
                    let mut replace = |at: Node, old: Node, new: Node| {
                        if let Some(leap) = joined[at].iter_mut().find(|n| **n == old) {
                            *leap = new;
                        }
                    };
                    replace(a, b, c);
                    replace(b, a, d);
                    replace(c, d, a);
                    replace(d, c, b);
                    return true;
                }
            }
        }
    }
    false
}
