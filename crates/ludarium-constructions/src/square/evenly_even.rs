//! Squares whose order is divisible by four.

use super::odd::arrangement;
use super::Options;
use crate::{Error, Grid, Working};

/// The array with only the cells that fit.
fn only(grid: &Grid, fits: impl Fn(usize, usize) -> bool) -> Grid {
    Grid::partly(grid.rows(), grid.columns(), |r, c| {
        grid.get((r, c)).filter(|_| fits(r, c))
    })
}

/// The natural square with the cells that do not `stay` counted backwards, in two passes.
fn two_passes(
    n: usize,
    first: &str,
    second: &str,
    stays: impl Fn(usize, usize) -> bool,
) -> Working {
    let natural = Grid::natural(n);
    let last = (n * n) as i64;
    let square = Grid::square(n, |r, c| {
        let number = (r * n + c + 1) as i64;
        if stays(r, c) {
            number
        } else {
            last + 1 - number
        }
    });
    Working::from_last(
        "natural order",
        "The numbers row by row; each cell is counted in this order.",
        natural.clone(),
    )
    .then("first pass", first, only(&natural, &stays))
    .then("the square", second, square)
}

const BACKWARDS: &str = "Now counting backwards from the last cell, 1, 2, 3, ..., the count is written into the cells left out before. \
    Every cell is counted again, and cells opposite to each other through the middle add up to the first and the last number.";

pub(super) fn agrippa(n: usize, _: &Options) -> Result<Working, Error> {
    Ok(two_passes(
        n,
        "Counting through the cells from the first, the count is written only where a cell lies on a diagonal of its block of \
         four by four.",
        BACKWARDS,
        |r, c| r % 4 == c % 4 || r % 4 + c % 4 == 3,
    ))
}

pub(super) fn quarters(n: usize, _: &Options) -> Result<Working, Error> {
    let h = n / 2;
    Ok(two_passes(
        n,
        "Counting through the cells from the first, every second one is written, as on a chess board: the first number written \
         is 2. In the upper right and the lower left quarter the other cells are taken.",
        BACKWARDS,
        |r, c| ((r + c) % 2 == 1) == ((r < h) == (c < h)),
    ))
}

pub(super) fn ozanam(n: usize, _: &Options) -> Result<Working, Error> {
    let h = n / 2;
    let last = (n * n) as i64;
    // The guide number over column c of line i, from 1.
    let guide = |i: usize, c: usize| {
        let c = c.min(n - 1 - c);
        (c + h - i) % h + 1
    };
    let upper = |i: usize, c: usize| (i * n + c + 1) as i64;
    let lower = |i: usize, c: usize| last + 1 - upper(i, c);
    let table = Grid::partly(3 * h, n, |r, c| {
        let i = r / 3;
        Some(match r % 3 {
            0 => guide(i, c) as i64,
            1 => upper(i, c),
            _ => lower(i, c),
        })
    });
    let square = Grid::square(n, |r, c| {
        // The lower rows are written from right to left.
        let (i, c, odd_takes_lower) = if r < h {
            (r, c, true)
        } else {
            (n - 1 - r, n - 1 - c, false)
        };
        if (guide(i, c) % 2 == 1) == odd_takes_lower {
            lower(i, c)
        } else {
            upper(i, c)
        }
    });
    let guides = (0..h).flat_map(|i| (0..n).map(move |c| (3 * i, c)));
    Ok(Working::from_last(
        "guide numbers",
        format!(
            "{h} double lines: above, the numbers in order; below each, its complement to {}. Over them guide numbers: 1 to {h}, \
             shifted by one place from line to line, then the same backwards.",
            last + 1
        ),
        table,
    )
    .marking(guides)
    .then(
        "the upper half",
        "Each line makes a row: where the guide number is odd the lower number is taken, where it is even the upper one.",
        only(&square, |r, _| r < h),
    )
    .then(
        "the square",
        "The same lines make the rows from the bottom, written from right to left and chosen the other way round: the upper number \
         for an odd guide, the lower for an even one.",
        square,
    ))
}

