//! The commands over the whole library, as somebody types them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// A folder of games of its own for each test: files by their path below it.
fn library(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(&path, text).expect("the file is written");
    }
    root
}

const LOST: &str =
    "slug = \"a-lost-game\"\nname = \"Lost game\"\nfamily = \"chess\"\nplayers = 2\n\
status = \"incomplete\"\nmissing = \"how men are captured\"\n";

#[test]
fn a_game_whose_rules_are_lost_is_listed_shown_and_not_played() {
    let root = library("lost", &[("chess/a-lost-game/about.toml", LOST)]);
    let run = |words: &[&str]| {
        ludarium(&[&["--library", root.to_str().expect("a path")], words].concat())
    };
    let listed = said(&run(&["list", "a-lost-game"]));
    assert!(listed.contains("Lost game (incomplete)"), "{listed}");
    let rows: serde_json::Value =
        serde_json::from_str(&said(&run(&["list", "a-lost-game", "--json"]))).expect("JSON");
    assert_eq!(rows[0]["status"], "incomplete");
    assert_eq!(rows[0]["missing"], "how men are captured");
    let shown = said(&run(&["show", "lost game"]));
    assert!(shown.contains("Missing: how men are captured"), "{shown}");
    for command in ["play", "playout"] {
        let refused = run(&[command, "lost game"]);
        assert_eq!(refused.status.code(), Some(2));
        let why = complained(&refused);
        assert!(why.contains("missing: how men are captured"), "{why}");
    }
}

#[test]
fn a_key_that_about_toml_does_not_have_is_told_and_not_passed_over() {
    let text = format!("{LOST}colour = \"red\"\n");
    let root = library("keys", &[("chess/a-lost-game/about.toml", &text)]);
    let refused = ludarium(&[
        "--library",
        root.to_str().expect("a path"),
        "play",
        "a-lost-game",
    ]);
    assert!(complained(&refused).contains("unknown field `colour`"));
}
