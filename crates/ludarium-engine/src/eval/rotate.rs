//! Rotates pieces.

use super::{Evaluator, MoveSink};
use crate::action::Action;
use crate::ir::{Int, Iter, Rule, RuleId, Target};

impl<'a> Evaluator<'a> {
    /// Sets the rotation of the (topmost) piece on a slot.
    pub(super) fn turn(&mut self, slot: usize, rotation: i32) {
        self.state
            .set_rotation_at(slot, self.state.top(slot), rotation);
        let at = self.place(slot);
        self.log_action(|| Action::SetRotation { at, rotation });
    }

    /// The rotations that a rule allows: to the given values, and to the previous and next one.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn generate_rotation(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        to: Option<&'a Target>,
        values: &'a [Int],
        previous: bool,
        next: bool,
        out: &mut MoveSink,
    ) {
        let own = self.get(Iter::From);
        let Some(to) = to else {
            let own_type = self.game.layout.own;
            return self.rotations_at(id, rule, (own_type, own), (values, previous, next), out);
        };
        if to.site.is_none() && to.sites.is_none() {
            return self.rotations_at(id, rule, (to.site_type, own), (values, previous, next), out);
        }
        self.over_targets(
            to,
            |eval, site, out| {
                if eval.allowed_target(to, site, out).is_some() {
                    eval.rotations_at(
                        id,
                        rule,
                        (to.site_type, site),
                        (values, previous, next),
                        out,
                    );
                }
            },
            out,
        );
    }

    /// The rotations of the piece on one site.
    fn rotations_at(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        (site_type, site): (usize, i32),
        (values, previous, next): (&'a [Int], bool, bool),
        out: &mut MoveSink,
    ) {
        let Some(slot) = self.slot(site_type, site) else {
            return;
        };
        let mut mv = self.new_move(id, rule, slot as i32, slot as i32);
        for value in values {
            let value = self.int(value);
            mv.payload[0] = self.payload_value(value);
            out.push(mv);
        }
        // The previous and the next rotation are offered as well, unless they are switched off.
        let around = self.game.rotations();
        let now = self.state.rotation_at(slot, self.state.top(slot));
        for (wanted, turn) in [(previous, -1), (next, 1)] {
            if wanted {
                mv.payload[0] = (now + turn).rem_euclid(around) as i16;
                out.push(mv);
            }
        }
    }
}
