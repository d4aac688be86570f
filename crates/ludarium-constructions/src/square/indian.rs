//! The Indian square, a pandiagonal square that can be continued in all directions.

use super::Options;
use crate::{Error, Grid, Working};

/// A change of an Indian square that keeps it magic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A cyclic shift: moves the top rows to the bottom, and the first columns to the right side.
    Shift {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// The broken diagonals become the columns.
    Diagonals,
    /// After a quarter turn, a line of knight's moves becomes the first column.
    Knights,
}

impl std::str::FromStr for Change {
    type Err = Error;

    fn from_str(text: &str) -> Result<Change, Error> {
        let shift = || {
            let (rows, columns) = text.strip_prefix("shift:")?.split_once(',')?;
            Some(Change::Shift {
                rows: rows.trim().parse().ok()?,
                columns: columns.trim().parse().ok()?,
            })
        };
        match text {
            "diagonals" => Ok(Change::Diagonals),
            "knights" => Ok(Change::Knights),
            _ => shift().ok_or_else(|| Error::Option {
                option: "--change",
                why: format!(
                    "unknown change {text:?}: use shift:ROWS,COLUMNS, diagonals or knights"
                ),
            }),
        }
    }
}

/// The rows of the first half: four numbers in the odd columns of the upper half, four in the even
/// columns of the lower.
const FIRST_HALF: [[i64; 4]; 8] = [
    [1, 3, 8, 6],
    [16, 14, 9, 11],
    [17, 19, 24, 22],
    [32, 30, 25, 27],
    [2, 4, 7, 5],
    [15, 13, 10, 12],
    [18, 20, 23, 21],
    [31, 29, 26, 28],
];

pub(super) fn indian(n: usize, options: &Options) -> Result<Working, Error> {
    let first = Grid::partly(n, n, |r, c| (c % 2 == r / 4).then(|| FIRST_HALF[r][c / 2]));
    let square = Grid::partly(n, n, |r, c| {
        let own = first.get((r, c));
        own.or_else(|| first.get(((r + 4) % 8, (c + 4) % 8)).map(|n| 65 - n))
    });
    // Four columns further right is a column of the other half as well, so the cell always belongs
    // to the first half.
    let mut working = Working::from_last(
        "first half",
        "Half of the numbers: in the upper half in every second column from the first, in the lower half in the others. Each group of four in \
         one quarter is balanced by the next in another.",
        first.clone(),
    )
    .then(
        "the square",
        "The other cells hold complements: the cell four rows and four columns further, round the edges, gets the complement to 65.",
        square,
    );
    for change in &options.changes {
        let grid = working.result().clone();
        working = match *change {
            Change::Shift { rows, columns } => working.then(
                "shifted",
                format!("{rows} rows go from the top to the bottom, {columns} columns from the left to the right."),
                grid.rearranged(n, n, |r, c| ((r + rows) % n, (c + columns) % n)),
            ),
            Change::Diagonals => working.then(
                "slanting lines as columns",
                "The second row is rotated one place to the left, the third two, and so on, so that each falling broken diagonal becomes a column.",
                grid.rearranged(n, n, |r, c| (r, (c + r) % n)),
            ),
            Change::Knights => working.then(
                "knights' lines as columns",
                "A quarter turn makes the last column the top row; then the second row is rotated two places to the left, the third four, and so on, so that cells a knight's move apart come to stand in a column.",
                grid.turned().rearranged(n, n, |r, c| (r, (c + 2 * r) % n)),
            ),
        };
    }
    Ok(working)
}
