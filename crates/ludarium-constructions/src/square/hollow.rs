//! Squares with cells left empty.

use super::bordered::border;
use super::Options;
use crate::fill::{fill, Lines};
use crate::square::usual;
use crate::{Error, Grid, Working};

/// Which cells of a hollow square are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rings two cells apart round a core of nine.
    Rings,
    /// A frame, and a cross through its middle.
    Window,
    /// A frame.
    Frame,
    /// Two full rows and two full columns, each the second from an edge.
    Crossing,
    /// Four full rows and four full columns out of eight, including the outer and the middle ones.
    Lattice,
}

impl std::str::FromStr for Shape {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shape, Error> {
        Ok(match text {
            "rings" => Shape::Rings,
            "window" => Shape::Window,
            "frame" => Shape::Frame,
            "crossing" => Shape::Crossing,
            "lattice" => Shape::Lattice,
            _ => {
                return Err(Error::Option {
                    option: "--shape",
                    why: format!(
                        "unknown shape {text:?}: use rings, window, frame, crossing or lattice"
                    ),
                })
            }
        })
    }
}

pub(super) fn hollow(n: usize, options: &Options) -> Result<Working, Error> {
    let shape = options.shape.unwrap_or(Shape::Frame);
    let wants = |orders: &str| Error::Option {
        option: "--shape",
        why: format!("this shape is available for {orders}, not for order {n}"),
    };
    match shape {
        Shape::Frame => frame(n),
        Shape::Crossing => crossing(n),
        Shape::Rings if n % 4 == 3 && n >= 7 => rings(n),
        Shape::Rings => Err(wants("the orders 7, 11, 15, ...")),
        Shape::Window if n % 2 == 1 && (7..=25).contains(&n) => window(n),
        Shape::Window => Err(wants("odd orders from 7 to 25")),
        Shape::Lattice if n == 8 => lattice(),
        Shape::Lattice => Err(wants("order 8")),
    }
}

fn not_found() -> Error {
    Error::NotFound("the search for the numbers was given up".to_owned())
}

fn frame(n: usize) -> Result<Working, Error> {
    let last = (n * n) as i64;
    let count = 2 * n - 2;
    let pairs: Vec<(i64, i64)> = (1..).take(count).map(|low| (low, last + 1 - low)).collect();
    let grid = border(n, &pairs).ok_or_else(not_found)?;
    Ok(Working::from_last(
        "the square",
        format!(
            "The border of a bordered square, with the {count} lowest and the {count} highest numbers: the sides add up to {}, opposite cells to {}.",
            n as i64 * (last + 1) / 2,
            last + 1
        ),
        grid,
    ))
}

/// A frame whose outer lines have changed places with their neighbours.
fn crossing(n: usize) -> Result<Working, Error> {
    let frame = frame(n)?.into_result();
    let moved = |line: usize| match line {
        0 => 1,
        1 => 0,
        line if line == n - 1 => n - 2,
        line if line == n - 2 => n - 1,
        line => line,
    };
    let mut grid = Grid::empty(n, n);
    frame
        .numbers()
        .for_each(|((r, c), number)| grid.set((moved(r), moved(c)), Some(number)));
    Ok(Working::from_last(
        "the square",
        "The border of a bordered square, its outer rows and columns exchanged with their neighbours: the book prints the figure without a rule.",
        grid,
    ))
}

fn rings(n: usize) -> Result<Working, Error> {
    let last = (n * n) as i64;
    let mut grid = Grid::empty(n, n);
    let (mut q, mut lowest) = (n, 1_i64);
    while q > 3 {
        let count = 2 * q - 2;
        let pairs: Vec<(i64, i64)> = (lowest..)
            .take(count)
            .map(|low| (low, last + 1 - low))
            .collect();
        let ring = border(q, &pairs).ok_or_else(not_found)?;
        let edge = (n - q) / 2;
        ring.numbers()
            .for_each(|((r, c), number)| grid.set((edge + r, edge + c), Some(number)));
        // The numbers of the border between this ring and the next are skipped too.
        lowest += (count + 2 * (q - 2) - 2) as i64;
        q -= 4;
    }
    let heart = usual(3).work(3, &Options::default())?.into_result();
    let edge = (n - 3) / 2;
    heart
        .numbers()
        .for_each(|((r, c), number)| grid.set((edge + r, edge + c), Some(number + lowest - 1)));
    Ok(Working::from_last(
        "the square",
        "A bordered square of which every second border is left out: the remaining borders keep their numbers.",
        grid,
    ))
}

/// A mask filled with the middle numbers of 1 to n², found by search. Every row and column, and
/// optionally both diagonals, adds up to the mean times the number of filled cells.
fn searched(
    n: usize,
    filled: impl Fn(usize, usize) -> bool,
    diagonals: bool,
) -> Result<Grid, Error> {
    let cells: Vec<(usize, usize)> = (0..n * n)
        .map(|i| (i / n, i % n))
        .filter(|(r, c)| filled(*r, *c))
        .collect();
    let (count, last) = (cells.len() as i64, (n * n) as i64);
    let first = (last - count) / 2 + 1;
    let numbers: Vec<i64> = (first..first + count).collect();
    let mut lines = Lines::new(cells.len());
    let mut line = |on: &dyn Fn(usize, usize) -> bool| {
        let places: Vec<usize> = (0..cells.len())
            .filter(|i| on(cells[*i].0, cells[*i].1))
            .collect();
        let sum = places.len() as i64 * (last + 1) / 2;
        lines.add(places, sum);
    };
    for i in 0..n {
        line(&|r, _| r == i);
        line(&|_, c| c == i);
    }
    if diagonals {
        line(&|r, c| r == c);
        line(&|r, c| r + c == n - 1);
    }
    let found = fill(&numbers, &lines).ok_or_else(not_found)?;
    let mut grid = Grid::empty(n, n);
    cells
        .iter()
        .zip(found)
        .for_each(|(at, number)| grid.set(*at, Some(number)));
    Ok(grid)
}

fn window(n: usize) -> Result<Working, Error> {
    let on = |k: usize| k == 0 || k == n / 2 || k == n - 1;
    let grid = searched(n, |r, c| on(r) || on(c), true)?;
    Ok(Working::from_last(
        "the square",
        "A frame with a cross, filled with the middle numbers by search: the book prints the figure without a rule.",
        grid,
    ))
}

fn lattice() -> Result<Working, Error> {
    let row = |r: usize| matches!(r, 1 | 3 | 4 | 6);
    let column = |c: usize| matches!(c, 0 | 3 | 4 | 7);
    let grid = searched(8, |r, c| row(r) || column(c), false)?;
    Ok(Working::from_last(
        "the square",
        "Four full rows and four full columns, filled with the numbers 9 to 56 by search: the book prints the figure without a rule.",
        grid,
    ))
}
