//! `ludarium square` and `ludarium tour`: magic squares and knight's tours.

mod check_square;
mod check_tour;
mod show;
mod square;
mod squares;
mod tour;
mod tours;

use std::path::{Path, PathBuf};

use ludarium_constructions::{Grid, Record};

use crate::error::Error;
use crate::source;

pub use check_square::{check as check_square, figures};
pub use check_tour::check as check_tour;
pub use square::Square;
pub use tour::Tour;

/// A record file, and its name.
pub struct File {
    /// The name of the file.
    pub name: String,
    /// The parsed record.
    pub record: Record,
}

impl File {
    fn read(path: &Path) -> Result<File, Error> {
        Ok(File {
            name: source::file_name(path),
            record: Record::parse(&source::read_text(path)?),
        })
    }
}

/// The array of a file: its result, its grid, or its only part.
fn array(path: &Path) -> Result<Grid, Error> {
    let file = File::read(path)?;
    main_part(&file.record)
        .ok_or_else(|| format!("{}: there is no array in it", path.display()))?
        .map_err(Error::at(&path))
}

/// The array that a record is about.
pub fn main_part(record: &Record) -> Option<Result<Grid, ludarium_constructions::Error>> {
    let names = ["result", "grid", "half grid", ""];
    names.iter().find_map(|name| record.grid(name))
}

/// Writes a drawing.
fn write(path: &PathBuf, drawing: &str) -> Result<(), Error> {
    std::fs::write(path, drawing).map_err(Error::at(&path))
}

/// The result of checking a record.
pub struct Checked {
    /// The lines to print.
    pub lines: Vec<String>,
    /// The result as JSON.
    pub json: serde_json::Value,
    /// Whether the figure has the properties that the record states, or the usual ones if it states
    /// none.
    pub good: bool,
    /// The number of statements checked.
    pub statements: usize,
}
