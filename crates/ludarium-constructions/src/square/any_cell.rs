//! Squares that begin at a chosen cell.

use super::method::usual;
use super::{bordered, evenly_even, odd, Options};
use crate::error::named;
use crate::grid::Cell;
use crate::{Error, Grid, Working};

/// The sixteen squares of the book, by column and row of 1: whether rows and columns of No. 1 are
/// swapped for each other, and the new order of its rows and of its columns, from 1.
type Exchange = (bool, [usize; 4], [usize; 4]);

const SIXTEEN: [Exchange; 16] = [
    (false, [1, 2, 3, 4], [1, 2, 3, 4]),
    (false, [4, 1, 3, 2], [1, 2, 3, 4]),
    (true, [4, 3, 1, 2], [1, 2, 3, 4]),
    (false, [2, 4, 3, 1], [1, 2, 3, 4]),
    (false, [1, 2, 4, 3], [2, 1, 4, 3]),
    (true, [4, 1, 2, 3], [4, 1, 3, 2]),
    (true, [4, 3, 1, 2], [4, 1, 2, 3]),
    (true, [3, 2, 4, 1], [4, 1, 2, 3]),
    (false, [1, 4, 3, 2], [3, 2, 1, 4]),
    (true, [3, 1, 4, 2], [3, 2, 1, 4]),
    (true, [4, 2, 1, 3], [3, 2, 1, 4]),
    (true, [2, 4, 3, 1], [4, 2, 1, 3]),
    (true, [1, 3, 4, 2], [2, 4, 3, 1]),
    (false, [3, 1, 4, 2], [4, 3, 2, 1]),
    (false, [2, 4, 1, 3], [4, 2, 3, 1]),
    (true, [2, 4, 3, 1], [2, 3, 4, 1]),
];

pub(super) fn any_cell(n: usize, options: &Options) -> Result<Working, Error> {
    let start = options.start.unwrap_or((0, 0));
    if start.0 >= n || start.1 >= n {
        return Err(Error::Option {
            option: "--start",
            why: format!("{} lies outside a square of order {n}", named(start)),
        });
    }
    if options.diagonals {
        return with_diagonals(n, start);
    }
    let from = usual(n).work(n, &Options::default())?.into_result();
    let working = Working::from_last(
        "a square to begin with",
        "Any magic square. Exchanging two of its rows, or two of its columns, changes no sum of a row or a column.",
        from.clone(),
    );
    if n == 4 {
        let (transposed, rows, columns) = SIXTEEN[4 * start.1 + start.0];
        let from = if transposed { from.transposed() } else { from };
        let square = from.rearranged(4, 4, |r, c| (rows[r] - 1, columns[c] - 1));
        let mut how = format!(
            "The rows are put in the order {}, the columns in the order {}.",
            list(&rows),
            list(&columns)
        );
        if transposed {
            how = format!("The square is reflected in its falling diagonal. {how}");
        }
        return Ok(working
            .then(
                "the square",
                format!("{how} 1 stands at {}.", named(start)),
                square,
            )
            .marking([start]));
    }
    let at = from.find(1).unwrap_or((0, 0));
    let mut square = from;
    swap_rows(&mut square, at.0, start.0);
    swap_columns(&mut square, at.1, start.1);
    Ok(working
        .then(
            "the square",
            format!(
                "Row {} and row {} are exchanged, and column {} and column {}, which brings 1 to {}. Rows and columns agree; the diagonals \
                 need not.",
                at.0 + 1,
                start.0 + 1,
                at.1 + 1,
                start.1 + 1,
                named(start)
            ),
            square,
        )
        .marking([start]))
}

fn list(order: &[usize]) -> String {
    let words: Vec<String> = order.iter().map(usize::to_string).collect();
    words.join(" ")
}

fn swap_rows(grid: &mut Grid, a: usize, b: usize) {
    if a != b {
        (0..grid.columns()).for_each(|c| grid.exchange((a, c), (b, c)));
    }
}

fn swap_columns(grid: &mut Grid, a: usize, b: usize) {
    if a != b {
        (0..grid.rows()).for_each(|r| grid.exchange((r, a), (r, b)));
    }
}

/// Swaps that keep both diagonals: the same rows and columns at once, together with their mirror
/// images.
fn paired(grid: &Grid, order: &[usize]) -> Grid {
    grid.rearranged(grid.rows(), grid.columns(), |r, c| (order[r], order[c]))
}

/// A square with both diagonals and 1 at this cell.
fn with_diagonals(n: usize, start: Cell) -> Result<Working, Error> {
    let (r, c) = start;
    let on_a_diagonal = r == c || r + c == n - 1;
    let from = if n % 4 == 0 {
        reversed_rows(n, start)?
    } else if on_a_diagonal {
        corner(n, start)?
    } else if n % 2 == 1 {
        slanting_rows(n, start)?
    } else {
        four_by_four(n)
    };
    let at = from.find(1).unwrap_or((0, 0));
    let working = Working::from_last(
        "a square to begin with",
        "A magic square with 1 on a diagonal if the chosen cell lies on one, and off the diagonals otherwise.",
        from.clone(),
    )
    .marking([at]);
    if at == start {
        return Ok(working);
    }
    let square = paired(&from, &order_from(n, at, start));
    Ok(working
        .then(
            "the square",
            format!(
                "Rows are exchanged together with the columns of the same numbers, and with the rows and columns at the same distance from the other side, so that numbers on a diagonal stay on one. 1 comes to {}.",
                named(start)
            ),
            square,
        )
        .marking([start]))
}

