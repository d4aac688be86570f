//! Pieces that rest on other pieces.

use crate::small;

use ludarium_engine::{Action, Game};
use small::{asked, begin, compiled, game, holds, legal, play};

/// 3 x 3 below (0 1 2, 5 6 8, 11 12 13), 2 x 2 above (3 4, 9 10), one on top (7).
const BALLS: &str =
    "(board (square 3 pyramidal:True) use:Vertex) (piece \"Ball\" Each) (hand Each)";

/// A pile whose lowest layer is full; `start` sets up the second.
fn pile(meta: &str, start: &str) -> Game {
    game(
        BALLS,
        &format!(
            "(meta {meta}) (start {{ {start} }})
             (play (or (move Remove (sites Occupied by:Mover))
                 (move (from (sites Occupied by:Mover)) (to (sites Empty) if:(is Flat)))))
             (end (if (no Pieces Mover) (result Mover Win)))"
        ),
    )
}

const LOWEST: &str = "(place \"Ball1\" (sites Layer 0))";

#[test]
fn unsupported_pieces_fall() {
    let game = pile("(gravity)", &format!("{LOWEST} (place \"Ball2\" 3)"));
    let mut state = begin(&game);
    let told = play(&game, &mut state, 0);
    assert!(matches!(
        told[..],
        [Action::Remove { .. }, Action::Move { .. }]
    ));
    assert!(state.is_empty(3), "it has fallen");
    assert_eq!(state.what(0), 2);
}

#[test]
fn without_gravity_nothing_falls() {
    let game = pile("(swap)", &format!("{LOWEST} (place \"Ball2\" 3)"));
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    assert!(!state.is_empty(3));
}

#[test]
fn a_piece_on_which_two_rest_stays() {
    let two = format!("{LOWEST} (place \"Ball2\" {{ 3 4 }})");
    let removed = |meta: &str| {
        let game = pile(meta, &two);
        let mut state = begin(&game);
        let moves = legal(&game, &mut state);
        let removed = moves.iter().filter(|mv| mv.origin() == mv.target());
        removed
            .map(ludarium_engine::Move::target)
            .collect::<Vec<_>>()
    };
    assert_eq!(removed("(gravity)"), [0, 1, 2, 5, 6, 8, 11, 12, 13]);
    // 1 and 6 support both.
    assert_eq!(removed("(pin SupportMultiple)"), [0, 2, 5, 8, 11, 12, 13]);
}

#[test]
fn a_piece_cannot_move_onto_a_piece_that_its_move_drops() {
    let one = format!("{LOWEST} (place \"Ball2\" 3)");
    let goes = |meta: &str| {
        let game = pile(meta, &one);
        let mut state = begin(&game);
        let moves = legal(&game, &mut state);
        moves.iter().any(|mv| (mv.origin(), mv.target()) == (1, 4))
    };
    // Site 1 supports 3, which would fall into it; 4 rests on it, too.
    assert!(goes("(gravity)"));
    assert!(!goes("{ (gravity) (noStackOn Fallen) }"));
}

#[test]
fn no_suicide_forbids_to_lose_by_a_move() {
    let choices = |meta: &str| {
        let game = game(
            "(board (rectangle 1 3)) (piece \"Man\" Each)",
            &format!(
                "{meta} (play (move Add (to (sites Empty))))
                 (end (if (is Occupied 0) (result Mover Loss)))"
            ),
        );
        legal(&game, &mut begin(&game)).len()
    };
    assert_eq!(choices(""), 3);
    assert_eq!(choices("(meta (no Suicide))"), 2);
}

#[test]
fn the_platform_below_supports_a_site() {
    let below = |start: &str| asked(BALLS, start, "(count SitesPlatformBelow 3 P1)");
    assert_eq!(below("(place \"Ball1\" (sites Layer 0))"), 4);
    assert_eq!(
        below("(place \"Ball1\" { 0 1 }) (place \"Ball2\" { 5 })"),
        2
    );
}

#[test]
fn a_line_may_have_to_be_visible_from_above() {
    let line = |more: &str| {
        let start = format!("(place \"Ball1\" {{ 5 6 8 }}) {more}");
        let truth = |visible: &str| {
            let line = format!("(is Line Vertex 3 Orthogonal through:6 what:1 {visible})");
            holds(BALLS, &start, &line)
        };
        (truth(""), truth("isVisible:True"))
    };
    assert_eq!(line(""), (true, true));
    // The topmost ball is directly above the middle of the lowest layer.
    assert_eq!(line("(place \"Ball2\" 7)"), (true, false));
}

#[test]
fn a_pattern_stays_in_its_layer() {
    // A square of balls in the lowest layer, and a chain of them that goes up and down.
    let turned = |balls: &str| {
        let text = format!(
            "(game \"Pattern\" (players 2)
                (equipment {{ (board (square 4 pyramidal:True) use:Vertex) (piece \"Ball\" P1) }})
                (rules
                    (start (place \"Ball1\" {balls}))
                    (play (if (is Pattern {{F R F R F}} from:8 whats:{{(id \"Ball\" P1)}}) (move Pass)
                        (move Add (to (sites Empty)))))
                    (end (if (is Full) (result Mover Win)))))"
        );
        let game = compiled(&text);
        legal(&game, &mut begin(&game)).len() == 1
    };
    // By rows: sites 7, 8, 10 and 12 are the second row of the lowest layer; 4 to 6 lie above.
    assert!(turned("{ 8 10 1 2 }"));
    assert!(!turned("{ 8 4 5 14 }"));
}
