//! The players of a tournament.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::game_args::Chosen;
use crate::machine::{Machine, PreparedMachine};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// One of our own.
    Own(Machine),
    /// An XBoard (CECP) engine: the command that starts it.
    External(String),
    /// GNU Backgammon: the command that starts it.
    Backgammon(String),
}

/// A player in one game.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// One of our own.
    Own(PreparedMachine),
    /// An XBoard engine: the command that starts it.
    External(String),
    /// GNU Backgammon: the command that starts it.
    Backgammon(String),
}

impl Player {
    /// Whether the player is the agent selected for a game.
    pub fn suits(&self) -> bool {
        matches!(self, Player::Own(machine) if machine.adapts_to_game())
    }

    /// Whether the player uses a learned evaluation.
    pub fn judges(&self) -> bool {
        matches!(self, Player::Own(machine) if machine.uses_evaluation())
    }

    /// The player as it enters a game, with what it reads of its own.
    ///
    /// # Errors
    /// If a network cannot be read, or is not for this game.
    pub fn enter(&self, chosen: &Chosen) -> Result<Entrant, Error> {
        Ok(match self {
            Player::Own(machine) => Entrant::Own(machine.prepare(chosen)?),
            Player::External(command) => Entrant::External(command.clone()),
            Player::Backgammon(command) => Entrant::Backgammon(command.clone()),
        })
    }
}

/// Prefix of the command of an XBoard (CECP) engine.
const CECP: &str = "cecp:";

/// Prefix of the command of GNU Backgammon.
const GNUBG: &str = "gnubg:";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Own(machine) => machine.fmt(f),
            Player::External(command) => write!(f, "{CECP}{command}"),
            Player::Backgammon(command) => write!(f, "{GNUBG}{command}"),
        }
    }
}

impl FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Player, Error> {
        let command = |word: &str| text.strip_prefix(word).map(str::trim);
        match (command(CECP), command(GNUBG)) {
            (Some(""), _) => Err("a command is missing after cecp:".into()),
            (_, Some("")) => Err("a command is missing after gnubg:".into()),
            (Some(command), _) => Ok(Player::External(command.to_owned())),
            (_, Some(command)) => Ok(Player::Backgammon(command.to_owned())),
            (None, None) => Ok(Player::Own(text.parse()?)),
        }
    }
}
