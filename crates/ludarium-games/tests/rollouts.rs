//! The kernels play the games of the library as the reference evaluator does.

use ludarium_engine::{Game, Rollouts, SplitMix64};

/// Plays a random game by the kernel and by the evaluator and compares them.
fn agree(slug: &str, game: &Game, seed: u64) {
    let mut rollouts = Rollouts::new(game);
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    let (mut pick, mut other_pick) = (SplitMix64::new(!seed), SplitMix64::new(!seed));
    // From a later position, the earlier ones count for repetition, too.
    let before = (seed % 3) as usize * 20;
    game.playout(&mut state, before, &mut SplitMix64::new(seed), &mut chance);
    let mut other_chance = chance.clone();

    let rollout = rollouts.play(&state, 1_500, &mut pick, &mut other_chance);
    let plies = game.playout(&mut state, 1_500, &mut other_pick, &mut chance);
    assert_eq!(rollout.plies, plies, "{slug}, seed {seed}: plies");
    assert_eq!(pick, other_pick, "{slug}, seed {seed}: numbers drawn");
    assert_eq!(other_chance, chance, "{slug}, seed {seed}: throws");
    let outcome = game.outcome(&state);
    assert_eq!(
        rollout.over,
        outcome.is_some(),
        "{slug}, seed {seed}: the end"
    );
    for player in 1..=game.players() {
        let rank = outcome.as_ref().map(|outcome| outcome.ranks[player]);
        let rank = rank.filter(|&rank| rank > 0.0);
        assert_eq!(
            rollout.rank(player),
            rank,
            "{slug}, seed {seed}: rank of {player}"
        );
    }
}

#[test]
fn a_kernel_plays_the_same_game_as_the_evaluator_with_the_same_seed() {
    let mut compiled = 0;
    for entry in ludarium_games::games() {
        let loaded =
            ludarium_games::load(entry, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.slug));
        if !Rollouts::new(&loaded.game).compiled() {
            continue;
        }
        compiled += 1;
        for seed in 0..8 {
            agree(entry.slug, &loaded.game, seed);
        }
    }
    assert!(compiled >= 50, "only {compiled} games have a kernel");
}
