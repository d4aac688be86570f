//! Magic squares by search: completing a partial one, or enumerating all of an order.

use std::collections::BTreeSet;

use crate::fill::Rng;
use crate::grid::Cell;
use crate::{Error, Grid};

/// The lines that must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Rows and columns.
    SemiMagic,
    /// Rows, columns and both diagonals.
    Magic,
    /// Rows, columns, and all diagonals including the broken ones.
    Pandiagonal,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The search was exhaustive.
    Complete,
    /// The callback stopped the search.
    Stopped,
    /// The limit of tries was reached.
    GaveUp,
}

/// The default limit of tries: numbers placed during a search.
pub const USUAL_TRIES: u64 = 2_000_000_000;

/// Maximum order of a search: its numbers must fit into a set of 128.
const MAX_ORDER: usize = 11;

/// Enumerates the squares of the numbers from 1 up that complete `given`, which determines their
/// order. Calls `visit` with each; it returns whether to continue. `tries` limits the numbers
/// placed.
///
/// ```
/// use ludarium_constructions::square::{search, Ending, Lines};
/// use ludarium_constructions::Grid;
///
/// // The eight squares of order 3: one, turned and mirrored.
/// let mut found = 0;
/// let ending = search(&Grid::empty(3, 3), Lines::Magic, u64::MAX, &mut |_| { found += 1; true });
/// assert_eq!((ending, found), (Ok(Ending::Complete), 8));
/// ```
///
/// # Errors
/// If `given` is not square, its order cannot be searched, or a given number occurs twice or is not
/// one of the square's numbers.
pub fn search(
    given: &Grid,
    lines: Lines,
    tries: u64,
    visit: &mut dyn FnMut(&Grid) -> bool,
) -> Result<Ending, Error> {
    let order = given
        .order()
        .ok_or_else(|| Error::Other("the given array is not square".to_owned()))?;
    if order < 3 {
        return Err(Error::Order {
            method: "the search",
            order,
            makes: super::Orders::From(3),
        });
    }
    if order > MAX_ORDER {
        return Err(Error::Other(format!(
            "the search handles orders up to {MAX_ORDER}, and this square has order {order}"
        )));
    }
    check(given, order)?;
    let mut solver = Solver::new(order, lines, tries, visit);
    for (cell, number) in given.numbers() {
        if !solver.place(cell.0 * order + cell.1, number as usize) {
            return Ok(Ending::Complete);
        }
    }
    Ok(match solver.search_from_here() {
        true => Ending::Complete,
        false if solver.tries == 0 => Ending::GaveUp,
        false => Ending::Stopped,
    })
}

/// Checks that every given number is one of the square's and occurs once.
fn check(given: &Grid, order: usize) -> Result<(), Error> {
    let high = (order * order) as i64;
    let mut first: Vec<Option<Cell>> = vec![None; order * order];
    for (at, number) in given.numbers() {
        let place = usize::try_from(number - 1)
            .ok()
            .and_then(|i| first.get_mut(i));
        match place {
            None => {
                return Err(Error::OutOfRange {
                    number,
                    at,
                    low: 1,
                    high,
                })
            }
            Some(Some(first)) => {
                return Err(Error::Duplicate {
                    number,
                    first: *first,
                    again: at,
                })
            }
            Some(place) => *place = Some(at),
        }
    }
    Ok(())
}

struct Solver<'a> {
    order: usize,
    /// For each cell: its lines.
    through: Vec<Vec<usize>>,
    constant: usize,
    numbers: Vec<usize>,
    /// For each line: the sum of its numbers, and the number of open cells.
    sums: Vec<usize>,
    open: Vec<usize>,
    free: u128,
    /// The order in which numbers are tried.
    number_order: Vec<usize>,
    tries: u64,
    visit: &'a mut dyn FnMut(&Grid) -> bool,
}

