//! Ctrl-C during long work: it ends with what it has, and goes on later where results are kept.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long work may take to end: builds and other tests may run beside this one.
const PATIENCE: Duration = Duration::from_secs(30);

fn folder(name: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

struct Work {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Work {
    fn start(arguments: &[&str]) -> Work {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Work { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line
    }

    /// Interrupts it. Returns the exit code and what else it prints.
    #[track_caller]
    fn interrupt(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.expect("kill runs").success());
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                break status;
            }
            if Instant::now() > end {
                self.child.kill().expect("it is there");
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        (status.code(), rest)
    }
}

#[test]
fn perft_ends_within_a_depth() {
    // From the third move on the counts of go take hours.
    for plies in [&["perft", "go", "9"][..], &["perft", "go", "9", "--plies"]] {
        let mut work = Work::start(plies);
        assert_eq!(work.line().split_whitespace().nth(1), Some("362"));
        std::thread::sleep(Duration::from_millis(500));
        let (code, _) = work.interrupt();
        assert_eq!(code, Some(0));
    }
}

#[test]
fn perft_ends_within_a_single_turn() {
    // Every move gives another one, so that one turn has more sequences than can be counted.
    let at = folder("perft-turn");
    let endless = at.join("again.lud");
    let text = r#"(game "Again" (players 2)
        (equipment { (board (square 5)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)) (then (moveAgain))))
            (end (if (is Full) (result Mover Win)))))"#;
    std::fs::write(&endless, text).expect("a file");
    let path = endless.display().to_string();
    let work = Work::start(&["perft", &path, "1", "--longest-turn", "100", "--json"]);
    std::thread::sleep(Duration::from_millis(500));
    let (code, output) = work.interrupt();
    assert_eq!(code, Some(0));
    let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["depths"], serde_json::json!([]));
}

