//! `ludarium tour`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ludarium_constructions::tour::{Board, Leaper, Runs, Symmetry};

use super::tours;
use crate::error::{Error, Exit};

/// Arguments of `ludarium tour`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Tour {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: Make,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Say what the tours of record files are, and whether they are what the records state
    Verify(Verify),
    /// Count the tours of a board
    Count(Count),
}

/// Where a tour goes.
#[derive(Args, Debug)]
pub struct Place {
    /// The board: files x ranks, or cross:N for a cross of five squares of N by N
    #[arg(long, value_name = "8x8", default_value = "8x8")]
    pub board: Board,
    /// Cells that are missing
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub holes: Vec<String>,
    /// What leaps: knight, giraffe, zebra, ..., or the leap as 1,4
    #[arg(long, value_name = "LEAPER", default_value = "knight")]
    pub leaper: Leaper,
    /// The first cell
    #[arg(long, value_name = "CELL")]
    pub from: Option<String>,
    /// The last cell
    #[arg(long, value_name = "CELL")]
    pub to: Option<String>,
    /// The last cell is to be a leap from the first
    #[arg(long)]
    pub closed: bool,
}

/// Arguments for making a tour.
#[derive(Args, Debug)]
pub struct Make {
    /// The method: its name, or words of it [default: list the methods]
    pub method: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Show every stage of the construction, and the track
    #[arg(long, short)]
    pub explain: bool,
    /// Draw the tour (with --explain, every stage) as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// By how much opposite cells are to differ
    #[arg(long, value_name = "N")]
    pub difference: Option<usize>,
    /// The first half of the numbers on one half of the board
    #[arg(long)]
    pub half: bool,
    /// How the figure is carried into itself: half-turn, quarter-turn, mirror
    #[arg(long, value_name = "SYMMETRY")]
    pub symmetry: Option<Symmetry>,
    /// Roget's figures in order, each with its number of cells: "Da-i:4 Da-ii:4 ..."
    #[arg(long, value_name = "FIGURES")]
    pub figures: Option<String>,
    /// Which of the tours that fit, from 1
    #[arg(long, value_name = "N")]
    pub choice: Option<usize>,
    /// A path to begin with: a record file
    #[arg(long, value_name = "FILE")]
    pub given: Option<PathBuf>,
    /// How the given path is put together anew: "1-9, 62-58, a, 10-57, b"
    #[arg(long, value_name = "RUNS")]
    pub runs: Option<Runs>,
    /// Letters of vacant cells: a=d6,b=b1 [default: those of the record]
    #[arg(long, value_name = "LETTERS", value_delimiter = ',')]
    pub vacant: Vec<String>,
}

/// Arguments of `ludarium tour verify`.
#[derive(Args, Debug)]
pub struct Verify {
    /// Record files, or files with the array alone
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// What leaps
    #[arg(long, value_name = "LEAPER", default_value = "knight")]
    pub leaper: Leaper,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ludarium tour count`.
#[derive(Args, Debug)]
pub struct Count {
    #[command(flatten)]
    pub place: Place,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

impl Tour {
    /// Runs the command. The exit code is 1 when there is no such tour or a record is not what it states, 2 when something asked for makes
    /// no sense or a file cannot be read.
    pub fn run(self) -> Result<Exit, Error> {
        let done = match self.action {
            None => tours::make(&self.make),
            Some(Action::Verify(verify)) => tours::verify(&verify),
            Some(Action::Count(count)) => tours::count(&count),
        };
        done.map(Exit::success_if)
    }
}
