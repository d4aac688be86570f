//! Turning a piece where it stands.

use super::{Out, Run};
use crate::action::Action;
use crate::ir::{Int, Iter, Rule, RuleId, Target};

impl<'a> Run<'a> {
    /// Turns the (topmost) piece on a slot.
    pub(super) fn turn(&mut self, slot: usize, rotation: i32) {
        self.s.set_rotation_at(slot, self.s.top(slot), rotation);
        let at = self.place(slot);
        self.note(|| Action::SetRotation { at, rotation });
    }

    /// The turns that a rule allows: to the values it names, or one on or back.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn generate_rotation(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        to: Option<&'a Target>,
        values: &'a [Int],
        previous: bool,
        next: bool,
        out: &mut Out,
    ) {
        let own = self.get(Iter::From);
        let Some(to) = to else {
            let own_type = self.g.layout.own;
            return self.rotations_at(id, rule, (own_type, own), (values, previous, next), out);
        };
        if to.site.is_none() && to.sites.is_none() {
            return self.rotations_at(id, rule, (to.t, own), (values, previous, next), out);
        }
        self.over_targets(
            to,
            |run, site, out| {
                if run.allowed(to, site, out).is_some() {
                    run.rotations_at(id, rule, (to.t, site), (values, previous, next), out);
                }
            },
            out,
        );
    }

    /// The turns of the piece on one site.
    fn rotations_at(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (t, site): (usize, i32),
        (values, previous, next): (&'a [Int], bool, bool),
        out: &mut Out,
    ) {
        let Some(slot) = self.slot(t, site) else {
            return;
        };
        let mut mv = self.make(id, rule, slot as i32, slot as i32);
        if values.is_empty() {
            let around = self.g.rotations_of(t);
            let now = self.s.rotation_at(slot, self.s.top(slot));
            for (wanted, turn) in [(previous, -1), (next, 1)] {
                if wanted {
                    mv.load[0] = (now + turn).rem_euclid(around) as i16;
                    out.push(mv);
                }
            }
        }
        for value in values {
            let value = self.int(value);
            mv.load[0] = self.small(value);
            out.push(mv);
        }
    }
}
