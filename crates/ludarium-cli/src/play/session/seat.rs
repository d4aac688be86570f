//! Who plays a player's moves.

use std::fmt;
use std::str::FromStr;

use ludarium_agents::AgentSpec;
use ludarium_notation::number_words::counted;

use super::Session;
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

impl Session {
    /// Assigns the seats; players not listed keep theirs.
    ///
    /// # Errors
    /// If there are more seats than players, or a network cannot be read.
    pub fn seat(&mut self, seats: &[Seat]) -> Result<(), Error> {
        if seats.len() > self.seats.len() {
            return Err(format!(
                "{}, and {}",
                counted(seats.len(), "seat"),
                counted(self.seats.len(), "player")
            )
            .into());
        }
        for seat in seats {
            match seat {
                Seat::Machine(machine) if !self.prepared.contains_key(machine) => {
                    let prepared = machine.prepare(&self.chosen)?;
                    self.prepared.insert(machine.clone(), prepared);
                }
                _ => {}
            }
        }
        self.seats[..seats.len()].clone_from_slice(seats);
        Ok(())
    }

    /// The seat of the mover.
    pub fn seat_to_move(&self) -> Seat {
        self.seats
            .get(self.mover().wrapping_sub(1))
            .cloned()
            .unwrap_or(Seat::Machine(Machine::Agent(AgentSpec::Random)))
    }

    /// Gives people back the seats that they left to the computer.
    pub(super) fn take_seats_back(&mut self) {
        if let Some(seats) = self.seats_before.take() {
            self.seats = seats;
            self.look();
        }
    }

    /// Hands all human seats to the computer.
    pub fn leave_to_machine(&mut self) {
        if self.seats.contains(&Seat::Human) {
            self.seats_before = Some(self.seats.clone());
        }
        self.seats
            .iter_mut()
            .filter(|s| **s == Seat::Human)
            .for_each(|seat| *seat = Seat::Machine(Machine::Agent(AgentSpec::Auto)));
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
