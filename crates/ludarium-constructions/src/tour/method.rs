//! The table of methods.

use std::collections::BTreeMap;

use super::find::{find, Wanted};
use super::path::path_of;
use super::{column, difference, euler, figures, magic, roget};
use super::{Board, Figure, Leaper, Runs, Symmetry, Tour};
use crate::grid::Cell;
use crate::{Error, Working};

/// What is asked of a method.
#[derive(Clone, Debug)]
pub struct Task {
    /// The board.
    pub board: Board,
    /// What leaps.
    pub leaper: Leaper,
    /// Where the tour begins.
    pub from: Option<Cell>,
    /// Where it ends.
    pub to: Option<Cell>,
    /// Whether it is to return.
    pub closed: bool,
    /// By how much opposite cells are to differ.
    pub difference: Option<usize>,
    /// Whether the first half of the numbers is to lie on one half of the board.
    pub half: bool,
    /// How the figure is to be carried into itself.
    pub symmetry: Option<Symmetry>,
    /// The figures to be gone through, each with a number of cells.
    pub plan: Option<Vec<(Figure, usize)>>,
    /// Which of the tours that fit is taken, from 1.
    pub choice: Option<usize>,
    /// A path to begin with.
    pub given: Option<Vec<Cell>>,
    /// How the given path is rearranged.
    pub runs: Option<Runs>,
    /// Cells that the given path leaves out, by their letters.
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
    /// Whether a knight goes over the whole chess board.
    pub(super) fn is_of_the_chess_board(&self) -> bool {
        let board = &self.board;
        (board.rows(), board.columns()) == (8, 8)
            && board.is_full()
            && self.leaper == Leaper::KNIGHT
    }

    /// The choices that were made beside board, leaper and beginning, as the command calls them.
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
    /// Its name, that of its digest without the author.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Whose it is, as the book says.
    pub author: &'static str,
    /// Its pages in Falkener, Games Ancient and Oriental (1892).
    pub pages: &'static str,
    /// The boards it is for.
    pub boards: &'static str,
    /// The options it takes besides board, leaper and first cell.
    pub options: &'static [&'static str],
    work: fn(&Task) -> Result<Working, Error>,
}

impl Method {
    /// Makes a tour, stage by stage.
    ///
    /// # Errors
    /// If there is none, if the method cannot make it, or if an option is not its own.
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

    /// The tour alone.
    ///
    /// # Errors
    /// As [`Method::work`].
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

/// The method of this name: its own, that of its digest, or words of it that no other has.
///
/// # Errors
/// If there is none, or the words fit several.
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
        boards: "any board, any leaper",
        options: &["--to", "--closed"],
        work: search,
    },
    Method {
        name: "knights-tour-euler",
        title: "Euler's transformations",
        author: "Euler, 1766",
        pages: "310-312",
        boards: "any board, any leaper",
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
