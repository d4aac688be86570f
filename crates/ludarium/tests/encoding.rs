//! Observations, numbers of moves, and batches.

use std::collections::BTreeSet;

use ludarium::encoding::{ActionError, ActionForm, ActionSpace, ObservationOptions, Planes};
use ludarium::{Batch, BatchError, BatchOptions, Game, Outputs, Position};

fn game(name: &str) -> Game {
    Game::builtin(name).expect("a built-in game")
}

fn observe(planes: &Planes, position: &Position, viewer: usize) -> (Vec<f32>, Vec<f32>) {
    let (mut sites, mut scalars) = planes.buffers();
    planes.write(position.state(), viewer, &mut sites, &mut scalars);
    (sites, scalars)
}

#[test]
fn an_unseen_move_does_not_change_what_the_opponent_observes() {
    let kriegspiel = game("kriegspiel");
    let after = |reply: &str| {
        let mut position = kriegspiel.start_seeded(1);
        position.play_text("e2-e4").expect("a legal move");
        position.play_text(reply).expect("a legal move");
        position
    };
    for relative in [false, true] {
        let options = ObservationOptions {
            relative,
            ..ObservationOptions::default()
        };
        let planes = Planes::new(&kriegspiel, options);
        let seen = |reply, viewer| observe(&planes, &after(reply), viewer);
        for reply in ["d7-d5", "b8-c6", "h7-h6"] {
            assert!(seen("e7-e5", 1) == seen(reply, 1), "{reply}");
            assert!(seen("e7-e5", 2) != seen(reply, 2), "{reply}");
        }
    }
}

#[test]
fn different_moves_have_different_numbers_that_mean_them() {
    // Backgammon lists moves with two dice that have one origin and target.
    for name in ["shatranj", "backgammon", "go"] {
        let game = game(name);
        let space = ActionSpace::audited(&game).expect("a small space");
        let mut position = game.start_seeded(2);
        for _ in 0..30 {
            let moves = position.legal_moves();
            let mut numbers = Vec::new();
            space.encode(&moves, &mut numbers).expect("numbers");
            let distinct: BTreeSet<u32> = numbers.iter().copied().collect();
            let different = moves.iter().enumerate();
            let different = different.filter(|(index, mv)| !moves[..*index].contains(mv));
            assert_eq!(distinct.len(), different.count(), "{name}");
            for (mv, number) in moves.iter().zip(&numbers) {
                assert_eq!(space.decode(&moves, *number), Ok(Some(*mv)), "{name}");
                let (_, target, _) = space.parts(*number).expect("a number of the space");
                assert_eq!(target, usize::try_from(mv.target()).ok(), "{name}");
            }
            assert_eq!(space.parts(space.size() as u32), None);
            let Some(mv) = moves.get(moves.len() / 2) else {
                break;
            };
            position.play(*mv).expect("a legal move");
        }
    }
}

#[test]
fn a_move_without_a_number_is_an_error() {
    let shatranj = game("shatranj");
    let to = ActionSpace::new(&shatranj, ActionForm::To, 1).expect("a small space");
    let moves = shatranj.start_seeded(1).legal_moves();
    assert_eq!(to.encode(&moves, &mut Vec::new()), Err(ActionError::Origin));
    assert!(ActionSpace::new(&shatranj, ActionForm::FromTo, 1 << 20).is_err());
}

fn digest(threads: usize, size: usize) -> Vec<Vec<u32>> {
    let game = game("tab");
    let planes = Planes::new(&game, ObservationOptions::default());
    let space = ActionSpace::audited(&game).expect("a small space");
    let options = BatchOptions {
        seed: 5,
        threads,
        max_plies: 30,
        ..BatchOptions::default()
    };
    let mut batch = Batch::new(planes, space, size, options).expect("numbers");
    let width = batch.planes().len();
    let (mut sites, mut chosen) = (vec![0.0; size * width], vec![0; size]);
    let mut written = vec![Vec::new(); size];
    for _ in 0..50 {
        batch.sample(&mut chosen);
        let outputs = Outputs {
            planes: Some(&mut sites),
            ..Outputs::default()
        };
        batch.step(&chosen, outputs).expect("legal actions");
        for (own, sites) in written.iter_mut().zip(sites.chunks(width)) {
            own.extend(sites.iter().map(|cell| cell.to_bits()));
        }
    }
    written
}

