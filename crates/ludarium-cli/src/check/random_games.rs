//! Random games of a description that is checked: does somebody else win, too, and do they end?

use ludarium_agents::playout;
use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::{Description, Diagnostic};
use ludarium_notation::Wording;

use crate::faults::{first_fault, Faults};
use crate::outcome::players;
use crate::{interrupt, progress};

/// Maximum number of moves per game. The limit of turns ends nearly all games before.
const MAX_PLIES: usize = 20_000;

/// The least number of games of which one player may not win all.
const MIN_GAMES: u64 = 5;

/// A warning if the engine stops the game at its very beginning.
pub fn beginning(game: &Game, description: &Description) -> Vec<Diagnostic> {
    let fault = first_fault(game).into_iter();
    let warning = |fault| {
        let message = format!("the engine stops the game at its beginning: {fault}");
        Diagnostic::new("random-fault", description.game.span, message).hint(ENDLESS)
    };
    fault.map(warning).collect()
}

/// What mostly leads to a fault.
const ENDLESS: &str = "a loop does not end, or a list of moves is too long";

/// Warnings about `count` random games. Ctrl-C ends them; the warnings are about those played.
pub fn warnings(game: &Game, description: &Description, count: u64) -> Vec<Diagnostic> {
    let turns = usize::try_from(game.turn_limits().turns).unwrap_or(usize::MAX);
    let mut wins = vec![0u64; game.players() + 1];
    let (mut at_limit, mut faults, mut moves) = (0u64, Faults::default(), Vec::new());
    let (bar, mut played_games) = (progress::bar(count, "games"), 0);
    for seed in 0..count {
        if interrupt::is_asked() {
            break;
        }
        let mut chance = SplitMix64::new(seed + 1);
        let mut state = game.start(&mut chance);
        let played = playout(game, &mut state, &mut chance, MAX_PLIES, &mut moves);
        faults.count(state.fault());
        if state.fault().is_none() && (!played.ended || played.plies >= turns) {
            at_limit += 1;
        }
        let winners = game.outcome(&state).map_or(Vec::new(), |own| own.winners());
        winners.iter().for_each(|player| wins[*player] += 1);
        played_games += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = played_games;
    let span = description.game.span;
    let mut found = Vec::new();
    let mut warn = |code, message: String, hint: &str| {
        found.push(Diagnostic::new(code, span, message).hint(hint));
    };
    if let Some(told) = faults.told() {
        warn(
            "random-fault",
            format!("of {count} random games, {told}"),
            ENDLESS,
        );
    }
    if at_limit > 0 {
        let message = format!("{at_limit} of {count} random games meet the limit of turns");
        let hint = "can the pieces move to and fro for ever? (no Repeat), or an end for it, helps";
        warn("random-limit", message, hint);
    }
    let always = (1..wins.len()).filter(|&player| wins[player] == count);
    let always: Vec<usize> = always.collect();
    let enough = count >= MIN_GAMES && game.players() > 1;
    if !always.is_empty() && enough {
        let wording = Wording::default();
        let message = match always[..] {
            [player] => format!(
                "{} {} all of {count} random games",
                wording.player(player),
                wording.wins(player)
            ),
            _ => format!(
                "{} win all of {count} random games",
                players(&always, &wording)
            ),
        };
        let hint = "can the others win at all?";
        warn("one-player-wins", message, hint);
    }
    found
}
