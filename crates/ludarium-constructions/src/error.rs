//! Why something cannot be done.

use std::fmt;

use crate::grid::Cell;
use crate::square::Orders;

/// Why a figure cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No method has this name, or the name fits several.
    NoMethod {
        /// The name that was asked for.
        name: String,
        /// Names that fit, or nearly.
        nearest: Vec<&'static str>,
    },
    /// The method does not make squares of this order.
    Order {
        /// The method.
        method: &'static str,
        /// The order that was asked for.
        order: usize,
        /// The orders it makes.
        makes: Orders,
    },
    /// The method has no such option.
    NoOption {
        /// The method.
        method: &'static str,
        /// The option.
        option: &'static str,
        /// The options it has.
        has: &'static [&'static str],
    },
    /// What an option says cannot be.
    Option {
        /// The option.
        option: &'static str,
        /// Why it cannot be.
        why: String,
    },
    /// A text does not read as what it should be.
    Text {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A number is given twice.
    Duplicate {
        /// The number.
        number: i64,
        /// Where it stands first.
        first: Cell,
        /// Where it stands again.
        again: Cell,
    },
    /// A number is given that the figure does not have.
    OutOfRange {
        /// The number.
        number: i64,
        /// Where it stands.
        at: Cell,
        /// The lowest number of the figure.
        low: i64,
        /// The highest.
        high: i64,
    },
    /// There is no such thing, and this is why.
    Impossible(String),
    /// It was not found within the limits of the search; it may exist.
    NotFound(String),
    /// Anything else that cannot be done.
    Other(String),
}

/// A cell as people name it.
pub(crate) fn named((row, column): Cell) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoMethod { name, nearest } => {
                write!(f, "no method is called {name:?}")?;
                match nearest.as_slice() {
                    [] => Ok(()),
                    names => write!(f, " (did you mean {}?)", names.join(", ")),
                }
            }
            Error::Order {
                method,
                order,
                makes,
            } => match order {
                1 => write!(f, "a magic square needs more than one cell"),
                2 => write!(
                    f,
                    "there is no magic square of order 2: its rows and columns agree only if all four numbers are equal"
                ),
                _ => write!(f, "{method} makes squares of {makes}, not of order {order}"),
            },
            Error::NoOption {
                method,
                option,
                has: [],
            } => write!(f, "{method} has no options, so {option} does not apply"),
            Error::NoOption {
                method,
                option,
                has,
            } => write!(f, "{method} has no option {option}; its options are {}", has.join(", ")),
            Error::Option { option, why } => write!(f, "{option}: {why}"),
            Error::Text { line, why } => write!(f, "line {line}: {why}"),
            Error::Duplicate {
                number,
                first,
                again,
            } => write!(
                f,
                "{number} is given twice: at {} and at {}",
                named(*first),
                named(*again)
            ),
            Error::OutOfRange {
                number,
                at,
                low,
                high,
            } => write!(
                f,
                "{number} at {} is not one of the numbers from {low} to {high}",
                named(*at)
            ),
            Error::Impossible(why) | Error::NotFound(why) | Error::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}