/// An order of the lines, the same for rows and columns and symmetric under reversal, that moves a
/// cell to another.
fn order_from(n: usize, at: Cell, to: Cell) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut place = |from: usize, to: usize| {
        let now = order.iter().position(|line| *line == from).unwrap_or(to);
        order.swap(now, to);
        if now != to && now + to != n - 1 {
            order.swap(n - 1 - now, n - 1 - to);
        }
    };
    place(at.0, to.0);
    if to.0 != to.1 && to.0 + to.1 != n - 1 {
        place(at.1, to.1);
    }
    order
}

/// Evenly even: the auxiliary squares allow 1 in every cell.
fn reversed_rows(n: usize, (r, c): Cell) -> Result<Grid, Error> {
    let count = n as i64;
    // Swapping two places together with their mirror images keeps mirrored places balanced.
    let first_at = |place: usize, mut all: Vec<i64>| {
        all.swap(0, place);
        if place != n - 1 {
            all.swap(n - 1, n - 1 - place);
        }
        all
    };
    // A row runs forwards or backwards, and so does a column.
    for place in [c, n - 1 - c] {
        for second in [r, n - 1 - r] {
            let options = Options {
                row: Some(first_at(place, (1..=count).collect())),
                second: Some(first_at(second, (0..count).map(|k| k * count).collect())),
                ..Options::default()
            };
            let grid = evenly_even::la_hire(n, &options)?.into_result();
            if grid.get((r, c)) == Some(1) {
                return Ok(grid);
            }
        }
    }
    Err(Error::Other(format!(
        "no arrangement brings 1 to {}",
        named((r, c))
    )))
}

/// On a diagonal: a bordered square begins in the corner.
fn corner(n: usize, start: Cell) -> Result<Grid, Error> {
    let middle = n % 2 == 1 && start == (n / 2, n / 2);
    if n == 3 {
        return Err(Error::Impossible(
            "in a magic square of order 3, 1 can stand only in the middle of a side".to_owned(),
        ));
    }
    if middle {
        return middle_cell(n);
    }
    let grid = bordered::bordered(n, &Options::default())?.into_result();
    // The swaps move a cell of the falling diagonal to that diagonal, or, after mirroring, to the
    // other.
    Ok(match start.0 == start.1 {
        true => grid,
        false => grid.mirrored(),
    })
}

/// In the middle: a pandiagonal square may be shifted cyclically.
fn middle_cell(n: usize) -> Result<Grid, Error> {
    if n % 3 == 0 {
        return Err(Error::Other(format!(
            "no method here puts 1 in the middle of a square of order {n} with both diagonals magic: that needs all broken diagonals to agree, and this construction achieves it for odd orders not divisible by 3"
        )));
    }
    let count = n as i64;
    // With steps of two rows per column, every line contains each part once.
    let a = |r: usize, c: usize| ((c + 2 * r) % n) as i64;
    let b = |r: usize, c: usize| ((c + (n - 2) * r) % n) as i64;
    let grid = Grid::square(n, |r, c| a(r, c) + count * b(r, c) + 1);
    let at = grid.find(1).unwrap_or((0, 0));
    let by = (n + at.0 - n / 2, n + at.1 - n / 2);
    Ok(grid.rearranged(n, n, |r, c| ((r + by.0) % n, (c + by.1) % n)))
}

/// Odd: auxiliary squares with their mean numbers on the diagonals along which they are constant.
fn slanting_rows(n: usize, (r, c): Cell) -> Result<Grid, Error> {
    let count = n as i64;
    let mut row: Vec<i64> = (1..=count).collect();
    row.swap(n - 1, n / 2);
    let mut second: Vec<i64> = (0..count).rev().map(|k| k * count).collect();
    second.swap(0, n / 2);
    let bring = |list: &mut Vec<i64>, number: i64, to: usize| {
        if let Some(now) = list.iter().position(|n| *n == number) {
            list.swap(now, to);
        }
    };
    bring(&mut row, 1, (r + c) % n);
    bring(&mut second, 0, (c + n - r) % n);
    let options = Options {
        row: Some(row),
        second: Some(second),
        ..Options::default()
    };
    Ok(odd::two_squares(n, &options)?.into_result())
}

/// Unevenly even, 1 off the diagonals: blocks of four cells in the order of De la Loubere's odd
/// square, each written like one of the letters L, U and X (J. H. Conway's LUX method).
fn four_by_four(n: usize) -> Grid {
    let m = n / 2;
    let ranks = odd::loubere(m, &Options::default())
        .map(Working::into_result)
        .unwrap_or_else(|_| Grid::empty(m, m));
    let half = m / 2;
    Grid::square(n, |r, c| {
        let (i, j) = (r / 2, c / 2);
        // Rows of L, one of U, the rest X; the middle L swaps with the U below it.
        let l = match i {
            i if i == half => j != half,
            i if i == half + 1 => j == half,
            i => i < half,
        };
        let u = i == half + 1 && j != half || i == half && j == half;
        let offsets = match (l, u) {
            (true, _) => [4, 1, 2, 3],
            (_, true) => [1, 4, 2, 3],
            _ => [1, 4, 3, 2],
        };
        4 * (ranks.get((i, j)).unwrap_or(1) - 1) + offsets[2 * (r % 2) + c % 2]
    })
}
