//! Making single moves: what they remember, and what they set down where.

use super::{Evaluator, MoveSink};
use crate::ir::{Int, Rule, RuleId, RuleKind, Target, OFF};
use crate::limit::Fault;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// A move of this rule, remembering what it needs to be carried out later.
    #[inline]
    pub(super) fn make(&mut self, id: RuleId, rule: &Rule, from: i32, to: i32) -> Move {
        let mut mv = Move::new(id, from, to);
        if rule.overflows {
            self.spill(&mut mv);
            return mv;
        }
        for (index, &iter) in rule.stored_vars.iter().enumerate() {
            mv.load[4 - index] = self.small(self.env[iter as usize]);
        }
        mv
    }

    /// A number as a move remembers it. What is too large for that stops the game.
    #[inline]
    pub(super) fn small(&mut self, value: i32) -> i16 {
        i16::try_from(value).unwrap_or_else(|_| {
            self.stop(Fault::TooLarge);
            0
        })
    }

    /// Binds again what the move remembers.
    #[inline]
    pub fn recall(&mut self, rule: &Rule, mv: Move) {
        if rule.overflows {
            return self.recall_spilled(rule, mv);
        }
        for (index, &iter) in rule.stored_vars.iter().enumerate() {
            self.env[iter as usize] = i32::from(mv.load[4 - index]);
        }
    }

    /// A move without places, such as a pass.
    #[inline]
    pub(super) fn plain(&mut self, id: RuleId, rule: &Rule) -> Move {
        self.make(id, rule, OFF, OFF)
    }

    /// Places pieces of a kind on `site`, if the rule allows it.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn place_at(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        kind: i32,
        count: i32,
        to: &'a Target,
        site: i32,
        out: &mut MoveSink,
    ) {
        if count <= 0 || !self.game.is_kind(kind) {
            return;
        }
        let Some(slot) = self.allowed(to, site, out) else {
            return;
        };
        if self.game.cover > 0 {
            let state = match &rule.kind {
                RuleKind::Add { state, .. } => state.as_ref().map_or(0, |state| self.int(state)),
                _ => 0,
            };
            if !self.has_room(kind as usize, state, slot as usize, None) {
                return;
            }
        }
        let mut mv = self.make(id, rule, slot, slot);
        mv.load[0] = kind as i16;
        mv.load[1] = self.small(count);
        out.push(mv);
        // A placement with an effect of its own on the target is offered twice.
        if rule.kind.is_generated_twice(rule.decision) {
            out.push(mv);
        }
    }

    /// How many pieces a `(fromTo)` takes along; OFF where it does not say.
    pub(super) fn how_many(&mut self, count: Option<&'a Int>) -> i32 {
        match count {
            Some(count) => self.int(count).max(0),
            None => OFF,
        }
    }

    /// Carries what is on a slot to `site`, if the rule allows it.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn carry_to(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        count: i32,
        to: &'a Target,
        site: i32,
        out: &mut MoveSink,
    ) {
        if let Some(target) = self.allowed(to, site, out) {
            let mut mv = self.make(id, rule, from as i32, target);
            mv.put(0, count);
            if let RuleKind::FromTo { from, .. } = &rule.kind {
                if let Some(level) = &from.level {
                    // Which piece of a stack it is, is settled with the move.
                    let level = self.int(level);
                    mv.load[2] = self.small(level);
                }
            }
            if self.game.cover > 0 {
                self.ways_of(from, target as usize, mv, out);
                return;
            }
            out.push(mv);
        }
    }
}
