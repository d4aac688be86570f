//! Moves that must store more than fits into their payload.
//!
//! Such a move stores the index of an entry in a list that lives as long as the evaluation. Within
//! one evaluation, the entry is found directly. For a move from an earlier evaluation, the moves
//! are listed again in the same state by the same rules, which gives the same list.

use super::{Evaluator, MoveSink, Want};
use crate::ir::{Rule, ITERS, OFF};
use crate::limit::Fault;
use crate::state::State;
use crate::{Game, Move};

/// The overflow of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overflow {
    /// The bindings when the move was generated.
    pub bound: [i32; ITERS],
    /// The state of the generator from which the move drew its random numbers, if it did.
    pub seed: Option<u64>,
}

const NOTHING: Overflow = Overflow {
    bound: [OFF; ITERS],
    seed: None,
};

/// The payload cell that holds the index; no rule uses that many cells itself.
const CELL: usize = 4;

impl<'a> Evaluator<'a> {
    /// Stores the current bindings for a move.
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

    /// The overflow of a move.
    pub(super) fn overflow_of(&self, mv: Move) -> Overflow {
        let place = usize::from(mv.payload[CELL] as u16);
        self.overflow.get(place).copied().unwrap_or(NOTHING)
    }

    /// Records the state of the generator from which a move drew its random numbers.
    pub(super) fn set_overflow_seed(&mut self, mv: Move, seed: u64) {
        let place = usize::from(mv.payload[CELL] as u16);
        if let Some(overflow) = self.overflow.get_mut(place) {
            overflow.seed = Some(seed);
        }
    }

    /// Binds the variables that the move stores.
    #[cold]
    pub(super) fn recall_overflow(&mut self, rule: &Rule, mv: Move) {
        let bound = self.overflow_of(mv).bound;
        for &iter in &rule.stored_vars {
            self.env[iter as usize] = bound[iter as usize];
        }
    }
}

impl Game {
    /// The overflow of the moves of a state, if `mv` is a move that needs it.
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
