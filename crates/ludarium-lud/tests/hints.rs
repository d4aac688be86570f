//! What error messages suggest instead of a ludeme that is none.

use ludarium_lud::{Choices, Definitions};

/// The hint of the first error of a small game with this play and this condition of its end.
fn hint(play: &str, end: &str) -> String {
    let text = format!(
        r#"(game "T" (players 2) (equipment {{ (board (square 5)) (piece "Mark" Each) }})
            (rules (play {play}) (end (if {end} (result Mover Win)))))"#
    );
    let loaded = ludarium_lud::load("t.lud", &text, &Definitions::none(), &Choices::defaults());
    let errors = loaded.map(drop).expect_err("an error");
    let first = errors.diagnostics.first().expect("an error");
    first.hint.clone().unwrap_or_default()
}

const PLAY: &str = "(move Add (to (sites Empty)))";

#[test]
fn a_second_word_alone_is_completed_with_its_keyword() {
    for (end, meant) in [
        ("(line 5)", "is Line"),
        ("(Full)", "is Full"),
        ("(in (last To) (sites Bottom))", "is In"),
        ("(lines 5)", "is Line"),
        ("(isLine 5)", "is Line"),
        ("(is_line 5)", "is Line"),
        ("(IsFull)", "is Full"),
        ("(noMoves Next)", "no Moves"),
        ("(Is Full)", "is"),
    ] {
        assert_eq!(hint(PLAY, end), format!("did you mean `{meant}`?"), "{end}");
    }
    let hint = |play: &str| hint(play, "(is Full)");
    assert_eq!(
        hint("(moveAdd (to (sites Empty)))"),
        "did you mean `move Add`?"
    );
    // A keyword of another place, which is also a second word of this one.
    assert!(hint("(piece)").ends_with("; did you mean `forEach Piece`?"));
}

#[test]
fn brackets_that_are_missing_or_superfluous_are_named() {
    let add = |to: &str| hint(&format!("(move Add (to {to}))"), "(is Full)");
    assert_eq!(add("(sites (Empty))"), "write `Empty` without brackets");
    assert_eq!(add("sites Empty"), "write brackets around it: (sites ...)");
    assert_eq!(hint(PLAY, "is Full"), "write brackets around it: (is ...)");
}

#[test]
fn an_operator_between_its_arguments_is_told_to_come_first() {
    for (end, operator) in [
        ("(5 < 3)", "<"),
        ("(5 > 3)", ">"),
        ("(5 <= 3)", "<="),
        ("(5 >= 3)", ">="),
        ("((count Pieces Next) < 3)", "<"),
        ("((mover) != 1)", "!="),
        ("(mover = 1)", "="),
        ("(= 2 (1 + 1))", "+"),
        ("((is Full) and (is Line 3))", "and"),
    ] {
        let wanted = format!("an operator comes first: ({operator} a b)");
        assert_eq!(hint(PLAY, end), wanted, "{end}");
    }
}

/// `Win` belongs to `result`: it is no mistyped `is In`.
#[test]
fn a_result_that_is_asked_for_as_a_condition_is_told_where_it_belongs() {
    for (end, word) in [
        ("(win Mover)", "Win"),
        ("(loss Next)", "Loss"),
        ("(tie)", "Tie"),
    ] {
        let told = hint(PLAY, end);
        let wanted = format!("`{word}` is a word of `result`: (result roleType resultType)");
        assert_eq!(told, format!("{wanted}; expected boolean here"), "{end}");
    }
}

/// The first error of a small game, with the text at its place.
fn first_error(text: &str) -> (String, String) {
    let loaded = ludarium_lud::load("t.lud", text, &Definitions::none(), &Choices::defaults());
    let errors = loaded.map(drop).expect_err("an error");
    let first = errors.diagnostics.first().expect("an error");
    let place = &text[first.span.start as usize..first.span.end as usize];
    (place.to_owned(), first.to_string())
}

