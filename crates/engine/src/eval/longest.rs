//! The rule of the greatest capture: only the moves that take the most.

use super::{Out, Run};
use crate::ir::Moves;
use crate::layout::Field;
use crate::Move;

impl<'a> Run<'a> {
    /// The moves that score highest.
    pub(super) fn maximal(
        &mut self,
        moves: &'a Moves,
        out: &mut Out,
        mut score: impl FnMut(&mut Self, Move) -> i32,
    ) {
        let list = self.list(moves);
        let scores: Vec<i32> = list.iter().map(|&mv| score(self, mv)).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        for (&mv, &score) in list.iter().zip(&scores) {
            if score == best {
                out.push(mv);
            }
        }
        self.give_back(list);
    }

    /// How many pieces a move takes (or what they are worth).
    pub(super) fn captured(&mut self, mv: Move, with_value: bool) -> i32 {
        let before = self.log.replace(Vec::new());
        let mark = self.s.mark();
        let saved = self.env;
        let mut worth = Vec::new();
        if with_value {
            worth = (0..self.g.layout.slots)
                .map(|slot| self.s.value_at(slot, self.s.top(slot)))
                .collect();
        }
        self.perform(mv);
        self.env = saved;
        self.s.undo(mark);
        let log = std::mem::replace(&mut self.log, before).unwrap_or_default();
        log.iter()
            .map(|action| match action {
                crate::Action::Remove { at, .. } => {
                    let t = crate::layout::type_index(at.kind);
                    let value = self
                        .slot(t, at.site)
                        .and_then(|slot| worth.get(slot).copied());
                    value.unwrap_or(1)
                }
                _ => 0,
            })
            .sum()
    }

    /// How many moves the turn can last at most if it goes on with `mv`.
    pub(super) fn longest_turn(&mut self, mv: Move, with_value: bool, depth: u32) -> i32 {
        if depth > 64 {
            return 0;
        }
        let here = if with_value {
            self.captured(mv, true)
        } else {
            1
        };
        let mark = self.s.mark();
        let saved = self.env;
        let log = self.log.take();
        self.perform(mv);
        self.env = saved;
        let mut best = 0;
        if self.s.field(Field::NextSet) == self.mover() {
            self.s.set_field(Field::NextSet, 0);
            let next = self.follower(self.mover() as usize, 0);
            self.s.set_field(Field::Next, next);
            let turn = self.s.field(Field::MovesThisTurn);
            self.s.set_field(Field::MovesThisTurn, turn + 1);
            self.s.set_field(Field::Prev, self.mover());
            let next = self.follower(self.s.mover(), 0);
            self.s.set_field(Field::Next, next);
            // The rest of the turn is played by the rules as they are then.
            let list = self.list(&self.phase().moves);
            for &next in &list {
                best = best.max(self.longest_turn(next, with_value, depth + 1));
            }
            self.give_back(list);
        }
        self.log = log;
        self.s.undo(mark);
        here + best
    }
}
