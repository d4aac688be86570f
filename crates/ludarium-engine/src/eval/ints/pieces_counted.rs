//! The number of pieces: of some owners and kinds, in a region, where a condition holds.

use crate::eval::Evaluator;
use crate::ir::{Bool, Cmp, Int, Iter, Sites};
use crate::set::{reaches, word_at, Bits, SiteSet};
use crate::state::State;

impl<'a> Evaluator<'a> {
    /// The player whose pieces a `(count Pieces)` counts, all of them, if each of the sites that
    /// the state keeps for that player has one at least.
    pub(super) fn counted_player(&mut self, count: &'a Int) -> Option<usize> {
        let (owners, within) = self.counted_owners(count)?;
        let one = within.is_none() && owners.count_ones() == 1;
        one.then(|| owners.trailing_zeros() as usize)
    }

    /// The owners (bits) whose pieces a `(count Pieces)` counts, and the region where it does,
    /// under the conditions of [`Evaluator::counted_player`].
    fn counted_owners(&mut self, count: &'a Int) -> Option<(u32, Option<&'a Sites>)> {
        let Int::CountPieces {
            site_type,
            owners,
            kinds: None,
            within,
            cond: None,
            listed,
        } = count
        else {
            return None;
        };
        if *listed && self.state.lists_pieces() && self.game.layout.levels == 0 {
            return None;
        }
        // Bits beyond those of shared pieces are nobody's.
        let owners = self.owner_mask(owners) & ((4 << self.game.players) - 1);
        let counted = !self.may_own_dice(owners) && self.is_on_one_type(*site_type, owners);
        counted.then_some((owners, within.as_deref()))
    }

    /// Whether dice count as pieces of some owners (bits).
    fn may_own_dice(&self, owners: u32) -> bool {
        let game = self.game;
        let mut dice = (game.components.iter()).filter(|kind| kind.die.is_some());
        !game.dice.is_empty()
            && (owners >> (game.players + 1) != 0 || dice.any(|die| owners >> die.owner & 1 == 1))
    }

    /// Whether the pieces of some owners (bits) stand on sites of one type and of containers only,
    /// which have different numbers; `site_type`: the type that is asked for, if one is named.
    fn is_on_one_type(&self, site_type: Option<usize>, owners: u32) -> bool {
        let layout = &self.game.layout;
        if layout.slots == layout.sites {
            return true;
        }
        // In a stack, the state's sets know only of the topmost piece.
        let mut players = (0..=self.game.players + 1).filter(|&owner| owners >> owner & 1 == 1);
        let mut elsewhere = self.state.occupied_slots(layout.sites..layout.slots);
        site_type.is_none()
            && match layout.levels {
                0 => players.all(|player| !reaches(self.state.owned(player), layout.sites)),
                _ => elsewhere.next().is_none(),
            }
    }

    /// Compares a number of pieces with a bound by the number of occupied sites, if that decides
    /// it: where pieces stack, there are at least as many pieces as sites.
    pub(in crate::eval) fn count_compares(
        &mut self,
        count: &'a Int,
        cmp: Cmp,
        bound: i32,
    ) -> Option<bool> {
        let layout = &self.game.layout;
        if layout.counts() && layout.levels == 0 {
            // A rule may set the number of pieces on a site to any number, and zero too.
            return None;
        }
        let (owners, within) = self.counted_owners(count)?;
        // Sites have the numbers of their slots.
        let region = match within {
            None => None,
            Some(region) => Some(self.region_words(region)?),
        };
        let within = |index| region.map_or(u64::MAX, |region| word_at(&region, index));
        let players = (0..=self.game.players + 1).filter(|&owner| owners >> owner & 1 == 1);
        let sites: u32 = players
            .flat_map(|owner| self.state.owned(owner).iter().enumerate())
            .map(|(index, word)| (word & within(index)).count_ones())
            .sum();
        let sites = sites as i32;
        let holds = match layout.levels {
            0 => Some(cmp.holds(sites, bound)),
            _ => cmp.settled_from(sites, bound),
        };
        #[cfg(debug_assertions)]
        {
            let counted = self.cross_check(|eval| cmp.holds(eval.int(count), bound));
            debug_assert!(holds.is_none() || counted.is_none_or(|counted| Some(counted) == holds));
        }
        holds
    }

    /// Counts the pieces of the owners (bits), of the kinds, within the region, on sites for which
    /// the condition holds. Dice count as shared pieces.
    ///
    /// Without a type of site, pieces on all types count, but a player's pieces on sites of the
    /// same number only once.
    #[inline(never)]
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
        let pieces_on = |state: &State, slot: usize| match stacked {
            true => {
                let kinds_on = state.kinds_on(slot);
                let counted =
                    kinds_on.filter(|&what| counts(game.owners[what], what, owners, kinds));
                counted.count() as i32
            }
            false => count_at(state, slot),
        };
        let one_type = one_type || site_type.is_some();
        let own_sites = site_type.is_some() || game.layout.slots == game.layout.sites;
        if cond.is_none() && one_type && (stacked || !single) {
            // Without a condition on each site, no list of sites is needed.
            let state = &*self.state;
            let on = |(slot, _): (usize, i32)| pieces_on(state, slot);
            if let Some(region) = region.as_ref().filter(|_| own_sites) {
                let site_type = site_type.unwrap_or(game.layout.own);
                let slots = region.iter();
                let slots = slots.filter_map(|site| game.layout.slot(site_type, site));
                return slots.filter_map(place).map(on).fold(0, i32::saturating_add);
            }
            if stacked {
                let slots = state.occupied_slots(0..game.layout.slots);
                return slots.filter_map(place).map(on).fold(0, i32::saturating_add);
            }
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
        let mut looked_at: Vec<(u8, i32)> = Vec::new();
        for (slot, site) in slots {
            if !one_type {
                let place = (game.owners[self.state.what(slot)], site);
                if looked_at.contains(&place) {
                    continue;
                }
                looked_at.push(place);
            }
            let found = pieces_on(self.state, slot);
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
