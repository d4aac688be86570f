//! The tables that make listing fast change nothing of what is listed.

mod described;

use engine::{Game, SplitMix64};

/// Plays a random game, and lists the moves of every position in both ways.
fn check_game(name: &str, game: &Game, seed: u64, plies: usize) -> usize {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        if state.over() {
            return ply;
        }
        game.legal(&mut state, &mut fast);
        game.legal_plainly(&mut state, &mut plain);
        assert_eq!(fast, plain, "{name}, seed {seed}, ply {ply}");
        let mv = fast[pick.index(fast.len() as u32) as usize];
        game.apply(&mut state, mv, &mut chance);
    }
    plies
}

#[test]
fn moves_are_listed_by_tables_as_by_the_rules() {
    let mut seen = 0;
    for (name, game) in described::games() {
        for seed in 0..2 {
            seen += check_game(name, game, seed, 60);
        }
    }
    assert!(seen > 0, "no position was looked at");
}
