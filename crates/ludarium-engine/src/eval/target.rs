//! Generates moves from an origin to the targets of a rule: steps, slides, hops, shots.

use super::{Evaluator, MoveSink, Want};
use crate::ir::{Effect, Hurdle, Int, Iter, Origin, Rule, RuleId, Target, OFF};
use smallvec::SmallVec;

/// A few sites, stored inline.
type Sites = SmallVec<[i32; 16]>;

/// What a hop passes over: hurdles, of which there must be from `low` to `high` in a row.
#[derive(Clone, Copy)]
pub(super) struct HurdleRun<'a> {
    between: &'a Hurdle,
    low: i32,
    high: i32,
}

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
                    None => self.way_is_free(rule, slot),
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
                None => self.way_is_free(rule, slot),
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

    /// What the hops of a rule from one site pass over.
    pub(super) fn hurdle_run(&mut self, between: &'a Hurdle) -> HurdleRun<'a> {
        let low = self.int(&between.low);
        let high = match between.exact {
            true => low,
            false => self.int(&between.high),
        };
        HurdleRun { between, low, high }
    }

    /// The hops along a path: over a run of hurdles, which begins after at most `before` sites
    /// where the target's condition holds, to the sites beyond the first `low` of them, `low` + 1
    /// and so on up to the length of the run.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn hop(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        run: HurdleRun<'a>,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        if run.low == 0 && !path.is_empty() {
            self.step_over_nothing(id, rule, from, path, to, out);
        }
        if run.high > 0 {
            self.hop_over_run(id, rule, from, path, run, to, out);
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    /// The move of a hop over no hurdle at all: a step.
    fn step_over_nothing(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let site = i32::from(path[0]);
        if let Some(slot) = self.allowed_target(to, site, out) {
            let mut mv = self.new_move(id, rule, from as i32, slot);
            mv.payload[0] = path[0] as i16;
            out.push(mv);
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn hop_over_run(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        HurdleRun { between, low, high }: HurdleRun<'a>,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let before = self.int(&between.before).max(0) as usize;
        let after = self.int(&between.after).max(0) as usize;
        let mut at = 0;
        while at < path.len() && at <= before {
            if self.is_hurdle(between, i32::from(path[at])) {
                let mut length = 1;
                // Landings before the run or on its first site, for a minimum below 1.
                for over in low..1.min(high + 1) {
                    self.land(id, rule, from, path, at, over, after, to, out);
                }
                while !out.done {
                    if length >= low {
                        self.land(id, rule, from, path, at, length, after, to, out);
                    }
                    let next = at + length as usize;
                    let goes_on = length < high && next < path.len();
                    if !goes_on || !self.is_hurdle(between, i32::from(path[next])) {
                        break;
                    }
                    length += 1;
                }
                return;
            }
            self.bind(Iter::To, i32::from(path[at]));
            if to.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                return;
            }
            at += 1;
        }
    }

    #[inline]
    pub(super) fn is_hurdle(&mut self, between: &'a Hurdle, site: i32) -> bool {
        self.bind(Iter::Between, site);
        match &between.cond {
            Some(cond) => self.bool(cond),
            None => true,
        }
    }

    /// The landings from place `at + over` of a path on, beyond `over` hurdles. Place -1 is the
    /// origin.
    ///
    /// If the effect of the target has a condition, sites where the target's own condition holds
    /// are flown over, and the hop ends at the first other site, if the condition of the effect
    /// holds.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn land(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        at: usize,
        over: i32,
        after: usize,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        self.bind(Iter::Between, i32::from(path[at]));
        let stop = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
        let origin = self.game.layout.site(from).1;
        let first = at as i32 + over;
        for place in first..first.saturating_add(after as i32 + 1) {
            let site = match usize::try_from(place) {
                Ok(place) => path.get(place).map(|&site| i32::from(site)),
                Err(_) => (place == -1).then_some(origin),
            };
            let slot = site.and_then(|site| self.slot(to.site_type, site));
            let (Some(site), Some(slot)) = (site, slot) else {
                break;
            };
            self.bind(Iter::To, site);
            let goes_on = to.cond.as_ref().is_none_or(|cond| self.bool(cond));
            match stop {
                Some(_) if goes_on => continue,
                Some(stop) if !self.bool(stop) => break,
                None if !goes_on => break,
                _ => {}
            }
            let wanted = match out.want {
                Want::To(wanted) => slot == usize::from(wanted),
                _ => true,
            };
            if wanted {
                let mut mv = self.new_move(id, rule, from as i32, slot as i32);
                mv.payload[0] = path[at] as i16;
                mv.payload[1] = over.max(0) as i16;
                out.push(mv);
            }
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
                // A negative level is the lowest.
                let level = self.int(level).max(0);
                Some(level).filter(|&level| level != self.state.top(slot) as i32)
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
