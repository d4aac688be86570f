//! Whether consecutive numbers are a knight's move apart.

use super::Fault;
use crate::grid::{Cell, Grid};

/// Whether two cells are a knight's move apart.
fn knights_move(a: Cell, b: Cell) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
}

/// The consecutive numbers that are not a knight's move apart.
pub(super) fn faults(grid: &Grid) -> Vec<Fault> {
    let mut places: Vec<(i64, Cell)> = grid.numbers().map(|(at, n)| (n, at)).collect();
    places.sort_unstable();
    let pairs = places.windows(2);
    pairs
        .filter(|pair| pair[1].0 == pair[0].0 + 1 && !knights_move(pair[0].1, pair[1].1))
        .map(|pair| Fault::NoLeap {
            number: pair[0].0,
            from: pair[0].1,
            to: pair[1].1,
        })
        .collect()
}
