//! The table of methods.

use std::collections::BTreeMap;

use super::find::{find, Wanted};
use super::path::path_of;
use super::{column, difference, euler, figures, magic, roget};
use super::{Board, Figure, Leaper, Runs, Symmetry, Tour};
use crate::grid::Cell;
use crate::{Error, Working};

/// The input of a method.
#[derive(Clone, Debug)]
pub struct Task {
    /// The board.
    pub board: Board,
    /// The piece.
    pub leaper: Leaper,
    /// The first cell, if fixed.
    pub from: Option<Cell>,
    /// The last cell, if fixed.
    pub to: Option<Cell>,
    /// Whether the tour must be closed.
    pub closed: bool,
    /// The difference of opposite cells.
    pub difference: Option<usize>,
    /// Whether the first half of the numbers lies on one half of the board.
    pub half: bool,
    /// The symmetry of the figure.
    pub symmetry: Option<Symmetry>,
    /// The figures to visit, each with a number of cells.
    pub plan: Option<Vec<(Figure, usize)>>,
    /// Which of the matching tours, from 1.
    pub choice: Option<usize>,
    /// A path to begin with.
    pub given: Option<Vec<Cell>>,
    /// How to rearrange the given path.
    pub runs: Option<Runs>,
    /// Cells that the given path does not visit, by their letters.
    pub vacant: BTreeMap<char, Cell>,
}

impl Default for Task {
    fn default() -> Task {
        Task {
            board: Board::chess(),
            leaper: Leaper::KNIGHT,
            from: None,
            to: None,
            closed: false,
            difference: None,
            half: false,
            symmetry: None,
            plan: None,
            choice: None,
            given: None,
            runs: None,
            vacant: BTreeMap::new(),
        }
    }
}

impl Task {
    /// Whether the task is the knight on the whole chess board.
    pub(super) fn is_of_the_chess_board(&self) -> bool {
        let board = &self.board;
        (board.rows(), board.columns()) == (8, 8)
            && board.is_full()
            && self.leaper == Leaper::KNIGHT
    }

    /// The command-line names of the options that are set, besides board, leaper and first cell.
    fn made(&self) -> Vec<&'static str> {
        let made = [
            ("--to", self.to.is_some()),
            ("--closed", self.closed),
            ("--difference", self.difference.is_some()),
            ("--half", self.half),
            ("--symmetry", self.symmetry.is_some()),
            ("--figures", self.plan.is_some()),
            ("--choice", self.choice.is_some()),
            ("--given", self.given.is_some()),
            ("--runs", self.runs.is_some()),
        ];
        let made = made.iter().filter(|(_, is)| *is);
        made.map(|(name, _)| *name).collect()
    }
}

/// A method of making tours.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name: that of its digest without the author.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its author, according to the book.
    pub author: &'static str,
    /// Its pages in Falkener, Games Ancient and Oriental (1892).
    pub pages: &'static str,
    /// The boards it is for.
    pub boards: &'static str,
    /// Its options besides board, leaper and first cell.
    pub options: &'static [&'static str],
    work: fn(&Task) -> Result<Working, Error>,
}

/// The boards of a method that makes tours of any leaper on any board.
const ANY_BOARD: &str = "any board, any leaper";

impl Method {
    /// Whether it makes tours of any leaper on any board.
    #[must_use]
    pub fn takes_any_board(&self) -> bool {
        self.boards == ANY_BOARD
    }

    /// Whether it can make tours that end beside their first cell.
    #[must_use]
    pub fn can_close(&self) -> bool {
        self.options.contains(&"--closed")
    }

