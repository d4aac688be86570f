//! One interface: what the help pages of all commands say, names of options, suggestions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.args(arguments).env_remove("LUDARIUM_CORPUS");
    let output = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// The names of the commands on a help page.
fn names_of_commands(help: &str) -> Vec<String> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let words = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = words.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The help pages of all commands, with those within commands: `square check`.
fn help_pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(path) = open.pop() {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let (code, help, _) = run(&arguments);
        assert_eq!(code, Some(0), "{path:?}");
        for name in names_of_commands(&help) {
            open.push(path.iter().cloned().chain([name]).collect());
        }
        pages.insert(path.join(" "), help);
    }
    pages
}

/// The long options of a help page with the names of their values.
fn options(help: &str) -> Vec<(String, String)> {
    let lines = help.lines().map(str::trim_start);
    let options = lines.filter_map(|line| {
        let line = line.strip_prefix('-')?;
        let long = match line.strip_prefix('-') {
            Some(long) => long,
            None => line.split_once(", --")?.1,
        };
        let (name, value) = long.split_once(' ').unwrap_or((long, ""));
        Some((name.to_owned(), value.trim().to_owned()))
    });
    options.collect()
}

#[test]
fn every_help_page_lists_the_exit_codes() {
    let pages = help_pages();
    assert!(pages.len() > 35, "only {} pages", pages.len());
    for (name, help) in pages {
        assert!(help.contains("Exit codes:\n  0  "), "{name}: {help}");
    }
}

#[test]
fn one_thing_has_one_name_in_all_commands() {
    let pages = help_pages();
    // Options of one name that mean one thing, with the name of their value.
    let values = BTreeMap::from([
        ("time", "<SECONDS>"),
        ("nodes", "<N>"),
        ("seed", "<N>"),
        ("threads", "<N>"),
        ("games", "<N>"),
        ("with", "<TAG=CHOICE>"),
        ("defs", "<DIR>"),
        ("library", "<DIR>"),
        ("load", "<FILE>"),
        ("output", "<FILE>"),
        ("results", "<FILE>"),
        ("position", "<FEN>"),
        ("throw", "<THROW>"),
        ("moves", "<MOVES>"),
        ("ply", "<N>"),
        ("json", ""),
    ]);
    // Earlier names of such options, which are still read but not shown.
    let earlier = [
        "iterations",
        "seconds",
        "jobs",
        "minutes",
        "out",
        "record",
        "play",
    ];
    for (command, help) in &pages {
        for (name, value) in options(help) {
            assert!(!earlier.contains(&name.as_str()), "{command}: --{name}");
            if let Some(own) = values.get(name.as_str()) {
                assert_eq!(value, *own, "{command}: --{name}");
            }
        }
    }
}

#[test]
fn whatever_prints_something_prints_json_too() {
    // Commands whose output is in a format of its own, or goes to a file or a dialogue.
    let others = [
        "",
        "completions",
        "draw",
        "export",
        "gtp",
        "lsp",
        "manual",
        "play",
        "serve",
        "square",
        "tour",
        "uci",
        "ucci",
        "usi",
        "xboard",
    ];
    for (command, help) in help_pages() {
        let has_json = options(&help).iter().any(|(name, _)| name == "json");
        if !others.contains(&command.as_str()) {
            assert!(has_json, "{command}");
        }
    }
}

#[test]
fn earlier_names_of_options_are_still_read() {
    for arguments in [
        &["claims", "tic-tac-toe", "--seconds", "5"][..],
        &[
            "play",
            "tic-tac-toe",
            "--seats",
            "random,random",
            "--iterations",
            "1",
        ],
        &["draw", "chess", "--record", "none.txt", "--svg", "none.svg"],
        &["train", "chess", "--minutes", "x"],
        &["solve", "chess", "--limit", "x"],
        &["check", "none.lud", "--play", "3"],
        &["conform", "none", "--jobs", "1", "--limit", "5"],
    ] {
        let (_, _, message) = run(arguments);
        assert!(!message.contains("unexpected argument"), "{message}");
    }
}

