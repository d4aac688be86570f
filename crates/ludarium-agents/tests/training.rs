//! Weights tuned by self-play.

use crate::inline_games;

use std::cell::Cell;

use inline_games::game;
use ludarium_agents::evaluation::{Effort, Evaluation, Trainer};
use ludarium_agents::Budget;
use ludarium_engine::state::Piece;
use ludarium_engine::{SetUp, SplitMix64, State};

/// Some pieces step and others slide; the player that captures all of the opponent's pieces wins.
const SKIRMISH: &str = r#"(game "Skirmish" (players {(player N) (player S)})
    (equipment { (board (square 5))
        (piece "Walker" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "Runner" Each (or (move Slide)
            (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
    })
    (rules (start { (place "Walker1" {"A1" "C1" "D1" "E1"}) (place "Runner1" {"B1"})
                    (place "Walker2" {"A5" "B5" "C5" "E5"}) (place "Runner2" {"D5"}) })
        (play (forEach Piece))
        (end { (if (no Pieces Next) (result Mover Win)) (if (> (count Turns) 80) (result Mover Draw)) })))"#;

#[test]
fn training_keeps_accuracy_on_held_out_games_and_is_the_same_with_any_number_of_threads() {
    let game = game(SKIRMISH);
    let train = |threads: usize| {
        let mut trainer = Trainer::new(&game, 3, 60);
        while trainer.games() < 60 {
            trainer.play(60 - trainer.games(), threads);
        }
        trainer.trained()
    };
    let trained = train(1);
    assert_eq!(trained.games, 60);
    assert!(trained.positions > 3 * trained.held_out && trained.held_out > 0);
    let (before, after) = (trained.before, trained.after);
    assert!(
        after.explained > before.explained - 0.02,
        "{before:?} {after:?}"
    );
    assert_eq!(train(3).evaluation, trained.evaluation);
    // A slider is worth more than a stepper.
    let stored = trained.evaluation.to_stored(&game);
    assert!(
        stored.pieces["Runner1"].value > stored.pieces["Walker1"].value,
        "{stored:?}"
    );
    assert_eq!(
        Evaluation::from_stored(&game, &stored),
        Some(trained.evaluation)
    );
}

#[test]
fn learning_stops_with_the_clock_and_the_evaluation_is_usable() {
    let game = game(SKIRMISH);
    let checks = Cell::new(0);
    let clock = || {
        checks.set(checks.get() + 1);
        f64::from(checks.get()) / 200.0
    };
    let mut time = Budget::clock(&clock);
    let learned = Evaluation::learn_within(&game, 1, Effort::USUAL, &mut time);
    // The time for random games ends separately, within the total time.
    assert!((200..=202).contains(&checks.get()), "{}", checks.get());
    let start = game.start(&mut SplitMix64::new(1));
    let sum = learned.evaluate(&start, 1) + learned.evaluate(&start, 2);
    assert!(sum.abs() < 2, "both have the same pieces: {sum}");
}

#[test]
fn a_clock_that_does_not_run_out_does_not_change_the_evaluation() {
    let game = game(SKIRMISH);
    let little = Effort {
        random: 500,
        greedy: 500,
    };
    let clock = || 0.0;
    let timed = Evaluation::learn_within(&game, 1, little, &mut Budget::clock(&clock));
    assert_eq!(timed, Evaluation::learn(&game, 1, little));
}

#[test]
fn piece_values_interpolate_between_early_and_late() {
    let game = game(SKIRMISH);
    let little = Effort {
        random: 500,
        greedy: 0,
    };
    let mut stored = Evaluation::learn(&game, 1, little).to_stored(&game);
    for (name, piece) in &mut stored.pieces {
        let (worth, early, late) = match name.starts_with("Runner") {
            true => (100, 100, 300),
            false => (50, 40, 0),
        };
        (piece.value, piece.royal) = (worth, false);
        (piece.sites, piece.late_sites) = (vec![early; 25], vec![late; 25]);
    }
    // Two runners and eight walkers.
    stored.full_material = 600;
    let evaluation = Evaluation::from_stored(&game, &stored).expect("of this game");
    let kind = |name: &str| {
        let mut kinds = game.components().iter();
        Piece::of(kinds.position(|kind| kind.name == name).expect("a kind"))
    };
    let judged = |pieces: &[(usize, &str)]| {
        let setup = SetUp {
            pieces: pieces
                .iter()
                .map(|&(slot, name)| (slot, kind(name)))
                .collect(),
            mover: 1,
            ..SetUp::default()
        };
        let state = game.set_up(&setup, &mut SplitMix64::new(1));
        evaluation.evaluate(&state, 1)
    };
    let start = game.start(&mut SplitMix64::new(1));
    assert_eq!(evaluation.evaluate(&start, 1), 0);
    // All initial pieces except one runner of the second player: five sixths of the way from late
    // to early.
    let walkers = [0, 1, 2, 3].map(|slot| (slot, "Walker1"));
    let others = [20, 21, 22, 23].map(|slot| (slot, "Walker2"));
    let most = [&walkers[..], &others, &[(10, "Runner1")]].concat();
    assert_eq!(judged(&most), (100 * 500 + 300 * 100) / 600);
    // A runner against two walkers: 200 of 600 are left.
    let few = [(10, "Runner1"), (20, "Walker2"), (21, "Walker2")];
    assert_eq!(judged(&few), (200 * (100 - 80) + 400 * 300) / 600);
    let mut broken = stored.clone();
    broken
        .pieces
        .entry("Walker1".to_owned())
        .and_modify(|own| own.late_sites.clear());
    assert_eq!(Evaluation::from_stored(&game, &broken), None);
}

#[test]
fn a_stored_evaluation_round_trips_and_fits_no_other_game() {
    let game = game(SKIRMISH);
    let little = Effort {
        random: 500,
        greedy: 500,
    };
    let learned = Evaluation::learn(&game, 1, little);
    let stored = learned.to_stored(&game);
    assert_eq!(Evaluation::from_stored(&game, &stored), Some(learned));
    let mut shorter = stored.clone();
    shorter
        .pieces
        .entry("Walker1".to_owned())
        .and_modify(|own| own.sites.truncate(3));
    assert_eq!(Evaluation::from_stored(&game, &shorter), None);
    let mut more = stored;
    let walker = more.pieces["Walker1"].clone();
    more.pieces.insert("Other1".to_owned(), walker);
    assert_eq!(Evaluation::from_stored(&game, &more), None);
}

/// Each player moves three pieces along a line by a die, in opposite directions; the first player
/// with all pieces at the end wins.
const RUN: &str = r#"(game "Run" (players 2)
    (equipment {
        (board (rectangle 1 8) { (track "Way1" {0..7} P1 directed:True) (track "Way2" {7..0} P2 directed:True) } use:Vertex)
        (dice d:3 num:1) (piece "Man" Each) })
    (rules
        (start { (place Stack "Man1" 0 count:3) (place Stack "Man2" 7 count:3) })
        (play (do (roll) next:(forEach Site (sites Occupied by:Mover)
            (if (!= Off (trackSite Move from:(site) steps:(count Pips)))
                (move (from (site)) (to (trackSite Move from:(site) steps:(count Pips))))))))
        (end { (if (= 3 (count Pieces P1 in:(sites {7}))) (result P1 Win))
               (if (= 3 (count Pieces P2 in:(sites {0}))) (result P2 Win)) })))"#;

#[test]
fn a_network_learns_who_leads_a_race_deterministically() {
    let game = game(RUN);
    let little = Effort {
        random: 500,
        greedy: 500,
    };
    let learn = || Evaluation::learn(&game, 1, little).with_network(&game, 7, 300);
    let learned = learn().expect("a two-player dice game with stacks");
    assert_eq!(learn().as_ref(), Some(&learned));
    let stored = learned.to_stored(&game);
    assert_eq!(
        Evaluation::from_stored(&game, &stored).as_ref(),
        Some(&learned)
    );
    let kind = |name: &str| {
        let mut kinds = game.components().iter();
        kinds.position(|kind| kind.name == name).expect("a kind")
    };
    // Two pieces of each player on one site.
    let standing = |first: usize, second: usize, mover: usize| {
        let pieces = [(first, "Man1"), (second, "Man2")];
        let pieces = pieces.iter().flat_map(|&(slot, name)| {
            let man = Piece::of(kind(name));
            [(slot, man), (slot, man)]
        });
        let setup = SetUp {
            pieces: pieces.collect(),
            mover,
            ..SetUp::default()
        };
        game.set_up(&setup, &mut SplitMix64::new(1))
    };
    let judged = |state: &State| [1, 2].map(|player| learned.evaluate(state, player));
    let ahead = judged(&standing(6, 5, 1));
    assert!(ahead[0] > 0 && ahead[1] == -ahead[0], "{ahead:?}");
    // What was learned for one player holds for the other.
    assert_eq!(judged(&standing(2, 1, 2))[1], ahead[0]);
    let mut fewer = stored;
    fewer.network.pop();
    assert_eq!(Evaluation::from_stored(&game, &fewer), None);
}
