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

#[test]
fn claims_are_tested_and_agree_with_the_verdicts_kept() {
    let words = [
        "claims",
        "square",
        "tour",
        "shatranj",
        "lib-al-ghashim",
        "tab",
        "--json",
    ];
    let output = ludarium(&words);
    assert!(output.status.success(), "{}", said(&output));
    let told: Vec<serde_json::Value> = said(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let found = |game: &str, claim: &str| {
        let own = told
            .iter()
            .find(|t| t["game"] == game && t["claim"] == claim);
        own.map(|own| own["found"].clone())
            .expect("the claim is told of")
    };
    // Lane, Manners and Customs (1860): after an even distribution who begins is sure to lose.
    assert_eq!(found("ludii-lib-al-ghashim", "first-loses"), "holds");
    assert_eq!(found("ludii-lib-al-ghashim", "origin-sown-wins"), "holds");
    assert_eq!(found("gollon-shatranj", "array"), "holds");
    assert_eq!(found("falkener-knights-tour", "quarter"), "fails");
}

/// A game of three men in a row in which the first player wins at his third move, and claims about it.
#[test]
fn claims_hold_fail_or_are_left_open() {
    const GAME: &str = r#"(game "Row" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each (move Step (to if:(is Empty (to))))) })
        (rules (start { (place "Mark1" 0) })
            (play (or (move Add (to (sites Empty))) (forEach Piece)))
            (end (if (is Line 3) (result Mover Win)))))"#;
    const CLAIMS: [(&str, &str); 6] = [
        ("position: 3/3/M2 w", "holds"),
        ("position: 3/3/2M w", "fails"),
        ("reach: Mark at A1 = 3, Mark over the board = 40", "holds"),
        ("forced: start; player 1 wins within 5 plies", "holds"),
        ("forced: start; player 2 draws within 5 plies", "fails"),
        ("hand: thought about", "by hand"),
    ];
    let mut about =
        "slug = \"a-row\"\nname = \"Row\"\nfamily = \"chess\"\nplayers = 2\n".to_owned();
    for (number, (check, _)) in CLAIMS.iter().enumerate() {
        about += &format!("[[claims]]\nid = \"{number}\"\nstatement = \"\"\ncheck = \"{check}\"\n");
    }
    about += "[notation.letters]\nM = \"Mark\"\n";
    let files = [
        ("chess/a-row/about.toml", about.as_str()),
        ("chess/a-row/game.lud", GAME),
    ];
    let root = library("claims", &files);
    let root = root.to_str().expect("a path");
    let output = ludarium(&["--library", root, "claims", "a-row", "--json"]);
    let lines = said(&output);
    for (line, (check, found)) in lines.lines().zip(CLAIMS) {
        let told: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert_eq!(told["found"], found, "{check}: {told}");
    }
    assert_eq!(lines.lines().count(), CLAIMS.len());
}

#[test]
fn all_forms_of_checks_are_explained() {
    let forms = said(&ludarium(&["claims", "--forms"]));
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games/README.md");
    let page = std::fs::read_to_string(page).expect("it is there");
    for form in forms.lines() {
        let name = form.split(':').next().unwrap_or(form);
        assert!(page.contains(&format!("| `{name}: ")), "{name}");
    }
}
