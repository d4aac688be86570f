//! Generates moves from an origin to the targets of a rule: steps, slides, hops, shots.

use super::{Evaluator, MoveSink, Want};
use crate::ir::{Effect, Hurdle, Int, Iter, Origin, Rule, RuleId, Target, OFF};
use smallvec::SmallVec;

/// A few sites, stored inline.
type Sites = SmallVec<[i32; 16]>;

impl<'a> Evaluator<'a> {
    /// Calls `body` for each origin that the rule allows (site, slot), with `(from)` bound.
    pub(super) fn each_origin(
        &mut self,
        origin: &'a Origin,
        mut body: impl FnMut(&mut Self, i32, usize),
    ) {
        let old = self.get(Iter::From);
        let outer = std::mem::replace(&mut self.outer_from, old);
        match &origin.sites {
            None => {
                let site = self.int(&origin.site);
                self.at_origin(origin, site, &mut body);
            }
            Some(sites) => {
                let sites = self.sites(sites);
                for site in sites.iter() {
                    if !self.step() {
                        break;
                    }
                    self.at_origin(origin, site, &mut body);
                }
            }
        }
        self.bind(Iter::From, old);
        self.outer_from = outer;
    }

    #[inline]
    pub(super) fn at_origin(
        &mut self,
        origin: &'a Origin,
        site: i32,
        body: &mut impl FnMut(&mut Self, i32, usize),
    ) {
        let Some(slot) = self.slot(origin.site_type, site) else {
            return;
        };
        self.bind(Iter::From, site);
        if let Some(cond) = &origin.cond {
            // Before a target is chosen, `(to)` is the origin.
            let to = self.bind(Iter::To, site);
            let holds = self.bool(cond);
            self.bind(Iter::To, to);
            if !holds {
                return;
            }
        }
        body(self, site, slot);
    }

    /// Calls `body` for each site that `(to ...)` names.
    pub(super) fn over_targets(
        &mut self,
        to: &'a Target,
        mut body: impl FnMut(&mut Self, i32, &mut MoveSink),
        out: &mut MoveSink,
    ) {
        let old = self.get(Iter::To);
        if let Some(site) = &to.site {
            let site = self.int(site);
            body(self, site, out);
        } else if let Some(sites) = &to.sites {
            if let crate::ir::Sites::List(list) = sites {
                // Repeated sites of a list are separate moves.
                let sites: Sites = list.iter().map(|site| self.int(site)).collect();
                for site in sites {
                    body(self, site, out);
                }
            } else {
                let sites = self.sites(sites);
                for site in sites.iter() {
                    body(self, site, out);
                    if out.done || !self.step() {
                        break;
                    }
                }
            }
        } else {
            body(self, old, out);
        }
        self.bind(Iter::To, old);
    }

    /// The slot of `site` if the rule allows it as a target; binds `(to)`.
    #[inline]
    pub(super) fn allowed_target(
        &mut self,
        to: &'a Target,
        site: i32,
        out: &MoveSink,
    ) -> Option<i32> {
        let slot = self.slot(to.site_type, site)?;
        if let Want::To(wanted) = out.want {
            if slot != usize::from(wanted) {
                return None;
            }
        }
        self.bind(Iter::To, site);
        match &to.cond {
            Some(cond) if !self.bool(cond) => None,
            _ => Some(slot as i32),
        }
    }

