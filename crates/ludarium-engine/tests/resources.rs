//! Resource limits given to the compiler: the size of the board, and the cost of a decision.

use crate::small;

use ludarium_engine::{Fault, Game, ResourceLimits, SplitMix64};
use small::described;

/// A game whose first decision iterates over `values` values.
fn counting(values: u32) -> String {
    format!(
        r#"(game "Counting" (players 2)
            (equipment {{ (board (square 3)) (piece "Mark" Each) }})
            (rules
                (play (forEach Value min:1 max:{values} (move Add (to (sites Empty)))))
                (end (if (is Line 3) (result Mover Win)))))"#
    )
}

fn compiled(text: &str, limits: &ResourceLimits) -> Game {
    Game::compile_with_limits(&described(text), limits, |_, _| None).expect("it compiles")
}

fn fault_of(text: &str, limits: &ResourceLimits) -> Option<Fault> {
    let game = compiled(text, limits);
    let mut state = game.start(&mut SplitMix64::new(1));
    game.legal(&mut state, &mut Vec::new());
    state.fault()
}

/// The fixed limits that applied before limits could be chosen.
#[test]
fn the_defaults_are_generous() {
    let limits = ResourceLimits::default();
    assert_eq!((limits.steps, limits.depth), (100_000_000, 400));
    assert_eq!((limits.moves, limits.slots), (1_000_000, 32_767));
    assert_eq!(
        (limits.board.sites, limits.board.dimension),
        (40_000, 1_000)
    );
    let game = small::compiled(&counting(2));
    assert_eq!(game.resource_limits(), limits);
}

#[test]
fn a_decision_that_takes_too_long_is_stopped_sooner_under_a_tighter_limit() {
    let (text, mut limits) = (counting(2_000), ResourceLimits::default());
    assert_eq!(fault_of(&text, &limits), None);
    limits.steps = 10_000;
    assert_eq!(fault_of(&text, &limits), Some(Fault::TooLong));
    limits.steps = 1_000_000;
    assert_eq!(fault_of(&text, &limits), None);
}

#[test]
fn more_moves_than_the_limit_are_an_error() {
    let (text, mut limits) = (counting(20), ResourceLimits::default());
    limits.moves = 180;
    assert_eq!(fault_of(&text, &limits), None);
    limits.moves = 179;
    assert_eq!(fault_of(&text, &limits), Some(Fault::TooMany));
}

#[test]
fn rules_nested_deeper_than_the_limit_are_stopped() {
    let text = r#"(game "Nested" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules
            (play (if (is Mover P1) (if (is Mover P1) (if (is Mover P1) (move Add (to (sites Empty)))))
                (move Pass)))
            (end (if (is Line 3) (result Mover Win)))))"#;
    let mut limits = ResourceLimits::default();
    limits.depth = 40;
    assert_eq!(fault_of(text, &limits), None);
    limits.depth = 3;
    assert_eq!(fault_of(text, &limits), Some(Fault::TooDeep));
}

/// The fault after the first move of a game.
fn fault_after_a_move(text: &str, limits: &ResourceLimits) -> Option<Fault> {
    let game = compiled(text, limits);
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mv = game.legal_moves(&mut state)[0];
    game.apply(&mut state, mv, &mut chance);
    state.fault()
}

#[test]
fn a_while_whose_condition_always_holds_is_stopped() {
    let text = |cond: &str| {
        format!(
            r#"(game "While" (players 2)
                (equipment {{ (board (square 3)) (piece "Mark" Each) }})
                (rules
                    (play (move Add (to (sites Empty))
                        (then (while {cond} (addScore Mover 1)))))
                    (end (if (is Line 3) (result Mover Win)))))"#
        )
    };
    let mut limits = ResourceLimits::default();
    assert_eq!(
        fault_after_a_move(&text("(< (score Mover) 12000)"), &limits),
        None,
        "longer than ten thousand rounds"
    );
    limits.moves = 30_000;
    let fault = fault_after_a_move(&text("(>= (score Mover) 0)"), &limits);
    assert_eq!(fault, Some(Fault::TooMany));
    limits.steps = 10_000;
    let fault = fault_after_a_move(&text("(>= (score Mover) 0)"), &limits);
    assert_eq!(fault, Some(Fault::TooLong));
}

#[test]
fn a_sowing_over_very_many_holes_is_stopped() {
    let text = |seeds: u32| {
        format!(
            r#"(game "Sowing" (players 2)
                (equipment {{
                    (mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
                    (piece "Seed" Shared)
                }})
                (rules
                    (start (set Count 4 to:(sites Track)))
                    (play (move Select (from (sites Board)) (then (sow count:{seeds}))))
                    (end (if (no Moves Next) (result Mover Win)))))"#
        )
    };
    let limits = ResourceLimits::default();
    assert_eq!(fault_after_a_move(&text(4), &limits), None);
    let fault = fault_after_a_move(&text(1_000_000_000), &limits);
    assert_eq!(fault, Some(Fault::TooLong));
}

#[test]
fn the_search_for_a_ring_of_edges_counts_its_steps() {
    // Edges of a grid, with the whole length of the board to go round.
    let text = r#"(game "Rings" (players 2)
        (equipment { (board (square 6) use:Vertex) (piece "Mark" Each) })
        (rules
            (start (set P1 Edge (sites Board Edge)))
            (play (move Select (from (sites Board))
                (then (if (is Path Edge from:0 P1 length:(exact 35) closed:True) (addScore Mover 1)))))
            (end (if (= 9 (count Moves)) (result Mover Win)))))"#;
    let mut limits = ResourceLimits::default();
    limits.steps = 100_000;
    assert_eq!(fault_after_a_move(text, &limits), Some(Fault::TooLong));
}

/// The error for a description under a limit: the text at its place, the message, the hint.
fn refused(text: &str, limits: &ResourceLimits) -> (String, String, String) {
    let description = described(text);
    let errors =
        Game::compile_with_limits(&description, limits, |_, _| None).expect_err("too large");
    let error = errors.diagnostics[0].clone();
    let place = &text[error.span.start as usize..error.span.end as usize];
    (
        place.to_owned(),
        error.message,
        error.hint.unwrap_or_default(),
    )
}

#[test]
fn a_board_beyond_the_limit_is_an_error_at_its_place() {
    let game = |board: &str| {
        format!(
            r#"(game "Large" (players 2) (equipment {{ (board {board}) (piece "Mark" Each) (hand Each size:50) }})
                (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#
        )
    };
    let mut limits = ResourceLimits::default();
    limits.board.sites = 200;
    limits.board.dimension = 30;
    compiled(&game("(square 8)"), &limits);
    let (place, message, hint) = refused(&game("(square 15)"), &limits);
    assert_eq!(place, "(square 15)");
    assert_eq!(message, "a board may have at most 200 sites");
    assert!(hint.contains("choose smaller dimensions"), "{hint}");
    let (place, message, hint) = refused(&game("(rectangle 1 31)"), &limits);
    assert_eq!((place.as_str(), hint.as_str()), ("31", "this one is 31"));
    assert_eq!(message, "a board dimension may be at most 30");

    limits.slots = 150;
    let (place, message, hint) = refused(&game("(square 8)"), &limits);
    assert_eq!(place, "(hand Each size:50)");
    assert_eq!(message, "a game may have at most 150 sites");
    assert_eq!(hint, "the board and what is held beside it have 164");
}
