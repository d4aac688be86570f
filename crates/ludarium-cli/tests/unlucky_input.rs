//! Files that hold something else than expected, and output that cannot be written.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn ludarium(at: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.current_dir(at).args(arguments);
    command
}

fn run(at: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(ludarium(at, arguments).output().expect("it runs"))
}

fn run_with_input(at: &Path, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = ludarium(at, arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // A program that needs no input may end before all of it is written.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    outcome(child.wait_with_output().expect("it ends"))
}

fn outcome(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

const THREE: &str = r#"(game "NAME" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"#;

/// A tournament of random players, of one round.
fn tournament(at: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let mut arguments = vec![
        "tournament",
        "tic-tac-toe",
        "--agents",
        "random,random",
        "-n",
        "1",
    ];
    arguments.extend(["--nodes", "2"]);
    arguments.extend(more);
    run(at, &arguments)
}

#[test]
fn a_file_that_holds_no_results_is_left_as_it_is() {
    let at = folder("no-results");
    for text in [
        "my only notes, no newline",
        "notes\nof two lines\n",
        "{\"a\":1}",
        "{}\n",
    ] {
        std::fs::write(at.join("notes.txt"), text).unwrap();
        let (code, _, error) = tournament(&at, &["--results", "notes.txt"]);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains("notes.txt:1: not a result"), "{error}");
        assert_eq!(std::fs::read_to_string(at.join("notes.txt")).unwrap(), text);
    }
}

#[test]
fn an_interrupted_last_line_of_results_is_removed_and_that_is_said() {
    let at = folder("cut-results");
    let (code, _, error) = tournament(&at, &["--results", "r.jsonl"]);
    assert_eq!(code, Some(0), "{error}");
    let whole = std::fs::read_to_string(at.join("r.jsonl")).unwrap();
    std::fs::write(at.join("r.jsonl"), &whole[..whole.len() - 20]).unwrap();
    let (code, _, error) = tournament(&at, &["--results", "r.jsonl"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        error.contains("r.jsonl: removed an incomplete last line"),
        "{error}"
    );
    let again = std::fs::read_to_string(at.join("r.jsonl")).unwrap();
    assert_eq!(again.lines().count(), whole.lines().count());
}

#[test]
fn games_of_another_tournament_in_the_same_folder_stay() {
    let at = folder("kept-games");
    let files = || {
        let entries = std::fs::read_dir(at.join("games")).unwrap();
        let mut files: Vec<(PathBuf, String)> = entries
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
            .collect();
        files.sort();
        files
    };
    tournament(&at, &["--games-in", "games", "--seed", "1"]);
    let first = files();
    assert_eq!(first.len(), 1);
    tournament(&at, &["--games-in", "games", "--seed", "2"]);
    let both = files();
    assert_eq!(both.len(), 2);
    assert!(both.contains(&first[0]));
    // The same games again take their own places.
    tournament(&at, &["--games-in", "games", "--seed", "2"]);
    assert_eq!(files(), both);
}

#[test]
fn fmt_refuses_what_is_not_utf_8_or_not_balanced_and_writes_nothing() {
    let at = folder("fmt");
    let good = THREE.replace("    (equipment", "(equipment");
    let latin = [good.replace("NAME", "M").as_bytes(), b"// caf\xe9\n"].concat();
    let open = good.replacen(')', "", 1);
    let quote = good.replacen('"', "", 1);
    std::fs::write(at.join("good.lud"), &good).unwrap();
    for (bad, place, why) in [
        (latin.as_slice(), "bad.lud:5:7", "not UTF-8"),
        (b"\xff\xfe(\0g\0", "bad.lud:1:1", "not UTF-8"),
        (open.as_bytes(), "bad.lud", "brackets"),
        (quote.as_bytes(), "bad.lud", "brackets or strings"),
        (b"(game))", "bad.lud", "brackets"),
        (b"(game\n  \x1b[2J)", "bad.lud:2:3", "a control character"),
    ] {
        std::fs::write(at.join("bad.lud"), bad).unwrap();
        // `good.lud` comes first, and is not written either.
        let (code, _, error) = run(&at, &["fmt", "good.lud", "bad.lud"]);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(place) && error.contains(why), "{error}");
        assert_eq!(std::fs::read(at.join("bad.lud")).unwrap(), bad);
        assert_eq!(std::fs::read_to_string(at.join("good.lud")).unwrap(), good);
        let (code, text, _) = run_with_input(&at, &["fmt", "-"], bad);
        assert_eq!((code, text.as_str()), (Some(2), ""));
    }
    assert_eq!(run(&at, &["fmt", "good.lud"]).0, Some(0));
    assert_ne!(std::fs::read_to_string(at.join("good.lud")).unwrap(), good);
}

#[test]
fn a_line_of_bytes_is_answered_and_the_game_goes_on() {
    let at = folder("bytes");
    let input = b"a1\nJ\xf6rg\n\x1b[2J\nb1\nsave u.txt\nquit\n";
    let play = ["play", "tic-tac-toe", "--plain", "--seats", "human,human"];
    let (code, text, error) = run_with_input(&at, &play, input);
    assert_eq!(code, Some(0), "{error}");
    assert!(!text.contains('\u{1b}'));
    let saved = std::fs::read_to_string(at.join("u.txt")).unwrap();
    assert!(saved.contains("a1\n") && saved.contains("b1\n"), "{saved}");
}

#[test]
fn output_that_cannot_be_written_is_an_error_and_no_panic() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        println!("skipped: no /dev/full on this system");
        return;
    }
    let at = folder("full");
    for arguments in [
        &["list"][..],
        &["perft", "tic-tac-toe", "2"],
        &["describe", "tic-tac-toe"],
        &["show", "tic-tac-toe"],
        &["ludemes", "slide"],
        &["--help"],
    ] {
        let mut command = ludarium(&at, arguments);
        let output = command
            .stdout(File::create(full).unwrap())
            .output()
            .unwrap();
        let (code, _, error) = outcome(output);
        assert!(!error.contains("panicked"), "{arguments:?}: {error}");
        assert_eq!(code, Some(2), "{arguments:?}: {error}");
        assert!(
            error.contains("No space left on device"),
            "{arguments:?}: {error}"
        );
    }
}

