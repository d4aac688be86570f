//! Sites beside each other, and what hangs together.

use super::board::{Words, SLOTS};
use super::read::Reader;
use super::terms::{Num, Place, Region, Test};
use super::Course;
use crate::ir::{AroundKind, Bool, Dirs, Int, Iter, Sites, INFINITY};
use crate::set::Bits;

/// By site of the board, other sites.
#[derive(Clone, Debug)]
pub(super) struct Near(Box<[Words]>);

impl Near {
    /// One step away.
    fn steps(r: &Reader<'_>, dirs: &Dirs) -> Option<Near> {
        Near::by_table(r, dirs, |table, site, add| {
            table.steps_of(site).iter().for_each(|&to| add(to));
        })
    }

    /// Along the lines, at most so many steps away.
    fn lines(r: &Reader<'_>, dirs: &Dirs, most: usize, included: bool) -> Option<Near> {
        Near::by_table(r, dirs, |table, site, add| {
            if included {
                add(site as u16);
            }
            for ray in table.rays_of(site) {
                table.ray(ray).iter().take(most).for_each(|&to| add(to));
            }
        })
    }

    fn by_table(
        r: &Reader<'_>,
        dirs: &Dirs,
        mut each: impl FnMut(&crate::ir::Table, usize, &mut dyn FnMut(u16)),
    ) -> Option<Near> {
        let Dirs::Table(table) = dirs else {
            return None;
        };
        let table = &r.game.tables[usize::from(*table)];
        let sites = (0..r.game.layout.board_sites).map(|site| {
            let mut set = Words::default();
            each(table, site, &mut |to| {
                set[usize::from(to) / 64 % set.len()] |= 1 << (to % 64);
            });
            set
        });
        Some(Near(sites.collect()))
    }

    #[inline]
    fn add<const W: usize>(&self, site: i32, set: &mut [u64; W]) {
        let near = usize::try_from(site).ok().and_then(|site| self.0.get(site));
        for (word, more) in set.iter_mut().zip(near.into_iter().flatten()) {
            *word |= more;
        }
    }
}

/// Sites beside others, or in line with them.
#[derive(Clone, Debug)]
pub(super) struct Around {
    of: Region,
    near: Near,
    /// What must stand there.
    what: Option<Place>,
    cond: Option<Test>,
    /// Whether the sites themselves are in it, are left out where they are several, or are as the
    /// others.
    own: Own,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    In,
    Out,
    AsOthers,
}

impl Around {
    pub fn of(r: &mut Reader<'_>, sites: &Sites) -> Option<Around> {
        let sites = sites.untabulated();
        let own = r.game.layout.own;
        match sites {
            Sites::Around {
                site_type,
                of,
                kind,
                distance,
                dirs,
                cond,
                each_from: false,
                include_self,
            } if *site_type == own && matches!(**distance, Int::Const(1)) => Some(Around {
                of: Region::of(r, of)?,
                near: Near::steps(r, dirs)?,
                what: kind.map(standing),
                cond: r.maybe_test(cond.as_deref())?,
                own: match include_self {
                    true => Own::In,
                    false => Own::Out,
                },
            }),
            Sites::Direction {
                site_type,
                from,
                dirs,
                included,
                stop: None,
                distance,
                ..
            } if *site_type == own => {
                let Int::Const(distance) = **distance else {
                    return None;
                };
                let most = distance.clamp(0, INFINITY) as usize;
                Some(Around {
                    of: Region::of(r, from)?,
                    near: Near::lines(r, dirs, most, *included)?,
                    what: None,
                    cond: None,
                    own: Own::AsOthers,
                })
            }
            _ => None,
        }
    }
}

impl Around {
    /// By site, the sites beside it, where they are those beside one that `is_origin` knows,
    /// whatever stands there.
    pub fn beside(&self, is_origin: impl Fn(&Num) -> bool) -> Option<&[Words]> {
        let one = matches!(&self.of, Region::Sites(sites) if matches!(&**sites, [site] if is_origin(site)));
        let all = self.what.is_none() && self.cond.is_none() && self.own == Own::Out;
        (one && all).then_some(&*self.near.0)
    }
}

