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