/// A tournament that keeps its results.
const NIM: [&str; 8] = [
    "tournament",
    "nim",
    "--agents",
    "random,uct",
    "--nodes",
    "2",
    "--results",
    "r.jsonl",
];

#[test]
fn no_control_character_of_a_file_reaches_the_terminal() {
    let at = folder("controls");
    let name = "\u{1b}[2J\u{1b}]0;owned\u{7}H\u{9b}31m";
    std::fs::write(at.join("e.lud"), THREE.replace("NAME", name)).unwrap();
    let broken = THREE
        .replace("NAME", name)
        .replace("(players 2)", "(playerz \u{1b}[31m2)");
    std::fs::write(at.join("f.lud"), broken).unwrap();
    std::fs::write(at.join("s.txt"), format!("# game: {name}\n\u{1b}[2J a1\n")).unwrap();
    let pgn = format!("[White \"{name}\"]\n\n1. e4 {{{name}}} e5 *\n");
    std::fs::write(at.join("g.pgn"), pgn).unwrap();
    // The name of a file, too, is what others have chosen.
    let named = "n\u{1b}[2J.lud";
    std::fs::write(at.join(named), THREE).unwrap();
    let result = r#"{"game":"nim","first":"a\u001b[2J","second":"b","round":0,"score":1.0,"plies":9,"over":true,"note":"\u001b]0;owned\u0007","slowest":0.1,"terms":"TERMS"}"#;
    let (code, _, error) = run(&at, &NIM);
    assert_eq!(code, Some(0), "{error}");
    let written = std::fs::read_to_string(at.join("r.jsonl")).unwrap();
    let terms: serde_json::Value = serde_json::from_str(written.lines().next().unwrap()).unwrap();
    let result = result.replace("TERMS", terms["terms"].as_str().unwrap());
    std::fs::write(at.join("r.jsonl"), result + "\n").unwrap();
    for arguments in [
        &["describe", "e.lud"][..],
        &["describe", "f.lud"],
        &["check", "e.lud", "f.lud"],
        &["play", "e.lud", "--plain", "--seats", "random,random"],
        &["playout", "e.lud", "2"],
        &["show", "f.lud"],
        &["replay", "s.txt"],
        &["play", "--load", "s.txt", "--plain"],
        &["check", named],
        &["fmt", "--check", named],
        &["fmt", "e.lud"],
        &["playout", named, "2"],
        &["perft", named, "1"],
        &["explain", named, "z9"],
        &["explain", "e.lud", "a1"],
        &["export", "g.pgn", "--format", "pgn"],
        &["explain", "--load", "g.pgn", "zz"],
        &["replay", "g.pgn", named],
        &["compare", named],
        &NIM,
    ] {
        let (_, text, error) = run(&at, arguments);
        let hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
        let all = text + &error;
        assert!(!all.contains(hidden), "{arguments:?}: {all:?}");
        assert!(!all.is_empty(), "{arguments:?}");
    }
}

