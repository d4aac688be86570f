//! Captures by position: custodial, intervening, surrounding, enclosing, directional.

use ludarium_board::Relation;

use super::members::Walk;
use super::{Evaluator, MoveSink};
use crate::ir::{Capture, CaptureKind, Iter, NeighbourSets, Table, TableId, OFF};
use crate::layout::type_of_index;
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    pub(super) fn capture(&mut self, capture: &'a Capture, out: &mut MoveSink) {
        let from = self.int(&capture.from);
        let Some(slot) = self.slot(capture.site_type, from) else {
            return;
        };
        let saved = self.env;
        match capture.kind {
            CaptureKind::Custodial => self.custodial(capture, from, slot, out),
            CaptureKind::Intervene => self.intervene(capture, from, slot, out),
            CaptureKind::Surround => self.surround(capture, from, slot, out),
            CaptureKind::Enclose => self.enclose(capture, from, slot, out),
            CaptureKind::Directional => self.directional(capture, from, slot, out),
        }
        self.env = saved;
    }

    /// Whether the site may be captured. The other of `(to)` and `(between)` keeps its value: that
    /// from outside, or from the line before.
    fn is_target(&mut self, capture: &'a Capture, site: i32) -> bool {
        self.bind_captured(capture, site);
        self.bool(&capture.target)
    }

    fn bind_captured(&mut self, capture: &'a Capture, site: i32) {
        match capture.kind {
            CaptureKind::Intervene | CaptureKind::Directional => self.bind(Iter::To, site),
            _ => self.bind(Iter::Between, site),
        };
    }

    fn is_friend(&mut self, capture: &'a Capture, site: i32) -> bool {
        self.bind(Iter::To, site);
        capture.friend.as_ref().is_some_and(|cond| self.bool(cond))
    }

    fn take(&mut self, capture: &'a Capture, site: i32, out: &mut MoveSink) {
        self.bind_captured(capture, site);
        if let Some(effect) = &capture.effect {
            self.generate(effect, out);
        }
    }

    /// The number of targets at the beginning of a path, at most `high`.
    fn run_of_targets(&mut self, capture: &'a Capture, path: &[u16], high: i32) -> usize {
        let limit = path.len().min(usize::try_from(high).unwrap_or(0));
        let is_target = |&&site: &&u16| self.is_target(capture, i32::from(site));
        path[..limit].iter().take_while(is_target).count()
    }

    /// Runs of targets that a friend closes. With a maximum of 1, the friend must stand on the
    /// board; otherwise the closing test is also made of -1 where a run reaches the edge.
    fn custodial(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        let (low, high) = (self.int(&capture.low), self.int(&capture.high));
        let short = high == 1 && low < 2;
        for table in self.tables(&capture.dirs, slot) {
            for ray in table.rays_of(from as usize) {
                if out.done {
                    return;
                }
                let path = table.ray(ray);
                if short && path.len() < 2 {
                    continue;
                }
                let held = self.run_of_targets(capture, path, high);
                if (held as i32) < low || short && held == 0 {
                    continue;
                }
                let end = path.get(held).map_or(OFF, |&end| i32::from(end));
                if !self.is_friend(capture, end) {
                    continue;
                }
                for &site in &path[..held] {
                    self.take(capture, i32::from(site), out);
                }
            }
        }
    }

    /// Runs of targets on both sides. With a minimum below 1, a side may be empty.
    fn intervene(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        let (low, high) = (self.int(&capture.low), self.int(&capture.high));
        for table in self.tables(&capture.dirs, slot) {
            for ray in table.rays_of(from as usize) {
                let opposite = table.opposite[ray];
                // Visits each pair of opposite rays once.
                if opposite == u32::MAX || (opposite as usize) < ray {
                    continue;
                }
                let (one, other) = (table.ray(ray), table.ray(opposite as usize));
                let first = self.run_of_targets(capture, one, high);
                let second = self.run_of_targets(capture, other, high);
                if first as i32 >= low && second as i32 >= low {
                    for &site in other[..second].iter().chain(&one[..first]) {
                        self.take(capture, i32::from(site), out);
                    }
                }
            }
        }
    }

    /// Neighbours all of whose own neighbours are friends. The origin counts as one, whatever the
    /// condition says of it.
    fn surround(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        let except = capture.except.as_ref().map_or(0, |except| self.int(except));
        let with = capture.with.as_ref().map(|with| self.int(with));
        for table in self.tables(&capture.dirs, slot) {
            for &site in table.steps_of(from as usize) {
                let site = i32::from(site);
                if !self.is_target(capture, site) {
                    continue;
                }
                let mut missing = 0;
                let mut seen = with.is_none();
                for &around in table.steps_of(site as usize) {
                    let around = i32::from(around);
                    let there = self
                        .slot(capture.site_type, around)
                        .map(|slot| self.state.what(slot) as i32);
                    seen |= with.is_some() && there == with;
                    if around != from && !self.is_friend(capture, around) {
                        missing += 1;
                    }
                }
                if missing <= except && seen {
                    self.take(capture, site, out);
                }
            }
        }
    }

    /// Groups of targets next to `from` that have at most `except` adjacent empty sites. Where
    /// empty sites are targets themselves, the border of the group must form a chain instead.
    fn enclose(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        if self.state.is_empty(slot) {
            return;
        }
        let allowed = capture.except.as_ref().map_or(0, |except| self.int(except));
        let tables = self.tables(&capture.dirs, slot);
        let mut done = SiteSet::new(self.game.layout.slots);
        for table in tables {
            let mut search = self.enclosure_search(capture, table, allowed);
            for start in table.around(from as usize) {
                if done.contains(start) {
                    continue;
                }
                if let Some(search) = &mut search {
                    if !self.may_enclose(capture, table, search, start) {
                        #[cfg(debug_assertions)]
                        self.check_not_enclosed(capture, table, start, allowed);
                        continue;
                    }
                }
                let Some(group) = self.enclosed_group(capture, table, start, allowed) else {
                    debug_assert!(search.is_none() || self.fault.is_some(), "{start}");
                    continue;
                };
                group.iter().for_each(|&site| done.insert(site));
                for site in group {
                    self.take(capture, site, out);
                }
                search = self.enclosure_search(capture, table, allowed);
            }
        }
    }

    /// What is needed to look for enclosed groups, if the sets of the state tell which sites may
    /// be captured.
    pub(super) fn enclosure_search(
        &mut self,
        capture: &'a Capture,
        table: &'a Table,
        allowed: i32,
    ) -> Option<EnclosureSearch<'a>> {
        let own = self.game.layout.own;
        if capture.site_type != own || table.site_type != own {
            return None;
        }
        let targets = self.set_where(&capture.target, Walk::over(Iter::Between))?;
        let mut free = SiteSet::from_words(self.state.empty());
        free.subtract(&targets);
        Some(EnclosureSearch {
            near: table.around_sets(),
            tried: SiteSet::new(self.game.layout.slots),
            targets,
            free,
            allowed,
            found: None,
        })
    }

    /// Whether a group that is enclosed begins at a site where none was looked for before.
    pub(super) fn may_enclose(
        &mut self,
        capture: &'a Capture,
        table: &'a Table,
        search: &mut EnclosureSearch<'a>,
        start: i32,
    ) -> bool {
        if search.tried.contains(start) {
            return false;
        }
        search.tried.insert(start);
        let Some(group) = search.group(start) else {
            return false;
        };
        self.charge_sites(group.sites.len());
        let Some(steps) = capture.chain else {
            return true;
        };
        let first = self.first_of_border(table, start, &group.sites);
        first.is_none_or(|first| self.is_chain(steps, group.border.clone(), first))
    }

    /// The first site of the border of a group that a walk from `start` comes to.
    fn first_of_border(&self, table: &'a Table, start: i32, group: &SiteSet) -> Option<i32> {
        let mut walk = vec![start];
        let mut seen: SiteSet = [start].into_iter().collect();
        let mut next = 0;
        while let Some(&site) = walk.get(next) {
            next += 1;
            for near in table.around(site as usize) {
                if !group.contains(near) {
                    return Some(near);
                }
                if !seen.contains(near) {
                    seen.insert(near);
                    walk.push(near);
                }
            }
        }
        None
    }

    /// The group that begins at a site, in the order in which a walk comes to its sites, if it is
    /// enclosed.
    pub(super) fn enclosed_group(
        &mut self,
        capture: &'a Capture,
        table: &'a Table,
        start: i32,
        allowed: i32,
    ) -> Option<Vec<i32>> {
        if !self.may_be_enclosed(capture, start, allowed) {
            return None;
        }
        let mut group = vec![start];
        let mut seen = SiteSet::new(self.game.layout.slots);
        seen.insert(start);
        let mut free = i32::from(!self.is_target(capture, start));
        let mut border = SiteSet::new(self.game.layout.slots);
        let mut first = None;
        let mut next = 0;
        while next < group.len() && free <= allowed {
            let site = group[next];
            next += 1;
            for near in table.around(site as usize) {
                if seen.contains(near) {
                    continue;
                }
                let target = self.is_target(capture, near);
                let open = !target && self.is_free(capture.site_type, near);
                if target || open {
                    // An empty site within the exception is enclosed with the group.
                    seen.insert(near);
                    group.push(near);
                    free += i32::from(open);
                } else if capture.chain.is_some() {
                    border.insert(near);
                    first = first.or(Some(near));
                }
            }
        }
        let closed = match (capture.chain, first) {
            (Some(steps), Some(first)) => self.is_chain(steps, border, first),
            _ => true,
        };
        (free <= allowed && closed).then_some(group)
    }

    /// Compares a group that is not enclosed with the walk from site to site.
    #[cfg(debug_assertions)]
    fn check_not_enclosed(
        &mut self,
        capture: &'a Capture,
        table: &'a Table,
        start: i32,
        allowed: i32,
    ) {
        let plain = self.cross_check(|eval| {
            eval.enclosed_group(capture, table, start, allowed)
                .is_none()
        });
        debug_assert!(plain.is_none_or(|same| same), "enclosed at {start}");
    }

    /// Whether one walks over all sites of a border, from `here` on, each time to the first
    /// neighbour, clockwise from north, that is left of the border.
    fn is_chain(&self, steps: TableId, mut border: SiteSet, mut here: i32) -> bool {
        let table = &self.game.tables[usize::from(steps)];
        let topology = &self.game.board.topology;
        let kind = type_of_index(table.site_type);
        let around = topology.supported(kind, Relation::All);
        border.remove(here);
        for _ in 0..border.len() {
            let near = |&direction| topology.steps(kind, here as u32, direction).iter();
            let mut left = around.iter().flat_map(near).map(|&site| site as i32);
            match left.find(|&site| border.contains(site)) {
                Some(next) => here = next,
                None => return false,
            }
            border.remove(here);
        }
        true
    }

    fn is_free(&self, site_type: usize, site: i32) -> bool {
        self.slot(site_type, site)
            .is_some_and(|slot| self.state.is_free(slot))
    }

    /// Whether an enclosed group may begin at a site: at a target or, with an exception, at an
    /// empty site.
    fn may_be_enclosed(&mut self, capture: &'a Capture, site: i32, allowed: i32) -> bool {
        self.is_target(capture, site) || allowed > 0 && self.is_free(capture.site_type, site)
    }

    fn directional(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        for table in self.tables(&capture.dirs, slot) {
            for ray in table.rays_of(from as usize) {
                for &site in table.ray(ray) {
                    let site = i32::from(site);
                    if !self.is_target(capture, site) {
                        break;
                    }
                    self.take(capture, site, out);
                }
            }
        }
    }
}

