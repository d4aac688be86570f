//! What standard algebraic notation leaves out: a move without a piece's letter is a pawn's, and a
//! small letter before a target is a file, never a piece.

use ludarium_engine::{Move, State};

use super::Replayer;
use crate::records::written_move::{Step, WrittenMove};

/// The sign of a pawn.
const PAWN: &str = "P";

impl Replayer<'_> {
    /// The moves that algebraic notation means, where the text fits several moves of the list (as
    /// indices): without a sign those of pawns, and of these those without a capture unless one is
    /// written; with a capital those of the piece; with a small letter those of pawns from the
    /// file. A rule that would leave no move is passed over.
    pub(super) fn algebraic(
        &self,
        state: &State,
        written: &WrittenMove,
        moves: &[Move],
    ) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..moves.len()).collect();
        let who = match written.steps.as_slice() {
            [Step::Come(who, _)] => who.as_str(),
            [Step::Place(None, _)] if written.piece.is_none() => "",
            _ => return kept,
        };
        let kind = |index: &usize| {
            let slot = usize::try_from(moves[*index].origin()).ok();
            let slot = slot.filter(|slot| *slot < self.game.layout().board_sites);
            slot.map_or(0, |slot| state.what(slot))
        };
        let is_pawn = |index: &usize| self.is_written(kind(index), PAWN);
        let is_named = |index: &usize| {
            let mut signs = (1..=who.len()).filter_map(|length| who.get(..length));
            signs.any(|sign| self.is_written(kind(index), sign))
        };
        let to_empty = |index: &usize| {
            let target = usize::try_from(moves[*index].target()).ok();
            target.is_none_or(|slot| state.is_empty(slot))
        };
        let mut keep = |rule: &dyn Fn(&usize) -> bool| {
            let fitting: Vec<usize> = kept.iter().copied().filter(|index| rule(index)).collect();
            if !fitting.is_empty() {
                kept = fitting;
            }
        };
        match who.starts_with(char::is_uppercase) {
            true => keep(&is_named),
            false => keep(&is_pawn),
        }
        if !written.captures && who.is_empty() {
            keep(&to_empty);
        }
        kept
    }
}
