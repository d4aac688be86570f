//! Tours whose rows and columns all have the same sum: the knight's magic squares of the book.

use super::{Board, Leaper, Task, Tour};
use crate::grid::{Cell, Grid};
use crate::{Error, Working};

/// A printed solution: its name, its author, and its cells in order.
struct Printed {
    name: &'static str,
    author: &'static str,
    path: &'static str,
}

const PRINTED: &[Printed] = &[
    Printed {
        name: "No. 1",
        author: "Beverley 1848",
        path: "a8 c7 b5 d6 e8 g7 h5 f6 e4 g3 h1 f2 d1 b2 c4 a3 \
               c2 a1 b3 d4 e2 g1 h3 f4 e6 g5 h7 f8 d7 b8 a6 c5 \
               a4 c3 b1 d2 f1 h2 g4 e3 f5 h6 g8 e7 d5 b6 c8 a7 \
               c6 a5 b7 d8 f7 h8 g6 e5 f3 h4 g2 e1 d3 b4 a2 c1",
    },
    Printed {
        name: "No. 2",
        author: "Carl W., 1849",
        path: "b6 a8 c7 d5 b4 a2 c1 d3 c5 a6 b8 d7 e5 f7 h8 g6 \
               h4 g2 e1 f3 d2 b1 a3 c4 e3 f1 h2 g4 f6 e8 g7 h5 \
               g3 h1 f2 e4 g5 h7 f8 e6 f4 h3 g1 e2 d4 c2 a1 b3 \
               a5 b7 d8 c6 e7 g8 h6 f5 d6 c8 a7 b5 c3 d1 b2 a4",
    },
    Printed {
        name: "No. 3",
        author: "Jaenisch 1862",
        path: "d5 b6 a8 c7 a6 b8 d7 c5 e6 f8 h7 g5 f3 h4 g2 e1 \
               c2 a1 b3 d4 f5 e7 g8 h6 g4 h2 f1 e3 d1 b2 a4 c3 \
               e4 g3 h1 f2 h3 g1 e2 f4 d3 c1 a2 b4 c6 a5 b7 d8 \
               f7 h8 g6 e5 c4 d2 b1 a3 b5 a7 c8 d6 e8 g7 h5 f6",
    },
    Printed {
        name: "No. 4",
        author: "Jaenisch 1862",
        path: "a5 b7 d8 c6 b4 a2 c1 d3 f4 h3 g1 e2 c3 d1 b2 a4 \
               b6 a8 c7 d5 e7 g8 h6 f5 e3 f1 h2 g4 e5 f7 h8 g6 \
               h4 g2 e1 f3 g5 h7 f8 e6 c5 a6 b8 d7 f6 e8 g7 h5 \
               g3 h1 f2 e4 d2 b1 a3 c4 d6 c8 a7 b5 d4 c2 a1 b3",
    },
    Printed {
        name: "No. 5",
        author: "Jaenisch 1862",
        path: "a6 b8 d7 c5 e4 g3 h1 f2 h3 g1 e2 f4 d5 b6 a8 c7 \
               e8 g7 h5 f6 g4 h2 f1 e3 d1 b2 a4 c3 b5 a7 c8 d6 \
               c4 d2 b1 a3 c2 a1 b3 d4 f5 e7 g8 h6 f7 h8 g6 e5 \
               c6 a5 b7 d8 e6 f8 h7 g5 f3 h4 g2 e1 d3 c1 a2 b4",
    },
    Printed {
        name: "No. 6",
        author: "Jaenisch 1862",
        path: "b5 a7 c8 d6 e8 g7 h5 f6 g4 h2 f1 e3 d1 b2 a4 c3 \
               e4 g3 h1 f2 h3 g1 e2 f4 d5 b6 a8 c7 a6 b8 d7 c5 \
               d3 c1 a2 b4 c6 a5 b7 d8 e6 f8 h7 g5 f3 h4 g2 e1 \
               c2 a1 b3 d4 f5 e7 g8 h6 f7 h8 g6 e5 c4 d2 b1 a3",
    },
    Printed {
        name: "No. 7",
        author: "Falkener",
        path: "c6 a5 b7 d8 e6 f8 h7 g5 h3 g1 e2 f4 d5 b6 a8 c7 \
               e8 g7 h5 f6 g4 h2 f1 e3 c4 d2 b1 a3 c2 a1 b3 d4 \
               f3 h4 g2 e1 d3 c1 a2 b4 a6 b8 d7 c5 e4 g3 h1 f2 \
               d1 b2 a4 c3 b5 a7 c8 d6 f5 e7 g8 h6 f7 h8 g6 e5",
    },
    Printed {
        name: "No. 8",
        author: "Falkener",
        path: "c5 a6 b8 d7 f6 e8 g7 h5 g3 h1 f2 e4 d6 b5 a7 c8 \
               e7 g8 h6 f5 h4 g2 e1 f3 d4 c2 a1 b3 c1 a2 b4 d3 \
               f4 h3 g1 e2 c3 d1 b2 a4 b6 a8 c7 d5 e3 g4 h2 f1 \
               d2 b1 a3 c4 a5 b7 d8 c6 e5 f7 h8 g6 f8 h7 g5 e6",
    },
    Printed {
        name: "No. 8 again",
        author: "Falkener",
        path: "d6 b5 a7 c8 b6 a8 c7 d5 f6 e8 g7 h5 f4 h3 g1 e2 \
               c1 a2 b4 d3 e5 f7 h8 g6 h4 g2 e1 f3 d2 b1 a3 c4 \
               e3 g4 h2 f1 g3 h1 f2 e4 c3 d1 b2 a4 c5 a6 b8 d7 \
               f8 h7 g5 e6 d4 c2 a1 b3 a5 b7 d8 c6 e7 g8 h6 f5",
    },
    Printed {
        name: "No. 9",
        author: "Palamede 1884",
        path: "b7 a5 c6 d8 f7 h8 g6 e5 c4 a3 b1 d2 f1 h2 g4 e3 \
               g2 h4 f3 e1 c2 a1 b3 d4 e6 g5 h7 f8 d7 b8 a6 c5 \
               d3 b4 a2 c1 e2 g1 h3 f4 d5 b6 a8 c7 e8 f6 h5 g7 \
               f5 h6 g8 e7 c8 a7 b5 d6 e4 g3 h1 f2 d1 c3 a4 b2",
    },
    Printed {
        name: "No. 2 again",
        author: "Palamede 1884",
        path: "c7 a8 b6 d5 f6 e8 g7 h5 f4 h3 g1 e2 c3 a4 b2 d1 \
               f2 h1 g3 e4 g5 h7 f8 e6 c5 d7 b8 a6 b4 a2 c1 d3 \
               e1 g2 h4 f3 d2 b1 a3 c4 a5 b7 d8 c6 e5 g6 h8 f7 \
               d6 c8 a7 b5 d4 b3 a1 c2 e3 f1 h2 g4 h6 g8 e7 f5",
    },
    Printed {
        name: "No. 3 again",
        author: "Palamede 1884",
        path: "d5 c7 a8 b6 c8 a7 b5 d6 e4 f2 h1 g3 f1 h2 g4 e3 \
               c4 a3 b1 d2 f3 e1 g2 h4 f5 h6 g8 e7 c6 d8 b7 a5 \
               b3 a1 c2 d4 e6 g5 h7 f8 g6 h8 f7 e5 d3 b4 a2 c1 \
               e2 g1 h3 f4 h5 g7 e8 f6 d7 b8 a6 c5 a4 b2 d1 c3",
    },
    Printed {
        name: "No. 4 again",
        author: "Palamede 1884",
        path: "a5 b7 d8 c6 b4 a2 c1 d3 f4 h3 g1 e2 c3 d1 b2 a4 \
               b6 a8 c7 d5 e3 f1 h2 g4 e5 f7 h8 g6 e7 g8 h6 f5 \
               h4 g2 e1 f3 g5 h7 f8 e6 c5 a6 b8 d7 f6 e8 g7 h5 \
               g3 h1 f2 e4 d6 c8 a7 b5 d4 c2 a1 b3 d2 b1 a3 c4",
    },
    Printed {
        name: "No. 4 once more",
        author: "Palamede 1884",
        path: "a5 b7 d8 c6 e7 g8 h6 f5 h4 g2 e1 f3 d2 b1 a3 c4 \
               e3 f1 h2 g4 e5 g6 h8 f7 d6 c8 a7 b5 d4 b3 a1 c2 \
               b4 a2 c1 d3 f2 h1 g3 e4 g5 h7 f8 e6 c7 a8 b6 d5 \
               c3 d1 b2 a4 c5 a6 b8 d7 f6 e8 g7 h5 f4 h3 g1 e2",
    },
    Printed {
        name: "No. 5 again",
        author: "Palamede 1884",
        path: "a6 b8 d7 c5 a4 b2 d1 c3 e4 f2 h1 g3 f1 e3 g2 h4 \
               g6 h8 f7 e5 c4 d2 b1 a3 b5 a7 c6 d8 e6 f8 h7 g5 \
               h3 g1 e2 f4 h5 g7 e8 f6 d5 c7 a8 b6 c8 d6 b7 a5 \
               b3 a1 c2 d4 f5 e7 g8 h6 g4 h2 f3 e1 d3 c1 a2 b4",
    },
    Printed {
        name: "No. 6 again",
        author: "Palamede 1884",
        path: "b5 a7 c8 d6 e8 g7 h5 f6 e4 f2 h1 g3 f1 h2 g4 e3 \
               f5 h6 g8 e7 c6 d8 b7 a5 c4 a3 b1 d2 b3 a1 c2 d4 \
               f3 h4 g2 e1 d3 c1 a2 b4 d5 c7 a8 b6 d7 b8 a6 c5 \
               a4 b2 d1 c3 e2 g1 h3 f4 e6 g5 h7 f8 g6 h8 f7 e5",
    },
    Printed {
        name: "No. 7 again",
        author: "Palamede 1884",
        path: "c6 d8 b7 a5 b3 a1 c2 d4 e2 g1 h3 f4 h5 g7 e8 f6 \
               e4 g3 h1 f2 d3 c1 a2 b4 a6 b8 d7 c5 e6 f8 h7 g5 \
               f3 e1 g2 h4 f5 h6 g8 e7 d5 c7 a8 b6 a4 b2 d1 c3 \
               b5 a7 c8 d6 f7 h8 g6 e5 g4 h2 f1 e3 c4 d2 b1 a3",
    },
    Printed {
        name: "No. 6 once more",
        author: "Caldwell 1879",
        path: "b5 a7 c8 d6 e8 g7 h5 f6 g4 h2 f1 e3 c4 d2 b1 a3 \
               c2 a1 b3 d4 f3 e1 g2 h4 f5 h6 g8 e7 c6 a5 b7 d8 \
               f7 h8 g6 e5 d7 b8 a6 c5 a4 b2 d1 c3 e4 g3 h1 f2 \
               h3 g1 e2 f4 d3 c1 a2 b4 d5 b6 a8 c7 e6 f8 h7 g5",
    },
];

