//! Why a file cannot be read.

use std::fmt;

/// Why a text is not a game in a format, with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    message: String,
}

impl FormatError {
    pub(super) fn new(line: usize, column: usize, message: impl Into<String>) -> FormatError {
        let message = message.into();
        FormatError {
            line,
            column,
            message,
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormatError {
            line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for FormatError {}
