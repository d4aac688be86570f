//! Sowing: seeds of a hole are dropped one by one along a track, followed by captures where the
//! sowing ends.

use ludarium_board::TrackElement;
use smallvec::SmallVec;

use crate::action::Action;
use crate::ir::{Iter, Sow, OFF};
use crate::state::Piece;

use super::Evaluator;

/// The number of holes that one sowing skips at most; then the seed falls.
const MAX_SKIPS: u32 = 10_000;

impl<'a> Evaluator<'a> {
    /// Sows `count` pieces of a slot along a track.
    pub fn sow(&mut self, sow: &'a Sow, from: usize, count: i32) {
        let (_, start) = self.game.layout.site(from);
        let Some(track) = self.track(&sow.track) else {
            return;
        };
        let steps = &track.steps;
        let Some(origin) = steps.iter().position(|element| element.site == start) else {
            return;
        };
        let saved = self.env;
        let mut left = count;
        // `(from)` is the hole sown from only here and in the effect of a capture.
        let from_outside = self.bind(Iter::From, start);
        if sow.origin.as_ref().is_some_and(|origin| self.bool(origin)) {
            let number = self.int(&sow.per_hole).max(1).min(left);
            for _ in 0..number {
                self.drop_seed(from, from);
            }
            left -= number;
        }
        self.bind(Iter::From, from_outside);
        let mut at = origin;
        // The place on the track where captures begin.
        let mut end = (count > left).then_some(origin);
        // The number of seeds for each hole is computed before the first is dropped.
        let mut plan: SmallVec<[(i32, i32, i32); 32]> = SmallVec::new();
        let mut skips = 0;
        while left > 0 && self.charge_effect() {
            let Some(ahead) = steps[at].next else { break };
            at = ahead as usize;
            end = Some(at);
            self.bind(Iter::To, steps[at].site);
            // `(value)` is the number of seeds left in the hand.
            self.bind(Iter::Value, left);
            let skipped = sow.skip.as_ref().is_some_and(|skip| self.bool(skip));
            if skipped && skips < MAX_SKIPS {
                skips += 1;
                continue;
            }
            if !sow.include_self && steps[at].site == start {
                // The sowing passes on by one hole, for which it does not ask. The captures begin
                // at the origin.
                if let Some(ahead) = steps[at].next {
                    at = ahead as usize;
                }
            }
            let site = steps[at].site;
            if self.slot(sow.site_type, site).is_none() {
                continue;
            }
            let number = self.int(&sow.per_hole).max(1).min(left);
            plan.push((site, number, left));
            left -= number;
        }
        for (site, number, in_hand) in plan {
            let Some(slot) = self.slot(sow.site_type, site) else {
                continue;
            };
            self.bind(Iter::To, site);
            self.bind(Iter::Value, in_hand);
            if let Some(effect) = sow.sow_effect {
                self.effect(effect);
            }
            if self.log.is_none() && self.only_counts() {
                self.pour(from, slot, number);
                continue;
            }
            for _ in 0..number {
                self.drop_seed(from, slot);
            }
        }
        self.bind(Iter::Value, saved[Iter::Value as usize]);
        if end.is_none() {
            // Where nothing was sown, `(to)` is what it was.
            self.bind(Iter::To, saved[Iter::To as usize]);
        }
        self.sow_captures(sow, steps, start, (origin, end));
        self.env = saved;
    }

    /// Whether seeds have no properties other than their number.
    fn only_counts(&self) -> bool {
        let layout = &self.game.layout;
        let flags = &self.game.flags;
        let more = [layout.levels, layout.rotation, layout.value, layout.hidden];
        flags.counts
            && flags.sows
            && !flags.visited
            && layout.places.is_empty()
            && more.iter().all(|&first| first == 0)
    }

    /// Moves seeds from one hole to another, without logging.
    fn pour(&mut self, from: usize, to: usize, number: i32) {
        self.record_action_at(to);
        self.last_action_from = from as i32;
        let (what, there) = (self.state.what(from), self.state.count(from));
        let number = number.min(there);
        if what == 0 || from == to || number <= 0 {
            return;
        }
        if there > number {
            self.state.set_count(from, there - number);
        } else {
            self.state.put(from, Piece::NONE, &self.game.owners);
        }
        if self.state.what(to) == what {
            let count = self.state.count(to).saturating_add(number);
            self.state.set_count(to, count);
        } else {
            let seeds = Piece {
                count: number,
                state: self.state.state_at(to, 0),
                ..Piece::of(what)
            };
            self.state.put(to, seeds, &self.game.owners);
        }
    }

    /// Moves one seed.
    fn drop_seed(&mut self, from: usize, to: usize) {
        self.shift_quietly(from, to, 1);
        let (from, to) = (self.place(from), self.place(to));
        self.log_action(|| Action::Move {
            from,
            to,
            level_from: 0,
            level_to: OFF,
            count: 1,
            state: OFF,
            rotation: OFF,
            stack: false,
        });
    }

    /// The captures after a sowing that ended at a place of the track: there, and on along the
    /// track (or back) while the rule's condition holds, until the origin comes up again. All of
    /// them are worked out on the position after the sowing.
    fn sow_captures(
        &mut self,
        sow: &'a Sow,
        steps: &'a [TrackElement],
        start: i32,
        (origin, end): (usize, Option<usize>),
    ) {
        let Some(effect) = sow.effect else { return };
        let onward = sow.backtracking.as_ref().or(sow.forward.as_ref());
        let mut captures = self.state.buffers.moves.pop().unwrap_or_default();
        let mut at = end.unwrap_or(origin);
        for round in 0..steps.len() {
            if round > 0 || end.is_some() {
                self.bind(Iter::To, steps[at].site);
            }
            let goes_on = onward.is_some_and(|onward| self.bool(onward));
            if round > 0 && !goes_on {
                break;
            }
            if sow.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                break;
            }
            let from_outside = self.bind(Iter::From, start);
            let list = self.list_moves(self.game.effect(effect));
            self.bind(Iter::From, from_outside);
            captures.extend_from_slice(&list);
            self.recycle(list);
            if !goes_on {
                break;
            }
            let back = sow.backtracking.is_some();
            let step = if back { steps[at].prev } else { steps[at].next };
            match step {
                // Backward captures end at the origin of the sowing.
                Some(step) if !back || steps[step as usize].site != start => at = step as usize,
                _ => break,
            }
        }
        for &capture in &captures {
            self.carry_out(capture);
        }
        self.recycle(captures);
    }
}
