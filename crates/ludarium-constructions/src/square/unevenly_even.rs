//! Squares whose order is divisible by two but not by four.

use super::{odd, Options};
use crate::grid::Cell;
use crate::{Error, Grid, Working};

/// Swaps cells in order; pairs are given from 1 as (row, column).
fn exchanges(grid: &mut Grid, pairs: &[(Cell, Cell)]) {
    for &((a, b), (c, d)) in pairs {
        grid.exchange((a - 1, b - 1), (c - 1, d - 1));
    }
}

pub(super) fn border(_: usize, _: &Options) -> Result<Working, Error> {
    let natural = Grid::natural(6);
    // The inner square keeps its diagonals, and its other cells are swapped through its middle.
    let mut inner = natural.clone();
    for r in 1..5 {
        for c in 1..5 {
            if r != c && r + c != 5 {
                inner.set((r, c), natural.get((5 - r, 5 - c)));
            }
        }
    }
    let mut rows = inner.clone();
    exchanges(
        &mut rows,
        &[
            ((1, 2), (6, 5)),
            ((1, 5), (6, 2)),
            ((6, 2), (6, 5)),
            ((1, 3), (6, 3)),
            ((1, 4), (6, 3)),
            ((1, 3), (6, 4)),
        ],
    );
    let mut sides = rows.clone();
    exchanges(
        &mut sides,
        &[
            ((2, 1), (5, 6)),
            ((5, 1), (2, 6)),
            ((2, 6), (5, 6)),
            ((4, 1), (4, 6)),
            ((3, 1), (4, 6)),
            ((4, 1), (3, 6)),
        ],
    );
    let mut last = sides.clone();
    exchanges(&mut last, &[((5, 3), (5, 4)), ((3, 5), (4, 5))]);
    Ok(Working::from_last("natural order", "The numbers from 1 to 36.", natural)
        .then(
            "No. I",
            "The inner square of sixteen keeps its diagonals; its other numbers change places with those opposite through the middle, \
             and it is magic.",
            inner,
        )
        .then("top and bottom", TOP, rows)
        .then("the sides", SIDES, sides)
        .then(
            "the square",
            "To balance the inner rows and columns, the two middle numbers of the bottom row of the inner square change places, and the two \
             middle numbers of its right column.",
            last,
        ))
}

const TOP: &str = "The corners stay. 2 and 5 go down, and 35 and 32, their complements to 37, come up above them. Then three exchanges of the \
    four middle numbers bring the row to 111.";
const SIDES: &str = "7 and 25 go to the right, and 30 and 12, their complements, come to the left beside them. Then three exchanges of the \
    four middle numbers bring the column to 111.";

/// The auxiliary squares as printed.
const A: [[i64; 6]; 2] = [[5, 6, 3, 4, 1, 2], [2, 1, 4, 3, 6, 5]];
const B: [[i64; 2]; 6] = [[24, 6], [0, 30], [12, 18], [18, 12], [30, 0], [6, 24]];

pub(super) fn la_hire(_: usize, _: &Options) -> Result<Working, Error> {
    let second = |k: usize| usize::from(k % 3 == 1);
    let a = |r: usize, c: usize| A[second(r)][c];
    let b = |r: usize, c: usize| B[r][second(c)];
    let sum = Grid::square(6, |r, c| a(r, c) + b(r, c));
    let mut middle = sum.clone();
    exchanges(&mut middle, &[((1, 3), (6, 3)), ((3, 1), (3, 6))]);
    let mut edge = middle.clone();
    exchanges(
        &mut edge,
        &[
            ((1, 2), (1, 5)),
            ((1, 3), (1, 4)),
            ((2, 1), (5, 1)),
            ((3, 1), (4, 1)),
            ((3, 6), (4, 6)),
            ((6, 3), (6, 4)),
        ],
    );
    let mut last = edge.clone();
    exchanges(&mut last, &[((2, 3), (2, 4)), ((3, 2), (4, 2))]);
    Ok(Working::from_last(
        "A",
        "The numbers 1 to 6, mirrored places adding up to 7 from row to row; the second and the fifth row are the others reversed.",
        Grid::square(6, a),
    )
    .then("B", "The multiples of 6 with 0, in the same way by columns.", Grid::square(6, b))
    .then("A + B", "Added cell by cell. The lines do not all agree yet.", sum)
    .then(
        "third with third",
        "The third number of the top row changes places with the third of the bottom row, the third of the left column with the third of the \
         right.",
        middle,
    )
    .then(
        "the edges",
        "The four middle numbers of the top row and of the left column are reversed; the two middle numbers of the right column and of the \
         bottom row change places.",
        edge,
    )
    .then(
        "the square",
        "In the inner square the two middle numbers of the top row change places, and the two middle numbers of the left column.",
        last,
    ))
}

