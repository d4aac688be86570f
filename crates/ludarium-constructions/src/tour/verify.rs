//! Verification of tours.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Board, Leaper, Symmetry};
use crate::grid::{Cell, Grid};

/// A fault of an array that is not a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TourFault {
    /// Two consecutive numbers are not a leap apart.
    NoLeap {
        /// The lower number.
        number: i64,
        /// The label of its cell.
        from: String,
        /// The label of the cell of the next number.
        to: String,
    },
    /// A number occurs twice: the number and the labels of its cells.
    Duplicate(i64, String, String),
    /// A number is missing although higher ones exist.
    Missing(i64),
    /// These cells are empty.
    Empty(Vec<String>),
}

impl fmt::Display for TourFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TourFault::NoLeap { number, from, to } => {
                write!(
                    f,
                    "{number} on {from} does not govern {to}, where {} stands",
                    number + 1
                )
            }
            TourFault::Duplicate(number, first, again) => {
                write!(f, "{number} occurs twice, on {first} and on {again}")
            }
            TourFault::Missing(number) => write!(f, "{number} is missing"),
            TourFault::Empty(cells) => {
                let some: Vec<&str> = cells.iter().take(8).map(String::as_str).collect();
                let more = if cells.len() > some.len() {
                    ", ..."
                } else {
                    ""
                };
                write!(
                    f,
                    "{} cells are not visited: {}{more}",
                    cells.len(),
                    some.join(", ")
                )
            }
        }
    }
}

/// The findings about a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct TourVerdict {
    /// The piece.
    pub leaper: Leaper,
    /// The faults that keep it from being a tour of the whole board.
    pub faults: Vec<TourFault>,
    /// The maximal runs of consecutive numbers a leap apart: first and last number of each.
    pub runs: Vec<(i64, i64)>,
    /// The label of the cell with the lowest number.
    pub from: Option<String>,
    /// The label of the cell with the highest number.
    pub to: Option<String>,
    /// Whether the last cell governs the first.
    pub closed: bool,
    /// The sums of the rows, from the top.
    pub rows: Vec<i64>,
    /// The sums of the columns, from the left.
    pub columns: Vec<i64>,
    /// The falling and the rising diagonal, on square boards.
    pub diagonals: Option<(i64, i64)>,
    /// The sums of the upper and of the lower halves of the columns.
    pub half_columns: Option<(Vec<i64>, Vec<i64>)>,
    /// The differences of cells opposite through the middle, and the number of cells with each.
    pub opposite: BTreeMap<i64, usize>,
    /// The differences of cells half the board apart in a column, and the number of cells with
    /// each.
    pub across: BTreeMap<i64, usize>,
    /// The symmetries of the drawn track.
    pub symmetries: Vec<Symmetry>,
}

