//! Sowing.

use smallvec::SmallVec;

use super::act::DEEPEST;
use super::code::{Lap, Sow, Test};
use super::track::Track;
use super::value::each;
use super::Play;
use crate::ir::Iter;

impl<'k> Play<'k> {
    /// Sows as an effect does that says where from and how many.
    pub fn sow_from_start(&mut self, sow: &'k Sow) {
        let start = self.num(&sow.start);
        let Some(slot) = self.slot(start) else { return };
        let count = self.num(&sow.count);
        if self.depth >= DEEPEST || !self.deed() {
            return self.give_up();
        }
        self.depth += 1;
        let old = (self.bind(Iter::From, start), self.bind(Iter::To, start));
        self.sow(sow, slot, count);
        self.bind(Iter::From, old.0);
        self.bind(Iter::To, old.1);
        self.depth -= 1;
    }

    /// Sows `count` seeds of a slot along a track.
    pub fn sow(&mut self, sow: &'k Sow, from: usize, count: i32) {
        let start = from as i32;
        let Some(track) = self.track(&sow.course) else {
            return;
        };
        let Some(origin) = track.place(start) else {
            if count <= 0 {
                // Captures follow all the same.
                self.give_up();
            }
            return;
        };
        let saved = self.env;
        self.bind(Iter::From, start);
        let whole = count > 0 && i32::from(self.at.count[from]) == count;
        if sow.plain && track.on_slots && self.kernel.uniform && whole {
            let end = self.scatter(sow, track, from, origin);
            self.sow_captures(sow, track, start, end);
            self.env = saved;
            return;
        }
        let mut left = count;
        if sow.origin.as_ref().is_some_and(|origin| self.test(origin)) {
            self.pour(from, from, 1);
            left -= 1;
        }
        // Which holes get how many is settled before the first seed falls.
        let mut plan: SmallVec<[(u8, u8); 32]> = SmallVec::new();
        let (mut at, mut end) = (origin, origin);
        let mut rounds = 0;
        while left > 0 {
            rounds += 1;
            let Some(ahead) = track.next[at].filter(|_| rounds < MOST_ROUNDS) else {
                break;
            };
            at = ahead;
            end = at;
            if !sow.include_self && track.sites[at] == start {
                if let Some(ahead) = track.next[at] {
                    at = ahead;
                }
            }
            let site = track.sites[at];
            self.bind(Iter::To, site);
            self.bind(Iter::Value, left);
            if sow.skip.as_ref().is_some_and(|skip| self.test(skip)) {
                continue;
            }
            if self.slot(site).is_none() {
                continue;
            }
            let number = self.num(&sow.per_hole).max(1).min(left);
            let Ok(seeds) = u8::try_from(number) else {
                return self.give_up();
            };
            plan.push((site as u8, seeds));
            left -= number;
        }
        if rounds >= MOST_ROUNDS {
            return self.give_up();
        }
        for (slot, number) in plan {
            if let Some(effect) = sow.sow_effect {
                self.bind(Iter::To, i32::from(slot));
                self.effect(effect);
            }
            self.pour(from, usize::from(slot), number);
            self.bind(Iter::To, i32::from(slot));
        }
        self.bind(Iter::Value, saved[Iter::Value as usize]);
        if end == origin && count <= 0 {
            // Where nothing is sown, captures depend on what is outside.
            return self.give_up();
        }
        self.sow_captures(sow, track, start, end);
        self.env = saved;
    }

