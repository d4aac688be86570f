//! The rules above all others: what they forbid, and the change of seats.

use crate::ir::{Repetition, RuleKind};
use crate::layout::{Field, PlayerField};
use crate::Move;

use super::{Out, Run};

impl Run<'_> {
    /// Whether the rules above all others let a move be made.
    pub(super) fn meta_allows(&mut self, mv: Move) -> bool {
        self.rests_allow(mv) && !(self.g.meta.no_suicide && self.loses_at_once(mv))
    }

    /// Whether the mover would have lost right after a move.
    fn loses_at_once(&mut self, mv: Move) -> bool {
        let mover = self.mover() as usize;
        let worst = 2 * self.g.players as i32;
        self.afterwards(mv, 0, |run| {
            run.check_end();
            let rank = run.s.player(PlayerField::Rank, mover);
            rank == worst && run.s.player(PlayerField::Active, mover) == 0
                || run.s.over() && rank > 2 && run.s.field(Field::Winner) > 0
        })
    }

    /// Whether the rule against repetition lets a move be made.
    pub(super) fn may_be_repeated(&mut self, mv: Move, repetition: Repetition) -> bool {
        // What is said changes nothing on the board and is always allowed.
        matches!(
            self.g.rules[mv.rule as usize].kind,
            RuleKind::Pass | RuleKind::Propose(_) | RuleKind::Vote(_)
        ) || !self.repeats(mv, repetition)
    }

    /// With the swap rule, the second player's first move may be to change seats.
    pub(super) fn swap_offer(&mut self, out: &mut Out) {
        if self.g.meta.swap && self.s.field(Field::Moves) == self.g.players as i32 - 1 {
            if let Some(rule) = self.g.swap_rule {
                out.push(Move::new(rule, -1, -1));
            }
        }
    }

    fn repeats(&mut self, mv: Move, repetition: Repetition) -> bool {
        self.afterwards(mv, 0, |run| run.has_come(repetition, 2))
    }

    /// Whether the position has come about so many times with this one, in the sense of a repetition rule.
    pub fn has_come(&mut self, repetition: Repetition, times: usize) -> bool {
        // Before the turn is handed over, the position is the next player's already.
        let mover = self.s.mover();
        let next = self.follower(mover, self.s.field(Field::NextSet)) as usize;
        let hash = self.position_hash(repetition, next);
        let since = self.s.field(Field::HistorySince) as usize;
        let before = self.s.history[since..].iter().rev();
        before
            .filter(|&&other| other == hash)
            .nth(times - 2)
            .is_some()
    }

    /// The hash that a repetition rule compares: with the mover where the situation counts.
    pub fn position_hash(&self, repetition: Repetition, mover: usize) -> u64 {
        use Repetition::{Positional, PositionalInTurn};
        match repetition {
            Positional | PositionalInTurn => self.s.hash(),
            _ => situation(self.s.hash(), mover),
        }
    }
}

/// The hash of a position with whose turn it is.
#[inline]
pub(crate) fn situation(position: u64, mover: usize) -> u64 {
    position ^ (mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
