//! Captures by position: custodial, intervening, surrounding, enclosing, directional.

use ludarium_board::Relation;

use super::{Evaluator, MoveSink};
use crate::ir::{Capture, CaptureKind, Iter, TableId, OFF};
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
        for table in &tables {
            for start in table.around(from as usize) {
                if done.contains(start) || !self.may_be_enclosed(capture, start, allowed) {
                    continue;
                }
                let mut group = vec![start];
                let mut seen = SiteSet::new(self.game.layout.slots);
                seen.insert(start);
                let mut free = i32::from(!self.is_target(capture, start));
                let mut border = Vec::new();
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
                        } else if capture.chain.is_some() && !border.contains(&near) {
                            border.push(near);
                        }
                    }
                }
                let closed = (capture.chain).is_none_or(|steps| self.is_chain(steps, border));
                if free <= allowed && closed {
                    done.union_with(&seen);
                    for site in group {
                        self.take(capture, site, out);
                    }
                }
            }
        }
    }

    /// Whether one walks over all sites of a border, from the first of them on, each time to the
    /// first neighbour, clockwise from north, that is left of the border.
    fn is_chain(&self, steps: TableId, mut border: Vec<i32>) -> bool {
        let table = &self.game.tables[usize::from(steps)];
        let topology = &self.game.board.topology;
        let kind = type_of_index(table.site_type);
        let around = topology.supported(kind, Relation::All);
        let mut at = 0;
        while border.len() > 1 {
            let here = border.remove(at);
            let near = |&direction| topology.steps(kind, here as u32, direction).iter();
            let left = |&site: &u32| border.iter().position(|&other| other == site as i32);
            match around.iter().flat_map(near).find_map(left) {
                Some(next) => at = next,
                None => return false,
            }
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