pub(super) fn balanced_rows(n: usize, options: &Options) -> Result<Working, Error> {
    match options.figure {
        None | Some(1) => Ok(balanced_low_high(n)),
        Some(2) => Ok(balanced_odd_even(n)),
        Some(_) => Err(Error::Option {
            option: "--figure",
            why: "the method has two figures, 1 and 2".to_owned(),
        }),
    }
}

/// The figure on the left: low and high numbers alternately.
fn balanced_low_high(n: usize) -> Working {
    let (h, count) = (n / 2, n as i64);
    let last = count * count;
    let half = h as i64;
    let mut grid = Grid::empty(n, n);
    for i in 1..h {
        let band = (i as i64 - 1) * count;
        for c in 0..n {
            let k = (c / 2) as i64; // the k-th low or high number of the row
            let low_here = (c % 2 == 0) == (i % 2 == 1);
            let upper = if low_here {
                band + 1 + k
            } else {
                last - band - half + 1 + k
            };
            // The mirrored row takes the rest of the band, backwards, beginning with the other
            // kind.
            let lower = if low_here {
                last - band - half - k
            } else {
                band + count - k
            };
            grid.set((i - 1, c), Some(upper));
            grid.set((n - i, c), Some(lower));
        }
    }
    let s = (half - 1) * count;
    // The row whose first number is the lower one; the other row completes it to the sum of the
    // first and the last number.
    let plain = |c: usize| {
        let c = c as i64 + 1;
        if c % 2 == 1 {
            s + c
        } else {
            s + 2 * count + 1 - c
        }
    };
    // The book's figures disagree on which of the two is above: order 6 has the plain one below,
    // order 10 above.
    let (above, below) = if h % 4 == 3 { (h, h - 1) } else { (h - 1, h) };
    for c in 0..n {
        grid.set((above, c), Some(plain(c)));
        grid.set((below, c), Some(last + 1 - plain(c)));
    }
    // The rows differ by n, so the exchanged columns must differ by half of that. One column does
    // if its place, (3h + 1) / 2, is odd; otherwise three neighbouring columns do, of which the
    // middle one has the opposite sign.
    let taken: Vec<usize> = match h % 4 {
        3 => vec![(3 * h).div_ceil(2)],
        _ => ((3 * h - 1) / 2..(3 * h + 5) / 2).collect(),
    };
    let done = exchange_middle(&grid, h, taken.iter().map(|c| c - 1));
    finish(
        n,
        grid,
        done,
        format!(
            "Each row takes {h} of the lowest numbers left and {h} of the highest, alternately, and the row at the same distance from the bottom takes the others of the same band backwards. The first row begins with a low number, the next with a high one, and so on. One of the two middle rows goes alternately upwards from {} and downwards from {}, and the other holds the complements to {}.",
            s + 1,
            s + 2 * count - 1,
            last + 1
        ),
    )
}

/// The figure on the right: odd low numbers with even high ones.
fn balanced_odd_even(n: usize) -> Working {
    let (h, count) = (n / 2, n as i64);
    let last = count * count;
    let mut grid = Grid::empty(n, n);
    for i in 1..h {
        let (low, high) = ((i as i64 - 1) * count, last - i as i64 * count);
        for c in 0..n {
            let k = 2 * (c / 2) as i64;
            let low_here = (c % 2 == 0) == (i % 2 == 1);
            let (upper, lower) = match low_here {
                true => (low + 1 + k, high + count - 1 - k),
                false => (high + 2 + k, low + count - k),
            };
            grid.set((i - 1, c), Some(upper));
            grid.set((n - i, c), Some(lower));
        }
    }
    let s = (h as i64 - 1) * count;
    for c in 0..n {
        let k = c as i64;
        grid.set((h - 1, c), Some(s + count - k));
        grid.set((h, c), Some(s + count + 1 + k));
    }
    // Column c of the middle rows differs by 2c - 1; half the sum of these differences must move
    // up.
    let mut left = 2 * (h * h) as i64;
    let mut taken = Vec::new();
    for c in (0..n).rev() {
        let difference = 2 * c as i64 + 1;
        // A rest of two is not a sum of different odd numbers.
        if difference <= left && left - difference != 2 {
            left -= difference;
            taken.push(c);
        }
    }
    taken.sort_unstable();
    let done = exchange_middle(&grid, h, taken.into_iter());
    finish(
        n,
        grid,
        done,
        format!(
            "Each row takes alternately the odd numbers of one of the lowest bands and the even ones of one of the highest; the row at the same distance from the bottom takes the others of both bands backwards. The two middle rows count down from {} and up from {}.",
            s + count,
            s + count + 1
        ),
    )
}

