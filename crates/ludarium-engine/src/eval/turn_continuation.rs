//! Turn continuation: whether a turn ends with a move, decided without making it.

use super::Evaluator;
use crate::game::Game;
use crate::ir::{Bool, EffectId, Int, Moves, RuleKind, Sites};
use crate::Move;

/// Whether the mover of a rule's moves may move again.
#[derive(Clone, Debug)]
pub enum TurnContinuation {
    /// The turn passes to the next player.
    Never,
    /// The turn continues if the move goes to one of these sites.
    IfTargetIn(Box<Sites>),
    /// It depends on more than the target.
    Maybe,
}

/// Determines for every rule whether its mover may move again.
pub(crate) fn mark(game: &mut Game) {
    for index in 0..game.rules.len() {
        game.rules[index].turn_continuation = continuation_of_rule(game, index);
    }
}

fn continuation_of_rule(game: &Game, index: usize) -> TurnContinuation {
    let rule = &game.rules[index];
    let own = |effect: &EffectId| continuation_of_effect(game, game.effect(*effect), 0);
    let mut all = match may_keep_turn_itself(&rule.kind) {
        true => TurnContinuation::Maybe,
        false => TurnContinuation::Never,
    };
    for effect in rule.kind.apply_effects().chain(rule.before.iter().copied()) {
        // Effects before the move do not know its target.
        all = match own(&effect) {
            TurnContinuation::Never => all,
            _ => TurnContinuation::Maybe,
        };
    }
    for effect in &rule.thens {
        all = all.or(own(effect));
    }
    all
}

impl TurnContinuation {
    fn or(self, other: TurnContinuation) -> TurnContinuation {
        match (self, other) {
            (TurnContinuation::Never, one) | (one, TurnContinuation::Never) => one,
            _ => TurnContinuation::Maybe,
        }
    }
}

/// Whether a rule sets the next player, or may have any effect.
fn may_keep_turn_itself(kind: &RuleKind) -> bool {
    !matches!(
        kind,
        RuleKind::Step { .. }
            | RuleKind::Slide { .. }
            | RuleKind::Hop { .. }
            | RuleKind::Leap { .. }
            | RuleKind::FromTo { .. }
            | RuleKind::Add { .. }
            | RuleKind::Claim { .. }
            | RuleKind::Select { .. }
            | RuleKind::Remove { .. }
            | RuleKind::Promote { .. }
            | RuleKind::Pass
            | RuleKind::SetState { .. }
            | RuleKind::SetCount { .. }
            | RuleKind::SetCounter(_)
            | RuleKind::SetVar { .. }
            | RuleKind::SetPending(..)
            | RuleKind::SetScore { .. }
            | RuleKind::Remember { .. }
            | RuleKind::Flip { .. }
    )
}

/// Whether the mover may move again because of an effect.
fn continuation_of_effect(game: &Game, moves: &Moves, depth: u32) -> TurnContinuation {
    if depth > 16 {
        return TurnContinuation::Maybe;
    }
    let of = |moves: &Moves| continuation_of_effect(game, moves, depth + 1);
    match moves {
        Moves::None => TurnContinuation::Never,
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            if may_keep_turn_itself(&rule.kind) && !matches!(rule.kind, RuleKind::MoveAgain)
                || rule.has_apply
            {
                return TurnContinuation::Maybe;
            }
            let effects = rule.thens.iter().chain(&rule.before);
            let all = effects.fold(TurnContinuation::Never, |all, effect| {
                all.or(of(game.effect(*effect)))
            });
            match rule.kind {
                RuleKind::MoveAgain => TurnContinuation::Maybe,
                _ => all,
            }
        }
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => {
            (parts.iter()).fold(TurnContinuation::Never, |all, part| all.or(of(part)))
        }
        Moves::If(cond, yes, no) => {
            let (yes, no) = (
                of(yes),
                no.as_ref().map_or(TurnContinuation::Never, |no| of(no)),
            );
            match (yes, no, &**cond) {
                (TurnContinuation::Never, TurnContinuation::Never, _) => TurnContinuation::Never,
                // The condition depends on the target only.
                (
                    TurnContinuation::Maybe,
                    TurnContinuation::Never,
                    Bool::In(Int::LastTo, sites),
                ) if is_constant(sites) => TurnContinuation::IfTargetIn(sites.clone()),
                _ => TurnContinuation::Maybe,
            }
        }
        Moves::ForEachSite { moves, .. } => of(moves),
        Moves::Capture(capture) => (capture.effect.as_ref()).map_or(TurnContinuation::Never, of),
        _ => TurnContinuation::Maybe,
    }
}

/// Whether no move changes the sites of a region.
fn is_constant(sites: &Sites) -> bool {
    match sites {
        Sites::Const(_) => true,
        Sites::ByPlayer(_, player) => matches!(**player, Int::Mover | Int::Const(_)),
        _ => false,
    }
}

/// Whether two regions are known to be the same.
pub(super) fn same_region(one: &Sites, other: &Sites) -> bool {
    match (one, other) {
        (Sites::Const(one), Sites::Const(other)) => one == other,
        (Sites::ByPlayer(one, player), Sites::ByPlayer(other, of)) => {
            one == other && matches!((&**player, &**of), (Int::Mover, Int::Mover))
        }
        _ => false,
    }
}

impl<'a> Evaluator<'a> {
    /// Whether a move ends the turn in a game for two, whatever else it does; `false` also where
    /// that is unknown.
    pub(crate) fn ends_turn(&mut self, mv: Move) -> bool {
        let game: &'a Game = self.game;
        match &game.rules[usize::from(mv.rule)].turn_continuation {
            TurnContinuation::Never => true,
            TurnContinuation::Maybe => false,
            TurnContinuation::IfTargetIn(sites) => {
                let Ok(to) = usize::try_from(mv.target()) else {
                    return false;
                };
                let (site_type, site) = game.layout.site(to);
                site_type == game.layout.own && !self.in_sites(sites, site)
            }
        }
    }
}
