//! Random games over the corpus that `LUDARIUM_CORPUS` names, if there is one: on a fixed hundred
//! of its descriptions, with fixed seeds. No game panics; undoing a move restores the state bit for
//! bit; and each game that ends has an end by the rules.
//!
//! `LUDARIUM_GAMES` is the number of complete games for each description (a hundred make ten
//! thousand games). If it is not set, one game is begun on each.

use crate::described;

use ludarium_engine::{Game, SplitMix64, State};

/// The number of descriptions that are played.
const DESCRIPTIONS: usize = 100;

/// The number of moves made in a game that is only begun.
const BEGINNING: usize = 60;

/// More moves than in the longest game: the format ends any after ten thousand.
const WHOLE: usize = 20_000;

/// Plays a random game, undoing each move once; returns the number of moves.
fn play(name: &str, game: &Game, seed: u64, limit: usize) -> usize {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let mut made = 0;
    while made < limit {
        let Some(mv) = game.sample(&mut state, &mut pick) else {
            assert!(state.over(), "{name}, seed {seed}: no move after {made}");
            break;
        };
        let before = state.clone();
        let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
        let after = state.clone();
        assert_eq!(
            state.hash(),
            state.recomputed_hash(),
            "{name}, seed {seed}, move {made}: the hash after {mv:?}"
        );
        state.undo(mark);
        assert!(
            state == before,
            "{name}, seed {seed}, move {made}: {mv:?} is not taken back"
        );
        game.apply(&mut state, mv, &mut chance);
        assert!(
            state == after,
            "{name}, seed {seed}, move {made}: {mv:?} made again does something else"
        );
        made += 1;
    }
    assert!(
        state.over() || limit < WHOLE,
        "{name}, seed {seed}: no end after {made} moves"
    );
    if state.over() {
        check_end(name, game, &state, seed);
    }
    made
}

/// Asserts an end by the rules: the engine did not stop the game, and every player has a rank.
fn check_end(name: &str, game: &Game, state: &State, seed: u64) {
    assert!(
        state.fault().is_none(),
        "{name}, seed {seed}: {:?}",
        state.fault()
    );
    let outcome = game
        .outcome(state)
        .unwrap_or_else(|| panic!("{name}, seed {seed}: over without an outcome"));
    let ranks = &outcome.ranks[1..];
    let players = game.players();
    assert_eq!(ranks.len(), players, "{name}, seed {seed}");
    // In a game for one, only a winner has a rank.
    let worst = players as f64;
    let best = if players > 1 { 1.0 } else { 0.0 };
    assert!(
        ranks.iter().all(|rank| (best..=worst).contains(rank)),
        "{name}, seed {seed}: {ranks:?}"
    );
    if let Some(winner) = outcome.winner.checked_sub(1) {
        assert_eq!(ranks[winner], 1.0, "{name}, seed {seed}: {ranks:?}");
    }
    if players == 2 {
        // Two players share the ranks 1 and 2, unless both win or lose together.
        let together = ranks[0] == ranks[1];
        assert!(
            together || ranks.iter().sum::<f64>() == 3.0,
            "{name}, seed {seed}: {ranks:?}"
        );
    }
}

#[test]
fn random_games_can_be_undone_and_end_by_the_rules() {
    let Some(games) = described::some_of_the_corpus(DESCRIPTIONS) else {
        return;
    };
    let asked: Option<u64> = std::env::var("LUDARIUM_GAMES")
        .ok()
        .and_then(|number| number.parse().ok());
    let limit = if asked.is_some() { WHOLE } else { BEGINNING };
    let (mut played, mut moves) = (0, 0);
    for (name, game) in games {
        let begun = std::time::Instant::now();
        let mut made = 0;
        for seed in 0..asked.unwrap_or(1) {
            made += play(&name, &game, seed, limit);
            played += 1;
        }
        moves += made;
        if asked.is_some() {
            eprintln!("{name}: {made} moves, {:.1?}", begun.elapsed());
        }
    }
    println!("{played} games, {moves} moves");
}
