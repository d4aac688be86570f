//! Squares of odd order.

use super::Options;
use crate::grid::Cell;
use crate::{Error, Grid, Working};

/// Fills an array by steps: the next number goes one `step` further, cyclically. If that cell is
/// occupied, `blocked` is the step from the cell of the last number instead.
fn march(order: usize, start: Cell, step: Cell, blocked: Cell) -> Grid {
    let mut grid = Grid::empty(order, order);
    let on = |(r, c): Cell, by: Cell| ((r + by.0) % order, (c + by.1) % order);
    let mut at = start;
    for number in 1..=(order * order) as i64 {
        grid.set(at, Some(number));
        let next = on(at, step);
        at = match grid.get(next) {
            None => next,
            Some(_) => on(at, blocked),
        };
    }
    grid
}

/// The array with only the numbers up to this one.
fn up_to(grid: &Grid, number: i64) -> Grid {
    Grid::partly(grid.rows(), grid.columns(), |r, c| {
        grid.get((r, c)).filter(|n| *n <= number)
    })
}

/// The cells that hold these numbers.
fn places(grid: &Grid, numbers: std::ops::RangeInclusive<i64>) -> Vec<Cell> {
    let of = grid.numbers().filter(|(_, n)| numbers.contains(n));
    of.map(|(at, _)| at).collect()
}

pub(super) fn agrippa(n: usize, _: &Options) -> Result<Working, Error> {
    let grid = march(n, (n.div_ceil(2), n / 2), (1, 1), (2, 0));
    let count = n as i64;
    Ok(Working::from_last(
        "the first numbers",
        format!(
            "1 goes below the middle cell. Each next number goes one cell down and one to the right; what leaves the \
             square at the bottom comes in at the top, what leaves at the right comes in at the left. Continue like this up to {n}."
        ),
        up_to(&grid, count),
    )
    .then(
        "an occupied cell",
        format!(
            "{} would fall on 1. It goes one cell down and one to the left of the occupied cell instead, which is two cells straight below {n}.",
            n + 1
        ),
        up_to(&grid, count + 1),
    )
    .marking(places(&grid, count..=count + 1))
    .then(
        "the square",
        "Continue like this to the end. The middle number stands in the middle, and cells opposite to each other through it \
         hold numbers that add up to the first and the last.",
        grid,
    ))
}

pub(super) fn loubere(n: usize, _: &Options) -> Result<Working, Error> {
    let grid = march(n, (0, n / 2), (n - 1, 1), (1, 0));
    let count = n as i64;
    Ok(Working::from_last(
        "the first numbers",
        format!(
            "1 goes into the middle of the top row. Each next number goes one cell up and one to the right; what leaves \
             the square at the top comes in at the bottom, what leaves at the right comes in at the left. Continue like this up to {n}."
        ),
        up_to(&grid, count),
    )
    .then(
        "an occupied cell",
        format!("{} would fall on 1; it goes directly below {n} instead.", n + 1),
        up_to(&grid, count + 1),
    )
    .marking(places(&grid, count..=count + 1))
    .then("the square", "Continue like this to the end.", grid))
}

pub(super) fn bachet(n: usize, _: &Options) -> Result<Working, Error> {
    // Number i*n + j + 1 is at height i + j, and j - i to the right of the axis.
    let wide = 2 * n - 1;
    let mut diamond = Grid::empty(wide, wide);
    for i in 0..n {
        for j in 0..n {
            diamond.set((i + j, n - 1 + j - i), Some((i * n + j + 1) as i64));
        }
    }
    let half = (n - 1) / 2;
    let inside = |at: usize| at >= half && at < half + n;
    let kept = diamond.part((half, half), n, n);
    let mut square = kept.clone();
    let mut moved = Vec::new();
    for ((r, c), number) in diamond.numbers() {
        if inside(r) && inside(c) {
            continue;
        }
        // A number outside moves by n towards the square, into an empty cell of it.
        let to = match (r < half, r >= half + n, c < half) {
            (true, _, _) => (r + n, c),
            (_, true, _) => (r - n, c),
            (_, _, true) => (r, c + n),
            _ => (r, c - n),
        };
        let to = (to.0 - half, to.1 - half);
        square.set(to, Some(number));
        moved.push(to);
    }
    Ok(Working::from_last(
        "the diamond",
        format!(
            "The numbers are written in order in {n} slanting rows of {n}, so that they make a square standing on \
             its corner. The square to be made is the middle of it."
        ),
        diamond,
    )
    .then(
        "what already stands in the square",
        "Every second cell of the square is filled.",
        kept,
    )
    .then(
        "the square",
        format!(
            "The numbers outside are moved {n} cells into the square: those above it down, those below it up, those at the \
             left to the right, those at the right to the left."
        ),
        square,
    )
    .marking(moved))
}

