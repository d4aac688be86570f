//! Maximum rules: only the moves that capture most, last longest, or go farthest.

use rustc_hash::FxHashMap;

use super::{Evaluator, MoveSink};
use crate::ir::{Moves, ITERS, OFF};
use crate::layout::Field;
use crate::Move;

/// The maximum length of the rest of a turn, by position.
pub(super) type LongestCache = FxHashMap<CacheKey, i32>;

/// A position within a turn, and what is computed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CacheKey {
    state: u64,
    with_value: bool,
    lookahead_depth: u32,
    in_mobility_test: bool,
    reference_mode: bool,
}

impl<'a> Evaluator<'a> {
    /// The moves with the highest score.
    pub(super) fn with_max_score(
        &mut self,
        moves: &'a Moves,
        out: &mut MoveSink,
        mut score: impl FnMut(&mut Self, Move) -> i32,
    ) {
        let list = self.list_moves(moves);
        // A single move needs no score.
        if let [only] = list[..] {
            self.recycle(list);
            return out.push(only);
        }
        let scores: Vec<i32> = list.iter().map(|&mv| score(self, mv)).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        for (&mv, &score) in list.iter().zip(&scores) {
            if score == best {
                out.push(mv);
            }
        }
        self.recycle(list);
    }

    /// The number (or the total value) of the pieces that a move captures.
    pub(super) fn captured(&mut self, mv: Move, with_value: bool) -> i32 {
        let before = self.log.replace(Vec::new());
        let mark = self.state.mark();
        let saved = self.env;
        let mut worth = Vec::new();
        if with_value {
            worth = (0..self.game.layout.slots)
                .map(|slot| self.state.value_at(slot, self.state.top(slot)))
                .collect();
        }
        self.perform(mv);
        self.env = saved;
        self.state.undo(mark);
        let log = std::mem::replace(&mut self.log, before).unwrap_or_default();
        log.iter()
            .map(|action| match action {
                crate::Action::Remove { at, .. } => {
                    let site_type = crate::layout::type_index(at.kind);
                    let value = self
                        .slot(site_type, at.site)
                        .and_then(|slot| worth.get(slot).copied());
                    value.unwrap_or(1)
                }
                _ => 0,
            })
            .fold(0, i32::saturating_add)
    }

    /// The moves that begin the longest turns (or those that capture the highest value).
    pub(super) fn longest_turns(&mut self, moves: &'a Moves, with_value: bool, out: &mut MoveSink) {
        if self.longest_turn_search == Some(with_value) {
            // An outer search already examines all continuations of the turn, so no move is
            // excluded here.
            return self.generate(moves, out);
        }
        let outer = self.longest_turn_search.replace(with_value);
        self.with_max_score(moves, out, |eval, mv| eval.longest_turn(mv, with_value));
        self.longest_turn_search = outer;
    }

    /// The maximum length of a turn that begins with `mv`.
    fn longest_turn(&mut self, mv: Move, with_value: bool) -> i32 {
        let here = if with_value {
            self.captured(mv, true)
        } else {
            1
        };
        let rest = self.rest_of_turn(mv, |eval| eval.longest_rest(with_value));
        here.saturating_add(rest)
    }

    /// The result of `look` in the rest of the turn after `mv`; 0 if the turn ends with it.
    fn rest_of_turn(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> i32) -> i32 {
        let mark = self.state.mark();
        let saved = self.env;
        self.unlogged(|eval| eval.perform(mv));
        self.env = saved;
        let mover = self.mover();
        let mut rest = 0;
        if self.state.field(Field::NextSet) == mover {
            self.state.set_field(Field::NextSet, 0);
            self.state.set_field(Field::Prev, mover);
            let next = self.next_player(mover as usize, 0);
            self.state.set_field(Field::Next, next);
            let turn = self.state.field(Field::MovesThisTurn);
            self.state.set_field(Field::MovesThisTurn, turn + 1);
            rest = self.unlogged(look);
        }
        self.state.undo(mark);
        rest
    }

    /// The maximum length of the rest of the turn from the current position, by the rules of the
    /// current phase with nothing bound. The result is cached: captures in a different order reach
    /// the same position, and several rules may evaluate the same moves.
    fn longest_rest(&mut self, with_value: bool) -> i32 {
        let place = CacheKey {
            // The last list holds the captured pieces, whose order matters only for the log.
            state: self.state.fingerprint(self.game.lists.len()),
            with_value,
            lookahead_depth: self.lookahead_depth,
            in_mobility_test: self.in_mobility_test,
            reference_mode: self.reference_mode,
        };
        if let Some(&best) = self.longest_cache.get(&place) {
            return best;
        }
        let env = std::mem::replace(&mut self.env, [OFF; ITERS]);
        let best = self.nested(|eval| {
            let list = eval.list_moves(&eval.phase().moves);
            let mut best = 0;
            for &next in &list {
                best = best.max(eval.longest_turn(next, with_value));
            }
            eval.recycle(list);
            best
        });
        self.env = env;
        // A stopped evaluation has no result.
        if self.fault.is_none() {
            self.longest_cache.insert(place, best);
        }
        best
    }
}
