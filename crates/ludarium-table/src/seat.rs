//! Who sits at a table.

use serde::{Deserialize, Serialize};

/// Who plays for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub enum Seat {
    /// Nobody yet. The game goes on as far as the turns of the others reach.
    Open,
    /// Whoever knows the key.
    Person {
        /// The name to show.
        name: String,
        /// The SHA-256 of the secret key, in hexadecimal digits.
        key: String,
    },
    /// A computer player.
    Computer {
        /// Its level, from 1 to 10.
        level: u8,
    },
}

impl Seat {
    /// Whether a person sits here.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// The level of the computer player, if one sits here.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        match self {
            Seat::Computer { level } => Some(*level),
            _ => None,
        }
    }
}
