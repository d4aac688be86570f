//! What can go wrong, as one type.

use std::fmt;

use ludarium_engine::{IllegalMove, StateBytesError};
use ludarium_games::{LoadError, UnknownGame};
use ludarium_notation::{MoveTextError, PositionError};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done. Every variant prints a message that says what would be right.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No built-in game has this name.
    UnknownGame(UnknownGame),
    /// The description is wrong, or a reading was chosen that the game does not have.
    Load(LoadError),
    /// A text fits no legal move, or several.
    MoveText(MoveTextError),
    /// A move is not legal in this position.
    IllegalMove(IllegalMove),
    /// A text is not a position of the game.
    Position(PositionError),
    /// Bytes are not a position of the game.
    Bytes(StateBytesError),
    /// The game is over, and no move can be chosen.
    GameOver,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownGame(error) => error.fmt(f),
            Error::Load(error) => error.fmt(f),
            Error::MoveText(error) => error.fmt(f),
            Error::IllegalMove(error) => error.fmt(f),
            Error::Position(error) => error.fmt(f),
            Error::Bytes(error) => error.fmt(f),
            Error::GameOver => f.write_str("the game is over: there is no move to choose"),
        }
    }
}

impl std::error::Error for Error {}

impl From<UnknownGame> for Error {
    fn from(error: UnknownGame) -> Error {
        Error::UnknownGame(error)
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        Error::Load(error)
    }
}

impl From<MoveTextError> for Error {
    fn from(error: MoveTextError) -> Error {
        Error::MoveText(error)
    }
}

impl From<IllegalMove> for Error {
    fn from(error: IllegalMove) -> Error {
        Error::IllegalMove(error)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        Error::Position(error)
    }
}

impl From<StateBytesError> for Error {
    fn from(error: StateBytesError) -> Error {
        Error::Bytes(error)
    }
}
