//! The sites between two sites, along a line.

use super::read::Reader;
use super::terms::Num;
use super::Course;
use crate::ir::{Dirs, Int};

/// `(sites Between ...)`.
#[derive(Clone, Debug)]
pub(super) struct Between {
    from: Num,
    to: Num,
    /// Whether the two ends belong to it.
    included: (bool, bool),
    /// The rays from `site`, as parts of the paths, are `rays[first[site]..first[site + 1]]`.
    first: Box<[u32]>,
    rays: Box<[(u32, u32)]>,
}

impl Between {
    pub fn of(
        r: &mut Reader<'_>,
        dirs: &Dirs,
        (from, to): (&Int, &Int),
        included: (bool, bool),
    ) -> Option<Between> {
        let Dirs::Table(id) = dirs else { return None };
        let table = &r.game.tables[usize::from(*id)];
        let (mut first, mut rays) = (vec![0], Vec::new());
        for site in 0..r.game.layout.board_sites {
            rays.extend(table.rays_of(site).map(|ray| r.ray(*id, ray)));
            first.push(rays.len() as u32);
        }
        Some(Between {
            from: Num::of(r, from)?,
            to: Num::of(r, to)?,
            included,
            first: first.into(),
            rays: rays.into(),
        })
    }
}

impl<'k, const W: usize> Course<'k, W> {
    pub(super) fn between(&mut self, between: &'k Between) -> [u64; W] {
        let mut set = [0; W];
        let mut add = |slot: usize| set[slot / 64] |= 1 << (slot % 64);
        let (from, to) = (self.num(&between.from), self.num(&between.to));
        let (start, end) = (self.slot(from), self.slot(to));
        let rays = match (
            start.and_then(|slot| between.first.get(slot..slot + 2)),
            end,
        ) {
            (Some(&[first, end]), Some(_)) => &between.rays[first as usize..end as usize],
            _ => &[],
        };
        for &ray in rays {
            let path = self.men.path(ray);
            if let Some(end) = path.iter().position(|&site| i32::from(site) == to) {
                path[..end].iter().for_each(|&site| add(usize::from(site)));
            }
        }
        if let (true, Some(slot)) = (between.included.0, start) {
            add(slot);
        }
        if let (true, Some(slot)) = (between.included.1, end) {
            add(slot);
        }
        set
    }
}
