//! Listing and counting the moves of pieces by tables ([`Listing`]): the sets that the rules ask of are worked out once
//! for all pieces.

use smallvec::SmallVec;

use super::listing::{Guard, Listing, Part, Slide, Way};
use super::reach::{at, has, Near};
use super::{Out, Run};
use crate::ir::{Iter, RuleId, INFINITY};
use crate::set::SiteSet;

/// The sets of a listing, as far as they were asked for, for the mover they were worked out for.
#[derive(Debug, Default)]
pub(super) struct Sets {
    mover: i32,
    /// The words of all, one set after the other, of which a bit each tells whether they are worked out.
    words: SmallVec<[u64; 12]>,
    known: u64,
}

impl Slide {
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
}

impl<'a> Run<'a> {
    /// Makes the sets of a listing ready for the mover.
    #[inline]
    pub(super) fn ready(&self, listing: &Listing, sets: &mut Sets) {
        let mover = self.mover();
        if sets.mover != mover || sets.words.is_empty() {
            sets.mover = mover;
            sets.known = 0;
            let number = listing.masks.len() + listing.lasting.len();
            let words = number * self.g.layout.set_words;
            sets.words.resize(words.max(1), 0);
        }
    }

    /// The parts of the moves of the piece on a slot that its place and the board allow, with `(from)` bound.
    #[inline]
    pub(super) fn parts_of(
        &mut self,
        listing: &'a Listing,
        slot: usize,
        mut body: impl FnMut(&mut Self, &'a Part),
    ) {
        let site = self.g.layout.site(slot).1;
        self.env[Iter::From as usize] = site;
        self.env[Iter::Level as usize] = self.s.top(slot) as i32;
        for part in &listing.kinds[self.s.what(slot)] {
            let holds = part.guards.iter().all(|guard| match guard {
                Guard::On(set, must) => has(set, site as u16) == *must,
                Guard::Pending(must) => self.is_pending() == *must,
                Guard::NearPending(near) => {
                    let mut near = near.of(slot).iter();
                    near.any(|&site| self.is_pending_at(site))
                }
                Guard::Asked(cond, must) => self.bool(cond) == *must,
            });
            if holds {
                body(self, part);
            }
        }
    }

    /// Lists the moves of the piece on a slot of the board.
    pub(super) fn list_piece(
        &mut self,
        listing: &'a Listing,
        sets: &mut Sets,
        slot: usize,
        out: &mut Out,
    ) {
        self.ready(listing, sets);
        self.parts_of(listing, slot, |run, part| {
            if !out.done {
                run.list_part(listing, &part.way, sets, slot, out);
            }
        });
    }

    /// Lists the moves of a part, with `(from)` bound.
    pub(super) fn list_part(
        &mut self,
        listing: &'a Listing,
        way: &'a Way,
        sets: &mut Sets,
        slot: usize,
        out: &mut Out,
    ) {
        let to = self.get(Iter::To);
        match way {
            Way::Near(id, near, set) => self.list_near(listing, *id, near, (sets, *set), slot, out),
            Way::Slide(id, slide) => self.list_slide(listing, *id, slide, sets, slot, out),
            Way::Any(moves) => {
                // Some rules ask whether others have any move at all: those are listed in full.
                let only = out.only.take();
                self.generate(moves, out);
                out.only = only;
            }
        }
        self.bind(Iter::To, to);
    }

    fn list_slide(
        &mut self,
        listing: &'a Listing,
        id: RuleId,
        slide: &'a Slide,
        sets: &mut Sets,
        slot: usize,
        out: &mut Out,
    ) {
        self.slide_sets_of(listing, slide, sets);
        let words = self.g.layout.set_words;
        let pass = sets.of(slide.pass, words);
        let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop, words));
        let rule = &self.g.rules[usize::from(id)];
        let table = &self.g.tables[usize::from(slide.table)];
        let rays = match slide.is_endless() {
            true => listing.rays.get(slide.rays).map(|(_, rays)| rays),
            false => None,
        };
        // Most rules remember nothing of the way.
        let binds = rule.spills || !rule.captures.is_empty();
        for ray in table.rays_of(slot) {
            let path = table.ray(ray);
            let far = rays.and_then(|rays| rays.reach(ray, pass, stop, out.only.as_ref()));
            let known = far.is_some();
            let path = &path[..far.map_or(path.len(), |far| path.len().min(far as usize))];
            for (index, &site) in path.iter().enumerate() {
                let distance = index as i32 + 1;
                let near = distance < slide.low;
                let stops = !near && has(stop, site);
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
        listing: &'a Listing,
        id: RuleId,
        near: &'a Near,
        (sets, set): (&mut Sets, usize),
        slot: usize,
        out: &mut Out,
    ) {
        self.work_out(listing, sets, set);
        let set = sets.of(set, self.g.layout.set_words);
        if !near.meets(slot, set, out.only.as_ref()) {
            return;
        }
        let rule = &self.g.rules[usize::from(id)];
        for &site in near.of(slot) {
            if has(set, site) && out.wants(i32::from(site)) {
                self.env[Iter::To as usize] = i32::from(site);
                out.push(self.make(id, rule, slot as i32, i32::from(site)));
                if out.done {
                    break;
                }
            }
        }
    }

    /// Works out the sites where turns may go on, and `besides` with each, before moves are counted.
    pub(super) fn ready_to_count(
        &mut self,
        listing: &'a Listing,
        sets: &mut Sets,
        besides: Option<usize>,
    ) {
        self.ready(listing, sets);
        let words = self.g.layout.set_words;
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
        listing: &'a Listing,
        part: &'a Part,
        sets: &mut Sets,
        slot: usize,
    ) -> Option<u32> {
        let words = self.g.layout.set_words;
        let lasting = listing.masks.len() + part.ends?;
        match &part.way {
            Way::Near(_, near, set) => {
                self.work_out(listing, sets, *set);
                near.count(slot, sets.of(*set, words), sets.of(lasting, words))
            }
            Way::Slide(_, slide) => {
                self.slide_sets_of(listing, slide, sets);
                let (pass, lasting) = (sets.of(slide.pass, words), sets.of(lasting, words));
                let stop = slide.stop.map_or(&[][..], |stop| sets.of(stop, words));
                let table = &self.g.tables[usize::from(slide.table)];
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
            Way::Any(_) => None,
        }
    }

    #[inline]
    fn slide_sets_of(&self, listing: &Listing, slide: &Slide, sets: &mut Sets) {
        self.work_out(listing, sets, slide.pass);
        if let Some(stop) = slide.stop {
            self.work_out(listing, sets, stop);
        }
    }

    /// Works a set out, if that has not been done for this mover.
    #[inline]
    fn work_out(&self, listing: &Listing, sets: &mut Sets, set: usize) {
        let bit = 1u64.checked_shl(set as u32).unwrap_or(0);
        if sets.known & bit == 0 {
            sets.known |= bit;
            let words = self.g.layout.set_words;
            for (index, word) in sets.words[set * words..][..words].iter_mut().enumerate() {
                *word = self.mask_word(&listing.masks[set], index);
            }
        }
    }
}
