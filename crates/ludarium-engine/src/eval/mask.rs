//! Masks: sets of sites that conditions describe, tested for one site or computed as a whole.

use super::Evaluator;
use crate::ir::Mask;
use crate::set::{bits_where, SiteSet};

impl Evaluator<'_> {
    /// Whether a site (of the board's own type) is in the set.
    #[inline]
    pub fn mask_has(&self, mask: &Mask, site: i32) -> bool {
        let Some(slot) = usize::try_from(site)
            .ok()
            .filter(|&slot| slot < self.game.layout.sites)
        else {
            // There is no such site, so nothing stands on it. But a site of another type may have
            // this number.
            return match mask {
                Mask::Const(set) => set.contains(site),
                Mask::Not(inner) => !self.mask_has(inner, site),
                Mask::And(parts) => parts.iter().all(|part| self.mask_has(part, site)),
                Mask::Or(parts) => parts.iter().any(|part| self.mask_has(part, site)),
                // The state of no site is -1, which is the number of an enemy.
                Mask::StateOfEnemy => true,
                _ => false,
            };
        };
        match mask {
            Mask::Empty => return self.state.is_free(slot),
            Mask::Const(set) => return set.contains(site),
            Mask::OfKind(kind) => return self.state.what(slot) == *kind,
            Mask::StateOfFriend | Mask::StateOfEnemy => return self.state_names(mask, slot),
            // The most frequent sets are tested without looking up what they do not need.
            Mask::Occupied => return !self.state.is_empty(slot),
            Mask::Mover => return self.owner_at(slot) == self.mover(),
            Mask::Friend => {
                let owner = self.owner_at(slot);
                return owner > 0 && self.friends(owner, self.mover());
            }
            Mask::Enemy => return self.is_enemy(self.owner_at(slot), self.mover()),
            // Within another set, sites that hold nothing count as empty.
            Mask::Not(inner) if !matches!(**inner, Mask::Empty) => {
                return !self.mask_has(inner, site)
            }
            _ => {}
        }
        let owner = self.owner_at(slot);
        self.mask_holds(mask, site, !self.state.is_empty(slot), owner, self.mover())
    }

    /// Whether the state of the topmost piece on a slot is the number of a player on the given
    /// side.
    fn state_names(&self, mask: &Mask, slot: usize) -> bool {
        let player = self.state.state_at(slot, self.state.top(slot));
        let friend = matches!(mask, Mask::StateOfFriend);
        match friend {
            true => player > 0 && self.friends(player, self.mover()),
            false => self.is_enemy(player, self.mover()),
        }
    }

    /// [`Evaluator::mask_has`] with the contents of the site looked up in advance.
    fn mask_holds(&self, mask: &Mask, site: i32, occupied: bool, owner: i32, mover: i32) -> bool {
        let holds = |part: &Mask| self.mask_holds(part, site, occupied, owner, mover);
        match mask {
            Mask::Const(set) => set.contains(site),
            Mask::Empty => !occupied,
            Mask::Occupied => occupied,
            Mask::Mover => owner == mover,
            Mask::Friend => owner > 0 && self.friends(owner, mover),
            Mask::Enemy => self.is_enemy(owner, mover),
            Mask::OfKind(kind) => {
                usize::try_from(site).is_ok_and(|slot| self.state.what(slot) == *kind)
            }
            Mask::StateOfFriend | Mask::StateOfEnemy => {
                usize::try_from(site).is_ok_and(|slot| self.state_names(mask, slot))
            }
            Mask::Not(inner) => !holds(inner),
            Mask::And(parts) => parts.iter().all(holds),
            Mask::Or(parts) => parts.iter().any(holds),
        }
    }

    /// The set as a whole, over the sites of the board's own type and the containers.
    pub fn mask_set(&self, mask: &Mask) -> SiteSet {
        let mut set = SiteSet::new(self.game.layout.slots);
        let words = set.words_mut().iter_mut().enumerate();
        words.for_each(|(index, word)| *word = self.mask_word(mask, index));
        set
    }

    /// A word of the set.
    pub(super) fn mask_word(&self, mask: &Mask, index: usize) -> u64 {
        let word = |words: &[u64]| words.get(index).copied().unwrap_or(0);
        let every = word(self.game.every_site.words());
        match mask {
            Mask::Const(set) => word(set.words()),
            Mask::Empty => word(self.state.empty()),
            Mask::Occupied => every & !word(self.state.empty()),
            Mask::Mover => word(self.state.owned(self.state.mover())),
            Mask::Friend | Mask::Enemy => {
                let mover = self.mover();
                let friends = matches!(mask, Mask::Friend);
                // Shared pieces count as those of an enemy.
                let players = 1..=self.game.players + usize::from(!friends);
                players
                    .filter(|&player| self.friends(player as i32, mover) == friends)
                    .fold(0, |all, player| all | word(self.state.owned(player)))
            }
            Mask::OfKind(kind) => {
                let owner = self.game.owners.get(*kind).copied().unwrap_or(0);
                let owned = word(self.state.owned(usize::from(owner)));
                bits_where(owned, |bit| self.state.what(index << 6 | bit) == *kind)
            }
            Mask::StateOfFriend | Mask::StateOfEnemy => {
                let sites = self.game.layout.sites;
                bits_where(every, |bit| {
                    let slot = index << 6 | bit;
                    slot < sites && self.state_names(mask, slot)
                })
            }
            Mask::Not(inner) => every & !self.mask_word(inner, index),
            Mask::And(parts) if parts.is_empty() => every,
            Mask::And(parts) => {
                let mut parts = parts.iter();
                parts
                    .try_fold(u64::MAX, |all, part| {
                        match all & self.mask_word(part, index) {
                            0 => None,
                            some => Some(some),
                        }
                    })
                    .unwrap_or(0)
            }
            Mask::Or(parts) => parts
                .iter()
                .fold(0, |all, part| all | self.mask_word(part, index)),
        }
    }
}
