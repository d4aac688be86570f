//! The board and the first position.

use ludarium_board::{BoardKind, SiteType};
use ludarium_lud::{Ludeme, Node, Value};

use super::Report;
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::mv::Move;

/// The number of starts that are tried where the first moves depend on chance.
const STARTS: u64 = 20;

/// The number of random games in which the first turns are played, and of moves for each player in
/// them: more than one, where the throw decides who may move.
const GAMES: u64 = 20;
const TURNS: usize = 4;

/// Reports a board without sites, and warns if the first player can only pass or if listing the
/// first moves meets a limit.
pub(super) fn check(game: &Game, node: &Node, report: &mut Report) {
    let boardless = matches!(game.board().kind, BoardKind::Boardless { .. });
    let topology = &game.board().topology;
    if topology.len(game.board().default_site) == 0 && !boardless {
        let message = "this board has no sites to play on";
        let hint = "choose a larger one, or another type of site: (board .. use:Vertex)";
        let board = find(node, &|ludeme| ludeme.sort() == "board").unwrap_or(node);
        match topology.len(SiteType::Vertex) {
            0 | 1 => report.error(
                "bad-number",
                board,
                message.to_owned(),
                Some(hint.to_owned()),
            ),
            _ => report.warn("no-sites", board, message, hint),
        }
        return;
    }
    if game.puzzle().is_some() {
        return;
    }
    let starts = if game.flags.stochastic { STARTS } else { 1 };
    let mut fault = None;
    let mut passes = false;
    let mut only_passes = |seed: u64| {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        if game.outcome(&state).is_some() || state.fault().is_some() {
            return false;
        }
        let mut moves = Vec::new();
        game.legal(&mut state, &mut moves);
        fault = fault.or(state.fault());
        passes |= moves.iter().any(|&mv| is_idle(game, mv));
        moves.iter().all(|&mv| is_idle(game, mv))
    };
    let idle = (1..=starts).all(&mut only_passes);
    let first_turns = match idle {
        true => FirstTurns::All,
        false => first_turns(game),
    };
    let play = find(node, &|ludeme| ludeme == Ludeme::Play).unwrap_or(node);
    if let Some(fault) = fault {
        let message = format!("the engine stops this game before its first move: {fault}");
        let hint = "a list of moves is too long, or a loop does not end";
        report.warn("first-move-fault", play, &message, hint);
    } else if idle {
        let hint = "do the pieces start on the board, and may they move?";
        let message = "the first move can only be a pass";
        report.warn("first-move-pass", play, message, hint);
    } else if let FirstTurns::OnlyPass(player) = first_turns {
        let message = format!("player {player} can only pass in its first turns");
        let hint = "do its pieces start on the board, and may they move?";
        report.warn("only-passes", play, &message, hint);
    } else if let FirstTurns::Over(player) = first_turns {
        let message = format!("every game is over before player {player} has moved");
        let hint = "which end holds so soon?";
        let end = find(node, &|ludeme| ludeme == Ludeme::End).unwrap_or(play);
        report.warn("over-at-once", end, &message, hint);
    } else if passes
        && game.players() > 1
        && find(node, &|ludeme| {
            matches!(ludeme, Ludeme::Start | Ludeme::PassEnd)
        })
        .is_none()
    {
        let message = "with nothing placed at the start, a pass on the first move ends the game";
        let hint = "write (meta (passEnd NoEnd)), and an end for it: (end (if (all Passed) ..))";
        report.warn("first-pass-ends", play, message, hint);
    }
}

/// Who moves in the first turns of random games.
enum FirstTurns {
    /// Every player, or the games are over before, in some of them.
    All,
    /// All of them end before a player has moved.
    Over(usize),
    /// A player can only pass whenever it comes to its first turn.
    OnlyPass(usize),
}

/// Plays the first turns of random games, until each player has had a move in one of them.
fn first_turns(game: &Game) -> FirstTurns {
    let players = game.players();
    let mut moved = vec![false; players + 1];
    let mut passed = vec![false; players + 1];
    let mut ended = 0;
    for seed in 1..=GAMES {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(seed));
        let mut state = game.start(&mut chance);
        let mut moves = Vec::new();
        for _ in 0..players * TURNS {
            if state.over() {
                ended += u64::from(state.fault().is_none());
                break;
            }
            game.legal(&mut state, &mut moves);
            let mover = state.mover();
            let idle = moves.iter().all(|&mv| is_idle(game, mv));
            if let (Some(moved), Some(passed)) = (moved.get_mut(mover), passed.get_mut(mover)) {
                *moved |= !idle;
                *passed |= idle;
            }
            if moved[1..].iter().all(|moved| *moved) {
                return FirstTurns::All;
            }
            let Some(&mv) = moves.get(pick.index(moves.len() as u32) as usize) else {
                break;
            };
            game.apply(&mut state, mv, &mut chance);
        }
    }
    let stuck = (1..=players).find(|&player| passed[player] && !moved[player]);
    let unheard = (1..=players).find(|&player| !moved[player]);
    match (stuck, unheard) {
        (Some(player), _) => FirstTurns::OnlyPass(player),
        (_, Some(player)) if ended == GAMES => FirstTurns::Over(player),
        _ => FirstTurns::All,
    }
}

/// The first ludeme of a kind.
fn find<'a>(node: &'a Node, suits: &dyn Fn(Ludeme) -> bool) -> Option<&'a Node> {
    match &node.value {
        Value::Call(call) if suits(call.ludeme) => Some(node),
        Value::Call(call) => {
            let mut args = call.args.iter().flatten();
            args.find_map(|arg| find(arg, suits))
        }
        Value::Array(items) => items.iter().find_map(|item| find(item, suits)),
        _ => None,
    }
}

/// Whether a move is a pass that does nothing else.
fn is_idle(game: &Game, mv: Move) -> bool {
    let rule = &game.rules[usize::from(mv.rule)];
    game.is_pass(mv) && rule.thens.is_empty() && rule.before.is_empty()
}
