//! Carries out moves.

use crate::action::{Action, Hidden};
use crate::ir::{Effect, EffectId, Hurdle, Iter, Moves, Outer, Rule, RuleKind, Target, OFF};
use crate::layout::{ExtraSet, Field};
use crate::Move;

use super::Evaluator;

impl<'a> Evaluator<'a> {
    /// Carries out a decision: the effects before it, the move itself, and its consequences. The
    /// move is then the last move.
    pub fn perform(&mut self, mv: Move) {
        self.perform_without_outer(mv, Outer::default());
    }

    /// Carries out a decision without the effects around it.
    pub fn perform_without_outer(&mut self, mv: Move, outer: Outer) {
        self.nested(|eval| eval.perform_here(mv, outer));
    }

    fn perform_here(&mut self, mv: Move, outer: Outer) {
        let rule = &self.game.rules[mv.rule as usize];
        self.recall(rule, mv);
        let before = rule.before.get(outer.first..).unwrap_or_default();
        if !before.is_empty() {
            self.perform_before(rule, before, mv);
        }
        self.bind_ends(mv);
        // The effects in `(apply ...)` are resolved before anything changes.
        let level = self.level_from(rule, mv);
        let first = self.apply_moves(rule, mv);
        if before.is_empty() {
            self.clear_pending();
        }
        let early = self.early_consequence(rule);
        let last_action_to = std::mem::replace(&mut self.last_action_to, mv.target());
        let last_action_from = std::mem::replace(&mut self.last_action_from, mv.origin());
        self.note_passed(rule, mv);
        if let Some(list) = self.game.pushed_list() {
            self.state.take_list(list);
        }
        self.finish_move(rule, mv, first, level);
        self.state.set_field(Field::LastFrom, mv.origin());
        self.state.set_field(Field::LastTo, mv.target());
        self.state.set_field(Field::LastLevelFrom, level);
        // Ludii records the lowest level if the rule names none.
        let landed = match &rule.kind {
            RuleKind::FromTo { to, .. } => match &to.level {
                Some(level) => self.int(level),
                None => 0,
            },
            RuleKind::Select { from, to: None, .. } if from.level.is_some() => level,
            _ if mv.target() >= 0 => self.state.top(mv.target() as usize) as i32,
            _ => 0,
        };
        self.state.set_field(Field::LastLevelTo, landed);
        if self.game.flags.last_after {
            // The end of the consequences is known only after all of them are carried out.
            self.state.set_field(Field::LastToAfter, mv.target());
        }
        // For the consequences, this move has been made.
        let moves = self.state.field(Field::Moves);
        self.state.set_field(Field::Moves, moves + 1);
        let pass = matches!(rule.kind, RuleKind::Pass);
        self.state.set_field(Field::LastPass, i32::from(pass));
        self.count_pass(pass);
        // Consequences know the origin and target only as those of the last move.
        self.bind(Iter::From, OFF);
        self.bind(Iter::To, OFF);
        let following = rule.thens.len().saturating_sub(outer.thens);
        let early = self.carry_out_early(early).min(following);
        for &effect in &rule.thens[early..following] {
            if !self.game.delayed.contains(&effect) {
                self.effect(effect);
            }
        }
        if self.game.flags.last_after {
            self.state
                .set_field(Field::LastToAfter, self.last_action_to);
            self.state
                .set_field(Field::LastFromAfter, self.last_action_from);
        }
        self.last_action_to = last_action_to;
        self.last_action_from = last_action_from;
    }

    /// Remembers the sites that a slide or hop passes, if a rule reads them.
    fn note_passed(&mut self, rule: &'a Rule, mv: Move) {
        let Some(list) = self.game.passed_list() else {
            return;
        };
        self.state.take_list(list);
        let (site_type, sites) = match &rule.kind {
            RuleKind::Hop { from, dirs, .. } => (from.site_type, self.hurdles(dirs, mv)),
            RuleKind::Slide { from, dirs, .. } => (from.site_type, self.passed(dirs, mv)),
            _ => return,
        };
        for site in sites {
            if let Some(slot) = self.slot(site_type, site) {
                self.state.remember(list, slot as i32);
            }
        }
    }

