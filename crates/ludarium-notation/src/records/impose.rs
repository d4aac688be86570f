//! What a transcriber could not decide, and no rule allows: the man stands where it says all the same.

use ludarium_engine::SetUp;

use super::follow::{Branch, Follower};
use super::ply::{Ply, Step};

impl Follower<'_> {
    /// The position in which the man of a ply has gone where it says, whatever the rules are, and the next player is
    /// to move; nothing where it is no plain move of a man who stands there, or where more belongs to a position than
    /// men on single sites.
    pub(super) fn imposed(&self, branch: &Branch, ply: &Ply) -> Option<Branch> {
        let layout = self.game.layout();
        let state = &branch.state;
        let player = state.mover();
        let [Step::Move(from, to)] = ply.steps.as_slice() else {
            return None;
        };
        let (from, to) = (
            self.slot_of(player, from).ok()?,
            self.slot_of(player, to).ok()?,
        );
        if layout.levels > 0 || self.game.features().dice || state.is_empty(from) || from == to {
            return None;
        }
        let standing = (0..layout.sites).filter(|&slot| !state.is_empty(slot) && slot != to);
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
        branch.last = Some(player);
        Some(branch)
    }
}
