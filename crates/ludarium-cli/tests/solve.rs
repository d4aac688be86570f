//! `ludarium solve`, run as a user runs it.

use std::process::{Command, Output};

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("solve")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A separate file with a puzzle of two by two cells.
fn puzzle(name: &str, satisfy: &str) -> String {
    let text = format!(
        r#"(game "Four Cells" (players 1)
            (equipment {{ (board (square 2) (values Cell (range 1 2))) (regions {{ Rows Columns }}) }})
            (rules (play (satisfy {{ {satisfy} }})) (end (if (is Solved) (result P1 Win)))))"#
    );
    let path = crate::scratch_folder(module_path!()).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

#[test]
fn a_solution_is_drawn_and_it_is_said_whether_there_are_more() {
    let file = puzzle("two-solutions.lud", "(all Different)");
    let one = solve(&[&file]);
    assert!(one.status.success());
    assert!(said(&one).contains("2  2 1\n 1  1 2"), "{}", said(&one));
    assert!(
        said(&one).contains("more than 1 solution ("),
        "{}",
        said(&one)
    );

    let all = solve(&[&file, "--all"]);
    assert!(said(&all).contains("2  1 2\n 1  2 1"), "{}", said(&all));
    assert!(said(&all).contains("\n2 solutions ("), "{}", said(&all));

    let file = puzzle("one-solution.lud", "(all Different) (= 1 (what at:0))");
    assert!(said(&solve(&[&file])).contains("the only solution ("));
}

#[test]
fn programs_get_json() {
    let file = puzzle("json.lud", "(all Different)");
    let output = solve(&[&file, "--limit", "2", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        told["solutions"],
        serde_json::json!([[1, 2, 2, 1], [2, 1, 1, 2]])
    );
    assert_eq!(told["ending"], "complete");
    assert_eq!(
        told["variables"][3],
        serde_json::json!({ "type": "Cell", "site": 3 })
    );
}

#[test]
fn the_exit_code_tells_what_came_of_it() {
    let none = solve(&[&puzzle(
        "none.lud",
        "(all Different) (= (what at:0) (what at:1))",
    )]);
    assert_eq!(none.status.code(), Some(1));
    assert!(said(&none).starts_with("no solution ("));
    // Shatranj is a large game for two players.
    let large = solve(&["shatranj", "--nodes", "500"]);
    assert_eq!(large.status.code(), Some(1));
    assert!(said(&large).starts_with("not decided within the limit"));
    // Backgammon is not a puzzle, and it has chance.
    let other = solve(&["falkener-backgammon"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("no deduction puzzle"));
}

#[test]
fn a_forced_win_is_proved_with_its_line() {
    // Rook and king have driven the bare king into the corner: Ra1-h1, or any other rook move along
    // the rank, mates at once.
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for method in ["pn", "auto"] {
        let proof = solve(&[
            "modern-chess",
            "--position",
            mate,
            "--method",
            method,
            "--json",
        ]);
        let told: serde_json::Value = serde_json::from_str(&said(&proof)).expect("it is JSON");
        assert_eq!(told["winner"], 1, "{method}: {told}");
        assert_eq!(told["line"].as_array().map(Vec::len), Some(1), "{told}");
    }
    // A search without time finds nothing, and says so.
    let none = solve(&["shatranj", "--method", "pn", "--time", "0", "--json"]);
    assert_eq!(none.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_str(&said(&none)).expect("it is JSON");
    assert_eq!(told["decided"], false);
}

#[test]
fn a_draw_by_play_that_goes_round_is_shown_by_a_defence() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ludarium-agents/tests/small/draughts.lud"
    );
    let draw = solve(&[file, "--with", "Board=4x4", "--method", "pn", "--json"]);
    assert_eq!(draw.status.code(), Some(0));
    let told: serde_json::Value = serde_json::from_str(&said(&draw)).expect("it is JSON");
    assert_eq!(told["winner"], 0, "{told}");
    assert!(told["defence"].as_u64() > Some(0), "{told}");
    let words = solve(&[file, "--with", "Board=4x4", "--method", "pn"]);
    assert!(said(&words).starts_with("a draw: neither player can force a win\n"));
    assert!(said(&words).contains("the defence of the player that cannot lose"));
}
