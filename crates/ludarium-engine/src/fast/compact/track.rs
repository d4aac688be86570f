//! Tracks, and what numbers and sets ask of them.

use super::code::{Along, Bits, Course, First, Lap, Stretch, ROOM};
use super::value::bit;
use super::Play;
use crate::ir::{Iter, OFF};

/// A track.
#[derive(Debug)]
pub(super) struct Track {
    /// By place.
    pub sites: Vec<i32>,
    pub next: Vec<Option<usize>>,
    pub prev: Vec<Option<usize>>,
    pub looped: bool,
    /// The slots by place, and the place after each, where the track goes on for ever over slots.
    pub on_slots: bool,
    pub slots: Vec<u8>,
    pub ahead: Vec<u8>,
    /// The first place of each slot.
    places: [Option<u8>; ROOM],
}

impl Track {
    pub fn of(track: &ludarium_board::Track, slots: usize) -> Option<Track> {
        let mut places = [None; ROOM];
        for (place, step) in track.steps.iter().enumerate().rev() {
            if let Some(first) = usize::try_from(step.site)
                .ok()
                .and_then(|site| places.get_mut(site))
            {
                *first = Some(u8::try_from(place).ok()?);
            }
        }
        let ahead = |place: Option<u32>| {
            let place = place.map(|place| place as usize);
            place.filter(|&place| place < track.steps.len())
        };
        let next: Vec<Option<usize>> = track.steps.iter().map(|step| ahead(step.next)).collect();
        let on_slots = track.steps.len() < ROOM
            && track
                .steps
                .iter()
                .all(|step| (0..slots as i32).contains(&step.site))
            && next.iter().all(Option::is_some);
        let small = |place: usize| if on_slots { place as u8 } else { 0 };
        Some(Track {
            on_slots,
            slots: track
                .steps
                .iter()
                .map(|step| small(step.site as usize))
                .collect(),
            ahead: next.iter().map(|next| small(next.unwrap_or(0))).collect(),
            sites: track.steps.iter().map(|step| step.site).collect(),
            next,
            prev: track.steps.iter().map(|step| ahead(step.prev)).collect(),
            looped: track.looped,
            places,
        })
    }

    /// The way of seeds from a place of a track on slots until they would come to its slot again.
    pub fn lap(&self, origin: usize, skipped: Bits) -> Lap {
        let (mut slots, mut places, mut reached) = (Vec::new(), Vec::new(), vec![0]);
        let (mut at, mut lie) = (origin, 0);
        for _ in 0..self.slots.len() {
            at = usize::from(self.ahead[at]);
            let slot = self.slots[at];
            if slot == self.slots[origin] {
                break;
            }
            if skipped >> slot & 1 == 0 {
                lie |= 1 << slot;
                slots.push(slot);
                places.push(at as u8);
                reached.push(lie);
            }
        }
        Lap {
            slots: slots.into(),
            places: places.into(),
            reached: reached.into(),
        }
    }

    /// The first place of a site.
    #[inline]
    pub fn place(&self, site: i32) -> Option<usize> {
        match self.places.get(site as u32 as usize) {
            Some(place) => place.map(usize::from),
            None => self.sites.iter().position(|&one| one == site),
        }
    }

    /// The site so many places on from a site. What is off a round is at its beginning.
    pub fn along(&self, from: i32, steps: i32) -> i32 {
        let mut place = match self.place(from) {
            Some(place) => place,
            None if from == OFF || self.looped => 0,
            None => return OFF,
        };
        let mut left = steps.unsigned_abs() as usize;
        if self.looped && !self.sites.is_empty() {
            left %= self.sites.len();
        } else if left > self.sites.len() {
            return OFF;
        }
        let ahead = if steps >= 0 { &self.next } else { &self.prev };
        for _ in 0..left {
            match ahead.get(place).copied().flatten() {
                Some(next) => place = next,
                None => return OFF,
            }
        }
        self.sites.get(place).copied().unwrap_or(OFF)
    }
}

impl<'k> Play<'k> {
    /// The track meant.
    pub fn track(&mut self, course: &'k Course) -> Option<&'k Track> {
        let index = match course {
            Course::Fixed(index) => *index,
            Course::ByPlayer(tracks, player) => {
                let player = usize::try_from(self.num(player)).ok()?;
                (*tracks.get(player)?)?
            }
            Course::Bound => usize::try_from(self.get(Iter::Track)).ok()?,
        };
        self.kernel.frame.tracks.get(index)
    }

    pub fn along(&mut self, along: &'k Along) -> i32 {
        let Some(track) = self.track(&along.course) else {
            return OFF;
        };
        let from = along.from.as_ref().map_or(OFF, |from| self.num(from));
        let steps = self.num(&along.steps);
        track.along(from, steps)
    }

    pub fn first(&mut self, first: &'k First) -> i32 {
        let Some(track) = self.track(&first.course) else {
            return OFF;
        };
        let start = match &first.from {
            Some(from) => {
                let from = self.num(from);
                match track.place(from) {
                    Some(place) => place,
                    None => return OFF,
                }
            }
            None => 0,
        };
        let mut place = Some(start);
        for _ in 0..track.sites.len() {
            let Some(&site) = place.and_then(|place| track.sites.get(place)) else {
                return OFF;
            };
            let Some(cond) = &first.cond else { return site };
            let to = self.bind(Iter::To, site);
            let fits = self.test(cond);
            self.bind(Iter::To, to);
            if fits {
                return site;
            }
            place = place.and_then(|place| track.next[place]);
        }
        OFF
    }

    pub fn stretch(&mut self, stretch: &'k Stretch) -> Bits {
        let from = stretch.from.as_ref().map(|from| self.num(from));
        let to = stretch.to.as_ref().map(|to| self.num(to));
        let Some(track) = self.track(&stretch.course) else {
            return 0;
        };
        let start = match from {
            None => 0,
            Some(from) => match track.place(from) {
                Some(start) => start,
                None => return 0,
            },
        };
        let around = match track.looped && from.is_some() {
            true => start,
            false => 0,
        };
        let mut bits = 0;
        for &site in track.sites[start..].iter().chain(&track.sites[..around]) {
            bits |= bit(site);
            if to == Some(site) {
                break;
            }
        }
        bits
    }
}
