//! Lines of pieces.

use smallvec::{smallvec, SmallVec};

use super::Evaluator;
use crate::ir::{Bool, Dirs, Int, Iter, Line, Table, Through, Windows};
use crate::set::SiteSet;

/// To ask for a line through one site takes about as long as to look at this number of rows.
const ROWS_PER_SITE: usize = 8;

/// Which pieces count as part of a line.
struct Row<'a> {
    site_type: usize,
    /// The owners as bits, if no kinds are given.
    owners: u32,
    kinds: Option<SmallVec<[i32; 4]>>,
    cond: Option<&'a Bool>,
    /// Whether any level of a stack counts, not only the topmost.
    any_level: bool,
    /// Whether the piece must not be covered from above.
    visible: bool,
}

impl<'a> Evaluator<'a> {
    /// Whether a kind of piece counts. Kind 0 is that of an empty site: a line may consist of empty
    /// sites.
    fn belongs(&self, row: &Row<'a>, what: usize) -> bool {
        match &row.kinds {
            Some(kinds) => kinds.contains(&(what as i32)),
            None => what != 0 && row.owners >> u32::from(self.game.owners[what]) & 1 == 1,
        }
    }

    /// Whether a piece that counts stands on a site.
    fn holds_piece(&self, row: &Row<'a>, site: i32) -> bool {
        let Some(slot) = self.slot(row.site_type, site) else {
            return false;
        };
        let fits = |what: usize| self.belongs(row, what);
        if row.visible && !self.is_visible(row.site_type, site) {
            return false;
        }
        if row.any_level {
            (0..self.state.height(slot)).any(|level| fits(self.state.what_at(slot, level)))
        } else {
            fits(self.state.what(slot))
        }
    }

    fn in_row(&mut self, row: &Row<'a>, site: i32) -> bool {
        if !self.holds_piece(row, site) {
            return false;
        }
        row.cond.is_none_or(|cond| self.holds_to(cond, site))
    }

    /// The number of sites of a ray that count: up to the first gap, or all of them.
    fn along_ray(&mut self, row: &Row<'a>, ray: &'a [u16], contiguous: bool) -> i32 {
        let mut count = 0;
        for &site in ray {
            if self.in_row(row, i32::from(site)) {
                count += 1;
            } else if contiguous {
                break;
            }
        }
        count
    }

    /// `(is Line ...)`.
    pub fn is_line(&mut self, line: &'a Line) -> bool {
        let length = self.int(&line.length);
        let plain = line.kinds.is_none()
            && line.owners.is_none()
            && line.cond.is_none()
            && !line.visible
            && line.through_how_much.is_none();
        if plain && line.site_type == self.game.layout.own && self.game.layout.levels == 0 {
            return self.is_plain_line(line, length);
        }
        let kinds: Option<SmallVec<[i32; 4]>> = line
            .kinds
            .as_ref()
            .map(|kinds| kinds.iter().map(|kind| self.int(kind)).collect());
        let owners = match &line.owners {
            Some(owners) => self.owner_mask(owners),
            None => 0,
        };
        let stacked = self.game.layout.levels > 0;
        let any_level = stacked && !line.top;
        let by_kind = line.kinds.is_none() && line.owners.is_none();
        let mut row = Row {
            site_type: line.site_type,
            owners,
            kinds,
            cond: line.cond.as_ref(),
            any_level,
            visible: line.visible,
        };
        let pivots: SmallVec<[i32; 8]> = match &line.through {
            Through::Site(site) => smallvec![self.int(site)],
            Through::AnyOf(region) => {
                let region = self.sites(region);
                if let (Some(rows), false) = (self.rows_for(line, &region), by_kind) {
                    if let Some(kinds) = self.kinds_of_row(&row) {
                        return self
                            .line_in_rows(line, rows, &region, |_, kind| kinds >> kind & 1 == 1);
                    }
                }
                region.iter().collect()
            }
        };
        for site in pivots {
            // A pivot that fails the condition makes the whole answer false, whatever the pivots
            // after it. In games of stacks, the pivot is not asked.
            if !stacked && row.cond.is_some_and(|cond| !self.holds_to(cond, site)) {
                return false;
            }
            if by_kind {
                row.kinds = Some(self.kind_on(line.site_type, site));
            }
            if self.line_at(line, &row, site, length) {
                return true;
            }
        }
        false
    }

