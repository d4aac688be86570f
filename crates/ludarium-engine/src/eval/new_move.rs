//! Constructs moves: the variables that they store, and their payload.

use super::{Evaluator, MoveSink};
use crate::ir::{Int, Iter, Rule, RuleId, RuleKind, Target, OFF};
use crate::limit::Fault;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// A move of this rule, with the variables that it needs to be carried out later.
    #[inline]
    pub(super) fn new_move(&mut self, id: RuleId, rule: &Rule, from: i32, to: i32) -> Move {
        let mut mv = Move::new(id, from, to);
        if rule.overflows {
            self.push_overflow(&mut mv);
            return mv;
        }
        for (index, &iter) in rule.stored_vars.iter().enumerate() {
            mv.payload[4 - index] = self.payload_value(self.env[iter as usize]);
        }
        mv
    }

    /// A number as a payload cell. A number out of range stops the game.
    #[inline]
    pub(super) fn payload_value(&mut self, value: i32) -> i16 {
        i16::try_from(value).unwrap_or_else(|_| {
            self.stop(Fault::TooLarge);
            0
        })
    }

    /// Binds the variables that the move stores.
    #[inline]
    pub fn recall(&mut self, rule: &Rule, mv: Move) {
        if rule.overflows {
            return self.recall_overflow(rule, mv);
        }
        for (index, &iter) in rule.stored_vars.iter().enumerate() {
            self.env[iter as usize] = i32::from(mv.payload[4 - index]);
        }
    }

    /// A move without sites, such as a pass.
    #[inline]
    pub(super) fn new_move_without_sites(&mut self, id: RuleId, rule: &Rule) -> Move {
        self.new_move(id, rule, OFF, OFF)
    }

    /// Adds a placement of pieces of a kind on `site`, if the rule allows it.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn push_placement(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        kind: i32,
        count: i32,
        to: &'a Target,
        site: i32,
        out: &mut MoveSink,
    ) {
        // Piece 0 may be added, too: nothing, but the action is made.
        if count <= 0 || kind != 0 && !self.game.is_kind(kind) {
            return;
        }
        let Some(slot) = self.allowed_target(to, site, out) else {
            return;
        };
        if self.is_large(kind) {
            // One move for each state that fits, or for the state that is named.
            let named = match &rule.kind {
                RuleKind::Add { state, .. } => state.as_ref().map(|state| self.int(state)),
                _ => Some(0),
            };
            let states = match named {
                Some(state) => state..state.saturating_add(1),
                None => 0..self.orientations(kind as usize),
            };
            for state in states {
                if self.fits_at(kind as usize, state, slot as usize, None) {
                    let mut mv = self.new_move(id, rule, slot, slot);
                    mv.payload[0] = kind as i16;
                    mv.payload[1] = self.payload_value(count);
                    mv.payload[2] = state as i16;
                    out.push(mv);
                }
            }
            return;
        }
        let mut mv = self.new_move(id, rule, slot, slot);
        mv.payload[0] = kind as i16;
        mv.payload[1] = self.payload_value(count);
        if let (Some(once), false) = (rule.listed_once, self.effect_applies(to, site)) {
            out.push(Move { rule: once, ..mv });
            return;
        }
        out.push(mv);
        // A placement on a region with an effect is listed twice.
        if rule.kind.is_listed_twice() {
            out.push(mv);
        }
    }

    /// Whether the condition of a target's effect holds where a piece is placed on a site, which is
    /// `(from)` and `(to)`.
    fn effect_applies(&mut self, to: &'a Target, site: i32) -> bool {
        let cond = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
        let Some(cond) = cond else { return true };
        let from = self.bind(Iter::From, site);
        let old = self.bind(Iter::To, site);
        let holds = self.bool(cond);
        self.bind(Iter::To, old);
        self.bind(Iter::From, from);
        holds
    }

    /// The number of pieces that a `(fromTo)` moves; OFF if not given.
    pub(super) fn transfer_count(&mut self, count: Option<&'a Int>) -> i32 {
        match count {
            Some(count) => self.int(count).max(0),
            None => OFF,
        }
    }

    /// Adds a transfer of the pieces on a slot to `site`, if the rule allows it.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    pub(super) fn push_transfer(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        count: i32,
        to: &'a Target,
        site: i32,
        out: &mut MoveSink,
    ) {
        if let Some(target) = self.allowed_target(to, site, out) {
            let mut mv = self.new_move(id, rule, from as i32, target);
            mv.put(0, count);
            if let RuleKind::FromTo { from, .. } = &rule.kind {
                if let Some(level) = &from.level {
                    // The piece of a stack is chosen when the move is generated.
                    let level = self.int(level);
                    mv.payload[2] = self.payload_value(level);
                }
            }
            out.push(mv);
        }
    }
}