#[test]
fn a_game_of_a_batch_depends_on_its_index_alone() {
    let all = digest(1, 5);
    assert!(all == digest(3, 5));
    assert!(all[..2] == digest(2, 2)[..]);
}

#[test]
fn games_that_are_not_chosen_neither_draw_nor_step() {
    let tab = game("tab");
    let make = || {
        let planes = Planes::new(&tab, ObservationOptions::default());
        let space = ActionSpace::audited(&tab).expect("a small space");
        Batch::new(planes, space, 2, BatchOptions::default()).expect("numbers")
    };
    let (mut batch, mut other) = (make(), make());
    let (mut actions, mut expected) = ([0; 2], [0; 2]);
    let first = [1, 0];
    for _ in 0..5 {
        batch.sample_some(Some(&first), &mut actions).expect("two");
        assert!(actions[0] >= 0 && actions[1] == -1);
        let stepped = batch.step_some(Some(&first), &actions, Outputs::default());
        stepped.expect("legal actions");
    }
    let plies = |game| batch.state(game).map(|state| state.moves());
    assert_eq!([plies(0), plies(1)], [Some(5), Some(0)]);
    batch.sample(&mut actions);
    other.sample(&mut expected);
    assert_eq!(actions[1], expected[1]);
    let error = batch.sample_some(Some(&[1]), &mut actions);
    let buffer = "which";
    assert!(matches!(error, Err(BatchError::Length { buffer: own, .. }) if own == buffer));
}

#[test]
fn an_illegal_action_changes_no_game() {
    let shatranj = game("shatranj");
    let planes = Planes::new(&shatranj, ObservationOptions::default());
    let space = ActionSpace::audited(&shatranj).expect("a small space");
    let mut batch = Batch::new(planes, space, 2, BatchOptions::default()).expect("numbers");
    let first = i64::from(batch.legal(0).1[0]);
    let error = batch.step(&[first, 0], Outputs::default());
    assert_eq!(error, Err(BatchError::Illegal { game: 1, action: 0 }));
    assert!((0..2).all(|game| batch.state(game).is_some_and(|state| state.moves() == 0)));
    let mut mask = [0; 3];
    let outputs = Outputs {
        mask: Some(&mut mask),
        ..Outputs::default()
    };
    let error = batch.step(&[first, first], outputs);
    assert!(matches!(
        error,
        Err(BatchError::Length { buffer: "mask", .. })
    ));
}

/// Each move has an alternative after the first: two kinds of pieces may be put on a site.
const WIDENING: &str = r#"(game "Widening" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) (piece "Cross" Each) })
    (rules
        (play (if (is Mover P1)
            (move Add (piece "Disc1") (to (sites Empty)))
            (or (move Add (piece "Disc2") (to (sites Empty)))
                (move Add (piece "Cross2") (to (sites Empty))))))
        (end (if (is Full) (result Mover Draw)))))"#;

#[test]
fn a_game_whose_moves_have_no_numbers_stays_an_error_until_it_is_reset() {
    let game = Game::from_lud(WIDENING).expect("a game");
    let planes = Planes::new(&game, ObservationOptions::default());
    let space = ActionSpace::new(&game, ActionForm::To, 1).expect("a small space");
    let mut batch = Batch::new(planes, space, 1, BatchOptions::default()).expect("numbers");
    let needed = ActionError::Alternatives {
        needed: 2,
        known: 1,
    };
    for _ in 0..2 {
        let mut chosen = [0];
        batch.sample(&mut chosen);
        let stepped = batch.step(&chosen, Outputs::default());
        let game = 0;
        assert_eq!(
            stepped,
            Err(BatchError::Actions {
                game,
                error: needed
            })
        );
        assert!(batch.legal(0).0.is_empty());
    }
    batch.reset(None, Outputs::default()).expect("numbers");
    assert_eq!(batch.legal(0).1.len(), 4);
    let audited = ActionSpace::audited(&game).expect("a small space");
    assert_eq!(
        (audited.form(), audited.alternatives()),
        (ActionForm::To, 2)
    );
}