/// What stands on the neighbours wanted.
fn standing(kind: AroundKind) -> Place {
    let not = |place: Place| Place::Not(Box::new(place));
    match kind {
        AroundKind::Empty => Place::EMPTY,
        AroundKind::NotEmpty => Place::OCCUPIED,
        AroundKind::Own => Place::MOVER,
        // Neutral pieces are among them; empty sites are not.
        AroundKind::NotOwn => Place::all(vec![Place::OCCUPIED, not(Place::MOVER)]),
        AroundKind::Enemy => Place::ENEMY,
        AroundKind::NotEnemy => Place::MOVER,
    }
}

/// Who belongs to a group.
#[derive(Clone, Debug)]
enum Member {
    Occupied,
    Of(usize),
    /// The sites with the same kind of man (or none) as the one asked about.
    SameKind,
    Place(Place),
    /// With the site bound.
    If(Test),
}

impl Member {
    fn of(r: &mut Reader<'_>, cond: &Bool) -> Option<Member> {
        Some(match Test::of(r, cond)? {
            Test::At(Iter::To, place) => Member::Place(place),
            Test::Compare(crate::ir::Cmp::Eq, Num::Who(at), Num::Const(owner @ 1..))
                if matches!(*at, Num::Iter(Iter::To)) && owner as usize <= r.game.players =>
            {
                Member::Of(owner as usize)
            }
            cond => Member::If(cond),
        })
    }
}

/// What hangs together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    near: Near,
    member: Member,
}

impl Group {
    /// The group of a man: what the condition says, or all of the same kind.
    pub fn of(
        r: &mut Reader<'_>,
        site_type: usize,
        dirs: &Dirs,
        cond: Option<&Bool>,
    ) -> Option<Group> {
        Group::with(r, site_type, dirs, cond, Member::SameKind)
    }

    fn with(
        r: &mut Reader<'_>,
        site_type: usize,
        dirs: &Dirs,
        cond: Option<&Bool>,
        otherwise: Member,
    ) -> Option<Group> {
        let layout = &r.game.layout;
        // What hangs together in hands is left to the evaluator.
        if site_type != layout.own || layout.sites > layout.board_sites {
            return None;
        }
        Some(Group {
            near: Near::steps(r, dirs)?,
            member: match cond {
                Some(cond) => Member::of(r, cond)?,
                None => otherwise,
            },
        })
    }
}

/// The groups of a board.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    group: Group,
    least: Option<Num>,
    /// Whether it is asked for the size of the largest, and not how many there are.
    largest: bool,
}

impl Groups {
    pub fn of(r: &mut Reader<'_>, int: &Int) -> Option<Groups> {
        let Int::CountGroups {
            site_type,
            dirs,
            cond,
            min,
            biggest,
        } = int
        else {
            return None;
        };
        Some(Groups {
            group: Group::with(r, *site_type, dirs, cond.as_deref(), Member::Occupied)?,
            least: r.maybe(min.as_deref())?,
            largest: *biggest,
        })
    }
}

impl<'k, const W: usize> Course<'k, W> {
    pub(super) fn around(&mut self, around: &'k Around) -> [u64; W] {
        let of = self.region(&around.of);
        let mut set = [0; W];
        for site in Bits::new(&of) {
            around.near.add(site, &mut set);
        }
        if let Some(place) = &around.what {
            for site in Bits::new(&set.clone()) {
                if !self.holds(place, site as usize) {
                    set[site as usize / 64] &= !(1 << (site % 64));
                }
            }
        }
        if let Some(cond) = &around.cond {
            let old = self.get(Iter::To);
            for site in Bits::new(&set.clone()) {
                self.board.bind(Iter::To, site);
                if !self.test(cond) {
                    set[site as usize / 64] &= !(1 << (site % 64));
                }
            }
            self.board.bind(Iter::To, old);
        }
        let several = of.iter().map(|word| word.count_ones()).sum::<u32>() > 1;
        for (word, of) in set.iter_mut().zip(of) {
            match around.own {
                Own::In => *word |= of,
                Own::Out if several => *word &= !of,
                Own::Out | Own::AsOthers => {}
            }
        }
        set
    }

