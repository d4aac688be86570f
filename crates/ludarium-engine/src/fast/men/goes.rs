//! What a ticket stands for: the one way of a man, if he may go it now.

use super::rule::{Kind, Ply, Way, Ways};
use super::Course;
use crate::ir::Iter;

impl Way {
    /// Its move, where it is open and nothing more is asked.
    #[inline]
    pub(super) fn goes_surely(&self, slot: usize) -> Ply {
        Ply {
            rule: self.rule,
            from: slot as i16,
            to: self.to as i16,
            // Whoever leaps where nothing more is asked leaps over the first site of his line.
            hurdle: self.path.0,
            long: 1,
            what: 0,
            kept: self.kept,
        }
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// The move that a way stands for, if a man on a slot may go it now.
    #[inline]
    pub(super) fn goes(&mut self, ways: &'k Ways, way: &'k Way, slot: usize) -> Option<Ply> {
        // Most blanks are targets that nobody may enter, or hurdles that are none: nothing else is
        // asked.
        if !self.is_open(way) {
            return None;
        }
        if !self.is_clear(ways, way) {
            return None;
        }
        if way.sure {
            let mut ply = way.goes_surely(slot);
            if way.by_die {
                self.keep_die(&mut ply);
            }
            return Some(ply);
        }
        self.goes_further(ways, way, slot)
    }

    /// Whether what stands on two sites lets a man go a way.
    #[inline]
    pub(super) fn is_open(&self, way: &Way) -> bool {
        way.gate.is_open(&self.board, self.classes)
    }

    /// Lets a move remember which die is played.
    fn keep_die(&self, ply: &mut Ply) {
        let iters = &self.men.rules[usize::from(ply.rule)].kept;
        for (kept, iter) in ply.kept.iter_mut().zip(iters) {
            if let Iter::Pips | Iter::Die = iter {
                *kept = self.board.env[*iter as usize] as i16;
            }
        }
    }

    /// Whether nobody stands where nobody may stand on a way.
    #[inline]
    fn is_clear(&self, ways: &Ways, way: &Way) -> bool {
        if way.clear == 0 {
            return true;
        }
        let (clear, empty) = (way.clear as usize, self.board.empty());
        let set = ways.clear.get(clear..clear + W);
        set.is_none_or(|set| set.iter().zip(empty).all(|(set, empty)| set & !empty == 0))
    }

    /// The same where the gate is open.
    fn goes_further(&mut self, ways: &'k Ways, way: &'k Way, slot: usize) -> Option<Ply> {
        let men = self.men;
        let rule = &men.rules[usize::from(way.rule)];
        match &rule.kind {
            Kind::Hop { over, to, .. }
                if over.before > 0 && self.blocks(over, to, men.path(way.path)) =>
            {
                return None
            }
            _ => {}
        }
        let guard = &ways.guards[usize::from(way.guard)];
        if guard.iter().any(|(cond, must)| self.test(cond) != *must) {
            return None;
        }
        if rule.from.as_ref().is_some_and(|cond| !self.test(cond)) {
            return None;
        }
        match &rule.kind {
            Kind::Step { to, .. } => {
                let target = i32::from(way.to);
                let old = self.board.bind(Iter::To, target);
                let allowed = way.told || self.test(to);
                let ply = allowed.then(|| self.ply(way.rule, slot as i32, target));
                self.board.bind(Iter::To, old);
                ply
            }
            Kind::Slide { pass, stop, .. } => {
                let path = men.path(way.path);
                let nth = usize::from(way.nth);
                let (&end, passed) = path[..=nth].split_last()?;
                let stops = |course: &Self, site: u16| {
                    stop.as_ref()
                        .is_some_and(|stop| course.holds(stop, usize::from(site)))
                };
                let passes = |course: &Self, site: u16| match pass {
                    None => course.board.is_empty(usize::from(site)),
                    Some(pass) => course.holds(pass, usize::from(site)),
                };
                let free = |&site: &u16| passes(self, site) && !stops(self, site);
                if !passed.iter().all(free) {
                    return None;
                }
                let halts = stops(self, end);
                if !halts && !passes(self, end) {
                    return None;
                }
                let saved = (self.get(Iter::To), self.get(Iter::Between));
                self.board.bind(Iter::To, i32::from(end));
                match (halts, passed.last()) {
                    (false, _) => {
                        self.board.bind(Iter::Between, i32::from(end));
                    }
                    (true, Some(&before)) => {
                        self.board.bind(Iter::Between, i32::from(before));
                    }
                    (true, None) => {}
                }
                let ply = self.ply(way.rule, slot as i32, i32::from(end));
                self.board.bind(Iter::To, saved.0);
                self.board.bind(Iter::Between, saved.1);
                Some(ply)
            }
            Kind::Select {
                to: Some((_, cond)),
                ..
            } => {
                let target = i32::from(way.to);
                let old = self.board.bind(Iter::To, target);
                let ply = (self.test(cond)).then(|| self.ply(way.rule, slot as i32, target));
                self.board.bind(Iter::To, old);
                ply
            }
            Kind::Glide { .. } => self.glides(way, slot, &rule.kind),
            Kind::Hop { over, to, .. } => self.hops(way, slot, over, to),
            _ => None,
        }
    }

    /// The slide that a way stands for, of so many sites or with conditions of any kind.
    fn glides(&mut self, way: &Way, slot: usize, kind: &'k Kind) -> Option<Ply> {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        let ply = self.glide_along(way, slot, kind);
        self.board.bind(Iter::To, saved.0);
        self.board.bind(Iter::Between, saved.1);
        ply
    }

    fn glide_along(&mut self, way: &Way, slot: usize, kind: &'k Kind) -> Option<Ply> {
        let Kind::Glide {
            low,
            high,
            pass,
            stop,
            ends,
            ..
        } = kind
        else {
            return None;
        };
        let path = self.men.path(way.path);
        let mut before = way.nth;
        for (distance, &site) in (1..=*high).zip(path) {
            let to = i32::from(site);
            self.board.bind(Iter::To, to);
            // Where the slide may stop, `(between)` is still the last site it passed.
            let stops = distance >= *low && stop.as_ref().is_some_and(|stop| self.test(stop));
            if !stops {
                self.board.bind(Iter::Between, to);
                let free = match pass {
                    Some(pass) => self.test(pass),
                    None => self.board.is_empty(usize::from(site)),
                };
                if !free {
                    return None;
                }
            }
            let arrives = distance >= *low && ends.as_ref().is_none_or(|ends| self.test(ends));
            if arrives {
                if before == 0 {
                    return Some(self.ply(way.rule, slot as i32, to));
                }
                before -= 1;
            }
            if stops {
                return None;
            }
        }
        None
    }
}
