//! Listing and counting the moves of pieces by tables ([`Listing`]): the sets that the rules ask of are worked out once
//! for all pieces.

use smallvec::SmallVec;

use super::listing_plan::{
    Entry, Guard, HopPlan, ListingPlan, Movement, Part, SightPlan, SlidePlan, TargetSets,
};
use super::reach_sets::{at, has, TargetLists};
use super::{Evaluator, MoveSink};
use crate::ir::{Iter, Rule, RuleId, RuleKind, INFINITY};
use crate::set::SiteSet;

/// The sets of a listing, as far as they were asked for, for the mover they were worked out for.
#[derive(Debug, Default)]
pub(super) struct Sets {
    mover: i32,
    /// The words of all, one set after the other, of which a bit each tells whether they are worked out.
    words: SmallVec<[u64; 32]>,
    known: u64,
}

impl SlidePlan {
    /// Whether it may end anywhere.
    fn is_endless(&self) -> bool {
        self.low <= 1 && self.high == INFINITY
    }
}

impl Sets {
    /// The words of a set that has been worked out.
    #[inline]
    fn of(&self, set: usize, words: usize) -> &[u64] {
        &self.words[set * words..][..words]
    }

    /// Those where moves may end and, if these are not all of them, those where they surely may.
    #[inline]
    fn ends(&self, ends: TargetSets, words: usize) -> (&[u64], Option<&[u64]>) {
        let sure = ends.sure.map(|sure| self.of(sure, words));
        (self.of(ends.may, words), sure)
    }
}

impl<'a> Evaluator<'a> {
    /// Makes the sets of a listing ready for the mover.
    #[inline]
    pub(super) fn ready(&self, listing: &ListingPlan, sets: &mut Sets) {
        let mover = self.mover();
        if sets.mover != mover || sets.words.is_empty() {
            sets.mover = mover;
            sets.known = 0;
            let number = listing.masks.len() + listing.lasting.len();
            let words = number * self.game.layout.set_words;
            sets.words.resize(words.max(1), 0);
        }
    }