/// The printed solutions that this crate knows, with their names.
pub fn printed_magic_tours() -> impl Iterator<Item = (String, Tour)> {
    PRINTED.iter().map(|printed| {
        let board = Board::chess();
        let cells = printed
            .path
            .split_whitespace()
            .filter_map(|label| board.cell(label).ok());
        let path = cells.collect();
        let tour = Tour {
            board,
            leaper: Leaper::KNIGHT,
            path,
        };
        (format!("{} ({})", printed.name, printed.author), tour)
    })
}

/// The class of a cell under the symmetries of the board: row and column from the nearest corner,
/// the smaller first, from 1.
#[must_use]
pub fn quarter_class((row, column): Cell) -> (usize, usize) {
    let near = |k: usize| k.min(7_usize.saturating_sub(k)) + 1;
    let (a, b) = (near(row), near(column));
    (a.min(b), a.max(b))
}

/// Whether rows and columns have the same sum.
fn balanced(grid: &Grid) -> bool {
    let sum = |cells: &mut dyn Iterator<Item = Cell>| {
        cells.filter_map(|at| grid.get(at)).sum::<i64>() == CONSTANT
    };
    (0..8).all(|k| sum(&mut (0..8).map(|c| (k, c))) && sum(&mut (0..8).map(|r| (r, k))))
}