    /// Carries out the effects before a move.
    fn perform_before(&mut self, rule: &'a Rule, before: &'a [EffectId], mv: Move) {
        // These effects may use the origin of the move.
        self.bind_ends(mv);
        let shadowed = rule
            .shadowed
            .map(|iter| (iter as usize, Iter::Shadowed as usize));
        if let Some((iter, shadowed)) = shadowed {
            // These effects use the outer value of a variable that is bound again further in.
            self.env.swap(iter, shadowed);
        }
        for (index, &effect) in before.iter().enumerate() {
            let list = self.before_moves(effect);
            if index == 0 {
                // Pending sites last for one move, unless they are set before the move itself.
                self.clear_pending();
            }
            for &first in &list {
                self.carry_out(first);
            }
            self.recycle(list);
        }
        if let Some((iter, shadowed)) = shadowed {
            self.env.swap(iter, shadowed);
        }
    }

    /// Carries out a move that is part of an effect.
    pub fn carry_out(&mut self, mv: Move) {
        self.carry_out_applied(mv, None);
    }

    /// Carries out a move whose `(apply ...)` may have been resolved before.
    fn carry_out_applied(&mut self, mv: Move, applied: Option<Vec<Move>>) {
        if self.charge_effect() {
            self.nested(|eval| eval.carry_out_here(mv, applied));
        }
    }

    fn carry_out_here(&mut self, mv: Move, applied: Option<Vec<Move>>) {
        let rule = &self.game.rules[mv.rule as usize];
        let saved = self.env;
        self.recall(rule, mv);
        if rule.acts_alone() && self.expanded.is_none() && self.trace.is_none() {
            self.bind_ends(mv);
            let level = self.level_from(rule, mv);
            self.act(rule, mv, level);
            self.env = saved;
            return;
        }
        for &effect in &rule.before {
            self.effect(effect);
        }
        // A move without sites leaves the bindings unchanged.
        let ends = mv.origin() >= 0 || mv.target() >= 0;
        if ends {
            self.bind_ends(mv);
        }
        let (from, to) = (self.get(Iter::From), self.get(Iter::To));
        if matches!(rule.kind, RuleKind::Sow(_)) {
            // A sowing binds its own ends, and not to all of its parts.
            self.bind(Iter::From, saved[Iter::From as usize]);
            self.bind(Iter::To, saved[Iter::To as usize]);
        }
        let level = self.level_from(rule, mv);
        let first = applied.unwrap_or_else(|| self.apply_moves(rule, mv));
        let early = self.early_consequence(rule);
        self.finish_move(rule, mv, first, level);
        self.bind(Iter::From, if ends { OFF } else { from });
        self.bind(Iter::To, if ends { OFF } else { to });
        let early = self.carry_out_early(early);
        for &effect in &rule.thens[early..] {
            self.effect(effect);
        }
        self.env = saved;
    }

    /// The first consequence of a rule, if it is worked out before the move is carried out.
    fn early_consequence(&mut self, rule: &'a Rule) -> Option<Vec<Move>> {
        let &effect = rule.thens.first().filter(|_| rule.early_then)?;
        let ends = (self.bind(Iter::From, OFF), self.bind(Iter::To, OFF));
        let list = self.list_moves(self.game.effect(effect));
        self.bind(Iter::From, ends.0);
        self.bind(Iter::To, ends.1);
        Some(list)
    }

    /// Carries out a consequence that was worked out before. Returns the number of consequences
    /// that are done.
    fn carry_out_early(&mut self, early: Option<Vec<Move>>) -> usize {
        let Some(list) = early else { return 0 };
        for &mv in &list {
            self.carry_out(mv);
        }
        self.recycle(list);
        1
    }

