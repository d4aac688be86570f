//! Moves from outside are checked before they are made.

use crate::small;

use ludarium_engine::{Fault, Game, IllegalMove, Move, ResourceLimits, SplitMix64, State};

const LINE: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// Another game, whose states are as large.
const OTHER: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;

/// Asserts that a move is refused, and that nothing was touched.
fn refused(game: &Game, state: &mut State, mv: Move, why: IllegalMove) {
    let before = state.clone();
    let mut chance = SplitMix64::new(7);
    assert_eq!(game.play(state, mv, &mut chance), Err(why));
    assert!(*state == before && state.hash() == before.hash() && state.fault() == before.fault());
    assert_eq!(chance, SplitMix64::new(7), "chance was not asked");
}

#[test]
fn legal_moves_are_those_of_the_list() {
    let game = small::compiled(LINE);
    let mut state = small::begin(&game);
    assert_eq!(
        game.legal_moves(&mut state),
        small::legal(&game, &mut state)
    );
    assert_eq!(game.legal_moves(&mut state).len(), 9);
}

#[test]
fn a_legal_move_does_what_apply_does() {
    let game = small::compiled(LINE);
    let (mut played, mut applied) = (small::begin(&game), small::begin(&game));
    let mut chance = SplitMix64::new(1);
    for _ in 0..5 {
        let mv = game.legal_moves(&mut played)[0];
        game.play(&mut played, mv, &mut chance)
            .expect("it is legal");
        game.apply(&mut applied, mv, &mut chance);
        assert!(played == applied);
    }
}

/// Moves with effects of many sorts: lists of moves that are carried out as consequences.
const EFFECTS: &str = r#"(game "Effects" (players 2)
    (equipment {
        (board (square 4))
        (piece "Foot" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
            (then (and {
                (set Score Mover (+ 1 (score Mover)))
                (forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site))))
                (seq { (set Var 3) (if (is Mover P1) (set Counter)) })
            }))))
    })
    (rules
        (start { (place "Foot1" { 0..5 }) (place "Foot2" { 10..15 }) })
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"#;

#[test]
fn the_check_leaves_nothing_that_a_move_carries_out() {
    let game = small::compiled(EFFECTS);
    let (mut played, mut applied) = (small::begin(&game), small::begin(&game));
    let mut chance = SplitMix64::new(1);
    for ply in 0..20 {
        let legal = game.legal_moves(&mut played);
        let Some(mv) = legal.get(ply % legal.len().max(1)) else {
            break;
        };
        game.play(&mut played, *mv, &mut chance)
            .expect("it is legal");
        game.apply(&mut applied, *mv, &mut chance);
        assert!(played == applied, "ply {ply}");
    }
    assert!(played.moves() >= 4);
}

#[test]
fn moves_of_other_positions_and_other_games_are_refused() {
    let game = small::compiled(LINE);
    let mut state = small::begin(&game);
    let first = game.legal_moves(&mut state)[0];
    game.play(&mut state, first, &mut SplitMix64::new(1))
        .expect("it is legal");
    refused(&game, &mut state, first, IllegalMove::NotLegal);
    let large = small::compiled(&LINE.replace("square 3", "square 9"));
    for mv in large
        .legal_moves(&mut small::begin(&large))
        .into_iter()
        .skip(9)
    {
        refused(&game, &mut state, mv, IllegalMove::NotLegal);
    }
    let step = small::game(
        r#"(board (square 3)) (piece "Mark" Each (move Step (to if:(is Empty (to)))))"#,
        r#"(start { (place "Mark1" 4) (place "Mark2" 0) }) (play (forEach Piece)) (end (if (is Line 3) (result Mover Win)))"#,
    );
    for mv in step.legal_moves(&mut small::begin(&step)) {
        refused(&game, &mut state, mv, IllegalMove::NotLegal);
    }
}

#[test]
fn states_of_other_games_are_refused() {
    let (game, other) = (small::compiled(LINE), small::compiled(OTHER));
    let mut state = small::begin(&other);
    let mv = other.legal_moves(&mut state)[0];
    refused(&game, &mut state, mv, IllegalMove::OtherGame);
    // The same game compiled once more is the same game.
    small::compiled(OTHER)
        .play(&mut state, mv, &mut SplitMix64::new(1))
        .expect("it is legal");
}

#[test]
fn nothing_is_legal_once_the_game_is_over() {
    let game = small::compiled(LINE);
    let mut state = small::begin(&game);
    let any = game.legal_moves(&mut state)[8];
    for site in [0, 3, 1, 4, 2] {
        small::play(&game, &mut state, site);
    }
    refused(&game, &mut state, any, IllegalMove::Over);
}

#[test]
fn a_list_beyond_the_limits_leaves_the_state_as_it_was() {
    let mut limits = ResourceLimits::default();
    limits.moves = 8;
    let game = Game::compile_with_limits(&small::described(LINE), &limits, |_, _| None);
    let game = game.expect("it compiles");
    let generous = small::compiled(LINE);
    let mut state = small::begin(&game);
    let mv = generous.legal_moves(&mut small::begin(&generous))[0];
    refused(&game, &mut state, mv, IllegalMove::Stopped(Fault::TooMany));
    let error = game
        .play(&mut state, mv, &mut SplitMix64::new(1))
        .unwrap_err();
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn choices_of_a_round_are_checked_as_well() {
    let game = small::compiled(
        r#"(game "Together" (players 2) (mode Simultaneous)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    let mut state = small::begin(&game);
    let moves = game.legal_moves(&mut state);
    let mut chance = SplitMix64::new(1);
    game.play(&mut state, moves[0], &mut chance)
        .expect("the first chooses");
    assert_eq!((state.waiting(), state.mover()), (1, 2));
    game.play(&mut state, moves[0], &mut chance)
        .expect_err("that is the first player's piece");
    let second = game.legal_moves(&mut state)[3];
    game.play(&mut state, second, &mut chance)
        .expect("the second chooses");
    assert_eq!((state.waiting(), state.mover()), (0, 1));
}

#[test]
fn a_clone_plays_the_same_game() {
    let game = small::compiled(LINE);
    let clone = game.clone();
    let mut state = small::begin(&game);
    let mv = game.legal_moves(&mut state)[0];
    clone
        .play(&mut state, mv, &mut SplitMix64::new(1))
        .expect("it is legal");
    let (mut one, mut other) = (SplitMix64::new(3), SplitMix64::new(3));
    let after = |game: &Game, pick: &mut SplitMix64| {
        let mut state = state.clone();
        game.playout(&mut state, 9, pick, &mut SplitMix64::new(1));
        state
    };
    assert!(after(&game, &mut one) == after(&clone, &mut other));
}
