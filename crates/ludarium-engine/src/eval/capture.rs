//! Captures by position: custodial, intervening, surrounding, enclosing, directional.

use super::{Evaluator, MoveSink};
use crate::ir::{Capture, CaptureKind, Iter};
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

    /// Whether the site may be captured: by the rule's condition, or else if an opponent's piece
    /// stands there.
    fn is_target(&mut self, capture: &'a Capture, site: i32) -> bool {
        self.bind(Iter::Between, site);
        self.bind(Iter::To, site);
        match &capture.target {
            Some(cond) => self.bool(cond),
            None => self.enemy_at(capture.site_type, site),
        }
    }

    fn is_friend(&mut self, capture: &'a Capture, site: i32) -> bool {
        self.bind(Iter::To, site);
        match &capture.friend {
            Some(cond) => self.bool(cond),
            None => self.slot(capture.site_type, site).is_some_and(|slot| {
                let owner = self.owner_at(slot);
                owner != 0 && self.friends(self.mover(), owner)
            }),
        }
    }

    fn enemy_at(&self, site_type: usize, site: i32) -> bool {
        self.slot(site_type, site).is_some_and(|slot| {
            let owner = self.owner_at(slot);
            owner != 0 && !self.friends(self.mover(), owner)
        })
    }

    fn take(&mut self, capture: &'a Capture, site: i32, out: &mut MoveSink) {
        self.bind(Iter::Between, site);
        self.bind(Iter::To, site);
        if let Some(effect) = &capture.effect {
            self.generate(effect, out);
        }
    }

    fn custodial(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        let (low, high) = (
            self.int(&capture.low) as usize,
            self.int(&capture.high) as usize,
        );
        for table in self.tables(&capture.dirs, slot) {
            for ray in table.rays_of(from as usize) {
                if out.done {
                    return;
                }
                let path = table.ray(ray);
                let mut held = 0;
                while held < path.len()
                    && held < high
                    && self.is_target(capture, i32::from(path[held]))
                {
                    held += 1;
                }
                if held < low.max(1)
                    || held >= path.len()
                    || !self.is_friend(capture, i32::from(path[held]))
                {
                    continue;
                }
                for &site in &path[..held] {
                    self.take(capture, i32::from(site), out);
                }
            }
        }
    }

    fn intervene(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
        let (low, high) = (
            self.int(&capture.low) as usize,
            self.int(&capture.high) as usize,
        );
        let run_of = |eval: &mut Self, path: &[u16]| {
            let mut held = 0;
            while held < path.len() && held < high && eval.is_target(capture, i32::from(path[held]))
            {
                held += 1;
            }
            held
        };
        for table in self.tables(&capture.dirs, slot) {
            for ray in table.rays_of(from as usize) {
                let opposite = table.opposite[ray];
                // Visits each pair of opposite rays once.
                if opposite == u32::MAX || (opposite as usize) < ray {
                    continue;
                }
                let (one, other) = (table.ray(ray), table.ray(opposite as usize));
                let (first, second) = (run_of(self, one), run_of(self, other));
                if first >= low.max(1) && second >= low.max(1) {
                    for &site in other[..second].iter().chain(&one[..first]) {
                        self.take(capture, i32::from(site), out);
                    }
                }
            }
        }
    }

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
                    if !self.is_friend(capture, around) {
                        missing += 1;
                    }
                }
                if missing <= except && seen {
                    self.take(capture, site, out);
                }
            }
        }
    }

    /// Groups of targets next to `from` that have at most `except` adjacent empty sites.
    fn enclose(&mut self, capture: &'a Capture, from: i32, slot: usize, out: &mut MoveSink) {
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
                        }
                    }
                }
                if free <= allowed {
                    done.union_with(&seen);
                    for site in group {
                        self.take(capture, site, out);
                    }
                }
            }
        }
    }

    fn is_free(&self, site_type: usize, site: i32) -> bool {
        self.slot(site_type, site)
            .is_some_and(|slot| self.state.is_empty(slot))
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
