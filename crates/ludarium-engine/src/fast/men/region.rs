//! Sets of sites, read from the compiled rules and told as a board stands.

use super::between::Between;
use super::board::{Words, PLAYERS};
use super::group::{Around, Group};
use super::read::Reader;
use super::terms::{words, Num, Place, Test};
use super::Course;
use crate::fast::refusal::Part;
use crate::ir::{Int, Owners, Sites};
use crate::set::Bits;

/// Sites.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Region {
    Const(Words),
    /// One of several, by number; none beyond the last.
    Entry(Box<[Words]>, Num),
    Empty,
    /// Where men of a player stand, on these sites.
    Of(Num, Words),
    /// Where men of the mover's opponent stand, on these sites.
    Enemy(Words),
    Where(Box<Region>, Test),
    Last(bool),
    /// Where men stand that will be taken at the end of the turn.
    Taken,
    Pending,
    /// Those of some sites where a man of one of some kinds stands.
    OfKinds(Box<Region>, Box<[Num]>),
    Between(Box<Between>),
    Any(Box<[Region]>),
    All(Box<[Region]>),
    Without(Box<Region>, Box<Region>),
    If(Test, Box<Region>, Option<Box<Region>>),
    /// So many sites, each by its number.
    Sites(Box<[Num]>),
    Around(Box<Around>),
    /// The groups of some sites.
    Groups(Box<Region>, Box<Group>),
}

impl Region {
    pub fn of(r: &mut Reader<'_>, sites: &Sites) -> Option<Region> {
        let sites = sites.untabulated();
        r.reading(Part::Region(sites), |r| Region::read(r, sites))
    }