/// The sum of every row and column.
const CONSTANT: i64 = 260;

/// The solutions that begin at a cell, each with the changes made to a printed one: a closed tour
/// begun elsewhere where the sums do not change, reversal, rotation and reflection.
fn solutions(from: Cell, closed: bool) -> Vec<Working> {
    let mut found: Vec<Working> = Vec::new();
    for (name, tour) in printed_magic_tours().filter(|(_, tour)| !closed || tour.is_closed()) {
        let grid = tour.grid();
        let printed = Working::from_last(
            "a printed solution",
            format!("{name}. No construction is known; every solution was found by trial."),
            grid.clone(),
        );
        let beginnings = if tour.is_closed() { 0..64 } else { 0..1 };
        for first in beginnings {
            let begun = grid.changed(|n| (n - 1 - first).rem_euclid(64) + 1);
            if first > 0 && !balanced(&begun) {
                continue;
            }
            let begun_there = match first {
                0 => printed.clone(),
                _ => printed.clone().then(
                    "begun elsewhere",
                    format!("A re-entering tour may begin anywhere, and when {} becomes 1 the sums stay.", first + 1),
                    begun.clone(),
                ),
            };
            let backwards = begun.changed(|n| 65 - n);
            let run_back = begun_there.clone().then(
                "run backwards",
                "Every number is subtracted from 65: the sums stay.",
                backwards.clone(),
            );
            for (working, grid) in [(begun_there, begun), (run_back, backwards)] {
                let mut positions = grid.positions();
                positions.sort_by_key(|position| *position != grid);
                for placed in positions.into_iter().filter(|p| p.get(from) == Some(1)) {
                    if found.iter().any(|own| *own.result() == placed) {
                        continue;
                    }
                    found.push(match placed == grid {
                        true => working.clone(),
                        false => working.clone().then(
                            "turned",
                            "Turned and mirrored, so that it begins at the chosen cell.",
                            placed,
                        ),
                    });
                }
            }
        }
    }
    found
}

pub(super) fn magic(task: &Task) -> Result<Working, Error> {
    let board = &task.board;
    if !task.is_of_the_chess_board() {
        return Err(Error::Other(
            "the magic tours of the book are those of the knight on the chess board".to_owned(),
        ));
    }
    let from = task.from.unwrap_or((0, 0));
    let found = solutions(from, task.closed);
    let (count, choice) = (found.len(), task.choice.unwrap_or(1));
    if let Some(working) = choice
        .checked_sub(1)
        .and_then(|index| found.into_iter().nth(index))
    {
        return Ok(working);
    }
    if count > 0 {
        return Err(Error::Option {
            option: "--choice",
            why: format!(
                "{count} solutions from {} are known here",
                board.label(from)
            ),
        });
    }
    let class = quarter_class(from);
    let closed = if task.closed { "re-entering " } else { "" };
    Err(Error::NotFound(match class {
        (1, 2) => format!(
            "no {closed}magic tour from {} is known here: the cell beside a corner is the one for which the book prints near misses only, and \
             offers the rest as a challenge",
            board.label(from)
        ),
        _ => format!("no {closed}magic tour from {} is among those of the book that are known here", board.label(from)),
    }))
}
