//! Chance in listed moves.
//!
//! The effects of a move on its surroundings, chance included, are resolved when the move is
//! listed: recorded games show that every listed move has drawn its own random numbers. To make
//! listing repeatable, the state stores the state of the generator from before the list, so that
//! listing again draws the same numbers. A source of chance without such a state is used when the
//! move is carried out.

use super::overflow::Overflow;
use super::{Evaluator, MoveSink, Want};
use crate::chance::SplitMix64;
use crate::ir::Rule;
use crate::state::State;
use crate::{Game, Move};

/// The moves of the next decision, as they were listed to draw their random numbers.
pub(super) struct NextList {
    moves: Vec<Move>,
    overflow: Vec<Overflow>,
}

impl Game {
    /// The generator for listing the moves of a state.
    pub(crate) fn listing_rng(&self, state: &State) -> SplitMix64 {
        SplitMix64::new(self.listing_seed(state).unwrap_or_else(|| state.hash()))
    }

    /// The state of the generator from before the moves of the state were listed.
    fn listing_seed(&self, state: &State) -> Option<u64> {
        if !self.flags.listing_chance {
            return None;
        }
        let [low, high] = [0, 1].map(|cell| state.cell(self.layout.listing_seed + cell) as u32);
        // Zero stands for "none", so a generator in state zero is treated as absent.
        Some(u64::from(high) << 32 | u64::from(low)).filter(|&seed| seed != 0)
    }
}

impl<'a> Evaluator<'a> {
    /// Lists the moves of the next decision to draw their random numbers.
    pub fn draw_listing_chance(&mut self) {
        if !self.game.flags.listing_chance || self.state.over() {
            return;
        }
        let begun = self.chance.listing_state();
        let seed = begun.unwrap_or(0);
        self.state
            .set_cell(self.game.layout.listing_seed, seed as i32);
        self.state
            .set_cell(self.game.layout.listing_seed + 1, (seed >> 32) as i32);
        if begun.is_none() {
            return;
        }
        let mut rng = SplitMix64::new(seed);
        let moves = self.state.buffers.moves.pop().unwrap_or_default();
        let mut out = MoveSink::new(Want::All, moves);
        let mut eval = Evaluator::new(self.game, self.state, &mut rng);
        eval.legal(&mut out);
        let (fault, overflow) = (eval.fault, eval.overflow);
        if let Some(fault) = fault {
            self.stop(fault);
        }
        self.chance.resume(rng.state());
        if self.keeps_list && fault.is_none() {
            let moves = out.moves;
            self.next_list = Some(NextList { moves, overflow });
        } else {
            self.recycle(out.moves);
        }
    }

    /// The moves of this decision, if they were kept when their random numbers were drawn.
    pub(super) fn take_next_list(&mut self) -> Option<Vec<Move>> {
        let list = self.next_list.take()?;
        #[cfg(debug_assertions)]
        {
            let mut listed = MoveSink::new(Want::All, Vec::new());
            let same = self.cross_check(|eval| {
                eval.legal(&mut listed);
                listed.moves == list.moves
            });
            debug_assert_ne!(
                same,
                Some(false),
                "the moves differ from those listed before"
            );
        }
        self.overflow = list.overflow;
        Some(list.moves)
    }

    /// Resolves the effects of the moves of a rule that were listed from `first` on, to draw their
    /// random numbers.
    pub(super) fn resolve_listed(&mut self, rule: &'a Rule, out: &MoveSink, first: usize) {
        let choosing = self.in_decision && self.trial_depth == 0 && self.lookahead_depth == 0;
        if !rule.listing_chance || !choosing || self.game.listing_seed(self.state).is_none() {
            return;
        }
        for &mv in out.moves.get(first..).unwrap_or_default() {
            let Some(seed) = self.rng().listing_state() else {
                return;
            };
            let saved = self.env;
            self.recall(rule, mv);
            self.bind_ends(mv);
            let outer = self.listing_rng.replace(SplitMix64::new(seed));
            let settled = self.apply_moves(rule, mv);
            self.recycle(settled);
            let after = std::mem::replace(&mut self.listing_rng, outer);
            if let Some(after) = after {
                self.rng().resume(after.state());
            }
            self.env = saved;
            self.set_overflow_seed(mv, seed);
        }
    }

    /// Runs `work` with the random numbers that a move drew when it was listed, if any.
    pub(super) fn with_listing_rng<T>(
        &mut self,
        rule: &Rule,
        mv: Move,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let drawn = if rule.listing_chance {
            self.overflow_of(mv).seed
        } else {
            None
        };
        let Some(seed) = drawn else { return work(self) };
        let outer = self.listing_rng.replace(SplitMix64::new(seed));
        let done = work(self);
        self.listing_rng = outer;
        done
    }
}
