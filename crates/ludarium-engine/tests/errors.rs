//! What is said of a description that is wrong in several places.

use crate::small;

use ludarium_engine::Game;
use ludarium_lud::{Choices, Definitions, Errors};

fn errors(text: &str) -> Errors {
    Game::compile(&small::described(text)).expect_err("it is wrong")
}

/// The texts at the places of the errors, in order, each with the kind of error.
fn places(text: &str) -> Vec<(String, &'static str)> {
    let errors = errors(text).diagnostics.into_iter();
    let place = |span: ludarium_lud::Span| text[span.start as usize..span.end as usize].to_owned();
    errors
        .map(|error| (place(error.span), error.code))
        .collect()
}

fn expect(text: &str, expected: &[(&str, &str)]) {
    let found = places(text);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(place, code)| (&**place, *code))
        .collect();
    assert_eq!(found, expected, "{}", errors(text));
}

/// A site that is not on the board, a piece that is not in the equipment, a phase that does not
/// exist.
const THREE: &str = r#"(game "Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each (move Step (to if:(all Different)))) })
    (rules
        (start { (place "Marc1" 0) (place "Mark2" 1) })
        phases:{
            (phase "Opening" (play (forEach Piece)) (nextPhase "Middle"))
            (phase "Ending" (play (move Pass)))
        }
        (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn the_errors_of_independent_parts_are_all_reported_in_order() {
    expect(
        THREE,
        &[
            ("(all Different)", "no-meaning"),
            ("\"Marc1\"", "unknown-piece"),
            ("(nextPhase \"Middle\")", "unknown-phase"),
        ],
    );
}

#[test]
fn errors_are_rendered_with_their_places_and_hints() {
    let text = errors(THREE).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("test:2:74: "), "{text}");
    assert!(lines[1].starts_with("test:4:25: "), "{text}");
    assert_eq!(
        lines[2],
        "test:6:53: there is no phase \"Middle\" (the phases are Opening, Ending)"
    );
    let error: Box<dyn std::error::Error> = Box::new(errors(THREE));
    assert_eq!(error.to_string(), text);
}

#[test]
fn every_condition_and_every_move_of_a_list_is_looked_at() {
    expect(
        r#"(game "Lists" (players 2)
            (equipment { (board (square 3)) (piece "Mark" Each) })
            (rules
                (play (or {
                    (move Add (to (sites Empty) if:(all Different)))
                    (move Add (to (sites Empty)) (then (moveAgain)))
                    (move Add (to (sites Empty)) (then (if (is Unique) (moveAgain))))
                }))
                (end {
                    (if (is Repeat times:1) (result Mover Win))
                    (if (and (all Different except:1) (is Repeat times:0)) (result Mover Loss))
                    (if (no Moves Next) (result Mover Draw))
                })))"#,
        &[
            ("(all Different)", "no-meaning"),
            ("(is Unique)", "no-meaning"),
            ("1", "bad-times"),
            ("(all Different except:1)", "no-meaning"),
            ("0", "bad-times"),
        ],
    );
}

/// What is wrong itself does not make wrong what refers to it.
#[test]
fn nothing_follows_from_a_piece_a_region_or_a_map_that_is_wrong() {
    expect(
        r#"(game "References" (players 2)
            (equipment {
                (board (square 3))
                (piece "Mark" Each)
                (piece "Stone" Team1)
                (regions "Home" Team2 {0 1})
                (map "Goal" { (pair 1 "Z9") })
            })
            (rules
                (start { (place "Mark1" 0) (place "Stone1" (sites P1 "Home")) })
                (play (forEach Piece "Stone" (move Step (to if:(is Empty (to))))))
                (end (if (= (mapEntry "Goal" 1) 4) (result Mover Win)))))"#,
        &[
            ("(piece \"Stone\" Team1)", "no-such-player"),
            ("(regions \"Home\" Team2 {0 1})", "no-such-player"),
        ],
    );
}

#[test]
fn a_piece_of_each_player_is_wrong_once() {
    expect(
        r#"(game "Once" (players 4)
            (equipment { (board (square 3)) (piece "Mark" Each (move Step (to if:(all Different)))) })
            (rules
                (start (place "Mark1" 0))
                (play (or (forEach Piece) (forEach Piece "Mark")))
                (end (if (no Moves Next) (result Next Loss)))))"#,
        &[("(all Different)", "no-meaning")],
    );
}

#[test]
fn players_and_board_are_looked_at_together() {
    expect(
        r#"(game "Both" (players 99)
            (equipment { (board (square 2000)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"#,
        &[("(players 99)", "bad-players"), ("2000", "board-too-large")],
    );
}

/// Wrong definitions that use each other many times over are given up after some time.
#[test]
fn a_wrong_definition_that_is_used_everywhere_takes_no_time() {
    let mut text = String::from("(define \"D0\" (if (all Different) (move Pass)))\n");
    for level in 1..14 {
        let below = level - 1;
        text += &format!("(define \"D{level}\" (or {{ (\"D{below}\") (\"D{below}\") }}))\n");
    }
    text += r#"(game "Deep" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play ("D13")) (end (if (is Line 3) (result Mover Win)))))"#;
    assert_eq!(errors(&text).diagnostics.len(), 1);
}

#[test]
fn of_a_match_the_game_that_is_wrong_is_named() {
    let load = |name: &str, text: &str| {
        let none = Definitions::none();
        ludarium_lud::load(name, text, &none, &Choices::defaults()).expect("it is well formed")
    };
    let both = r#"(match "Two Games" (players 2)
        (games { (subgame "Good") (subgame "Bad") })
        (end (if (= (count Trials) 2) (result Mover Win))))"#;
    let one = |text: &str| load("match.lud", text);
    let right = THREE
        .replace("(all Different)", "(is Empty (to))")
        .replace("Marc", "Mark");
    let right = right.replace("Middle", "Ending");
    let found = |name: &str, _: &Choices| match name {
        "Good" => Some(load("good.lud", &right)),
        "Bad" => Some(load("bad.lud", THREE)),
        _ => None,
    };
    let errors = Game::compile_with(&one(both), found).expect_err("one of the games is wrong");
    assert_eq!(errors.diagnostics.len(), 3);
    assert!(errors.to_string().starts_with("bad.lud:2:"), "{errors}");

    let text = both
        .replace("\"Bad\"", "\"Lost\"")
        .replace("\"Good\"", "\"Gone\"");
    let errors = Game::compile_with(&one(&text), found).expect_err("neither is there");
    let text = errors.to_string();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(
        text.lines().all(|line| line.starts_with("match.lud:2:")),
        "{text}"
    );
}
