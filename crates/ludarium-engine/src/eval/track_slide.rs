//! Slides along the tracks of a board and around its loops; progress of pieces along tracks.

use super::{Evaluator, MoveSink};
use crate::ir::{Hurdle, Iter, Rule, RuleId, Target};
use ludarium_board::BoardKind;

impl<'a> Evaluator<'a> {
    /// The moves of a piece that slides along tracks: to sites where the target's condition holds,
    /// after it has passed a loop.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn slide_on_tracks(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (from, slot): (i32, usize),
        tracks: &'a [usize],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let game = self.game;
        let marked = game.board.kind == BoardKind::Surakarta;
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for steps in tracks.iter().map(|&track| &game.board.tracks[track].steps) {
            // If a site occurs twice in a row, the piece starts at the first occurrence.
            let twin = |at: usize| {
                steps[at]
                    .prev
                    .is_some_and(|before| steps[before as usize].site == from)
            };
            let starts =
                (0..steps.len()).filter(|&start| steps[start].site == from && !twin(start));
            for start in starts {
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
                    let free = match &between.cond {
                        Some(cond) => self.bool(cond),
                        None => self.state.is_empty(target),
                    };
                    if !free || out.done {
                        break;
                    }
                }
            }
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
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
