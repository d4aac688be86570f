//! Roget's tours by squares and diamonds.

use std::fmt;

use super::graph::{Graph, Node};
use super::path::numbered;
use super::Task;
use crate::grid::Cell;
use crate::{Error, Working};

/// The four systems of figures: two of diamonds and two of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// The diamonds through the upper left cell of their quarter.
    Da,
    /// The other diamonds.
    Db,
    /// The squares through the second cell of the upper row.
    Sa,
    /// The other squares.
    Sb,
}

/// A closed circuit of four leaps in a quarter of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure {
    /// Its system.
    pub system: System,
    /// The quarter from 1: lower right, lower left, upper left, upper right.
    pub quarter: usize,
}

/// The cells of a quarter by system, each in the order of its circuit.
const CIRCUITS: [(System, [Cell; 4]); 4] = [
    (System::Da, [(0, 0), (1, 2), (3, 3), (2, 1)]),
    (System::Db, [(0, 3), (1, 1), (3, 0), (2, 2)]),
    (System::Sa, [(0, 1), (1, 3), (3, 2), (2, 0)]),
    (System::Sb, [(0, 2), (2, 3), (3, 1), (1, 0)]),
];

/// The figure of a cell of the chess board; `None` outside.
///
/// ```
/// use ludarium_constructions::tour::figure_of;
///
/// // h1 is the corner of the lower right quarter.
/// assert_eq!(figure_of((7, 7)).unwrap().to_string(), "Da-i");
/// ```
#[must_use]
pub fn figure_of((row, column): Cell) -> Option<Figure> {
    let quarter = match (row, column) {
        (4..8, 4..8) => 1,
        (4..8, 0..4) => 2,
        (0..4, 0..4) => 3,
        (0..4, 4..8) => 4,
        _ => return None,
    };
    let own = (row % 4, column % 4);
    let circuit = CIRCUITS.iter().find(|(_, cells)| cells.contains(&own));
    circuit.map(|(system, _)| Figure {
        system: *system,
        quarter,
    })
}

const QUARTERS: [&str; 4] = ["i", "ii", "iii", "iv"];

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{}", self.system, QUARTERS[(self.quarter - 1) % 4])
    }
}

impl std::str::FromStr for Figure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Figure, Error> {
        let parts = text.split_once('-').and_then(|(system, quarter)| {
            let system = CIRCUITS
                .iter()
                .map(|(s, _)| *s)
                .find(|s| format!("{s:?}") == system)?;
            let quarter = QUARTERS.iter().position(|q| *q == quarter)? + 1;
            Some(Figure { system, quarter })
        });
        parts.ok_or_else(|| Error::Option {
            option: "--figures",
            why: format!("{text:?} is not a figure: write Da, Db, Sa or Sb, a hyphen, and the quarter i, ii, iii or iv"),
        })
    }
}

/// Maximum number of figures entered beyond the sixteen, and of cells tried for each number of
/// them.
const MAX_REENTRIES: usize = 14;
const MAX_STEPS: usize = 400_000;

pub(super) fn roget(task: &Task) -> Result<Working, Error> {
    let board = &task.board;
    if !task.is_of_the_chess_board() {
        return Err(Error::Other(
            "Roget's figures are those of the knight on the chess board".to_owned(),
        ));
    }
    let graph = Graph::new(board, task.leaper);
    let node = |cell: Option<Cell>| cell.and_then(|cell| graph.node(cell));
    let (from, to) = (node(task.from), node(task.to));
    if let (Some(a), Some(b)) = (task.from, task.to) {
        if (a.0 + a.1 + b.0 + b.1) % 2 == 0 {
            return Err(Error::Impossible(format!(
                "{} and {} are of one colour, but a tour of 64 cells begins and ends on different colours",
                board.label(a),
                board.label(b)
            )));
        }
    }
    let figures: Vec<Figure> = (0..64).filter_map(|n| figure_of(graph.cell(n))).collect();
    let mut search = Search {
        graph: &graph,
        figures: &figures,
        plan: task.plan.as_deref(),
        to,
        closed: task.closed,
        used: [false; 64],
        left: Vec::new(),
        path: Vec::new(),
        skip: task.choice.unwrap_or(1).saturating_sub(1),
        steps: 0,
    };
    let starts: Vec<Node> = match (from, &task.plan) {
        (Some(from), _) => vec![from],
        (None, Some(plan)) => (0..64)
            .filter(|n| plan.first().is_some_and(|(f, _)| *f == figures[*n]))
            .collect(),
        (None, None) => vec![graph.node((4, 5)).unwrap_or(0)],
    };
    let returns = if task.plan.is_some() {
        0..1
    } else {
        0..MAX_REENTRIES
    };
    for extra in returns {
        for &start in &starts {
            if search.begin(start, 16 + extra) {
                return Ok(explained(task, &graph, &search.path));
            }
        }
    }
    Err(match &task.plan {
        Some(_) => Error::NotFound(
            "no tour goes through these figures in this order with these ends".to_owned(),
        ),
        None => {
            Error::NotFound("no tour by squares and diamonds was found with these ends".to_owned())
        }
    })
}

