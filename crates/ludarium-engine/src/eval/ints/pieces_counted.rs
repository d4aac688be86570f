//! The number of pieces: of some owners and kinds, in a region, where a condition holds.

use crate::eval::Evaluator;
use crate::ir::{Bool, Cmp, Int, Iter, Sites};
use crate::set::{reaches, Bits, SiteSet};
use crate::state::State;

impl<'a> Evaluator<'a> {
    /// The player whose pieces a `(count Pieces)` counts, if each of the sites that the state keeps
    /// for that player has one at least.
    pub(super) fn counted_player(&mut self, count: &'a Int) -> Option<usize> {
        let Int::CountPieces {
            site_type,
            owners,
            kinds: None,
            within: None,
            cond: None,
            listed,
        } = count
        else {
            return None;
        };
        let crate::ir::Owners::One(player) = &**owners else {
            return None;
        };
        let by_list = *listed && self.state.lists_pieces() && self.game.layout.levels == 0;
        if by_list || !self.game.dice.is_empty() {
            return None;
        }
        let player = usize::try_from(self.int(player)).ok()?;
        let known = player <= self.game.players + 1;
        (known && self.is_on_one_type(*site_type, 1 << player)).then_some(player)
    }

    /// Whether the pieces of some owners (bits) stand on sites of one type and of containers only,
    /// which have different numbers; `site_type`: the type that is asked for, if one is named.
    fn is_on_one_type(&self, site_type: Option<usize>, owners: u32) -> bool {
        let layout = &self.game.layout;
        let mut players = (0..=self.game.players + 1).filter(|&owner| owners >> owner & 1 == 1);
        // In a stack, the state's sets know only of the topmost piece.
        layout.slots == layout.sites
            || site_type.is_none()
                && layout.levels == 0
                && players.all(|player| !reaches(self.state.owned(player), layout.sites))
    }

    /// Compares a number of pieces with a bound by the number of occupied sites, if that decides
    /// it: there are at least as many pieces as sites.
    pub(in crate::eval) fn count_compares(
        &mut self,
        count: &'a Int,
        cmp: Cmp,
        bound: i32,
    ) -> Option<bool> {
        let player = self.counted_player(count)?;
        let owned = self.state.owned(player).iter();
        let sites = owned.map(|word| word.count_ones()).sum::<u32>() as i32;
        match cmp {
            Cmp::Gt if sites > bound => Some(true),
            Cmp::Ge if sites >= bound => Some(true),
            Cmp::Lt if sites >= bound => Some(false),
            Cmp::Le if sites > bound => Some(false),
            // A rule may set the number of pieces on a site to any number.
            Cmp::Eq | Cmp::Ne if sites > bound && !self.game.layout.counts() => {
                Some(cmp == Cmp::Ne)
            }
            _ => None,
        }
    }

