//! The first position.

use ludarium_lud::Node;

use super::Report;
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::mv::Move;

/// The number of starts that are tried where the first moves depend on chance.
const STARTS: u64 = 20;

/// Warns if the first player can only pass.
pub(super) fn check(game: &Game, node: &Node, report: &mut Report) {
    if game.puzzle().is_some() {
        return;
    }
    let starts = if game.flags.stochastic { STARTS } else { 1 };
    let only_passes = |seed: u64| {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        if game.outcome(&state).is_some() || state.fault().is_some() {
            return false;
        }
        let mut moves = Vec::new();
        game.legal(&mut state, &mut moves);
        moves.iter().all(|&mv| is_idle(game, mv))
    };
    if (1..=starts).all(only_passes) {
        let message = "the first move can only be a pass";
        let hint = "do the pieces start on the board, and may they move?";
        let place = node.call().and_then(|call| call.arg("rules"));
        let place = place.and_then(Node::call);
        let place = place.and_then(|rules| rules.args.iter().flatten().find(|arg| is_play(arg)));
        report.warn("first-move-pass", place.unwrap_or(node), message, hint);
    }
}

/// Whether a move is a pass that does nothing else.
fn is_idle(game: &Game, mv: Move) -> bool {
    let rule = &game.rules[usize::from(mv.rule)];
    game.is_pass(mv) && rule.thens.is_empty() && rule.before.is_empty()
}

fn is_play(node: &Node) -> bool {
    node.call()
        .is_some_and(|call| call.ludeme == ludarium_lud::Ludeme::Play)
}