    /// Makes a tour, stage by stage.
    ///
    /// ```
    /// use ludarium_constructions::tour::{method, verify, Leaper, Task};
    ///
    /// let roget = method("roget").unwrap();
    /// let task = Task { from: Some((4, 3)), to: Some((3, 3)), ..Task::default() }; // d4 to d5
    /// let tour = roget.work(&task).unwrap().into_result();
    /// assert!(verify(&tour, None, Leaper::KNIGHT).is_tour());
    /// ```
    ///
    /// # Errors
    /// If there is no such tour, the method cannot make it, or the method does not have an option.
    pub fn work(&self, task: &Task) -> Result<Working, Error> {
        let foreign = |option: &&'static str| !self.options.contains(option);
        if let Some(option) = task.made().into_iter().find(foreign) {
            return Err(Error::NoOption {
                method: self.name,
                option,
                has: self.options,
            });
        }
        for cell in [task.from, task.to].into_iter().flatten() {
            if !task.board.has(cell) {
                return Err(Error::Other(format!(
                    "{} is not a cell of the board",
                    task.board.label(cell)
                )));
            }
        }
        (self.work)(task)
    }

    /// Makes a tour without its stages.
    ///
    /// # Errors
    /// The same as for [`Method::work`].
    pub fn tour(&self, task: &Task) -> Result<Tour, Error> {
        let grid = self.work(task)?.into_result();
        Ok(Tour {
            board: task.board.clone(),
            leaper: task.leaper,
            path: path_of(&grid),
        })
    }
}

/// All methods, in the order of the book.
#[must_use]
pub fn methods() -> &'static [Method] {
    METHODS
}

/// The method with this name. Accepts its own name, that of its digest, and words that occur in one
/// name only.
///
/// # Errors
/// If no method matches, or several do.
pub fn method(name: &str) -> Result<&'static Method, Error> {
    let names: Vec<&'static str> = METHODS.iter().map(|m| m.name).collect();
    let index = crate::name::find(name, &names)?;
    Ok(&METHODS[index])
}

fn search(task: &Task) -> Result<Working, Error> {
    let wanted = Wanted {
        from: task.from,
        to: task.to,
        closed: task.closed,
    };
    let tour = find(&task.board, task.leaper, &wanted)?;
    Ok(Working::from_last(
        "the tour",
        "Always move to the cell with the fewest onward moves, as Warnsdorf advised in 1823; a path that gets stuck is repaired as Euler did. Large closed tours are assembled from small ones, and narrow boards are searched exhaustively.",
        tour.grid(),
    ))
}

const METHODS: &[Method] = &[
    Method {
        name: "knights-tour",
        title: "Any tour",
        author: "Warnsdorf 1823 is among the references",
        pages: "309-318",
        boards: ANY_BOARD,
        options: &["--to", "--closed"],
        work: search,
    },
    Method {
        name: "knights-tour-euler",
        title: "Euler's transformations",
        author: "Euler, 1766",
        pages: "310-312",
        boards: ANY_BOARD,
        options: &["--closed", "--given", "--runs"],
        work: euler::euler,
    },
    Method {
        name: "knights-tour-roget",
        title: "Squares and diamonds",
        author: "Roget, 1840",
        pages: "312-318",
        boards: "the chess board",
        options: &["--to", "--closed", "--figures", "--choice"],
        work: roget::roget,
    },
    Method {
        name: "knights-difference-square",
        title: "Opposite cells with one difference",
        author: "Euler; the difference 16 from Tomlinson",
        pages: "319-323",
        boards: "boards with an even number of cells",
        options: &["--closed", "--difference", "--half", "--given", "--runs"],
        work: difference::difference,
    },
    Method {
        name: "knights-column-square",
        title: "Equal columns",
        author: "no author named",
        pages: "324",
        boards: "the chess board, and others whose half can be divided equally",
        options: &["--closed"],
        work: column::column,
    },
    Method {
        name: "knights-magic-square",
        title: "Rows and columns equal",
        author: "Beverley 1848, Jaenisch 1862, Falkener and others",
        pages: "325-336",
        boards: "the chess board",
        options: &["--closed", "--choice"],
        work: magic::magic,
    },
    Method {
        name: "knights-tour-figures",
        title: "Symmetric figures",
        author: "no author named; the drawings are lost",
        pages: "345-356",
        boards: "any board that has the symmetry",
        options: &["--symmetry"],
        work: figures::figures,
    },
];
