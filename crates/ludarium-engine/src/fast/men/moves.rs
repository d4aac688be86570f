//! The moves of men: which there are, and what a ticket stands for.

use std::ops::ControlFlow;

use super::rule::{Kind, Pieces, Ply, Starts, Ways, KEPT};
use super::terms::{Num, Region, Test};
use super::{Course, Gen};
use crate::ir::{Iter, OFF};
use crate::set::Bits;

/// What is done with each move: whether to go on.
pub(super) type Each<'e, 'k, const W: usize> =
    &'e mut dyn FnMut(&mut Course<'k, W>, Ply) -> ControlFlow<()>;

impl<'k, const W: usize> Course<'k, W> {
    /// Every move, in the order of the description.
    pub(super) fn each(&mut self, gen: &'k Gen, each: Each<'_, 'k, W>) -> ControlFlow<()> {
        match gen {
            Gen::None => ControlFlow::Continue(()),
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.each(yes, each),
                false => self.each(no, each),
            },
            Gen::All(parts) => parts.iter().try_for_each(|part| self.each(part, each)),
            Gen::RollIf(bit, cond, yes, no) => {
                let holds = match self.deciding && !self.looking_ahead {
                    true => self.extra.rolled >> bit & 1 == 1,
                    false => self.test(cond),
                };
                self.each(if holds { yes } else { no }, each)
            }
            Gen::Thrown(thrown) => {
                let mut some = false;
                self.each(&thrown.moves, &mut |course, ply| {
                    some = true;
                    each(course, ply)
                })?;
                match thrown.pass {
                    Some(pass) if !some && !self.looking_ahead => self.pass_instead(pass, each),
                    _ => ControlFlow::Continue(()),
                }
            }
            Gen::Dice(dice) => self.each_with_dice(dice, each),
            Gen::Values(low, high, moves) => {
                let (low, high) = (self.num(low), self.num(high));
                let old = self.get(Iter::Value);
                let result = (low..=high).try_for_each(|value| {
                    self.board.bind(Iter::Value, value);
                    self.each(moves, each)
                });
                self.board.bind(Iter::Value, old);
                result
            }
            Gen::Players(moves) => {
                let old = self.get(Iter::Player);
                let result = (1..=self.men.players as i32).try_for_each(|player| {
                    self.board.bind(Iter::Player, player);
                    self.each(moves, each)
                });
                self.board.bind(Iter::Player, old);
                result
            }
            Gen::Priority(parts) => {
                for part in parts {
                    let mut some = false;
                    self.each(part, &mut |course, ply| {
                        some = true;
                        each(course, ply)
                    })?;
                    if some {
                        break;
                    }
                }
                ControlFlow::Continue(())
            }
            Gen::Pieces(pieces) => match &pieces.whose {
                None => self.each_of_pieces(pieces, each),
                Some(player) => self.each_of_others(pieces, player, each),
            },
            Gen::Longest(moves) if self.seeking => self.each(moves, each),
            Gen::Longest(moves) => {
                let list = self.longest(moves);
                let result = list.iter().try_for_each(|&ply| each(self, ply));
                self.give_back(list);
                result
            }
            Gen::Rule(id) => self.each_of_rule(*id, each),
            Gen::Late(late) => self.each(&late.moves, each),
            Gen::Safe(safe) if self.looking_ahead && !safe.ahead => self.each(&safe.moves, each),
            Gen::Safe(safe) => self.each(&safe.moves, &mut |course, ply| match course
                .holds_after(safe, ply)
            {
                true => each(course, ply),
                false => ControlFlow::Continue(()),
            }),
            Gen::Sites(region, id) => {
                let set = self.region(region);
                let old = (self.get(Iter::Site), self.get(Iter::To));
                let result = Bits::new(&set).try_for_each(|site| {
                    self.board.bind(Iter::Site, site);
                    self.board.bind(Iter::To, site);
                    self.each_of_rule(*id, each)
                });
                self.board.bind(Iter::Site, old.0);
                self.board.bind(Iter::To, old.1);
                result
            }
        }
    }

    /// Where there is no move after a throw: in a decision it is remembered which pass stands for
    /// it, else that is a move.
    fn pass_instead(&mut self, pass: u16, each: Each<'_, 'k, W>) -> ControlFlow<()> {
        if self.deciding && !self.can_move {
            self.fallback = self.fallback.or(Some(pass));
            return ControlFlow::Continue(());
        }
        each(self, self.ply(pass, OFF, OFF))
    }

    /// The kind whose ways lead on from a slot.
    pub(super) fn looks_like(&self, slot: usize) -> usize {
        match self.board.what(slot) {
            0 => self.men.stand_ins[self.board.mover as usize],
            what => what,
        }
    }

    #[inline]
    pub(super) fn get(&self, iter: Iter) -> i32 {
        self.board.env[iter as usize]
    }

    fn each_of_pieces(&mut self, pieces: &'k Pieces, each: Each<'_, 'k, W>) -> ControlFlow<()> {
        let set = self.starters(pieces);
        let old = self.get(Iter::From);
        let result = Bits::new(&set).try_for_each(|slot| {
            let what = self.board.what(slot as usize);
            let Some(ways) = &pieces.kinds[what] else {
                let Some(moves) = pieces.other(what) else {
                    return ControlFlow::Continue(());
                };
                self.board.bind(Iter::From, slot);
                return self.each(moves, each);
            };
            if ways.has_no_prey(slot as usize, &self.enemies()) {
                return ControlFlow::Continue(());
            }
            self.board.bind(Iter::From, slot);
            self.each_way(ways, slot as usize, each)
        });
        self.board.bind(Iter::From, old);
        result
    }

    /// The moves of another player's men, as that player would make them; what is done with them is
    /// the mover's doing again.
    fn each_of_others(
        &mut self,
        pieces: &'k Pieces,
        player: &'k Num,
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let owner = usize::try_from(self.num(player)).ok();
        let Some(owner) = owner.filter(|&owner| owner <= self.men.players) else {
            return ControlFlow::Continue(());
        };
        let (mover, next) = (self.board.mover, self.board.next);
        let set = *self.board.owned(owner);
        let on_board = self.men.board_sites as i32;
        let old = self.get(Iter::From);
        let mut list = self.lists.pop().unwrap_or_default();
        let mut result = ControlFlow::Continue(());
        for slot in Bits::new(&set).take_while(|&slot| slot < on_board) {
            let what = self.board.what(slot as usize);
            let (ways, moves) = (&pieces.kinds[what], pieces.other(what));
            if ways.is_none() && moves.is_none() {
                continue;
            }
            self.board.bind(Iter::From, slot);
            if owner > 0 && owner as i32 != mover {
                self.set_mover(owner as i32);
                self.board.next = mover;
            }
            let add: Each<'_, 'k, W> = &mut |_, ply| {
                list.push(ply);
                ControlFlow::Continue(())
            };
            let all = match (ways, moves) {
                (Some(ways), _) => self.each_way(ways, slot as usize, add),
                (None, Some(moves)) => self.each(moves, add),
                (None, None) => ControlFlow::Continue(()),
            };
            debug_assert!(all.is_continue());
            self.set_mover(mover);
            self.board.next = next;
            result = list.drain(..).try_for_each(|ply| each(self, ply));
            if result.is_break() {
                break;
            }
        }
        self.board.bind(Iter::From, old);
        list.clear();
        self.lists.push(list);
        result
    }

    /// Whether the moves of a rule are not asked for.
    #[inline]
    fn is_left_out(&self, rule: u16) -> bool {
        self.of_pending && self.men.rules[usize::from(rule)].ignores_pending
    }

    pub(super) fn each_way(
        &mut self,
        ways: &'k Ways,
        slot: usize,
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let mut blocked = false;
        for way in ways.at(slot) {
            // Beyond where one cannot go one cannot go, either.
            if blocked && way.nth > 0 || self.is_left_out(way.rule) {
                continue;
            }
            let ply = self.goes(ways, way, slot);
            blocked = ply.is_none();
            if let Some(ply) = ply {
                each(self, ply)?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn each_of_rule(&mut self, id: u16, each: Each<'_, 'k, W>) -> ControlFlow<()> {
        if self.is_left_out(id) {
            return ControlFlow::Continue(());
        }
        let rule = &self.men.rules[usize::from(id)];
        match &rule.kind {
            Kind::Pass => each(self, self.ply(id, OFF, OFF)),
            Kind::Step { starts, .. }
            | Kind::Slide { starts, .. }
            | Kind::Glide { starts, .. }
            | Kind::Hop { starts, .. } => self.each_from(starts, each),
            Kind::Shoot {
                free, ends, starts, ..
            } => self.each_shot(id, free, ends, starts, each),
            Kind::Place { at, .. } => {
                let set = self.region(at);
                for site in Bits::new(&set) {
                    if let Some(ply) = self.places(id, site) {
                        each(self, ply)?;
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Put { at, .. } => {
                let at = self.num(at);
                match self.slot(at).and_then(|_| self.places(id, at)) {
                    Some(ply) => each(self, ply),
                    None => ControlFlow::Continue(()),
                }
            }
            Kind::Enter { .. } => {
                let set = *self.board.empty();
                let on_board = self.men.board_sites as i32;
                for site in Bits::new(&set).take_while(|&site| site < on_board) {
                    if let Some(ply) = self.enters(id, site) {
                        each(self, ply)?;
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Carry { from, to, .. } => {
                let (from, to) = self.carried_between(from, to);
                for origin in Bits::new(&from) {
                    for target in Bits::new(&to) {
                        if let Some(ply) = self.carries(id, origin, target) {
                            each(self, ply)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Ferry { from, to, cond } => self.each_ferried(id, from, (to, cond), each),
            Kind::Shift { from, to, .. } => {
                let origin = self.num(from);
                match self.shifts(id, origin, to) {
                    Some(ply) => each(self, ply),
                    None => ControlFlow::Continue(()),
                }
            }
            Kind::Take { of, .. } => {
                let set = self.region(of);
                for site in Bits::new(&set) {
                    if let Some(ply) = self.takes(id, site) {
                        each(self, ply)?;
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Select { from, to, ways } => {
                self.each_selected(id, from, (to.as_ref(), ways.as_ref()), each)
            }
            Kind::Promote { at, what } => {
                let at = self.num(at);
                if self.slot(at).is_none() {
                    return ControlFlow::Continue(());
                }
                for what in what {
                    let what = self.num(what);
                    if what > 0 && (what as usize) < self.men.owners.len() {
                        let mut ply = self.ply(id, at, at);
                        ply.what = what as u8;
                        each(self, ply)?;
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Append(_) => match self.appends(id) {
                Some(ply) => each(self, ply),
                None => ControlFlow::Continue(()),
            },
        }
    }

    /// The site that a rule names to start from, and the ways of the man on it.
    pub(super) fn start(&mut self, starts: &'k Starts) -> Option<(usize, &'k Ways)> {
        let Starts::At(site, kinds) = starts else {
            return None;
        };
        let site = self.num(site);
        let slot = self.slot(site)?;
        Some((slot, &kinds[self.looks_like(slot)]))
    }

    /// The moves of a rule from a site that it names.
    fn each_from(&mut self, starts: &'k Starts, each: Each<'_, 'k, W>) -> ControlFlow<()> {
        let Some((slot, ways)) = self.start(starts) else {
            return ControlFlow::Continue(());
        };
        let old = self.board.bind(Iter::From, slot as i32);
        let result = self.each_way(ways, slot, each);
        self.board.bind(Iter::From, old);
        result
    }

    fn each_shot(
        &mut self,
        id: u16,
        free: &'k Test,
        ends: &'k Test,
        starts: &'k Starts,
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let Some((slot, ways)) = self.start(starts) else {
            return ControlFlow::Continue(());
        };
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        let men = self.men;
        if let Some(cond) = &men.rules[usize::from(id)].from {
            // Where the target is not yet chosen, `(to)` is the origin.
            let from = self.board.bind(Iter::From, slot as i32);
            self.board.bind(Iter::To, slot as i32);
            let starts = self.test(cond);
            self.board.bind(Iter::From, from);
            self.board.bind(Iter::To, saved.0);
            if !starts {
                return ControlFlow::Continue(());
            }
        }
        let mut rays = ways.at(slot).iter();
        let result = rays.try_for_each(|way| {
            for &site in men.path(way.path) {
                let site = i32::from(site);
                self.board.bind(Iter::To, site);
                let ends = self.test(ends);
                self.board.bind(Iter::Between, site);
                if !self.test(free) || !ends {
                    break;
                }
                let ply = self.ply(id, site, site);
                each(self, ply)?;
            }
            ControlFlow::Continue(())
        });
        self.board.bind(Iter::To, saved.0);
        self.board.bind(Iter::Between, saved.1);
        result
    }

    /// A move of a rule, which remembers what the rule's variables are bound to now.
    #[inline]
    pub(super) fn ply(&self, rule: u16, from: i32, to: i32) -> Ply {
        let mut kept = [0; KEPT];
        for (kept, iter) in kept.iter_mut().zip(&self.men.rules[usize::from(rule)].kept) {
            *kept = self.board.env[*iter as usize] as i16;
        }
        Ply {
            rule,
            from: from as i16,
            to: to as i16,
            hurdle: 0,
            long: 0,
            what: 0,
            kept,
        }
    }

    /// The move with which a man appears on a site, if there is such a man.
    pub(super) fn places(&mut self, id: u16, site: i32) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        let (Kind::Place { what, .. } | Kind::Put { what, .. }) = &rule.kind else {
            return None;
        };
        let old = self.board.bind(Iter::To, site);
        let what = self.num(what);
        let is_kind = what > 0 && (what as usize) < self.men.owners.len();
        let fits = match &rule.kind {
            Kind::Place {
                cond: Some(cond), ..
            } => self.test(cond),
            _ => true,
        };
        let ply = (is_kind && fits).then(|| self.ply(id, site, site));
        self.board.bind(Iter::To, old);
        ply
    }

    /// The move of a man from a hand to a site.
    pub(super) fn enters(&mut self, id: u16, site: i32) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        let Kind::Enter { from, to } = &rule.kind else {
            return None;
        };
        let origin = self.num(from);
        self.carried(id, origin, site, to)
    }

    /// From where men are carried, and where to.
    pub(super) fn carried_between(
        &mut self,
        from: &'k Region,
        to: &'k Region,
    ) -> ([u64; W], [u64; W]) {
        let from = self.region(from);
        // Where there is one origin, the targets may depend on it.
        let old = self.get(Iter::From);
        let origin = Bits::new(&from).next().unwrap_or(old);
        self.board.bind(Iter::From, origin);
        let to = self.region(to);
        self.board.bind(Iter::From, old);
        (from, to)
    }

    /// The move of a man from one site to another.
    pub(super) fn carries(&mut self, id: u16, origin: i32, site: i32) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        let (Kind::Carry { cond, .. } | Kind::Enter { to: cond, .. }) = &rule.kind else {
            return None;
        };
        self.carried(id, origin, site, cond)
    }

    /// The move of a man from one site to another, which may be told by the first.
    fn shifts(&mut self, id: u16, origin: i32, to: &'k Num) -> Option<Ply> {
        let Kind::Shift { cond, .. } = &self.men.rules[usize::from(id)].kind else {
            return None;
        };
        let old = self.board.bind(Iter::From, origin);
        let site = self.num(to);
        self.board.bind(Iter::From, old);
        self.slot(site)?;
        self.carried(id, origin, site, cond)
    }

    fn carried(&mut self, id: u16, origin: i32, site: i32, to: &'k Test) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        let slot = self.slot(origin)?;
        let (old_from, old_to) = (self.get(Iter::From), self.get(Iter::To));
        self.board.bind(Iter::From, origin);
        self.board.bind(Iter::To, origin);
        let starts = rule.from.as_ref().is_none_or(|cond| self.test(cond));
        let mut ply = None;
        if starts && !self.board.is_empty(slot) {
            self.board.bind(Iter::To, site);
            if self.test(to) {
                ply = Some(self.ply(id, origin, site));
            }
        }
        self.board.bind(Iter::From, old_from);
        self.board.bind(Iter::To, old_to);
        ply
    }

    /// The taking of what stands on a site.
    pub(super) fn takes(&mut self, id: u16, site: i32) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        let Kind::Take { cond, .. } = &rule.kind else {
            return None;
        };
        let slot = self.slot(site)?;
        let takes = self.holds_on(cond, site) && !self.board.is_empty(slot);
        takes.then(|| self.ply(id, site, site))
    }

    /// All that a deed does as one move, if it does anything; its ends are those of the first thing
    /// done.
    pub(super) fn appends(&mut self, id: u16) -> Option<Ply> {
        let men = self.men;
        let Kind::Append(deed) = &men.rules[usize::from(id)].kind else {
            return None;
        };
        let (from, to) = self.first_done(deed)?;
        Some(self.ply(id, from, to))
    }
}
