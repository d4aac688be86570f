//! Paths with a constant step on a square continued in all directions.

use super::lines::{cells_of, Sums};
use super::Line;
use crate::grid::{Cell, Grid};

/// The sum of a path with a constant step (rows down, columns to the right) from a cell, continued
/// cyclically for as many cells as a row has.
///
/// ```
/// use ludarium_constructions::{square, verify};
///
/// let indian = square::method("indian-squares").unwrap();
/// let square = indian.work(8, &Default::default()).unwrap().into_result();
/// // A knight's path, and the book's first one: three up and five to the right.
/// assert_eq!(verify::path_sums(&square, (7, 0), (7, 2)), Some(260));
/// assert_eq!(verify::path_sums(&square, (7, 0), (5, 5)), Some(260));
/// ```
#[must_use]
pub fn path_sums(grid: &Grid, from: Cell, step: Cell) -> Option<i64> {
    let order = grid.order()?;
    cells_of(Line::Path(from, step), order)
        .into_iter()
        .map(|at| grid.get(at))
        .sum()
}

/// The steps with which every path adds up to the constant, from any cell.
#[must_use]
pub fn steps_that_agree(grid: &Grid) -> Vec<Cell> {
    let Some(n) = grid.order() else {
        return Vec::new();
    };
    let sums = Sums::new(grid, n);
    let agrees = |step: Cell| {
        let mut cells = (0..n * n).map(|i| (i / n, i % n));
        cells.all(|from| sums.line(Line::Path(from, step)).is_none())
    };
    let steps = (1..n * n).map(|i| (i / n, i % n));
    steps.filter(|step| agrees(*step)).collect()
}
