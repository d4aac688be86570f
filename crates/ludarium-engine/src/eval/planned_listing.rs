//! Lists and counts the moves of pieces by a [`ListingPlan`]. Its sets are computed once for all
//! pieces.

use smallvec::SmallVec;

use super::listing_entries::{Entry, Guard};
use super::listing_plan::{HopPlan, ListingPlan, Movement, Part, SightPlan, SlidePlan, TargetSets};
use super::reach_sets::TargetLists;
use super::{Evaluator, MoveSink};
use crate::ir::{Iter, Moves, Rule, RuleId, RuleKind, INFINITY};
use crate::set::{has, word_at, SiteSet};

/// The sets of a plan that have been computed, for one mover.
#[derive(Debug, Default)]
pub(super) struct Sets {
    mover: i32,
    /// The words of all sets, one set after the other; `known` has a bit for each set that is
    /// computed.
    words: SmallVec<[u64; 32]>,
    known: u64,
}

impl SlidePlan {
    /// Whether the slide may end at any distance.
    fn is_endless(&self) -> bool {
        self.low <= 1 && self.high == INFINITY
    }
}

impl Sets {
    /// The words of a computed set.
    #[inline]
    fn of(&self, set: usize, words: usize) -> &[u64] {
        &self.words[set * words..][..words]
    }

    /// The sites where moves may end and, unless all of these are certain, the certain ones.
    #[inline]
    fn targets(&self, ends: TargetSets, words: usize) -> (&[u64], Option<&[u64]>) {
        let must = ends.must.map(|must| self.of(must, words));
        (self.of(ends.may, words), must)
    }
}

impl ListingPlan {
    /// The number of parts whose moves are listed from tables and sets, and the other parts.
    pub fn parts(&self) -> (usize, impl Iterator<Item = &Moves>) {
        let parts = || {
            let entries = self.kinds.iter().flatten();
            entries.filter_map(|entry| match entry {
                Entry::Part(part) => Some(&part.movement),
                Entry::Guard(..) | Entry::Jump(_) => None,
            })
        };
        let others = parts().filter_map(|movement| match movement {
            Movement::Other(moves) => Some(&**moves),
            _ => None,
        });
        let all = parts().count();
        (all - others.clone().count(), others)
    }
}

impl<'a> Evaluator<'a> {
    /// Prepares the sets of a plan for the mover.
    #[inline]
    pub(super) fn prepare(&self, listing: &ListingPlan, sets: &mut Sets) {
        let mover = self.mover();
        if sets.mover != mover || sets.words.is_empty() {
            sets.mover = mover;
            sets.known = 0;
            let number = listing.masks.len() + listing.continuation_sites.len();
            let words = number * self.game.layout.set_words;
            sets.words.resize(words.max(1), 0);
        }
    }

