//! Generates the moves that pass a test: those after which a condition holds.

use super::planned_listing::Sets;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, Moves, Outer};
use crate::state::Mark;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Adds the moves of `next` after which a condition holds.
    pub(super) fn generate_tested(
        &mut self,
        next: &'a Moves,
        outer: Outer,
        after: &'a Bool,
        out: &mut MoveSink,
    ) {
        // With more than one move to test, computing the pinned pieces pays off.
        let all = out.want == Want::All && !self.reference_mode;
        let mut foreseen = all.then(|| self.foresee(after));
        let mut tested = false;
        let known = foreseen.as_ref().and_then(|known| known.safety.as_ref());
        self.with_not_in_check(self.not_in_check(known), |eval| {
            eval.generate_filtered(next, out, |eval, mv| {
                if tested && foreseen.is_none() && !eval.reference_mode {
                    foreseen = Some(eval.foresee(after));
                }
                tested = true;
                eval.holds_after_given(foreseen.as_ref(), mv, outer, after)
            });
        });
    }

    /// Adds the moves listed in the position after the first part of a `do` that pass a test in
    /// the position before it. Returns whether there are any to test.
    pub(super) fn generate_after_first(
        &mut self,
        next: &'a Moves,
        first: Option<Mark>,
        out: &mut MoveSink,
        test: impl FnMut(&mut Self, Move) -> bool,
    ) -> bool {
        let seeking = self.longest_turn_search.take();
        let list = self.list_moves(next);
        if let Some(mark) = first {
            self.state.undo(mark);
        }
        self.longest_turn_search = seeking;
        self.add_passing(&list, out, test);
        let any = !list.is_empty();
        self.recycle(list);
        any
    }

    /// The moves that pass a test.
    pub(super) fn generate_filtered(
        &mut self,
        moves: &'a Moves,
        out: &mut MoveSink,
        mut test: impl FnMut(&mut Self, Move) -> bool,
    ) {
        // The moves to test must all be candidates for the longest turn.
        let seeking = self.longest_turn_search.take();
        if out.want == Want::Any {
            // The first move usually passes.
            let mut first = MoveSink::new(
                Want::Any,
                self.state.buffers.moves.pop().unwrap_or_default(),
            );
            self.generate(moves, &mut first);
            let candidate = first.moves.first().copied();
            self.recycle(first.moves);
            let found = candidate.filter(|&mv| test(self, mv));
            if candidate.is_none() || found.is_some() {
                self.longest_turn_search = seeking;
                found.into_iter().for_each(|mv| out.push(mv));
                return;
            }
            self.generate_first_passing(moves, out, &mut test);
            self.longest_turn_search = seeking;
            return;
        }
        let mut inner = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        (inner.target_filter, inner.origin_filter) = (out.target_filter.take(), out.origin_filter);
        self.generate(moves, &mut inner);
        out.target_filter = inner.target_filter.take();
        let list = inner.moves;
        self.longest_turn_search = seeking;
        self.add_passing(&list, out, test);
        self.recycle(list);
    }

    /// Adds those of the wanted moves that pass a test.
    fn add_passing(
        &mut self,
        list: &[Move],
        out: &mut MoveSink,
        mut test: impl FnMut(&mut Self, Move) -> bool,
    ) {
        for &mv in list {
            if out.done {
                break;
            }
            if !out.wants_target(mv.target()) {
                continue;
            }
            if matches!(out.want, Want::To(slot) if slot != mv.to) {
                continue;
            }
            if test(self, mv) {
                out.push(mv);
            }
        }
    }

    /// Adds the first move that passes a test, part by part and piece by piece, so that the rest
    /// need not be listed.
    fn generate_first_passing(
        &mut self,
        moves: &'a Moves,
        out: &mut MoveSink,
        test: &mut impl FnMut(&mut Self, Move) -> bool,
    ) {
        let mut list = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        match moves {
            Moves::All(parts) => {
                for part in parts {
                    self.generate_first_passing(part, out, test);
                    if out.done {
                        break;
                    }
                }
            }
            Moves::ForEachPiece(piece) if piece.only_topmost(self.game) => {
                let turn = self.turn_players();
                let mut sets = Sets::default();
                self.each_piece(piece, Want::All, |eval, slot| {
                    eval.list_moves_of(piece, &mut sets, slot, &mut list);
                    let of_owner = eval.turn_players();
                    eval.set_turn_players(turn);
                    let found = (list.moves.iter()).find(|&&mv| test(eval, mv));
                    found.into_iter().for_each(|&mv| out.push(mv));
                    eval.set_turn_players(of_owner);
                    list.moves.clear();
                    !out.done
                });
            }
            moves => {
                self.generate(moves, &mut list);
                let found = (list.moves.iter()).find(|&&mv| test(self, mv));
                found.into_iter().for_each(|&mv| out.push(mv));
            }
        }
        self.recycle(list.moves);
    }
}