    #[inline]
    pub(super) fn push_target(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        to: &'a Target,
        site: i32,
        out: &mut MoveSink,
    ) {
        if let Some(slot) = self.allowed_target(to, site, out) {
            let mv = self.new_move(id, rule, from as i32, slot);
            out.push(mv);
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn slide(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let wanted = match out.want {
            Want::To(wanted) => {
                // Only a ray that contains the wanted slot matters.
                if !path.iter().any(|&site| {
                    self.slot(to.site_type, i32::from(site)) == Some(usize::from(wanted))
                }) {
                    return;
                }
                Some(usize::from(wanted))
            }
            _ => None,
        };
        let (low, high) = (self.int(&between.low), self.int(&between.high));
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for (index, &site) in path.iter().enumerate() {
            let distance = index as i32 + 1;
            let site = i32::from(site);
            let Some(slot) = self.slot(to.site_type, site) else {
                break;
            };
            if distance > high || out.done {
                break;
            }
            self.bind(Iter::To, site);
            let mut arrive = false;
            let mut pass_on = true;
            // Where the slide may stop, `(between)` is still the last site it passed.
            if distance >= low && to.cond.as_ref().is_some_and(|cond| self.bool(cond)) {
                arrive = true;
                pass_on = false;
            } else {
                self.bind(Iter::Between, site);
                let free = match &between.cond {
                    Some(cond) => self.bool(cond),
                    None => self.state.is_empty(slot),
                };
                if !free {
                    pass_on = false;
                } else if distance >= low {
                    arrive = true;
                }
            }
            // The condition of the effect also restricts where the slide may end.
            if let (
                true,
                Some(Effect {
                    cond: Some(cond), ..
                }),
            ) = (arrive, &to.effect)
            {
                arrive = self.bool(cond);
            }
            if arrive && wanted.is_none_or(|wanted| wanted == slot) {
                let mut mv = self.new_move(id, rule, from as i32, slot as i32);
                mv.payload[0] = path[0] as i16;
                mv.payload[1] = distance as i16;
                out.push(mv);
            }
            if !pass_on {
                break;
            }
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    pub(super) fn shoot(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for &site in path {
            let site = i32::from(site);
            let Some(slot) = self.slot(to.site_type, site) else {
                break;
            };
            self.bind(Iter::To, site);
            // As for a slide, `(between)` is the last site passed where the shot may end.
            let ends = to.cond.as_ref().is_none_or(|cond| self.bool(cond));
            self.bind(Iter::Between, site);
            let free = match &between.cond {
                Some(cond) => self.bool(cond),
                None => self.state.is_empty(slot),
            };
            // A shot ends at the first site that is no target.
            if !free || !ends || out.done {
                break;
            }
            let mv = self.new_move(id, rule, slot as i32, slot as i32);
            out.push(mv);
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn hop(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        let (before, after) = (
            self.int(&between.before) as usize,
            self.int(&between.after) as usize,
        );
        let low = self.int(&between.low).max(0) as usize;
        let high = match between.exact {
            true => low,
            false => self.int(&between.high).max(0) as usize,
        };
        if low == 0 && !path.is_empty() {
            // Over nothing: directly to the first site.
            self.land(id, rule, from, path, 0, 0, after, to, out);
            if high == 0 {
                self.bind(Iter::To, saved.0);
                self.bind(Iter::Between, saved.1);
                return;
            }
        }
        let mut at = 0;
        while at < path.len() && at <= before {
            if self.is_hurdle(between, to.site_type, i32::from(path[at])) {
                let mut long = 1;
                loop {
                    if long >= low.max(1) {
                        self.land(id, rule, from, path, at, long, after, to, out);
                    }
                    if long >= high || at + long >= path.len() || out.done {
                        break;
                    }
                    if !self.is_hurdle(between, to.site_type, i32::from(path[at + long])) {
                        break;
                    }
                    long += 1;
                }
                break;
            }
            let empty = self
                .slot(to.site_type, i32::from(path[at]))
                .is_some_and(|slot| self.state.is_empty(slot));
            if !empty {
                break;
            }
            at += 1;
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[inline]
    fn is_hurdle(&mut self, between: &'a Hurdle, _t: usize, site: i32) -> bool {
        self.bind(Iter::Between, site);
        match &between.cond {
            Some(cond) => self.bool(cond),
            None => true,
        }
    }

    /// The landings beyond the hurdles `path[at..at + long]`.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn land(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        at: usize,
        long: usize,
        after: usize,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        self.bind(Iter::Between, i32::from(path[at]));
        for &site in path.iter().skip(at + long).take(after.saturating_add(1)) {
            let site = i32::from(site);
            let Some(slot) = self.slot(to.site_type, site) else {
                break;
            };
            self.bind(Iter::To, site);
            // If the effect has a condition, it decides where the hop ends; the target's condition
            // then decides how far the hop continues.
            let stop = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
            match stop {
                Some(stop) => {
                    if !self.bool(stop) {
                        if to.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                            break;
                        }
                        continue;
                    }
                }
                None => {
                    if to.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                        break;
                    }
                }
            }
            if let Want::To(wanted) = out.want {
                if slot != usize::from(wanted) {
                    if stop.is_some() {
                        break;
                    }
                    continue;
                }
            }
            let mut mv = self.new_move(id, rule, from as i32, slot as i32);
            mv.payload[0] = path[at] as i16;
            mv.payload[1] = long as i16;
            out.push(mv);
            if stop.is_some() {
                break;
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn remove_at(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        site_type: usize,
        site: i32,
        level: Option<&'a Int>,
        count: i32,
        out: &mut MoveSink,
    ) {
        let Some(slot) = self.slot(site_type, site) else {
            return;
        };
        if self.state.is_empty(slot) {
            return;
        }
        let level = match level {
            // The topmost piece is stored as "no level", since another may be on top when the move
            // is carried out.
            Some(level) => {
                Some(self.int(level)).filter(|&level| level != self.state.top(slot) as i32)
            }
            None => None,
        };
        let level = level.unwrap_or(OFF);
        let mut mv = self.new_move(id, rule, slot as i32, slot as i32);
        mv.payload[0] = self.payload_value(count);
        mv.payload[1] = self.payload_value(level);
        out.push(mv);
    }
}
