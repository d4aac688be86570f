//! Samples a move that a kernel counts
//! ([`Kernel::counting_kernel`](crate::fast::Kernel::counting_kernel)): the kernel names the move,
//! and the rules generate it.

use super::candidate::CandidateTable;
use super::{Evaluator, SamplingStrategy};
use crate::chance::SplitMix64;
use crate::fast::{PieceKernel, SampledMove};
use crate::ir::{Iter, Moves};
use crate::layout::PlayerField;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Samples one of the moves that a kernel counts; `None` where none does.
    pub(super) fn sample_counted(
        &mut self,
        moves: &'a Moves,
        pick: &mut SplitMix64,
    ) -> Option<Option<Move>> {
        if self.sampling_strategy != Some(SamplingStrategy::Kernel) {
            return None;
        }
        let phase = self.state.player(PlayerField::Phase, self.state.mover()) as usize;
        let phase = phase.min(self.game.phases.len() - 1);
        let kernel = self.game.kernel()?.counting_kernel(phase)?;
        let mut again = pick.clone();
        let Some(drawn) = kernel.sample_counted(self.game, self.state, pick) else {
            return Some(self.sample_sorted(moves, kernel, phase, pick));
        };
        let found = drawn.and_then(|drawn| self.sampled(moves, drawn));
        debug_assert_eq!(
            (found, &*pick),
            (self.sample_sorted(moves, kernel, phase, &mut again), &again),
            "the count and the list differ"
        );
        Some(found)
    }

    /// Samples the same move from the list.
    fn sample_sorted(
        &mut self,
        moves: &'a Moves,
        kernel: &PieceKernel,
        phase: usize,
        pick: &mut SplitMix64,
    ) -> Option<Move> {
        let mut list = self.list_moves(moves);
        kernel.sort_moves(phase, &mut list, |slot| self.state.what(slot));
        self.sample_listed(list, pick, &mut |_, _| true)
    }

    /// Generates the move that was sampled.
    fn sampled(&mut self, moves: &'a Moves, drawn: SampledMove) -> Option<Move> {
        let found = self.sampled_by_candidate(moves, drawn);
        found.or_else(|| {
            let list = self.list_moves(moves);
            let mut all = list.iter().copied();
            let found = all.find(|mv| {
                (mv.rule, mv.origin(), mv.target()) == (drawn.rule, drawn.from, drawn.to)
            });
            self.recycle(list);
            found
        })
    }

    /// Generates the move that was sampled, where it is a candidate of a piece, or the only move of
    /// a rule on a site.
    fn sampled_by_candidate(&mut self, moves: &'a Moves, drawn: SampledMove) -> Option<Move> {
        match moves {
            Moves::If(_, yes, no) => {
                let found = self.sampled_by_candidate(yes, drawn);
                found.or_else(|| self.sampled_by_candidate(no.as_ref()?, drawn))
            }
            Moves::All(parts) | Moves::Priority(parts) => parts
                .iter()
                .find_map(|part| self.sampled_by_candidate(part, drawn)),
            Moves::ForEachPiece(piece) if self.is_plain_piece_loop(piece) => {
                let slot = usize::try_from(drawn.from).ok()?;
                let table = piece
                    .candidates
                    .get_or_init(|| CandidateTable::of(self.game, piece));
                let of_slot = table.of_kind(self.state.what(slot)).at(slot);
                (0..).zip(of_slot).find_map(|(nth, candidate)| {
                    let of_rule = candidate.rule == drawn.rule;
                    let mv = of_rule.then(|| self.candidate_at(table, slot, nth))??;
                    (mv.target() == drawn.to).then_some(mv)
                })
            }
            Moves::ForEachSite { moves, .. } if matches!(**moves, Moves::Rule(id) if id == drawn.rule) =>
            {
                let old = self.bind(Iter::Site, drawn.to);
                let to = self.bind(Iter::To, drawn.to);
                let found = self.nth_of(0, |eval, out| eval.generate(moves, out));
                self.bind(Iter::Site, old);
                self.bind(Iter::To, to);
                found
            }
            _ => None,
        }
    }
}
