//! The recorded games of the corpora, if they are installed; small corpora of our own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The corpora of `conformance.toml`, as folders beside the one that `LUDARIUM_CORPUS` names.
const CORPORA: [&str; 3] = ["ludii", "ludii-options", "crossbred"];

#[test]
fn no_fewer_games_are_reproduced_than_before() {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS").map(PathBuf::from) else {
        println!("skipped: no corpus");
        return;
    };
    let beside = corpus.parent().unwrap_or(Path::new("."));
    let (found, missing): (Vec<_>, Vec<_>) = CORPORA
        .iter()
        .map(|name| beside.join(name))
        .partition(|folder| folder.join("trials").is_dir());
    for folder in missing {
        println!("skipped: no corpus at {}", folder.display());
    }
    if found.is_empty() {
        return;
    }
    let ratchet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance.toml");
    let status = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("conform")
        .args(found)
        .args(["--ratchet", ratchet])
        // The test must not fail on a busy machine.
        .args(["--limit", "600"])
        .status()
        .expect("the program starts");
    assert!(
        status.success(),
        "fewer games or trials are exact than conformance.toml says"
    );
}

/// Writes a corpus of one game per description, and its trials.
fn corpus(name: &str, games: &[(&str, &str)], trials: &[(&str, &str)]) -> PathBuf {
    let root = crate::scratch_folder(module_path!()).join(name);
    let write = |path: PathBuf, text: &str| {
        let folder = path.parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("a folder for the test");
        std::fs::write(path, text).expect("a file for the test");
    };
    std::fs::create_dir_all(root.join("def")).expect("a folder for the test");
    for (game, text) in games {
        write(root.join("lud").join(format!("{game}.lud")), text);
    }
    for (trial, text) in trials {
        write(root.join("trials").join(format!("{trial}.txt")), text);
    }
    root
}

fn conform(arguments: &[&str], corpora: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("conform")
        .args(arguments)
        .args(corpora)
        .output()
        .expect("the program starts")
}

fn report(corpora: &[&Path]) -> serde_json::Value {
    let output = conform(&["--json"], corpora);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// On a row of three or four squares, players place pieces until no square is left.
const ROW: &str = r#"(game "Row" (players 2)
    (equipment { (board (rectangle 1 <Size:n>)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result Mover Win)))))
    (option "Size" <Size> args:{ <n> } { (item "Three" <3> "")* (item "Four" <4> "") })
    (rulesets { (ruleset "Ruleset/Long" { "Size/Four" }) })"#;

/// A game of [`ROW`] in which squares are filled from the left.
fn filled(squares: usize, options: &str) -> String {
    let moves = (0..squares).map(|site| {
        let mover = site % 2 + 1;
        format!(
            "Move=[Move:mover={mover},from={site},to={site},\
             actions=[Add:type=Cell,to={site},what={mover},decision=true]]\n"
        )
    });
    let moves: String = moves.collect();
    let counts = (1..=squares).rev();
    let counts: String = counts
        .map(|count| format!("LEGAL MOVES LIST SIZE = {count}\n"))
        .collect();
    let ranks = match squares % 2 {
        1 => "0.0,1.0,2.0",
        _ => "0.0,2.0,1.0",
    };
    format!(
        "game=row.lud\nSTART GAME OPTIONS\n{options}END GAME OPTIONS\n\
         RNG internal state=8,7,6,5,4,3,2,1\n{moves}{counts}\
         numInitialPlacementMoves=0\nwinner=1\nendtype=NaturalEnd\nrankings={ranks}\n"
    )
}

#[test]
fn a_trial_is_played_under_the_options_that_its_header_names() {
    let root = corpus(
        "options",
        &[("Row", ROW)],
        &[
            ("Row/defaults", &filled(3, "")),
            ("Row/four", &filled(4, "Size/Four\n")),
            ("Row/ruleset", &filled(4, "Ruleset/Long\n")),
            ("Row/wrong", &filled(4, "Size/Three\n")),
            ("Row/unknown", &filled(4, "Size/Five\n")),
        ],
    );
    let report = report(&[&root]);
    assert_eq!(report["trials_exact"], 3, "{report}");
    let failures = report["failures"].as_array().expect("a list");
    let failures: Vec<_> = failures
        .iter()
        .map(|failure| (failure["trial"].as_str(), failure["kind"].as_str()))
        .collect();
    let expected = [("unknown.txt", "language"), ("wrong.txt", "count")];
    assert_eq!(failures, expected.map(|(a, b)| (Some(a), Some(b))));
}

