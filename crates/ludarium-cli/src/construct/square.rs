//! `ludarium square`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use ludarium_constructions::square::{Change, Shape};

use super::squares;
use crate::error::{Error, Exit};

/// Arguments of `ludarium square`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Square {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: Make,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Check the squares of record files against the statements of the records
    Verify(Verify),
    /// Complete a partial magic square, or show that it has no completion
    Complete(Complete),
    /// Count the magic squares of an order
    Count(Count),
}

/// Arguments for making a square.
#[derive(Args, Debug)]
pub struct Make {
    /// The method: its name, or words from its name [default: list the methods]
    pub method: Option<String>,
    /// The order of the square
    #[arg(long, short = 'n', value_name = "N")]
    pub order: Option<usize>,
    /// Show every stage of the construction
    #[arg(long, short)]
    pub explain: bool,
    /// Draw the square (with --explain, every stage) as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
    /// Complete this partial square instead (as `complete --given` does)
    #[arg(long, value_name = "FILE", conflicts_with = "method")]
    pub given: Option<PathBuf>,
    /// The cell of the lowest number, as ROW,COLUMN from 1
    #[arg(long, value_name = "ROW,COLUMN", value_parser = cell)]
    pub start: Option<(usize, usize)>,
    /// When starting at any cell, keep the diagonals magic as well
    #[arg(long)]
    pub diagonals: bool,
    /// First row of the auxiliary square A
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub row: Vec<i64>,
    /// First row or column of the auxiliary square B
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub second: Vec<i64>,
    /// Patterns of small squares, as letters P, Q, R, T
    #[arg(long, value_name = "LETTERS")]
    pub pattern: Option<String>,
    /// Number of the figure within the method
    #[arg(long, value_name = "N")]
    pub figure: Option<usize>,
    /// The outer square of a square in compartments: an order, or a file
    #[arg(long, value_name = "ORDER|FILE")]
    pub outer: Option<String>,
    /// The inner square of a square in compartments: an order, or a file
    #[arg(long, value_name = "ORDER|FILE")]
    pub inner: Option<String>,
    /// Shape of a hollow square: rings, window, frame, crossing, lattice
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<Shape>,
    /// Changes of an Indian square, in order: shift:ROWS,COLUMNS, diagonals, knights
    #[arg(long, value_name = "CHANGE")]
    pub change: Vec<Change>,
    /// The first number
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1
    )]
    pub first: i64,
    /// Difference of consecutive numbers
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1
    )]
    pub step: i64,
}

/// Arguments of `ludarium square verify`.
#[derive(Args, Debug)]
pub struct Verify {
    /// Record files, or files that hold only the array
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// List the faults of every property that the square lacks
    #[arg(long, short)]
    pub verbose: bool,
    /// Require prime numbers
    #[arg(long)]
    pub primes: bool,
    /// The figure in the files, if their headers do not say
    #[arg(long, value_enum)]
    pub figure: Option<Figure>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Figures that can be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Figure {
    /// A square.
    Square,
    /// Franklin's circle: one ring per row, from the innermost.
    Circle,
    /// Frolow's pentagon: the middle, then one ring per row.
    Pentagon,
}

/// The lines that must have the same sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Rows and columns.
    SemiMagic,
    /// Rows, columns and diagonals.
    Magic,
    /// Rows, columns, diagonals and broken diagonals.
    Pandiagonal,
}

/// Arguments of `ludarium square complete`.
#[derive(Args, Debug)]
pub struct Complete {
    /// The partial square: a dot for an empty cell
    #[arg(long, value_name = "FILE")]
    pub given: PathBuf,
    /// The lines that must have the same sum
    #[arg(long, value_enum, default_value_t = Kind::Magic)]
    pub kind: Kind,
    /// Show at most N completions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub limit: usize,
    /// Give up after trying N numbers
    #[arg(long, value_name = "N", default_value_t = ludarium_constructions::square::USUAL_TRIES)]
    pub tries: u64,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

impl Complete {
    /// The defaults for a given partial square.
    fn plain(given: PathBuf, json: bool) -> Complete {
        Complete {
            given,
            kind: Kind::Magic,
            limit: 1,
            tries: ludarium_constructions::square::USUAL_TRIES,
            json,
        }
    }
}

/// Arguments of `ludarium square count`.
#[derive(Args, Debug)]
pub struct Count {
    /// The order
    #[arg(long, short = 'n', value_name = "N")]
    pub order: usize,
    /// The lines that must have the same sum
    #[arg(long, value_enum, default_value_t = Kind::Magic)]
    pub kind: Kind,
    /// List one square of each eight that are rotations and reflections of one another
    #[arg(long)]
    pub list: bool,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Parses a cell as row and column, counted from 1.
fn cell(text: &str) -> Result<(usize, usize), Error> {
    let place = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    let parts = text.split_once(',');
    parts
        .and_then(|(row, column)| Some((place(row)?, place(column)?)))
        .ok_or_else(|| "write ROW,COLUMN, both from 1".into())
}

impl Square {
    /// Runs the command. The exit code is 1 if a figure lacks a stated property or does not exist,
    /// 2 if an argument makes no sense or a file cannot be read.
    pub fn run(self) -> Result<Exit, Error> {
        let done = match self.action {
            None => match &self.make.given {
                Some(given) => squares::complete(&Complete::plain(given.clone(), self.make.json)),
                None => squares::make(&self.make).map(|()| true),
            },
            Some(Action::Verify(verify)) => squares::verify(&verify),
            Some(Action::Complete(complete)) => squares::complete(&complete),
            Some(Action::Count(count)) => squares::count(&count).map(|()| true),
        };
        done.map(Exit::success_if)
    }
}
