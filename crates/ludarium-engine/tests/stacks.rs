//! Stacks: the data that a level keeps when its piece leaves, and the piece that a rule refers to.

use crate::small;

use ludarium_engine::SplitMix64;
use small::{compiled, legal};

/// The state of the piece that comes to the first site after the piece with state 2 has left it.
fn state_after(leaving: &str, coming: &str) -> i32 {
    let game = compiled(&format!(
        r#"(game "Traces" (players 1)
            (equipment {{ (board (rectangle 1 4)) (piece "Disc" P1) }})
            (rules
                (start {{ (place Stack "Disc1" 0 state:2) (place Stack "Disc1" 2) }})
                (play (if (is Occupied 0) {leaving} {coming}))
                (end (if (is Full) (result Mover Win)))))"#
    ));
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    assert_eq!(state.state_at(0, 0), 2);
    for _ in 0..2 {
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 1);
        let before = state.clone();
        let mark = game.apply_marked(&mut state, moves[0], &mut chance);
        assert_eq!(state.hash(), state.recomputed_hash());
        state.undo(mark);
        assert!(state == before);
        game.apply(&mut state, moves[0], &mut chance);
    }
    assert_eq!(state.height(0), 1);
    state.state_at(0, 0)
}

#[test]
fn a_piece_taken_from_its_level_leaves_its_state_there() {
    let picked = "(move (from 0 level:0) (to 1))";
    assert_eq!(state_after(picked, "(move (from 2) (to 0))"), 2);
    // A piece that is picked from its level brings its own state, even if it has none.
    assert_eq!(state_after(picked, "(move (from 2 level:0) (to 0))"), 0);
}

#[test]
fn a_piece_moved_or_taken_from_the_top_leaves_no_state() {
    assert_eq!(
        state_after("(move (from 0) (to 1))", "(move (from 2) (to 0))"),
        0
    );
    assert_eq!(state_after("(move Remove 0)", "(move (from 2) (to 0))"), 0);
}

#[test]
fn the_topmost_piece_stays_the_topmost_when_others_are_taken_first() {
    let game = compiled(
        r#"(game "Felled" (players 1)
            (equipment { (board (rectangle 1 2)) (piece "Disc" P1) })
            (rules
                (start (place Stack "Disc1" 0 count:3))
                (play (move Select (from 0)
                    (then (forEach Level 0 FromBottom (if (!= 1 (level)) (remove 0 level:(level)))))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(state.height(0), 1, "the lowest and the topmost are taken");
}

#[test]
fn the_lowest_piece_of_a_stack_counts() {
    let answers = |site: &str| {
        let game = compiled(&format!(
            r#"(game "Which" (players 1)
                (equipment {{ (board (square 4) use:{site}) (piece "Low" P1) (piece "High" P1) }})
                (rules
                    (start {{ (place Stack "Low1" 0) (place Stack "High1" 0) }})
                    (play (move (from 0) (to (what at:0))))
                    (end (if (is Full) (result Mover Win)))))"#
        ));
        let mut state = game.start(&mut SplitMix64::new(1));
        let what = usize::from(legal(&game, &mut state)[0].to);
        game.components()[what].name.clone()
    };
    for site in ["Edge", "Cell", "Vertex"] {
        assert_eq!(answers(site), "Low1", "{site}");
    }
}

#[test]
fn pieces_under_others_count_with_those_on_top() {
    // One piece of the first player lies under one of the second's; the die is nobody's piece.
    for dice in ["", "(dice num:1)"] {
        let equipment =
            format!(r#"(board (rectangle 1 4)) (piece "Disc" Each) (hand Each) {dice}"#);
        let start = r#"(place Stack items:{"Disc1" "Disc2"} 0) (place Stack "Disc2" 2 count:2)"#;
        let holds = |truth: &str| small::holds(&equipment, start, truth);
        assert!(holds("(= 1 (count Pieces P1))"));
        assert!(!holds("(no Pieces P1)") && !holds("(no Pieces P1 in:(sites Board))"));
        assert!(holds("(= 3 (count Pieces P2 in:(sites Board)))"));
        // More pieces than sites, and more sites asked about than have any.
        assert!(holds("(> (count Pieces P2) 2)") && !holds("(> (count Pieces P2) 3)"));
        assert!(holds("(< (count Pieces P2 in:(sites {1 2 3})) 3)"));
        assert!(holds("(< (count Pieces P2 in:(sites {1 3})) 1)"));
    }
}
