//! Directions along the line between two sites.

use ludarium_board::Direction;

use super::read::Reader;
use super::terms::Num;
use super::Course;
use crate::ir::{Dirs, Int, Iter, Table, TableId};

/// The direction in which a straight line leads from one site to another, or the other way.
#[derive(Clone, Debug)]
pub(super) struct Along {
    from: Num,
    to: Num,
    sites: usize,
    /// By the two sites: the direction, by number and from 1 on; 0 where there is none.
    lines: Box<[u8]>,
}

/// The site some steps ahead of one, along such a line; the site itself where there is none.
#[derive(Clone, Debug)]
pub(super) struct AheadAlong {
    pub at: Num,
    along: Along,
    /// By direction and site.
    sites: Box<[Box<[i16]>]>,
    /// The same by `(from)` and `(to)`, where these are the ends of the line.
    pairs: Option<Pairs>,
}

/// The sites ahead of one end of a line, by both.
#[derive(Clone, Debug)]
struct Pairs {
    /// Whether they are ahead of `(to)`, or of `(from)`.
    of_to: bool,
    sites: Box<[i16]>,
}

/// By site: the rays from there, as parts of the paths.
type RaysOfSites = Box<[Box<[(u32, u32)]>]>;

/// The rays from a site along such a line.
#[derive(Clone, Debug)]
pub(super) struct RaysAlong {
    along: Along,
    /// By direction.
    rays: Box<[RaysOfSites]>,
}

/// Boards of more sites than this do without tables of lines.
const MOST: usize = 144;

impl Along {
    /// The line that directions follow, and their tables.
    fn of<'d>(r: &mut Reader<'_>, dirs: &'d Dirs) -> Option<(Along, &'d [TableId])> {
        let sites = r.game.layout.board_sites;
        let (
            Dirs::Along {
                site_type,
                ends,
                opposite,
                tables,
            },
            true,
        ) = (dirs, sites <= MOST)
        else {
            return None;
        };
        if *site_type != r.game.layout.own {
            return None;
        }
        let (from, to) = match ends {
            Some((from, to)) => (&**from, &**to),
            None => (&Int::LastFrom, &Int::LastTo),
        };
        let known = |end: &Int| match end {
            Int::LastFrom | Int::LastTo | Int::Iter(Iter::To) | Int::Const(_) => true,
            // It is known what lies outside of a choice; of other rules it is left to the
            // evaluator.
            Int::Iter(Iter::From) => r.choosing,
            _ => false,
        };
        if !known(from) || !known(to) {
            return None;
        }
        let mut lines = vec![0; sites * sites];
        for (&id, direction) in tables.iter().zip(Direction::ALL) {
            let number = match opposite {
                true => direction.opposite() as usize,
                false => *direction as usize,
            };
            let number = u8::try_from(number + 1).ok()?;
            let table = r.game.tables.get(usize::from(id))?;
            for site in 0..sites {
                for &end in table.rays_of(site).flat_map(|ray| table.ray(ray)) {
                    let line = &mut lines[site * sites + usize::from(end)];
                    if *line == 0 {
                        *line = number;
                    }
                }
            }
        }
        let along = Along {
            from: Num::of(r, from)?,
            to: Num::of(r, to)?,
            sites,
            lines: lines.into(),
        };
        Some((along, tables))
    }
}

impl AheadAlong {
    pub fn of(r: &mut Reader<'_>, at: &Int, steps: &Int, dirs: &Dirs) -> Option<AheadAlong> {
        let Int::Const(steps) = steps else {
            return None;
        };
        let step = usize::try_from(*steps).ok()?.checked_sub(1)?;
        let at = Num::of(r, at)?;
        let (along, tables) = Along::of(r, dirs)?;
        let ahead = |table: &Table, site: usize| {
            let mut rays = table.rays_of(site).map(|ray| table.ray(ray));
            let found = rays.find_map(|ray| ray.get(step).copied());
            i16::try_from(found.map_or(site, usize::from)).ok()
        };
        let of_table = |&id: &TableId| {
            let table = &r.game.tables[usize::from(id)];
            let sites = (0..along.sites).map(|site| ahead(table, site));
            sites.collect::<Option<Box<[i16]>>>()
        };
        let sites: Box<[_]> = tables.iter().map(of_table).collect::<Option<_>>()?;
        Some(AheadAlong {
            pairs: Pairs::of(&at, &along, &sites),
            at,
            sites,
            along,
        })
    }
}