/// Copies the files of a folder of the library.
fn copy_game(from: &str, to: &Path) {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludarium-games/games");
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(games.join(from)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}

#[test]
fn weights_and_agents_that_cannot_be_read_are_told_with_their_place() {
    let at = folder("weights");
    let game = at.join("lib/classics/tic-tac-toe");
    copy_game("classics/tic-tac-toe", &game);
    let train = [
        "train",
        "tic-tac-toe",
        "--games",
        "0",
        "--match",
        "0",
        "--out",
        "w.toml",
    ];
    assert_eq!(run(&at, &train).0, Some(0));
    let good = std::fs::read_to_string(at.join("w.toml")).unwrap();
    let with = |key: &str, value: &str| -> String {
        let own = |line: &str| match line.starts_with(&format!("{key} =")) {
            true => format!("{key} = {value}\n"),
            false => format!("{line}\n"),
        };
        good.lines().map(own).collect()
    };
    let audit = || run(&at, &["--library", "lib", "audit", "tic-tac-toe"]);
    let mut was = game.join("weights.toml");
    std::fs::write(&was, &good).unwrap();
    let before = audit().1.lines().count();
    std::fs::remove_file(&was).unwrap();
    let agent = "agent = \"uct\"\nagainst = \"random\"\ngames = 2\nterms = \"\"\nscore = ";
    for (file, text, place) in [
        (
            "weights.toml",
            "scale = 1.0\ngarbage".to_owned(),
            "line 2, column 8",
        ),
        (
            "weights.toml",
            with("informative", "1e308"),
            "out of all bounds",
        ),
        (
            "weights.toml",
            with("score", "2000000000"),
            "out of all bounds",
        ),
        ("weights.toml", with("scale", "nan"), "out of all bounds"),
        ("agent.toml", "garbage".to_owned(), "line 1, column 8"),
        ("agent.toml", format!("{agent}1e308"), "in 2 games"),
        ("agent.toml", format!("{agent}nan"), "in 2 games"),
    ] {
        was = game.join(file);
        std::fs::write(&was, text).unwrap();
        let (code, told, error) = audit();
        assert_eq!(code, Some(1), "{told}{error}");
        assert!(told.lines().count() > before, "{told}{error}");
        assert!(told.contains(file) && told.contains(place), "{told}{error}");
        let (code, told, error) = run(
            &at,
            &["--library", "lib", "analyse", "tic-tac-toe", "--nodes", "5"],
        );
        assert_eq!(code, Some(0), "{told}{error}");
        assert!(
            error.contains(&format!("warning: tic-tac-toe/{file}")),
            "{told}{error}"
        );
        assert!(error.contains(place) && !told.contains("inf %"), "{told}");
        std::fs::remove_file(&was).unwrap();
    }
}

#[test]
fn a_header_of_a_saved_game_that_cannot_be_read_is_refused_at_its_place() {
    let at = folder("saved-headers");
    for (game, header, message) in [
        (
            "modern-chess",
            "# start: 8x/8/8/8",
            "line 2, column 10: the start: 4 ranks",
        ),
        // Moves of games with hidden pieces are not checked; their start is.
        (
            "gollon-kriegspiel",
            "# start: 8/8",
            "line 2, column 10: the start: 2 ranks",
        ),
        (
            "modern-chess",
            "# strat: 8/8",
            "line 2, column 3: no header is written \"strat\"",
        ),
        (
            "modern-chess",
            "# seed: x",
            "line 2, column 9: not a seed: x",
        ),
        (
            "modern-chess",
            "# with: chess960",
            "line 2, column 9: a reading is written tag=choice",
        ),
    ] {
        let text = format!("# game: {game}\n{header}\ne2-e4\n");
        std::fs::write(at.join("saved.txt"), text).expect("a file");
        for command in [&["analyse"][..], &["play", "--plain"]] {
            let (code, output, told) = run(&at, &[command, &["--load", "saved.txt"]].concat());
            assert_eq!((code, output.as_str()), (Some(1), ""), "{header}");
            assert!(told.contains(&format!("saved.txt: {message}")), "{told}");
        }
    }
}
