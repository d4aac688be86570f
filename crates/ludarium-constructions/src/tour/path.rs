//! Tours, and the arrays of numbers that represent them in print.

use super::{Board, Leaper};
use crate::grid::{Cell, Grid};

/// A tour: cells in the order in which they are visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    /// The board.
    pub board: Board,
    /// The piece.
    pub leaper: Leaper,
    /// The cells in order.
    pub path: Vec<Cell>,
}

impl Tour {
    /// Whether the tour is closed (re-entering): the last cell is a leap from the first.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match (self.path.first(), self.path.last()) {
            (Some(first), Some(last)) => self.leaper.leaps(*first, *last),
            _ => false,
        }
    }

    /// The number of each cell: k for the k-th cell visited.
    #[must_use]
    pub fn grid(&self) -> Grid {
        numbered(self.board.rows(), self.board.columns(), &self.path)
    }

    /// The closed tour begun at another cell.
    #[must_use]
    pub fn begun_at(mut self, cell: Cell) -> Tour {
        if let Some(index) = self.path.iter().position(|own| *own == cell) {
            self.path.rotate_left(index);
        }
        self
    }
}

/// An array with the cells of a path numbered from 1.
#[must_use]
pub fn numbered(rows: usize, columns: usize, path: &[Cell]) -> Grid {
    let mut grid = Grid::empty(rows, columns);
    for (index, cell) in path.iter().enumerate() {
        grid.set(*cell, Some(index as i64 + 1));
    }
    grid
}

/// The cells of an array in the order of their numbers.
#[must_use]
pub fn path_of(grid: &Grid) -> Vec<Cell> {
    let mut cells: Vec<(i64, Cell)> = grid.numbers().map(|(cell, n)| (n, cell)).collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}
