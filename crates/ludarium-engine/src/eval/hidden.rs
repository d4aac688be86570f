//! Hidden information.

use super::Evaluator;
use crate::action::Hidden;

impl<'a> Evaluator<'a> {
    /// Whether a property of what is on a site is hidden from a player.
    pub fn is_hidden(&self, site_type: usize, site: i32, data: Hidden, player: i32) -> bool {
        let (Some(slot), Ok(player)) = (self.slot(site_type, site), usize::try_from(player)) else {
            return false;
        };
        self.state.is_hidden(slot, data, player)
    }
}
