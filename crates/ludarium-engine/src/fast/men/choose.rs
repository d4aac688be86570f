//! Moves that only choose sites: what comes of them follows.

use std::ops::ControlFlow;

use super::moves::Each;
use super::rule::{Choice, Kind, Ply, Ways};
use super::terms::Test;
use super::Course;
use crate::ir::{Iter, OFF};
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// Calls `with` for each of some sites.
    fn each_choice(
        &mut self,
        choice: &'k Choice,
        with: &mut dyn FnMut(&mut Self, i32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match choice {
            Choice::One(site) => {
                let site = self.num(site);
                with(self, site)
            }
            Choice::Any(region) => {
                let set = self.region(region);
                Bits::new(&set).try_for_each(|site| with(self, site))
            }
            Choice::List(list) => {
                let sites = list.iter().map(|site| self.num(site));
                let sites: smallvec::SmallVec<[i32; 16]> = sites.collect();
                sites.iter().try_for_each(|&site| with(self, site))
            }
        }
    }

    pub(super) fn each_selected(
        &mut self,
        id: u16,
        from: &'k Choice,
        (to, ways): (Option<&'k (Choice, Test)>, Option<&'k Ways>),
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let old = self.get(Iter::From);
        let outer = std::mem::replace(&mut self.outer_from, old);
        let result = self.each_choice(from, &mut |course, origin| {
            if !course.starts_on(id, origin) {
                return ControlFlow::Continue(());
            }
            // The tables take it that `(from)` is the same within the choice and outside.
            if let Some(ways) = ways.filter(|_| course.origin_outside() == origin) {
                return course.each_way(ways, origin as usize, each);
            }
            match to {
                Some((to, cond)) => course.each_target(id, origin, (to, cond), each),
                None => each(course, course.ply(id, origin, origin)),
            }
        });
        self.board.bind(Iter::From, old);
        self.outer_from = outer;
        result
    }

    /// The moves of men carried from some sites to others.
    pub(super) fn each_ferried(
        &mut self,
        id: u16,
        from: &'k Choice,
        (to, cond): (&'k Choice, &'k Test),
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let old = self.get(Iter::From);
        let result = self.each_choice(from, &mut |course, origin| {
            if !course.starts_on(id, origin) || course.owner_or_none(origin).is_none() {
                return ControlFlow::Continue(());
            }
            course.each_target(id, origin, (to, cond), each)
        });
        self.board.bind(Iter::From, old);
        result
    }

    /// The moves from a site to those of some sites where a condition holds.
    fn each_target(
        &mut self,
        id: u16,
        origin: i32,
        (to, cond): (&'k Choice, &'k Test),
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        let old = self.get(Iter::To);
        let result = self.each_choice(to, &mut |course, target| {
            if course.slot(target).is_none() {
                return ControlFlow::Continue(());
            }
            course.board.bind(Iter::To, target);
            match course.test(cond) {
                true => each(course, course.ply(id, origin, target)),
                false => ControlFlow::Continue(()),
            }
        });
        self.board.bind(Iter::To, old);
        result
    }

    /// Whose man stands on a site, if there is one.
    fn owner_or_none(&self, site: i32) -> Option<usize> {
        let slot = self.slot(site)?;
        (!self.board.is_empty(slot)).then(|| self.owner(slot))
    }

    /// Whether a rule may start on a site, which stays bound.
    fn starts_on(&mut self, id: u16, origin: i32) -> bool {
        if self.slot(origin).is_none() {
            return false;
        }
        self.board.bind(Iter::From, origin);
        let men = self.men;
        let Some(cond) = &men.rules[usize::from(id)].from else {
            return true;
        };
        // Where the target is not yet chosen, `(to)` is the origin.
        let to = self.board.bind(Iter::To, origin);
        let holds = self.test(cond);
        self.board.bind(Iter::To, to);
        holds
    }

    /// The choice of one site, if it may be chosen.
    pub(super) fn selects(&mut self, id: u16, site: i32) -> Option<Ply> {
        let Kind::Select { .. } = &self.men.rules[usize::from(id)].kind else {
            return None;
        };
        let old = self.get(Iter::From);
        let ply = self.starts_on(id, site).then(|| self.ply(id, site, site));
        self.board.bind(Iter::From, old);
        ply
    }

    /// What `(from)` stands for where a direction is settled: a rule's own origin is not known yet.
    pub(super) fn origin_outside(&self) -> i32 {
        match self.outer_from {
            OFF => self.get(Iter::From),
            outer => outer,
        }
    }
}