#[test]
fn a_divided_perft_prints_the_moves_that_are_counted() {
    let mut work = Work::start(&["perft", "tic-tac-toe", "7", "--divide"]);
    // The number of sequences can be worked out by hand.
    let mut lines: Vec<String> = std::iter::repeat_with(|| work.line()).take(10).collect();
    assert_eq!(lines.pop().as_deref(), Some("total 148176\n"));
    let counts: Vec<u64> = lines
        .iter()
        .map(|line| line.trim().rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(counts.iter().sum::<u64>(), 148_176);
}

#[test]
fn perft_keeps_its_counts_and_goes_on() {
    let at = folder("perft-results");
    let results = at.join("counts.jsonl").display().to_string();
    let arguments = |depth: &'static str| ["perft", "go", depth, "--results", &results];
    let mut work = Work::start(&arguments("9"));
    assert_eq!(work.line().split_whitespace().nth(1), Some("362"));
    // The second depth may be done, too.
    work.line();
    let (code, _) = work.interrupt();
    assert_eq!(code, Some(0));
    let text = std::fs::read_to_string(&results).expect("a file");
    let first = r#"{"game":"go","terms":"#;
    assert!(text.lines().count() >= 2 * 362 && text.starts_with(first));
    // A count is believed: no other one is made in its place.
    let line = text.lines().find(|line| line.contains(r#""depth":2,"#));
    let line = line.expect("a count of the second depth");
    let (begin, _) = line.rsplit_once(':').expect("a count");
    let changed = text.replacen(line, &format!("{begin}:1000361}}"), 1);
    std::fs::write(&results, &changed).expect("a file");
    let again = |depth: &'static str, extra: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args([&arguments(depth)[..], extra].concat())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // 362 first moves: 361 points, after each of which 361 moves are left, and the pass.
    let count = |output: &str| {
        let last = output.lines().last().expect("a line").to_owned();
        last.split_whitespace().nth(1).expect("a count").to_owned()
    };
    let all = 361 * 361 + 362;
    assert_eq!(count(&again("2", &[])), (all + 1_000_000).to_string());
    // Another position has counts of its own.
    assert_eq!(count(&again("2", &["--plies"])), all.to_string());
}

#[test]
fn bench_keeps_its_results_and_goes_on() {
    let at = folder("bench-results");
    let results = at.join("results.jsonl").display().to_string();
    let games = ["tic-tac-toe", "hex", "nim"];
    let arguments = |time: &'static str| {
        let mut all = vec!["bench"];
        all.extend(games);
        all.extend(["--time", time]);
        all
    };
    let mut first = arguments("2");
    first.extend(["--results", &results]);
    let mut work = Work::start(&first);
    work.line();
    work.line();
    let (code, rest) = work.interrupt();
    assert_eq!((code, rest.as_str()), (Some(0), ""));
    let kept = |path: &str| std::fs::read_to_string(path).expect("a file");
    let before = kept(&results);
    assert_eq!(before.lines().count(), 1);

    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(&first)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let after = kept(&results);
    assert!(after.starts_with(&before));
    assert_eq!(after.lines().count(), games.len());
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 4);
}

#[test]
fn an_analysis_prints_the_best_lines_found_so_far() {
    let mut work = Work::start(&["analyse", "chess", "--time", "600"]);
    // The evaluation is learned, and the search begins.
    assert!(work.line().starts_with("auto is "));
    std::thread::sleep(Duration::from_secs(1));
    let (code, output) = work.interrupt();
    assert_eq!(code, Some(0));
    let mut lines = output.lines();
    let head = lines.next().expect("a position");
    assert!(head.starts_with("1. White (") && head.ends_with(", interrupted)"));
    assert_eq!(lines.count(), 3, "{output}");
}

#[test]
fn an_analysis_for_programs_says_that_it_was_interrupted() {
    // Until the search begins there is nothing to print: how long that takes depends on the load.
    for seconds in [1, 4, 16] {
        let nodes = u64::MAX.to_string();
        let work = Work::start(&["analyse", "chess", "--nodes", &nodes, "--json"]);
        std::thread::sleep(Duration::from_secs(seconds));
        let (code, output) = work.interrupt();
        assert_eq!(code, Some(0));
        if output.is_empty() {
            continue;
        }
        let position: serde_json::Value = serde_json::from_str(&output).expect("JSON");
        assert_eq!(position["interrupted"], true);
        assert_ne!(position["lines"], serde_json::json!([]));
        return;
    }
    panic!("no search begins");
}

#[test]
fn a_tournament_ends_within_a_move() {
    let arguments = [
        "tournament",
        "chess",
        "--time",
        "600",
        "--opening",
        "0",
        "--json",
    ];
    let work = Work::start(&arguments);
    std::thread::sleep(Duration::from_secs(2));
    let (code, output) = work.interrupt();
    assert_eq!(code, Some(0));
    // The games that were cut off have no result.
    let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(report["games"], serde_json::json!([]));
}

#[test]
fn random_games_of_a_check_end() {
    let at = folder("check");
    let file = at.join("line.lud");
    let text = r#"(game "Line" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty))))
            (end (if (is Line 3) (result Mover Win)))))"#;
    std::fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    let work = Work::start(&["check", &file, "--games", "1000000000"]);
    std::thread::sleep(Duration::from_secs(1));
    let (code, output) = work.interrupt();
    assert_eq!(code, Some(0));
    assert!(
        output.starts_with("1 file checked, no problems"),
        "{output}"
    );
}

#[test]
fn conform_keeps_its_results() {
    let Some(root) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return;
    };
    let root = root.to_string_lossy().into_owned();
    let at = folder("conform-results");
    let results = at.join("results.jsonl").display().to_string();
    let arguments = ["conform", &root, "--results", &results, "--jobs", "1"];
    let work = Work::start(&arguments);
    let end = Instant::now() + PATIENCE;
    let lines = || std::fs::read_to_string(&results).map_or(0, |text| text.lines().count());
    while lines() < 3 {
        assert!(Instant::now() < end, "no results");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (code, output) = work.interrupt();
    assert_eq!(code, Some(0));
    assert!(!output.is_empty(), "it prints what it has");
    let before = lines();
    let again = Work::start(&arguments);
    while lines() <= before {
        assert!(Instant::now() < end, "no more results");
        std::thread::sleep(Duration::from_millis(50));
    }
    again.interrupt();
    let text = std::fs::read_to_string(&results).expect("a file");
    let games = text.lines().map(|line| {
        let result: serde_json::Value = serde_json::from_str(line).expect("JSON");
        result["game"].as_str().expect("a name").to_owned()
    });
    let mut games: Vec<String> = games.collect();
    let count = games.len();
    games.sort();
    games.dedup();
    assert_eq!(games.len(), count, "no game is replayed twice");
}
