//! Why a text is not a position.

use std::fmt;

/// The part of a position that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The text is not written as positions are: a bracket is open, or a letter is missing.
    Syntax,
    /// The number of ranks, or the length of one, is not the board's.
    Shape,
    /// A site is not on the board, or has no room for its pieces.
    Site,
    /// No piece of the game has this letter or name.
    Piece,
    /// The mover is not a player of the game.
    Player,
    /// A piece is in hand, and its owner has no hand.
    Hand,
    /// A right to castle is not there.
    Castling,
    /// The board is not rectangular, so that no ranks can be written.
    Board,
}

/// Why a text is not a position of a game: a kind for programs, and a message for people that says
/// what would be right where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    kind: PositionErrorKind,
    message: String,
}

impl PositionError {
    pub(crate) fn new(kind: PositionErrorKind, message: impl Into<String>) -> PositionError {
        let message = message.into();
        PositionError { kind, message }
    }

    pub(crate) fn unknown_site(label: &str) -> PositionError {
        PositionError::new(PositionErrorKind::Site, format!("there is no site {label}"))
    }

    pub(crate) fn no_hand(piece: &str) -> PositionError {
        PositionError::new(
            PositionErrorKind::Hand,
            format!("there is no hand for {piece}"),
        )
    }

    /// The part of the position that is wrong.
    #[must_use]
    pub fn kind(&self) -> PositionErrorKind {
        self.kind
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PositionError {}
