//! Numbers that follow tracks.

use ludarium_board::Track;

use crate::eval::Evaluator;
use crate::ir::{Int, Iter, TrackRef, OFF};

/// The first place of a site on a track.
fn place_of(track: &Track, site: i32) -> Option<usize> {
    track.steps.iter().position(|step| step.site == site)
}

impl<'a> Evaluator<'a> {
    /// Resolves a track.
    pub fn track(&mut self, track: &'a TrackRef) -> Option<&'a Track> {
        let index = self.track_index(track)?;
        self.game.board.tracks.get(index)
    }

    fn track_index(&mut self, track: &'a TrackRef) -> Option<usize> {
        Some(match track {
            TrackRef::Fixed(index) => *index,
            TrackRef::ByPlayer(table, player) => {
                let player = self.int(player);
                usize::try_from(player)
                    .ok()
                    .and_then(|player| table.get(player).copied().flatten())?
            }
            TrackRef::Bound => usize::try_from(self.get(Iter::Track)).ok()?,
        })
    }

    /// The place on a track that the piece on a site has reached. In a stack, the mover's lowest
    /// piece counts.
    fn place_reached(&self, index: usize, track: &Track, site: i32) -> Option<usize> {
        if self.game.layout.places.is_winding(index) {
            let what = match self.slot(self.game.layout.own, site) {
                Some(slot) if self.game.layout.levels > 0 => {
                    let mut kinds =
                        (0..self.state.height(slot)).map(|level| self.state.what_at(slot, level));
                    let own = |what: &usize| i32::from(self.game.owners[*what]) == self.mover();
                    let lowest = self.state.what_at(slot, 0);
                    kinds.find(own).unwrap_or(lowest)
                }
                Some(slot) => self.state.what(slot),
                None => 0,
            };
            if what > 0 {
                let place = self.state.place_on_track(index, what, site);
                return place.map(|place| place as usize);
            }
        }
        place_of(track, site)
    }

    pub(super) fn int_on_track(&mut self, int: &'a Int) -> i32 {
        match int {
            Int::TrackEnd(track) => self
                .track(track)
                .and_then(|track| track.steps.last())
                .map_or(OFF, |step| step.site),
            Int::TrackMove { track, from, steps } => {
                let Some(index) = self.track_index(track) else {
                    return OFF;
                };
                let from = from.as_ref().map_or(OFF, |from| self.int(from));
                let steps = self.int(steps);
                self.along(index, from, steps)
            }
            Int::TrackFirst { track, from, cond } => {
                let Some(track) = self.track(track) else {
                    return OFF;
                };
                let start = match from {
                    Some(from) => {
                        let from = self.int(from);
                        match place_of(track, from) {
                            Some(place) => place,
                            None => return OFF,
                        }
                    }
                    None => 0,
                };
                let mut place = Some(start as u32);
                for _ in 0..track.steps.len() {
                    let Some(step) = place.and_then(|place| track.steps.get(place as usize)) else {
                        return OFF;
                    };
                    let Some(cond) = cond else { return step.site };
                    let to = self.bind(Iter::To, step.site);
                    let holds = self.bool(cond);
                    self.bind(Iter::To, to);
                    if holds {
                        return step.site;
                    }
                    place = step.next;
                }
                OFF
            }
            Int::CountStepsOnTrack { track, from, to } => {
                let Some(track) = self.track(track) else {
                    return OFF;
                };
                let from = self.int(from);
                let to = self.int(to);
                if from == to {
                    return 0;
                }
                let Some(mut place) = place_of(track, from) else {
                    return OFF;
                };
                for steps in 1..=track.steps.len() {
                    match track.steps[place].next {
                        Some(next) if track.steps.get(next as usize).is_some() => {
                            place = next as usize
                        }
                        _ => return OFF,
                    }
                    if track.steps[place].site == to {
                        return steps as i32;
                    }
                }
                OFF
            }
            _ => OFF,
        }
    }

    /// The site `steps` places further along a track. A site off the track counts as its first
    /// place.
    fn along(&self, index: usize, from: i32, steps: i32) -> i32 {
        let Some(track) = self.game.board.tracks.get(index) else {
            return OFF;
        };
        let left = steps;
        let mut place = match self.place_reached(index, track, from) {
            Some(place) => place,
            // A piece whose place is unknown stays; on a looped track, other sites count as its
            // start.
            None if from == OFF || track.looped && place_of(track, from).is_none() => 0,
            None => return OFF,
        };
        let forward = left >= 0;
        let mut left = left.unsigned_abs() as usize;
        if track.looped && !track.steps.is_empty() {
            left %= track.steps.len();
        } else if left > track.steps.len() {
            return OFF;
        }
        for _ in 0..left {
            let Some(step) = track.steps.get(place) else {
                return OFF;
            };
            match if forward { step.next } else { step.prev } {
                Some(next) => place = next as usize,
                None => return OFF,
            }
        }
        track.steps.get(place).map_or(OFF, |step| step.site)
    }
}
