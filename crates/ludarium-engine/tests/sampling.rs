//! A sampled move is legal, and all legal moves are equally likely.

use crate::described;

use ludarium_engine::{Chance, Game, Move, SplitMix64, State};

/// The greatest standard score of a chi-square statistic. The seeds are fixed: a correct sampler
/// passes always, or (with probability 1e-9) never.
const FAR: f64 = 6.0;

/// The standard score of a chi-square statistic (Wilson and Hilferty 1931).
fn score(chi_square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Samples in one position and compares the frequencies with the list of legal moves.
fn check(name: &str, game: &Game, state: &mut State, pick: &mut SplitMix64, most: usize) {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let mut kinds: Vec<(Move, usize, usize)> = Vec::new();
    for &mv in &legal {
        match kinds.iter_mut().find(|(kind, ..)| *kind == mv) {
            Some((_, weight, _)) => *weight += 1,
            None => kinds.push((mv, 1, 0)),
        }
    }
    let draws = (20 * legal.len()).min(most);
    let before = state.clone();
    for _ in 0..draws {
        let mv = game.sample(state, pick).expect("the game is not over");
        let Some((_, _, seen)) = kinds.iter_mut().find(|(kind, ..)| *kind == mv) else {
            panic!("{name}: {mv:?} was sampled, but is not legal");
        };
        *seen += 1;
    }
    assert!(*state == before, "{name}: sampling changed the state");
    if kinds.len() < 2 {
        return;
    }
    let expected = |weight: usize| draws as f64 * weight as f64 / legal.len() as f64;
    let parts = kinds
        .iter()
        .map(|&(_, weight, seen)| (seen as f64 - expected(weight)).powi(2) / expected(weight));
    let far = score(parts.sum(), (kinds.len() - 1) as f64);
    assert!(far < FAR, "{name}: not uniform ({far:.1}): {kinds:?}");
}

/// Checks some positions of a random game.
fn check_game(name: &str, game: &Game, positions: usize, most: usize) {
    let (mut pick, mut chance) = (SplitMix64::new(7), SplitMix64::new(11));
    let mut state = game.start(&mut chance);
    for _ in 0..positions {
        if state.over() {
            return;
        }
        check(name, game, &mut state, &mut pick, most);
        let plies = 1 + pick.below(9) as usize;
        game.playout(&mut state, plies, &mut pick, &mut chance);
    }
}

#[test]
fn in_the_project_games_all_legal_moves_are_equally_likely() {
    for (name, game) in described::games() {
        check_game(name, game, 12, 4_000);
    }
}

#[test]
fn in_the_corpus_all_legal_moves_are_equally_likely() {
    let Some(games) = described::corpus() else {
        return;
    };
    for (name, game) in games {
        check_game(&name, &game, 4, 300);
    }
}