#[test]
fn what_is_missing_before_an_argument_is_named_where_it_belongs() {
    let equipment = r#"(equipment { (board (square 5)) (piece "Mark" Each) })"#;
    let play = "(play (move Add (to (sites Empty))))";
    let end = "(end (if (is Full) (result Mover Draw)))";
    for (text, place, told) in [
        (
            format!(r#"(game "T" (players 2) {equipment} (rules {end}))"#),
            end,
            "`rules` needs play before this",
        ),
        (
            format!(r#"(game "T" (players 2) (rules {play} {end}))"#),
            &*format!("(rules {play} {end})"),
            "`game` needs equipment before this",
        ),
        (
            format!(r#"(game "T" {equipment} (rules {play} {end}))"#),
            equipment,
            "`game` needs players before this",
        ),
        (
            format!(
                r#"(game "T" (players 2) {equipment} (rules (play (move (to (sites Empty)))) {end}))"#
            ),
            "(to (sites Empty))",
            "`move` needs from before this",
        ),
    ] {
        let found = first_error(&text);
        assert_eq!(found.0, place);
        assert!(found.1.starts_with(told), "{}", found.1);
    }
}

#[test]
fn a_word_that_opens_no_form_is_answered_with_those_that_do() {
    let place = hint("(move Place (to (sites Empty)))", "(is Full)");
    for word in ["Add", "Claim", "Step"] {
        assert!(place.contains(word), "{place}");
    }
    let draw = hint(PLAY, "(is Draw)");
    assert!(draw.contains("Full") && draw.contains("Line"), "{draw}");
    assert!(!draw.contains("Type"), "{draw}");
}

#[test]
fn few_words_are_listed_instead_of_the_name_of_their_type() {
    assert_eq!(
        hint(PLAY, "(is Line 3 exact:maybe)"),
        "expected `True` or `False`"
    );
    let to = |to: &str| hint(&format!("(move Add (to {to} (sites Empty)))"), "(is Full)");
    assert!(to("Square").contains("`Cell`"), "{}", to("Square"));
}

#[test]
fn a_word_of_a_ludeme_written_as_one_leads_to_the_ludeme() {
    let text = r#"(game "T" (players 2) (equipment { (board (square 5)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (win Mover)))))"#;
    let (place, told) = first_error(text);
    assert_eq!(place, "(win Mover)");
    assert!(told.contains("`Win` is a word of `result`"), "{told}");
}

#[test]
fn punctuation_of_other_languages_is_told_as_such() {
    let with = |players: &str| {
        first_error(&format!(
            r#"(game "T" {players} (equipment {{ (board (square 5)) (piece "Mark" Each) }})
            (rules (play {PLAY}) (end (if (is Full) (result Mover Draw)))))"#
        ))
    };
    let (place, told) = with("(players { (player N), (player S) })");
    assert_eq!(place, ",");
    assert!(told.contains("leave the comma out"), "{told}");
    let (place, told) = with("(players 2) ; two");
    assert_eq!(place, ";");
    assert!(told.contains("a comment begins with //"), "{told}");
    assert!(hint(PLAY, "(is Line 3) and (is Full)").contains("(and ...)"));
}

#[test]
fn an_argument_that_lacks_its_label_or_a_ludeme_around_it_is_told_which() {
    assert_eq!(
        hint("(move Add (sites Empty))", "(is Full)"),
        "write brackets around it: (to ...)"
    );
    assert_eq!(
        hint("(move Add (to (sites Empty)) (moveAgain))", "(is Full)"),
        "write brackets around it: (then ...)"
    );
    let start = r#"(game "T" (players 2) (equipment { (board (square 5)) (piece "Mark" Shared) })
        (rules (start (set Count 3 (sites Board))) (play (move Pass)) (end (if (is Full) (result Mover Draw)))))"#;
    let (place, told) = first_error(start);
    assert_eq!(place, "(sites Board)");
    assert!(told.contains("write `to:` before it"), "{told}");
}

#[test]
fn a_standard_definition_that_does_not_suit_its_place_is_at_fault_where_it_is_used() {
    let definitions = r#"(define "StepToFree" (move Step #1 (to if:(is Empty (to)))))"#;
    let definitions = Definitions::from_files([("steps.def".to_owned(), definitions.to_owned())]);
    let text = r#"(game "T" (players 2) (equipment { (board (square 5)) (piece "Mark" Each) })
        (rules (play (move Add ("StepToFree"))) (end (if (is Full) (result Mover Draw)))))"#;
    let loaded = ludarium_lud::load("t.lud", text, &definitions, &Choices::defaults());
    let errors = loaded.map(drop).expect_err("an error");
    let [error] = &errors.diagnostics[..] else {
        panic!("{errors}");
    };
    assert_eq!(error.span.file.0, 0, "{errors}");
    let place = &text[error.span.start as usize..error.span.end as usize];
    assert_eq!(place, "(\"StepToFree\")");
    assert!(error.message.contains("in \"StepToFree\""), "{errors}");
}

#[test]
fn a_misspelt_part_of_a_description_is_found_by_its_word() {
    let right = r#"(define "Free" (sites Empty))
        (game "T" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to ("Free")))) (end (if (is Line 3) (result Mover Win)))))
        (option "Size" <Size> args:{ <n> } { (item "Three" <3> "Three.")* })"#;
    for (word, wrong) in [("game", "gaem"), ("define", "defin"), ("option", "Option")] {
        let text = right.replacen(&format!("({word} "), &format!("({wrong} "), 1);
        let (place, told) = first_error(&text);
        assert_eq!(place, wrong);
        assert!(
            told.ends_with(&format!("(did you mean `{word}`?)")),
            "{told}"
        );
    }
    // That there is no game follows from the misspelt word.
    let text = right.replacen("(game ", "(gaem ", 1);
    let loaded = ludarium_lud::load("t.lud", &text, &Definitions::none(), &Choices::defaults());
    let errors = loaded.map(drop).expect_err("an error");
    assert_eq!(errors.diagnostics.len(), 1, "{errors}");
}
