//! The lines of a square and their sums.

use super::{Fault, Line};
use crate::grid::{Cell, Grid};

/// A square's numbers with the expected sums of its lines. Only filled cells count.
pub(super) struct Sums<'a> {
    pub(super) grid: &'a Grid,
    pub(super) order: usize,
    /// Sum and number of the filled cells; their quotient is the mean.
    total: i64,
    count: i64,
}

impl<'a> Sums<'a> {
    pub(super) fn new(grid: &'a Grid, order: usize) -> Sums<'a> {
        Sums {
            grid,
            order,
            total: grid.numbers().map(|(_, n)| n).sum(),
            count: (grid.numbers().count() as i64).max(1),
        }
    }

    /// The expected sum of this number of cells.
    pub(super) fn wanted(&self, cells: i64) -> f64 {
        (i128::from(self.total) * i128::from(cells)) as f64 / self.count as f64
    }

    /// Whether `sum` is the expected sum of this number of cells.
    pub(super) fn agrees(&self, sum: i64, cells: i64) -> bool {
        i128::from(sum) * i128::from(self.count) == i128::from(self.total) * i128::from(cells)
    }

    /// The fault of a line, if any.
    pub(super) fn line(&self, line: Line) -> Option<Fault> {
        let (mut sum, mut cells) = (0, 0);
        for at in cells_of(line, self.order) {
            if let Some(number) = self.grid.get(at) {
                sum += number;
                cells += 1;
            }
        }
        (!self.agrees(sum, cells)).then(|| Fault::Sum {
            line,
            sum,
            wanted: self.wanted(cells),
        })
    }

    pub(super) fn lines(&self, lines: impl IntoIterator<Item = Line>) -> Vec<Fault> {
        lines
            .into_iter()
            .filter_map(|line| self.line(line))
            .collect()
    }

    /// The fault of two cells that should add up to twice the mean, if any.
    pub(super) fn pair(&self, first: Cell, second: Cell) -> Option<Fault> {
        let sum = self.grid.get(first)? + self.grid.get(second)?;
        (!self.agrees(sum, 2)).then(|| Fault::Pair {
            first,
            second,
            sum,
            wanted: self.wanted(2),
        })
    }
}

/// The cells of a line in a square of this order.
pub(super) fn cells_of(line: Line, n: usize) -> Vec<Cell> {
    let h = n / 2;
    let half = |lower: bool| if lower { n - h..n } else { 0..h };
    match line {
        Line::Row(r) => (0..n).map(|c| (r, c)).collect(),
        Line::Column(c) => (0..n).map(|r| (r, c)).collect(),
        Line::Falling => (0..n).map(|i| (i, i)).collect(),
        Line::Rising => (0..n).map(|i| (n - 1 - i, i)).collect(),
        Line::BrokenFalling(c) => (0..n).map(|i| (i, (c + i) % n)).collect(),
        Line::BrokenRising(c) => (0..n).map(|i| (i, (c + n - i) % n)).collect(),
        Line::HalfRow(r, right) => half(right).map(|c| (r, c)).collect(),
        Line::HalfColumn(c, lower) => half(lower).map(|r| (r, c)).collect(),
        Line::HalfDiagonal(falling, lower) => half(lower)
            .map(|r| (r, if falling { r } else { n - 1 - r }))
            .collect(),
        Line::Block((r, c), rows, columns) => (0..rows * columns)
            .map(|i| ((r + i / columns) % n, (c + i % columns) % n))
            .collect(),
        Line::Corners((r, c), rows, columns) => {
            let (down, right) = ((r + rows - 1) % n, (c + columns - 1) % n);
            vec![(r, c), (r, right), (down, c), (down, right)]
        }
        Line::Path((r, c), (down, right)) => (0..n)
            .map(|i| ((r + i * down) % n, (c + i * right) % n))
            .collect(),
    }
}

/// Rows, columns, diagonals.
pub(super) fn all_lines(n: usize) -> impl Iterator<Item = Line> {
    let rows = (0..n).map(Line::Row);
    rows.chain((0..n).map(Line::Column))
        .chain([Line::Falling, Line::Rising])
}
