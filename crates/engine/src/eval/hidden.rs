//! What is hidden from whom.

use super::Run;
use crate::action::Hidden;

impl<'a> Run<'a> {
    /// Whether a property of what is on a site is hidden from a player.
    pub fn is_hidden(&self, t: usize, site: i32, data: Hidden, player: i32) -> bool {
        let Some(slot) = self.slot(t, site) else {
            return false;
        };
        player > 0 && self.s.hidden(slot) & hidden_bit(data, player as usize) != 0
    }
}

/// The mark of a property hidden from a player (from 1): seven bits for each.
#[must_use]
pub(crate) fn hidden_bit(data: Hidden, player: usize) -> u32 {
    let place = 7 * (player - 1) + data as usize;
    if place < 32 {
        1 << place
    } else {
        0
    }
}
