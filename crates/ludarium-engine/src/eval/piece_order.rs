//! A player's pieces as the rules list them: their order, and their number.

use super::ints::pieces_counted::counts;
use super::Evaluator;
use crate::ir::Sites;
use crate::set::Bits;

impl<'a> Evaluator<'a> {
    /// The slots of an owner's pieces, by kind and then by time of arrival, each once. The last
    /// piece takes the place of a piece that is removed; in stacks, the following pieces move up.
    pub fn pieces_in_order(&self, owner: usize) -> Vec<u16> {
        if self.state.lists_pieces() {
            let own = (1..self.game.owners.len())
                .filter(|&what| usize::from(self.game.owners[what]) == owner);
            let mut slots: Vec<u16> = Vec::new();
            for (slot, _) in own.flat_map(|what| self.state.listed(what)) {
                if !slots.contains(&(slot as u16)) {
                    slots.push(slot as u16);
                }
            }
            return slots;
        }
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

    /// The slots of the pieces of a kind, in order of arrival.
    pub fn listed_slots(&self, what: usize) -> Vec<usize> {
        if self.state.lists_pieces() {
            return self.state.listed(what).map(|(slot, _)| slot).collect();
        }
        let owner = usize::from(self.game.owners[what]);
        let mut slots: Vec<usize> = Bits::new(self.state.owned(owner))
            .map(|slot| slot as usize)
            .filter(|&slot| self.state.what(slot) == what)
            .collect();
        if self.game.layout.order > 0 {
            slots.sort_by_key(|&slot| self.state.arrival(slot));
        }
        slots
    }

    /// The number of entries in the lists of pieces, in a game without stacks.
    pub(super) fn count_listed(
        &mut self,
        site_type: Option<usize>,
        owners: u32,
        kinds: Option<&'a [usize]>,
        within: Option<&'a Sites>,
    ) -> i32 {
        let region = within.map(|sites| self.sites(sites));
        let game = self.game;
        let inside = |slot: usize| {
            let (kind, site) = game.layout.site(slot);
            let of_type = site_type.is_none_or(|site_type| kind == site_type);
            (of_type || slot >= game.layout.board_sites)
                && region.as_ref().is_none_or(|region| region.contains(site))
        };
        let asked = |&what: &usize| counts(game.owners[what], what, owners, kinds);
        let listed = (1..game.owners.len()).filter(asked);
        let entries = listed.flat_map(|what| self.state.listed(what));
        entries.filter(|&(slot, _)| inside(slot)).count() as i32
    }
}