/// A search for enclosed groups along one table of directions.
#[derive(Debug)]
pub(super) struct EnclosureSearch<'g> {
    near: &'g NeighbourSets,
    /// Where groups were looked for.
    tried: SiteSet,
    /// The sites that may be captured.
    targets: SiteSet,
    /// The empty sites that are no targets.
    free: SiteSet,
    /// The number of these sites that a group may have.
    allowed: i32,
    /// The last group without too many of these sites.
    found: Option<Group>,
}

/// Connected sites, and the sites beside them.
#[derive(Debug)]
struct Group {
    sites: SiteSet,
    border: SiteSet,
}

impl EnclosureSearch<'_> {
    /// The group that begins at a site; `None` if none does, or if it has too many free sites.
    fn group(&mut self, start: i32) -> Option<&Group> {
        if self.allowed < i32::from(self.free.contains(start)) {
            return None;
        }
        if !self.targets.contains(start) && !self.free.contains(start) {
            return None;
        }
        let known = self.found.as_ref();
        if !known.is_some_and(|group| group.sites.contains(start)) {
            self.found = Some(self.spread(start)?);
        }
        self.found.as_ref()
    }

    fn spread(&self, start: i32) -> Option<Group> {
        let (mut targets, mut free) = (self.targets.clone(), self.free.clone());
        let mut allowed = self.allowed - i32::from(free.contains(start));
        targets.remove(start);
        free.remove(start);
        let mut pending = SiteSet::new(64 * targets.words().len());
        pending.insert(start);
        let mut border = pending.clone();
        {
            let (pending, border) = (pending.words_mut(), border.words_mut());
            let (targets, free) = (targets.words_mut(), free.words_mut());
            while let Some(index) = pending.iter().position(|&word| word != 0) {
                let mut word = std::mem::take(&mut pending[index]);
                while word != 0 {
                    let site = index << 6 | word.trailing_zeros() as usize;
                    word &= word - 1;
                    self.near.each_word(site, |index, near| {
                        let (target, open) = (targets[index] & near, free[index] & near);
                        allowed -= open.count_ones() as i32;
                        targets[index] ^= target;
                        free[index] ^= open;
                        border[index] |= near;
                        pending[index] |= target | open;
                    });
                    if allowed < 0 {
                        return None;
                    }
                }
            }
        }
        let mut sites = self.targets.clone();
        sites.subtract(&targets);
        let mut opened = self.free.clone();
        opened.subtract(&free);
        sites.union_with(&opened);
        border.subtract(&sites);
        Some(Group { sites, border })
    }
}
