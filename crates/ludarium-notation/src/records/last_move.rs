//! The moves that end games.

use ludarium_engine::{Game, Move, SplitMix64, State};

use crate::{EndReason, EndReasons};

/// A move that ended a game, with the position and the generator before it.
#[derive(Clone, Debug)]
pub struct LastMove {
    before: State,
    chance: SplitMix64,
    mv: Move,
}

impl LastMove {
    pub fn new(before: &State, chance: &SplitMix64, mv: Move) -> LastMove {
        LastMove {
            before: before.clone(),
            chance: chance.clone(),
            mv,
        }
    }

    /// Whether it leads to this position.
    pub fn leads_to(&self, game: &Game, end: &State) -> bool {
        let mut after = self.before.clone();
        game.apply(&mut after, self.mv, &mut self.chance.clone());
        after.hash() == end.hash()
    }

    /// Why the game ends with it.
    pub fn reason(&self, reasons: &EndReasons) -> Option<EndReason> {
        reasons.of_move(&mut self.before.clone(), self.mv, &mut self.chance.clone())
    }
}
