//! The remarks of the book on its squares and tours, one test each. The claims of the games folder
//! that no form of check covers name these tests.

use crate::printed;
mod squares;
mod tours;

use ludarium_constructions::square::{method, Options};
use ludarium_constructions::Grid;
use printed::{part, record};

fn make(name: &str, order: usize) -> Grid {
    let working = method(name).unwrap().work(order, &Options::default());
    working
        .unwrap_or_else(|error| panic!("{name} {order}: {error}"))
        .into_result()
}

/// The square of a record.
fn square(name: &str) -> Grid {
    part(&record("square", name), "result")
}

/// The tour of a record.
fn grid_of(name: &str) -> Grid {
    part(&record("tour", name), "grid")
}

fn at(grid: &Grid, row: usize, column: usize) -> i64 {
    grid.get((row, column)).unwrap()
}

/// The sums of the two main diagonals.
fn diagonals(grid: &Grid) -> (i64, i64) {
    let n = grid.rows();
    let falling = (0..n).map(|i| at(grid, i, i)).sum();
    (falling, (0..n).map(|i| at(grid, i, n - 1 - i)).sum())
}
