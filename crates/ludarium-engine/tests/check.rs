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
fn nothing_is_unused_that_an_unread_move_may_use() {
    let equipment = r#"(piece "Mark" Each) (dice d:6 num:1)
        (regions "Corners" (sites Corners))"#;
    let ends = "(end (if (is Line 3) (result Mover Win)))";
    let warned = |rules: &str| -> Vec<&'static str> {
        let found = findings(&game(equipment, rules));
        assert!(!found.errors.diagnostics.is_empty(), "{rules}");
        found
            .warnings
            .diagnostics
            .iter()
            .map(|one| one.code)
            .collect()
    };
    let unread = warned(&format!("(play (move Add (sites Empty))) {ends}"));
    assert_eq!(unread, [""; 0]);
    // The end does not say where pieces come from.
    let other = r#"(play (move Add (piece "Stone1") (to (sites Empty))))"#;
    let read = warned(&format!("{other} (end (if (is Lin 3) (result Mover Win)))"));
    for code in ["unused-piece", "no-roll", "unused-region"] {
        assert!(read.contains(&code), "{code}: {read:?}");
    }
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

/// Asserts that the text has this warning, perhaps beside others, and returns it.
fn one_warning(text: &str, place: &str, code: &str) -> String {
    let found = findings(text);
    assert!(found.errors.diagnostics.is_empty(), "{}", found.errors);
    let warnings = places(text, &found.warnings.diagnostics);
    let at = warnings.iter().position(|one| *one == (place, code));
    let at = at.unwrap_or_else(|| panic!("{code} at {place}: {}", found.warnings));
    found.warnings.diagnostics[at].to_string()
}

#[test]
fn equipment_that_the_rules_need_and_do_not_have_is_told() {
    let text = game("", &format!("{PLAY} {END}")).replace("(board (square 5)) ", "");
    let equipment =
        &text[text.find("(equipment").unwrap()..text.find("\n            (rules").unwrap()];
    let told = one_warning(&text, equipment, "no-board");
    assert!(told.contains("(board (square 8))"), "{told}");

    let text = game(
        "",
        &format!("(play (do (roll) next:(move Add (to (sites Empty))))) {END}"),
    );
    let told = one_warning(&text, "(roll)", "no-die");
    assert!(told.contains("(dice"), "{told}");

    let play = "(play (move Add (to (sites Empty)) (then (add (to (handSite Mover))))))";
    let text = game("", &format!("{play} {END}"));
    let told = one_warning(&text, "(handSite Mover)", "no-hand");
    assert!(told.contains("(hand Each)"), "{told}");
    let text = game("(hand Each)", &format!("{play} {END}"));
    let found = findings(&text);
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
}

#[test]
fn words_that_stand_for_no_single_player_are_told() {
    let end = |role: &str| format!("(end (if (is Line 3) (result {role} Win)))");
    for role in ["Player", "Friend", "Neutral", "Shared"] {
        let text = game("", &format!("{PLAY} {}", end(role)));
        let told = one_warning(&text, role, "not-one-player");
        assert!(told.contains("ends nothing"), "{told}");
    }
    for role in ["Mover", "Next", "Enemy", "All"] {
        let text = game("", &format!("{PLAY} {}", end(role)));
        assert!(findings(&text).warnings.diagnostics.is_empty(), "{role}");
    }
    let text = game(
        "",
        &format!("{PLAY} (end (forEach Player if:(is Line 3) (result Player Win)))"),
    );
    let found = findings(&text);
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
    let start = "(start (place \"Disc1\" (handSite Each)))";
    let text = game("(hand Each)", &format!("{start} {PLAY} {END}"));
    one_warning(&text, "Each", "not-one-player");
}

#[test]
fn numbers_that_are_no_site_are_told() {
    for (equipment, start, number) in [
        ("", "(place \"Disc1\" 99)", "99"),
        ("", "(place \"Disc1\" {0 25})", "25"),
        (
            "(regions \"Goal\" {24 26})",
            "(place \"Disc1\" (sites \"Goal\"))",
            "26",
        ),
    ] {
        let text = game(equipment, &format!("(start {start}) {PLAY} {END}"));
        let told = one_warning(&text, number, "unknown-site");
        assert!(told.contains("0 to 24"), "{told}");
    }
    let text = game("", &format!("{PLAY} {END}"));
    let text = text.replace("(square 5)", "(square 5) (track \"Way\" {0 1 77})");
    one_warning(&text, "77", "unknown-site");
    // The sites of a hand have numbers, too.
    let text = game(
        "(hand P1)",
        &format!("(start (place \"Disc1\" 25)) {PLAY} {END}"),
    );
    let found = findings(&text);
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
}

