//! The places where a property fails.

use std::fmt;

use crate::error::named;
use crate::grid::Cell;

/// A line or block of cells whose numbers are added. Rows and columns are numbered from 0.
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
    /// Half a row; true for the right half.
    HalfRow(usize, bool),
    /// Half a column; true for the lower half.
    HalfColumn(usize, bool),
    /// Half a diagonal: whether it is the falling one, and whether it is the lower half.
    HalfDiagonal(bool, bool),
    /// A block with this corner and these numbers of rows and columns.
    Block(Cell, usize, usize),
    /// The corners of a block with this corner and these numbers of rows and columns.
    Corners(Cell, usize, usize),
    /// The cells from this one with a constant step.
    Path(Cell, Cell),
}

/// A fault at one place.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A line has another sum.
    Sum {
        /// The line.
        line: Line,
        /// Its sum.
        sum: i64,
        /// The expected sum, which may be fractional.
        wanted: f64,
    },
    /// The squares of a line's numbers have another sum.
    SquareSum {
        /// The line.
        line: Line,
        /// Their sum.
        sum: i64,
        /// The expected sum.
        wanted: f64,
    },
    /// A number occurs twice.
    Duplicate {
        /// The number.
        number: i64,
        /// Its first cell.
        first: Cell,
        /// Its second cell.
        again: Cell,
    },
    /// A number is missing.
    Missing(i64),
    /// A number does not belong to the figure.
    OutOfRange(i64, Cell),
    /// Two cells have another sum than a pair should have.
    Pair {
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
        /// Their sum.
        sum: i64,
        /// The expected sum.
        wanted: f64,
    },
    /// The number that would complete a pair is missing.
    NoPartner(i64, Cell),
    /// A square inside the square has a fault.
    Inside {
        /// Its upper left corner.
        corner: Cell,
        /// Its order.
        order: usize,
        /// The fault.
        fault: Box<Fault>,
    },
    /// The numbers of a square inside are not consecutive.
    NotARun {
        /// The lowest.
        low: i64,
        /// The highest.
        high: i64,
    },
    /// The square does not consist of the middle numbers.
    NotTheMiddle {
        /// Its lowest number.
        low: i64,
        /// The expected lowest number.
        wanted: i64,
    },
    /// Two consecutive numbers are not a knight's move apart.
    NoLeap {
        /// The lower number.
        number: i64,
        /// Its cell.
        from: Cell,
        /// The cell of the next number.
        to: Cell,
    },
    /// A number is not prime.
    NotPrime(i64, Cell),
    /// The property does not apply to the figure, for this reason.
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

/// Formats a number, without decimals if it is an integer.
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
