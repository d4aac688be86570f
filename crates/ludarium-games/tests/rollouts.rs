//! The kernels play the games of the library as the reference evaluator does.

use ludarium_engine::{Rollouts, SplitMix64};

#[test]
fn a_kernel_plays_the_same_game_as_the_evaluator_with_the_same_seed() {
    let mut compiled = 0;
    for entry in ludarium_games::games() {
        let loaded =
            ludarium_games::load(entry, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.slug));
        let game = &loaded.game;
        if !Rollouts::new(game).compiled() {
            continue;
        }
        compiled += 1;
        for seed in 0..8 {
            let (mut pick, mut chance) = (SplitMix64::new(!seed), SplitMix64::new(seed));
            let mut state = game.start(&mut chance);
            // From a later position, the earlier ones count for repetition, too.
            let before = (seed % 3) as usize * 20;
            game.playout(&mut state, before, &mut SplitMix64::new(seed), &mut chance);
            let twice = Rollouts::new(game).play_twice(&state, 1_500, &mut pick, &mut chance);
            if let Err(difference) = twice {
                panic!("{}, seed {seed}: {difference} ({difference:?})", entry.slug);
            }
        }
    }
    assert!(compiled >= 50, "only {compiled} games have a kernel");
}
