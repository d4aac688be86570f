//! Meta-rules: restrictions on all moves, and the swap rule.

use crate::ir::{Outer, Repetition, RuleKind};
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::position_hash::PositionHash;
use crate::Move;

use super::added_stones::BeforeMoves;
use super::{Evaluator, MoveSink};

impl Evaluator<'_> {
    /// Whether the meta-rules allow a move.
    pub(super) fn meta_allows(&mut self, mv: Move) -> bool {
        self.support_allows(mv) && !(self.game.meta.no_suicide && self.loses_at_once(mv))
    }

    /// Whether the mover would have lost right after a move.
    fn loses_at_once(&mut self, mv: Move) -> bool {
        let mover = self.mover() as usize;
        let worst = 2 * self.game.players as i32;
        self.with_move_made(mv, Outer::default(), |eval| {
            eval.check_end();
            let rank = eval.state.player(PlayerField::Rank, mover);
            rank == worst && eval.state.player(PlayerField::Active, mover) == 0
                || eval.state.over() && rank > 2 && eval.state.field(Field::Winner) > 0
        })
    }

    /// Whether the rule against repetition allows a move.
    pub(super) fn allowed_by_repetition(
        &mut self,
        mv: Move,
        repetition: Repetition,
        before: Option<&BeforeMoves>,
    ) -> bool {
        // Passes, proposals and votes leave the board unchanged and are always allowed.
        matches!(
            self.game.rules[mv.rule as usize].kind,
            RuleKind::Pass | RuleKind::Propose(_) | RuleKind::Vote(_)
        ) || !self.would_repeat(mv, repetition, before)
    }

    /// With the swap rule, the last player's first move may be to swap seats with the player who
    /// moved before.
    pub(super) fn offer_swap(&mut self, out: &mut MoveSink) {
        if self.game.meta.swap && self.state.field(Field::Moves) == self.game.players as i32 - 1 {
            let before = self.state.field(Field::PrevTurn);
            if before < 1 || before == self.state.field(Field::Mover) {
                return;
            }
            if let Some(rule) = self.game.swap_rule {
                out.push(Move::new(rule, -1, -1));
            }
        }
    }

    fn would_repeat(
        &mut self,
        mv: Move,
        repetition: Repetition,
        before: Option<&BeforeMoves>,
    ) -> bool {
        let known = self.repeats_surely(mv, repetition, before);
        #[cfg(debug_assertions)]
        if let Some(known) = known {
            let made = self.cross_check(|eval| eval.repeats_when_made(mv, repetition));
            assert!(
                made.is_none_or(|made| made == known),
                "{mv:?} was decided as {known}"
            );
        }
        known.unwrap_or_else(|| self.repeats_when_made(mv, repetition))
    }

    fn repeats_when_made(&mut self, mv: Move, repetition: Repetition) -> bool {
        self.with_move_made(mv, Outer::default(), |eval| {
            eval.has_repeated(repetition, 2)
        })
    }

    /// Whether the position, in the sense of a repetition rule, has occurred `times` times, this
    /// one included.
    pub fn has_repeated(&mut self, repetition: Repetition, times: usize) -> bool {
        // Before the turn passes, the position counts as the next player's.
        let mover = self.state.mover();
        let next = self.next_player(mover, self.state.field(Field::NextSet)) as usize;
        if self.has_surely_not_come(repetition, next, times - 1) {
            return false;
        }
        let hash = self.position_hash(repetition, next);
        self.has_come_before(hash, times - 1)
    }

    /// Whether neither the position with what is pending nor the one without has come `times`
    /// times before, so that it does not matter which of them is meant.
    fn has_surely_not_come(&self, repetition: Repetition, mover: usize, times: usize) -> bool {
        let key = self.key_in_situation(self.state.hash(), repetition, mover);
        self.is_pending()
            && !self.has_come_before(key, times)
            && !self.has_come_before(key ^ self.pending_hash(), times)
    }

    /// Whether a position has come `times` times before.
    pub(super) fn has_come_before(&self, hash: u64, times: usize) -> bool {
        let before = self.earlier_keys().iter().rev();
        before
            .filter(|&&other| other == hash)
            .nth(times - 1)
            .is_some()
    }

    /// The keys of the positions since the last one that cannot come back.
    pub(super) fn earlier_keys(&self) -> &[u64] {
        let since = self.state.field(Field::HistorySince) as usize;
        &self.state.history[since..]
    }

    /// The hash that a repetition rule compares: it includes the mover in situational repetition,
    /// the pending sites that add to the mover's moves (in chess, the right to capture en passant)
    /// and, where that is forbidden, the players whose last move was a pass. A move that is tested
    /// leaves those as they were.
    pub fn position_hash(&mut self, repetition: Repetition, mover: usize) -> u64 {
        let key = self.key_in_situation(self.state.hash(), repetition, mover);
        let of_situation = !matches!(
            repetition,
            Repetition::Positional | Repetition::PositionalInTurn
        );
        match of_situation && self.pending_counts(mover) {
            true => key ^ self.pending_hash(),
            false => key,
        }
    }

    /// The hash that a repetition rule compares for a board with this hash, without what is
    /// pending.
    pub(super) fn key_in_situation(&self, board: u64, repetition: Repetition, mover: usize) -> u64 {
        use Repetition::{Positional, PositionalInTurn};
        match repetition {
            Positional | PositionalInTurn => board,
            _ => {
                let list = self.game.who_passed_list();
                let passed = list.and_then(|list| self.state.lists[list].first().copied());
                let passed = (passed.unwrap_or(0) as usize) << 8;
                situation_hash(board, mover | passed)
            }
        }
    }

    /// Whether the moves of the player who moves next depend on what is pending.
    fn pending_counts(&mut self, player: usize) -> bool {
        if !self.is_pending() || self.game.flags.rolls {
            return false;
        }
        // Nearly always no rule that asks for what is pending has a move.
        let asked = self.game.flags.pending_matters_anywhere || self.reference_mode;
        if !asked && !self.may_ask_for_pending(player) {
            debug_assert!(!self.moves_depend_on_pending(player));
            return false;
        }
        self.moves_depend_on_pending(player)
    }

    /// Whether a player's moves would be others if nothing were pending.
    fn moves_depend_on_pending(&mut self, player: usize) -> bool {
        let with = self.moves_in_turn(player);
        let mark = self.state.mark();
        self.clear_pending();
        let without = self.moves_in_turn(player);
        self.state.undo(mark);
        let depend = with != without;
        self.recycle(with);
        self.recycle(without);
        depend
    }

    /// A hash of what is pending.
    fn pending_hash(&self) -> u64 {
        let mut hash = PositionHash::new();
        hash.word(self.state.field(Field::PendingValue) as u64);
        for site in self.state.extra_bits(ExtraSet::Pending) {
            hash.word(site as u64);
        }
        hash.finish()
    }
}

/// The hash of a position with its mover.
#[inline]
pub(crate) fn situation_hash(position: u64, mover: usize) -> u64 {
    position ^ (mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