    /// Carries out an effect: resolves all of its moves, then carries them out.
    pub fn effect(&mut self, effect: EffectId) {
        let mut moves = self.game.effect(effect);
        // Branches that are not taken need no list.
        while let Moves::If(cond, yes, no) = moves {
            moves = match (self.bool(cond), no) {
                (true, _) => yes,
                (false, Some(no)) => no,
                (false, None) => return,
            };
        }
        let (mut list, joined) = self.list_parts(moves);
        let starts = self.list_captures(&mut list, 1);
        let first_of = |part: &usize| starts.get(*part).copied().unwrap_or(*part);
        let joined: Vec<usize> = joined.iter().map(first_of).collect();
        let mut applied = self.resolve_ahead(&list, &joined).into_iter();
        for &mv in &list {
            self.carry_out_applied(mv, applied.next().flatten());
        }
        self.recycle(list);
    }

    /// For each part of an effect the moves in its `(apply ...)`, before any part is carried out,
    /// so that no part changes what a later one applies; nothing where no part has such moves. Of a
    /// `do`, whose parts are joined with the next one, they are resolved as it is carried out.
    fn resolve_ahead(&mut self, list: &[Move], joined: &[usize]) -> Vec<Option<Vec<Move>>> {
        let rules = &self.game.rules;
        let applies = |mv: &Move| {
            let rule = &rules[mv.rule as usize];
            rule.has_apply && rule.before.is_empty()
        };
        if !list.iter().skip(1).any(applies) {
            return Vec::new();
        }
        let mut resolved = vec![None];
        for (before, mv) in list.iter().skip(1).enumerate() {
            let of_do = joined.contains(&before) || joined.contains(&(before + 1));
            let ahead = applies(mv) && !of_do;
            resolved.push(ahead.then(|| self.applied_by(*mv)));
        }
        resolved
    }

    /// The moves in the `(apply ...)` of a part of an effect.
    fn applied_by(&mut self, mv: Move) -> Vec<Move> {
        let rule = &self.game.rules[mv.rule as usize];
        let saved = self.env;
        self.recall(rule, mv);
        if mv.origin() >= 0 || mv.target() >= 0 {
            self.bind_ends(mv);
        }
        let applied = self.apply_moves(rule, mv);
        self.env = saved;
        applied
    }

    pub(super) fn bind_ends(&mut self, mv: Move) {
        for (iter, slot) in [(Iter::From, mv.origin()), (Iter::To, mv.target())] {
            let site = if slot < 0 {
                OFF
            } else {
                self.game.layout.site(slot as usize).1
            };
            self.bind(iter, site);
        }
    }

    pub(crate) fn clear_pending(&mut self) {
        if self.state.field(Field::PendingValue) != 0 {
            self.state.set_field(Field::PendingValue, 0);
            self.state.clear_extra(ExtraSet::Pending);
        }
    }

    /// The level from which a move takes its piece: as the rule says, or else the top.
    fn level_from(&mut self, rule: &'a Rule, mv: Move) -> i32 {
        if self.game.layout.levels == 0 || mv.origin() < 0 {
            return 0;
        }
        let top = self.state.top(mv.origin() as usize) as i32;
        match &rule.kind {
            RuleKind::Step { from, .. }
            | RuleKind::Slide { from, .. }
            | RuleKind::Hop { from, .. }
            | RuleKind::Leap { from, .. }
            | RuleKind::Select { from, .. } => match &from.level {
                Some(level) => self.int(level),
                None => top,
            },
            RuleKind::FromTo { from, .. } if from.level.is_some() => i32::from(mv.payload[2]),
            // A whole stack is taken from its lowest level.
            RuleKind::FromTo { stack: true, .. } => 0,
            _ => top,
        }
    }

    /// The moves in `(apply ...)`, resolved for the owner of the piece that moves.
    pub(super) fn apply_moves(&mut self, rule: &'a Rule, mv: Move) -> Vec<Move> {
        if !rule.has_apply {
            return Vec::new();
        }
        self.with_listing_rng(rule, mv, |eval| eval.apply_moves_of_owner(rule, mv))
    }

