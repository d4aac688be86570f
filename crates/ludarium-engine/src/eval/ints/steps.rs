//! Numbers of steps along directions that a rule names.

use crate::eval::around::next_front;
use crate::eval::Evaluator;
use crate::ir::{Bool, Dirs, Iter, Table, INFINITY};
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The minimum number of steps to one of the sites; [`INFINITY`] if none can be reached.
    pub(super) fn steps_by(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        from: i32,
        to: &SiteSet,
    ) -> i32 {
        if self.slot(site_type, from).is_none() {
            return INFINITY;
        }
        let on_board = (from as usize) < self.game.layout.lens[site_type];
        if let Some(table) = self.single_table(site_type, dirs).filter(|_| on_board) {
            if let Some(open) = self.open_to_steps(site_type, cond) {
                let steps = self.steps_by_sets(table, open, from, to);
                if cfg!(debug_assertions) {
                    let plain = self
                        .cross_check(|eval| eval.steps_by_sites(site_type, dirs, cond, from, to));
                    debug_assert!(plain.is_none_or(|plain| plain == steps), "from {from}");
                }
                return steps;
            }
        }
        self.steps_by_sites(site_type, dirs, cond, from, to)
    }

    /// The minimum number of steps over open sites to one of the sites.
    pub(in crate::eval) fn steps_by_sets(
        &mut self,
        table: &'a Table,
        mut open: SiteSet,
        from: i32,
        to: &SiteSet,
    ) -> i32 {
        let mut front = SiteSet::new(64 * open.words().len());
        front.insert(from);
        open.remove(from);
        let mut steps = 0;
        while !front.is_empty() && self.charge_sites(front.len()) {
            if front.intersects(to) {
                return steps;
            }
            front = next_front(&[table], &front, &mut open);
            steps += 1;
        }
        INFINITY
    }

    /// [`Evaluator::steps_by_sets`] from site to site, for steps of every kind.
    pub(in crate::eval) fn steps_by_sites(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        from: i32,
        to: &SiteSet,
    ) -> i32 {
        let (old_from, old_to) = (self.get(Iter::From), self.get(Iter::To));
        let mut seen = SiteSet::new(self.game.layout.lens[site_type]);
        seen.insert(from);
        let mut queue = vec![(from, 0)];
        let mut next = 0;
        let mut found = INFINITY;
        while let Some(&(site, steps)) = queue.get(next) {
            if !self.charge_sites(1) {
                break;
            }
            next += 1;
            if to.contains(site) {
                found = steps;
                break;
            }
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            self.bind(Iter::From, site);
            for table in self.tables(dirs, slot) {
                for &other in table.steps_of(site as usize) {
                    let other = i32::from(other);
                    if seen.contains(other) {
                        continue;
                    }
                    self.bind(Iter::To, other);
                    if cond.is_none_or(|cond| self.bool(cond)) {
                        seen.insert(other);
                        queue.push((other, steps + 1));
                    }
                }
            }
        }
        self.bind(Iter::From, old_from);
        self.bind(Iter::To, old_to);
        found
    }
}
