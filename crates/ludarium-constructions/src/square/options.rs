//! Options for making a square.

use super::{Change, Shape};
use crate::grid::Cell;
use crate::Grid;

/// The options of all methods. Each method takes some of them and rejects the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The cell of the lowest number.
    pub start: Option<Cell>,
    /// Whether the diagonals must agree as well when rows and columns are swapped.
    pub diagonals: bool,
    /// The first row of the auxiliary square A.
    pub row: Option<Vec<i64>>,
    /// The first row (odd orders) or column (even orders) of the auxiliary square B.
    pub second: Option<Vec<i64>>,
    /// The patterns of the small squares from left to right, as letters P, Q, R, T.
    pub pattern: Option<String>,
    /// Which of the figures of a method, from 1.
    pub figure: Option<usize>,
    /// The square whose numbers rank the compartments.
    pub outer: Option<Grid>,
    /// The square that is repeated in every compartment.
    pub inner: Option<Grid>,
    /// Which cells of a hollow square are filled.
    pub shape: Option<Shape>,
    /// The changes applied to a finished Indian square, in order.
    pub changes: Vec<Change>,
}

impl Options {
    /// The command-line names of the options that are set.
    pub(super) fn made(&self) -> Vec<&'static str> {
        let made = [
            ("--start", self.start.is_some()),
            ("--diagonals", self.diagonals),
            ("--row", self.row.is_some()),
            ("--second", self.second.is_some()),
            ("--pattern", self.pattern.is_some()),
            ("--figure", self.figure.is_some()),
            ("--outer", self.outer.is_some()),
            ("--inner", self.inner.is_some()),
            ("--shape", self.shape.is_some()),
            ("--change", !self.changes.is_empty()),
        ];
        let made = made.iter().filter(|(_, is)| *is);
        made.map(|(name, _)| *name).collect()
    }
}
