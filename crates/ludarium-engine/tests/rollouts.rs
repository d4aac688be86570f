//! Compiled kernels and the reference evaluator play the same games.

use crate::described;

use ludarium_engine::{Game, Move, Rollouts, SplitMix64};

/// Plays random games both ways, from the start and from later positions, and compares them.
fn check_game(name: &str, game: &Game, games: u64) {
    let mut rollouts = Rollouts::new(game);
    for seed in 0..games {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        let plies_before = (seed % 7) as usize;
        game.playout(
            &mut state,
            plies_before,
            &mut SplitMix64::new(seed),
            &mut chance,
        );
        let limit = if seed % 5 == 0 { seed as usize } else { 400 };

        let mut pick = SplitMix64::new(!seed);
        if let Err(difference) = rollouts.play_twice(&state, limit, &mut pick, &mut chance) {
            panic!("{name}, seed {seed}: {difference} ({difference:?})");
        }
    }
}

/// The moves of a random game with these seeds, each with its player.
fn sampled(game: &Game, state: &mut ludarium_engine::State, seed: u64) -> Vec<(usize, Move)> {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(1));
    let mut made = Vec::new();
    while !state.over() {
        let Some(mv) = game.sample(state, &mut pick) else {
            break;
        };
        made.push((state.mover(), mv));
        game.apply(state, mv, &mut chance);
    }
    made
}

#[test]
fn recorded_moves_are_those_of_the_evaluator_without_passes_and_swaps() {
    let mut telling = 0;
    for (name, game) in described::games() {
        let mut rollouts = Rollouts::new(game);
        if !rollouts.records_moves() {
            continue;
        }
        telling += 1;
        for seed in 0..20 {
            let mut chance = SplitMix64::new(1);
            let mut state = game.start(&mut chance);
            let mut recorded = Vec::new();
            let mut pick = SplitMix64::new(seed);
            let rollout =
                rollouts.play_recording(&state, 2_000, &mut pick, &mut chance, &mut recorded);
            assert!(rollout.is_some_and(|end| end.over), "{name}");
            let mut made = sampled(game, &mut state, seed);
            made.retain(|(_, mv)| mv.target() >= 0);
            assert_eq!(recorded, made, "{name}, seed {seed}");
        }
    }
    assert!(
        telling >= 3,
        "of each shape that tells its moves one at least"
    );
}

#[test]
fn a_rollout_equals_the_playout_of_the_same_seed() {
    for (name, game) in described::games() {
        let games = if Rollouts::new(game).compiled() {
            40
        } else {
            10
        };
        check_game(name, game, games);
    }
}

/// Plays a game for some plies twice: as one playout, and by drawing and making each move.
fn check_plies(name: &str, game: &Game, seed: u64) {
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    let (mut other, mut other_chance) = (state.clone(), chance.clone());
    let (mut pick, mut other_pick) = (SplitMix64::new(!seed), SplitMix64::new(!seed));
    let plies = game.playout(&mut state, 60, &mut pick, &mut chance);
    let mut made = 0;
    while made < 60 {
        let Some(mv) = game.sample(&mut other, &mut other_pick) else {
            break;
        };
        game.apply(&mut other, mv, &mut other_chance);
        made += 1;
    }
    assert_eq!(plies, made, "{name}, seed {seed}");
    assert!(state == other, "{name}, seed {seed}: the positions differ");
    assert_eq!(
        (pick, chance),
        (other_pick, other_chance),
        "{name}, seed {seed}"
    );
}

#[test]
fn a_playout_equals_sampling_and_applying_each_move() {
    for (name, game) in described::games() {
        for seed in 0..10 {
            check_plies(name, game, seed);
        }
    }
    for (name, game) in described::corpus().into_iter().flatten() {
        check_plies(&name, &game, 1);
    }
}

#[test]
fn rollouts_of_the_corpus_equal_playouts_of_the_same_seed() {
    let Some(corpus) = described::corpus() else {
        return;
    };
    let mut compiled = 0;
    for (name, game) in corpus {
        if Rollouts::new(&game).compiled() {
            check_game(&name, &game, 100);
            compiled += 1;
        }
    }
    assert!(compiled > 0, "no game has a compiled path");
}

#[test]
fn games_of_known_shapes_have_a_kernel() {
    let named = |wanted: &str| {
        let mut games = described::games().iter();
        games.find(|(_, game)| game.name() == wanted)
    };
    let known = [
        "Approachers",
        "Bridges",
        "Castling",
        "Columns",
        "Doublets",
        "Enclosers",
        "Fives",
        "Four Armies",
        "Fours and Threes",
        "Generals",
        "Hunters",
        "Joiners",
        "Leapers",
        "Liners",
        "Long Leapers",
        "Mills",
        "Runners",
        "Seeds Relayed",
        "Seeds Stored",
        "Seeds Taken",
        "Seesaws",
        "Seega",
        "Shatranj",
        "Three Courts",
        "Turning",
        "Walkers",
    ];
    let without = known.into_iter().filter(|name| {
        let (_, game) = named(name).unwrap();
        !Rollouts::new(game).compiled()
    });
    assert_eq!(without.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn counted_moves_are_sampled_with_one_random_number() {
    for name in ["Turning", "Walkers"] {
        let mut games = described::games().iter();
        let (_, game) = games.find(|(_, game)| game.name() == name).unwrap();
        let mut rollouts = Rollouts::new(game);
        for seed in 0..20 {
            let mut chance = SplitMix64::new(seed);
            let state = game.start(&mut chance);
            let mut pick = SplitMix64::new(!seed);
            let plies = rollouts.play(&state, 400, &mut pick, &mut chance).plies;
            // One number for each move, none for a forced pass.
            let mut drawn = SplitMix64::new(!seed);
            let mut many = 0;
            while drawn != pick {
                drawn.next_u64();
                many += 1;
                assert!(many <= plies, "{name}, seed {seed}");
            }
            assert!(2 * many > plies, "{name}, seed {seed}: {many} of {plies}");
        }
    }
}

#[test]
fn moves_that_stop_by_the_counter_stop_for_the_kernel_too() {
    // The pieces stop after six moves, in the second phase. Whether the next player has a move is
    // asked before the counter goes on.
    let game = crate::small::compiled(
        r#"(game "Stopping" (players 2)
            (equipment { (board (square 4))
                (piece "Man" Each
                    (move Step Orthogonal (to if:(and (is Empty (to)) (< (counter) 6)))))
            })
            (rules
                (start { (place "Man1" {0 3}) (place "Man2" {12 15}) })
                phases:{
                    (phase "Opening" (play (forEach Piece))
                        (nextPhase (= 2 (count Moves)) "Middle"))
                    (phase "Middle" (play (forEach Piece)))
                }
                (end { (if (no Moves Next) (result Mover Win))
                    (if (>= (count Moves) 20) (result Mover Draw)) })))"#,
    );
    assert!(Rollouts::new(&game).compiled());
    check_game("Stopping", &game, 20);
}