    fn apply_moves_of_owner(&mut self, rule: &'a Rule, mv: Move) -> Vec<Move> {
        let mover = self.mover();
        let owner = match usize::try_from(mv.origin()) {
            Ok(slot) if rule.for_owner => self.owner_at(slot),
            _ => mover,
        };
        if owner == mover || owner < 1 || owner > self.game.players as i32 {
            return self.resolve_apply(rule, mv);
        }
        self.state.set_field(Field::Mover, owner);
        let settled = self.resolve_apply(rule, mv);
        self.state.set_field(Field::Mover, mover);
        settled
    }

    /// The moves in `(apply ...)`, resolved but not carried out.
    fn resolve_apply(&mut self, rule: &'a Rule, mv: Move) -> Vec<Move> {
        let mut list = self.state.buffers.moves.pop().unwrap_or_default();
        match &rule.kind {
            RuleKind::Step { to, .. } | RuleKind::Leap { to, .. } | RuleKind::FromTo { to, .. } => {
                self.resolve_effect(to.effect.as_ref(), &mut list);
            }
            RuleKind::Add { to, .. } | RuleKind::Claim { to, .. } => {
                self.resolve_effect(to.effect.as_ref(), &mut list)
            }
            RuleKind::Select { to: Some(to), .. } => {
                self.resolve_effect(to.effect.as_ref(), &mut list)
            }
            RuleKind::Hop {
                between, to, dirs, ..
            } => {
                if self.is_step_over_nothing(between, mv) {
                    // It has the effect on the sites passed, although it passes none.
                    self.resolve_effect(between.effect.as_ref(), &mut list);
                    return list;
                }
                if between.effect.is_some() {
                    // Each effect is inserted before the last one, so the farthest hurdle comes
                    // first.
                    for site in self.hurdles(dirs, mv).into_iter().rev() {
                        self.bind(Iter::Between, site);
                        self.resolve_effect(between.effect.as_ref(), &mut list);
                    }
                    self.bind(Iter::Between, i32::from(mv.payload[0]));
                }
                self.resolve_effect(to.effect.as_ref(), &mut list);
            }
            RuleKind::Slide {
                between,
                to,
                dirs,
                tracks,
                ..
            } => {
                self.resolve_slide_effects(between, to, dirs, mv, !tracks.is_empty(), &mut list);
            }
            RuleKind::Shoot {
                between, to, dirs, ..
            } => {
                self.resolve_slide_effects(between, to, dirs, mv, false, &mut list);
            }
            _ => {}
        }
        list
    }

    /// Whether a hop is the step that a minimum of 0 allows beside the hops over hurdles.
    fn is_step_over_nothing(&mut self, between: &'a Hurdle, mv: Move) -> bool {
        let target = usize::try_from(mv.target());
        let site = target.map(|slot| self.game.layout.site(slot).1);
        mv.payload[1] == 0
            && site == Ok(i32::from(mv.payload[0]))
            && self.int(&between.low) == 0
            && !self.is_hurdle(between, i32::from(mv.payload[0]))
    }

