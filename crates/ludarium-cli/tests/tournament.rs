//! Tournaments, run as a user runs them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ludarium");

fn tournament(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("tournament").args(arguments);
    command
}

fn finished(arguments: &[&str]) -> Output {
    let output = tournament(arguments).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    output
}

fn as_json(arguments: &[&str]) -> Value {
    let output = finished(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}

/// A results file that exists for one test only.
struct Results(PathBuf);

impl Results {
    fn new(name: &str) -> Results {
        let file = format!("ludarium-{name}-{}.jsonl", std::process::id());
        Results(std::env::temp_dir().join(file))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in letters")
    }

    fn lines(&self) -> usize {
        std::fs::read_to_string(&self.0).map_or(0, |text| text.lines().count())
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The settings and results of the games, without times.
fn games(summary: &Value) -> BTreeSet<String> {
    let games = summary["games"].as_array().expect("a list of games");
    let text = |game: &Value| {
        let keys = ["game", "first", "second", "round", "score", "plies"];
        keys.map(|key| game[key].to_string()).join(" ")
    };
    games.iter().map(text).collect()
}

#[test]
fn what_was_killed_goes_on_where_it_was() {
    let arguments = [
        "falkener-tau,gollon-shatranj",
        "--agents",
        "mcts,uct",
        "--nodes",
        "40",
    ];
    let arguments = [&arguments[..], &["-n", "6", "--limit", "60"]].concat();
    let whole = games(&as_json(&arguments));
    assert_eq!(whole.len(), 12);

    let results = Results::new("killed");
    let kept = [
        &arguments[..],
        &["--results", results.path(), "--threads", "1"],
    ]
    .concat();
    let mut child = tournament(&kept)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while results.lines() < 2 && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let before = results.lines();
    assert!(before >= 2, "two games in two minutes");
    // Simulates an interrupted write: the last line is cut short.
    let text = std::fs::read_to_string(Path::new(results.path())).expect("results");
    std::fs::write(results.path(), format!("{text}{{\"game\":\"falk")).expect("written");

    assert_eq!(games(&as_json(&kept)), whole);
    assert_eq!(results.lines(), 12);
    // All results are complete now.
    assert_eq!(games(&as_json(&kept)), whole);
    assert_eq!(results.lines(), 12);
}

#[test]
fn games_are_kept_so_that_they_can_be_gone_through_again() {
    let folder = std::env::temp_dir().join(format!("ludarium-games-{}", std::process::id()));
    let name = folder.to_str().expect("a path in letters");
    // A game of skill and a game with dice, whose throws must repeat.
    let arguments = ["gollon-shatranj,tab", "--agents", "uct,random", "-n", "2"];
    let terms = ["--nodes", "20", "--limit", "40", "--games-in", name];
    let summary = as_json(&[&arguments[..], &terms].concat());
    let games = summary["games"].as_array().expect("a list of games");
    let files = std::fs::read_dir(&folder).expect("a folder");
    let files: BTreeSet<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    assert_eq!((games.len(), files.len()), (4, 4));
    for (file, game) in files.iter().zip(games) {
        let mut command = Command::new(PROGRAM);
        command.args(["analyse", "--nodes", "2", "--json", "--load"]);
        let output = command.arg(file).output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{file:?}: {text}");
        let text = String::from_utf8_lossy(&output.stdout);
        let made = text.lines().filter(|line| {
            let judged: Value = serde_json::from_str(line).expect("JSON");
            !judged["made"].is_null()
        });
        let made = made.count();
        assert_eq!(Value::from(made), game["plies"], "{file:?}");
    }
    std::fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn games_say_why_they_ended() {
    let arguments = [
        "tic-tac-toe",
        "--agents",
        "alphabeta,random",
        "-n",
        "6",
        "--nodes",
        "500",
    ];
    let summary = as_json(&arguments);
    let games = summary["games"].as_array().expect("a list of games");
    let rows = games
        .iter()
        .filter(|game| game["reason"] == "three in a row");
    let rows = rows.count();
    assert!(rows > 0, "{summary}");
    let table = finished(&arguments).stdout;
    let table = String::from_utf8_lossy(&table).into_owned();
    assert!(
        table.contains(&format!("ended by three in a row: {rows} game")),
        "{table}"
    );
}

#[test]
fn a_test_stops_when_the_stronger_is_known() {
    let arguments = [
        "gollon-shatranj",
        "--agents",
        "level:4,random",
        "--nodes",
        "200",
    ];
    let arguments = [
        &arguments[..],
        &["-n", "60", "--sprt", "0,100", "--limit", "200"],
    ]
    .concat();
    let summary = as_json(&arguments);
    assert_eq!(
        summary["sprt"]["verdict"], "H1 accepted",
        "{}",
        summary["sprt"]
    );
    // If one side wins all games, each pair changes the ratio by over a fifth, so that fifteen
    // pairs suffice.
    let played = summary["games"].as_array().map_or(0, Vec::len);
    assert!((10..=44).contains(&played), "{played} games");
    let pairs = summary["sprt"]["pairs"].as_u64().expect("a number");
    assert!(pairs as usize <= played / 2);
}

#[test]
fn the_table_for_programs_has_scores_and_elo_with_their_bounds() {
    let arguments = ["gollon-shatranj", "--agents", "uct,random", "--nodes", "20"];
    let arguments = [
        &arguments[..],
        &["-n", "4", "--limit", "60", "--format", "csv"],
    ]
    .concat();
    let output = finished(&arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let head = "game,first,second,games,score,low,high,elo,elo_low,elo_high";
    assert_eq!(lines.next(), Some(head));
    let row: Vec<&str> = lines.next().expect("a row").split(',').collect();
    assert_eq!(row[..4], ["gollon-shatranj", "uct", "random", "4"]);
    let numbers: Vec<f64> = row[4..]
        .iter()
        .map(|n| n.parse().expect("a number"))
        .collect();
    let [score, low, high, elo, elo_low, elo_high] = numbers[..] else {
        panic!("{text}");
    };
    assert!(
        low <= score && score <= high && elo_low <= elo && elo <= elo_high,
        "{text}"
    );
    // Elo's rating curve.
    let points = 400.0 * (score / (1.0 - score)).log10();
    assert!(elo == points || (elo - points).abs() < 1.0, "{text}");
}

#[test]
fn a_program_that_speaks_cecp_takes_part() {
    let rival = format!("cecp:{PROGRAM} xboard gollon-shatranj --agent random");
    let agents = format!("auto,{rival}");
    let arguments = [
        "gollon-shatranj",
        "--agents",
        &agents,
        "--time",
        "0.02",
        "-n",
        "2",
    ];
    let summary = as_json(&arguments);
    let games = summary["games"].as_array().expect("a list of games");
    assert_eq!(games.len(), 2);
    for game in games {
        // Both programs use the same rules, so that there is no dispute.
        assert_eq!(game["note"], Value::Null, "{game}");
        assert_eq!(game["second"], rival.as_str());
    }
    // The random player wins no game, and loses at least one before the limit.
    let score = summary["pairs"][0]["score"].as_f64().expect("a number");
    assert!(score >= 0.75, "{summary}");
}

#[test]
fn promotions_are_written_in_one_move() {
    let agents = format!("random,cecp:{PROGRAM} xboard modern-chess --agent random");
    let arguments = [
        "gollon-modern-chess",
        "--agents",
        &agents,
        "--time",
        "0.01",
        "-n",
        "6",
        "--limit",
        "500",
    ];
    let summary = as_json(&arguments);
    let games = summary["games"].as_array().expect("a list of games");
    assert_eq!(games.len(), 6);
    // Random chess games are long, and most of them have promotions.
    for game in games {
        assert_eq!(game["note"], Value::Null, "{game}");
    }
}

#[test]
fn a_program_that_does_not_play_the_game_is_an_error() {
    let refused = |game: &str| {
        let rival = format!("uct,cecp:{PROGRAM} xboard gollon-shatranj");
        let output = tournament(&[game, "--agents", &rival, "-n", "2", "--nodes", "10"]).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = refused("gollon-modern-chess");
    assert!(
        other.contains("does not play the variant normal"),
        "{other}"
    );
    let dice = refused("falkener-backgammon");
    assert!(dice.contains("without chance"), "{dice}");
    let otherwise = refused("gollon-thai-chess");
    assert!(
        otherwise.contains("--with \"First moves=None\""),
        "{otherwise}"
    );
    let unknown = refused("gollon-korean-chess");
    assert!(unknown.contains("no external engine is known"), "{unknown}");
}

#[test]
#[cfg(unix)]
fn a_rival_that_ends_or_is_out_of_order_loses_its_games_and_no_others_are_lost() {
    // One ends before the first line, one says a line without end, one leaves during the game.
    for rival in ["cecp:false", "cecp:cat /dev/zero", "cecp:head -n 9"] {
        let agents = format!("random,uct,{rival}");
        let arguments = [
            "gollon-modern-chess",
            "--agents",
            &agents,
            "-n",
            "2",
            "--nodes",
            "3",
            "--limit",
            "20",
            "--threads",
            "1",
        ];
        let summary = as_json(&arguments);
        let games = summary["games"].as_array().expect("a list of games");
        assert_eq!(games.len(), 6);
        for game in games {
            let note = game["note"].as_str().unwrap_or_default();
            let score = match (&game["first"], &game["second"]) {
                (first, _) if *first == rival => 0.0,
                (_, second) if *second == rival => 1.0,
                _ => {
                    assert!(note.is_empty(), "{game}");
                    continue;
                }
            };
            assert_eq!(game["score"].as_f64(), Some(score), "{game}");
            assert!(note.contains("lost"), "{game}");
        }
    }
}

#[test]
fn a_rival_that_cannot_be_started_is_an_error() {
    let agents = "random,cecp:no-such-program-anywhere";
    let output = tournament(&["gollon-modern-chess", "--agents", agents, "-n", "2"]).output();
    assert_eq!(output.expect("it runs").status.code(), Some(2));
}
