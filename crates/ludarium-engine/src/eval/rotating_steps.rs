//! Walks on which a piece rotates after each step.

use super::Evaluator;
use crate::ir::{Bool, Dirs, Int, Iter};

/// A walk: the steps, the condition on each, and the rotation after it.
pub(super) struct RotatingWalk<'a> {
    pub site_type: usize,
    pub step: &'a Dirs,
    pub cond: Option<&'a Bool>,
    pub turning: &'a Int,
}

impl<'a> Evaluator<'a> {
    /// The sites that the piece on a site reaches within `most` steps, each with the minimum number
    /// of steps. The possible steps depend on the current rotation.
    pub(super) fn rotating_steps(
        &mut self,
        walk: &RotatingWalk<'a>,
        from: i32,
        most: i32,
    ) -> Vec<(i32, i32)> {
        let mut reached: Vec<(i32, i32)> = Vec::new();
        let Some(slot) = self.slot(walk.site_type, from) else {
            return reached;
        };
        let (env, top) = (self.env, self.state.top(slot));
        let first = self.state.rotation_at(slot, top);
        let around = self.game.rotations();
        let mark = self.state.mark();
        // Pairs of site and rotation, of which there are finitely many.
        let mut seen = vec![(from, first)];
        let mut front = seen.clone();
        let mut steps = 0;
        while !front.is_empty() && steps <= most && self.step() {
            let mut next = Vec::new();
            for &(site, rotation) in &front {
                if reached.iter().all(|&(known, _)| known != site) {
                    reached.push((site, steps));
                }
                // The steps are those of the piece at the origin, with this rotation.
                self.state.set_rotation_at(slot, top, rotation);
                self.bind(Iter::From, site);
                self.bind(Iter::Value, rotation);
                let turned = self.int(walk.turning).rem_euclid(around);
                for table in self.tables(walk.step, slot) {
                    for &to in table.steps_of(site as usize) {
                        let to = i32::from(to);
                        self.bind(Iter::To, to);
                        let allowed = walk.cond.is_none_or(|cond| self.bool(cond));
                        if allowed && !seen.contains(&(to, turned)) {
                            seen.push((to, turned));
                            next.push((to, turned));
                        }
                    }
                }
            }
            front = next;
            steps += 1;
        }
        self.state.undo(mark);
        self.env = env;
        reached
    }
}
