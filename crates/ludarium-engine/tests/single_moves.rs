//! Pieces with at most one move each, and holes weighted by their seeds: sampled moves are listed
//! moves, and the kernel plays the same games as the evaluator.

use crate::small;

use ludarium_engine::{Game, Rollouts, SplitMix64};
use small::{compiled, legal};

/// A race for two in opposite directions along one row, with two sticks; `moves` are a runner's
/// moves.
fn race(moves: &str) -> Game {
    compiled(&format!(
        r#"(define "Next" (trackSite Move from:(from) steps:(count Pips)))
        (define "OwnAt" (is Friend (who at:#1)))
        (game "Race" (players 2)
            (equipment {{
                (board (rectangle 1 8) {{
                    (track "Track1" "8,0,E,End" P1 directed:True)
                    (track "Track2" "9,7,W,End" P2 directed:True)
                }})
                (dice d:2 from:0 num:2)
                (hand Each)
                (regions "Safe" (sites {{3 4}}))
                (piece "Runner" Each {moves})
            }})
            (rules
                (start {{
                    (place "Runner1" (handSite P1) count:3)
                    (place "Runner2" (handSite P2) count:3)
                }})
                (play (do (roll) next:(if (!= (count Pips) 0)
                    (or (forEach Piece) (forEach Piece container:(mover))))))
                (end (if (no Pieces Mover) (result Mover Win)))))"#
    ))
}

/// Plays random games with the kernel and with the evaluator.
fn plays_alike(name: &str, game: &Game) {
    let mut rollouts = Rollouts::new(game);
    assert!(rollouts.compiled(), "{name}");
    for seed in 0..60 {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        let (mut pick, mut other_chance) = (SplitMix64::new(!seed), chance.clone());
        let rollout = rollouts.play(&state, 300, &mut pick, &mut other_chance);
        let mut plain_pick = SplitMix64::new(!seed);
        let plies = game.playout(&mut state, 300, &mut plain_pick, &mut chance);
        assert_eq!(rollout.plies, plies, "{name}, seed {seed}");
        assert_eq!(pick, plain_pick, "{name}, seed {seed}: what was drawn");
        assert_eq!(other_chance, chance, "{name}, seed {seed}: what fell");
        let winner = game.outcome(&state).map(|outcome| outcome.winner);
        assert_eq!(
            rollout.over.then_some(rollout.winner),
            winner,
            "{name}, seed {seed}"
        );
    }
}

#[test]
fn compiled_conditions_on_targets_are_equivalent() {
    let goes = r#"(move (from) (to "Next" (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (handSite Next))))))"#;
    let leaves = "(move Remove (from))";
    let conditions = [
        r#"(or (is Empty "Next") (and (not ("OwnAt" "Next")) (not (is In "Next" (sites "Safe")))))"#,
        r#"(and (not ("OwnAt" "Next")) (or (is In "Next" (sites "Safe")) (not (is Enemy (who at:"Next")))))"#,
        r#"(or (is Enemy (who at:"Next")) (is Empty "Next"))"#,
        r#"(not (or ("OwnAt" "Next") (is In "Next" (sites "Safe"))))"#,
    ];
    for cond in conditions {
        // Beyond the end of the track there is no site.
        for (off, moves) in [
            (
                leaves,
                format!(r#"(if (= -2 "Next") {leaves} (if {cond} {goes}))"#),
            ),
            (
                goes,
                format!(r#"(if {cond} {goes} (if (< "Next" 0) {leaves}))"#),
            ),
            (
                "either",
                format!("(if {cond} (if (< \"Next\" 0) {leaves} {goes}))"),
            ),
        ] {
            plays_alike(&format!("{cond}, off the board {off}"), &race(&moves));
        }
    }
}

#[test]
fn holes_with_seeds_are_drawn_equally_often() {
    let game = compiled(
        r#"(game "Sowing" (players 2)
            (equipment {
                (mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True))
                (piece "Seed" Shared)
            })
            (rules
                (start (set Count 3 to:(sites {0 2 5 6 7 8 9 10 11})))
                (play (move Select (from (sites Bottom) if:(< 0 (count at:(from)))) (then (sow))))
                (end (if (no Moves Mover) (result Mover Loss)))))"#,
    );
    plays_alike("sowing", &game);
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let holes: Vec<u16> = legal(&game, &mut state).iter().map(|mv| mv.to).collect();
    assert_eq!(holes, [0, 2, 5]);
    let mut pick = SplitMix64::new(7);
    let mut drawn = [0u32; 6];
    for _ in 0..3_000 {
        let mv = game.sample(&mut state, &mut pick).expect("there are moves");
        drawn[usize::from(mv.to)] += 1;
    }
    // A thousand each are expected; six standard deviations are 155.
    for hole in [0, 2, 5] {
        assert!(drawn[hole].abs_diff(1_000) < 155, "{drawn:?}");
    }
    assert_eq!(drawn[1] + drawn[3] + drawn[4], 0);
}