#[test]
fn what_is_misspelt_is_answered_with_the_nearest_name() {
    for (arguments, near) in [
        (&["analize", "chess"][..], "'analyse'"),
        (&["perft", "chess", "1", "--dvide"], "'--divide'"),
        (&["new", "A", "--template", "huntt"], "'hunt'"),
        (&["play", "shatrnj"], "Shatranj"),
        (&["list", "shatrnj"], "Shatranj"),
        (&["bench", "shatrnj"], "Shatranj"),
        (&["evidence", "--game", "shatrnj"], "Shatranj"),
        (&["evidence", "--region", "Egpyt"], "Egypt"),
        (&["square", "odd-square-lubere"], "odd-square-loubere"),
        (&["ludemes", "hopp"], "hop"),
        (
            &["perft", "shatranj", "1", "--with", "bar king=x"],
            "Bare king",
        ),
        (
            &[
                "perft",
                "shatranj",
                "1",
                "--with",
                "bare king=imediate loss",
            ],
            "did you mean Immediate loss?",
        ),
    ] {
        let (code, _, message) = run(arguments);
        assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {message}");
        assert!(message.contains(near), "{arguments:?}: {message}");
    }
}

#[test]
fn a_number_that_cannot_be_is_refused_for_what_it_is() {
    for arguments in [
        &["analyse", "chess", "--nodes", "-5"][..],
        &["analyse", "chess", "--nodes", "0"],
        &["analyse", "chess", "--time", "-1"],
        &["analyse", "chess", "--time", "nan"],
        &["analyse", "chess", "--time", "1e300"],
        &["analyse", "chess", "--lines", "0"],
        &["perft", "chess", "-1"],
        &["play", "chess", "--time", "-0.5"],
        &["draw", "chess", "--ply", "-1"],
        &["tournament", "chess", "--nodes", "-2"],
    ] {
        let (code, _, told) = run(arguments);
        let value = arguments.last().expect("a value");
        let said = format!("invalid value '{value}'");
        assert!(
            code == Some(2) && told.contains(&said),
            "{arguments:?}: {told}"
        );
        assert!(!told.contains("to pass"), "{arguments:?}: {told}");
    }
}

