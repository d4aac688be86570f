//! `explain`: what moves do, and why moves are not legal.

use std::process::Command;

use serde_json::Value;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    let output = command.args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// What is printed about a legal move.
fn explained(arguments: &[&str]) -> String {
    let (code, output, message) = run(&[&["explain"], arguments].concat());
    assert_eq!(code, Some(0), "{arguments:?}: {output}{message}");
    output
}

/// What is printed about a move that is not legal.
fn refused(arguments: &[&str]) -> String {
    let (code, output, message) = run(&[&["explain"], arguments].concat());
    assert_eq!(code, Some(1), "{arguments:?}: {output}{message}");
    output
}

fn file(name: &str, text: &str) -> String {
    let path = crate::scratch_folder(module_path!()).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

const FERRY: &str = r#"(game "Ferry"
    (players { (player N) (player S) })
    (equipment {
        (board (square 5))
        (piece "Walker" Each
            (or
                (move Step Forward (to if:(is Empty (to))))
                (move Step (directions {FL FR})
                    (to if:(is Enemy (who at:(to))) (apply (remove (to))))
                )
            )
        )
    })
    (rules
        (start {
            (place "Walker1" (expand (sites Bottom)))
            (place "Walker2" (expand (sites Top)))
        })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"#;

#[test]
fn a_move_is_told_action_by_action_with_its_rule() {
    let ferry = file("explain-ferry.lud", FERRY);
    let text = explained(&[&ferry, "c2-c3"]);
    assert!(text.contains("Walker goes from c2 to c3"), "{text}");
    assert!(!text.contains("is removed"), "{text}");
    assert!(text.contains("Player 2 is to move"), "{text}");
    // Line 7 of the description, where `(move Step Forward` begins.
    assert!(text.contains("explain-ferry.lud:7:17"), "{text}");

    let moves = ["--moves", "c2-c3"];
    let text = explained(&[&[ferry.as_str(), "b4xc3"], &moves[..]].concat());
    assert!(
        text.contains("Player 1's Walker on c3 is removed"),
        "{text}"
    );
    assert!(
        text.contains("Player 2's Walker goes from b4 to c3"),
        "{text}"
    );
    assert!(text.contains("explain-ferry.lud:8:17"), "{text}");
}

#[test]
fn the_rule_of_a_shared_definition_is_found_in_its_file() {
    let text = explained(&["chess", "e2-e4", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["legal"], true);
    let rule = &report["rule"];
    assert_eq!(rule["file"], "modern-chess.def");
    let number = |key: &str| usize::try_from(rule[key].as_u64().expect("a number")).unwrap();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ludarium-games/games/defs/modern-chess.def"
    );
    let defs = std::fs::read_to_string(path).expect("the file");
    let line = defs.lines().nth(number("line") - 1).expect("a line");
    assert!(line[number("column") - 1..].starts_with("(move Slide Forward"));
}

#[test]
fn consequences_are_told_promotion_check_mate_and_throws() {
    let at = |fen: &str, mv: &str| explained(&["chess", mv, "--position", fen]);
    assert!(at("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rh8").contains("Black is to move; check."));
    let mate = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8");
    assert!(
        mate.contains("White wins after 1 move: Black is checkmated."),
        "{mate}"
    );
    // A turn of two decisions goes on with the same player.
    let pawn = at("8/P7/8/8/8/8/8/k6K w - - 0 1", "a7-a8");
    assert!(pawn.contains("White moves again"), "{pawn}");
    let castles = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    assert!(castles.contains("Rook goes from h1 to f1"), "{castles}");
    let thrown = explained(&["royal-game-of-ur", "1"]);
    assert_eq!(thrown.matches("a die shows").count(), 4, "{thrown}");
}

#[test]
fn a_move_that_is_not_legal_is_answered_with_the_reason_and_the_moves_nearby() {
    let at = |fen: &str, mv: &str| refused(&["chess", mv, "--position", fen]);
    // The pieces stand so that no other reason applies.
    let pinned = at("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2-d2");
    assert!(pinned.contains("the King could be taken"), "{pinned}");
    let check = at("4r1k1/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rd2-d3");
    assert!(check.contains("does not answer the check"), "{check}");
    assert!(check.contains("legal from d2: d2-e2"), "{check}");

    let start = |mv: &str| refused(&["chess", mv]);
    assert!(start("e4-e5").contains("nothing stands on e4"));
    assert!(start("e7-e5").contains("e7 is Black's"));
    let blocked = start("a1-a3");
    assert!(blocked.contains("a1 cannot move"), "{blocked}");
    assert!(blocked.contains("legal to a3: b1-a3, a2-a3"), "{blocked}");
    let there = start("Nd3");
    assert!(there.contains("legal to d3: d2-d3"), "{there}");
    // Dark can take on e5.
    let must = refused(&["checkers", "a3-b4", "--moves", "c3-d4 f6-e5"]);
    assert!(must.contains("a capture must be made"), "{must}");
}

#[test]
fn reasons_can_be_read_by_programs() {
    let report: Value =
        serde_json::from_str(&refused(&["chess", "a1-a3", "--json"])).expect("JSON");
    assert_eq!(report["legal"], false);
    assert_eq!(report["from_there"], serde_json::json!([]));
    assert_eq!(report["to_there"], serde_json::json!(["b1-a3", "a2-a3"]));
}

#[test]
fn a_loaded_game_can_be_asked_at_any_ply() {
    let mate = file("explain-mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let over = refused(&["--load", &mate, "e2-e4"]);
    assert!(over.contains("Black wins after 4 moves"), "{over}");
    let text = explained(&["--load", &mate, "--ply", "3", "Qh4"]);
    assert!(text.contains("Black wins after 4 moves"), "{text}");
    let text = explained(&["--load", &mate, "--ply", "0", "e4"]);
    assert!(text.contains("from e2 to e4"), "{text}");
    let (code, _, message) = run(&["explain", "--load", &mate, "--ply", "9", "e4"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("the game has 4 plies"), "{message}");
}

#[test]
fn what_is_typed_does_not_reach_the_terminal_raw() {
    let (code, output, message) = run(&["explain", "chess", "e2-\u{1b}[2Je5"]);
    assert_eq!(code, Some(1));
    assert!(!output.contains('\u{1b}') && !message.contains('\u{1b}'));
}

#[test]
fn a_refused_move_is_shown_condition_by_condition_with_values_and_places() {
    let ferry = file("explain-conditions.lud", FERRY);
    let text = refused(&[&ferry, "c2-d3"]);
    // Line 9 of the description: the target of the capture, where nobody stands.
    let line = text
        .lines()
        .find(|line| {
            line.trim_start()
                .starts_with("no   (is Enemy (who at:(to)))")
        })
        .expect("the condition");
    assert!(line.contains("to = d3"), "{line}");
    assert!(line.contains("explain-conditions.lud:9:28"), "{line}");

    // Castling through pieces: two of them stand between the king and the rook on h1.
    let castling = refused(&["chess", "e1-g1"]);
    assert!(castling.contains("(no Pieces All in:"), "{castling}");
    assert!(castling.contains("compares 2 and 0"), "{castling}");
    // What is not written is said, too: a rook does not pass its pawn.
    let blocked = refused(&["shatranj", "a1-a3"]);
    let default = blocked
        .lines()
        .find(|line| line.contains("the way is free (the default)"));
    assert!(
        default.expect("a line").contains("between = a2"),
        "{blocked}"
    );
    // A pinned piece: the rule lists the move, the condition after it fails.
    let pinned = refused(&[
        "chess",
        "e2-d2",
        "--position",
        "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
    ]);
    assert!(pinned.contains("in the position after e2-d2:"), "{pinned}");
    assert!(pinned.contains("lists the move"), "{pinned}");
    // Which piece could take the king, and by which rule.
    let threat = pinned
        .lines()
        .find(|line| line.trim_start().starts_with("threat "));
    let threat = threat.expect("a line");
    assert!(
        threat.contains("(move Slide") && threat.contains("an opponent could play e8-e1"),
        "{threat}"
    );
}

#[test]
fn the_region_of_a_condition_is_drawn_on_the_board() {
    // A pawn of chess goes two squares from the second rank only.
    let text = refused(&["chess", "e3-e5", "--moves", "e2-e3 a7-a6", "--boards"]);
    let row = text
        .lines()
        .find(|line| line.matches('[').count() >= 8 && line.trim_start().starts_with('2'));
    assert!(row.is_some(), "{text}");
}

#[test]
fn a_move_is_stepped_through_effect_by_effect() {
    let ferry = file("explain-steps.lud", FERRY);
    let capture = ["b4xc3", "--moves", "c2-c3", "--boards"];
    let text = explained(&[&[ferry.as_str()], &capture[..]].concat());
    let steps = text.split("Step by step:").nth(1).expect("the steps");
    let (removal, arrival) = (
        steps.find("Walker on c3 is removed").expect("the capture"),
        steps.find("goes from b4 to c3").expect("the move"),
    );
    assert!(removal < arrival, "the captured piece goes first: {steps}");
    assert!(steps.contains("(remove (to))"), "{steps}");
    // Five rows of the board after each of the two.
    assert_eq!(steps.matches("a b c d e").count(), 2, "{steps}");
    // The end rule, which does not hold yet.
    assert!(steps.contains("no   (no Moves Next)"), "{steps}");

    let stopped = explained(
        &[
            &[ferry.as_str()],
            &["b4xc3", "--moves", "c2-c3", "--break", "remove"][..],
        ]
        .concat(),
    );
    let steps = stopped.split("Step by step:").nth(1).expect("the steps");
    assert!(steps.contains("is removed"), "{steps}");
    assert!(!steps.contains("goes from b4"), "{steps}");
    let nowhere = explained(&[&ferry, "c2-c3", "--break", "promote"]);
    assert!(
        nowhere.contains("Nothing happens at `promote`."),
        "{nowhere}"
    );
}

#[test]
fn what_a_move_changes_besides_pieces_is_among_its_steps() {
    // A pawn's double step is remembered for one move, by making the square behind it pending.
    let report: Value =
        serde_json::from_str(&explained(&["chess", "e2-e4", "--steps", "--json"])).expect("JSON");
    let steps = report["steps"].to_string();
    assert!(steps.contains("pending: nothing -> "), "{steps}");
}

#[test]
fn the_value_that_a_puzzle_sets_is_named() {
    let output = explained(&["magic-square", "5@b2"]);
    assert!(output.contains("5 is put on b2"), "{output}");
}

const STACK: &str = r#"(game "Stack" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Low" Each) (piece "Middle" Each) (piece "High" Each) })
    (rules
        (start (place Stack items:{"Low1" "Middle1" "High1"} 0))
        (play (or
            (move (from 0 level:0) (to 1) (then (fromTo (from 0) (to 2))))
            (move Remove 0 level:1 (then (remove 0)))
        ))
        (end (if (no Moves Next) (result Mover Win)))))"#;

#[test]
fn the_piece_that_leaves_a_stack_is_that_of_its_level() {
    let stack = file("explain-stack.lud", STACK);
    let text = explained(&[&stack, "1"]);
    for told in ["Low goes from a1 to b1", "High goes from a1 to c1"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let text = explained(&[&stack, "2"]);
    for told in ["Middle on a1 is removed", "High on a1 is removed"] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn a_position_is_explained_with_the_throw_that_is_named() {
    let of = ["falkener-alberuni-chess", "a8-c6", "--throw"];
    explained(&[&of[..], &["1 2"]].concat());
    refused(&[&of[..], &["3 3"]].concat());
    // A throw in brackets stands before a move, as in saved games.
    let moves = ["m2-j2", "--moves", "[4 3] pass"];
    explained(&[&["backgammon"], &moves[..]].concat());

    for (game, throw, why) in [
        ("falkener-alberuni-chess", "7 7", "the dice cannot show 7 7"),
        (
            "falkener-alberuni-chess",
            "many",
            "the dice cannot show many",
        ),
        ("gollon-shatranj", "1 2", "this game has no dice"),
    ] {
        for command in [&["explain", game, "b6-c6"][..], &["perft", game, "1"]] {
            let (code, _, message) = run(&[command, &["--throw", throw]].concat());
            assert_eq!(code, Some(2), "{command:?} {throw}: {message}");
            assert!(message.contains(why), "{command:?} {throw}: {message}");
        }
    }
    let count = |throw: &str| {
        let game = ["perft", "falkener-alberuni-chess", "1", "--plies", "--json"];
        let (_, output, message) = run(&[&game[..], &["--throw", throw]].concat());
        let report: Value = serde_json::from_str(&output).expect(&message);
        report["depths"][0]["count"].as_u64().expect("a count")
    };
    assert_ne!(count("1 2"), count("2 2"));
}
