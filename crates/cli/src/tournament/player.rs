//! Who may play in a tournament.

use std::fmt;
use std::str::FromStr;

use agents::Kind;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// One of ours.
    Own(Kind),
    /// A program of others that speaks CECP: the command that starts it.
    Rival(String),
}

impl Player {
    /// Whether it profits from what was learned about a game beforehand.
    pub fn judges(&self) -> bool {
        matches!(self, Player::Own(kind) if kind.judges())
    }
}

/// What stands before the command of a program of others.
const CECP: &str = "cecp:";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Own(kind) => kind.fmt(f),
            Player::Rival(command) => write!(f, "{CECP}{command}"),
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        match text.strip_prefix(CECP).map(str::trim) {
            Some("") => Err("a command is missing after cecp:".to_owned()),
            Some(command) => Ok(Player::Rival(command.to_owned())),
            None => text.parse().map(Player::Own),
        }
    }
}