impl TourVerdict {
    /// Whether every cell is visited once by leaps.
    #[must_use]
    pub fn is_tour(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether all rows and columns have the same sum.
    #[must_use]
    pub fn is_semi_magic(&self) -> bool {
        let sums: BTreeSet<i64> = self.rows.iter().chain(&self.columns).copied().collect();
        self.is_tour() && sums.len() == 1
    }

    /// Whether the diagonals have that sum as well.
    #[must_use]
    pub fn is_magic(&self) -> bool {
        let constant = self.rows.first();
        self.is_semi_magic()
            && self
                .diagonals
                .is_some_and(|(a, b)| Some(&a) == constant && Some(&b) == constant)
    }

    /// A short name for the kind of tour.
    #[must_use]
    pub fn name(&self) -> String {
        if !self.is_tour() {
            return "not a tour of the whole board".to_owned();
        }
        let closed = if self.closed { "closed" } else { "open" };
        let magic = match (self.is_magic(), self.is_semi_magic()) {
            (true, _) => "magic ",
            (_, true) => "semi-magic ",
            _ => "",
        };
        format!("{closed} {magic}tour of the {}", self.leaper)
    }
}

/// Verifies a tour given as an array of numbers. Cells that are not on the board, or not visited,
/// are empty.
///
/// ```
/// use ludarium_constructions::tour::{printed_magic_tours, verify, Leaper};
///
/// let (_, beverley) = printed_magic_tours().next().unwrap();
/// let verdict = verify(&beverley.grid(), None, Leaper::KNIGHT);
/// assert_eq!(verdict.name(), "open semi-magic tour of the knight");
/// assert_eq!(verdict.from.as_deref(), Some("a8"));
/// ```
#[must_use]
pub fn verify(grid: &Grid, board: Option<&Board>, leaper: Leaper) -> TourVerdict {
    let label = |(r, c): Cell| match board {
        Some(board) => board.label((r, c)),
        None => Board::rectangle(grid.columns().max(1), grid.rows().max(1)).map_or_else(
            |_| format!("{},{}", r + 1, c + 1),
            |board| board.label((r, c)),
        ),
    };
    let mut places: Vec<(i64, Cell)> = grid.numbers().map(|(at, n)| (n, at)).collect();
    places.sort_unstable();
    let (mut faults, mut runs) = (Vec::new(), Vec::new());
    let mut begun: Option<i64> = places.first().map(|p| p.0);
    if let Some(first) = begun.filter(|first| *first != 1) {
        faults.extend((1..first.min(3)).map(TourFault::Missing));
    }
    for pair in places.windows(2) {
        let ((a, from), (b, to)) = (pair[0], pair[1]);
        if a == b {
            faults.push(TourFault::Duplicate(a, label(from), label(to)));
            continue;
        }
        if b == a + 1 && leaper.leaps(from, to) {
            continue;
        }
        if b == a + 1 {
            faults.push(TourFault::NoLeap {
                number: a,
                from: label(from),
                to: label(to),
            });
        } else {
            faults.push(TourFault::Missing(a + 1));
        }
        runs.push((begun.unwrap_or(a), a));
        begun = Some(b);
    }
    if let (Some(begun), Some((last, _))) = (begun, places.last()) {
        runs.push((begun, *last));
    }
    let visited = |cell: Cell| grid.get(cell).is_some();
    let expected = |cell: Cell| board.is_none_or(|board| board.has(cell));
    let empty: Vec<String> = grid
        .cells()
        .filter(|(cell, _)| expected(*cell) && !visited(*cell))
        .map(|(cell, _)| label(cell))
        .collect();
    if !empty.is_empty() {
        faults.push(TourFault::Empty(empty));
    }
    let ends = places.first().zip(places.last());
    let sum = |cells: &mut dyn Iterator<Item = Cell>| {
        cells.filter_map(|cell| grid.get(cell)).sum::<i64>()
    };
    let (rows, columns) = (grid.rows(), grid.columns());
    let half = |lower: bool| {
        let from = if lower { rows / 2 } else { 0 };
        (0..columns)
            .map(|c| sum(&mut (from..from + rows / 2).map(|r| (r, c))))
            .collect::<Vec<i64>>()
    };
    let differences = |image: &dyn Fn(Cell) -> Cell| {
        let mut found = BTreeMap::new();
        for (cell, number) in grid.numbers() {
            if let Some(other) = grid.get(image(cell)).filter(|_| image(cell) != cell) {
                *found.entry((number - other).abs()).or_insert(0) += 1;
            }
        }
        found
    };
    TourVerdict {
        leaper,
        runs,
        from: ends.map(|(first, _)| label(first.1)),
        to: ends.map(|(_, last)| label(last.1)),
        closed: ends.is_some_and(|(first, last)| leaper.leaps(first.1, last.1)),
        rows: (0..rows)
            .map(|r| sum(&mut (0..columns).map(|c| (r, c))))
            .collect(),
        columns: (0..columns)
            .map(|c| sum(&mut (0..rows).map(|r| (r, c))))
            .collect(),
        diagonals: (rows == columns && rows > 0).then(|| {
            let falling = sum(&mut (0..rows).map(|i| (i, i)));
            (falling, sum(&mut (0..rows).map(|i| (i, rows - 1 - i))))
        }),
        half_columns: (rows % 2 == 0).then(|| (half(false), half(true))),
        opposite: differences(&|(r, c)| (rows - 1 - r, columns - 1 - c)),
        across: match rows % 2 {
            0 => differences(&|(r, c)| ((r + rows / 2) % rows, c)),
            _ => BTreeMap::new(),
        },
        symmetries: match faults.is_empty() {
            true => symmetries(grid, &places, leaper),
            false => Vec::new(),
        },
        faults,
    }
}

/// The symmetries of the drawn track.
fn symmetries(grid: &Grid, places: &[(i64, Cell)], leaper: Leaper) -> Vec<Symmetry> {
    let Ok(board) = Board::rectangle(grid.columns(), grid.rows()) else {
        return Vec::new();
    };
    let leap = |a: Cell, b: Cell| (a.min(b), a.max(b));
    let mut track: BTreeSet<(Cell, Cell)> =
        places.windows(2).map(|p| leap(p[0].1, p[1].1)).collect();
    if let (Some(first), Some(last)) = (places.first(), places.last()) {
        if leaper.leaps(first.1, last.1) {
            track.insert(leap(first.1, last.1));
        }
    }
    let square = grid.rows() == grid.columns();
    let all = [Symmetry::HalfTurn, Symmetry::QuarterTurn, Symmetry::Mirror];
    let keeps = |symmetry: &Symmetry| {
        let image = |cell| symmetry.image(&board, cell);
        (*symmetry != Symmetry::QuarterTurn || square)
            && track
                .iter()
                .all(|(a, b)| track.contains(&leap(image(*a), image(*b))))
    };
    all.into_iter().filter(keeps).collect()
}