    /// Calls `body` with each part of the moves of the piece on a slot whose conditions hold, with
    /// `(from)` bound.
    #[inline]
    pub(super) fn each_part(
        &mut self,
        listing: &'a ListingPlan,
        slot: usize,
        mut body: impl FnMut(&mut Self, &'a Part),
    ) {
        let site = self.game.layout.site(slot).1;
        self.env[Iter::From as usize] = site;
        self.env[Iter::Level as usize] = self.state.top(slot) as i32;
        let entries = &listing.kinds[self.state.what(slot)];
        let mut next = 0;
        while let Some(entry) = entries.get(next) {
            next = match entry {
                Entry::Part(part) => {
                    body(self, part);
                    next + 1
                }
                Entry::Guard(guard, otherwise) => match self.guard_holds(guard, slot) {
                    true => next + 1,
                    false => *otherwise,
                },
                Entry::Jump(on) => *on,
            };
        }
    }

    /// Whether a condition holds for the piece on a slot, with `(from)` bound.
    #[inline]
    fn guard_holds(&mut self, guard: &'a Guard, slot: usize) -> bool {
        match guard {
            Guard::OnSites(set) => has(set, self.env[Iter::From as usize] as u16),
            Guard::Pending => self.is_pending(),
            Guard::NearPending(near) => {
                let mut near = near.of(slot).iter();
                near.any(|&site| self.is_pending_at(site))
            }
            Guard::Condition(cond) => self.bool(cond),
        }
    }

    /// Lists the moves of the piece on a slot of the board.
    pub(super) fn list_piece(
        &mut self,
        listing: &'a ListingPlan,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.prepare(listing, sets);
        self.each_part(listing, slot, |eval, part| {
            if !out.done {
                eval.list_part(listing, &part.movement, sets, slot, out);
            }
        });
    }

    /// Lists the moves of a part, with `(from)` bound.
    pub(super) fn list_part(
        &mut self,
        listing: &'a ListingPlan,
        movement: &'a Movement,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        let to = self.get(Iter::To);
        match movement {
            Movement::Fixed(id, near, ends) => {
                self.list_fixed(listing, *id, near, (sets, *ends), slot, out)
            }
            Movement::Slide(id, slide) => self.list_slide(listing, *id, slide, sets, slot, out),
            Movement::LineOfSight(id, seen) => {
                self.list_line_of_sight(listing, *id, seen, sets, slot, out)
            }
            Movement::Hop(id, hop) => self.list_hop(listing, *id, hop, sets, slot, out),
            Movement::Other(moves) => {
                // Some rules test whether other rules have any move, so the filters must not apply
                // to them.
                let (only, from) = (out.target_filter.take(), out.origin_filter.take());
                self.generate(moves, out);
                (out.target_filter, out.origin_filter) = (only, from);
            }
        }
        self.bind(Iter::To, to);
    }

    fn list_slide(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        slide: &'a SlidePlan,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.compute_slide_sets(listing, slide, sets);
        let words = self.game.layout.set_words;
        let pass = sets.of(slide.pass, words);
        let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop.may, words));
        let unsure = slide.stop.and_then(|stop| stop.must);
        let must = unsure.map(|must| sets.of(must, words));
        let rule = &self.game.rules[usize::from(id)];
        let table = &self.game.tables[usize::from(slide.table)];
        let rays = match slide.is_endless() && must.is_none() {
            true => Some(table.ray_sets()),
            false => None,
        };
        // Most rules store no variables.
        let binds = rule.overflows || !rule.stored_vars.is_empty();
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let far = rays.and_then(|rays| rays.reach(ray, pass, stop, out.target_filter.as_ref()));
            let known = far.is_some();
            let path = &path[..far.map_or(path.len(), |far| path.len().min(far as usize))];
            for (index, &site) in path.iter().enumerate() {
                let distance = index as i32 + 1;
                let near = distance < slide.low;
                let mut stops = !near && has(stop, site);
                if let (true, Some(must)) = (stops, must) {
                    // Where a slide may stop, `(between)` is still the last site it passed.
                    let passed = self.get(Iter::Between);
                    if let Some(&last) = index.checked_sub(1).and_then(|last| path.get(last)) {
                        self.bind(Iter::Between, i32::from(last));
                    }
                    stops = has(must, site) || self.may_end_on(rule, site);
                    self.bind(Iter::Between, passed);
                }
                if !known && (distance > slide.high || !stops && !has(pass, site)) {
                    break;
                }
                if !near && out.wants_target(i32::from(site)) {
                    let old = binds.then(|| self.bind_slide_end(path, index, stops));
                    let mut mv = self.new_move(id, rule, slot as i32, i32::from(site));
                    old.into_iter().for_each(|old| self.unbind_slide_end(old));
                    mv.payload[0] = path[0] as i16;
                    mv.payload[1] = distance as i16;
                    out.push(mv);
                }
                if stops || out.done {
                    break;
                }
            }
        }
    }

    fn list_fixed(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        near: &'a TargetLists,
        (sets, ends): (&mut Sets, TargetSets),
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.compute_targets(listing, sets, ends);
        let rule = &self.game.rules[usize::from(id)];
        let (may, must) = sets.targets(ends, self.game.layout.set_words);
        if !near.intersects(slot, may, out.target_filter.as_ref()) {
            return;
        }
        for &site in near.of(slot) {
            if !has(may, site) || !out.wants_target(i32::from(site)) {
                continue;
            }
            if must.is_none_or(|must| has(must, site)) || self.may_end_on(rule, site) {
                self.env[Iter::To as usize] = i32::from(site);
                out.push(self.new_move(id, rule, slot as i32, i32::from(site)));
                if out.done {
                    break;
                }
            }
        }
    }

    fn list_hop(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        hop: &'a HopPlan,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.compute_set(listing, sets, hop.hurdles);
        let words = self.game.layout.set_words;
        if !hop.near.intersects(slot, sets.of(hop.hurdles, words), None) {
            return;
        }
        self.compute_set(listing, sets, hop.landings);
        let (hurdles, landings) = (sets.of(hop.hurdles, words), sets.of(hop.landings, words));
        let rule = &self.game.rules[usize::from(id)];
        let RuleKind::Hop { between, to, .. } = &rule.kind else {
            return;
        };
        // Hops are listed in full, like all moves of other rules.
        let (only, from) = (out.target_filter.take(), out.origin_filter.take());
        let table = &self.game.tables[usize::from(hop.table)];
        let run = self.hurdle_run(between);
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let goes = |path: &[u16]| has(hurdles, path[0]) && has(landings, path[1]);
            if path.len() > 1 && goes(path) {
                self.hop(id, rule, slot, path, run, to, out);
                if out.done {
                    break;
                }
            }
        }
        (out.target_filter, out.origin_filter) = (only, from);
    }

    fn list_line_of_sight(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        seen: &'a SightPlan,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.compute_set(listing, sets, seen.empty);
        self.compute_set(listing, sets, seen.occupied);
        self.compute_targets(listing, sets, seen.targets);
        let words = self.game.layout.set_words;
        let rule = &self.game.rules[usize::from(id)];
        let (may, must) = sets.targets(seen.targets, words);
        let (empty, occupied) = (sets.of(seen.empty, words), sets.of(seen.occupied, words));
        let table = &self.game.tables[usize::from(seen.table)];
        let count = self.transfer_count(None);
        let rays = table.ray_sets();
        let mut found: SmallVec<[u16; 32]> = SmallVec::new();
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let far = rays.reach(ray, empty, occupied, out.target_filter.as_ref());
            let far = far.map_or_else(
                || {
                    let free = path.iter().take_while(|&&site| has(empty, site));
                    free.count() + 1
                },
                |far| far as usize,
            );
            let seen = path[..far.min(path.len())].iter();
            found.extend(seen.copied().filter(|&site| has(may, site)));
        }
        // A region has its sites in order, without repetitions.
        found.sort_unstable();
        found.dedup();
        for site in found {
            let wanted = out.wants_target(i32::from(site));
            if wanted && (must.is_none_or(|must| has(must, site)) || self.may_end_on(rule, site)) {
                self.env[Iter::To as usize] = i32::from(site);
                let mut mv = self.new_move(id, rule, slot as i32, i32::from(site));
                mv.put(0, count);
                out.push(mv);
                if out.done {
                    break;
                }
            }
        }
    }

    /// Computes the sets of sites where moves may end.
    #[inline]
    fn compute_targets(&self, listing: &ListingPlan, sets: &mut Sets, ends: TargetSets) {
        self.compute_set(listing, sets, ends.may);
        if let Some(must) = ends.must {
            self.compute_set(listing, sets, must);
        }
    }

    /// Whether the condition of a rule allows a move to end on a site, where the sets do not decide
    /// that.
    #[inline(never)]
    fn may_end_on(&mut self, rule: &'a Rule, site: u16) -> bool {
        let cond = rule.kind.target().and_then(|to| to.cond.as_ref());
        let to = self.bind(Iter::To, i32::from(site));
        let holds = cond.is_none_or(|cond| self.bool(cond));
        self.bind(Iter::To, to);
        holds
    }

    /// Before moves are counted, computes the regions where turns may continue, each with the slot
    /// `extra` added.
    pub(super) fn prepare_count(
        &mut self,
        listing: &'a ListingPlan,
        sets: &mut Sets,
        extra: Option<usize>,
    ) {
        self.prepare(listing, sets);
        let words = self.game.layout.set_words;
        for (sites, number) in listing.continuation_sites.iter().zip(listing.masks.len()..) {
            let found = sites.as_ref().map(|sites| self.sites(sites));
            let found = found.as_ref().map_or(&[][..], SiteSet::words);
            for (index, word) in sets.words[number * words..][..words].iter_mut().enumerate() {
                let here = extra.filter(|slot| slot >> 6 == index);
                *word = here.map_or(0, |slot| 1 << (slot & 63)) | word_at(found, index);
            }
        }
    }

    /// The number of moves of a part, if all of them end the turn; `None` where they have to be
    /// listed to decide that.
    #[inline]
    pub(super) fn count_part(
        &mut self,
        listing: &'a ListingPlan,
        part: &'a Part,
        sets: &mut Sets,
        slot: usize,
    ) -> Option<u32> {
        let words = self.game.layout.set_words;
        let continuation = listing.masks.len() + part.continuation_sites?;
        match &part.movement {
            Movement::Fixed(_, near, TargetSets { may, must: None }) => {
                self.compute_set(listing, sets, *may);
                near.count(slot, sets.of(*may, words), sets.of(continuation, words))
            }
            Movement::Slide(_, slide) if slide.stop.is_some_and(|stop| stop.must.is_some()) => None,
            Movement::Slide(_, slide) => {
                self.compute_slide_sets(listing, slide, sets);
                let (pass, continuation) =
                    (sets.of(slide.pass, words), sets.of(continuation, words));
                let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop.may, words));
                let table = &self.game.tables[usize::from(slide.table)];
                let mut rays = table.rays_of(slot);
                if slide.is_endless() {
                    let sets = table.ray_sets();
                    return rays.try_fold(0, |all, ray| {
                        Some(all + sets.count(ray, pass, stop, continuation)?)
                    });
                }
                rays.try_fold(0, |mut all, ray| {
                    for (&site, distance) in table.ray(ray).iter().zip(1..=slide.high) {
                        let near = distance < slide.low;
                        let stops = !near && has(stop, site);
                        if !stops && !has(pass, site) {
                            break;
                        }
                        if !near && has(continuation, site) {
                            return None;
                        }
                        all += u32::from(!near);
                        if stops {
                            break;
                        }
                    }
                    Some(all)
                })
            }
            Movement::Fixed(..)
            | Movement::Hop(..)
            | Movement::LineOfSight(..)
            | Movement::Other(_) => None,
        }
    }

    #[inline]
    fn compute_slide_sets(&self, listing: &ListingPlan, slide: &SlidePlan, sets: &mut Sets) {
        self.compute_set(listing, sets, slide.pass);
        if let Some(stop) = slide.stop {
            self.compute_targets(listing, sets, stop);
        }
    }

    /// Computes a set, if that has not been done for this mover.
    #[inline]
    fn compute_set(&self, listing: &ListingPlan, sets: &mut Sets, set: usize) {
        let bit = 1u64.checked_shl(set as u32).unwrap_or(0);
        if sets.known & bit == 0 {
            sets.known |= bit;
            let words = self.game.layout.set_words;
            for (index, word) in sets.words[set * words..][..words].iter_mut().enumerate() {
                *word = self.mask_word(&listing.masks[set], index);
            }
        }
    }
}
