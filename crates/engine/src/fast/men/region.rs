//! Sets of sites, as a board stands.

use super::board::PLAYERS;
use super::terms::{Place, Region};
use super::Course;
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// All slots that are as they must be; beyond the slots there may be more.
    #[inline]
    pub(super) fn set_of(&self, place: &Place) -> [u64; W] {
        // The commonest are not worth a call.
        match place {
            Place::StateOfMover => self.board.in_state(self.board.mover),
            Place::StateOfEnemy => self.in_states_of_others(),
            place => self.set_within(place),
        }
    }

    /// The slots in the states of other players than the mover.
    #[inline]
    fn in_states_of_others(&self) -> [u64; W] {
        let mover = self.board.mover;
        match self.men.players as i32 {
            2 => self.board.in_state(3 - mover),
            players => {
                let others = (1..=players).filter(|&player| player != mover);
                others.fold([0; W], |all, player| {
                    let set = self.board.in_state(player);
                    std::array::from_fn(|at| all[at] | set[at])
                })
            }
        }
    }

    fn set_within(&self, place: &Place) -> [u64; W] {
        match place {
            Place::Class(classes) => self.of_classes(*classes),
            Place::ClassIn(classes, set) => both(self.of_classes(*classes), part(set)),
            Place::In(set) => part(set),
            Place::OfKind(kind) => self.board.of_kind(*kind, &self.men.owners),
            Place::StateOfMover => self.board.in_state(self.board.mover),
            Place::StateOfEnemy => self.in_states_of_others(),
            Place::Not(inner) => self.set_of(inner).map(|word| !word),
            Place::All(parts) => {
                let sets = parts.iter().map(|part| self.set_of(part));
                sets.fold([u64::MAX; W], both)
            }
            Place::Any(parts) => parts.iter().fold([0; W], |all, part| {
                let set = self.set_of(part);
                std::array::from_fn(|at| all[at] | set[at])
            }),
        }
    }

    /// The sites of a region.
    pub(super) fn region(&mut self, region: &'k Region) -> [u64; W] {
        match region {
            Region::Const(set) => part(set),
            Region::Entry(sets, key) => {
                let key = usize::try_from(self.num(key)).ok();
                let set = key.and_then(|key| sets.get(key));
                set.map_or([0; W], part)
            }
            Region::Empty => both(*self.board.empty(), part(&self.men.on_board)),
            Region::Of(player, within) => match usize::try_from(self.num(player)) {
                Ok(player @ 0..=PLAYERS) => both(*self.board.owned(player), part(within)),
                _ => [0; W],
            },
            Region::Enemy(within) => both(self.enemies(), part(within)),
            Region::Where(of, cond) => {
                let set = self.region(of);
                let mut left = set;
                for site in Bits::new(&set) {
                    if !self.holds_on(cond, site) {
                        left[site as usize / 64] &= !(1 << (site % 64));
                    }
                }
                left
            }
            Region::Last(to) => {
                let slot = match to {
                    true => self.board.last_to,
                    false => self.board.last_from,
                };
                let mut set = [0; W];
                if let Some(slot) = self.slot(slot) {
                    set[slot / 64] |= 1 << (slot % 64);
                }
                set
            }
            Region::Taken => self.board.taken,
            Region::Pending => self.board.pending,
            Region::Between(between) => self.between(between),
            Region::OfKinds(of, kinds) => {
                let set = self.region(of);
                let mut left = [0; W];
                for kind in kinds {
                    let kind = self.num(kind);
                    for slot in Bits::new(&set) {
                        let of_kind = self.board.what(slot as usize) as i32 == kind;
                        left[slot as usize / 64] |= u64::from(of_kind) << (slot % 64);
                    }
                }
                left
            }
            Region::Any(parts) => parts.iter().fold([0; W], |set, part| {
                let other = self.region(part);
                std::array::from_fn(|at| set[at] | other[at])
            }),
            Region::All(parts) => parts.iter().fold([u64::MAX; W], |set, part| {
                let other = self.region(part);
                both(set, other)
            }),
            Region::Without(first, second) => {
                let (set, other) = (self.region(first), self.region(second));
                std::array::from_fn(|at| set[at] & !other[at])
            }
            Region::If(cond, yes, no) => match (self.test(cond), no) {
                (true, _) => self.region(yes),
                (false, Some(no)) => self.region(no),
                (false, None) => [0; W],
            },
            Region::Sites(sites) => {
                let mut set = [0; W];
                for site in sites {
                    let site = self.num(site);
                    if let Some(slot) = self.slot(site) {
                        set[slot / 64] |= 1 << (slot % 64);
                    }
                }
                set
            }
            Region::Around(around) => self.around(around),
            Region::Groups(of, group) => {
                let of = self.region(of);
                Bits::new(&of).fold([0; W], |mut set, site| {
                    if set[site as usize / 64] >> (site % 64) & 1 == 0 {
                        let group = self.group(group, site);
                        set.iter_mut()
                            .zip(group)
                            .for_each(|(set, more)| *set |= more);
                    }
                    set
                })
            }
        }
    }

    /// Whether a site lies in a region.
    pub(super) fn is_in(&mut self, region: &'k Region, site: i32) -> bool {
        let Some(slot) = self.slot(site) else {
            return false;
        };
        let has = |set: &super::board::Words| set[slot / 64] >> (slot % 64) & 1 == 1;
        match region {
            Region::Const(set) => has(set),
            Region::Entry(sets, key) => {
                let key = usize::try_from(self.num(key)).ok();
                key.and_then(|key| sets.get(key)).is_some_and(has)
            }
            Region::Where(of, cond) => self.is_in(of, site) && self.holds_on(cond, site),
            Region::Any(parts) => parts.iter().any(|part| self.is_in(part, site)),
            Region::All(parts) => parts.iter().all(|part| self.is_in(part, site)),
            Region::Without(first, second) => self.is_in(first, site) && !self.is_in(second, site),
            _ => {
                let set = self.region(region);
                set[slot / 64] >> (slot % 64) & 1 == 1
            }
        }
    }
}

/// How many slots are in a set.
#[inline]
pub(super) fn size<const W: usize>(set: &[u64; W]) -> i32 {
    set.iter().map(|word| word.count_ones()).sum::<u32>() as i32
}

/// As much of a set as a board has.
#[inline]
fn part<const W: usize>(set: &super::board::Words) -> [u64; W] {
    std::array::from_fn(|at| set.get(at).copied().unwrap_or(0))
}

#[inline]
pub(super) fn both<const W: usize>(first: [u64; W], second: [u64; W]) -> [u64; W] {
    std::array::from_fn(|at| first[at] & second[at])
}
