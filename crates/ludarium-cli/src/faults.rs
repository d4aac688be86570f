//! Games that the engine stopped.

use ludarium_agents::playout;
use ludarium_engine::{Fault, Game, SplitMix64};

/// The games that the engine stopped, and why it stopped the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Their number.
    pub number: usize,
    first: Option<Fault>,
}

impl Faults {
    /// Counts a game, if it was stopped.
    pub fn count(&mut self, fault: Option<Fault>) {
        self.number += usize::from(fault.is_some());
        self.first = self.first.or(fault);
    }

    /// The number and the reason, if there is any.
    pub fn told(&self) -> Option<String> {
        let games = if self.number == 1 { "game" } else { "games" };
        let first = self.first?;
        Some(format!("{} {games} by the engine: {first}", self.number))
    }
}

/// The number of moves at the start of a random game after which [`first_fault`] stops.
const LOOKED_AT: usize = 12;

/// The reason why the engine stops the game at its very beginning, if it does.
pub fn first_fault(game: &Game) -> Option<Fault> {
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    playout(game, &mut state, &mut chance, LOOKED_AT, &mut Vec::new());
    state.fault()
}