    /// The sites of the board that may belong to a group; `at`: the man asked about.
    fn members(&mut self, member: &'k Member, at: Option<usize>) -> [u64; W] {
        let occupied = |empty: &[u64; W]| -> [u64; W] { std::array::from_fn(|n| !empty[n]) };
        let set = match member {
            Member::Occupied => occupied(self.board.empty()),
            Member::Of(owner) => *self.board.owned(*owner),
            Member::SameKind => match at {
                Some(slot) if self.board.is_empty(slot) => *self.board.empty(),
                Some(slot) => {
                    let kind = self.board.what(slot);
                    let mut set = *self.board.owned(self.owner(slot));
                    for slot in Bits::new(&set.clone()) {
                        if self.board.what(slot as usize) != kind {
                            set[slot as usize / 64] &= !(1 << (slot % 64));
                        }
                    }
                    set
                }
                None => [0; W],
            },
            Member::Place(place) => self.sites_of(|course, slot| course.holds(place, slot)),
            Member::If(cond) => {
                let old = self.get(Iter::To);
                let set = self.sites_of(|course, slot| {
                    course.board.bind(Iter::To, slot as i32);
                    course.test(cond)
                });
                self.board.bind(Iter::To, old);
                set
            }
        };
        std::array::from_fn(|n| set[n] & self.men.on_board.get(n).copied().unwrap_or(0))
    }

    fn sites_of(&mut self, mut holds: impl FnMut(&mut Self, usize) -> bool) -> [u64; W] {
        let mut set = [0; W];
        for slot in 0..self.men.board_sites.min(SLOTS) {
            if holds(self, slot) {
                set[slot / 64] |= 1 << (slot % 64);
            }
        }
        set
    }

    /// What hangs together with one of some members.
    fn flood(near: &Near, members: &[u64; W], start: i32) -> [u64; W] {
        let mut group = [0; W];
        group[start as usize / 64] |= 1 << (start % 64);
        let mut edge = group;
        loop {
            let mut beside = [0; W];
            for site in Bits::new(&edge) {
                near.add(site, &mut beside);
            }
            for n in 0..W {
                edge[n] = beside[n] & members[n] & !group[n];
                group[n] |= edge[n];
            }
            if edge == [0; W] {
                return group;
            }
        }
    }

    /// The group that a site belongs to, if it belongs to any.
    pub(super) fn group(&mut self, group: &'k Group, site: i32) -> [u64; W] {
        let at = self.slot(site).filter(|&slot| slot < self.men.board_sites);
        let Some(at) = at else {
            return [0; W];
        };
        let members = self.members(&group.member, Some(at));
        match members[at / 64] >> (at % 64) & 1 == 1 {
            true => Self::flood(&group.near, &members, site),
            false => [0; W],
        }
    }

    /// How many groups there are, or how large the largest is.
    pub(super) fn groups(&mut self, groups: &'k Groups) -> i32 {
        let least = groups.least.as_ref().map_or(0, |least| self.num(least));
        let members = self.members(&groups.group.member, None);
        let mut left = members;
        let (mut many, mut largest) = (0, 0);
        while let Some(start) = Bits::new(&left.clone()).next() {
            let group = Self::flood(&groups.group.near, &members, start);
            let size = group.iter().map(|word| word.count_ones()).sum::<u32>() as i32;
            largest = largest.max(size);
            many += i32::from(size >= least);
            for (left, group) in left.iter_mut().zip(group) {
                *left &= !group;
            }
        }
        if groups.largest {
            largest
        } else {
            many
        }
    }

    /// How many free sites lie beside a group.
    pub(super) fn liberties(&mut self, group: &'k Group, site: i32) -> i32 {
        let men = self.group(group, site);
        let mut beside = [0; W];
        for site in Bits::new(&men) {
            group.near.add(site, &mut beside);
        }
        let free = beside.iter().zip(self.board.empty()).zip(men);
        free.map(|((beside, empty), men)| (beside & empty & !men).count_ones())
            .sum::<u32>() as i32
    }
}