#[test]
fn a_record_that_was_cut_off_asks_only_that_the_game_goes_on() {
    let whole = filled(3, "");
    let cut = |plies: usize| {
        let without = whole
            .replace("winner=1\nendtype=NaturalEnd\n", "")
            .replace("0.0,1.0,2.0", "0.0,0.0,0.0");
        let (mut moves, mut counts) = (0, 0);
        let lines = without.lines().filter(|line| match line.split('=').next() {
            Some("Move") => {
                moves += 1;
                moves <= plies
            }
            Some("LEGAL MOVES LIST SIZE ") => {
                counts += 1;
                counts <= plies
            }
            _ => true,
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let trials = [("Row/two", cut(2)), ("Row/three", cut(3))];
    let trials = trials.each_ref().map(|(name, text)| (*name, text.as_str()));
    let report = report(&[&corpus("cut", &[("Row", ROW)], &trials)]);
    assert_eq!(report["trials_exact"], 1, "{report}");
    assert_eq!(report["failures"][0]["trial"], "three.txt");
    assert_eq!(report["failures"][0]["kind"], "ended-early");
}

#[test]
fn a_match_without_one_of_its_games_is_reported_as_that() {
    let series = r#"(match "Series" (players 2)
        (games { (subgame "Row" next:1) (subgame "Absent" next:0) })
        (end (if (>= (matchScore P1) 2) (result P1 Win))))"#;
    let root = corpus("series", &[("Row", ROW), ("Series", series)], &[]);
    let report = report(&[&root]);
    let failure = &report["failures"][0];
    assert_eq!(failure["kind"], "missing-part", "{report}");
    let found = failure["found"].as_str().expect("text");
    assert!(found.contains("\"Absent\""), "{found}");
}

#[test]
fn several_corpora_are_counted_apart_and_together() {
    let trial = filled(3, "");
    let wrong = filled(4, "");
    let one = corpus("one", &[("Row", ROW)], &[("Row/a", &trial)]);
    let two = corpus(
        "two",
        &[("Row", ROW)],
        &[("Row/a", &trial), ("Row/b", &wrong)],
    );
    let report = report(&[&one, &two]);
    assert_eq!((&report["games"], &report["exact"]), (&2.into(), &1.into()));
    assert_eq!(report["trials_exact"], 2);
    let second = &report["corpora"][1];
    assert_eq!(second["corpus"], "two");
    assert_eq!(
        (&second["exact"], &second["trials_exact"]),
        (&0.into(), &1.into())
    );
    assert_eq!(report["failures"][0]["corpus"], "two");

    let ratchet = |text: &str| {
        let file = two.join("ratchet.toml");
        std::fs::write(&file, text).expect("a file for the test");
        let file = file.to_string_lossy().into_owned();
        conform(&["--ratchet", &file], &[&one, &two]).status.code()
    };
    let floors = |trials: u32| {
        format!("[one]\ngames = 1\ntrials = 1\n[two]\ngames = 0\ntrials = {trials}\n")
    };
    assert_eq!(ratchet(&floors(1)), Some(0));
    assert_eq!(ratchet(&floors(2)), Some(1), "a trial fewer");
    assert_eq!(
        ratchet("[one]\ngames = 1\ntrials = 1\n"),
        Some(2),
        "no numbers"
    );
}

#[test]
fn what_the_language_allows_and_the_engine_refuses_is_counted() {
    // Pieces that cover several sites do not stack.
    let heap = r#"(game "Heap" (players 2)
        (equipment { (board (square 4)) (tile "Bar" Each {F} numSides:4) })
        (rules
            (play (move Add (to (sites Empty)) stack:True))
            (end (if (no Moves Next) (result Mover Win)))))"#;
    let told = report(&[&corpus("refused", &[("heap", heap)], &[])]);
    assert_eq!(
        (&told["games"], &told["unsupported"]),
        (&1.into(), &1.into())
    );
    assert_eq!(told["failures"][0]["kind"], "unsupported");
}
