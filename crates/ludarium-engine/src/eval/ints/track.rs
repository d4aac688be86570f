//! Numbers that follow tracks.

use ludarium_board::Track;

use crate::eval::Evaluator;
use crate::ir::{Int, Iter, TrackRef, OFF};

/// The place after another on a track; after the last comes the first, even if the track is no
/// loop.
fn next_round(track: &Track, place: usize) -> usize {
    let next = track.steps.get(place).and_then(|step| step.next);
    next.map_or(0, |next| next as usize)
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
        track.place_of(site)
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
                        match track.place_of(from) {
                            Some(place) => place,
                            None => return OFF,
                        }
                    }
                    None => 0,
                };
                let Some(cond) = cond else {
                    // As in Ludii, without a condition it is the first site of the track.
                    return track.steps.first().map_or(OFF, |step| step.site);
                };
                let mut place = start;
                for _ in 0..track.steps.len() {
                    let Some(step) = track.steps.get(place) else {
                        return OFF;
                    };
                    let to = self.bind(Iter::To, step.site);
                    let holds = self.bool(cond);
                    self.bind(Iter::To, to);
                    if holds {
                        return step.site;
                    }
                    place = next_round(track, place);
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
                let Some(mut place) = track.place_of(from) else {
                    // From a site off the track, the place of the other counts.
                    return track.place_of(to).map_or(OFF, |place| place as i32);
                };
                let length = track.steps.len();
                if to >= 0 && !track.internal_loop {
                    // The site has one place, and after the last place comes the first.
                    let there = track.place_of(to);
                    let ahead = there.map(|there| (there + length - place - 1) % length + 1);
                    return ahead.map_or(OFF, |steps| steps as i32);
                }
                for steps in 1..=length {
                    place = next_round(track, place);
                    if track.steps.get(place).is_some_and(|step| step.site == to) {
                        return steps as i32;
                    }
                }
                OFF
            }
            _ => OFF,
        }
    }

    /// The site `steps` places further along a track; negative steps are none. A site off the track
    /// counts as the place beyond its end, which on a loop is that of the start.
    fn along(&self, index: usize, from: i32, steps: i32) -> i32 {
        let Some(track) = self.game.board.tracks.get(index) else {
            return OFF;
        };
        let place = match self.place_reached(index, track, from) {
            Some(place) => place,
            None if track.looped && track.place_of(from).is_none() => 0,
            None => return OFF,
        };
        let ahead = track.ahead(place, usize::try_from(steps).unwrap_or(0));
        ahead.map_or(OFF, |place| track.steps[place].site)
    }
}