impl AheadAlong {
    /// The site ahead where the ends of the line are these two, the first of them `(from)` and the
    /// second `(to)`.
    pub fn by_pair(&self, from: usize, to: usize) -> Option<u16> {
        let pairs = self.pairs.as_ref()?;
        let site = pairs.sites.get(from * self.along.sites + to)?;
        u16::try_from(*site).ok()
    }
}

impl Pairs {
    fn of(at: &Num, along: &Along, ahead: &[Box<[i16]>]) -> Option<Pairs> {
        let of_to = match (at, &along.from, &along.to) {
            (
                Num::Iter(at @ (Iter::From | Iter::To)),
                Num::Iter(Iter::From),
                Num::Iter(Iter::To),
            ) => *at == Iter::To,
            _ => return None,
        };
        let site = |pair: usize| {
            let at = match of_to {
                true => pair % along.sites,
                false => pair / along.sites,
            };
            let direction = usize::from(along.lines[pair]).checked_sub(1);
            let there = direction.and_then(|direction| ahead.get(direction)?.get(at).copied());
            there.unwrap_or(at as i16)
        };
        Some(Pairs {
            of_to,
            sites: (0..along.sites * along.sites).map(site).collect(),
        })
    }
}

impl RaysAlong {
    pub fn of(r: &mut Reader<'_>, dirs: &Dirs) -> Option<RaysAlong> {
        let (along, tables) = Along::of(r, dirs)?;
        let of_table = |&id: &TableId| {
            let table = &r.game.tables[usize::from(id)];
            let of_site = |site| table.rays_of(site).map(|ray| r.ray(id, ray)).collect();
            (0..along.sites).map(of_site).collect()
        };
        Some(RaysAlong {
            rays: tables.iter().map(of_table).collect(),
            along,
        })
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// The number of the direction that a line has.
    fn direction(&mut self, along: &'k Along) -> Option<usize> {
        let outside = self.origin_outside();
        let own = self.board.bind(Iter::From, outside);
        let (from, to) = (self.num(&along.from), self.num(&along.to));
        self.board.bind(Iter::From, own);
        let site = |site: i32| {
            usize::try_from(site)
                .ok()
                .filter(|&site| site < along.sites)
        };
        let line = along.lines[site(from)? * along.sites + site(to)?];
        usize::from(line).checked_sub(1)
    }

    /// The site ahead, where both ends of the line are bound and on the board.
    #[inline]
    pub(super) fn ahead_of_pair(&self, ahead: &'k AheadAlong) -> Option<i32> {
        let pairs = ahead.pairs.as_ref()?;
        let (from, to) = (self.origin_outside(), self.get(Iter::To));
        let sites = ahead.along.sites as u32;
        let known = (from as u32) < sites && (to as u32) < sites;
        if !known || !pairs.of_to && from != self.get(Iter::From) {
            return None;
        }
        let site = pairs.sites.get((from as u32 * sites + to as u32) as usize);
        site.map(|&site| i32::from(site))
    }

    pub(super) fn ahead_along(&mut self, ahead: &'k AheadAlong, at: i32, slot: usize) -> i32 {
        let direction = self.direction(&ahead.along);
        let sites = direction.and_then(|direction| ahead.sites.get(direction));
        let site = sites.and_then(|sites| sites.get(slot));
        site.map_or(at, |&site| i32::from(site))
    }

    /// The rays from a slot along a line.
    pub(super) fn rays_along(&mut self, rays: &'k RaysAlong, slot: usize) -> &'k [(u32, u32)] {
        let direction = self.direction(&rays.along);
        let rays = direction.and_then(|direction| rays.rays.get(direction));
        rays.and_then(|rays| rays.get(slot))
            .map_or(&[], |rays| rays)
    }
}