#[test]
fn tracks_that_leave_a_site_out_are_told() {
    let own = |first: &str| {
        let tracks = format!(
            "(square 5) {{ (track \"Way1\" {{{first}}} P1 directed:True) \
             (track \"Way2\" {{24..20}} P2 directed:True) }}"
        );
        game("", &format!("{PLAY} {END}")).replace("(square 5)", &tracks)
    };
    let text = own("0..3");
    let told = one_warning(
        &text,
        "(track \"Way2\" {24..20} P2 directed:True)",
        "unequal-tracks",
    );
    assert!(
        told.contains("5 sites") && told.contains("`Way1` 4"),
        "{told}"
    );
    assert!(findings(&own("0..4")).warnings.diagnostics.is_empty());

    let sowing = |track: &str| {
        format!(
            "(game \"Seeds\" (players 2)
                (equipment {{ (mancalaBoard 2 4 store:None (track \"Round\" {track}))
                    (piece \"Seed\" Shared) }})
                (rules (start (set Count 2 to:(sites Track)))
                    (play (move Select (from (sites Bottom) if:(< 0 (count at:(from)))) (then (sow))))
                    (end (if (no Moves Next) (byScore)))))"
        )
    };
    let text = sowing("{0..3 7..5} loop:True");
    let told = one_warning(&text, "(track \"Round\" {0..3 7..5} loop:True)", "left-out");
    assert!(told.contains("hole 4"), "{told}");
    one_warning(&sowing("{0..3 7..4}"), "(sow)", "open-track");
    let found = findings(&sowing("{0..3 7..4} loop:True"));
    assert!(found.warnings.diagnostics.is_empty(), "{}", found.warnings);
}

#[test]
fn a_player_that_can_only_pass_and_a_game_that_is_over_at_once_are_told() {
    let step = "(play (forEach Piece (move Step (to if:(is Empty (to))))))";
    let start = "(start (place \"Disc1\" 0))";
    let end = "(end (if (is In (last To) (sites Top)) (result Mover Win)))";
    let told = one_warning(
        &game("", &format!("{start} {step} {end}")),
        step,
        "only-passes",
    );
    assert!(told.contains("player 2"), "{told}");

    let over = "(end (if (no Moves Next) (result Mover Win)))";
    let told = one_warning(
        &game("", &format!("{start} {step} {over}")),
        over,
        "over-at-once",
    );
    assert!(told.contains("before player 2"), "{told}");
}

#[test]
fn a_coordinate_without_its_label_is_told_to_need_it() {
    let text = game(
        "",
        &format!("(start (place \"Disc1\" \"C3\")) {PLAY} {END}"),
    );
    let found = findings(&text);
    let errors = places(&text, &found.errors.diagnostics);
    assert_eq!(errors, [("\"C3\"", "missing-label")], "{}", found.errors);
    assert_eq!(
        found.errors.diagnostics[0].suggestion.as_deref(),
        Some("coord:")
    );
    let text = game(
        "",
        &format!("(start (place \"Disc1\" \"Pocket\")) {PLAY} {END}"),
    );
    let found = findings(&text);
    let errors = places(&text, &found.errors.diagnostics);
    assert_eq!(errors, [("\"Pocket\"", "unknown-container")]);
}

#[test]
fn dice_that_nobody_throws_and_pieces_placed_for_all_players_are_told() {
    let dice = "(dice d:6 num:1)";
    let text = game(dice, &format!("{PLAY} {END}"));
    one_warning(&text, dice, "no-roll");
    let text = game(
        "",
        &format!("(start (place \"Disc\" {{0 1}})) {PLAY} {END}"),
    );
    let told = one_warning(&text, "\"Disc\"", "placed-for-all");
    assert!(told.contains("\"Disc1\""), "{told}");
    let text = game("", &format!("{PLAY} {END}"));
    let text = text.replace("(square 5)", "(square 5) (track \"Way\" {0..4} P1)");
    let told = one_warning(&text, "(track \"Way\" {0..4} P1)", "unequal-tracks");
    assert!(told.contains("player 2 has no track"), "{told}");
}

#[test]
fn a_line_that_no_board_of_this_size_has_room_for_is_warned_of() {
    let ends = |condition: &str| {
        let end = format!("(end (if {condition} (result Mover Win)))");
        findings(&game("", &format!("{PLAY} {end}")))
            .warnings
            .diagnostics
    };
    for too_long in [
        "(is Line 6)",
        "(is Line 9)",
        "(is Line 6 Diagonal)",
        "(or (is Line 5) (is Line 6 exact:True))",
    ] {
        let found = ends(too_long);
        assert_eq!(found.len(), 1, "{too_long}");
        assert_eq!(found[0].code, "no-room");
        let told = "does not fit on this board: the longest has 5 sites";
        assert!(found[0].message.contains(told), "{}", found[0].message);
    }
    for fits in ["(is Line 5)", "(is Line 5 Diagonal)", "(is Line 3)"] {
        assert!(ends(fits).is_empty(), "{fits}");
    }
}

/// The warnings of a game whose pieces step so on a board, each with its place and its hint.
fn of_steps(board: &str, directions: &str) -> Vec<(String, &'static str, String)> {
    let text = format!(
        "(game \"Steps\" (players 2)
            (equipment {{ {board} (piece \"Disc\" Each (move Step {directions} (to if:(is Empty (to))))) }})
            (rules (start (place \"Disc1\" 0)) (play (or (move Add (to (sites Empty))) (forEach Piece)))
                (end (if (no Moves Next) (result Mover Win)))))"
    );
    let found = findings(&text).warnings.diagnostics;
    let hints = found.iter().map(|one| one.hint.clone().unwrap_or_default());
    let all = places(&text, &found).into_iter().zip(hints);
    all.map(|((place, code), hint)| (place.to_owned(), code, hint))
        .collect()
}

#[test]
fn directions_that_lead_nowhere_on_the_board_are_named() {
    const VERTICES: &str = "(board (square 5) use:Vertex)";
    const CELLS: &str = "(board (square 5))";
    for (board, directions, hint) in [
        (
            VERTICES,
            "UNE",
            "directions here: N, NE, E, SE, S, SW, W, NW",
        ),
        (
            CELLS,
            "(directions {U D})",
            "directions here: N, NE, E, SE, S, SW, W, NW",
        ),
        (
            CELLS,
            "(directions Forward of:OffDiagonal)",
            "write of:Orthogonal",
        ),
    ] {
        let found = of_steps(board, directions);
        let [(place, code, found)] = &found[..] else {
            panic!("{board} {directions}: {found:?}");
        };
        assert!(directions.contains(place.as_str()), "{place}");
        assert_eq!((*code, found.as_str()), ("no-direction", hint));
    }
    for (board, directions) in [
        (CELLS, "(directions {FL FR})"),
        (CELLS, "(directions {NE U})"),
        (VERTICES, "(directions {FL FR})"),
        (VERTICES, "Orthogonal"),
        ("(boardless Square)", "(directions {U D})"),
    ] {
        let found = of_steps(board, directions);
        assert_eq!(found, [], "{board} {directions}");
    }
}

#[test]
fn levels_that_shift_before_they_are_used_are_named() {
    let warned = |effect: &str| -> Vec<String> {
        let play = format!(
            "(start (place Stack \"Disc1\" 0 count:3))
             (play (move Step (to if:(is Empty (to)) (apply {effect}))))"
        );
        let text = game("", &format!("{play} {END}"));
        let found = findings(&text);
        let all = places(&text, &found.warnings.diagnostics).into_iter();
        let all = all.filter(|(_, code)| *code == "shifted-level");
        all.map(|(place, _)| place.to_owned()).collect()
    };
    let top = "(remove (from) level:(topLevel at:(from)))";
    let below = "(remove (from) level:(- (topLevel at:(from)) 1))";
    assert_eq!(
        warned("(and (remove (from) level:0) (remove (from) level:1))"),
        ["(remove (from) level:1)"]
    );
    assert_eq!(
        warned(&format!("(and {{ (remove (from)) {below} (moveAgain) }})")),
        [below]
    );
    assert_eq!(
        warned(&format!(
            "(and (fromTo (from (from) level:0) (to (to))) {below})"
        )),
        [below]
    );
    assert_eq!(
        warned("(forEach Level (from) FromBottom (remove (from) level:(level)))"),
        ["(remove (from) level:(level))"]
    );
    assert_eq!(warned(&format!("(and (remove (from)) {top})")), [""; 0]);
    for fine in [
        "(and (remove (from) level:1) (remove (from) level:0))",
        "(and (remove (from) level:0) (remove (from) level:0))",
        "(and (remove (from)) (remove (from) level:0))",
        "(and (remove (from) level:0) (remove (to) level:1))",
        "(seq { (remove (from) level:0) (remove (from) level:1) })",
        "(forEach Level (from) FromTop (remove (from) level:(level)))",
    ] {
        assert_eq!(warned(fine), [""; 0], "{fine}");
    }
}