    fn read(r: &mut Reader<'_>, sites: &Sites) -> Option<Region> {
        let own = r.game.layout.own;
        let all = |r: &mut Reader<'_>, parts: &[Sites]| -> Option<Box<[Region]>> {
            parts.iter().map(|part| Region::of(r, part)).collect()
        };
        Some(match sites {
            Sites::Const(set) => Region::Const(words(set)?),
            Sites::ByPlayer(sets, key) | Sites::ByIndex(sets, key) => Region::Entry(
                sets.iter().map(words).collect::<Option<_>>()?,
                Num::of(r, key)?,
            ),
            Sites::Empty(site_type) if *site_type == own => Region::Empty,
            Sites::Occupied {
                site_type,
                owners,
                container: container @ (None | Some(Int::Const(0))),
                kinds,
                hands,
                ..
            } if *site_type == own => {
                let within = r.slots(!hands || container.is_some());
                let men = Self::of_owners(r, owners, within)?;
                match kinds {
                    Some(kinds) => {
                        let kinds = kinds.iter().map(|kind| Num::of(r, kind));
                        Region::OfKinds(Box::new(men), kinds.collect::<Option<_>>()?)
                    }
                    None => men,
                }
            }
            Sites::Between {
                site_type,
                dirs,
                from,
                to,
                from_included,
                to_included,
                cond: None,
            } if *site_type == own => {
                let included = (*from_included, *to_included);
                Region::Between(Box::new(Between::of(r, dirs, (from, to), included)?))
            }
            Sites::Filter(of, cond) => Region::Where(Self::boxed(r, of)?, Test::of(r, cond)?),
            Sites::LastTo => Region::Last(true),
            Sites::LastFrom => Region::Last(false),
            Sites::Union(parts) => Region::Any(all(r, parts)?),
            Sites::Intersection(parts) if !parts.is_empty() => Region::All(all(r, parts)?),
            Sites::Difference(first, second) => {
                Region::Without(Self::boxed(r, first)?, Self::boxed(r, second)?)
            }
            Sites::If(cond, yes, no) => Region::If(
                Test::of(r, cond)?,
                Self::boxed(r, yes)?,
                match no {
                    Some(no) => Some(Self::boxed(r, no)?),
                    None => None,
                },
            ),
            Sites::ToClear => Region::Taken,
            Sites::List(list) => {
                let list = list.iter().map(|site| Num::of(r, site));
                Region::Sites(list.collect::<Option<_>>()?)
            }
            Sites::Around { .. } | Sites::Direction { .. } => {
                Region::Around(Box::new(Around::of(r, sites)?))
            }
            Sites::Group {
                site_type,
                from,
                dirs,
                cond,
            } => Region::Groups(
                Self::boxed(r, from)?,
                Box::new(Group::of(r, *site_type, dirs, cond.as_deref())?),
            ),
            Sites::Pending => Region::Pending,
            _ => return None,
        })
    }

    /// Where men of some owners stand, on some sites.
    pub(super) fn of_owners(r: &mut Reader<'_>, owners: &Owners, within: Words) -> Option<Region> {
        let players = r.game.players as i32;
        let of = |player: i32| Region::Of(Num::Const(player), within);
        Some(match owners {
            Owners::One(player) => Region::Of(Num::of(r, player)?, within),
            Owners::Friend => Region::Of(Num::Mover, within),
            Owners::Enemy => Region::Enemy(within),
            Owners::Each => Region::Any((1..=players).map(of).collect()),
            Owners::All => Region::Any((0..=players).map(of).collect()),
            Owners::NonMover | Owners::Ally | Owners::Team(_) => return None,
        })
    }

    fn boxed(r: &mut Reader<'_>, sites: &Sites) -> Option<Box<Region>> {
        Some(Box::new(Self::of(r, sites)?))
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// All slots that are as they must be; beyond the slots there may be more.
    #[inline(always)]
    pub(super) fn set_of(&self, place: &Place) -> [u64; W] {
        // The commonest are not worth a call.
        match place {
            Place::StateOfMover => self.board.in_state(self.board.mover),
            Place::StateOfEnemy => self.in_states_of_others(),
            place => self.set_within(place),
        }
    }

    /// The same where that is mostly told by whose man stands there.
    #[inline(always)]
    pub(super) fn set_of_men(&self, place: &Place) -> [u64; W] {
        match place {
            Place::Class(Place::MOVERS) => *self.board.owned(self.board.mover as usize),
            Place::Class(Place::ENEMIES) => self.enemies(),
            place => self.set_of(place),
        }
    }

    /// The same of a place that is a part of another: often one of what lies ahead.
    #[inline(always)]
    fn set_of_part(&self, place: &Place) -> [u64; W] {
        match place {
            Place::Ahead(ahead) => ahead.from(&self.set_of_men(&ahead.place)),
            place => self.set_of(place),
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

    #[inline(never)]
    fn set_within(&self, place: &Place) -> [u64; W] {
        match place {
            Place::Class(classes) => self.of_classes(*classes),
            Place::ClassIn(classes, set) => both(self.of_classes(*classes), part(set)),
            Place::In(set) => part(set),
            Place::OfKind(kind) => self.board.of_kind(*kind, &self.men.owners),
            Place::StateOfMover => self.board.in_state(self.board.mover),
            Place::StateOfEnemy => self.in_states_of_others(),
            Place::Ahead(_) => self.set_of_part(place),
            Place::Not(inner) => self.set_of(inner).map(|word| !word),
            Place::All(parts) => {
                let mut all = [u64::MAX; W];
                for part in parts {
                    all = both(all, self.set_of_part(part));
                }
                all
            }
            Place::Any(parts) => {
                let mut any = [0; W];
                for part in parts {
                    let set = self.set_of(part);
                    (0..W).for_each(|at| any[at] |= set[at]);
                }
                any
            }
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
                    let Ok(kind) = usize::try_from(self.num(kind)) else {
                        continue;
                    };
                    let men = both(self.board.of_kind(kind, &self.men.owners), set);
                    (0..W).for_each(|at| left[at] |= men[at]);
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
    #[inline]
    pub(super) fn is_in(&mut self, region: &'k Region, site: i32) -> bool {
        let Some(slot) = self.slot(site) else {
            return false;
        };
        let has = |set: &super::board::Words| set[slot / 64] >> (slot % 64) & 1 == 1;
        // What is the same all through a game is not worth a call.
        match region {
            Region::Const(set) => has(set),
            Region::Entry(sets, key) => {
                let key = usize::try_from(self.num(key)).ok();
                key.and_then(|key| sets.get(key)).is_some_and(has)
            }
            Region::Taken => self.board.taken[slot / 64] >> (slot % 64) & 1 == 1,
            region => self.is_in_now(region, site, slot),
        }
    }

    /// Whether a site, the slot of which is given too, lies in a region as it is now.
    fn is_in_now(&mut self, region: &'k Region, site: i32, slot: usize) -> bool {
        let has = |set: &super::board::Words| set[slot / 64] >> (slot % 64) & 1 == 1;
        match region {
            Region::Empty => self.board.is_empty(slot) && has(&self.men.on_board),
            Region::Of(player, within) => match usize::try_from(self.num(player)) {
                Ok(player @ 0..=PLAYERS) => {
                    has(within) && self.board.owned(player)[slot / 64] >> (slot % 64) & 1 == 1
                }
                _ => false,
            },
            Region::OfKinds(of, kinds) => {
                let what = self.board.what(slot) as i32;
                kinds.iter().any(|kind| self.num(kind) == what) && self.is_in(of, site)
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
    let mut many = 0;
    for word in set {
        many += word.count_ones();
    }
    many as i32
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
