//! Leaps over others.

use super::rule::Ply;
use super::rule::{Hop, Way};
use super::terms::Test;
use super::Course;
use crate::ir::Iter;

impl<'k, const W: usize> Course<'k, W> {
    /// Whether it is plain that no hop goes along a path.
    #[inline]
    pub(super) fn blocks(&self, over: &Hop, to: &Test, path: &[u16]) -> bool {
        let Some(place) = &over.first else {
            return false;
        };
        // Before the first hurdle lie empty sites only.
        let mut ahead = path.iter();
        let mut before = over.before;
        let first = loop {
            match ahead.next() {
                None => return true,
                Some(&site) if before > 0 && self.board.is_empty(usize::from(site)) => before -= 1,
                Some(&site) => break site,
            }
        };
        let Some(&second) = ahead.next() else {
            return true;
        };
        if !self.holds(place, usize::from(first)) {
            return true;
        }
        match to {
            Test::At(Iter::To, place) if over.high == 1 && over.stop.is_none() => {
                !self.holds(place, usize::from(second))
            }
            _ => false,
        }
    }

    /// The hop that a way stands for.
    pub(super) fn hops(
        &mut self,
        way: &Way,
        slot: usize,
        over: &'k Hop,
        to: &'k Test,
    ) -> Option<Ply> {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        let ply = self.hop_along(way, slot, over, to);
        self.board.bind(Iter::To, saved.0);
        self.board.bind(Iter::Between, saved.1);
        ply
    }

    fn hop_along(&mut self, way: &Way, slot: usize, over: &'k Hop, to: &'k Test) -> Option<Ply> {
        let path = self.men.path(way.path);
        let mut before = usize::from(way.nth);
        let (low, high) = match &over.exact {
            None => (over.low, over.high),
            Some(number) => match usize::try_from(self.num(number)).ok()? {
                0 => return self.land(way, slot, over, to, (0, 0), &mut before),
                number => (number, number),
            },
        };
        let mut at = 0;
        // Where the first hurdle must be somebody, no more is asked of empty sites.
        if over.before > 0 && over.first.is_some() {
            let empty = |&&site: &&u16| self.board.is_empty(usize::from(site));
            at = path.iter().take(over.before).take_while(empty).count();
        }
        while at < path.len() && at <= over.before {
            if self.is_hurdle(over, path[at]) {
                let mut long = 1;
                loop {
                    if long >= low.max(1) {
                        let ply = self.land(way, slot, over, to, (at, long), &mut before);
                        if ply.is_some() {
                            return ply;
                        }
                    }
                    if long >= high || at + long >= path.len() {
                        break;
                    }
                    if !self.is_hurdle(over, path[at + long]) {
                        break;
                    }
                    long += 1;
                }
                return None;
            }
            if !self.board.is_empty(usize::from(path[at])) {
                return None;
            }
            at += 1;
        }
        None
    }

    /// The landing beyond `long` hurdles from place `at` of a path on, with so many others `before`
    /// it.
    #[inline]
    fn land(
        &mut self,
        way: &Way,
        slot: usize,
        over: &'k Hop,
        to: &'k Test,
        (at, long): (usize, usize),
        before: &mut usize,
    ) -> Option<Ply> {
        let path = self.men.path(way.path);
        self.board.bind(Iter::Between, i32::from(*path.get(at)?));
        let landings = path.iter().skip(at + long);
        for &site in landings.take(over.after.saturating_add(1)) {
            self.board.bind(Iter::To, i32::from(site));
            let goes_on = self.test(to);
            match &over.stop {
                Some(_) if goes_on => continue,
                Some(stop) if !self.test(stop) => break,
                None if !goes_on => break,
                _ => {}
            }
            if *before == 0 {
                let mut ply = self.ply(way.rule, slot as i32, i32::from(site));
                ply.hurdle = way.path.0 + at as u32;
                ply.long = long as u16;
                return Some(ply);
            }
            *before -= 1;
            if over.stop.is_some() {
                break;
            }
        }
        None
    }

    #[inline]
    fn is_hurdle(&mut self, over: &'k Hop, site: u16) -> bool {
        self.board.bind(Iter::Between, i32::from(site));
        self.test(&over.hurdle)
    }
}
