//! The order in which a player's pieces are told off where rules go through them one by one.

use super::Evaluator;
use crate::set::Bits;

impl<'a> Evaluator<'a> {
    /// The slots of an owner's pieces: kind after kind, and within a kind the piece that came last
    /// to where it is at the end. A piece taken off leaves its place to the last one; where pieces
    /// stack, the others move up.
    pub fn pieces_in_order(&self, owner: usize) -> Vec<u16> {
        let mut slots: Vec<u16> = Bits::new(self.state.owned(owner))
            .map(|slot| slot as u16)
            .collect();
        if self.game.layout.order > 0 {
            slots.sort_by_key(|&slot| {
                let slot = usize::from(slot);
                (self.state.what(slot), self.state.arrival(slot))
            });
        }
        slots
    }
}
