//! Boards of cells, with or without holes.

use std::fmt;

use crate::grid::Cell;
use crate::Error;

/// A board: a rectangle from which cells may be missing. Rows are counted from the top; labels name
/// cells by file and rank, with `a1` at the lower left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    there: Vec<bool>,
}

/// Maximum number of cells on a side.
const MAX_SIDE: usize = 200;

impl Board {
    /// A full rectangle.
    ///
    /// # Errors
    /// If a side is 0 or longer than 200.
    pub fn rectangle(columns: usize, rows: usize) -> Result<Board, Error> {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        if !fits(rows) || !fits(columns) {
            return Err(Error::Other(format!(
                "a board of {columns} by {rows}: sides go from 1 to {MAX_SIDE}"
            )));
        }
        Ok(Board {
            rows,
            columns,
            there: vec![true; rows * columns],
        })
    }

    /// The chess board.
    #[must_use]
    pub fn chess() -> Board {
        Board {
            rows: 8,
            columns: 8,
            there: vec![true; 64],
        }
    }

    /// A cross of five squares with this number of cells a side.
    ///
    /// # Errors
    /// If `side` is 0, or three times `side` exceeds 200.
    pub fn cross(side: usize) -> Result<Board, Error> {
        let whole = side.saturating_mul(3);
        let mut board = Board::rectangle(whole, whole)?;
        let arm = |k: usize| (side..2 * side).contains(&k);
        for (row, column) in (0..whole).flat_map(|r| (0..whole).map(move |c| (r, c))) {
            if !arm(row) && !arm(column) {
                board.remove((row, column));
            }
        }
        Ok(board)
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: Cell) {
        if self.has(cell) {
            self.there[cell.0 * self.columns + cell.1] = false;
        }
    }

    /// Number of rows of its rectangle.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns of its rectangle.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the board has this cell.
    #[must_use]
    pub fn has(&self, (row, column): Cell) -> bool {
        row < self.rows && column < self.columns && self.there[row * self.columns + column]
    }

    /// The cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let all = (0..self.rows * self.columns).filter(|i| self.there[*i]);
        all.map(|i| (i / self.columns, i % self.columns))
    }

    /// Number of cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.there.iter().filter(|there| **there).count()
    }

    /// Whether no cell of the rectangle is missing.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.count() == self.rows * self.columns
    }

    /// The label of a cell: `a1`, `h8`; files after `z` are `aa`, `ab`, ...
    ///
    /// ```
    /// use ludarium_constructions::tour::Board;
    ///
    /// let board = Board::rectangle(30, 10).unwrap();
    /// assert_eq!(board.label((9, 0)), "a1");
    /// assert_eq!(board.label((0, 27)), "ab10");
    /// assert_eq!(board.cell("ab10"), Ok((0, 27)));
    /// ```
    #[must_use]
    pub fn label(&self, (row, column): Cell) -> String {
        let letter = |k: usize| char::from(b'a' + (k % 26) as u8);
        let rank = self.rows.saturating_sub(row);
        match column {
            0..26 => format!("{}{rank}", letter(column)),
            _ => format!("{}{}{rank}", letter(column / 26 - 1), letter(column)),
        }
    }

    /// The cell with this label.
    ///
    /// # Errors
    /// If the board has no such cell.
    pub fn cell(&self, label: &str) -> Result<Cell, Error> {
        let label = label.trim();
        let file: String = label
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect();
        let column = file
            .to_ascii_lowercase()
            .bytes()
            .fold(0_usize, |sum, letter| {
                sum.saturating_mul(26)
                    .saturating_add(usize::from(letter - b'a') + 1)
            });
        let rank = label[file.len()..].parse::<usize>().ok();
        let place =
            rank.and_then(|rank| Some((self.rows.checked_sub(rank)?, column.checked_sub(1)?)));
        match place.filter(|cell| self.has(*cell)) {
            Some(cell) => Ok(cell),
            None => Err(Error::Other(format!(
                "{label:?} is not a cell of the board of {self}"
            ))),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)?;
        match self.rows * self.columns - self.count() {
            0 => Ok(()),
            1 => f.write_str(" with a hole"),
            holes => write!(f, " with {holes} holes"),
        }
    }
}

impl std::str::FromStr for Board {
    type Err = Error;

    /// Parses `8x8` (files, then ranks), or `cross:3`.
    fn from_str(text: &str) -> Result<Board, Error> {
        let side = |text: &str| text.trim().parse::<usize>().ok();
        if let Some(arm) = text.strip_prefix("cross:").and_then(side) {
            return Board::cross(arm);
        }
        let sides = text.split_once(['x', 'X']);
        match sides.and_then(|(columns, rows)| Some((side(columns)?, side(rows)?))) {
            Some((columns, rows)) => Board::rectangle(columns, rows),
            None => Err(Error::Other(format!(
                "{text:?} is not a board: write 8x8 (files x ranks), or cross:3"
            ))),
        }
    }
}
