//! Slides along the tracks of a board and around its loops; progress of pieces along tracks.

use super::{Evaluator, MoveSink};
use crate::ir::{Hurdle, Iter, Rule, RuleId, SlideTracks, Target};
use ludarium_board::BoardKind;

impl<'a> Evaluator<'a> {
    /// The moves of a piece that slides along tracks, from every place of its site on each of them:
    /// to the sites passed, from the minimum on, and to the first site where the target's condition
    /// holds. With `only_beyond_loops`, only those count that a loop of the track leads to.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn slide_on_tracks(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (from, slot): (i32, usize),
        tracks: &'a SlideTracks,
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for &track in &tracks.tracks {
            if tracks.only_beyond_loops {
                self.slide_beyond_loops(id, rule, (from, slot), track, between, to, out);
            } else {
                self.slide_on_track(id, rule, (from, slot), track, between, to, out);
            }
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn slide_on_track(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (from, slot): (i32, usize),
        track: usize,
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let track = &self.game.board.tracks[track];
        let steps = &track.steps;
        let (low, high) = (self.int(&between.low), self.int(&between.high));
        for start in track.places_of(from) {
            let mut at = start;
            for distance in 1..steps.len() as i32 {
                let Some(next) = steps[at].next.filter(|_| distance <= high && !out.done) else {
                    break;
                };
                at = next as usize;
                let site = steps[at].site;
                let Some(target) = self.slot(to.site_type, site) else {
                    break;
                };
                self.bind(Iter::To, site);
                self.bind(Iter::Between, site);
                let stops = to.cond.as_ref().is_some_and(|cond| self.bool(cond));
                // The condition of the effect also restricts where the slide may end.
                let ends = (to.effect.as_ref())
                    .and_then(|effect| effect.cond.as_ref())
                    .is_none_or(|cond| self.bool(cond));
                if distance >= low && ends {
                    out.push(self.new_move(id, rule, slot as i32, target as i32));
                }
                if stops || !self.is_free_to_slide(rule, between, target) {
                    break;
                }
            }
        }
    }

    /// Whether a slide along a track goes on beyond a slot. `(between)` is its site.
    fn is_free_to_slide(&mut self, rule: &'a Rule, between: &'a Hurdle, slot: usize) -> bool {
        match &between.cond {
            Some(cond) => self.bool(cond),
            None => self.way_is_free(rule, slot),
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn slide_beyond_loops(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (from, slot): (i32, usize),
        track: usize,
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let track = &self.game.board.tracks[track];
        let steps = &track.steps;
        let marked = self.game.board.kind == BoardKind::Surakarta;
        // If a site occurs twice in a row, the piece starts at the first occurrence.
        let twin = |at: usize| {
            steps[at]
                .prev
                .is_some_and(|before| steps[before as usize].site == from)
        };
        for start in track.places_of(from).filter(|&start| !twin(start)) {
            let (mut at, mut looped) = (start, false);
            for _ in 0..steps.len() {
                let Some(next) = steps[at].next.map(|next| next as usize) else {
                    break;
                };
                let site = steps[next].site;
                // A site that occurs twice in a row marks a loop.
                let twice = site == steps[at].site;
                looped |= twice || marked && steps[next].bump > 0;
                at = next;
                if twice {
                    continue;
                }
                let Some(target) = self.slot(to.site_type, site) else {
                    break;
                };
                self.bind(Iter::To, site);
                self.bind(Iter::Between, site);
                if looped && to.cond.as_ref().is_some_and(|cond| self.bool(cond)) {
                    out.push(self.new_move(id, rule, slot as i32, target as i32));
                    break;
                }
                if !self.is_free_to_slide(rule, between, target) || out.done {
                    break;
                }
            }
        }
    }

    /// Records how far a piece has moved along the tracks, where its site does not determine that.
    #[inline]
    pub fn along_tracks(&mut self, what: usize, from: usize, to: usize) {
        if !self.game.layout.places.is_empty() {
            let site = |slot: usize| self.game.layout.site(slot).1;
            self.state.go_along_tracks(what, site(from), site(to));
        }
    }

    /// Records that a piece enters the tracks.
    #[inline]
    pub fn onto_tracks(&mut self, what: usize, to: usize) {
        if !self.game.layout.places.is_empty() {
            self.state.enter_tracks(what, self.game.layout.site(to).1);
        }
    }

    /// Records that a piece (the topmost, or that on the given level) leaves the tracks.
    #[inline]
    pub fn off_tracks(&mut self, from: usize, level: i32) {
        if !self.game.layout.places.is_empty() {
            let top = self.state.top(from);
            let level = usize::try_from(level).unwrap_or(top);
            let what = self.state.what_at(from, level);
            self.state.leave_tracks(what, self.game.layout.site(from).1);
        }
    }
}
