//! `new`: games to start from.

use std::path::{Path, PathBuf};
use std::process::Command;

const TEMPLATES: [&str; 6] = ["line", "hunt", "race", "sowing", "war", "chess"];

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn run(at: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.current_dir(at).args(arguments);
    let output = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn every_template_is_a_game_in_order() {
    let home = folder("new-templates");
    for template in TEMPLATES {
        let name = format!("Old {template} game");
        let written = run(
            &home,
            &["new", &name, "--template", template, "--dir", "own"],
        );
        let file = format!("own/old-{template}-game/game.lud");
        assert_eq!(written.0, Some(0), "{written:?}");
        assert!(
            written.1.contains(&format!("ludarium play {file}")),
            "{written:?}"
        );

        let checked = run(&home, &["check", &file, "--all-rulesets"]);
        assert_eq!((checked.0, checked.2.as_str()), (Some(0), ""), "{template}");
        let formatted = run(&home, &["fmt", "--check", &file]);
        assert_eq!(formatted.0, Some(0), "{formatted:?}");
        let played = run(&home, &["playout", &file, "100"]).1;
        assert!(played.contains("games      100"), "{template}: {played}");
        for sign in ["cut off", "stopped"] {
            assert!(!played.contains(sign), "{template}: {played}");
        }
    }
    // The folders are those of a library.
    let audit = run(&home, &["audit", "--library", ".", "own"]);
    assert!(audit.1.contains("6 folders"), "{audit:?}");
    assert!(audit.1.contains("no problems"), "{audit:?}");
}

#[test]
fn nothing_is_overwritten() {
    let home = folder("new-overwrites");
    std::fs::create_dir(home.join("ferry")).expect("a folder");
    std::fs::write(home.join("ferry/game.lud"), "mine").expect("a file");
    let (code, _, message) = run(&home, &["new", "Ferry", "--template", "war"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("ferry: exists already"), "{message}");
    let kept = std::fs::read_to_string(home.join("ferry/game.lud"));
    assert_eq!(kept.expect("it is there"), "mine");
    assert!(!home.join("ferry/about.toml").exists());
}

#[test]
fn without_a_template_or_a_terminal_the_templates_are_named() {
    let home = folder("new-nothing-chosen");
    let (code, _, message) = run(&home, &["new", "Ferry"]);
    assert_eq!(code, Some(2));
    for template in TEMPLATES {
        assert!(message.contains(template), "{message}");
    }
    assert!(!home.join("ferry").exists());
    let (code, _, message) = run(&home, &["new", "Ferry", "--template", "huntt"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("'hunt'"), "{message}");
}

#[test]
fn a_name_that_cannot_be_one_is_refused() {
    let home = folder("new-names");
    for name in ["", "?!", "a\"b", "a\\b", "a\u{1b}[2J", "#1"] {
        let (code, output, message) = run(&home, &["new", name, "--template", "race"]);
        assert_eq!(code, Some(2), "{name:?}: {output}");
        assert!(!message.contains('\u{1b}'), "{message:?}");
        let files = std::fs::read_dir(&home).expect("a folder");
        assert_eq!(files.count(), 0, "{name:?}");
    }
}

#[test]
fn what_is_written_can_be_read_by_programs() {
    let home = folder("new-json");
    let (code, output, _) = run(&home, &["new", "Fox's Run", "--template", "hunt", "--json"]);
    assert_eq!(code, Some(0));
    let written: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(written["folder"], "foxs-run");
    for file in written["files"].as_array().expect("a list") {
        assert!(home.join(file.as_str().expect("a path")).is_file());
    }
}