    fn resolve_effect(&mut self, effect: Option<&'a Effect>, list: &mut Vec<Move>) {
        let Some(effect) = effect else { return };
        if effect.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
            return;
        }
        self.resolve_unconditionally(effect, list);
    }

    fn resolve_unconditionally(&mut self, effect: &'a Effect, list: &mut Vec<Move>) {
        if let Some(id) = effect.effect {
            let moves = self.list_moves(self.game.effect(id));
            list.extend_from_slice(&moves);
            self.recycle(moves);
        }
    }

    /// The hurdles of a hop, nearest first.
    pub(super) fn hurdles(&mut self, dirs: &'a crate::ir::Dirs, mv: Move) -> Vec<i32> {
        let (first, long) = (mv.payload[0], mv.payload[1] as usize);
        if long == 0 {
            return Vec::new();
        }
        if long <= 1 || mv.origin() < 0 {
            return vec![i32::from(first)];
        }
        let (_, from) = self.game.layout.site(mv.origin() as usize);
        let (_, to) = self.game.layout.site(mv.target() as usize);
        for table in self.tables(dirs, mv.origin() as usize) {
            for ray in table.rays_of(from as usize) {
                let path = table.ray(ray);
                let start = path.iter().position(|&site| site as i16 == first);
                let end = path.iter().position(|&site| i32::from(site) == to);
                if let (Some(start), Some(end)) = (start, end) {
                    if start + long <= end {
                        return path[start..start + long]
                            .iter()
                            .map(|&site| i32::from(site))
                            .collect();
                    }
                }
            }
        }
        vec![i32::from(first)]
    }

    /// The sites that a slide passes over, nearest first.
    pub(super) fn passed(&mut self, dirs: &'a crate::ir::Dirs, mv: Move) -> Vec<i32> {
        let (_, from) = self.game.layout.site(mv.origin() as usize);
        let (_, end) = self.game.layout.site(mv.target() as usize);
        let long = mv.payload[1] as usize;
        for table in self.tables(dirs, mv.origin() as usize) {
            for ray in table.rays_of(from as usize) {
                let path = table.ray(ray);
                let right = path
                    .first()
                    .is_some_and(|&site| site as i16 == mv.payload[0])
                    && path
                        .get(long.wrapping_sub(1))
                        .is_some_and(|&site| i32::from(site) == end);
                if right && long > 1 {
                    return path[..long - 1]
                        .iter()
                        .map(|&site| i32::from(site))
                        .collect();
                }
            }
        }
        Vec::new()
    }

    fn resolve_slide_effects(
        &mut self,
        between: &'a Hurdle,
        to: &'a Target,
        dirs: &'a crate::ir::Dirs,
        mv: Move,
        on_track: bool,
        list: &mut Vec<Move>,
    ) {
        if between.effect.is_some() && !on_track {
            // As for hurdles, the farthest comes first.
            for site in self.passed(dirs, mv).into_iter().rev() {
                self.bind(Iter::Between, site);
                self.resolve_effect(between.effect.as_ref(), list);
            }
        }
        // The effect of the target applies only where the target's condition is given and holds.
        if to.cond.as_ref().is_none_or(|cond| !self.bool(cond)) {
            return;
        }
        match &to.effect {
            // Along a track, the effect has no condition.
            Some(effect) if on_track => self.resolve_unconditionally(effect, list),
            effect => self.resolve_effect(effect.as_ref(), list),
        }
    }

    /// Carries out the effects resolved before, then the move itself.
    fn finish_move(&mut self, rule: &'a Rule, mv: Move, first: Vec<Move>, level: i32) {
        if self.trace.is_some() {
            self.traced_effect(rule, |eval| eval.finish_untraced(rule, mv, first, level));
        } else {
            self.finish_untraced(rule, mv, first, level);
        }
    }

    fn finish_untraced(&mut self, rule: &'a Rule, mv: Move, first: Vec<Move>, level: i32) {
        if rule.has_apply {
            for &effect in &first {
                self.carry_out(effect);
            }
            self.recycle(first);
        }
        if rule.has_apply || mv.origin() < 0 && mv.target() < 0 {
            self.bind_ends(mv);
        }
        if self.expanded.is_some() {
            // The parts of the move's own action are not collected as moves.
            let spread = self.expanded.take();
            self.act(rule, mv, level);
            self.expanded = spread;
            let rule = rule.without_effects.unwrap_or(mv.rule);
            self.expanded
                .iter_mut()
                .for_each(|all| all.push(Move { rule, ..mv }));
        } else {
            self.act(rule, mv, level);
        }
        if let (Some(cell), Ok(slot)) = (rule.rotation_cell, usize::try_from(mv.target())) {
            self.turn(slot, i32::from(mv.payload[cell]));
        }
        if rule.uses_die {
            self.use_die(mv, rule);
        }
    }

    pub(super) fn hide(&mut self, slot: usize, level: i32, data: Hidden, who: i32, hidden: bool) {
        if who <= 0 {
            return;
        }
        self.state.set_hidden(slot, data, who as usize, hidden);
        let at = self.place(slot);
        self.log_action(|| Action::SetHidden {
            at,
            level,
            data,
            who,
            hidden,
        });
    }
}
