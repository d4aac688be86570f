//! Why a game, a position or a move does not fit a protocol, and why an external engine fails.

use std::fmt;

use ludarium_notation::{MoveTextError, PositionError};

/// Why a game, a position or a move does not fit a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProtocolError {
    /// The game of this name is not for two players.
    NotForTwo(String),
    /// The protocol is for other boards, hands or pieces; holds the reason.
    Unsuitable(String),
    /// A position cannot be read.
    Position(PositionError),
    /// A move is not legal.
    Move(MoveTextError),
    /// The text of a move fits several.
    AmbiguousMove(String),
    /// There is no position, as the last one could not be set up.
    NoPosition,
    /// A move does not tell what the piece becomes; holds the letters to choose from.
    Promotion(Vec<String>),
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolError::NotForTwo(name) => write!(f, "{name} is not for two players"),
            ProtocolError::Unsuitable(reason) => f.write_str(reason),
            ProtocolError::Position(error) => error.fmt(f),
            ProtocolError::Move(error) => error.fmt(f),
            ProtocolError::AmbiguousMove(text) => write!(f, "{text} may be several moves"),
            ProtocolError::NoPosition => f.write_str("there is no position"),
            ProtocolError::Promotion(letters) => {
                write!(f, "what does the piece become: {}?", letters.join(", "))
            }
        }
    }
}

impl std::error::Error for ProtocolError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProtocolError::Position(error) => Some(error),
            ProtocolError::Move(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PositionError> for ProtocolError {
    fn from(error: PositionError) -> ProtocolError {
        ProtocolError::Position(error)
    }
}

impl From<MoveTextError> for ProtocolError {
    fn from(error: MoveTextError) -> ProtocolError {
        ProtocolError::Move(error)
    }
}

/// Why an external engine cannot be started, or cannot play on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The command line is empty.
    NoCommand,
    /// The command cannot be started, or does not listen.
    Start {
        /// The command line.
        command: String,
        /// What the system says.
        error: String,
    },
    /// The engine has ended, or is out of order, before the game began.
    Ended {
        /// The command line.
        command: String,
    },
    /// The engine does not play the variant.
    Variant {
        /// The command line.
        command: String,
        /// The variant.
        variant: String,
    },
    /// The engine refuses a move as illegal; holds its answer.
    Refused(String),
    /// The engine did not answer in time, or has ended.
    NoAnswer,
    /// The engine plays another game.
    OtherGame(&'static str),
    /// The engine's answer is not understood, or not legal; holds the reason.
    Answer(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::NoCommand => f.write_str("the command of the engine is missing"),
            EngineError::Start { command, error } => write!(f, "{command}: {error}"),
            EngineError::Ended { command } => write!(f, "{command} ended before the game"),
            EngineError::Variant { command, variant } => {
                write!(f, "{command} does not play the variant {variant}")
            }
            EngineError::Refused(answer) => f.write_str(answer),
            EngineError::NoAnswer => f.write_str("no answer"),
            EngineError::OtherGame(reason) => f.write_str(reason),
            EngineError::Answer(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for EngineError {}
