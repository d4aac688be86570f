//! Where a property fails.

use std::fmt;

use crate::error::named;
use crate::grid::Cell;

/// A line or block of cells whose numbers are added. Rows and columns are numbered from 0 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// The diagonal from the upper left.
    Falling,
    /// The diagonal from the lower left.
    Rising,
    /// The broken falling diagonal that begins in this column of the top row.
    BrokenFalling(usize),
    /// The broken diagonal that begins in this column of the top row and falls to the left.
    BrokenRising(usize),
    /// The half of a row: its left or right half.
    HalfRow(usize, bool),
    /// The half of a column: its upper or lower half.
    HalfColumn(usize, bool),
    /// The half of a diagonal: whether it is the falling one, and whether the lower half.
    HalfDiagonal(bool, bool),
    /// A block with this corner and this many rows and columns.
    Block(Cell, usize, usize),
    /// The corners of such a block.
    Corners(Cell, usize, usize),
    /// The cells from this one on with a constant step.
    Path(Cell, Cell),
}

/// What is wrong at one place.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A line adds up to something else.
    Sum {
        /// The line.
        line: Line,
        /// Its sum.
        sum: i64,
        /// What it should be; it may be no whole number.
        wanted: f64,
    },
    /// The squares of a line's numbers add up to something else.
    SquareSum {
        /// The line.
        line: Line,
        /// Their sum.
        sum: i64,
        /// What it should be.
        wanted: f64,
    },
    /// A number stands twice.
    Duplicate {
        /// The number.
        number: i64,
        /// Where it stands first.
        first: Cell,
        /// Where it stands again.
        again: Cell,
    },
    /// A number is missing.
    Missing(i64),
    /// A number has no business there.
    OutOfRange(i64, Cell),
    /// Two cells do not add up.
    Pair {
        /// The one.
        first: Cell,
        /// The other.
        second: Cell,
        /// Their sum.
        sum: i64,
        /// What it should be.
        wanted: f64,
    },
    /// The number that would complete a pair is missing.
    NoPartner(i64, Cell),
    /// A square inside the square is not as it should be.
    Inside {
        /// Its upper left corner.
        corner: Cell,
        /// Its order.
        order: usize,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// The numbers of a square inside are not consecutive.
    NotARun {
        /// The lowest.
        low: i64,
        /// The highest.
        high: i64,
    },
    /// It holds other numbers than the middle ones.
    NotTheMiddle {
        /// The lowest.
        low: i64,
        /// What that should be.
        wanted: i64,
    },
    /// Two consecutive numbers do not stand a leap apart.
    NoLeap {
        /// The lower number.
        number: i64,
        /// Where it stands.
        from: Cell,
        /// Where the next one stands.
        to: Cell,
    },
    /// A number is not prime.
    NotPrime(i64, Cell),
    /// The property makes no sense here.
    NotApplicable(&'static str),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(r) => write!(f, "row {}", r + 1),
            Line::Column(c) => write!(f, "column {}", c + 1),
            Line::Falling => f.write_str("the falling diagonal"),
            Line::Rising => f.write_str("the rising diagonal"),
            Line::BrokenFalling(c) => {
                write!(
                    f,
                    "the broken diagonal falling to the right from row 1, column {}",
                    c + 1
                )
            }
            Line::BrokenRising(c) => {
                write!(
                    f,
                    "the broken diagonal falling to the left from row 1, column {}",
                    c + 1
                )
            }
            Line::HalfRow(r, right) => {
                write!(
                    f,
                    "the {} half of row {}",
                    if *right { "right" } else { "left" },
                    r + 1
                )
            }
            Line::HalfColumn(c, lower) => {
                write!(
                    f,
                    "the {} half of column {}",
                    if *lower { "lower" } else { "upper" },
                    c + 1
                )
            }
            Line::HalfDiagonal(falling, lower) => write!(
                f,
                "the {} half of the {} diagonal",
                if *lower { "lower" } else { "upper" },
                if *falling { "falling" } else { "rising" }
            ),
            Line::Block(at, rows, columns) => {
                write!(f, "the block of {rows} by {columns} from {}", named(*at))
            }
            Line::Corners(at, rows, columns) => {
                write!(
                    f,
                    "the corners of the block of {rows} by {columns} from {}",
                    named(*at)
                )
            }
            Line::Path(from, (rows, columns)) => {
                write!(
                    f,
                    "the path from {} by {rows} down and {columns} to the right",
                    named(*from)
                )
            }
        }
    }
}

/// A number, without decimals where it has none.
fn plain(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.2}")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Sum { line, sum, wanted } => {
                write!(f, "{line} adds up to {sum}, not {}", plain(*wanted))
            }
            Fault::SquareSum { line, sum, wanted } => {
                write!(
                    f,
                    "the squares in {line} add up to {sum}, not {}",
                    plain(*wanted)
                )
            }
            Fault::Duplicate {
                number,
                first,
                again,
            } => write!(
                f,
                "{number} occurs twice, at {} and at {}",
                named(*first),
                named(*again)
            ),
            Fault::Missing(number) => write!(f, "{number} is missing"),
            Fault::OutOfRange(number, at) => {
                write!(f, "{number} at {} is out of place", named(*at))
            }
            Fault::Pair {
                first,
                second,
                sum,
                wanted,
            } => write!(
                f,
                "{} and {} add up to {sum}, not {}",
                named(*first),
                named(*second),
                plain(*wanted)
            ),
            Fault::NoPartner(number, at) => write!(f, "{number} at {} has no partner", named(*at)),
            Fault::Inside {
                corner,
                order,
                fault,
            } => write!(
                f,
                "in the square of order {order} from {}: {fault}",
                named(*corner)
            ),
            Fault::NotARun { low, high } => {
                write!(f, "its numbers, {low} to {high}, are not consecutive")
            }
            Fault::NotTheMiddle { low, wanted } => {
                write!(f, "its lowest number is {low}, not {wanted}")
            }
            Fault::NoLeap { number, from, to } => write!(
                f,
                "{} at {} and {number} at {} are not a knight's move apart",
                number + 1,
                named(*to),
                named(*from)
            ),
            Fault::NotPrime(number, at) => write!(f, "{number} at {} is not prime", named(*at)),
            Fault::NotApplicable(why) => f.write_str(why),
        }
    }
}
