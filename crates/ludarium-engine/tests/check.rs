//! What a check tells a designer: all errors at once, and warnings of what is hardly meant.

use ludarium_engine::{Findings, Game};
use ludarium_lud::{Choices, Definitions, DescriptionLimits, Diagnostic};

fn findings(text: &str) -> Findings {
    let (definitions, choices) = (Definitions::none(), Choices::defaults());
    let limits = DescriptionLimits::default();
    let (description, errors) =
        ludarium_lud::check("game.lud", text, &definitions, &choices, &limits);
    let description = description.expect("there is a game");
    Game::check(&description, errors, |_, _| None)
}

/// The places and the codes of what was found.
fn places<'t>(text: &'t str, found: &[Diagnostic]) -> Vec<(&'t str, &'static str)> {
    let place = |one: &Diagnostic| &text[one.span.start as usize..one.span.end as usize];
    found.iter().map(|one| (place(one), one.code)).collect()
}

fn game(equipment: &str, rules: &str) -> String {
    format!(
        "(game \"Checked\" (players 2)
            (equipment {{ (board (square 5)) (piece \"Disc\" Each) {equipment} }})
            (rules {rules}))"
    )
}

const PLAY: &str = "(play (move Add (to (sites Empty))))";
const END: &str = "(end (if (is Line 3) (result Mover Win)))";

#[test]
fn the_errors_of_all_stages_are_reported_together() {
    let text = r#"(game "All" (players 2)
        (equipment {
            (board (square 5) (track "Empty" {}))
            (piece "Disc" Each (move Step (to if:(is Emty (to)))))
            (pice "King" P1)
            (piece "Disc" P2)
        })
        (rules
            (start { (place "Dics1" 0) (place "King1" 1) })
            (play (or (forEach Piece) (move Slide (from 3) "Round")))
            (end (if (all Different) (result Mover Wim)))))"#;
    let found = findings(text);
    assert_eq!(
        places(text, &found.errors.diagnostics),
        [
            ("(track \"Empty\" {})", "empty-track"),
            ("Emty", "unknown-word"),
            ("(pice \"King\" P1)", "unknown-ludeme"),
            ("\"Disc\"", "defined-twice"),
            ("\"Dics1\"", "unknown-piece"),
            ("\"Round\"", "unknown-track"),
            ("(all Different)", "no-meaning"),
            ("Wim", "unknown-word"),
        ],
        "{}",
        found.errors
    );
    let told = found.errors.to_string();
    for hint in ["`Empty`", "`piece`", "did you mean \"Disc1\"?", "`Win`"] {
        assert!(told.contains(hint), "{told}");
    }
}

#[test]
fn nothing_follows_from_what_is_wrong_itself() {
    let text = game(
        "(piece Kings Each) (regions Home {0 1})",
        "(start (place \"King1\" (sites \"Home\"))) (play (forEach Piece \"King\")) \
         (end (if (no Moves Next) (result Next Loss)))",
    );
    let found = findings(&text);
    let expected = [("Kings", "wrong-type"), ("Home", "wrong-type")];
    let codes: Vec<&str> = found
        .errors
        .diagnostics
        .iter()
        .map(|one| one.code)
        .collect();
    assert_eq!(codes.len(), expected.len(), "{}", found.errors);
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
}

#[test]
fn a_sound_game_has_no_finding() {
    let found = findings(&game("", &format!("{PLAY} {END}")));
    assert!(found.errors.diagnostics.is_empty(), "{}", found.errors);
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
}

/// Asserts that the text has this warning, and no other, and returns it.
fn warning(text: &str, place: &str, code: &str) -> String {
    let found = findings(text);
    assert!(found.errors.diagnostics.is_empty(), "{}", found.errors);
    let warnings = places(text, &found.warnings.diagnostics);
    assert_eq!(warnings, [(place, code)], "{}", found.warnings);
    found.warnings.to_string()
}

#[test]
fn names_that_nothing_has_are_told_with_the_nearest_one() {
    let with = |equipment: &str, condition: &str| {
        game(
            equipment,
            &format!("{PLAY} (end (if {condition} (result Mover Win)))"),
        )
    };
    let home = "(regions \"Home\" {0 1})";
    for (equipment, condition, place, code, near) in [
        (
            home,
            "(is In (last To) (union (sites \"Home\") (sites \"Hime\")))",
            "\"Hime\"",
            "unknown-region",
            "\"Home\"",
        ),
        (
            "",
            "(= 1 (id \"Dics\" Mover))",
            "\"Dics\"",
            "unknown-piece",
            "\"Disc\"",
        ),
        (
            "(map \"Goal\" {(pair 1 2)})",
            "(= 1 (mapEntry \"Gaol\" 2))",
            "\"Gaol\"",
            "unknown-map",
            "\"Goal\"",
        ),
        (
            "",
            "(= 1 (mapEntry 2))",
            "(mapEntry 2)",
            "unknown-map",
            "no map",
        ),
        (
            "",
            "(= 3 (var \"Count\"))",
            "\"Count\"",
            "unknown-variable",
            "set Var \"Count\"",
        ),
        (
            "",
            "(is Triggered \"Check\" P1)",
            "\"Check\"",
            "unknown-event",
            "trigger \"Check\"",
        ),
        ("", "(= 3 (score P3))", "P3", "no-such-player", "2 players"),
        (
            "(regions \"Away\" {3})",
            "(is Full)",
            "(regions \"Away\" {3})",
            "unused-region",
            "Away",
        ),
        (
            "(piece \"King\" Each)",
            "(is Full)",
            "(piece \"King\" Each)",
            "unused-piece",
            "King",
        ),
    ] {
        let told = warning(&with(equipment, condition), place, code);
        assert!(told.contains(near), "{told}");
    }
}

#[test]
fn names_that_contain_each_other_are_told() {
    let text = game(
        "(piece \"Disco\" Each)",
        &format!("(start (place \"Disco1\" 3)) {PLAY} {END}"),
    );
    warning(&text, "\"Disc\"", "name-within-name");
}

#[test]
fn a_game_without_an_end_and_one_that_begins_with_a_pass_are_told() {
    let text = game(
        "",
        "phases:{(phase \"Only\" (play (move Add (to (sites Empty)))))}",
    );
    let rules = &text[text.find("(rules").unwrap()..text.len() - 1];
    warning(&text, rules, "no-end");
    let play = "(play (forEach Piece (move Step (to if:(is Empty (to))))))";
    let text = game("", &format!("{play} {END}"));
    warning(&text, play, "first-move-pass");
}

/// Moves, and the warnings about them.
const QUIRKS: &[(&str, &str)] = &[
    ("(move Add (to (sites Empty)) (then (custodial (from (last To)) (to if:(is Friend (who at:(to)))))))", "default-test"),
    ("(move Add (to (sites Empty)) (then (custodial (from (last To)) (between if:(is Enemy (who at:(between)))))))", "default-friend"),
    ("(move Add (to (sites Empty)) (then (enclose (from (last To)))))", "default-test"),
    ("(move Add (to (sites Empty)) (then (set Counter 3 (then (moveAgain)))))", "lost-then"),
    ("(move Add (to (sites Empty)) (then (forEach Player (addScore (player (player)) 1) (then (moveAgain)))))", "lost-then"),
    ("(move Add (to (sites Empty)) (then (promote (last To) (piece \"Disc1\" state:2))))", "no-effect"),
    ("(do (move Add (to (sites Empty))))", "no-effect"),
    ("(move Add (piece {\"Disc1\" \"Disc2\"}) (to 3))", "first-piece-only"),
    ("(move Add (to (sites Empty) (apply (addScore Mover 1))))", "listed-twice"),
    ("(move Set Rotation (to 3) 2)", "rotation-neighbours"),
    ("(move Add (to (sites Around 12 Empty)))", "worked-out-once"),
    ("(move Hop (from 0) (between if:(is Enemy (between))) (to if:(is Empty (to))))", "site-for-player"),
    ("(move Add (to (sites Empty) if:(not (is Friend (last To)))))", "site-for-player"),
    ("(move Add (to (sites Empty)) (then (addScore (player (last To)) 1)))", "site-for-player"),
    ("(move Add (to (sites Empty) if:(!= (to) Mover)))", "mixed-numbers"),
    ("(move Add (to (sites Empty) if:(= (mover) (to))))", "mixed-numbers"),
    ("(move Add (to (sites Empty) if:(!= (last To) (id \"Disc1\"))))", "mixed-numbers"),
    ("(move (from 0) (to (+ (from) (pips))))", "no-die"),
    ("(if (is Right at:12 True True) (move Pass) (move Add (to (sites Empty))))", "angle-of-line"),
];

#[test]
fn quirks_are_told_with_what_to_write_instead() {
    for (moves, code) in QUIRKS {
        let text = game("", &format!("(play {moves}) {END}"));
        let found = findings(&text);
        assert!(found.errors.diagnostics.is_empty(), "{}", found.errors);
        let codes: Vec<&str> = found
            .warnings
            .diagnostics
            .iter()
            .map(|one| one.code)
            .collect();
        assert!(codes.contains(code), "{moves}: {}", found.warnings);
        let told = found
            .warnings
            .diagnostics
            .iter()
            .find(|one| one.code == *code);
        assert!(told.is_some_and(|one| one.hint.is_some()), "{moves}");
    }
}

#[test]
fn a_piece_in_a_numbered_hand_is_told() {
    let start = "(place \"Disc1\" \"Hand1\")";
    let text = game("(hand Each)", &format!("(start {start}) {PLAY} {END}"));
    let told = warning(&text, start, "numbered-hand");
    assert!(told.contains("(handSite P1)"), "{told}");
}

#[test]
fn boards_without_sites_and_games_without_players_are_told() {
    let text = game("", &format!("{PLAY} {END}")).replace("(square 5)", "(square 0)");
    let found = findings(&text);
    assert_eq!(
        places(&text, &found.errors.diagnostics),
        [("(board (square 0))", "bad-number")]
    );
    let text = game("", &format!("{PLAY} {END}")).replace("(players 2)", "(players 0)");
    let found = findings(&text);
    let codes = places(&text, &found.errors.diagnostics);
    assert_eq!(codes, [("(players 0)", "bad-players")]);
    let moves = "(play (or (move Pass) (move Add (to (sites Empty)))))";
    let text = game("", &format!("{moves} {END}"));
    warning(&text, moves, "first-pass-ends");
}

#[test]
fn a_missing_argument_is_one_error_and_no_others_follow_from_it() {
    for (equipment, rules) in [
        (
            "",
            format!("{PLAY} (end (if (is Line) (result Mover Win)))"),
        ),
        ("", format!("{PLAY} (end (if (is Line 3) (result Mover)))")),
        (
            "",
            format!("(play (if (> 1) (move Add (to (sites Empty))))) {END}"),
        ),
        ("", PLAY.to_owned()),
        ("(die)", format!("{PLAY} {END}")),
    ] {
        let text = game(equipment, &rules);
        let found = findings(&text);
        let codes: Vec<&str> = found.errors.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, ["missing-argument"], "{text}\n{}", found.errors);
    }
}

#[test]
fn rules_with_a_play_lack_their_end_and_not_their_phases() {
    let found = findings(&game("", PLAY));
    let message = &found.errors.diagnostics[0].message;
    assert_eq!(message, "`rules` is missing an argument: end");
}
