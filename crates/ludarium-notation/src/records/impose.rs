//! Carries out a move that no rule allows, because it is undecided or a stated exception: the piece
//! is put on its target all the same.

use ludarium_engine::SetUp;

use super::follow::{Interpretation, Replayer};
use super::written_move::{Step, WrittenMove};

impl Replayer<'_> {
    /// The position after a written move that ignores the rules, with the next player to move. The
    /// pieces that it is written to capture are gone.
    /// `None` if it is not a plain move of a piece from one site to another, or if the game has
    /// stacks or dice.
    pub(super) fn imposed(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
    ) -> Option<Interpretation> {
        let layout = self.game.layout();
        let state = &branch.state;
        let player = state.mover();
        let [Step::Move(from, to)] = written.steps.as_slice() else {
            return None;
        };
        let (from, to) = (
            self.slot_of(player, from).ok()?,
            self.slot_of(player, to).ok()?,
        );
        if layout.levels > 0 || self.game.features().dice || state.is_empty(from) || from == to {
            return None;
        }
        let taken: Vec<usize> = (written.taken.iter())
            .filter_map(|site| self.slot(site).ok())
            .filter(|&slot| slot != from)
            .collect();
        let standing = (0..layout.sites)
            .filter(|slot| !state.is_empty(*slot) && *slot != to && !taken.contains(slot));
        let pieces = standing.map(|slot| match slot == from {
            true => (to, state.piece(slot, 0)),
            false => (slot, state.piece(slot, 0)),
        });
        let position = SetUp {
            pieces: pieces.collect(),
            mover: player % self.game.players() + 1,
            phase: Some(self.game.phase(state, player).to_owned()),
            ..SetUp::default()
        };
        let mut branch = branch.clone();
        branch.state = self.game.set_up(&position, &mut branch.chance);
        (branch.last, branch.passes) = (Some(player), 0);
        Some(branch)
    }
}
