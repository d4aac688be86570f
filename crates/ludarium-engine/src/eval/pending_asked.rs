//! Whether any rule that asks for what is pending could have a move: nearly always the board says
//! that none has, as no piece stands beside a pending site.

use smallvec::SmallVec;

use super::listing_entries::{Entry, Guard};
use super::Evaluator;
use crate::ir::{ForEachPiece, Int, Moves, Owners};

/// The pieces that have been looked at. What they may ask is the same whatever is pending.
type Seen<'a> = SmallVec<[&'a ForEachPiece; 4]>;

impl<'a> Evaluator<'a> {
    /// Whether a rule that asks for what is pending may have a move of the player who moves next,
    /// or would have one if nothing were pending. If not, the player's moves are the same.
    pub(super) fn may_ask_for_pending(&mut self, player: usize) -> bool {
        let mut seen = Seen::new();
        if self.may_ask_in_turn(player, &mut seen) {
            return true;
        }
        let mark = self.state.mark();
        self.clear_pending();
        let without = self.may_ask_in_turn(player, &mut seen);
        self.state.undo(mark);
        without
    }

    fn may_ask_in_turn(&mut self, player: usize, seen: &mut Seen<'a>) -> bool {
        let asks = self.in_turn_of(player, |eval, moves| eval.may_ask(moves, seen));
        asks.unwrap_or(false)
    }

    /// Whether a rule that asks is reached: one of the pieces, whatever their conditions say, or
    /// one beside them whose conditions hold.
    fn may_ask(&mut self, moves: &'a Moves, seen: &mut Seen<'a>) -> bool {
        match moves {
            Moves::None => false,
            Moves::Rule(id) => !self.game.rules[usize::from(*id)].ignores_pending,
            Moves::OfPiece(kind) => self.may_ask(&self.game.piece_moves[*kind], seen),
            Moves::All(parts) | Moves::Priority(parts) => {
                parts.iter().any(|part| self.may_ask(part, seen))
            }
            // Where the condition asks, no rule of either part ignores what is pending.
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.may_ask(yes, seen),
                (false, Some(no)) => self.may_ask(no, seen),
                (false, None) => false,
            },
            Moves::Rare(rare) => self.may_ask(&rare.moves, seen),
            Moves::Do {
                effect: None,
                shadowed: None,
                next,
                ..
            } => self.may_ask(next, seen),
            Moves::ForEachPiece(pieces) => self.may_any_piece_ask(pieces, seen),
            _ => true,
        }
    }

    fn may_any_piece_ask(&self, pieces: &'a ForEachPiece, seen: &mut Seen<'a>) -> bool {
        if !matches!(pieces.owners, Owners::One(Int::Mover)) || !pieces.only_topmost(self.game) {
            return true;
        }
        if seen.iter().any(|known| std::ptr::eq(*known, pieces)) {
            return false;
        }
        seen.push(pieces);
        let mut slots = self.state.owned_bits(self.state.mover());
        slots.any(|slot| self.may_piece_ask(pieces, slot as usize))
    }

    /// Whether the piece on a slot may have a move by a rule that asks for what is pending.
    fn may_piece_ask(&self, pieces: &'a ForEachPiece, slot: usize) -> bool {
        let what = self.state.what(slot);
        if slot >= self.game.layout.board_sites {
            let moves = pieces.moves[what].as_ref();
            return moves.is_some_and(|moves| !moves.ignore_pending(&self.game.rules));
        }
        let entries = &pieces.listing(self.game).kinds[what];
        let mut next = 0;
        while let Some(entry) = entries.get(next) {
            next += 1;
            match entry {
                Entry::Part(part) if part.asks_pending => return true,
                Entry::Guard(Guard::NearPending(near), otherwise) => {
                    if !near.of(slot).iter().any(|&site| self.is_pending_at(site)) {
                        next = *otherwise;
                    }
                }
                // Other conditions may hold or not.
                Entry::Part(_) | Entry::Guard(..) | Entry::Jump(_) => {}
            }
        }
        false
    }
}