    /// The parts of the moves of the piece on a slot that its place and the board allow, with `(from)` bound.
    #[inline]
    pub(super) fn parts_of(
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
                Entry::Guard(guard, otherwise) => match self.holds_for(guard, slot) {
                    true => next + 1,
                    false => *otherwise,
                },
                Entry::Jump(on) => *on,
            };
        }
    }

    /// Whether a condition holds for the piece on a slot, with `(from)` bound.
    #[inline]
    fn holds_for(&mut self, guard: &'a Guard, slot: usize) -> bool {
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
        self.ready(listing, sets);
        self.parts_of(listing, slot, |eval, part| {
            if !out.done {
                eval.list_part(listing, &part.way, sets, slot, out);
            }
        });
    }

    /// Lists the moves of a part, with `(from)` bound.
    pub(super) fn list_part(
        &mut self,
        listing: &'a ListingPlan,
        way: &'a Movement,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        let to = self.get(Iter::To);
        match way {
            Movement::Fixed(id, near, ends) => {
                self.list_near(listing, *id, near, (sets, *ends), slot, out)
            }
            Movement::Slide(id, slide) => self.list_slide(listing, *id, slide, sets, slot, out),
            Movement::LineOfSight(id, seen) => self.list_seen(listing, *id, seen, sets, slot, out),
            Movement::Hop(id, hop) => self.list_hop(listing, *id, hop, sets, slot, out),
            Movement::Other(moves) => {
                // Some rules ask whether others have any move at all: those are listed in full.
                let (only, from) = (out.only.take(), out.from.take());
                self.generate(moves, out);
                (out.only, out.from) = (only, from);
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
        self.slide_sets_of(listing, slide, sets);
        let words = self.game.layout.set_words;
        let pass = sets.of(slide.pass, words);
        let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop.may, words));
        let doubt = slide.stop.and_then(|stop| stop.sure);
        let sure = doubt.map(|sure| sets.of(sure, words));
        let rule = &self.game.rules[usize::from(id)];
        let table = &self.game.tables[usize::from(slide.table)];
        let rays = match slide.is_endless() && sure.is_none() {
            true => listing.rays.get(slide.rays).map(|(_, rays)| rays),
            false => None,
        };
        // Most rules remember nothing of the way.
        let binds = rule.overflows || !rule.stored_vars.is_empty();
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let far = rays.and_then(|rays| rays.reach(ray, pass, stop, out.only.as_ref()));
            let known = far.is_some();
            let path = &path[..far.map_or(path.len(), |far| path.len().min(far as usize))];
            for (index, &site) in path.iter().enumerate() {
                let distance = index as i32 + 1;
                let near = distance < slide.low;
                let mut stops = !near && has(stop, site);
                if let (true, Some(sure)) = (stops, sure) {
                    // Where a slide may stop, `(between)` is still the last site it passed.
                    let passed = self.get(Iter::Between);
                    if let Some(&last) = index.checked_sub(1).and_then(|last| path.get(last)) {
                        self.bind(Iter::Between, i32::from(last));
                    }
                    stops = has(sure, site) || self.may_end(rule, site);
                    self.bind(Iter::Between, passed);
                }
                if !known && (distance > slide.high || !stops && !has(pass, site)) {
                    break;
                }
                if !near && out.wants(i32::from(site)) {
                    let old = binds.then(|| self.arrive(path, index, stops));
                    let mut mv = self.make(id, rule, slot as i32, i32::from(site));
                    old.into_iter().for_each(|old| self.leave(old));
                    mv.load[0] = path[0] as i16;
                    mv.load[1] = distance as i16;
                    out.push(mv);
                }
                if stops || out.done {
                    break;
                }
            }
        }
    }

    fn list_near(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        near: &'a TargetLists,
        (sets, ends): (&mut Sets, TargetSets),
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.work_out_ends(listing, sets, ends);
        let rule = &self.game.rules[usize::from(id)];
        let (may, sure) = sets.ends(ends, self.game.layout.set_words);
        if !near.meets(slot, may, out.only.as_ref()) {
            return;
        }
        for &site in near.of(slot) {
            if !has(may, site) || !out.wants(i32::from(site)) {
                continue;
            }
            if sure.is_none_or(|sure| has(sure, site)) || self.may_end(rule, site) {
                self.env[Iter::To as usize] = i32::from(site);
                out.push(self.make(id, rule, slot as i32, i32::from(site)));
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
        self.work_out(listing, sets, hop.over);
        let words = self.game.layout.set_words;
        if !hop.near.meets(slot, sets.of(hop.over, words), None) {
            return;
        }
        self.work_out(listing, sets, hop.lands);
        let (over, lands) = (sets.of(hop.over, words), sets.of(hop.lands, words));
        let rule = &self.game.rules[usize::from(id)];
        let RuleKind::Hop { between, to, .. } = &rule.kind else {
            return;
        };
        // Listed in full, as whatever else goes by no table.
        let (only, from) = (out.only.take(), out.from.take());
        let table = &self.game.tables[usize::from(hop.table)];
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let goes = |path: &[u16]| has(over, path[0]) && has(lands, path[1]);
            if path.len() > 1 && goes(path) {
                self.hop(id, rule, slot, path, between, to, out);
                if out.done {
                    break;
                }
            }
        }
        (out.only, out.from) = (only, from);
    }

    fn list_seen(
        &mut self,
        listing: &'a ListingPlan,
        id: RuleId,
        seen: &'a SightPlan,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        self.work_out(listing, sets, seen.empty);
        self.work_out(listing, sets, seen.taken);
        self.work_out_ends(listing, sets, seen.ends);
        let words = self.game.layout.set_words;
        let rule = &self.game.rules[usize::from(id)];
        let (may, sure) = sets.ends(seen.ends, words);
        let (empty, taken) = (sets.of(seen.empty, words), sets.of(seen.taken, words));
        let table = &self.game.tables[usize::from(seen.table)];
        let count = self.how_many(None);
        let rays = listing.rays.get(seen.rays).map(|(_, rays)| rays);
        let mut found: SmallVec<[u16; 32]> = SmallVec::new();
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let far = rays.and_then(|rays| rays.reach(ray, empty, taken, out.only.as_ref()));
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
        // A region has its sites in order, each once.
        found.sort_unstable();
        found.dedup();
        for site in found {
            let wanted = out.wants(i32::from(site));
            if wanted && (sure.is_none_or(|sure| has(sure, site)) || self.may_end(rule, site)) {
                self.env[Iter::To as usize] = i32::from(site);
                let mut mv = self.make(id, rule, slot as i32, i32::from(site));
                mv.put(0, count);
                out.push(mv);
                if out.done {
                    break;
                }
            }
        }
    }

    /// Works out the sites where moves may end.
    #[inline]
    fn work_out_ends(&self, listing: &ListingPlan, sets: &mut Sets, ends: TargetSets) {
        self.work_out(listing, sets, ends.may);
        if let Some(sure) = ends.sure {
            self.work_out(listing, sets, sure);
        }
    }

    /// Whether the condition of a rule lets a move end on a site, where the sets do not tell.
    #[inline(never)]
    fn may_end(&mut self, rule: &'a Rule, site: u16) -> bool {
        let cond = rule.kind.target().and_then(|to| to.cond.as_ref());
        let to = self.bind(Iter::To, i32::from(site));
        let holds = cond.is_none_or(|cond| self.bool(cond));
        self.bind(Iter::To, to);
        holds
    }

    /// Works out the sites where turns may go on, and `besides` with each, before moves are counted.
    pub(super) fn ready_to_count(
        &mut self,
        listing: &'a ListingPlan,
        sets: &mut Sets,
        besides: Option<usize>,
    ) {
        self.ready(listing, sets);
        let words = self.game.layout.set_words;
        for (sites, number) in listing.lasting.iter().zip(listing.masks.len()..) {
            let found = sites.as_ref().map(|sites| self.sites(sites));
            let found = found.as_ref().map_or(&[][..], SiteSet::words);
            for (index, word) in sets.words[number * words..][..words].iter_mut().enumerate() {
                let here = besides.filter(|slot| slot >> 6 == index);
                *word = here.map_or(0, |slot| 1 << (slot & 63)) | at(found, index);
            }
        }
    }

    /// How many moves there are of a part that ends turns, none of which leads to where they may go on; `None` where they
    /// have to be listed to know.
    #[inline]
    pub(super) fn count_part(
        &mut self,
        listing: &'a ListingPlan,
        part: &'a Part,
        sets: &mut Sets,
        slot: usize,
    ) -> Option<u32> {
        let words = self.game.layout.set_words;
        let lasting = listing.masks.len() + part.ends?;
        match &part.way {
            Movement::Fixed(_, near, TargetSets { may, sure: None }) => {
                self.work_out(listing, sets, *may);
                near.count(slot, sets.of(*may, words), sets.of(lasting, words))
            }
            Movement::Slide(_, slide) if slide.stop.is_some_and(|stop| stop.sure.is_some()) => None,
            Movement::Slide(_, slide) => {
                self.slide_sets_of(listing, slide, sets);
                let (pass, lasting) = (sets.of(slide.pass, words), sets.of(lasting, words));
                let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop.may, words));
                let table = &self.game.tables[usize::from(slide.table)];
                let mut rays = table.rays_of(slot);
                if slide.is_endless() {
                    let sets = &listing.rays.get(slide.rays)?.1;
                    return rays.try_fold(0, |all, ray| {
                        Some(all + sets.count(ray, pass, stop, lasting)?)
                    });
                }
                rays.try_fold(0, |mut all, ray| {
                    for (&site, distance) in table.ray(ray).iter().zip(1..=slide.high) {
                        let near = distance < slide.low;
                        let stops = !near && has(stop, site);
                        if !stops && !has(pass, site) {
                            break;
                        }
                        if !near && has(lasting, site) {
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
    fn slide_sets_of(&self, listing: &ListingPlan, slide: &SlidePlan, sets: &mut Sets) {
        self.work_out(listing, sets, slide.pass);
        if let Some(stop) = slide.stop {
            self.work_out_ends(listing, sets, stop);
        }
    }

    /// Works a set out, if that has not been done for this mover.
    #[inline]
    fn work_out(&self, listing: &ListingPlan, sets: &mut Sets, set: usize) {
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