#[test]
fn check_takes_readings_as_the_other_commands_do() {
    let text = r#"(game "Lines" (players 2)
        (equipment { (board (square <Size:side>)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
        (option "Board Size" <Size> args:{ <side> } {
            (item "Three" <3> "3 by 3")* (item "Broken" <"x"> "no number") })"#;
    let path = crate::scratch_folder(module_path!()).join("check-readings.lud");
    std::fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    for (with, code) in [
        ("size=three", 0),
        ("board size=broken", 1),
        ("Board Size/Three", 0),
        ("Board Size/Broken", 1),
        ("size=brokn", 1),
    ] {
        let (found, _, message) = run(&["check", &path, "--with", with]);
        assert_eq!(found, Some(code), "{with}: {message}");
    }
    let (_, _, message) = run(&["check", &path, "--with", "size=brokn"]);
    assert!(message.contains("did you mean Broken?"), "{message}");
}

#[test]
fn json_is_json() {
    let at = crate::scratch_folder(module_path!()).join("json.lud");
    std::fs::write(&at, "(define \"A\" 1)\n").expect("a file");
    let at = at.display().to_string();
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ludarium-games/games/chess/gollon-shatranj/records/gollon-shatranj-1.txt"
    );
    let tournament = [
        "tournament",
        "nim",
        "--agents",
        "random,random",
        "-n",
        "2",
        "--json",
    ];
    let train = [
        "train",
        "tic-tac-toe",
        "--games",
        "2",
        "--nodes",
        "5",
        "--match",
        "2",
        "--json",
    ];
    for arguments in [
        &["show", "shatranj", "--json"][..],
        &["show", "falkener-backgammon", "--json", "--description"],
        &["ludemes", "--json"],
        &["ludemes", "move", "Hop", "--json"],
        &["ludemes", "roleType", "--json"],
        &["evidence", "--json"],
        &["replay", record, "--json"],
        &["fmt", "--check", &at, "--json"],
        &["playout", "tic-tac-toe", "20", "--json"],
        &["perft", "tic-tac-toe", "3", "--json"],
        &["bench", "nim", "--differential", "2", "--json"],
        &["bench", "nim", "--why", "--json"],
        &[
            "bench",
            "tic-tac-toe",
            "--search",
            "--time",
            "0.01",
            "--json",
        ],
        &tournament,
        &train,
    ] {
        let (code, output, message) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {message}");
        for line in output.lines() {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(value.is_ok(), "{arguments:?}: {line}");
        }
        assert!(!output.is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_keeps_a_game_from_a_kernel_is_said_with_its_place() {
    let (code, output, message) = run(&["bench", "go", "modern-chess", "--why"]);
    assert_eq!(code, Some(0), "{message}");
    let (go, chess) = output.split_once("Modern Chess\n").expect("both games");
    assert!(
        chess.contains("by the kernel of pieces on a board"),
        "{chess}"
    );
    assert!(!chess.contains("no kernel"), "{chess}");
    assert!(
        go.contains("because of a rule against repeating positions"),
        "{go}"
    );
    // Where a ludeme stands in the way, its file, line and column are given.
    let (_, senet, _) = run(&["bench", "senet", "--why"]);
    assert!(
        senet.contains("senet/game.lud:") && senet.contains("(count StepsOnTrack"),
        "{senet}"
    );
}

#[test]
fn a_match_is_an_obstacle_and_its_games_are_found_beside_it() {
    let folder = crate::scratch_folder(module_path!()).join("match-of-rows");
    std::fs::create_dir_all(&folder).expect("there is room");
    let row = r#"(game "Row" (players 2)
        (equipment { (board (rectangle 1 3)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
        (rules (start (place "Disc1" 0)) (play (or (move Add (to (sites Empty))) (forEach Piece)))
            (end (if (is Full) (result Mover Win)))))"#;
    let series = r#"(match "Series" (players 2)
        (games { (subgame "Row" next:1) (subgame "Row" next:0) })
        (end (if (>= (matchScore P1) 2) (result P1 Win))))"#;
    std::fs::write(folder.join("Row.lud"), row).expect("it can be written");
    let at = folder.join("Series.lud");
    std::fs::write(&at, series).expect("it can be written");
    let at = at.to_str().expect("a path in UTF-8");
    let (code, output, message) = run(&["bench", "--why", at]);
    assert_eq!(code, Some(0), "{message}");
    assert_eq!(output.matches("because of a match").count(), 2, "{output}");
    // The text of the match has no rules of pieces.
    assert!(!output.contains("lists"), "{output}");
}

#[test]
fn the_speed_of_a_search_has_a_column_for_each_part_that_applies() {
    let measured = |game: &str| -> serde_json::Value {
        let (code, output, message) = run(&["bench", game, "--search", "--time", "0.02", "--json"]);
        assert_eq!(code, Some(0), "{message}");
        let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
        report["results"][0].clone()
    };
    let positive = |value: &serde_json::Value| value.as_f64().is_some_and(|speed| speed > 0.0);
    let plain = measured("tic-tac-toe");
    for column in [
        "lists",
        "listed_moves",
        "made_and_taken_back",
        "alpha_beta",
        "mcts",
    ] {
        assert!(positive(&plain[column]), "{column}: {plain}");
    }
    // Sequences of moves of tic-tac-toe: 9, 72, 504, 3,024, 15,120, ...
    let published = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let depth = plain["perft"]["depth"].as_u64().expect("a depth") as usize;
    assert_eq!(plain["perft"]["nodes"], published[depth - 1]);
    // With dice there is no perft, and with four players each for itself no alpha-beta.
    assert!(measured("bgs-tab-egypt")["perft"].is_null());
    assert!(measured("wikipedia-chaturaji")["alpha_beta"].is_null());
}

/// The files of the project that hold documents, below one folder.
fn documents(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            documents(&path, into);
        } else if path.extension().is_some_and(|own| own == "md") {
            into.push(path);
        }
    }
}

#[test]
fn the_paths_of_examples_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    documents(&root.join("docs/src"), &mut pages);
    let mut seen = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a text");
        let commands = text.lines().map(str::trim_start);
        for line in commands.filter(|line| line.starts_with("ludarium ")) {
            let words = line.split_whitespace();
            // Nobody takes these for paths of the project, or they are built as the page says.
            let own = ["path/to", "my-game", "target/"];
            let is_path = |word: &&str| {
                let is_own = own.iter().any(|own| word.starts_with(own));
                word.contains('/') && word.contains('.') && !is_own
            };
            let paths = words.filter(is_path);
            for path in paths {
                let path = path.trim_end_matches(['`', '.', ',']);
                assert!(root.join(path).exists(), "{}: {line}", page.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "no paths were found");
}
