//! Who plays a player's moves.

use std::fmt;
use std::str::FromStr;

use ludarium_agents::AgentSpec;

use crate::error::Error;

/// The kind of player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A user at this terminal.
    Human,
    /// A computer player.
    Machine(AgentSpec),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Machine(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Seat, Error> {
        match text {
            "human" => Ok(Seat::Human),
            text => text
                .parse()
                .map(Seat::Machine)
                .map_err(|error| format!("{error}; or human").into()),
        }
    }
}
