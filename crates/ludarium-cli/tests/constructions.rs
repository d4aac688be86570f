//! `ludarium square` and `ludarium tour`, run as a user runs them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn ludarium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file(name: &str, text: &str) -> String {
    let path = crate::scratch_folder(module_path!()).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

fn record(name: &str) -> String {
    let slug = name.rsplit_once('-').map_or(name, |(slug, _)| slug);
    let family = if name.contains("knights") {
        "tour"
    } else {
        "square"
    };
    let path = format!(
        "{}/../ludarium-games/games/{family}/{slug}/records/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    path
}

#[test]
fn a_square_is_made_and_said_to_be_what_it_is() {
    let output = ludarium(&["square", "loubere", "--order", "3"]);
    assert!(output.status.success());
    assert_eq!(
        said(&output),
        "8 1 6\n3 5 7\n4 9 2\nmagic square, constant 15; associated\n"
    );
    // If words fit several methods, the order decides.
    assert!(said(&ludarium(&["square", "agrippa", "-n", "4"])).starts_with(" 1 15 14  4\n"));
    let primes = ludarium(&[
        "square", "loubere", "-n", "3", "--first", "199", "--step", "210",
    ]);
    assert!(said(&primes).contains("constant 3117"), "{}", said(&primes));
}

#[test]
fn every_stage_is_shown_and_drawn() {
    let drawing = file("stages.svg", "");
    let output = ludarium(&[
        "square",
        "bachet",
        "-n",
        "5",
        "--explain",
        "--svg",
        &drawing,
    ]);
    assert!(
        said(&output).contains("1. the diamond\n"),
        "{}",
        said(&output)
    );
    assert!(said(&output).contains("[24]"), "what was moved is marked");
    let drawn = std::fs::read_to_string(&drawing).expect("a drawing");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains("3. the square"));
}

#[test]
fn bad_orders_and_options_get_the_reason() {
    let fails = |arguments: &[&str]| {
        let output = ludarium(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        complained(&output)
    };
    assert!(fails(&["square", "loubere", "-n", "2"]).contains("no magic square of order 2"));
    assert!(fails(&["square", "loubere", "-n", "8"]).contains("odd order from 3 on"));
    assert!(fails(&["square", "loubre", "-n", "5"]).contains("no method is called"));
    assert!(fails(&["square", "bachet", "-n", "5", "--pattern", "PQ"]).contains("has no options"));
    assert!(fails(&["square", "compartment", "-n", "13"]).contains("product"));
    assert!(fails(&["tour", "--from", "z9"]).contains("not a cell"));
    assert!(fails(&["tour", "--board", "0x5"]).contains("sides go from 1"));
    assert!(fails(&["tour", "figures", "--to", "a1"]).contains("no option --to"));
}

#[test]
fn records_are_what_they_state() {
    let output = ludarium(&[
        "square",
        "verify",
        &record("falkener-unevenly-even-small-squares-2"),
    ]);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("semi-magic square, 10 by 10, constant 505"),
        "{text}"
    );
    assert!(
        text.contains("fails  diagonals: the falling diagonal adds up to 502, not 505"),
        "{text}"
    );
    assert!(
        text.contains("stated, and so it is: diagonals [502, 508]"),
        "{text}"
    );
    assert!(
        text.contains("made by  ludarium square unevenly-even-small-squares --order 10"),
        "{text}"
    );

    let output = ludarium(&[
        "tour",
        "verify",
        &record("falkener-knights-difference-square-7"),
    ]);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("closed tour of the knight"), "{text}");
    assert!(
        text.contains("stated, and so it is: opposite cells differ by 16"),
        "{text}"
    );
}