/// The middle rows with some columns exchanged, and the exchanged cells.
fn exchange_middle(
    grid: &Grid,
    h: usize,
    columns: impl Iterator<Item = usize>,
) -> (Grid, Vec<Cell>) {
    let mut done = grid.clone();
    let mut marked = Vec::new();
    for c in columns {
        done.exchange((h - 1, c), (h, c));
        marked.extend([(h - 1, c), (h, c)]);
    }
    (done, marked)
}

fn finish(n: usize, grid: Grid, (done, marked): (Grid, Vec<Cell>), how: String) -> Working {
    let up: i64 = (0..n).filter_map(|c| grid.get((n / 2 - 1, c))).sum();
    let down: i64 = (0..n).filter_map(|c| grid.get((n / 2, c))).sum();
    let constant = (n * (n * n + 1) / 2) as i64;
    Working::from_last("balanced rows", how, grid).then(
        "the square",
        format!(
            "The two middle rows add up to {up} and {down}, and not to {constant}. Exchanging the marked numbers between them, column by column, corrects that. Rows and columns agree now; the diagonals do not, which the book does not mention."
        ),
        done,
    )
    .marking(marked)
}

/// How the four numbers of a small square are placed, row by row.
fn pattern(letter: char) -> Option<[i64; 4]> {
    Some(match letter {
        'P' => [1, 2, 4, 3],
        'Q' => [4, 3, 1, 2],
        'R' => [4, 2, 1, 3],
        'T' => [1, 3, 4, 2],
        _ => return None,
    })
}

/// The patterns of the book, continued to any order: R at both ends or T, and inside them as many
/// of Q, P, Q as make both lines agree.
fn usual_patterns(m: usize) -> String {
    let (end, outer, inner) = match m % 4 {
        3 => ('R', (m - 3) / 4, (m - 3) / 2 + 1),
        _ => ('T', (m - 1) / 4, (m - 1) / 2 - 1),
    };
    let side = "Q".repeat(outer);
    format!("{end}{side}{}{side}{end}", "P".repeat(inner))
}

pub(super) fn small_squares(n: usize, options: &Options) -> Result<Working, Error> {
    let m = n / 2;
    let letters = match &options.pattern {
        Some(given) => given.to_uppercase(),
        None => usual_patterns(m),
    };
    let bad = |why: String| Error::Option {
        option: "--pattern",
        why,
    };
    let patterns: Option<Vec<[i64; 4]>> = letters.chars().map(pattern).collect();
    let patterns = patterns.ok_or_else(|| {
        bad(format!(
            "{letters:?} contains a letter other than P, Q, R, T"
        ))
    })?;
    if patterns.len() != m {
        return Err(bad(format!(
            "{letters} has {} letters, and the square {m} columns of small squares",
            patterns.len()
        )));
    }
    let line = |first: usize| {
        patterns
            .iter()
            .map(|p| p[first] + p[first + 1])
            .sum::<i64>()
    };
    if line(0) != line(2) {
        return Err(bad(format!(
            "the upper lines of {letters} add up to {} and the lower ones to {}; they must be equal",
            line(0),
            line(2)
        )));
    }
    let ranks = odd::agrippa(m, &Options::default())?.into_result();
    let square = Grid::square(n, |r, c| {
        let rank = ranks.get((r / 2, c / 2)).unwrap_or(0);
        4 * (rank - 1) + patterns[c / 2][2 * (r % 2) + c % 2]
    });
    let shown = Grid::partly(2, n, |r, c| Some(patterns[c / 2][2 * r + c % 2]));
    Ok(Working::from_last(
        "ranks",
        format!("{m} times {m} small squares of four cells, ranked by Agrippa's odd square. The first takes the numbers 1 to 4, the second 5 to 8, and so on."),
        ranks,
    )
    .then(
        "patterns",
        format!("How the four numbers are placed in each column of small squares: {letters}. Both lines add up to {}.", line(0)),
        shown,
    )
    .then(
        "the square",
        "Every small square filled in this way. Rows and columns agree. The diagonals need not: in the book's figures each is 3 too great or too small, \
         which it does not mention.",
        square,
    ))
}
