//! An agent that plays uniformly random moves.

use ludarium_engine::{Chance, Move, SplitMix64, View};

use crate::{Agent, Budget, Report};

/// Plays uniformly random legal moves.
#[derive(Clone, Debug)]
pub struct Random {
    chance: SplitMix64,
    report: Report,
}

impl Random {
    /// A player whose moves depend only on the seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random {
            chance: SplitMix64::new(seed),
            report: Report::default(),
        }
    }
}

impl Agent for Random {
    fn choose(&mut self, _view: &View<'_>, legal: &[Move], _budget: &mut Budget<'_>) -> usize {
        match u32::try_from(legal.len()) {
            Ok(count) if count > 0 => self.chance.below(count) as usize,
            _ => 0,
        }
    }

    fn name(&self) -> &str {
        "random"
    }

    fn report(&self) -> &Report {
        &self.report
    }
}
