//! What is hidden from whom.

use super::Run;
use crate::action::Hidden;

impl<'a> Run<'a> {
    /// Whether a property of what is on a site is hidden from a player.
    pub fn is_hidden(&self, t: usize, site: i32, data: Hidden, player: i32) -> bool {
        let (Some(slot), Ok(player)) = (self.slot(t, site), usize::try_from(player)) else {
            return false;
        };
        self.s.is_hidden(slot, data, player)
    }
}