impl<'a> Solver<'a> {
    fn new(
        n: usize,
        kind: Lines,
        tries: u64,
        visit: &'a mut dyn FnMut(&Grid) -> bool,
    ) -> Solver<'a> {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for i in 0..n {
            lines.push((0..n).map(|k| i * n + k).collect());
            lines.push((0..n).map(|k| k * n + i).collect());
        }
        let shifts = match kind {
            Lines::SemiMagic => 0..0,
            Lines::Magic => 0..1,
            Lines::Pandiagonal => 0..n,
        };
        for shift in shifts {
            lines.push((0..n).map(|k| k * n + (k + shift) % n).collect());
            lines.push(
                (0..n)
                    .map(|k| k * n + (2 * n - 1 - k - shift) % n)
                    .collect(),
            );
        }
        let mut through = vec![Vec::new(); n * n];
        for (index, line) in lines.iter().enumerate() {
            line.iter().for_each(|cell| through[*cell].push(index));
        }
        // From order 5 on an exhaustive search is impossible, and a random order finds the first
        // square sooner.
        let mut number_order: Vec<usize> = (1..=n * n).collect();
        if n >= 5 {
            let mut rng = Rng::new(5);
            (1..number_order.len())
                .rev()
                .for_each(|i| number_order.swap(i, rng.below(i + 1)));
        }
        Solver {
            order: n,
            through,
            constant: n * (n * n + 1) / 2,
            numbers: vec![0; n * n],
            sums: vec![0; lines.len()],
            open: vec![n; lines.len()],
            free: ((1_u128 << (n * n)) - 1) << 1,
            number_order,
            tries,
            visit,
        }
    }

    fn is_free(&self, number: usize) -> bool {
        number >= 1 && number <= self.order * self.order && self.free >> number & 1 == 1
    }

    /// Places a number; returns false if a line through the cell can no longer reach the constant.
    fn place(&mut self, cell: usize, number: usize) -> bool {
        self.numbers[cell] = number;
        self.free &= !(1 << number);
        for index in 0..self.through[cell].len() {
            let line = self.through[cell][index];
            self.sums[line] += number;
            self.open[line] -= 1;
        }
        self.through[cell]
            .iter()
            .all(|line| self.is_feasible(*line))
    }

    fn remove(&mut self, cell: usize) {
        let number = std::mem::take(&mut self.numbers[cell]);
        self.free |= 1 << number;
        for index in 0..self.through[cell].len() {
            let line = self.through[cell][index];
            self.sums[line] -= number;
            self.open[line] += 1;
        }
    }

    /// Whether a line can still reach the constant.
    fn is_feasible(&self, line: usize) -> bool {
        let Some(rest) = self.constant.checked_sub(self.sums[line]) else {
            return false;
        };
        match self.open[line] {
            0 => rest == 0,
            1 => self.is_free(rest),
            2 => (1..rest.div_ceil(2)).any(|a| self.is_free(a) && self.is_free(rest - a)),
            open => {
                // The sums of the lowest and of the highest unused numbers.
                let (mut low, mut high, mut free) = (0, 0, self.free);
                for _ in 0..open {
                    low += free.trailing_zeros() as usize;
                    free &= free.wrapping_sub(1);
                }
                let mut free = self.free;
                for _ in 0..open {
                    let top = 127_usize.saturating_sub(free.leading_zeros() as usize);
                    high += top;
                    free &= !(1 << top);
                }
                low <= rest && rest <= high
            }
        }
    }

    /// The open cell on the fullest line, and among those one on several full lines.
    fn next_cell(&self) -> Option<usize> {
        let open = (0..self.numbers.len()).filter(|cell| self.numbers[*cell] == 0);
        open.min_by_key(|cell| {
            let lines = || self.through[*cell].iter().map(|line| self.open[*line]);
            (lines().min(), lines().sum::<usize>())
        })
    }

    /// Searches all completions from here; returns false to stop the search.
    fn search_from_here(&mut self) -> bool {
        let Some(cell) = self.next_cell() else {
            let grid = Grid::square(self.order, |r, c| self.numbers[r * self.order + c] as i64);
            return (self.visit)(&grid);
        };
        let forced = self.through[cell]
            .iter()
            .find(|line| self.open[**line] == 1);
        if let Some(&line) = forced {
            let rest = self.constant.saturating_sub(self.sums[line]);
            return !self.is_free(rest) || self.attempt(cell, rest);
        }
        for index in 0..self.number_order.len() {
            let number = self.number_order[index];
            if self.is_free(number) && !self.attempt(cell, number) {
                return false;
            }
        }
        true
    }

    fn attempt(&mut self, cell: usize, number: usize) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let goes_on = !self.place(cell, number) || self.search_from_here();
        self.remove(cell);
        goes_on
    }
}

/// Completes a square, or proves that it cannot be completed.
///
/// ```
/// use ludarium_constructions::square::{complete, Lines};
/// use ludarium_constructions::Grid;
///
/// let given: Grid = "16 . . 13\n. . . .\n. . 7 .\n. 15 14 .".parse().unwrap();
/// let square = complete(&given, Lines::Magic, u64::MAX).unwrap();
/// assert_eq!(square.get((0, 0)), Some(16));
///
/// let given: Grid = "1 2 .\n. . .\n. . .".parse().unwrap();
/// let error = complete(&given, Lines::Magic, u64::MAX).unwrap_err();
/// assert!(error.to_string().starts_with("there is none"));
/// ```
///
/// # Errors
/// [`Error::Impossible`] if there is no completion, [`Error::NotFound`] if the limit of tries was
/// reached; and those of [`search`].
pub fn complete(given: &Grid, lines: Lines, tries: u64) -> Result<Grid, Error> {
    let mut found = None;
    let ending = search(given, lines, tries, &mut |grid| {
        found = Some(grid.clone());
        false
    })?;
    found.ok_or_else(|| match ending {
        Ending::GaveUp => Error::NotFound(format!(
            "no square was found in {tries} tries; there may be one"
        )),
        _ => Error::Impossible(
            "there is none: no numbers in the empty cells make this a magic square".to_owned(),
        ),
    })
}

/// Whether this is the canonical one of its eight orientations: the lowest corner number is at the
/// upper left, and the number to its right is lower than the one below it (Frenicle's convention).
#[must_use]
pub fn is_listed(grid: &Grid) -> bool {
    let last = grid.rows().saturating_sub(1);
    let corner = grid.get((0, 0));
    let corners = [(0, last), (last, 0), (last, last)];
    corners.iter().all(|at| grid.get(*at) > corner) && grid.get((0, 1)) < grid.get((1, 0))
}

/// The number of classes of squares that are equivalent under cyclic shifts, rotations and
/// reflections. Only pandiagonal squares stay magic under cyclic shifts.
#[must_use]
pub fn classes(squares: &[Grid]) -> usize {
    let first = |grid: &Grid| {
        let n = grid.rows();
        let shifts = (0..n * n).map(|i| (i / n, i % n));
        let moved = shifts
            .map(|(down, right)| grid.rearranged(n, n, |r, c| ((r + down) % n, (c + right) % n)));
        moved.flat_map(|grid| grid.positions()).min()
    };
    squares.iter().map(first).collect::<BTreeSet<_>>().len()
}