pub(super) fn loubere_rows(n: usize, _: &Options) -> Result<Working, Error> {
    let half = (n - 1) / 2;
    // Row i begins so far to the left that its i-th number is in the middle column.
    let wide = 2 * n - 1;
    let mut rows = Grid::empty(n, wide);
    for i in 0..n {
        for j in 0..n {
            rows.set((i, n - 1 - i + j), Some((i * n + j + 1) as i64));
        }
    }
    let first = n - 1 - half;
    // Sideways moves first: then every column has n numbers to rotate.
    let mut gathered = Grid::empty(n, n);
    for ((r, c), number) in rows.numbers() {
        let c = match c {
            c if c < first => c + n - first,
            c if c >= first + n => c - n - first,
            c => c - first,
        };
        gathered.set((r, c), Some(number));
    }
    let square = gathered.rearranged(n, n, |r, c| ((r + n + c - half) % n, c));
    Ok(Working::from_last(
        "staggered rows",
        format!(
            "The rows of the natural order, each shifted sideways until its first, second, third ... number stands in the \
             middle column. The middle {n} columns are the square."
        ),
        rows,
    )
    .then(
        "sideways",
        format!("Every number outside those columns is moved {n} places along its row into the square."),
        gathered,
    )
    .then(
        "up and down",
        "The middle column stays. The first column to its right is rotated upwards by one, its top number going to the \
         bottom, the second by two, and so on; the columns to its left are rotated downwards in the same way.",
        square,
    ))
}

pub(super) fn loubere_diagonals(n: usize, _: &Options) -> Result<Working, Error> {
    // Rows are counted from the top row of the square and may be negative here.
    let count = n as i64;
    let mut places = Vec::with_capacity(n * n);
    let (mut row, mut column) = (0_i64, (n / 2) as i64);
    for number in 1..=count * count {
        places.push((row, column, number));
        let ends_a_group = number % count == 0;
        (row, column) = match (ends_a_group, column + 1 == count) {
            (true, _) => (row + 1, column),
            (false, false) => (row - 1, column + 1),
            (false, true) => (row + count - 1, 0),
        };
    }
    let top = places.iter().map(|p| p.0).min().unwrap_or(0);
    let bottom = places.iter().map(|p| p.0).max().unwrap_or(0);
    let mut array = Grid::empty((bottom - top + 1) as usize, n);
    let mut square = Grid::empty(n, n);
    let mut moved = Vec::new();
    for (row, column, number) in places {
        array.set(((row - top) as usize, column as usize), Some(number));
        let inside = (row.rem_euclid(count) as usize, column as usize);
        square.set(inside, Some(number));
        if row < 0 || row >= count {
            moved.push(inside);
        }
    }
    Ok(Working::from_last(
        "diagonal rows",
        format!(
            "1 goes into the first cell of the middle column, and each group of {n} numbers rises to the right; a group \
             that reaches the last column goes on in the first column of the same slanting row, {} rows lower. The next group \
             begins directly below the last number. Rows {} to {} of this are the square.",
            n - 1,
            1 - top,
            count - top
        ),
        array,
    )
    .then(
        "the square",
        format!("The numbers above the square move down by {n} rows, those below it up by {n}."),
        square,
    )
    .marking(moved))
}

/// Checks that these are the expected numbers, each once.
pub(super) fn arrangement(
    option: &'static str,
    given: &[i64],
    wanted: impl Iterator<Item = i64>,
) -> Result<(), Error> {
    let mut wanted: Vec<i64> = wanted.collect();
    wanted.sort_unstable();
    let mut own = given.to_vec();
    own.sort_unstable();
    if own == wanted {
        return Ok(());
    }
    let twice = own.windows(2).find(|pair| pair[0] == pair[1]);
    let why = match twice {
        Some(pair) => format!("{} is given twice", pair[0]),
        None => {
            let list: Vec<String> = wanted.iter().map(i64::to_string).collect();
            format!("it must hold {} in some order", list.join(", "))
        }
    };
    Err(Error::Option { option, why })
}

pub(super) fn two_squares(n: usize, options: &Options) -> Result<Working, Error> {
    let count = n as i64;
    let row = options.row.clone().unwrap_or_else(|| (1..=count).collect());
    arrangement("--row", &row, 1..=count)?;
    let multiples = || (0..count).rev().map(|k| k * count);
    let second = options
        .second
        .clone()
        .unwrap_or_else(|| multiples().collect());
    arrangement("--second", &second, multiples())?;
    let a = Grid::square(n, |r, c| row[(r + c) % n]);
    let b = Grid::square(n, |r, c| second[(c + n - r) % n]);
    let sum = Grid::square(n, |r, c| row[(r + c) % n] + second[(c + n - r) % n]);
    let (falls, rises) = (
        second[0] == count * (count - 1) / 2,
        row[n - 1] == (count + 1) / 2,
    );
    let diagonals = match (falls, rises) {
        (true, true) => "Both diagonals agree as well.".to_owned(),
        _ => format!(
            "The diagonals do not both agree: the falling one does where B begins with its mean number {}, the rising one \
             where the first row of A ends with its mean number {}, for these stand along the whole diagonal.",
            count * (count - 1) / 2,
            (count + 1) / 2
        ),
    };
    Ok(Working::from_last(
        "A",
        format!("The numbers from 1 to {n}; each row is the row above, rotated one place to the left."),
        a,
    )
    .then(
        "B",
        format!("The multiples of {n} with 0; each row is the row above, rotated one place to the right."),
        b,
    )
    .then(
        "the square",
        format!("A and B added cell by cell. Rows and columns agree. {diagonals}"),
        sum,
    ))
}
