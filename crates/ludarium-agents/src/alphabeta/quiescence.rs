//! Quiescence search: at the horizon, captures are searched as long as they pay.

use ludarium_engine::State;

use super::move_ordering::{next_best, MoveOrdering, Ranked};
use super::search::{Buffers, MoveContext, Node, Search, INFINITE, MAX_PLY, PLY};
use crate::evaluation::Captures;

/// The depth below the horizon at which captures are no longer followed.
const MIN_DEPTH: i32 = -6 * PLY;

impl Search<'_, '_> {
    /// The value of a position after the captures that pay.
    pub(super) fn quiescence(&mut self, state: &mut State, node: Node) -> Option<i32> {
        let stand_pat = self.static_eval(state);
        let captures = self.evaluation.captures();
        if captures == Captures::None || self.stochastic || node.depth < MIN_DEPTH {
            return Some(stand_pat);
        }
        if node.ply >= MAX_PLY || stand_pat >= node.beta {
            return Some(stand_pat);
        }
        let mut buffer = self.buffers.pop().unwrap_or_default();
        match captures == Captures::Replacement && !node.same_turn {
            true => {
                let order = &mut self.order;
                buffer.pseudo_legal =
                    order.list_captures(self.game, self.evaluation, state, &mut buffer.legal);
            }
            false => {
                buffer.pseudo_legal = false;
                self.game.legal(state, &mut buffer.legal);
            }
        }
        let value = self.follow_captures(state, node, stand_pat, &mut buffer);
        self.buffers.push(buffer);
        value
    }

    fn follow_captures(
        &mut self,
        state: &mut State,
        mut node: Node,
        stand_pat: i32,
        buffer: &mut Buffers,
    ) -> Option<i32> {
        let mover = state.mover();
        let replacement = self.evaluation.captures() == Captures::Replacement;
        let Buffers {
            legal,
            ranked,
            pseudo_legal,
        } = buffer;
        let promoting = node.same_turn && self.order.note_promotion(self.evaluation, state, legal);
        if replacement && !promoting {
            let (evaluation, order) = (self.evaluation, &self.order);
            legal.retain(|&mv| {
                MoveOrdering::victim(evaluation, state, mv).is_some()
                    || order.promotes(evaluation, state, mv)
            });
        }
        if legal.is_empty() {
            return Some(stand_pat);
        }
        // If the rules force a capture, standing pat is not an option, but the static evaluation is
        // used as a lower bound all the same. A promotion, however, must be chosen.
        let mut best = match promoting {
            true => -INFINITE,
            false => stand_pat,
        };
        node.alpha = node.alpha.max(best);
        self.order
            .rank(self.evaluation, state, legal, None, usize::MAX, ranked);
        let before = match replacement {
            true => (0, 0),
            false => self.evaluation.piece_counts(state, mover),
        };
        for index in 0..ranked.len() {
            let Ranked { mv, .. } = next_best(ranked, index);
            let victim = MoveOrdering::victim(self.evaluation, state, mv);
            if !promoting && self.loses_material(state, mv) {
                continue;
            }
            if let Some(victim) = victim.filter(|_| replacement && !promoting) {
                let gain = match self.chess_like {
                    true => {
                        self.evaluation
                            .max_value_on(victim, usize::from(mv.to))
                            .abs()
                            + 2 * self.pawn_value
                    }
                    false => 2 * self.evaluation.piece_value(victim).abs() + 200,
                };
                if stand_pat + gain <= node.alpha {
                    continue;
                }
            }
            if *pseudo_legal && !self.game.is_legal(state, mv) {
                continue;
            }
            let value = self.with_move(state, mv, |search, state, assumed_reply| {
                let context = MoveContext {
                    assumed_reply,
                    ..MoveContext::by(mover)
                };
                let noisy =
                    replacement || state.over() || search.is_noisy(state, mover, before, stand_pat);
                match noisy {
                    true => search.child_value(state, context, node),
                    false => Some(-INFINITE),
                }
            })?;
            best = best.max(value);
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                break;
            }
        }
        Some(best)
    }

    /// Whether a move of `mover` captured or promoted pieces, given the piece counts before it and
    /// the static evaluation `stand_pat`. Placing a piece changes the balance as well, but is
    /// possible at every ply, so it does not count.
    fn is_noisy(
        &mut self,
        state: &State,
        mover: usize,
        before: (i32, i32),
        stand_pat: i32,
    ) -> bool {
        let (own, others) = self.evaluation.piece_counts(state, mover);
        if others < before.1 {
            return true;
        }
        let now = self.static_eval(state) * self.sign(state.mover()) * self.sign(mover);
        own <= before.0 && (now - stand_pat).abs() > self.evaluation.min_swing()
    }
}
