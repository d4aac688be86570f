//! Counting the legal moves that are whole turns, without making a list of them.

use super::legality::KingSafety;
use super::planned_listing::Sets;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, ForEachPiece, Int, Moves, Owners};
use crate::Move;

/// What must hold after a move.
#[derive(Clone, Copy)]
struct MoveTest<'a, 's> {
    cond: &'a Bool,
    outer: usize,
    shelter: Option<&'s KingSafety>,
}

/// What has been counted.
struct BulkCount<'k> {
    turns: u64,
    /// The legal moves with which a turn may go on.
    kept: &'k mut Vec<Move>,
}

impl<'a> Evaluator<'a> {
    /// How many of the legal moves (of [`crate::Game::legal`], without a forced pass) are whole turns; the others are
    /// put into `kept`. `None` where moves have to be listed to be counted; then `kept` says nothing.
    pub(crate) fn tally(&mut self, kept: &mut Vec<Move>) -> Option<u64> {
        let game = self.game;
        let meta = game.meta.no_repeat.is_some() || game.meta.forbids() || game.meta.swap;
        let flags = &game.flags;
        let odd = game.series.is_some() || meta || flags.listing_chance || flags.simultaneous;
        if odd || flags.stochastic || game.players != 2 {
            return None;
        }
        let mut tally = BulkCount { turns: 0, kept };
        if !self.state.over() {
            self.deciding = true;
            let moves = &self.phase().moves;
            let counted = self.tally_of(moves, None, &mut tally);
            self.deciding = false;
            counted?;
        }
        let spilled = |mv: &Move| game.rules[usize::from(mv.rule)].overflows;
        let whole = self.fault.is_none() && !tally.kept.iter().any(spilled);
        whole.then_some(tally.turns)
    }

    fn tally_of(
        &mut self,
        moves: &'a Moves,
        test: Option<MoveTest<'a, '_>>,
        tally: &mut BulkCount<'_>,
    ) -> Option<()> {
        match moves {
            Moves::None => Some(()),
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.tally_of(yes, test, tally),
                (false, Some(no)) => self.tally_of(no, test, tally),
                (false, None) => Some(()),
            },
            Moves::All(parts) => {
                (parts.iter()).try_for_each(|part| self.tally_of(part, test, tally))
            }
            Moves::Do {
                effect: None,
                shadowed: None,
                pass: None,
                after: Some(cond),
                outer_effects,
                next,
                ..
            } if test.is_none() => {
                let shelter = self.shelter(cond);
                let test = MoveTest {
                    cond,
                    outer: *outer_effects,
                    shelter: shelter.as_ref(),
                };
                self.knowing(self.safety(shelter.as_ref()), |eval| {
                    eval.tally_of(next, Some(test), tally)
                })
            }
            Moves::Do { pass: Some(_), .. } => None,
            Moves::ForEachPiece(piece) if piece.only_topmost(self.game) => {
                self.tally_pieces(piece, test, tally);
                Some(())
            }
            moves => {
                let mut list = self.list(moves);
                self.tally_list(&mut list, test, tally);
                self.give_back(list);
                Some(())
            }
        }
    }

    fn tally_pieces(
        &mut self,
        piece: &'a ForEachPiece,
        test: Option<MoveTest<'a, '_>>,
        tally: &mut BulkCount<'_>,
    ) {
        let listing = piece.listing(self.game);
        let mut sets = Sets::default();
        let buffer = self.state.buffers.moves.pop().unwrap_or_default();
        let mut out = MoveSink::new(Want::All, buffer);
        let shelter = test.and_then(|test| test.shelter);
        self.ready_to_count(listing, &mut sets, shelter.map(KingSafety::place));
        // The sets are the mover's, whose pieces these must be.
        let own = matches!(piece.owners, Owners::One(Int::Mover));
        self.each_piece(piece, Want::All, |eval, slot| {
            if slot < eval.game.layout.board_sites && own {
                let stays = shelter.is_some_and(|shelter| eval.stays_sheltered(shelter, slot));
                eval.parts_of(listing, slot, |eval, part| {
                    let plain = test.is_none() || stays && part.simple;
                    let count = match plain {
                        true => eval.count_part(listing, part, &mut sets, slot),
                        false => None,
                    };
                    match count {
                        Some(count) => tally.turns += u64::from(count),
                        None => eval.list_part(listing, &part.way, &mut sets, slot, &mut out),
                    }
                });
            } else {
                eval.moves_of_piece(piece, slot, &mut out);
            }
            if !out.moves.is_empty() {
                eval.tally_list(&mut out.moves, test, tally);
            }
            !out.done
        });
        self.give_back(out.moves);
    }

    /// Counts those of the moves of a list that are legal.
    fn tally_list(
        &mut self,
        list: &mut Vec<Move>,
        test: Option<MoveTest<'a, '_>>,
        tally: &mut BulkCount<'_>,
    ) {
        for mv in list.drain(..) {
            let legal = !self.game.is_forced_pass(mv)
                && test
                    .is_none_or(|test| self.holds_beside(test.shelter, mv, test.outer, test.cond));
            match legal && self.ends_turn(mv) {
                true => tally.turns += 1,
                false if legal => tally.kept.push(mv),
                false => {}
            }
        }
    }
}