    /// Whether a condition holds with `(to)` bound.
    fn holds_to(&mut self, cond: &'a Bool, site: i32) -> bool {
        let old = self.bind(Iter::To, site);
        let holds = self.bool(cond);
        self.bind(Iter::To, old);
        holds
    }

    /// Whether there is a line of pieces of the same kind as the one on the site (of empty sites,
    /// where it is empty), without further conditions.
    fn is_plain_line(&mut self, line: &'a Line, length: i32) -> bool {
        match &line.through {
            Through::Site(site) => {
                let site = self.int(site);
                self.is_plain_line_through(line, site, length)
            }
            Through::AnyOf(region) => {
                let region = self.sites(region);
                if let Some(rows) = self.rows_for(line, &region) {
                    return self.line_in_rows(line, rows, &region, |first, kind| first == kind);
                }
                let mut sites = region.iter();
                sites.any(|site| self.is_plain_line_through(line, site, length))
            }
        }
    }

    fn is_plain_line_through(&mut self, line: &'a Line, site: i32, length: i32) -> bool {
        let Some(slot) = self.slot(line.site_type, site) else {
            return false;
        };
        let kind = self.state.what(slot) as i32;
        self.line_of_kind(line, kind, slot, length)
    }

    /// The rows to look at for a line through any site of a region. `None` where each site is to be
    /// asked, because the sites of a row do not count alike, or the region has few.
    fn rows_for(&self, line: &'a Line, region: &SiteSet) -> Option<&'a Windows> {
        if line.site_type != self.game.layout.own || self.game.layout.levels > 0 {
            return None;
        }
        let rows = line.windows(&self.game.tables)?;
        (rows.count() <= ROWS_PER_SITE * region.len()).then_some(rows)
    }

    /// Whether a row with a site of the region holds only kinds of pieces that fit, each beside the
    /// kind on one of the row's sites.
    fn line_in_rows(
        &self,
        line: &Line,
        rows: &Windows,
        region: &SiteSet,
        fits: impl Fn(u32, u32) -> bool,
    ) -> bool {
        let kinds = self.state.kinds();
        let kind = |site: &u16| kinds[usize::from(*site)];
        let found = rows.rows().any(|row| {
            let mut on_row = row.iter();
            on_row.all(|site| fits(kind(&row[0]), kind(site)))
                && row.iter().any(|&site| region.contains(i32::from(site)))
        });
        debug_assert_eq!(found, self.line_on_rays(line, region, fits));
        found
    }

    /// What [`Self::line_in_rows`] says, found from each site of the region.
    fn line_on_rays(&self, line: &Line, region: &SiteSet, fits: impl Fn(u32, u32) -> bool) -> bool {
        let (Dirs::Table(table), Int::Const(length)) = (&line.dirs, &line.length) else {
            return false;
        };
        let (table, kinds) = (&self.game.tables[usize::from(*table)], self.state.kinds());
        let mut slots = region
            .iter()
            .filter_map(|site| self.slot(line.site_type, site));
        slots.any(|slot| {
            let own = kinds[slot];
            fits(own, own) && line.lies_in(table, kinds, |kind| fits(own, kind), slot, *length)
        })
    }

    fn line_at(&mut self, line: &'a Line, row: &Row<'a>, site: i32, length: i32) -> bool {
        if line.by_level {
            self.line_by_level(line, row, site, length)
        } else {
            self.line_through(line, row, site, length)
        }
    }

    /// Whether there is a line over sites and levels: vertical in one stack, horizontal, or
    /// diagonally up or down.
    fn line_by_level(&mut self, line: &'a Line, row: &Row<'a>, site: i32, length: i32) -> bool {
        let Some(slot) = self.slot(line.site_type, site) else {
            return false;
        };
        let site_type = line.site_type;
        let top = self.state.top(slot) as i32;
        let fits = |eval: &Self, site: i32, level: i32| {
            eval.slot(site_type, site).is_some_and(|slot| {
                let what = match level >= 0 {
                    true => eval.state.what_at(slot, level as usize),
                    false => 0,
                };
                what != 0 && eval.belongs(row, what)
            })
        };
        if !fits(self, site, top) {
            return false;
        }
        let enough = |count: i32| {
            if line.exact {
                count == length
            } else {
                count >= length
            }
        };
        let below = (0..top)
            .rev()
            .take_while(|&level| fits(self, site, level))
            .count() as i32;
        if enough(1 + below) {
            return true;
        }
        for table in self.tables(&line.dirs, slot) {
            for ray in table.rays_of(site as usize) {
                let opposite = table.opposite.get(ray).copied().unwrap_or(u32::MAX) as usize;
                let back: &[u16] = if opposite < table.rays.len() {
                    table.ray(opposite)
                } else {
                    &[]
                };
                for slope in [-1, 0, 1] {
                    let along = |path: &[u16], slope: i32| {
                        (1..)
                            .zip(path)
                            .take_while(|&(step, &site)| {
                                fits(self, i32::from(site), top + slope * step)
                            })
                            .count() as i32
                    };
                    if enough(1 + along(table.ray(ray), slope) + along(back, -slope)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn kind_on(&self, site_type: usize, site: i32) -> SmallVec<[i32; 4]> {
        let slot = self.slot(site_type, site);
        slot.map(|slot| self.state.what(slot) as i32)
            .into_iter()
            .collect()
    }

    fn line_through(&mut self, line: &'a Line, row: &Row<'a>, site: i32, length: i32) -> bool {
        let Some(slot) = self.slot(line.site_type, site) else {
            return false;
        };
        if !self.holds_piece(row, site) {
            return false;
        }
        let enough = |count: i32| {
            if line.exact {
                count == length
            } else {
                count >= length
            }
        };
        let different = match &line.through_how_much {
            Some(different) => self.int(different),
            None => 0,
        };
        if length <= 1 && !line.exact && different <= 1 {
            return true;
        }
        if let Some(kinds) = self.kinds_of_row(row).filter(|_| different <= 1) {
            let fits = |what: u32| kinds >> what & 1 == 1;
            return self.line_where(line, fits, slot, length);
        }
        let mut rays = 0;
        for table in self.tables(&line.dirs, slot) {
            let table: &'a Table = table;
            for ray in table.rays_of(site as usize) {
                rays += 1;
                let opposite = table.opposite.get(ray).copied().unwrap_or(u32::MAX) as usize;
                let both = line.use_opposites && opposite < table.rays.len();
                // Each line through the site is examined from one end only.
                if both && opposite < ray {
                    continue;
                }
                let mut count = 1 + self.along_ray(row, table.ray(ray), line.contiguous);
                if both {
                    count += self.along_ray(row, table.ray(opposite), line.contiguous);
                }
                let back: &[u16] = if both { table.ray(opposite) } else { &[] };
                if enough(count)
                    && (different <= 1
                        || self.kinds_along(row, line, slot, &[table.ray(ray), back]) >= different)
                {
                    return true;
                }
            }
        }
        rays == 0 && enough(1) && different <= 1
    }

    /// The number of different kinds in a line through a slot.
    fn kinds_along(
        &mut self,
        row: &Row<'a>,
        line: &'a Line,
        slot: usize,
        rays: &[&'a [u16]],
    ) -> i32 {
        let mut kinds = vec![self.state.what(slot)];
        for ray in rays {
            for &site in *ray {
                let site = i32::from(site);
                if !self.in_row(row, site) {
                    if line.contiguous {
                        break;
                    }
                    continue;
                }
                let what = self
                    .slot(row.site_type, site)
                    .map_or(0, |slot| self.state.what(slot));
                if !kinds.contains(&what) {
                    kinds.push(what);
                }
            }
        }
        kinds.len() as i32
    }

    /// The most frequent test: a line of one kind of piece, one of which stands on `slot`.
    fn line_of_kind(&mut self, line: &'a Line, kind: i32, slot: usize, length: i32) -> bool {
        self.line_where(line, |what| what == kind as u32, slot, length)
    }

    /// Whether there is a line of pieces of the kinds that fit, one of which stands on `slot`.
    fn line_where(
        &mut self,
        line: &'a Line,
        fits: impl Fn(u32) -> bool,
        slot: usize,
        length: i32,
    ) -> bool {
        if length <= 1 && !line.exact {
            return true;
        }
        if let Dirs::Table(id) = &line.dirs {
            let table = &self.game.tables[usize::from(*id)];
            let alone = table.rays_of(slot).is_empty();
            return alone && length == 1
                || line.lies_in(table, self.state.kinds(), fits, slot, length);
        }
        let tables = self.tables(&line.dirs, slot);
        let alone = tables.iter().all(|table| table.rays_of(slot).is_empty());
        let kinds = self.state.kinds();
        (alone && length == 1)
            || (tables.iter()).any(|table| line.lies_in(table, kinds, &fits, slot, length))
    }

    /// The kinds that count as bits, where only the kind of a piece decides.
    fn kinds_of_row(&self, row: &Row<'a>) -> Option<u64> {
        let plain = row.site_type == self.game.layout.own
            && !row.any_level
            && !row.visible
            && row.cond.is_none();
        let all = self.game.owners.len();
        (plain && all <= 64).then(|| match &row.kinds {
            Some(kinds) => (kinds.iter())
                .filter(|&what| (0..64).contains(what))
                .fold(0, |bits, what| bits | 1 << what),
            None => (0..all)
                .filter(|&what| self.belongs(row, what))
                .fold(0, |bits, what| bits | 1 << what),
        })
    }

    /// The length of the longest line of pieces of one owner, or of sites that meet the condition.
    pub fn biggest_line(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
    ) -> i32 {
        let mut biggest = 0;
        for site in 0..self.game.layout.lens[site_type] as i32 {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            let owners = match cond {
                Some(_) => u32::MAX,
                None if self.state.is_empty(slot) => continue,
                None => u32::MAX,
            };
            let row = Row {
                site_type,
                owners,
                kinds: None,
                cond,
                any_level: false,
                visible: false,
            };
            if !self.in_row(&row, site) {
                continue;
            }
            biggest = biggest.max(1);
            for table in self.tables(dirs, slot) {
                let table: &'a Table = table;
                for ray in table.rays_of(site as usize) {
                    biggest = biggest.max(1 + self.along_ray(&row, table.ray(ray), true));
                }
            }
        }
        biggest
    }
}

impl Line {
    /// Whether a line of pieces of the kinds that fit, one of which stands on `slot`, lies along a
    /// ray of the table (and the opposite ray, if that counts).
    fn lies_in(
        &self,
        table: &Table,
        kinds: &[u32],
        fits: impl Fn(u32) -> bool,
        slot: usize,
        length: i32,
    ) -> bool {
        // Counting can stop as soon as an inexact line is long enough.
        let enough = if self.exact { length + 1 } else { length };
        let along = |ray: usize, mut count: i32| {
            for &site in table.ray(ray) {
                if fits(kinds[usize::from(site)]) {
                    count += 1;
                    if count == enough {
                        break;
                    }
                } else if self.contiguous {
                    break;
                }
            }
            count
        };
        table.rays_of(slot).any(|ray| {
            let opposite = table.opposite[ray] as usize;
            let both = self.use_opposites && opposite < table.rays.len();
            // Each line through the site is examined from one end only.
            if both && opposite < ray {
                return false;
            }
            let mut count = along(ray, 1);
            if both && count < enough {
                count = along(opposite, count);
            }
            count == length
        })
    }
}
