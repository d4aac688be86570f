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
    /// Check the tours of record files against the statements of the records
    Verify(Verify),
    /// Count the tours of a board
    Count(Count),
}

/// The board and the ends of a tour.
#[derive(Args, Debug)]
pub struct Place {
    /// The board: files x ranks, or cross:N for a cross of five squares of N by N
    #[arg(long, value_name = "8x8", default_value = "8x8")]
    pub board: Board,
    /// Cells that are missing
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub holes: Vec<String>,
    /// The leaper: knight, giraffe, zebra, ..., or its leap as 1,4
    #[arg(long, value_name = "LEAPER", default_value = "knight")]
    pub leaper: Leaper,
    /// The first cell
    #[arg(long, value_name = "CELL")]
    pub from: Option<String>,
    /// The last cell
    #[arg(long, value_name = "CELL")]
    pub to: Option<String>,
    /// Require a closed tour: the last cell is one leap from the first
    #[arg(long)]
    pub closed: bool,
}

/// Arguments for making a tour.
#[derive(Args, Debug)]
pub struct Make {
    /// The method: its name, or words from its name [default: list the methods]
    pub method: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Show every stage of the construction, and the track
    #[arg(long, short)]
    pub explain: bool,
    /// Draw the tour (with --explain, every stage) as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
    /// Difference of the numbers of opposite cells
    #[arg(long, value_name = "N")]
    pub difference: Option<usize>,
    /// Put the first half of the numbers on one half of the board
    #[arg(long)]
    pub half: bool,
    /// Symmetry of the figure: half-turn, quarter-turn, mirror
    #[arg(long, value_name = "SYMMETRY")]
    pub symmetry: Option<Symmetry>,
    /// Roget's figures in order, each with its number of cells: "Da-i:4 Da-ii:4 ..."
    #[arg(long, value_name = "FIGURES")]
    pub figures: Option<String>,
    /// Number of the tour among those that match, from 1
    #[arg(long, value_name = "N")]
    pub choice: Option<usize>,
    /// The path to start from: a record file
    #[arg(long, value_name = "FILE")]
    pub given: Option<PathBuf>,
    /// How to recombine the given path: "1-9, 62-58, a, 10-57, b"
    #[arg(long, value_name = "RUNS")]
    pub runs: Option<Runs>,
    /// Letters of vacant cells: a=d6,b=b1 [default: those of the record]
    #[arg(long, value_name = "LETTERS", value_delimiter = ',')]
    pub vacant: Vec<String>,
}

/// Arguments of `ludarium tour verify`.
#[derive(Args, Debug)]
pub struct Verify {
    /// Record files, or files that hold only the array
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The leaper
    #[arg(long, value_name = "LEAPER", default_value = "knight")]
    pub leaper: Leaper,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ludarium tour count`.
#[derive(Args, Debug)]
pub struct Count {
    #[command(flatten)]
    pub place: Place,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

impl Tour {
    /// Runs the command. The exit code is 1 if there is no such tour or a record is not what it
    /// states, 2 if an argument makes no sense or a file cannot be read.
    pub fn run(self) -> Result<Exit, Error> {
        let done = match self.action {
            None => tours::make(&self.make),
            Some(Action::Verify(verify)) => tours::verify(&verify),
            Some(Action::Count(count)) => tours::count(&count),
        };
        done.map(Exit::success_if)
    }
}
