//! Samples one legal move at random without listing all moves.
//!
//! Every generator has a number of *candidates*: one for each move that it could make, and some
//! that are no legal move. A uniformly drawn candidate that is a legal move is a uniformly drawn
//! legal move; other candidates are rejected. After too many rejections the moves are listed, and
//! one of the list is drawn. Either way, each legal move is drawn with the same probability, times
//! its number of occurrences in the list.

use smallvec::SmallVec;

use super::candidate::CandidateTable;
use super::candidate_source::{Source, Sources};
use super::sampling_strategy::SamplingStrategy;
use super::{Evaluator, MoveSink, Want};
use crate::chance::SplitMix64;
use crate::ir::Moves;
use crate::layout::Field;
use crate::set::nth;
use crate::Move;

/// A test that a drawn move must pass.
pub(super) type Test<'t, 'a> = &'t mut dyn FnMut(&mut Evaluator<'a>, Move) -> bool;

impl<'a> Evaluator<'a> {
    /// A uniformly random legal move of the mover; the forced pass if there is none.
    pub fn sample_legal(&mut self, pick: &mut SplitMix64) -> Move {
        self.listing_rng = Some(self.game.listing_rng(self.state));
        let mv = self.sample_decision(pick);
        self.listing_rng = None;
        mv
    }

    fn sample_decision(&mut self, pick: &mut SplitMix64) -> Move {
        if let Some(moves) = self.take_next_list() {
            let found = self.sample_listed(moves, pick, &mut |_, _| true);
            return found.unwrap_or_else(|| self.forced_pass());
        }
        let phase = self.phase();
        let offers_swap =
            self.game.meta.swap && self.state.field(Field::Moves) == self.game.players as i32 - 1;
        if offers_swap
            || self.game.meta.forbids()
            || self.game.flags.overflows
            || self.game.flags.listing_chance
            || self.is_simultaneous()
        {
            let mut out = MoveSink::new(
                Want::All,
                self.state.buffers.moves.pop().unwrap_or_default(),
            );
            self.legal(&mut out);
            let found = self.sample_listed(out.moves, pick, &mut |_, _| true);
            return found.unwrap_or_else(|| self.forced_pass());
        }
        self.in_decision = true;
        let found = match self.game.meta.no_repeat {
            None => match self.sample_counted(&phase.moves, pick) {
                Some(found) => found,
                None => self.sample(&phase.moves, pick, &mut |_, _| true),
            },
            Some(repetition) => self.sample(&phase.moves, pick, &mut |eval, mv| {
                eval.in_decision = false;
                let allowed = eval.allowed_by_repetition(mv, repetition, None);
                eval.in_decision = true;
                allowed
            }),
        };
        self.in_decision = false;
        found.unwrap_or_else(|| self.forced_pass())
    }

    /// A random move among those that pass the test; `None` if none does.
    fn sample(
        &mut self,
        moves: &'a Moves,
        pick: &mut SplitMix64,
        test: Test<'_, 'a>,
    ) -> Option<Move> {
        match moves {
            Moves::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.sample(yes, pick, test)
                } else {
                    self.sample(no.as_ref()?, pick, test)
                }
            }
            Moves::RollIf(bit, _, yes, no) => {
                if self.state.field(Field::Rolled) >> bit & 1 == 1 {
                    self.sample(yes, pick, test)
                } else {
                    self.sample(no.as_ref()?, pick, test)
                }
            }
            Moves::Do {
                effect,
                rolls,
                next,
                after,
                outer,
                pass: None,
                ..
            } if effect.is_none() || *rolls => match after {
                Some(after) => self.sample(next, pick, &mut |eval, mv| {
                    eval.holds_after(mv, *outer, after) && test(eval, mv)
                }),
                None => self.sample(next, pick, test),
            },
            Moves::Priority(parts) => {
                let (last, first) = parts.split_last()?;
                for part in first {
                    let list = self.list_moves(part);
                    if !list.is_empty() {
                        return self.sample_listed(list, pick, test);
                    }
                    self.recycle(list);
                }
                self.sample(last, pick, test)
            }
            Moves::Rule(id) => match self.placements_per_site(*id) {
                Some(each) => self.sample_placement(moves, *id, each, pick, test),
                None => self.sample_candidate(moves, pick, test),
            },
            Moves::All(_) | Moves::ForEachPiece(_) | Moves::ForEachSite { .. } => {
                self.sample_candidate(moves, pick, test)
            }
            _ => {
                let list = self.list_moves(moves);
                self.sample_listed(list, pick, test)
            }
        }
    }

    /// A random move of a list that passes the test.
    pub(super) fn sample_listed(
        &mut self,
        mut list: Vec<Move>,
        pick: &mut SplitMix64,
        test: Test<'_, 'a>,
    ) -> Option<Move> {
        let mut found = None;
        while !list.is_empty() && found.is_none() {
            let mv = list.swap_remove(pick.index(list.len() as u32) as usize);
            found = test(self, mv).then_some(mv);
        }
        self.recycle(list);
        found
    }

    fn sample_candidate(
        &mut self,
        moves: &'a Moves,
        pick: &mut SplitMix64,
        test: Test<'_, 'a>,
    ) -> Option<Move> {
        if let Moves::ForEachPiece(piece) = moves {
            if let Some(uniform) = self.uniform_candidates(piece) {
                return self.sample_uniform(moves, uniform, pick, test);
            }
        }
        if self.sampling_strategy == Some(SamplingStrategy::List) {
            // Collecting the sources may list moves, which would be wasted here.
            let list = self.list_moves(moves);
            return self.sample_listed(list, pick, test);
        }
        let mut sources = Sources {
            shares: SmallVec::new(),
            pieces: SmallVec::new(),
            listed: MoveSink::new(
                Want::All,
                self.state.buffers.moves.pop().unwrap_or_default(),
            ),
            after: None,
        };
        self.sources(moves, &mut sources);
        let listed = std::mem::take(&mut sources.listed.moves);
        if sources.shares.is_empty() {
            return self.sample_listed(listed, pick, test);
        }
        let count = listed.len() as u32;
        sources.add(Source::Listed(listed), count);
        let total = sources.total();
        let mut found = None;
        // With few candidates, few rejections suffice.
        for _ in 0..self.max_rejections(total) {
            self.candidates_drawn += 1;
            let index = pick.index(total);
            if let Some(mv) = self.candidate_move(&sources, index) {
                if test(self, mv) {
                    found = Some(mv);
                    break;
                }
            }
        }
        if let Some(Source::Listed(list)) = sources.shares.pop().map(|share| share.source) {
            self.recycle(list);
        }
        found.or_else(|| {
            let list = self.list_moves(moves);
            self.sample_listed(list, pick, test)
        })
    }

    /// [`Evaluator::sample_candidate`] for the most frequent source, with its candidates from one
    /// table.
    fn sample_uniform(
        &mut self,
        moves: &'a Moves,
        (table, owner, most): (&'a CandidateTable, usize, u32),
        pick: &mut SplitMix64,
        test: Test<'_, 'a>,
    ) -> Option<Move> {
        let total = self.candidate_count_of(owner, most);
        for _ in 0..self.max_rejections(total) {
            self.candidates_drawn += 1;
            let index = pick.index(total);
            let slot = nth(self.state.owned(owner), (index / most) as usize)?;
            if let Some(mv) = self.candidate_at(table, slot as usize, index % most) {
                if test(self, mv) {
                    return Some(mv);
                }
            }
        }
        let list = self.list_moves(moves);
        self.sample_listed(list, pick, test)
    }
}
