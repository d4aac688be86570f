//! Carrying moves out, with all that comes of them.

use std::ops::ControlFlow;

use super::effect::FEW;
use super::rule::{Act, Deed, Follow, Kept, Kind, Ply, Rule, Task, KEPT};
use super::terms::Num;
use super::Course;
use crate::ir::{Iter, OFF};
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// Makes a move of the mover, without what concerns the turn, and without the last of the
    /// effects that follow it, `outer` of them.
    pub(super) fn perform(&mut self, ply: Ply, outer: usize) {
        let rule = &self.men.rules[usize::from(ply.rule)];
        self.make(rule, ply, true);
        self.changed();
        self.board.last_from = i32::from(ply.from);
        self.board.last_to = i32::from(ply.to);
        self.board.moves += 1;
        self.extra.last_pass = matches!(rule.kind, Kind::Pass);
        self.count_pass(self.extra.last_pass);
        self.board.bind(Iter::From, OFF);
        self.board.bind(Iter::To, OFF);
        let following = rule.thens.len().saturating_sub(outer);
        for deed in &rule.thens[..following] {
            self.carry(deed);
        }
        self.changed();
    }

    /// Makes a move that is part of an effect.
    fn make_part(&mut self, ply: Ply) {
        let saved = self.board.env;
        let rule = &self.men.rules[usize::from(ply.rule)];
        self.make(rule, ply, false);
        self.board.bind(Iter::From, OFF);
        self.board.bind(Iter::To, OFF);
        for deed in &rule.thens {
            self.carry(deed);
        }
        self.board.env = saved;
    }

    /// Makes a move without what follows it; a decision of the mover's puts an end to what is
    /// pending.
    #[inline(always)]
    fn make(&mut self, rule: &'k Rule, ply: Ply, decision: bool) {
        if rule.only_steps && self.steps(ply) {
            if decision {
                self.board.clear_pending();
            }
            return;
        }
        self.make_in_full(rule, ply, decision);
    }

    /// The same of any move.
    #[inline(never)]
    fn make_in_full(&mut self, rule: &'k Rule, ply: Ply, decision: bool) {
        for (&iter, &value) in rule.kept.iter().zip(&ply.kept) {
            self.board.bind(iter, i32::from(value));
        }
        let (from, to) = (i32::from(ply.from), i32::from(ply.to));
        self.board.bind(Iter::From, from);
        self.board.bind(Iter::To, to);
        // What the move does to its surroundings is settled before anything changes.
        let settles = !matches!(
            (&rule.on_way, &rule.on_target),
            (Deed::Nothing, Deed::Nothing)
        );
        let (act, tasks) = match settles {
            true => self.settle_around(rule, ply),
            false => (None, None),
        };
        if decision {
            self.board.clear_pending();
        }
        if let Some(act) = act {
            self.do_one(act);
        }
        if let Some(tasks) = tasks {
            self.carry_out(tasks);
            self.board.bind(Iter::From, from);
            self.board.bind(Iter::To, to);
        }
        self.act(&rule.kind, ply);
        if rule.uses_die {
            self.use_die(self.get(Iter::Die));
        }
    }

    /// Makes a move that is nothing but a step of the one man on a slot to an empty one, if it is
    /// such a move.
    #[inline(always)]
    fn steps(&mut self, ply: Ply) -> bool {
        let (Some(from), Some(to)) = (self.slot(ply.from.into()), self.slot(ply.to.into())) else {
            return false;
        };
        let done = self.board.step(from, to, &self.men.owners);
        if done {
            self.board.visit(from);
            self.board.visit(to);
        }
        done
    }

    /// What a move does to its surroundings: the one thing that it does, or a list.
    #[inline]
    fn settle_around(&mut self, rule: &'k Rule, ply: Ply) -> (Option<Act>, Option<Vec<Task<'k>>>) {
        let mover = self.board.mover;
        if rule.for_owner {
            let owner = self.slot(ply.from.into());
            let owner = owner.map_or(0, |slot| self.owner(slot) as i32);
            if owner > 0 {
                self.set_mover(owner);
            }
        }
        let (mut act, mut tasks) = (None, None);
        let passes = !matches!(rule.on_way, Deed::Nothing);
        if passes {
            let hurdles = ply.hurdle..ply.hurdle + u32::from(ply.long);
            let paths = &self.men.paths;
            let alone = hurdles.len() == 1 && rule.on_way.is_single();
            for at in hurdles.rev() {
                self.board
                    .bind(Iter::Between, i32::from(paths[at as usize]));
                match alone {
                    true => act = self.settle_one(&rule.on_way),
                    false => {
                        let list =
                            tasks.get_or_insert_with(|| self.tasks.pop().unwrap_or_default());
                        self.settle(&rule.on_way, list);
                    }
                }
            }
            let first = paths.get(ply.hurdle as usize).copied();
            self.board.bind(Iter::Between, first.map_or(OFF, i32::from));
        }
        let on_target = self.comes_about(&rule.on_target);
        if !matches!(on_target, Deed::Nothing) {
            let mut list = tasks
                .take()
                .or_else(|| self.tasks.pop())
                .unwrap_or_default();
            list.extend(act.take().map(Task::from));
            self.settle(on_target, &mut list);
            tasks = Some(list);
        }
        self.set_mover(mover);
        (act, tasks)
    }

    fn act(&mut self, kind: &'k Kind, ply: Ply) {
        let men = self.men;
        let (from, to) = (i32::from(ply.from), i32::from(ply.to));
        match kind {
            Kind::Pass | Kind::Select { .. } => {}
            Kind::Step { .. }
            | Kind::Slide { .. }
            | Kind::Glide { .. }
            | Kind::Hop { .. }
            | Kind::Enter { .. }
            | Kind::Shift { .. }
            | Kind::Ferry { .. }
            | Kind::Carry { .. } => {
                if let (Some(from), Some(to)) = (self.slot(from), self.slot(to)) {
                    if men.counts {
                        self.board.join(from, to, &men.owners);
                        // More are not counted here.
                        self.failed |= self.board.count(to) == i32::from(u8::MAX);
                    } else {
                        self.board.shift(from, to, &men.owners);
                    }
                    self.board.visit(from);
                    self.board.visit(to);
                }
            }
            Kind::Shoot { what, .. } => {
                let what = self.num(what);
                self.add(to, what, None);
            }
            Kind::Place { what, state, .. } | Kind::Put { what, state, .. } => {
                let what = self.num(what);
                let state = state.as_ref().map(|state| self.num(state));
                self.add(to, what, state);
            }
            Kind::Take { .. } => {
                if let Some(to) = self.slot(to) {
                    self.board.clear(to, &men.owners);
                }
            }
            Kind::Promote { .. } => {
                if let Some(to) = self.slot(to) {
                    let what = usize::from(ply.what);
                    self.board.promote(to, what, &men.owners);
                }
            }
            Kind::Append(deed) => self.carry(deed),
        }
    }

    pub(super) fn add(&mut self, to: i32, what: i32, state: Option<i32>) {
        let what = usize::try_from(what).ok();
        let Some(what) = what.filter(|&what| what > 0 && what < self.men.owners.len()) else {
            return;
        };
        if let Some(slot) = self.slot(to) {
            // The state of the site stays, whether a piece stands there or not.
            let left = self.board.state(slot);
            if self.board.is_empty(slot) {
                self.board.put(slot, what, &self.men.owners);
            } else if self.men.counts {
                self.board.count_up(slot);
                self.failed |= self.board.count(slot) == i32::from(u8::MAX);
            }
            self.board.visit(slot);
            if self.men.states {
                self.board.set_state(slot, state.unwrap_or(left) as u8);
            }
        }
    }

    /// What a deed comes to, whatever conditions stand above it.
    #[inline]
    fn comes_about(&mut self, deed: &'k Deed) -> &'k Deed {
        let mut deed = deed;
        while let Deed::If(cond, yes, no) = deed {
            deed = match self.test(cond) {
                true => yes,
                false => no,
            };
        }
        deed
    }

    /// Carries out a deed: all of its parts are settled before the first is done.
    #[inline(always)]
    fn carry(&mut self, deed: &'k Deed) {
        // Of most moves that might capture it is soon told that they do not.
        match deed {
            Deed::Capture(capture) if self.takes_nobody(capture) => {}
            deed => self.carry_fully(deed),
        }
    }

    #[inline(never)]
    fn carry_fully(&mut self, deed: &'k Deed) {
        // What does not come about needs no list.
        let deed = self.comes_about(deed);
        match deed {
            Deed::Nothing => {}
            Deed::Again => self.do_one(Act::Again(self.board.mover)),
            Deed::Counter(_) | Deed::State { .. } | Deed::Pending(_) => {
                if let Some(act) = self.settle_one(deed) {
                    self.do_one(act);
                }
            }
            Deed::Capture(capture) => match &capture.together {
                Some(together) => self.take_together(capture, together),
                None => self.carry_parts(deed),
            },
            Deed::Few(parts) => {
                let mut acts = [None; FEW];
                for (act, part) in acts.iter_mut().zip(parts) {
                    let part = self.comes_about(part);
                    *act = self.settle_one(part);
                }
                for act in acts.into_iter().flatten() {
                    self.do_one(act);
                }
            }
            _ => self.carry_parts(deed),
        }
    }

    #[inline(never)]
    fn carry_parts(&mut self, deed: &'k Deed) {
        let mut tasks = self.tasks.pop().unwrap_or_default();
        self.settle(deed, &mut tasks);
        self.carry_out(tasks);
    }

    fn carry_out(&mut self, mut tasks: Vec<Task<'k>>) {
        for Task { act, follow } in tasks.drain(..) {
            match follow {
                None => self.do_one(act),
                Some((follow, kept)) => self.do_followed(act, follow, &kept),
            }
        }
        self.tasks.push(tasks);
    }

    /// Does one thing, and what follows it.
    fn do_followed(&mut self, act: Act, follow: &'k Follow, kept: &Kept) {
        let saved = self.board.env;
        for (&iter, &value) in follow.kept.iter().zip(kept) {
            self.board.bind(iter, i32::from(value));
        }
        self.do_one(act);
        // What follows knows the ends of what it follows as those of the last move only.
        if act.ends() != (OFF, OFF) {
            self.board.bind(Iter::From, OFF);
            self.board.bind(Iter::To, OFF);
        }
        for deed in &follow.deeds {
            self.carry(deed);
        }
        self.board.env = saved;
    }

    fn do_one(&mut self, act: Act) {
        self.changed();
        let owners = &self.men.owners;
        let board = &mut self.board;
        match act {
            Act::Remove(slot) => board.clear(usize::from(slot), owners),
            Act::TakeLater(slot) => {
                let slot = usize::from(slot);
                board.taken[slot / 64] |= 1 << (slot % 64);
            }
            Act::Again(player) => {
                board.next_set = player;
                // Moves only supposed may be another player's, who does not come next by them.
                if !self.supposing {
                    board.next = player;
                }
            }
            Act::Promote(slot, what) => {
                board.promote(usize::from(slot), usize::from(what), owners);
            }
            Act::Trigger(event, player) => {
                if let Some(marks) = board.triggered.get_mut(usize::from(player)) {
                    *marks |= 1 << event;
                }
            }
            Act::Score { player, value, add } => {
                if let Some(score) = board.score.get_mut(usize::from(player)) {
                    let old = if add { *score } else { 0 };
                    *score = old.saturating_add(value);
                }
            }
            Act::Counter(value) => board.counter = value,
            Act::Note => {}
            Act::Var(var, value) => self.extra.set_var(usize::from(var), value),
            Act::Temp(value) => self.extra.temp = value,
            Act::Value(player, value) => self.extra.values[usize::from(player)] = value,
            Act::Remember(list, value) => self.remember_value(list, value),
            Act::Forget(list, value) => self.forget_value(list, value),
            Act::State(slot, state) => board.set_state(usize::from(slot), state),
            Act::Pending(value) => board.set_pending(value, self.men.slots),
            Act::Go(ply) => self.make_part(ply),
            Act::Add { at, what, state } => {
                let state = state.map(i32::from);
                self.add(i32::from(at), i32::from(what), state);
            }
            Act::Flip(slot) => board.flip(usize::from(slot), &self.men.flips),
        }
    }

    /// Puts what a deed does into a list, for the position as it stands.
    fn settle(&mut self, deed: &'k Deed, tasks: &mut Vec<Task<'k>>) {
        match deed {
            Deed::Nothing => {}
            Deed::If(cond, yes, no) => match self.test(cond) {
                true => self.settle(yes, tasks),
                false => self.settle(no, tasks),
            },
            Deed::All(parts) | Deed::Few(parts) => {
                parts.iter().for_each(|part| self.settle(part, tasks));
            }
            Deed::Each(region, deed) => {
                let set = self.region(region);
                let old = (self.get(Iter::Site), self.get(Iter::To));
                for site in Bits::new(&set) {
                    self.board.bind(Iter::Site, site);
                    self.board.bind(Iter::To, site);
                    self.settle(deed, tasks);
                }
                self.board.bind(Iter::Site, old.0);
                self.board.bind(Iter::To, old.1);
            }
            Deed::Players(deed) => {
                for player in 1..=self.men.players as i32 {
                    let old = self.board.bind(Iter::Player, player);
                    self.settle(deed, tasks);
                    self.board.bind(Iter::Player, old);
                }
            }
            Deed::Capture(capture) => {
                self.captured(capture, &mut |course| course.settle(&capture.effect, tasks));
            }
            Deed::Sequence(parts) => self.settle_in_sequence(parts, tasks),
            Deed::Pairs(first, second) => {
                let begin = tasks.len();
                self.settle(first, tasks);
                let middle = tasks.len();
                self.settle(second, tasks);
                // Mostly there is one of each, and the pair stands there already.
                if (middle - begin, tasks.len() - middle) != (1, 1) {
                    let seconds = tasks.split_off(middle);
                    let firsts = tasks.split_off(begin);
                    for &first in &firsts {
                        tasks.extend(seconds.iter().flat_map(|&second| [first, second]));
                    }
                }
            }
            Deed::RemoveAll(region, later) => {
                let set = self.region(region);
                for slot in Bits::new(&set) {
                    if !self.board.is_empty(slot as usize) {
                        tasks.push(taking(slot as u16, *later).into());
                    }
                }
            }
            Deed::PendingAll(region) => {
                let set = self.region(region);
                tasks.extend(Bits::new(&set).map(|slot| Task::from(Act::Pending(slot))));
            }
            Deed::Go(id) => {
                let _ = self.each_of_rule(*id, &mut |_, ply| {
                    tasks.push(Act::Go(ply).into());
                    ControlFlow::Continue(())
                });
            }
            Deed::Followed(deed, follow) => {
                let begin = tasks.len();
                self.settle(deed, tasks);
                let mut kept = [0; KEPT];
                for (kept, &iter) in kept.iter_mut().zip(&follow.kept) {
                    *kept = self.get(iter) as i16;
                }
                for task in &mut tasks[begin..] {
                    task.follow = Some((follow, kept));
                }
            }
            _ => tasks.extend(self.settle_one(deed).map(Task::from)),
        }
    }

    /// The same of several, each of which is settled when those before it have been tried out.
    fn settle_in_sequence(&mut self, parts: &'k [Deed], tasks: &mut Vec<Task<'k>>) {
        let before = self.keep();
        for part in parts {
            let begin = tasks.len();
            self.settle(part, tasks);
            let mut trial = self.tasks.pop().unwrap_or_default();
            trial.extend_from_slice(&tasks[begin..]);
            self.carry_out(trial);
        }
        self.go_back(before);
    }

    /// A player, and a number that is worked out for that player.
    fn player_and(&mut self, player: &'k Num, value: &'k Num) -> Option<(u8, i32)> {
        let player = self.num(player);
        if !(1..=self.men.players as i32).contains(&player) {
            return None;
        }
        let old = self.board.bind(Iter::Player, player);
        let value = self.num(value);
        self.board.bind(Iter::Player, old);
        Some((player as u8, value))
    }

    /// The same of a deed of one part.
    fn settle_one(&mut self, deed: &'k Deed) -> Option<Act> {
        match deed {
            Deed::Remove(at, later) => {
                let at = self.num(at);
                let slot = self.slot(at)?;
                (!self.board.is_empty(slot)).then_some(taking(slot as u16, *later))
            }
            Deed::Again => Some(Act::Again(self.board.mover)),
            Deed::Promote { at, what } => {
                let at = self.num(at);
                let (slot, what) = (self.slot(at)?, self.num(what));
                let is_kind = what > 0 && (what as usize) < self.men.owners.len();
                is_kind.then_some(Act::Promote(slot as u16, what as u8))
            }
            Deed::Trigger { event, player } => {
                let player = u8::try_from(self.num(player)).ok()?;
                Some(Act::Trigger(*event, player))
            }
            Deed::Score { player, value, add } => {
                let (player, value) = self.player_and(player, value)?;
                let add = *add;
                Some(Act::Score { player, value, add })
            }
            Deed::Value { player, value } => {
                let (player, value) = self.player_and(player, value)?;
                Some(Act::Value(player, value))
            }
            Deed::Var(var, value) => Some(Act::Var(*var, self.num(value))),
            Deed::Temp(value) => Some(Act::Temp(self.num(value))),
            Deed::Remember(list, value) => {
                let value = self.num(value);
                let known = self.extra.remembers(usize::from(*list), value);
                (!known).then_some(Act::Remember(*list, value))
            }
            Deed::Forget(list, value) => Some(Act::Forget(*list, self.num(value))),
            Deed::Counter(value) => Some(Act::Counter(self.num(value))),
            Deed::Note => Some(Act::Note),
            Deed::Add { what, state, at } => {
                let at = self.num(at);
                let at = self.slot(at)? as u16;
                let what = u8::try_from(self.num(what)).ok()?;
                let state = state.as_ref().map(|state| self.num(state) as u8);
                (what > 0).then_some(Act::Add { at, what, state })
            }
            Deed::Flip(at) => {
                let at = self.num(at);
                Some(Act::Flip(self.slot(at)? as u16))
            }
            Deed::State { at, value } => {
                let at = self.num(at);
                let slot = self.slot(at)? as u16;
                Some(Act::State(slot, self.num(value) as u8))
            }
            Deed::Pending(value) => Some(Act::Pending(self.num(value))),
            _ => None,
        }
    }

    /// Where the first thing that a deed does begins and ends (-1 for nowhere), if it does
    /// anything.
    pub(super) fn first_done(&mut self, deed: &'k Deed) -> Option<(i32, i32)> {
        if let Deed::Capture(capture) = deed {
            if let Some(first) = self.begins_at(capture) {
                return first;
            }
        }
        let mut tasks = self.tasks.pop().unwrap_or_default();
        self.first_only = true;
        self.settle(deed, &mut tasks);
        self.first_only = false;
        let first = tasks.first().map(|task| task.act.ends());
        tasks.clear();
        self.tasks.push(tasks);
        first
    }
}

/// Taking what stands on a slot, now or at the end of the turn.
fn taking(slot: u16, later: bool) -> Act {
    match later {
        true => Act::TakeLater(slot),
        false => Act::Remove(slot),
    }
}