#[test]
fn what_is_not_as_stated_is_said_to_be_so() {
    let text = "# checked: sums by program (rows [15] columns [15] diagonals [15, 15]); numbers 1..9 once each\n\
                # start: number 1 in row 1, column 1\n# part: result\n4 9 2\n3 5 7\n8 6 1\n";
    let output = ludarium(&["square", "verify", &file("wrong.txt", text)]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output);
    assert!(text.contains("not a magic square"), "{text}");
    assert!(
        text.contains("fails  columns: column 2 adds up to 20, not 15 (and at 1 place more)"),
        "{text}"
    );
    assert!(
        text.contains("STATED, AND NOT SO: columns [15] (they are [10, 15, 20])"),
        "{text}"
    );
    assert!(
        text.contains("STATED, AND NOT SO: number 1 in row 1, column 1"),
        "{text}"
    );
    let output = ludarium(&[
        "square",
        "verify",
        &file("torn.txt", "1 2 3\n4 five 6\n7 8 9\n"),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("line 2: \"five\" is not a number"),
        "{}",
        complained(&output)
    );
}

#[test]
fn all_records_of_squares_and_tours_replay() {
    let output = ludarium(&["replay"]);
    let text = said(&output);
    let figures = |word: &str| {
        text.lines()
            .filter(|line| line.starts_with(word) && line.contains("falkener-"))
            .count()
    };
    assert!(figures("replays") >= 58, "{text}");
    assert_eq!(figures("FAILS") + figures("skipped"), 0, "{text}");
}

#[test]
fn partial_squares_are_completed() {
    let given = file("partial.txt", ". 9 .\n. . 7\n. . .\n");
    let output = ludarium(&["square", "complete", "--given", &given]);
    assert_eq!(said(&output), "4 9 2\n3 5 7\n8 1 6\n\nthe only one\n");
    let given = file("hopeless.txt", "9 . .\n. . .\n. . .\n");
    let output = ludarium(&["square", "complete", "--given", &given]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        said(&output),
        "there is none: everything was gone through\n"
    );
    let given = file("twice.txt", "9 . .\n. 9 .\n. . .\n");
    let output = ludarium(&["square", "complete", "--given", &given]);
    assert!(
        complained(&output).contains("9 is given twice: at row 1, column 1 and at row 2, column 2")
    );
}

#[test]
fn squares_and_tours_are_counted() {
    let told = |arguments: &[&str]| said(&ludarium(arguments));
    assert_eq!(
        told(&["square", "count", "-n", "3"]),
        "8 squares; 1 up to rotation and reflection\n"
    );
    let four = told(&["square", "count", "-n", "4", "--kind", "pandiagonal"]);
    assert!(
        four.starts_with("384 squares; 48 up to") && four.contains("\n3 if"),
        "{four}"
    );
    assert_eq!(
        told(&["tour", "count", "--board", "5x6", "--closed"]),
        "8 closed tours, 16 with their direction\n"
    );
    assert!(told(&["tour", "count", "--board", "4x5", "--closed"])
        .starts_with("none: there is no closed tour"));
}

#[test]
fn a_tour_is_made_or_shown_not_to_exist() {
    let output = ludarium(&["tour", "--from", "a1", "--to", "h1", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["path"][0], "a1");
    assert_eq!(told["path"][63], "h1");
    let output = ludarium(&["tour", "--from", "a1", "--to", "h8"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).starts_with("none exists: a1 and h8 are of one colour"),
        "{}",
        said(&output)
    );
    let drawing = file("tour.svg", "");
    let output = ludarium(&[
        "tour",
        "figures",
        "--board",
        "6x6",
        "--symmetry",
        "quarter-turn",
        "--explain",
        "--svg",
        &drawing,
    ]);
    assert!(
        said(&output).contains("1. a quarter of the tour"),
        "{}",
        said(&output)
    );
    assert!(std::fs::read_to_string(&drawing)
        .expect("a drawing")
        .contains("<polyline"));
}

/// The output for these lines of input at the board.
fn played(arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["play", "--plain", "--ascii"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    input
        .write_all(lines.as_bytes())
        .expect("the lines are taken");
    drop(input);
    said(&child.wait_with_output().expect("the program ends"))
}

#[test]
fn a_magic_square_is_found_by_hand_with_help() {
    let told = played(
        &["magic-square"],
        "b2=5\nb3=5\nb2=4\na1=8\na2=9\nc1=6\nb1=2\nhint\nsolve\n",
    );
    assert!(told.contains("5 stands at b2 already"), "{told}");
    assert!(told.contains("b2 holds 5 already"), "{told}");
    assert!(
        told.contains("could not come to 15 any more") || told.contains("would be"),
        "{told}"
    );
    assert!(told.contains("1@b1 leads to a solution"), "{told}");
    assert!(told.ends_with("Solved after 9 moves.\n"), "{told}");
    let told = played(&["magic-square"], "b2=4\nhint\n");
    assert!(told.contains("there is no solution from here"), "{told}");
}

#[test]
fn a_tour_is_made_by_hand_with_help() {
    let told = played(&["knights-tour"], "a1\nc2\nd2\nhint\nsolve\n");
    assert!(told.contains("no legal move reads \"d2\""), "{told}");
    assert!(told.contains("leads to a solution"), "{told}");
    assert!(told.ends_with("Solved after 64 moves.\n"), "{told}");
    let told = played(
        &[
            "knights-tour",
            "--with",
            "Tour=Re-entering",
            "--with",
            "Board=6x6",
        ],
        "solve\n",
    );
    assert!(told.ends_with("Solved after 36 moves.\n"), "{told}");
}

#[test]
fn every_method_has_its_folder_and_every_folder_is_in_order() {
    let entries = || {
        ludarium_games::constructions()
            .iter()
            .chain(ludarium_games::games())
    };
    for entry in entries() {
        assert_eq!(entry.problem, None, "{}", entry.slug);
    }
    let named = |name: &str| entries().any(|entry| entry.slug == format!("falkener-{name}"));
    for method in ludarium_constructions::square::methods() {
        assert!(named(method.name), "{}", method.name);
    }
    for method in ludarium_constructions::tour::methods() {
        assert!(named(method.name), "{}", method.name);
    }
    for entry in ludarium_games::constructions() {
        assert!(
            !entry.rules.is_empty() && !entry.about.sources.is_empty(),
            "{}",
            entry.slug
        );
        assert_eq!(
            (entry.about.slug.as_str(), entry.about.family.as_str()),
            (entry.slug, entry.family)
        );
        let listed = |name: &str| {
            entry
                .about
                .records
                .iter()
                .any(|r| r.file == format!("records/{name}"))
        };
        assert!(
            entry.records.iter().all(|(name, _)| listed(name)),
            "{}",
            entry.slug
        );
    }
}
