//! Sets of sites that a condition describes: tested site by site, or worked out as a whole.

use super::Run;
use crate::ir::Mask;
use crate::layout::ExtraSet;
use crate::set::SiteSet;

impl Run<'_> {
    /// Whether a site (of the board's own type) is in the set.
    #[inline]
    pub fn mask_has(&self, mask: &Mask, site: i32) -> bool {
        let Some(slot) = usize::try_from(site)
            .ok()
            .filter(|&slot| slot < self.g.layout.sites)
        else {
            // No such site: nothing is on it. But a site of another type may have this number.
            return match mask {
                Mask::Const(set) => set.contains(site),
                Mask::Not(inner) => !self.mask_has(inner, site),
                Mask::And(parts) => parts.iter().all(|part| self.mask_has(part, site)),
                Mask::Or(parts) => parts.iter().any(|part| self.mask_has(part, site)),
                _ => false,
            };
        };
        match mask {
            Mask::Empty => return self.s.is_empty(slot),
            Mask::Const(set) => return set.contains(site),
            Mask::OfKind(kind) => return self.s.what(slot) == *kind,
            Mask::StateOfFriend | Mask::StateOfEnemy => return self.state_names(mask, slot),
            _ => {}
        }
        let owner = self.owner_at(slot);
        self.mask_holds(mask, site, !self.s.is_empty(slot), owner, self.mover())
    }

    /// Whether the state of the topmost piece on a slot names a player of the side that is asked for.
    fn state_names(&self, mask: &Mask, slot: usize) -> bool {
        let player = self.s.state_at(slot, self.s.top(slot));
        let friend = matches!(mask, Mask::StateOfFriend);
        player > 0
            && (friend || player <= self.g.players as i32)
            && self.friends(player, self.mover()) == friend
    }

    /// As [`Run::mask_has`], with what is on the site looked up once.
    fn mask_holds(&self, mask: &Mask, site: i32, occupied: bool, owner: i32, mover: i32) -> bool {
        let holds = |part: &Mask| self.mask_holds(part, site, occupied, owner, mover);
        match mask {
            Mask::Const(set) => set.contains(site),
            Mask::Empty => !occupied,
            Mask::Occupied => occupied,
            Mask::Mover => owner == mover,
            Mask::Friend => owner > 0 && self.friends(owner, mover),
            Mask::Enemy => {
                owner > 0 && owner <= self.g.players as i32 && !self.friends(owner, mover)
            }
            Mask::OfKind(kind) => {
                usize::try_from(site).is_ok_and(|slot| self.s.what(slot) == *kind)
            }
            Mask::StateOfFriend | Mask::StateOfEnemy => {
                usize::try_from(site).is_ok_and(|slot| self.state_names(mask, slot))
            }
            Mask::Not(inner) => !holds(inner),
            Mask::And(parts) => parts.iter().all(holds),
            Mask::Or(parts) => parts.iter().any(holds),
        }
    }

    /// The whole set, over the sites of the board's own type and the containers.
    pub fn mask_set(&self, mask: &Mask) -> SiteSet {
        match mask {
            Mask::Const(set) => set.clone(),
            Mask::Empty => SiteSet::from_words(self.s.extra(ExtraSet::Empty)),
            Mask::Occupied => {
                let mut set = self.g.every_site.clone();
                set.subtract_words(self.s.extra(ExtraSet::Empty));
                set
            }
            Mask::Mover => SiteSet::from_words(self.s.owned(self.s.mover())),
            Mask::Friend | Mask::Enemy => {
                let mover = self.mover();
                let friends = matches!(mask, Mask::Friend);
                let mut set = SiteSet::new(self.g.layout.slots);
                for player in 1..=self.g.players {
                    if self.friends(player as i32, mover) == friends {
                        set.union_words(self.s.owned(player));
                    }
                }
                set
            }
            Mask::OfKind(kind) => {
                let owner = self.g.owners.get(*kind).copied().unwrap_or(0);
                self.s
                    .owned_bits(usize::from(owner))
                    .filter(|&slot| self.s.what(slot as usize) == *kind)
                    .collect()
            }
            Mask::StateOfFriend | Mask::StateOfEnemy => (0..self.g.layout.sites)
                .filter(|&slot| self.state_names(mask, slot))
                .map(|slot| slot as i32)
                .collect(),
            Mask::Not(inner) => {
                let mut set = self.g.every_site.clone();
                set.subtract(&self.mask_set(inner));
                set
            }
            Mask::And(parts) => {
                let mut parts = parts.iter();
                let Some(first) = parts.next() else {
                    return self.g.every_site.clone();
                };
                let mut set = self.mask_set(first);
                for part in parts {
                    match part {
                        Mask::Const(other) => set.intersect_with(other),
                        Mask::Empty => set.intersect_words(self.s.extra(ExtraSet::Empty)),
                        Mask::Occupied => set.subtract_words(self.s.extra(ExtraSet::Empty)),
                        part => set.intersect_with(&self.mask_set(part)),
                    }
                }
                set
            }
            Mask::Or(parts) => {
                let mut set = SiteSet::new(self.g.layout.slots);
                parts
                    .iter()
                    .for_each(|part| set.union_with(&self.mask_set(part)));
                set
            }
        }
    }
}
