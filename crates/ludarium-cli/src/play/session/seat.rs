//! Who plays a player's moves.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::machine::Machine;
use crate::source;

/// The kind of player in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A user at this terminal.
    Human,
    /// A computer player.
    Machine(Machine),
}

impl Seat {
    /// What the seat is called on the screen.
    pub fn word(&self) -> String {
        match self {
            Seat::Human => "you".to_owned(),
            Seat::Machine(Machine::Network(path)) => match path.file_stem() {
                Some(name) => format!(
                    "network {}",
                    source::visible(name.to_string_lossy().into_owned())
                ),
                None => "network".to_owned(),
            },
            Seat::Machine(agent) => agent.to_string(),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Machine(machine) => machine.fmt(f),
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
