//! The order of a player's pieces, where rules iterate over them.

use super::Evaluator;
use crate::set::Bits;

impl<'a> Evaluator<'a> {
    /// The slots of an owner's pieces, by kind and then by time of arrival. The last piece takes
    /// the place of a piece that is removed; in stacks, the following pieces move up.
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
