//! Euler's transformations: rearranges a path that is stuck.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::graph::{Graph, Node};
use super::path::numbered;
use super::warnsdorff::random_path;
use super::{Board, Leaper, Runs, Task};
use crate::grid::Cell;
use crate::{Error, Working};

/// Maximum number of paths examined for one transformation.
const MAX_PATHS: usize = 20_000;

/// Reverses the part of the path after `place`. The last cell must govern the one at `place`.
fn euler_step(path: &[Node], place: usize) -> Vec<Node> {
    let mut new = path.to_vec();
    new[place + 1..].reverse();
    new
}

/// Finds the first path, among those that Euler's steps make from this one, that satisfies
/// `wanted`; fewest steps first. Each pair of ends is considered only once, which keeps the search
/// short.
fn search_transformations(
    graph: &Graph,
    path: &[Node],
    wanted: impl Fn(&[Node]) -> bool,
) -> Option<Vec<Node>> {
    let mut open = VecDeque::from([path.to_vec()]);
    let mut ends: BTreeSet<(Option<Node>, Option<Node>)> = BTreeSet::new();
    let mut examined = 0;
    while let Some(path) = open.pop_front() {
        if wanted(&path) {
            return Some(path);
        }
        examined += 1;
        if examined > MAX_PATHS {
            return None;
        }
        let last = *path.last()?;
        for &next in graph.next(last) {
            let Some(place) = path.iter().position(|n| *n == next) else {
                continue;
            };
            if place + 2 >= path.len() {
                continue;
            }
            let new = euler_step(&path, place);
            if ends.insert((new.first().copied(), new.last().copied())) {
                open.push_back(new);
            }
        }
        // Either end may be changed: continue with the reversed path as well.
        let mut backwards = path;
        backwards.reverse();
        if ends.insert((backwards.first().copied(), backwards.last().copied())) {
            open.push_back(backwards);
        }
    }
    None
}

/// Makes a tour closed by Euler's steps: the cells in their new order; `None` if the search fails.
///
/// ```
/// use ludarium_constructions::tour::{close, find, Board, Leaper, Wanted};
///
/// let from_a1 = Wanted { from: Some((7, 0)), ..Wanted::default() };
/// let open = find(&Board::chess(), Leaper::KNIGHT, &from_a1).unwrap();
/// let path = close(&open.board, open.leaper, &open.path).unwrap();
/// assert!(open.leaper.leaps(path[0], path[63]));
/// ```
#[must_use]
pub fn close(board: &Board, leaper: Leaper, path: &[Cell]) -> Option<Vec<Cell>> {
    let graph = Graph::new(board, leaper);
    let nodes: Vec<Node> = path
        .iter()
        .map(|cell| graph.node(*cell))
        .collect::<Option<_>>()?;
    let closed = |path: &[Node]| graph.joined(path[0], path[path.len() - 1]);
    search_transformations(&graph, &nodes, closed).map(|nodes| graph.path(&nodes))
}

/// Letters for the cells that a path does not visit.
fn letters(graph: &Graph, path: &[Node]) -> BTreeMap<char, Cell> {
    let left = (0..graph.len())
        .filter(|n| !path.contains(n))
        .map(|n| graph.cell(n));
    ('a'..='z').zip(left).collect()
}

pub(super) fn euler(task: &Task) -> Result<Working, Error> {
    let (board, leaper) = (&task.board, task.leaper);
    let graph = Graph::new(board, leaper);
    let show = |path: &[Cell]| numbered(board.rows(), board.columns(), path);
    let node = |cell: &Cell| {
        graph.node(*cell).ok_or_else(|| {
            Error::Other(format!("{} is not a cell of the board", board.label(*cell)))
        })
    };
    let given = task.given.as_deref();
    let mut path: Vec<Node> = match given {
        Some(given) => given.iter().map(node).collect::<Result<_, _>>()?,
        None => random_path(&graph, task.from.and_then(|cell| graph.node(cell))),
    };
    if let Some(pair) = path.windows(2).find(|pair| !graph.joined(pair[0], pair[1])) {
        return Err(Error::Other(format!(
            "the given path goes from {} to {}, which is not a leap of the {leaper}",
            board.label(graph.cell(pair[0])),
            board.label(graph.cell(pair[1]))
        )));
    }
    let mut working = Working::from_last(
        "a random path",
        format!(
            "The {leaper} moves on as long as it can, and misses {} cells.",
            graph.len() - path.len()
        ),
        show(&graph.path(&path)),
    );
    if let Some(runs) = &task.runs {
        let mut vacant = letters(&graph, &path);
        vacant.extend(task.vacant.iter().map(|(letter, cell)| (*letter, *cell)));
        let cells = runs.apply(&graph.path(&path), &vacant)?;
        let wrong = cells
            .windows(2)
            .find(|pair| !leaper.leaps(pair[0], pair[1]));
        if let Some(pair) = wrong {
            return Err(Error::Option {
                option: "--runs",
                why: format!(
                    "{} does not govern {}",
                    board.label(pair[0]),
                    board.label(pair[1])
                ),
            });
        }
        return Ok(working.then("rearranged", format!("In the order {runs}."), show(&cells)));
    }
    while path.len() < graph.len() {
        let names = letters(&graph, &path);
        let vacant = |path: &[Node]| {
            let last = path.last().copied();
            last.and_then(|last| graph.next(last).iter().copied().find(|n| !path.contains(n)))
        };
        let mut new = search_transformations(&graph, &path, |path| vacant(path).is_some())
            .ok_or_else(|| {
                Error::NotFound("Euler's step leads to no vacant cell from this path".to_owned())
            })?;
        while let Some(next) = vacant(&new) {
            new.push(next);
        }
        let runs = Runs::between(&graph.path(&path), &graph.path(&new), &names);
        working = working.then(
            "a vacant cell added",
            format!("The last number governs an earlier one; the part after that one is reversed, until the end governs a vacant cell: {runs}."),
            show(&graph.path(&new)),
        );
        path = new;
    }
    if task.closed {
        let cells = graph.path(&path);
        let closed = close(board, leaper, &cells)
            .ok_or_else(|| Error::NotFound("Euler's step does not close this tour".to_owned()))?;
        let runs = Runs::between(&cells, &closed, &BTreeMap::new());
        working = working.then(
            "made re-entering",
            format!("In the same way the end is moved until it governs the beginning: {runs}."),
            show(&closed),
        );
        path = closed.iter().map(node).collect::<Result<_, _>>()?;
    }
    let cells = graph.path(&path);
    match task.from.and_then(|from| cells.iter().position(|cell| *cell == from)) {
        Some(place) if place > 0 && task.closed => {
            let mut cells = cells;
            cells.rotate_left(place);
            Ok(working.then(
                "begun at the chosen cell",
                format!("A re-entering tour may begin anywhere: {} becomes 1.", place + 1),
                show(&cells),
            ))
        }
        Some(place) if place > 0 && place + 1 == cells.len() => {
            let mut cells = cells;
            cells.reverse();
            Ok(working.then("begun at the chosen cell", "The numbers are counted from the other end.", show(&cells)))
        }
        Some(place) if place > 0 => Err(Error::NotFound(format!(
            "Euler's step moved the beginning away from {}; a re-entering tour (--closed) may begin anywhere",
            board.label(cells[place])
        ))),
        _ => Ok(working),
    }
}
