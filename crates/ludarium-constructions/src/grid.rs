//! Rectangular arrays of numbers.

use std::fmt;

use crate::Error;

/// A cell: row from the top and column from the left, both from 0. Messages count from 1.
pub type Cell = (usize, usize);

/// A rectangular array whose cells hold a number or are empty.
///
/// ```
/// use ludarium_constructions::Grid;
///
/// let grid: Grid = "4 9 2\n3 5 7\n8 1 6".parse().unwrap();
/// assert_eq!(grid.get((0, 1)), Some(9));
/// assert_eq!(grid.turned().to_string(), "2 7 6\n9 5 1\n4 3 8\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<Option<i64>>,
}

impl Grid {
    /// An array of empty cells.
    #[must_use]
    pub fn empty(rows: usize, columns: usize) -> Grid {
        Grid {
            rows,
            columns,
            cells: vec![None; rows * columns],
        }
    }

    /// A full square array; `number` maps each row and column to a number.
    #[must_use]
    pub fn square(order: usize, number: impl Fn(usize, usize) -> i64) -> Grid {
        Grid::partly(order, order, |r, c| Some(number(r, c)))
    }

    /// An array in which some cells may be empty; `number` maps each cell to its contents.
    #[must_use]
    pub fn partly(
        rows: usize,
        columns: usize,
        number: impl Fn(usize, usize) -> Option<i64>,
    ) -> Grid {
        let cells = (0..rows * columns).map(|i| number(i / columns, i % columns));
        Grid {
            rows,
            columns,
            cells: cells.collect(),
        }
    }

    /// The numbers in natural order: row by row from 1.
    #[must_use]
    pub fn natural(order: usize) -> Grid {
        Grid::square(order, |r, c| (r * order + c + 1) as i64)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The order, if the array is square.
    #[must_use]
    pub fn order(&self) -> Option<usize> {
        (self.rows == self.columns && self.rows > 0).then_some(self.rows)
    }

    /// The number at a cell; `None` if the cell is empty or outside.
    #[must_use]
    pub fn get(&self, (row, column): Cell) -> Option<i64> {
        if column >= self.columns {
            return None;
        }
        self.cells
            .get(row * self.columns + column)
            .copied()
            .flatten()
    }

    /// Puts a number into a cell, or empties it. Ignores cells outside the array.
    pub fn set(&mut self, (row, column): Cell, number: Option<i64>) {
        if row < self.rows && column < self.columns {
            self.cells[row * self.columns + column] = number;
        }
    }

    /// Swaps the contents of two cells.
    pub fn exchange(&mut self, a: Cell, b: Cell) {
        let (x, y) = (self.get(a), self.get(b));
        self.set(a, y);
        self.set(b, x);
    }

    /// All cells with their contents, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Option<i64>)> + '_ {
        let place =
            |(i, number): (usize, &Option<i64>)| ((i / self.columns, i % self.columns), *number);
        self.cells.iter().enumerate().map(place)
    }

    /// The cells that hold a number, row by row.
    pub fn numbers(&self) -> impl Iterator<Item = (Cell, i64)> + '_ {
        self.cells().filter_map(|(cell, n)| Some((cell, n?)))
    }

    /// Whether no cell is empty.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// The first cell, row by row, that holds this number.
    #[must_use]
    pub fn find(&self, number: i64) -> Option<Cell> {
        self.numbers().find(|(_, n)| *n == number).map(|(at, _)| at)
    }

    /// An array of the given size, each cell filled from a cell of this one.
    #[must_use]
    pub fn rearranged(
        &self,
        rows: usize,
        columns: usize,
        from: impl Fn(usize, usize) -> Cell,
    ) -> Grid {
        Grid::partly(rows, columns, |r, c| self.get(from(r, c)))
    }

    /// Applies a function to every number.
    #[must_use]
    pub fn changed(&self, change: impl Fn(i64) -> i64) -> Grid {
        Grid {
            cells: self.cells.iter().map(|n| n.map(&change)).collect(),
            ..*self
        }
    }

    /// A quarter turn anticlockwise: the last column becomes the top row.
    #[must_use]
    pub fn turned(&self) -> Grid {
        self.rearranged(self.columns, self.rows, |r, c| (c, self.columns - 1 - r))
    }

    /// Left and right swapped.
    #[must_use]
    pub fn mirrored(&self) -> Grid {
        self.rearranged(self.rows, self.columns, |r, c| (r, self.columns - 1 - c))
    }

    /// Rows and columns swapped.
    #[must_use]
    pub fn transposed(&self) -> Grid {
        self.rearranged(self.columns, self.rows, |r, c| (c, r))
    }

    /// The array in its eight orientations: four rotations, and their mirror images.
    #[must_use]
    pub fn positions(&self) -> Vec<Grid> {
        let mut all = Vec::with_capacity(8);
        let mut grid = self.clone();
        for _ in 0..4 {
            all.push(grid.mirrored());
            let next = grid.turned();
            all.push(grid);
            grid = next;
        }
        all
    }

    /// A rectangular part of the array.
    #[must_use]
    pub fn part(&self, (row, column): Cell, rows: usize, columns: usize) -> Grid {
        self.rearranged(rows, columns, |r, c| (row + r, column + c))
    }
}

impl fmt::Display for Grid {
    /// Writes one line per row with aligned columns, and a dot for an empty cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |number: &Option<i64>| number.map_or_else(|| ".".to_owned(), |n| n.to_string());
        let wide = self.cells.iter().map(|n| text(n).len()).max().unwrap_or(1);
        for row in self.cells.chunks(self.columns.max(1)) {
            let line: Vec<String> = row.iter().map(|n| format!("{:>wide$}", text(n))).collect();
            writeln!(f, "{}", line.join(" "))?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Grid {
    type Err = Error;

    /// Reads lines of numbers. A dot, or a letter that names a vacant cell, is an empty cell. A `~`
    /// or `?` after a number marks a doubtful reading and is ignored.
    fn from_str(text: &str) -> Result<Grid, Error> {
        let mut cells = Vec::new();
        let mut columns = 0;
        let mut rows = 0;
        for (index, line) in text.lines().enumerate() {
            let words: Vec<&str> = line
                .split([' ', '\t', ',', ';'])
                .filter(|w| !w.is_empty())
                .collect();
            if words.is_empty() {
                continue;
            }
            let bad = |why: String| Error::Text {
                line: index + 1,
                why,
            };
            if rows > 0 && words.len() != columns {
                return Err(bad(format!(
                    "{} cells, and {columns} in the first row",
                    words.len()
                )));
            }
            columns = words.len();
            rows += 1;
            if rows * columns > crate::MAX_CELLS {
                return Err(bad(format!("more than {} cells", crate::MAX_CELLS)));
            }
            for word in words {
                cells.push(number(word).map_err(bad)?);
            }
        }
        Ok(Grid {
            rows,
            columns,
            cells,
        })
    }
}

/// Parses the contents of a cell.
fn number(word: &str) -> Result<Option<i64>, String> {
    let plain = word.trim_end_matches(['~', '?']);
    let vacant = matches!(plain, "." | "-" | "_" | "x")
        || (plain.len() == 1 && plain.starts_with(|c: char| c.is_ascii_lowercase()));
    if vacant {
        return Ok(None);
    }
    match plain.parse::<i64>() {
        Ok(number) if number.abs() <= crate::MAX_NUMBER => Ok(Some(number)),
        Ok(number) => Err(format!("{number} is too large")),
        Err(_) => Err(format!(
            "{word:?} is not a number, nor a dot for an empty cell"
        )),
    }
}
