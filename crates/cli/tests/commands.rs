//! The commands, as somebody types them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn ludarium(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that needs no input may be gone before it is all written.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of its own for each test.
fn scratch(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path
}

const THREE: &str = r#"(game "Line of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"#;

#[test]
fn a_game_is_found_by_a_word_of_its_name() {
    let output = ludarium(&["show", "shatranj"], "");
    assert!(output.status.success(), "{}", complained(&output));
    assert!(said(&output).contains("gollon-shatranj"));
}

#[test]
fn a_slip_in_a_name_is_answered_with_the_nearest() {
    let output = ludarium(&["show", "shatrnaj"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("did you mean"),
        "{}",
        complained(&output)
    );
}

#[test]
fn the_first_moves_of_shatranj_are_sixteen() {
    let output = ludarium(&["perft", "shatranj", "2"], "");
    let counts: Vec<String> = said(&output)
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned))
        .collect();
    assert_eq!(counts, ["16", "256"], "{}", complained(&output));
}

#[test]
fn a_game_is_played_undone_saved_and_gone_on_with() {
    let file = scratch("saved.txt", "");
    let name = file.to_str().expect("a plain path");
    let input = format!("e2-e3\nundo\ne2e3\ne7-e6\nsave {name}\nquit\n");
    let seats = ["play", "shatranj", "--seats", "human,human"];
    let output = ludarium(&seats, &input);
    assert!(output.status.success(), "{}", complained(&output));
    let saved = std::fs::read_to_string(&file).expect("the game was saved");
    assert!(saved.ends_with("e2-e3\ne7-e6\n"), "{saved}");
    let output = ludarium(&[&seats[..], &["--load", name]].concat(), "board\nquit\n");
    assert!(said(&output).contains("[p]"), "{}", said(&output));
}

#[test]
fn equal_seeds_give_equal_games() {
    let arguments = [
        "play",
        "chaturaji",
        "--seats",
        "random,random,random,random",
        "--seed",
        "5",
    ];
    let (first, second) = (ludarium(&arguments, ""), ludarium(&arguments, ""));
    assert!(first.status.success(), "{}", complained(&first));
    assert_eq!(said(&first), said(&second));
}

#[test]
fn a_player_may_resign() {
    let output = ludarium(&["play", "shatranj"], "resign\n");
    assert!(
        said(&output).contains("Player 1 resigned."),
        "{}",
        said(&output)
    );
}

#[test]
fn a_reading_that_a_game_does_not_leave_open_is_refused() {
    let output = ludarium(
        &["show", "shatranj", "--with", "bear king=immediate loss"],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("did you mean"),
        "{}",
        complained(&output)
    );
}

#[test]
fn an_error_in_a_description_has_its_place_and_a_hint() {
    let file = scratch("broken.lud", &THREE.replace("Empty", "Emty"));
    let name = file.to_str().expect("a plain path");
    let output = ludarium(&["check", name, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_str(&said(&output)).expect("one object");
    let error = &report["errors"][0];
    assert_eq!(
        (error["line"].as_u64(), error["column"].as_u64()),
        (Some(5), Some(36))
    );
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("Empty")),
        "{error}"
    );
}

#[test]
fn formatting_twice_changes_nothing_more() {
    let once = said(&ludarium(&["fmt", "-"], THREE));
    assert_eq!(said(&ludarium(&["fmt", "-"], &once)), once);
}

#[test]
fn a_position_sets_up_a_game_of_ones_own() {
    let file = scratch("three.lud", THREE);
    let name = file.to_str().expect("a plain path");
    let position = ["--position", "MM1/mm1/3 w"];
    let output = ludarium(&[&["perft", name, "1"][..], &position].concat(), "");
    let said = said(&output);
    assert_eq!(
        said.split_whitespace().nth(1),
        Some("5"),
        "{}",
        complained(&output)
    );
}

#[test]
fn every_printed_game_of_the_built_in_games_replays() {
    let output = ludarium(&["replay"], "");
    assert!(output.status.success(), "{}", said(&output));
}
