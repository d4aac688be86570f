//! Moves that must remember more than fits in a move.
//!
//! What such a move remembers lies in a list beside it, of which the move holds the place. The list is
//! as old as the evaluation: within one, moves find what they remember. A move that was listed in an
//! evaluation before is listed again, in the same state by the same rules, so that the list is the same.

use super::{Evaluator, MoveSink, Want};
use crate::ir::{Rule, ITERS, OFF};
use crate::limit::Fault;
use crate::state::State;
use crate::{Game, Move};

/// What is kept for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overflow {
    /// What is bound where the move is made.
    pub bound: [i32; ITERS],
    /// The generator from which the move has drawn its lots, where it has.
    pub seed: Option<u64>,
}

const NOTHING: Overflow = Overflow {
    bound: [OFF; ITERS],
    seed: None,
};

/// The cell of a move in which the place is kept; no rule needs as many for itself.
const CELL: usize = 4;

impl<'a> Evaluator<'a> {
    /// Lays aside what is bound now for a move to remember.
    #[cold]
    pub(super) fn push_overflow(&mut self, mv: &mut Move) {
        let Ok(place) = u16::try_from(self.overflow.len()) else {
            return self.stop(Fault::TooMany);
        };
        mv.payload[CELL] = place as i16;
        self.overflow.push(Overflow {
            bound: self.env,
            seed: None,
        });
    }

    /// What is kept for a move.
    pub(super) fn overflow_of(&self, mv: Move) -> Overflow {
        let place = usize::from(mv.payload[CELL] as u16);
        self.overflow.get(place).copied().unwrap_or(NOTHING)
    }

    /// Notes from which generator a move has drawn its lots.
    pub(super) fn set_overflow_seed(&mut self, mv: Move, seed: u64) {
        let place = usize::from(mv.payload[CELL] as u16);
        if let Some(overflow) = self.overflow.get_mut(place) {
            overflow.seed = Some(seed);
        }
    }

    /// Binds again what the move remembers.
    #[cold]
    pub(super) fn recall_overflow(&mut self, rule: &Rule, mv: Move) {
        let bound = self.overflow_of(mv).bound;
        for &iter in &rule.stored_vars {
            self.env[iter as usize] = bound[iter as usize];
        }
    }
}

impl Game {
    /// What the moves of a state remember, in case `mv` is one that does not hold it all.
    pub(crate) fn overflow_for(&self, state: &mut State, mv: Move) -> Vec<Overflow> {
        if !self.rules[mv.rule as usize].overflows {
            return Vec::new();
        }
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        eval.legal(&mut MoveSink::new(Want::All, Vec::new()));
        eval.overflow
    }
}
