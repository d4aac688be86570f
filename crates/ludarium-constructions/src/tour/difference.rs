//! Tours in which opposite cells differ by the same number.

use super::figures::{Segments, Symmetry};
use super::graph::{Graph, Node};
use super::path::numbered;
use super::{Leaper, Runs, Task};
use crate::grid::Cell;
use crate::{Error, Working};

pub(super) fn difference(task: &Task) -> Result<Working, Error> {
    let board = &task.board;
    let graph = Graph::new(board, task.leaper);
    let whole = graph.len();
    if let Some(given) = &task.given {
        return completed(task, given);
    }
    let difference = task.difference.unwrap_or(whole / 2);
    if difference == 0 || whole % (2 * difference) != 0 {
        return Err(Error::Option {
            option: "--difference",
            why: format!(
                "blocks of {difference} numbers and their opposites do not make up {whole} cells: on 64 cells the difference is 32, 16, 8, ..."
            ),
        });
    }
    if task.half && difference * 2 != whole {
        return Err(Error::Option {
            option: "--half",
            why: format!("the first half of the numbers can lie on one half of the board only if the difference is {}", whole / 2),
        });
    }
    let from = task.from.and_then(|cell| graph.node(cell));
    let lower = from.is_none_or(|node| graph.cell(node).0 >= board.rows() / 2);
    let half = |(row, _): Cell| (row >= board.rows() / 2) == lower;
    let start = from.or_else(|| graph.node((board.rows() / 2, 0)).filter(|_| task.half));
    let mut segments = Segments {
        board,
        graph: &graph,
        symmetry: Symmetry::HalfTurn,
        length: difference,
        closed: task.closed,
        from: start,
        within: task.half.then_some(&half),
    };
    if let Some(nodes) = segments.find() {
        return Ok(shown(task, &graph, difference, &nodes));
    }
    // A tour that cannot be made re-entering may become so by reversing its second half. One pair
    // then differs by the complement of the difference, which is the same on the circle of all
    // numbers.
    if task.closed {
        segments.closed = false;
        let nodes = segments.find();
        if let Some(working) = nodes.and_then(|nodes| turned_over(task, &graph, difference, &nodes))
        {
            return Ok(working);
        }
    }
    Err(Error::NotFound(format!(
        "no tour in which opposite cells differ by {difference} was found; there may be one"
    )))
}

fn shown(task: &Task, graph: &Graph, difference: usize, nodes: &[Node]) -> Working {
    let show = |cells: &[Cell]| numbered(task.board.rows(), task.board.columns(), cells);
    let path = graph.path(nodes);
    Working::from_last(
        "the first block",
        format!(
            "{difference} cells, no two of them opposite to each other through the middle of the board; the last governs the cell opposite to 1, \
             where {} goes.",
            difference + 1
        ),
        show(&path[..difference]),
    )
    .then(
        "its opposite",
        format!("Each cell opposite to one of these gets its number plus {difference}."),
        show(&path[..2 * difference]),
    )
    .then("the tour", format!("Continued in this way, opposite cells differ by {difference} everywhere."), show(&path))
}

/// The order 1 to k, then backwards from the last, with which the tour closes.
fn turned_over(task: &Task, graph: &Graph, difference: usize, nodes: &[Node]) -> Option<Working> {
    let count = nodes.len();
    let place = (1..count - 1).find(|k| {
        let new_last = nodes[*k];
        graph.joined(nodes[k - 1], nodes[count - 1]) && graph.joined(new_last, nodes[0])
    })?;
    let mut turned = nodes.to_vec();
    turned[place..].reverse();
    let runs = Runs::between(
        &graph.path(nodes),
        &graph.path(&turned),
        &Default::default(),
    );
    let grid = numbered(
        task.board.rows(),
        task.board.columns(),
        &graph.path(&turned),
    );
    Some(shown(task, graph, difference, nodes).then(
        "made re-entering",
        format!("In the order {runs} the tour closes; differences now count on the circle of all {count} numbers."),
        grid,
    ))
}

/// Completes a given half of a tour with its opposite, after rearranging it if runs are given.
fn completed(task: &Task, given: &[Cell]) -> Result<Working, Error> {
    let board = &task.board;
    let show = |cells: &[Cell]| numbered(board.rows(), board.columns(), cells);
    let mut working = Working::from_last(
        "what is given",
        format!("{} cells.", given.len()),
        show(given),
    );
    let mut half = given.to_vec();
    if let Some(runs) = &task.runs {
        half = runs.apply(given, &task.vacant)?;
        working = working.then("rearranged", format!("In the order {runs}."), show(&half));
    }
    let leaper = Leaper::KNIGHT;
    let leap = |a: Cell, b: Cell| match leaper.leaps(a, b) {
        true => Ok(()),
        false => Err(Error::Other(format!(
            "{} does not govern {}",
            board.label(a),
            board.label(b)
        ))),
    };
    half.windows(2)
        .try_for_each(|pair| leap(pair[0], pair[1]))?;
    if half.len() == board.count() {
        return Ok(working);
    }
    if half.len() * 2 != board.count() {
        return Err(Error::Other(format!(
            "half of a tour of the board of {board} has {} cells, and {} are given",
            board.count() / 2,
            half.len()
        )));
    }
    let opposite: Vec<Cell> = half
        .iter()
        .map(|cell| Symmetry::HalfTurn.image(board, *cell))
        .collect();
    if let Some(cell) = opposite.iter().find(|cell| half.contains(cell)) {
        return Err(Error::Other(format!(
            "{} and the cell opposite to it are both in the half",
            board.label(*cell)
        )));
    }
    leap(half[half.len() - 1], opposite[0])?;
    let whole: Vec<Cell> = half.iter().chain(&opposite).copied().collect();
    Ok(working.then(
        "the tour",
        format!("Each opposite cell gets the number plus {}.", half.len()),
        show(&whole),
    ))
}
