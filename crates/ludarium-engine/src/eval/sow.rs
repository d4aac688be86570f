//! Sowing: seeds of a hole are dropped one by one along a track, followed by captures where the
//! sowing ends.

use ludarium_board::TrackElement;
use smallvec::SmallVec;

use crate::action::Action;
use crate::ir::{Iter, RuleKind, Sow, OFF};
use crate::layout::Field;
use crate::state::Piece;
use crate::Move;

use super::Evaluator;

/// The number of holes that are skipped at most before a seed falls.
const MAX_SKIPS: u32 = 10_000;

/// The place in the payload of a sowing that says that its captures are moves of their own.
const CAPTURES_LISTED: usize = 2;

/// Seeds that are to fall into a hole.
struct Sown {
    site: i32,
    slot: usize,
    number: i32,
    /// The number of seeds in the hand before these fall.
    in_hand: i32,
}

impl<'a> Evaluator<'a> {
    /// Carries out a sowing, and its captures unless they are listed apart.
    pub(super) fn sow(&mut self, sow: &'a Sow, mv: Move) {
        let saved = self.env;
        let captures = self.sow_seeds(sow, mv);
        for &capture in &captures {
            self.carry_out(capture);
        }
        self.recycle(captures);
        self.env = saved;
    }

    /// The sowing whose captures are worked out when the move is listed: what is carried out
    /// before a sowing has no part in them.
    fn captures_apart(&self, mv: Move) -> Option<&'a Sow> {
        let rule = &self.game.rules[mv.rule as usize];
        match &rule.kind {
            RuleKind::Sow(sow) if rule.thens.is_empty() && rule.before.is_empty() => {
                (sow.effect.is_some() && mv.payload[CAPTURES_LISTED] == 0).then_some(sow)
            }
            _ => None,
        }
    }

    /// Lists the captures of the sowings from the position `first` of a list on behind each of
    /// them. If that changes the list, returns where each of its moves is now.
    pub(super) fn list_captures(&mut self, list: &mut Vec<Move>, first: usize) -> Vec<usize> {
        let mut later = list.iter().skip(first);
        if !later.any(|&mv| self.captures_apart(mv).is_some()) {
            return Vec::new();
        }
        let mut all = self.state.buffers.moves.pop().unwrap_or_default();
        let mut starts = Vec::with_capacity(list.len());
        for (index, &mv) in list.iter().enumerate() {
            starts.push(all.len());
            let Some(sow) = self.captures_apart(mv).filter(|_| index >= first) else {
                all.push(mv);
                continue;
            };
            let mut seeds = mv;
            seeds.payload[CAPTURES_LISTED] = 1;
            all.push(seeds);
            let (env, log, expanded) = (self.env, self.log.take(), self.expanded.take());
            let acted = (self.last_action_from, self.last_action_to);
            let mark = self.state.mark();
            self.recall(&self.game.rules[mv.rule as usize], mv);
            let captures = self.sow_seeds(sow, mv);
            self.state.undo(mark);
            (self.last_action_from, self.last_action_to) = acted;
            (self.env, self.log, self.expanded) = (env, log, expanded);
            all.extend_from_slice(&captures);
            self.recycle(captures);
        }
        self.recycle(std::mem::replace(list, all));
        starts
    }

    /// Sows along a track; the captures that follow. Leaves variables bound as those need them.
    fn sow_seeds(&mut self, sow: &'a Sow, mv: Move) -> Vec<Move> {
        let (from, count) = (mv.origin() as usize, mv.get(0));
        let (_, start) = self.game.layout.site(from);
        let Some(track) = self.track(&sow.track) else {
            return Vec::new();
        };
        let steps = &track.steps;
        let Some(origin) = track.place_of(start) else {
            // Without seeds nothing is looked for on the track, and captures follow all the same.
            return match count {
                ..=0 => self.captures_after(sow, mv, &[], (0, None)),
                _ => Vec::new(),
            };
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
        let mut plan: SmallVec<[Sown; 32]> = SmallVec::new();
        let mut skips = 0;
        // The place at which the present run of skips began.
        let mut first_skipped = origin;
        while left > 0 && self.charge_effect() {
            let Some(ahead) = steps[at].next else { break };
            at = ahead as usize;
            end = Some(at);
            self.bind(Iter::To, steps[at].site);
            // `(value)` is the number of seeds left in the hand.
            self.bind(Iter::Value, left);
            let skipped = sow.skip.as_ref().is_some_and(|skip| self.bool(skip));
            if skipped && skips < MAX_SKIPS {
                if skips == 0 {
                    first_skipped = at;
                } else if at == first_skipped {
                    // No seed falls meanwhile, so the further rounds are like the first one.
                    skips = MAX_SKIPS - (MAX_SKIPS - skips) % skips;
                }
                if skips < MAX_SKIPS {
                    skips += 1;
                    continue;
                }
            }
            skips = 0;
            if !sow.include_self && steps[at].site == start {
                // The sowing passes on by one hole, for which it does not ask. The captures begin
                // at the origin.
                if let Some(ahead) = steps[at].next {
                    at = ahead as usize;
                }
            }
            let site = steps[at].site;
            let Some(slot) = self.slot(sow.site_type, site) else {
                continue;
            };
            let number = self.int(&sow.per_hole).max(1).min(left);
            plan.push(Sown {
                site,
                slot,
                number,
                in_hand: left,
            });
            left -= number;
        }
        self.carry_out_sowing(sow, from, &plan);
        self.bind(Iter::Value, saved[Iter::Value as usize]);
        if end.is_none() {
            // Where nothing was sown, `(to)` is what it was.
            self.bind(Iter::To, saved[Iter::To as usize]);
        }
        self.captures_after(sow, mv, steps, (origin, end))
    }

    /// The captures after a sowing, and what follows them, unless they are listed apart.
    fn captures_after(
        &mut self,
        sow: &'a Sow,
        mv: Move,
        steps: &'a [TrackElement],
        ends: (usize, Option<usize>),
    ) -> Vec<Move> {
        if mv.payload[CAPTURES_LISTED] != 0 {
            return Vec::new();
        }
        let (_, start) = self.game.layout.site(mv.origin() as usize);
        let captures = self.sow_captures(sow, steps, start, ends);
        match sow.captures_followed {
            true => self.with_what_follows(captures),
            false => captures,
        }
    }

    /// Captures, each with what follows it as moves behind it. For that, each is the last move,
    /// and made in the position after the sowing.
    fn with_what_follows(&mut self, captures: Vec<Move>) -> Vec<Move> {
        let mut all = self.state.buffers.moves.pop().unwrap_or_default();
        let log = self.log.take();
        for &capture in &captures {
            let mark = self.state.mark();
            self.state.set_field(Field::LastFrom, capture.origin());
            self.state.set_field(Field::LastTo, capture.target());
            let outer = self.expanded.replace(std::mem::take(&mut all));
            self.carry_out(capture);
            all = std::mem::replace(&mut self.expanded, outer).unwrap_or_default();
            self.state.undo(mark);
        }
        self.log = log;
        self.recycle(captures);
        all
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

    /// Drops seeds into holes, in order.
    fn carry_out_sowing(&mut self, sow: &'a Sow, from: usize, holes: &[Sown]) {
        let pours = self.log.is_none() && self.only_counts();
        let Some(effect) = sow.sow_effect.filter(|_| !holes.is_empty()) else {
            if let Some(last) = holes.last() {
                self.bind(Iter::To, last.site);
            }
            return match pours {
                true => self.pour(from, holes),
                false => holes.iter().for_each(|hole| self.drop_seeds(from, hole)),
            };
        };
        for hole in holes {
            self.bind(Iter::To, hole.site);
            self.bind(Iter::Value, hole.in_hand);
            self.effect(effect);
            match pours {
                true => self.pour(from, std::slice::from_ref(hole)),
                false => self.drop_seeds(from, hole),
            }
        }
    }

    fn drop_seeds(&mut self, from: usize, hole: &Sown) {
        for _ in 0..hole.number {
            self.drop_seed(from, hole.slot);
        }
    }

    /// Moves seeds from one hole to others, without logging.
    fn pour(&mut self, from: usize, holes: &[Sown]) {
        let Some(last) = holes.last() else { return };
        self.record_action_at(last.slot);
        self.last_action_from = from as i32;
        let what = self.state.what(from);
        let there = self.state.count(from);
        let mut left = if what == 0 { 0 } else { there };
        for hole in holes.iter().filter(|hole| hole.slot != from) {
            let number = hole.number.min(left);
            if number <= 0 {
                continue;
            }
            left -= number;
            if left == 0 {
                self.state.put(from, Piece::NONE, &self.game.owners);
            }
            self.add_seeds(hole.slot, what, number);
        }
        if 0 < left && left < there {
            self.state.set_count(from, left);
        }
    }

    /// Adds seeds of a kind to a hole; they replace what else is there.
    fn add_seeds(&mut self, slot: usize, what: usize, number: i32) {
        if self.state.what(slot) == what {
            let count = self.state.count(slot).saturating_add(number);
            self.state.set_count(slot, count);
            return;
        }
        let seeds = Piece {
            count: number,
            state: self.state.state_at(slot, 0),
            ..Piece::of(what)
        };
        self.state.put(slot, seeds, &self.game.owners);
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
    ) -> Vec<Move> {
        let Some(effect) = sow.effect else {
            return Vec::new();
        };
        let onward = sow.backtracking.as_ref().or(sow.forward.as_ref());
        let mut captures = self.state.buffers.moves.pop().unwrap_or_default();
        let mut at = end.unwrap_or(origin);
        for round in 0..steps.len().max(1) {
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
            let ahead = |step: &TrackElement| if back { step.prev } else { step.next };
            let step = steps.get(at).and_then(ahead);
            match step {
                // Backward captures end at the origin of the sowing.
                Some(step) if !back || steps[step as usize].site != start => at = step as usize,
                _ => break,
            }
        }
        captures
    }
}
