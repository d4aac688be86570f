//! The search for quiet: behind the last move looked at, captures are followed as long as they pay.

use ludarium_engine::State;

use super::order::{next_best, Order, Ranked};
use super::search::{Made, Node, Room, Search, DEEPEST, INFINITE, PLY};
use crate::evaluation::Captures;

/// How far captures are followed.
const QUIET_DEPTH: i32 = -6 * PLY;

impl Search<'_, '_> {
    /// The value once the captures have been made that pay.
    pub(super) fn quiet(&mut self, state: &mut State, node: Node) -> Option<i32> {
        let stand = self.judged(state);
        let captures = self.evaluation.captures();
        if captures == Captures::None || self.stochastic || node.depth < QUIET_DEPTH {
            return Some(stand);
        }
        if node.ply >= DEEPEST || stand >= node.beta {
            return Some(stand);
        }
        let mut room = self.rooms.pop().unwrap_or_default();
        match captures == Captures::Replacement && !node.same_turn {
            true => {
                let order = &mut self.order;
                room.unasked = order.list_takes(self.game, self.evaluation, state, &mut room.legal);
            }
            false => {
                room.unasked = false;
                self.game.legal(state, &mut room.legal);
            }
        }
        let value = self.captured(state, node, stand, &mut room);
        self.rooms.push(room);
        value
    }

    fn captured(
        &mut self,
        state: &mut State,
        mut node: Node,
        stand: i32,
        room: &mut Room,
    ) -> Option<i32> {
        let mover = state.mover();
        let replacing = self.evaluation.captures() == Captures::Replacement;
        let Room {
            legal,
            ranked,
            unasked,
        } = room;
        let becoming = node.same_turn && self.order.note_becoming(self.evaluation, state, legal);
        if replacing && !becoming {
            let (evaluation, order) = (self.evaluation, &self.order);
            legal.retain(|&mv| {
                Order::victim(evaluation, state, mv).is_some()
                    || order.becomes(evaluation, state, mv)
            });
        }
        if legal.is_empty() {
            return Some(stand);
        }
        // Where the rules force a capture, standing still is no choice: it is a lower bound all the same. What a piece
        // becomes has to be chosen.
        let mut best = match becoming {
            true => -INFINITE,
            false => stand,
        };
        node.alpha = node.alpha.max(best);
        self.order
            .rank(self.evaluation, state, legal, None, usize::MAX, ranked);
        let before = match replacing {
            true => (0, 0),
            false => self.evaluation.men(state, mover),
        };
        for index in 0..ranked.len() {
            let Ranked { mv, .. } = next_best(ranked, index);
            let victim = Order::victim(self.evaluation, state, mv);
            if !becoming && self.loses(state, mv) {
                continue;
            }
            if let Some(victim) = victim.filter(|_| replacing && !becoming) {
                let gain = match self.exchange {
                    true => self.evaluation.there(victim, usize::from(mv.to)).abs() + 2 * self.man,
                    false => 2 * self.evaluation.worth(victim).abs() + 200,
                };
                if stand + gain <= node.alpha {
                    continue;
                }
            }
            if *unasked && !self.game.is_legal(state, mv) {
                continue;
            }
            let value = self.trying(state, mv, |search, state, hoped| {
                let made = Made {
                    hoped,
                    ..Made::by(mover)
                };
                let loud = replacing || state.over() || search.is_loud(state, mover, before, stand);
                match loud {
                    true => search.child(state, made, node),
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

    /// Whether a move of `mover` took men, or made another of one, where there were so many of the mover's and of others before it
    /// and the position was worth `stand`. Who only brings in men changes the balance too, and could do so at every ply.
    fn is_loud(&mut self, state: &State, mover: usize, before: (i32, i32), stand: i32) -> bool {
        let (own, others) = self.evaluation.men(state, mover);
        if others < before.1 {
            return true;
        }
        let now = self.judged(state) * self.sign(state.mover()) * self.sign(mover);
        own <= before.0 && (now - stand).abs() > self.evaluation.step()
    }
}
