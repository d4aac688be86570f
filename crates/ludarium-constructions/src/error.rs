//! The error type of the crate.

use std::fmt;

use crate::grid::Cell;
use crate::square::Orders;

/// The reasons why a figure cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No method has this name, or several match it.
    NoMethod {
        /// The name given.
        name: String,
        /// The names of methods that match or nearly match.
        nearest: Vec<&'static str>,
    },
    /// The method does not make squares of this order.
    Order {
        /// The name of the method.
        method: &'static str,
        /// The order asked for.
        order: usize,
        /// The orders that the method makes.
        makes: Orders,
    },
    /// The method has no such option.
    NoOption {
        /// The name of the method.
        method: &'static str,
        /// The option given.
        option: &'static str,
        /// The options of the method.
        has: &'static [&'static str],
    },
    /// The value of an option is not possible.
    Option {
        /// The option given.
        option: &'static str,
        /// The reason.
        why: String,
    },
    /// A text could not be parsed.
    Text {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A number is given twice.
    Duplicate {
        /// The number.
        number: i64,
        /// Its first cell.
        first: Cell,
        /// Its second cell.
        again: Cell,
    },
    /// A given number does not occur in the figure.
    OutOfRange {
        /// The number.
        number: i64,
        /// Its cell.
        at: Cell,
        /// The lowest number of the figure.
        low: i64,
        /// The highest number of the figure.
        high: i64,
    },
    /// No such figure exists, for this reason.
    Impossible(String),
    /// The search was given up; a figure may exist.
    NotFound(String),
    /// Any other error.
    Other(String),
}

/// The name of a cell in messages, counted from 1.
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