    /// Counts the pieces of the owners (bits), of the kinds, within the region, on sites for which
    /// the condition holds. Dice count as shared pieces.
    ///
    /// Without a type of site, pieces on all types count, but a player's pieces on sites of the
    /// same number only once.
    pub(in crate::eval) fn count_pieces(
        &mut self,
        site_type: Option<usize>,
        owners: u32,
        kinds: Option<&'a [usize]>,
        within: Option<&'a Sites>,
        cond: Option<&'a Bool>,
    ) -> i32 {
        let game = self.game;
        let stacked = game.layout.levels > 0;
        let one_type = self.is_on_one_type(site_type, owners);
        if kinds.is_none() && within.is_none() && cond.is_none() && one_type {
            // All pieces of the owners: the state keeps a set of their sites.
            if !stacked && game.dice.is_empty() {
                let mut all = 0;
                for owner in (0..=game.players + 1).filter(|&owner| owners >> owner & 1 == 1) {
                    all += self.state.pieces_of(owner);
                }
                return all;
            }
        }
        let region = within.map(|sites| self.sites(sites));
        if one_type && site_type.is_none_or(|site_type| site_type == game.layout.own) {
            return self.count_on_slots(owners, kinds, region.as_ref(), cond);
        }
        let mut count: i32 = 0;
        let place = |slot: usize| -> Option<(usize, i32)> {
            let (kind, site) = game.layout.site(slot);
            if site_type
                .is_some_and(|site_type| kind != site_type && slot < game.layout.board_sites)
            {
                return None;
            }
            if region.as_ref().is_some_and(|region| !region.contains(site)) {
                return None;
            }
            Some((slot, site))
        };
        let single = owners.count_ones() == 1;
        let count_at = |state: &State, slot: usize| match state.what(slot) {
            what if what != 0 && counts(game.owners[what], what, owners, kinds) => {
                state.count(slot)
            }
            _ => 0,
        };
        let own_sites = site_type.is_some() || game.layout.slots == game.layout.sites;
        if let (Some(region), None, true) = (&region, cond, own_sites && !single && !stacked) {
            // Without a condition on each site, no list of sites is needed.
            let slots = region
                .iter()
                .filter_map(|site| game.layout.slot(site_type.unwrap_or(game.layout.own), site));
            let slots = slots
                .filter_map(place)
                .map(|(slot, _)| count_at(self.state, slot));
            return slots.fold(0, i32::saturating_add);
        }
        let slots: smallvec::SmallVec<[(usize, i32); 64]> = if single && !stacked {
            let owner = owners.trailing_zeros() as usize;
            if owner > game.players + 1 {
                return 0;
            }
            Bits::new(self.state.owned(owner))
                .filter_map(|slot| place(slot as usize))
                .collect()
        } else if let Some(region) = region.as_ref().filter(|_| own_sites) {
            let site_type = site_type.unwrap_or(game.layout.own);
            region
                .iter()
                .filter_map(|site| game.layout.slot(site_type, site))
                .filter_map(place)
                .collect()
        } else {
            (self.state.occupied_slots(0..game.layout.slots))
                .filter(|&slot| !self.state.is_empty(slot))
                .filter_map(place)
                .collect()
        };
        let one_type = one_type || site_type.is_some();
        let mut looked_at: Vec<(u8, i32)> = Vec::new();
        for (slot, site) in slots {
            if !one_type {
                let place = (game.owners[self.state.what(slot)], site);
                if looked_at.contains(&place) {
                    continue;
                }
                looked_at.push(place);
            }
            let found = if stacked {
                (self.state.kinds_on(slot))
                    .filter(|&what| counts(game.owners[what], what, owners, kinds))
                    .count() as i32
            } else {
                count_at(self.state, slot)
            };
            if found == 0 {
                continue;
            }
            if let Some(cond) = cond {
                let old = self.bind(Iter::Site, site);
                let holds = self.bool(cond);
                self.bind(Iter::Site, old);
                if !holds {
                    continue;
                }
            }
            count = count.saturating_add(found);
        }
        count
    }

    /// [`Evaluator::count_pieces`] where sites have the numbers of their slots.
    fn count_on_slots(
        &mut self,
        owners: u32,
        kinds: Option<&'a [usize]>,
        region: Option<&SiteSet>,
        cond: Option<&'a Bool>,
    ) -> i32 {
        let game = self.game;
        let stacked = game.layout.levels > 0;
        let players = 0..=game.players + 1;
        let mut count: i32 = 0;
        for index in 0..game.layout.set_words {
            let word = |words: &[u64]| words.get(index).copied().unwrap_or(0);
            let mut left = match stacked {
                // The owner of the topmost piece says nothing about those below.
                true => word(game.every_site.words()) & !word(self.state.empty()),
                false => players
                    .clone()
                    .filter(|&owner| owners >> owner & 1 == 1)
                    .fold(0, |all, owner| all | word(self.state.owned(owner))),
            };
            left &= region.map_or(u64::MAX, |region| word(region.words()));
            if !stacked && kinds.is_none() && cond.is_none() && game.layout.count == 0 {
                count += left.count_ones() as i32;
                continue;
            }
            while left != 0 {
                let slot = index << 6 | left.trailing_zeros() as usize;
                left &= left - 1;
                let counted = |what: usize| counts(game.owners[what], what, owners, kinds);
                let found = match stacked {
                    true => {
                        let kinds = self.state.kinds_on(slot);
                        kinds.filter(|&what| counted(what)).count() as i32
                    }
                    false if counted(self.state.what(slot)) => self.state.count(slot),
                    false => 0,
                };
                if found != 0 && cond.is_none_or(|cond| self.holds_at(cond, slot as i32)) {
                    count = count.saturating_add(found);
                }
            }
        }
        count
    }

    /// Whether a condition holds of a site.
    fn holds_at(&mut self, cond: &'a Bool, site: i32) -> bool {
        let old = self.bind(Iter::Site, site);
        let holds = self.bool(cond);
        self.bind(Iter::Site, old);
        holds
    }
}

/// Whether a piece is of one of the owners (bits) and of one of the kinds.
#[inline]
pub(in crate::eval) fn counts(
    owner: u8,
    what: usize,
    owners: u32,
    kinds: Option<&[usize]>,
) -> bool {
    owners >> u32::from(owner) & 1 == 1 && kinds.is_none_or(|kinds| kinds.contains(&what))
}
