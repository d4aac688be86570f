//! What may be chosen when a square is made.

use super::{Change, Shape};
use crate::grid::Cell;
use crate::Grid;

/// The choices that methods leave. Each method takes some of them and refuses the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The cell in which the lowest number is to stand.
    pub start: Option<Cell>,
    /// Whether the diagonals have to agree as well when rows and columns are exchanged.
    pub diagonals: bool,
    /// The first row of the auxiliary square A.
    pub row: Option<Vec<i64>>,
    /// The first row (odd orders) or column (even orders) of the auxiliary square B.
    pub second: Option<Vec<i64>>,
    /// The patterns of the small squares from left to right, as letters P, Q, R, T.
    pub pattern: Option<String>,
    /// Which of the figures of a method, from 1.
    pub figure: Option<usize>,
    /// The square by which compartments are ranked.
    pub outer: Option<Grid>,
    /// The square that is repeated in every compartment.
    pub inner: Option<Grid>,
    /// Which cells of a hollow square are filled.
    pub shape: Option<Shape>,
    /// What is done with a finished Indian square, in order.
    pub changes: Vec<Change>,
}

impl Options {
    /// The names of the choices that were made, as the command calls them.
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
