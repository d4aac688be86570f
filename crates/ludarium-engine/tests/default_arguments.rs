//! Default arguments, and containers given by name.

use crate::small;

use small::{asked, begin, game, targets};

#[test]
fn container_hand_is_the_hand_of_the_mover() {
    for (name, sites) in [("Hand", [6, 7]), ("Hand1", [6, 7]), ("Hand2", [8, 9])] {
        let text = format!(
            "(start {{ (place \"Disc1\" 0) (place \"Disc1\" {{6 7}}) (place \"Disc1\" {{8 9}}) }})
             (play (forEach Piece \"Disc\" \"{name}\" (move Remove (from))))
             (end (if (all Passed) (result Mover Draw)))"
        );
        let equipment = "(board (rectangle 1 6)) (piece \"Disc\" Each) (hand Each size:2)";
        let game = game(equipment, &text);
        assert_eq!(targets(&game, &mut begin(&game)), sites, "{name}");
    }
}

#[test]
fn a_site_of_a_stack_is_counted_within_the_container_that_is_named() {
    let hands = "(board (rectangle 1 6)) (piece \"Disc\" Each) (hand Each size:2)";
    let start = "(place Stack \"Disc2\" \"Hand\" 1 count:3)";
    assert_eq!(asked(hands, start, "(size Stack at:9)"), 3);
    assert_eq!(asked(hands, start, "(size Stack at:1)"), 0);
}

#[test]
fn sites_of_a_hand_have_no_neighbours() {
    let hands = "(board (rectangle 1 6)) (piece \"Disc\" Each) (hand Each size:2)";
    let counted = |wider: &str| asked(hands, "", &format!("(count Sites in:{wider})"));
    assert_eq!(counted("(expand \"Board\" (sites {2}))"), 3);
    assert_eq!(counted("(expand 0 (sites {2}))"), 3);
    assert_eq!(counted("(expand \"Hand1\" (sites {6}))"), 1);
    assert_eq!(counted("(expand 1 (sites {6}))"), 1);
    assert_eq!(counted("(expand (- (mover) 1) (sites {2}))"), 3);
    assert_eq!(counted("(expand \"Hand\" (sites {2}))"), 1);
}

#[test]
fn the_levels_of_a_stack_are_iterated_from_the_top() {
    let equipment = "(board (rectangle 1 6)) (piece \"Disc\" Each)";
    let start = "(place Stack \"Disc1\" 0 count:5)";
    let counted = |levels: &str| asked(equipment, start, &format!("(count Sites in:{levels})"));
    assert_eq!(counted("(forEach Level at:0 startAt:1)"), 2);
    assert_eq!(counted("(forEach Level at:0 FromBottom startAt:1)"), 4);
    assert_eq!(counted("(forEach Level at:0)"), 5);
}

#[test]
fn sites_listed_next_to_a_region_belong_to_it() {
    let equipment = "(board (rectangle 1 6)) (piece \"Disc\" Each)";
    let start = "(place \"Disc1\" {0 2} (sites {4 5}))";
    let placed = "(= (sites Occupied by:P1) (sites {0 2 4 5}))";
    assert!(small::holds(equipment, start, placed));
}

#[test]
fn a_number_of_the_equipment_may_be_an_expression() {
    let text = "(game \"Test\" (players (+ 1 2))
        (equipment { (board (rectangle 1 6)) (hand Each size:(* 2 3)) (dice d:(- 9 5) num:(/ 4 2)) })
        (rules (play (move Pass)) (end (if (all Passed) (result Mover Draw)))))";
    let game = small::compiled(text);
    assert_eq!(game.players(), 3);
    let sizes: Vec<usize> = game.containers().iter().map(|held| held.size).collect();
    assert_eq!(sizes, [6, 6, 6, 6, 2]);
}

#[test]
fn properties_of_rules_are_known_before_the_game() {
    let text = |truth: &str| {
        format!(
            "(game \"Test\" (players 2) (equipment {{ (board (square 3)) (piece \"Disc\" Each) }})
             (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 exact:{truth}) (result Mover Win)))))"
        )
    };
    let compiled =
        |truth: &str| ludarium_engine::Game::compile(&small::described(&text(truth))).map(drop);
    assert!(compiled("(not False)").is_ok());
    let errors = compiled("(is Full)").expect_err("that changes during a game");
    assert_eq!(errors.diagnostics[0].code, "not-constant");
}
