//! Bulk counting: counts the legal moves that are whole turns, without listing them.

use super::legality::{Foreseen, KingSafety};
use super::planned_listing::Sets;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, ForEachPiece, Int, Moves, Outer, Owners};
use crate::Move;

/// The condition that a move has to satisfy to be legal.
#[derive(Clone, Copy)]
struct MoveTest<'a, 's> {
    cond: &'a Bool,
    outer: Outer,
    foreseen: &'s Foreseen,
}

/// The result of a count.
struct BulkCount<'k> {
    turns: u64,
    /// The legal moves after which the turn may continue.
    partial: &'k mut Vec<Move>,
}

impl<'a> Evaluator<'a> {
    /// The number of legal moves ([`crate::Game::legal`], without a forced pass) that are whole
    /// turns; the others are added to `partial`. `None` where moves have to be listed to be
    /// counted; `partial` is then meaningless.
    pub(crate) fn bulk_count(&mut self, partial: &mut Vec<Move>) -> Option<u64> {
        let game = self.game;
        let meta = game.meta.no_repeat.is_some() || game.meta.forbids() || game.meta.swap;
        let flags = &game.flags;
        let odd = game.series.is_some() || meta || flags.listing_chance || flags.simultaneous;
        if odd || flags.stochastic || game.players != 2 {
            return None;
        }
        let mut count = BulkCount { turns: 0, partial };
        if !self.state.over() {
            self.in_decision = true;
            let moves = &self.phase().moves;
            let counted = self.count_moves(moves, None, &mut count);
            self.in_decision = false;
            counted?;
        }
        let overflow_of = |mv: &Move| game.rules[usize::from(mv.rule)].overflows;
        let whole = self.fault.is_none() && !count.partial.iter().any(overflow_of);
        whole.then_some(count.turns)
    }

    fn count_moves(
        &mut self,
        moves: &'a Moves,
        test: Option<MoveTest<'a, '_>>,
        count: &mut BulkCount<'_>,
    ) -> Option<()> {
        match moves {
            Moves::None => Some(()),
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.count_moves(yes, test, count),
                (false, Some(no)) => self.count_moves(no, test, count),
                (false, None) => Some(()),
            },
            Moves::All(parts) => {
                (parts.iter()).try_for_each(|part| self.count_moves(part, test, count))
            }
            Moves::Do {
                effect: None,
                shadowed: None,
                pass: None,
                after: Some(cond),
                outer,
                next,
                ..
            } if test.is_none() => {
                let foreseen = self.foresee(cond);
                let test = MoveTest {
                    cond,
                    outer: *outer,
                    foreseen: &foreseen,
                };
                self.with_not_in_check(self.not_in_check(foreseen.safety.as_ref()), |eval| {
                    eval.count_moves(next, Some(test), count)
                })
            }
            Moves::Do { pass: Some(_), .. } => None,
            Moves::ForEachPiece(piece) if piece.only_topmost(self.game) => {
                self.count_piece_moves(piece, test, count);
                Some(())
            }
            moves => {
                let mut list = self.list_moves(moves);
                self.count_list(&mut list, test, count);
                self.recycle(list);
                Some(())
            }
        }
    }

    fn count_piece_moves(
        &mut self,
        piece: &'a ForEachPiece,
        test: Option<MoveTest<'a, '_>>,
        count: &mut BulkCount<'_>,
    ) {
        let plan = piece.listing(self.game);
        let mut sets = Sets::default();
        let buffer = self.state.buffers.moves.pop().unwrap_or_default();
        let mut out = MoveSink::new(Want::All, buffer);
        let safety = test.and_then(|test| test.foreseen.safety.as_ref());
        self.prepare_count(plan, &mut sets, safety.map(KingSafety::slot));
        // The sets are computed for the mover, so the pieces must be the mover's.
        let own = matches!(piece.owners, Owners::One(Int::Mover));
        self.each_piece(piece, Want::All, |eval, slot| {
            if slot < eval.game.layout.board_sites && own {
                let stays = safety.is_some_and(|safety| eval.stays_safe_without(safety, slot));
                eval.each_part(plan, slot, |eval, part| {
                    let plain = test.is_none() || stays && part.simple;
                    let moves = match plain {
                        true => eval.count_part(plan, part, &mut sets, slot),
                        false => None,
                    };
                    match moves {
                        Some(moves) => count.turns += u64::from(moves),
                        None => eval.list_part(plan, &part.movement, &mut sets, slot, &mut out),
                    }
                });
            } else {
                eval.moves_of_piece(piece, slot, &mut out);
            }
            if !out.moves.is_empty() {
                eval.count_list(&mut out.moves, test, count);
            }
            !out.done
        });
        self.recycle(out.moves);
    }

    /// Counts the legal moves of a list.
    fn count_list(
        &mut self,
        list: &mut Vec<Move>,
        test: Option<MoveTest<'a, '_>>,
        count: &mut BulkCount<'_>,
    ) {
        for mv in list.drain(..) {
            let legal = !self.game.is_forced_pass(mv)
                && test.is_none_or(|test| {
                    self.holds_after_given(Some(test.foreseen), mv, test.outer, test.cond)
                });
            match legal && self.ends_turn(mv) {
                true => count.turns += 1,
                false if legal => count.partial.push(mv),
                false => {}
            }
        }
    }
}
