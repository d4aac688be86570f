//! Why a record cannot be read or replayed.

use std::fmt;

use ludarium_games::{LoadError, UnknownGame};

use crate::position::PositionError;

/// Why a record, or a move in it, cannot be read or replayed: a message for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordError {
    message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}

impl From<String> for RecordError {
    fn from(message: String) -> RecordError {
        RecordError { message }
    }
}

impl From<&str> for RecordError {
    fn from(message: &str) -> RecordError {
        message.to_owned().into()
    }
}

impl From<PositionError> for RecordError {
    fn from(error: PositionError) -> RecordError {
        error.to_string().into()
    }
}

impl From<UnknownGame> for RecordError {
    fn from(error: UnknownGame) -> RecordError {
        error.to_string().into()
    }
}

impl From<LoadError> for RecordError {
    fn from(error: LoadError) -> RecordError {
        error.to_string().into()
    }
}
