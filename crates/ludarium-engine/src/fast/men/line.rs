//! Lines of men of one kind.

use super::read::Reader;
use super::terms::{Num, Region};
use crate::ir::{self, Dirs, Int};

/// The sites of which one must be part of the line.
#[derive(Clone, Debug)]
pub(super) enum Through {
    Site(Num),
    AnyOf(Region),
}

/// `(is Line ...)` of men of the kind that stands on the site asked about.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub through: Through,
    length: u32,
    exact: bool,
    contiguous: bool,
    /// The axes through `site` are `axes[first[site]..first[site + 1]]`.
    first: Box<[u32]>,
    /// The two arms of each axis, as parts of `path`.
    axes: Box<[[(u32, u32); 2]]>,
    path: Box<[u16]>,
}

impl Line {
    pub fn of(r: &mut Reader<'_>, line: &ir::Line) -> Option<Line> {
        let plain = line.site_type == r.game.layout.own
            && line.kinds.is_none()
            && line.owners.is_none()
            && line.cond.is_none()
            && line.through_how_much.is_none()
            && !line.visible
            && !line.by_level;
        let (Int::Const(length), Dirs::Table(table), true) = (&line.length, &line.dirs, plain)
        else {
            return None;
        };
        let length = u32::try_from(*length).ok().filter(|&length| length > 1)?;
        let table = &r.game.tables[usize::from(*table)];
        let (mut first, mut axes) = (vec![0], Vec::new());
        for site in 0..r.game.layout.board_sites {
            for ray in table.rays_of(site) {
                let opposite = table.opposite[ray] as usize;
                let both = line.use_opposites && opposite < table.rays.len();
                // Each axis once, from one of its two ends.
                if both && opposite < ray {
                    continue;
                }
                let other = if both { table.rays[opposite] } else { (0, 0) };
                axes.push([table.rays[ray], other]);
            }
            first.push(axes.len() as u32);
        }
        Some(Line {
            through: match &line.through {
                ir::Through::Site(site) => Through::Site(Num::of(r, site)?),
                ir::Through::AnyOf(sites) => Through::AnyOf(Region::of(r, sites)?),
            },
            length,
            exact: line.exact,
            contiguous: line.contiguous,
            first: first.into(),
            axes: axes.into(),
            path: table.path.clone().into(),
        })
    }

    /// Whether the man on a site stands in such a line.
    #[inline]
    pub fn goes_through(&self, kinds: &[u8], site: i32) -> bool {
        let Some(site) = usize::try_from(site)
            .ok()
            .filter(|&site| site + 1 < self.first.len())
        else {
            return false;
        };
        // An empty site may stand in a line of empty sites.
        let kind = kinds[site];
        let along = |(start, end): (u32, u32)| {
            let arm = &self.path[start as usize..end as usize];
            let same = |site: &&u16| kinds[usize::from(**site)] == kind;
            let many = match self.contiguous {
                true => arm.iter().take_while(same).count(),
                false => arm.iter().filter(same).count(),
            };
            many as u32
        };
        let axes = &self.axes[self.first[site] as usize..self.first[site + 1] as usize];
        axes.iter().any(|&[one, other]| {
            let count = 1 + along(one) + along(other);
            count == self.length || count > self.length && !self.exact
        })
    }
}