    /// Sows all seeds of a slot, one to a hole; the place of the track where that ends.
    fn scatter(&mut self, sow: &'k Sow, track: &'k Track, from: usize, origin: usize) -> usize {
        let (row, skipped) = match &sow.skip {
            Some(Test::Known(known)) => {
                let row = self.row(known.rows).unwrap_or(usize::MAX);
                (row, known.words.get(row).copied().unwrap_or(0))
            }
            _ => (0, 0),
        };
        let lap = row
            .checked_mul(track.slots.len())
            .and_then(|row| sow.laps.get(row + origin));
        if let Some(lap) = lap.filter(|lap| usize::from(self.at.count[from]) <= lap.slots.len()) {
            return self.scatter_within(lap, from).unwrap_or(origin);
        }
        let (what, mut left) = (self.at.what[from], self.at.count[from]);
        let written = self.at.state[from];
        self.at.clear(from, &self.kernel.owners);
        let (mut touched, mut at, mut slot) = (0, origin, from);
        let mut rounds = 0;
        while left > 0 {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                self.give_up();
                break;
            }
            at = usize::from(track.ahead[at]);
            let mut hole = at;
            if !sow.include_self && usize::from(track.slots[at]) == from {
                // What is captured is looked for where the sowing was before it passed on.
                hole = usize::from(track.ahead[at]);
            }
            let here = usize::from(track.slots[hole]);
            let end = std::mem::replace(&mut at, hole);
            if skipped >> here & 1 == 0 {
                slot = here;
                left -= 1;
                touched |= 1 << slot;
                let (count, over) = self.at.count[slot].overflowing_add(1);
                self.at.count[slot] = count;
                if over {
                    self.give_up();
                }
            }
            if left == 0 {
                at = end;
            }
        }
        for fresh in each(touched & !self.at.filled) {
            self.at.what[fresh as usize] = what;
        }
        if touched >> from & 1 == 1 {
            // It never was quite empty.
            self.at.state[from] = written;
        }
        self.at.filled |= touched;
        self.at.owned[usize::from(self.kernel.owners[usize::from(what)])] |= touched;
        self.acted = slot as i32;
        self.acted_from = from as i32;
        at
    }

    /// The same of seeds that do not come round again.
    fn scatter_within(&mut self, lap: &'k Lap, from: usize) -> Option<usize> {
        let (what, many) = (self.at.what[from], usize::from(self.at.count[from]));
        self.at.clear(from, &self.kernel.owners);
        let mut beyond = false;
        for &slot in lap.slots.get(..many)? {
            let (count, over) = self.at.count[usize::from(slot)].overflowing_add(1);
            self.at.count[usize::from(slot)] = count;
            beyond |= over;
        }
        if beyond {
            self.give_up();
        }
        let reached = *lap.reached.get(many)?;
        for fresh in each(reached & !self.at.filled) {
            self.at.what[fresh as usize] = what;
        }
        self.at.filled |= reached;
        self.at.owned[usize::from(self.kernel.owners[usize::from(what)])] |= reached;
        let last = many.checked_sub(1)?;
        self.acted = i32::from(*lap.slots.get(last)?);
        self.acted_from = from as i32;
        lap.places.get(last).map(|&place| usize::from(place))
    }

    /// Moves seeds one by one from a hole to another.
    #[inline]
    fn pour(&mut self, from: usize, to: usize, number: u8) {
        self.acted = to as i32;
        self.acted_from = from as i32;
        let (what, there) = (self.at.what[from], self.at.count[from]);
        if what == 0 || from == to || number == 0 {
            return;
        }
        if there > number {
            self.at.count[from] = there - number;
        } else {
            self.at.clear(from, &self.kernel.owners);
        }
        if self.at.what[to] == what {
            match self.at.count[to].checked_add(number) {
                Some(count) => self.at.count[to] = count,
                None => self.give_up(),
            }
        } else {
            self.at.put(to, what, number, &self.kernel.owners);
        }
    }

    /// The captures after a sowing that ended at place `at` of the track: there, and on along the
    /// track (or back) as long as the rule says, until the origin comes up again.
    fn sow_captures(&mut self, sow: &'k Sow, track: &'k Track, start: i32, mut at: usize) {
        let Some(effect) = sow.effect else { return };
        let onward = sow.backtracking.as_ref().or(sow.forward.as_ref());
        // All conditions are evaluated before the first capture is made.
        let mut places: SmallVec<[usize; 16]> = SmallVec::new();
        for round in 0..track.sites.len() {
            self.bind(Iter::To, track.sites[at]);
            let goes_on = onward.is_some_and(|onward| self.test(onward));
            if round > 0 && !goes_on {
                break;
            }
            if sow.cond.as_ref().is_some_and(|cond| !self.test(cond)) {
                break;
            }
            places.push(at);
            if !goes_on {
                break;
            }
            let back = sow.backtracking.is_some();
            let step = if back { track.prev[at] } else { track.next[at] };
            match step {
                Some(step) if !back || track.sites[step] != start => at = step,
                _ => break,
            }
        }
        for at in places {
            self.bind(Iter::To, track.sites[at]);
            self.effect(effect);
        }
    }
}

/// A sowing of more steps is left to the reference evaluator.
const MOST_ROUNDS: u32 = 10_000;
