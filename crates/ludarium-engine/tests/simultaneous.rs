//! Simultaneous moves.

use crate::small;

use ludarium_engine::{Game, SplitMix64};
use small::{begin, compiled, legal, play, plays_and_takes_back};

/// Each player places a chosen stone on a site of its own; equal stones score.
fn matching() -> Game {
    compiled(
        "(game \"Matching\" (players 2) (mode Simultaneous)
            (equipment { (board (rectangle 1 2)) (hand Each size:2)
                (piece \"Flat\" Each) (piece \"Round\" Each) })
            (rules
                (start {
                    (place \"Flat1\" (handSite P1)) (place \"Round1\" (handSite P1 1))
                    (place \"Flat2\" (handSite P2)) (place \"Round2\" (handSite P2 1)) })
                (play (or
                    (move (from (sites Occupied by:P1 container:\"Hand1\")) (to 0) P1
                        (then (addScore P1 (count Sites in:(sites Occupied by:P2 container:0)))
                            applyAfterAllMoves:True))
                    (move (from (sites Occupied by:P2 container:\"Hand2\")) (to 1) P2)))
                (end (if (all Sites (sites Board) if:(is Occupied (site)))
                    (byScore { (score P1 (score P1)) (score P2 0) })))))",
    )
}

#[test]
fn nothing_happens_until_all_players_have_chosen() {
    let game = matching();
    let mut state = begin(&game);
    assert!(game.is_simultaneous(&state));
    assert_eq!((state.mover(), state.waiting()), (1, 0));
    assert_eq!(legal(&game, &mut state).len(), 2, "only one's own moves");

    play(&game, &mut state, 0);
    assert_eq!((state.mover(), state.waiting(), state.moves()), (2, 1, 0));
    assert!(state.is_empty(0));
    assert_eq!(legal(&game, &mut state).len(), 2);

    let told = play(&game, &mut state, 1);
    assert_eq!((state.waiting(), state.moves()), (0, 1));
    assert!(!state.is_empty(0) && !state.is_empty(1));
    assert_eq!(told.len(), 3, "both moves, and what waited for them");
}

#[test]
fn delayed_effects_see_all_moves() {
    let game = matching();
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    play(&game, &mut state, 1);
    // The first player's score counts the stone that the second placed at the same time.
    assert_eq!(state.score(1), 1);
    assert!(state.over());
}

#[test]
fn a_choice_is_hidden_until_all_have_chosen() {
    let game = matching();
    let mut state = begin(&game);
    let choices = legal(&game, &mut state);
    let mut other = state.clone();
    let mut chance = SplitMix64::new(1);
    game.apply(&mut state, choices[0], &mut chance);
    game.apply(&mut other, choices[1], &mut chance);
    assert!(state != other);
    let view = game.view(&state, 2);
    assert!(!view.is_complete());
    assert!(view == game.view(&other, 2), "player 2 cannot tell");
    assert!(game.view(&state, 1) != game.view(&other, 1), "player 1 can");

    // Play can continue from a state sampled for player 2.
    let mut supposed = view.sample(&mut SplitMix64::new(3));
    play(&game, &mut supposed, 1);
    assert!(supposed.over());
}

#[test]
fn rounds_are_sampled_listed_and_undone() {
    for seed in 0..8 {
        plays_and_takes_back(&matching(), seed);
    }
}

#[test]
fn a_phase_may_be_simultaneous_among_others() {
    let game = compiled(
        "(game \"Turns\" (players 2)
            (equipment { (board (square 3)) (piece \"Man\" Each) })
            (rules phases:{
                (phase \"Alone\" (play (move Add (to (sites Empty))))
                    (nextPhase (= (count Moves) 2) \"Together\"))
                (phase \"Together\" (mode Simultaneous) (play (move Select (from (sites Occupied by:Mover))
                    (then (addScore Mover 1))))
                    (end (if (>= (score P1) 9) (result P1 Win)))
                    (nextPhase \"Alone\")) }))",
    );
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    assert_eq!(state.mover(), 2);
    play(&game, &mut state, 1);
    assert!(game.is_simultaneous(&state));
    play(&game, &mut state, 0);
    assert_eq!((state.score(1), state.mover()), (0, 2));
    play(&game, &mut state, 1);
    assert_eq!((state.score(1), state.score(2)), (1, 1));
}