/// Whether row `r` runs in the same direction as the first: rows alternate, and the lower half
/// mirrors the upper.
fn runs_forward(n: usize, r: usize) -> bool {
    r.min(n - 1 - r) % 2 == 0
}

/// A and B by alternate reversal, and their sum.
fn by_reversal(n: usize, row: &[i64], column: &[i64]) -> (Grid, Grid, Grid) {
    let a = |r: usize, c: usize| {
        if runs_forward(n, r) {
            row[c]
        } else {
            row[n - 1 - c]
        }
    };
    let b = |r: usize, c: usize| {
        if runs_forward(n, c) {
            column[r]
        } else {
            column[n - 1 - r]
        }
    };
    (
        Grid::square(n, a),
        Grid::square(n, b),
        Grid::square(n, |r, c| a(r, c) + b(r, c)),
    )
}

/// Checks that mirrored places hold numbers with the same sum.
fn mirrored(option: &'static str, given: &[i64], sum: i64) -> Result<(), Error> {
    let n = given.len();
    let wrong = (0..n / 2).find(|i| given[*i] + given[n - 1 - i] != sum);
    match wrong {
        None => Ok(()),
        Some(i) => Err(Error::Option {
            option,
            why: format!(
                "places {} and {} hold {} and {}; places at equal distance from the ends have to add up to {sum}, or the other lines of the square would disagree",
                i + 1,
                n - i,
                given[i],
                given[n - 1 - i]
            ),
        }),
    }
}

/// The arrangements that the book prints for order 8.
const PRINTED_ROW: [i64; 8] = [1, 6, 5, 2, 7, 4, 3, 8];
const PRINTED_COLUMN: [i64; 8] = [48, 16, 32, 0, 56, 24, 40, 8];

pub(super) fn la_hire(n: usize, options: &Options) -> Result<Working, Error> {
    let count = n as i64;
    let natural = |printed: &[i64], all: Vec<i64>| {
        if n == printed.len() {
            printed.to_vec()
        } else {
            all
        }
    };
    let row = options
        .row
        .clone()
        .unwrap_or_else(|| natural(&PRINTED_ROW, (1..=count).collect()));
    let column = options
        .second
        .clone()
        .unwrap_or_else(|| natural(&PRINTED_COLUMN, (0..count).map(|k| k * count).collect()));
    arrangement("--row", &row, 1..=count)?;
    arrangement("--second", &column, (0..count).map(|k| k * count))?;
    mirrored("--row", &row, count + 1)?;
    mirrored("--second", &column, count * (count - 1))?;
    let (a, b, sum) = by_reversal(n, &row, &column);
    Ok(Working::from_last(
        "A",
        format!(
            "The numbers 1 to {n} in the first row, so that places at equal distance from the ends add up to {}. The rows alternate between this one and its reverse; the fifth of eight is like the fourth, so that the lower half mirrors the upper.",
            n + 1
        ),
        a,
    )
    .then(
        "B",
        format!("0 and the multiples of {n} in the first column, and the columns alternately reversed in the same way."),
        b,
    )
    .then("the square", "A and B added cell by cell.", sum))
}

pub(super) fn natural_rows(n: usize, _: &Options) -> Result<Working, Error> {
    let count = n as i64;
    let row: Vec<i64> = (1..=count).collect();
    let column: Vec<i64> = (0..count).map(|k| k * count).collect();
    let (a, b, sum) = by_reversal(n, &row, &column);
    // The columns of the first pass: every second one from either side.
    let first = only(&sum, |_, c| runs_forward(n, c));
    Ok(Working::from_last(
        "A",
        "The natural numbers in the first row, and the rows alternately reversed; the lower half mirrors the upper.",
        a,
    )
    .then(
        "B",
        format!("0 and the multiples of {n} in the first column, and the columns alternately reversed."),
        b,
    )
    .then(
        "first pass of the direct filling",
        "Without the auxiliary squares: count through the rows back and forth, and begin the lower half at the side where the upper half \
         ended. Write the count in every second column from either side.",
        first,
    )
    .then(
        "the square",
        "In the other columns each row takes the counts of its mirror image, the row at the same distance from the bottom.",
        sum,
    ))
}
