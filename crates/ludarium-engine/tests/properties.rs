//! Invariants of every position of every game: undoing a move restores the state, the incremental
//! hash equals the hash of the position, equal seeds give equal games.

use crate::described;

use described::games;
use ludarium_engine::{Chance, Game, SplitMix64};
use proptest::prelude::*;

/// The game of a test case: each game is used several times over all cases.
fn one_of(seed: u64) -> &'static [(String, Game)] {
    let index = (seed % games().len() as u64) as usize;
    &games()[index..=index]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undoing_a_move_restores_the_state_and_its_hash(seed: u64) {
        for (name, game) in one_of(seed) {
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            let mut moves = Vec::new();
            for _ in 0..60 {
                if state.over() {
                    break;
                }
                game.legal(&mut state, &mut moves);
                let mv = moves[pick.below(moves.len() as u32) as usize];
                let before = state.clone();
                let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
                prop_assert_eq!(state.hash(), state.recomputed_hash(), "{} after {:?}", name, mv);
                state.undo(mark);
                prop_assert!(state == before, "{}: {:?} is not taken back", name, mv);
                prop_assert_eq!(state.hash(), before.hash(), "{}", name);
                game.apply(&mut state, mv, &mut chance);
            }
        }
    }

    #[test]
    fn listing_the_legal_moves_changes_nothing(seed: u64) {
        for (name, game) in one_of(seed) {
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            game.playout(&mut state, 25, &mut pick, &mut chance);
            let before = state.clone();
            let (mut first, mut second) = (Vec::new(), Vec::new());
            game.legal(&mut state, &mut first);
            game.legal(&mut state, &mut second);
            prop_assert!(state == before, "{}", name);
            prop_assert_eq!(first, second, "{}", name);
        }
    }

    #[test]
    fn equal_seeds_give_equal_games(seed: u64) {
        for (name, game) in one_of(seed) {
            let play = || {
                let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
                let mut state = game.start(&mut chance);
                game.playout(&mut state, 80, &mut pick, &mut chance);
                state
            };
            prop_assert!(play() == play(), "{}", name);
        }
    }
}

#[test]
fn explaining_a_move_leaves_the_state_alone_and_says_something() {
    for (name, game) in games() {
        let mut chance = SplitMix64::new(7);
        let mut state = game.start(&mut chance);
        let before = state.clone();
        let mut moves = Vec::new();
        game.legal(&mut state, &mut moves);
        for mv in moves {
            assert!(
                !game.explain(&mut state, mv, &mut chance.clone()).is_empty(),
                "{name}"
            );
            assert!(state == before, "{name}");
        }
    }
}