/// The stages: the first figure, the first four, and the whole.
fn explained(task: &Task, graph: &Graph, path: &[Node]) -> Working {
    let parts = figures_of(&graph.path(path));
    let names: Vec<String> = parts
        .iter()
        .scan(0, |number, (figure, cells)| {
            let first = *number + 1;
            *number += cells;
            Some(format!("{figure}:{first}-{number}"))
        })
        .collect();
    let show = |count: usize| numbered(8, 8, &graph.path(&path[..count]));
    let four: usize = parts.iter().take(4).map(|p| p.1).sum();
    let working = Working::from_last(
        "the first figure",
        "Each quarter of the board falls into four circuits of four leaps, two squares and two diamonds. The tour visits one of them first.",
        show(parts.first().map_or(0, |p| p.1)),
    )
    .then(
        "through the quarters",
        "Then it visits a figure of the same system in each of the other quarters, before it changes the system.",
        show(four),
    );
    let returns = parts.len().saturating_sub(16);
    let end = match (task.to, returns) {
        (_, 0) => "It visits all sixteen figures one after the other.".to_owned(),
        _ => format!("To reach the chosen end, it leaves cells out and visits them later: it enters {returns} figures again."),
    };
    working.then(
        "the tour",
        format!("{end} {}", names.join(" ")),
        show(path.len()),
    )
}

/// The figures that a path visits, in order, each with the number of consecutive cells.
#[must_use]
pub fn figures_of(path: &[Cell]) -> Vec<(Figure, usize)> {
    let figures: Vec<Figure> = path.iter().filter_map(|cell| figure_of(*cell)).collect();
    let runs = figures.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], run.len())).collect()
}

struct Search<'a> {
    graph: &'a Graph,
    figures: &'a [Figure],
    plan: Option<&'a [(Figure, usize)]>,
    to: Option<Node>,
    closed: bool,
    used: [bool; 64],
    /// The number of times that another figure may still be entered, by depth.
    left: Vec<usize>,
    path: Vec<Node>,
    /// Number of matching tours still to skip.
    skip: usize,
    steps: usize,
}

impl Search<'_> {
    /// Looks for a tour that enters figures `entries` times.
    fn begin(&mut self, start: Node, entries: usize) -> bool {
        self.used = [false; 64];
        self.path.clear();
        self.left.clear();
        self.steps = MAX_STEPS;
        self.used[start] = true;
        self.path.push(start);
        self.left.push(entries - 1);
        self.search()
    }

    /// Number of figures, except `but`, that have free cells.
    fn open_figures(&self, but: Figure) -> usize {
        let mut open: Vec<Figure> = (0..64)
            .filter(|n| !self.used[*n])
            .map(|n| self.figures[n])
            .collect();
        open.sort_unstable();
        open.dedup();
        open.iter().filter(|figure| **figure != but).count()
    }

    /// The figure that the plan requires for the next cell.
    fn planned(&self) -> Option<Figure> {
        let mut number = self.path.len();
        for (figure, cells) in self.plan? {
            if number < *cells {
                return Some(*figure);
            }
            number -= cells;
        }
        None
    }

    fn search(&mut self) -> bool {
        let (Some(&last), Some(&left)) = (self.path.last(), self.left.last()) else {
            return false;
        };
        if self.path.len() == 64 {
            let ends = self.to.is_none_or(|to| to == last);
            let fits = ends && (!self.closed || self.graph.joined(last, self.path[0]));
            if fits && self.skip > 0 {
                self.skip -= 1;
                return false;
            }
            return fits;
        }
        let own = self.figures[last];
        let planned = self.planned();
        if planned.is_none() && self.open_figures(own) > left {
            return false;
        }
        let mut next: Vec<(usize, Node)> = Vec::new();
        for &node in self.graph.next(last) {
            if self.used[node] || (self.to == Some(node) && self.path.len() < 63) {
                continue;
            }
            let figure = self.figures[node];
            if planned.is_some_and(|planned| planned != figure)
                || (figure != own && planned.is_none() && left == 0)
            {
                continue;
            }
            next.push((self.preference(own, node), node));
        }
        next.sort_unstable();
        for (_, node) in next {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.used[node] = true;
            self.path.push(node);
            self.left
                .push(left.saturating_sub(usize::from(self.figures[node] != own)));
            if !self.strands_a_cell(last) && self.search() {
                return true;
            }
            self.left.pop();
            self.path.pop();
            self.used[node] = false;
        }
        false
    }

    /// Whether a neighbour of the cell just left can no longer be reached.
    fn strands_a_cell(&self, left: Node) -> bool {
        let end = self.path.last().copied();
        self.graph.next(left).iter().any(|node| {
            let exits = || {
                self.graph
                    .next(*node)
                    .iter()
                    .filter(|n| !self.used[**n] || Some(**n) == end)
            };
            !self.used[*node]
                && exits().count() < 1 + usize::from(self.to.is_some() && self.to != Some(*node))
        })
    }

    /// The same figure first, then the same system in a neighbouring quarter; outer cells before
    /// inner ones.
    fn preference(&self, own: Figure, node: Node) -> usize {
        let figure = self.figures[node];
        let rank = match (figure == own, figure.system == own.system) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        let (row, column) = self.graph.cell(node);
        let outer = row.min(7 - row).min(column.min(7 - column));
        4 * rank + outer
    }
}
