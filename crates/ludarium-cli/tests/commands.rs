//! The commands, run as a user runs them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub fn ludarium(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that needs no input may end before all of it is written.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A separate file for each test.
pub fn scratch(name: &str, text: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path
}

const THREE: &str = r#"(game "Line of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"#;

#[test]
fn a_game_is_found_by_a_word_of_its_name() {
    let output = ludarium(&["show", "shatranj"], "");
    assert!(output.status.success(), "{}", complained(&output));
    assert!(said(&output).contains("gollon-shatranj"));
}

#[test]
fn a_game_is_shown_with_history_pieces_rules_doubts_and_sources() {
    let output = ludarium(&["show", "gollon-jetan"], "");
    let text = said(&output);
    let section = |title: &str, next: &str| {
        let found = text.split(&format!("\n{title}\n──")).nth(1);
        let body = found.unwrap_or_else(|| panic!("no section {title} in {text}"));
        let end = body.find(&format!("\n{next}\n──"));
        body[..end.unwrap_or(body.len())].to_owned()
    };
    // Gollon, p. 211: a Chieftain goes three steps in any direction.
    assert!(section("Rules", "Readings (--with tag=choice)")
        .contains("Chieftain: three steps in any direction"));
    assert!(section("How the pieces move", "Rules").contains("Panthon"));
    // The ban on repeating a square is a guess, and the page marks it as one.
    let readings = section("Readings (--with tag=choice)", "Not known");
    let never = readings.split("* Never: ").nth(1).unwrap_or("");
    assert!(
        never.lines().next().unwrap_or("").contains("[guess]"),
        "{readings}"
    );
    assert!(readings.contains("70 % sure"), "{readings}");
    assert!(
        section("Sources", "").contains("[burroughs] Edgar Rice Burroughs, The Chessmen of Mars")
    );
    let daldos = said(&ludarium(&["show", "bgs-daldos"], ""));
    assert!(daldos.contains("\nHistory\n"), "{daldos}");
    assert!(daldos.contains("1801-1850, Thisted"), "{daldos}");
}

#[test]
fn no_line_of_words_is_wider_than_the_page() {
    for game in [
        "gollon-jetan",
        "bgs-daldos",
        "gollon-timurs-chess",
        "falkener-pachisi",
    ] {
        let text = said(&ludarium(&["show", game], ""));
        let rules = text.split("\nRules\n").nth(1).unwrap_or("");
        let wide: Vec<&str> = rules
            .lines()
            .filter(|line| line.chars().count() > 100)
            .collect();
        assert!(!rules.is_empty() && wide.is_empty(), "{game}: {wide:?}");
    }
}

#[test]
fn a_slip_in_a_name_is_answered_with_the_nearest() {
    let output = ludarium(&["show", "shatrnaj"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("did you mean"),
        "{}",
        complained(&output)
    );
}

#[test]
fn an_error_names_the_command_and_its_hint_stands_on_a_line_of_its_own() {
    let unknown = ludarium(&["show", "qqqqq"], "");
    assert_eq!(unknown.status.code(), Some(2));
    let lines = complained(&unknown);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines[0].starts_with("ludarium show: there is no game"),
        "{lines:?}"
    );
    assert_eq!(lines[1..], ["hint: `ludarium list` shows all games"]);
    let nothing = ludarium(&["ludemes", "qqqqq"], "");
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn the_first_moves_of_shatranj_are_sixteen() {
    let output = ludarium(&["perft", "shatranj", "2"], "");
    let counts: Vec<String> = said(&output)
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned))
        .collect();
    assert_eq!(counts, ["16", "256"], "{}", complained(&output));
}

#[test]
fn a_board_is_drawn_as_svg_and_painted_as_png() {
    let (svg, png) = (scratch("board.svg", ""), scratch("board.png", ""));
    let names = [&svg, &png].map(|path| path.to_str().expect("a plain path"));
    let arguments = [
        "draw",
        "shatranj",
        "--targets",
        "b1",
        "--svg",
        names[0],
        "--png",
        names[1],
    ];
    let output = ludarium(&arguments, "");
    assert!(output.status.success(), "{}", complained(&output));
    let drawn = std::fs::read_to_string(&svg).expect("the picture was written");
    assert_eq!(drawn.matches("id=\"site-").count(), 64);
    let painted = std::fs::read(&png).expect("the picture was written");
    assert!(painted.starts_with(b"\x89PNG"));
}

#[test]
fn a_diagram_shows_how_a_piece_moves() {
    let arguments = [
        "show", "shatranj", "--piece", "fil", "--at", "d3", "--ascii",
    ];
    let output = ludarium(&arguments, "");
    assert!(output.status.success(), "{}", complained(&output));
    let text = said(&output);
    assert!(text.contains(" 5  . * . . . * . ."), "{text}");
    assert!(text.contains("* moves or captures"), "{text}");
    let unknown = ludarium(&["show", "shatranj", "--piece", "dragon"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        complained(&unknown).contains("there are Shah"),
        "{}",
        complained(&unknown)
    );
}

#[test]
fn the_finds_are_drawn_on_a_map() {
    let file = scratch("map.svg", "");
    let name = file.to_str().expect("a plain path");
    let output = ludarium(
        &["draw", "--evidence", "--region", "egypt", "--svg", name],
        "",
    );
    assert!(output.status.success(), "{}", complained(&output));
    let map = std::fs::read_to_string(&file).expect("the map was written");
    assert!(map.contains("id=\"place-1\""));
    let nowhere = ["draw", "--evidence", "--region", "atlantis", "--svg", name];
    assert_eq!(ludarium(&nowhere, "").status.code(), Some(2));
}

#[test]
fn a_record_is_drawn_after_any_of_its_plies() {
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ludarium-games/games/chess/gollon-shatranj/records/gollon-shatranj-1.txt"
    );
    let drawn = |ply: &str| {
        let file = scratch(&format!("after-{ply}.svg"), "");
        let name = file.to_str().expect("a plain path");
        let output = ludarium(
            &[
                "draw",
                "gollon-shatranj",
                "--record",
                record,
                "--ply",
                ply,
                "--svg",
                name,
            ],
            "",
        );
        assert!(output.status.success(), "{}", complained(&output));
        std::fs::read_to_string(&file).expect("the picture was written")
    };
    assert_ne!(drawn("1"), drawn("2"));
}

#[test]
fn a_picture_without_a_file_is_refused() {
    let output = ludarium(&["draw", "shatranj"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("--svg FILE"),
        "{}",
        complained(&output)
    );
}

#[test]
fn equal_seeds_give_equal_games() {
    let arguments = [
        "play",
        "chaturaji",
        "--seats",
        "random,random,random,random",
        "--seed",
        "5",
    ];
    let (first, second) = (ludarium(&arguments, ""), ludarium(&arguments, ""));
    assert!(first.status.success(), "{}", complained(&first));
    assert_eq!(said(&first), said(&second));
}

#[test]
fn a_player_may_resign() {
    let output = ludarium(&["play", "shatranj"], "resign\n");
    assert!(
        said(&output).contains("White resigned."),
        "{}",
        said(&output)
    );
}

#[test]
fn a_reading_that_a_game_does_not_leave_open_is_refused() {
    let output = ludarium(
        &["show", "shatranj", "--with", "bear king=immediate loss"],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complained(&output).contains("did you mean"),
        "{}",
        complained(&output)
    );
}

#[test]
fn an_error_in_a_description_has_its_place_and_a_hint() {
    let file = scratch("broken.lud", &THREE.replace("Empty", "Emty"));
    let name = file.to_str().expect("a plain path");
    let output = ludarium(&["check", name, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_str(&said(&output)).expect("one object");
    let error = &report["errors"][0];
    assert_eq!(
        (error["line"].as_u64(), error["column"].as_u64()),
        (Some(5), Some(36))
    );
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("Empty")),
        "{error}"
    );
}

#[test]
fn warnings_do_not_fail_a_check_and_random_games_are_played_on_request() {
    let text = THREE.replace(
        "(piece \"Mark\" Each)",
        "(piece \"Mark\" Each) (piece \"Odd\" P1)",
    );
    let text = text.replace(
        "(is Line 3) (result Mover Win)",
        "(is Line 1) (result P1 Win)",
    );
    let file = scratch("warned.lud", &text);
    let name = file.to_str().expect("a plain path");
    let output = ludarium(&["check", name, "--play", "9"], "");
    assert!(output.status.success(), "{}", complained(&output));
    for told in [
        "never enters the game",
        "every game is over before player 2 has moved",
        "Player 1 wins all of 9 random games",
    ] {
        assert!(
            complained(&output).contains(told),
            "{}",
            complained(&output)
        );
    }
    assert!(
        said(&output).contains("no problems, 3 warnings"),
        "{}",
        said(&output)
    );
    let output = ludarium(&["check", name, "--no-warnings", "--json"], "");
    assert!(
        said(&output).contains("\"warnings\":[]"),
        "{}",
        said(&output)
    );
}

#[test]
fn an_error_in_a_very_long_line_is_told_on_one_line() {
    let text = THREE
        .replace('\n', " ")
        .replace("Empty", &format!("{}Emty", " ".repeat(70_000)));
    let file = scratch("long-line.lud", &text);
    let output = ludarium(&["check", file.to_str().expect("a plain path")], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complained(&output).contains("did you mean `Empty`?"),
        "{}",
        complained(&output)
    );
}

#[test]
fn missing_definitions_give_a_hint_to_name_their_folder() {
    let text = THREE.replace("(is Line 3)", "(\"ThreeInARow\")");
    let file = scratch("lacking.lud", &text);
    let name = file.to_str().expect("a plain path");
    for command in ["playout", "check", "tournament"] {
        let output = ludarium(&[command, name], "");
        let told = complained(&output);
        assert!(!output.status.success());
        assert!(told.contains("(define \"ThreeInARow\" ...)"), "{told}");
        assert!(told.contains("--defs DIR"), "{told}");
    }

    let folder = crate::scratch_folder(module_path!()).join("lacking-defs");
    std::fs::create_dir_all(&folder).expect("the folder is made");
    let defs = folder.to_str().expect("a plain path");
    let definition = "(define \"ThreeInARow\" (is Line 3))";
    std::fs::write(folder.join("Lines.def"), definition).expect("the file is written");
    let terms = ["--agents", "random,uct", "-n", "2", "--nodes", "10"];
    let tournament = ["tournament", name, "--defs", defs];
    for arguments in [
        vec!["playout", name, "--defs", defs],
        [&tournament[..], &terms].concat(),
    ] {
        let output = ludarium(&arguments, "");
        assert!(output.status.success(), "{}", complained(&output));
    }
}

#[test]
fn formatting_twice_changes_nothing_more() {
    let once = said(&ludarium(&["fmt", "-"], THREE));
    assert_eq!(said(&ludarium(&["fmt", "-"], &once)), once);
}

#[test]
fn a_position_sets_up_a_game_of_ones_own() {
    let file = scratch("three.lud", THREE);
    let name = file.to_str().expect("a plain path");
    let position = ["--position", "MM1/mm1/3 w"];
    let output = ludarium(&[&["perft", name, "1"][..], &position].concat(), "");
    let said = said(&output);
    assert_eq!(
        said.split_whitespace().nth(1),
        Some("5"),
        "{}",
        complained(&output)
    );
}

#[test]
fn a_position_may_be_a_list_of_pieces_on_boards_of_any_shape() {
    let count = |game: &str, position: &str| {
        let output = ludarium(&["perft", game, "1", "--position", position], "");
        let said = said(&output);
        let count = said.split_whitespace().nth(1).map(str::to_owned);
        count.unwrap_or_else(|| complained(&output))
    };
    // A Shah on the outermost of four rings has five neighbours; the Rukh attacks the two of them
    // on its own ring.
    let round = "White: K a1; Black: K d9, R a9; White to move";
    assert_eq!(count("gollon-round-chess", round), "3");
    // A Rajah in the corner has three neighbours, and the soldier one square ahead. Without a Rajah
    // of the enemy, the game is over.
    let rajahs = "rK,6,uK/8/rP,6,uP/8/8/8/8/6,kP,kK";
    assert_eq!(count("falkener-chaturanga", rajahs), "4");
    let no_enemy = "rK,7/8/rP,7/8/8/8/8/6,kP,kK";
    assert_eq!(count("falkener-chaturanga", no_enemy), "0");
}

#[test]
fn every_printed_game_of_the_built_in_games_replays() {
    let output = ludarium(&["replay"], "");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_game_is_described_for_programs() {
    let output = ludarium(&["describe", "shatranj", "--json"], "");
    assert!(output.status.success(), "{}", complained(&output));
    let sheet: serde_json::Value = serde_json::from_str(&said(&output)).expect("one object");
    let count = |at: &serde_json::Value| at.as_array().map_or(0, Vec::len);
    assert_eq!(sheet["version"], 1);
    assert_eq!(count(&sheet["players"]), 2);
    assert_eq!(count(&sheet["board"]["cells"]), 64);
    assert_eq!(count(&sheet["board"]["vertices"]), 81);
    assert_eq!(count(&sheet["board"]["edges"]), 144);
    assert_eq!(sheet["board"]["site_type"], "cell");
    let corner = &sheet["board"]["cells"][63];
    assert_eq!(corner["label"], "H8");
    assert_eq!(corner["point"], serde_json::json!([7.5, 7.5, 0.0]));
    assert_eq!(count(&corner["vertices"]), 4);
    assert_eq!(count(&sheet["pieces"]), 12);
    assert_eq!(sheet["pieces"][0]["base"], "Shah");
    assert_eq!(sheet["features"]["stochastic"], false);
    assert_eq!(sheet["options"][0]["heading"], "Bare king");
    assert!(sheet["features"]["state_bytes"]
        .as_u64()
        .is_some_and(|bytes| bytes > 64));
    assert!(
        sheet["ludemes"]["move Leap"].as_u64() >= Some(1),
        "{}",
        sheet["ludemes"]
    );
}

#[test]
fn a_game_is_described_for_people() {
    let output = ludarium(&["describe", "daldos"], "");
    assert!(
        said(&output).contains("features   dice"),
        "{}",
        said(&output)
    );
    assert!(said(&output).contains("bytes"));
}

/// A game with two rulesets, of which the second does not compile.
fn with_rulesets() -> String {
    let board = THREE.replace("(square 3)", "<Board:graph>");
    format!(
        "{board}
(option \"Board\" <Board> args:{{ <graph> }} {{
    (item \"Small\" <(square 3)> \"Three by three.\")*
    (item \"Wrong\" <(squart 4)> \"A mistake.\")
}})
(rulesets {{
    (ruleset \"Ruleset/First\" {{ \"Board/Small\" }})*
    (ruleset \"Ruleset/Second\" {{ \"Board/Wrong\" }})
}})
"
    )
}

#[test]
fn every_ruleset_is_checked_and_a_bad_one_named_with_its_place() {
    let file = scratch("rulesets.lud", &with_rulesets());
    let name = file.to_str().expect("a plain path");
    assert!(ludarium(&["check", name], "").status.success());
    let output = ludarium(&["check", "--all-rulesets", name], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complained(&output).contains("Ruleset/Second"),
        "{}",
        complained(&output)
    );
    assert!(!complained(&output).contains("Ruleset/First"));
    assert!(
        said(&output).contains("1 of 2 rulesets do not compile"),
        "{}",
        said(&output)
    );
    let output = ludarium(&["check", "--all-rulesets", "--json", name], "");
    let reports: Vec<serde_json::Value> = said(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    assert_eq!(reports.len(), 3, "the defaults and two rulesets");
    assert_eq!(reports[2]["ruleset"], "Ruleset/Second");
    assert_eq!(reports[2]["errors"][0]["line"], 12, "{}", reports[2]);
}

#[test]
fn a_ludeme_is_looked_up_in_the_terminal() {
    let output = ludarium(&["ludemes", "move", "Hop"], "");
    for expected in ["move Hop [from]", "between", "falkener-turkish-draughts"] {
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    assert!(said(&ludarium(&["ludemes"], "")).contains("Sets of sites\n"));
    let output = ludarium(&["ludemes", "custodail"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complained(&output).contains("custodial"),
        "{}",
        complained(&output)
    );
}

#[test]
fn every_command_and_flag_in_the_book_and_the_readme_exists() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    let chapters = std::fs::read_dir(root.join("docs/src")).expect("the book is there");
    pages.extend(chapters.flatten().map(|entry| entry.path()));
    let mut seen = 0;
    for page in pages.iter().filter(|page| page.is_file()) {
        let text = std::fs::read_to_string(page).expect("a text");
        let lines = text.lines().map(str::trim_start);
        for line in lines.filter_map(|line| line.strip_prefix("ludarium ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(command) = words
                .first()
                .filter(|word| word.chars().all(char::is_alphabetic))
            else {
                continue;
            };
            let help = ludarium(&[command, "--help"], "");
            if !help.status.success() {
                panic!("{}: there is no command {command:?}", page.display());
            }
            let help = said(&help);
            let flags = words.iter().filter(|word| word.starts_with("--"));
            for flag in flags.map(|flag| flag.trim_end_matches(['`', '.', ','])) {
                assert!(
                    help.contains(flag),
                    "{}: {line}: there is no {flag}",
                    page.display()
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} commands were found");
}

#[test]
fn a_folder_of_games_stands_before_the_built_in_ones() {
    let root = std::env::temp_dir().join(format!("ludarium-library-{}", std::process::id()));
    let folder = root.join("chess/line-of-four");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::create_dir_all(root.join("defs")).unwrap();
    let game = r#"(game "Line of four" (players 2)
        (equipment { (board (square 4)) (piece "Stone" Each) })
        (rules (play "Anywhere") (end (if (is Line 4) (result Mover Win)))))"#;
    let about =
        "slug = \"line-of-four\"\nname = \"Line of four\"\nfamily = \"chess\"\nplayers = 2\n";
    std::fs::write(folder.join("game.lud"), game).unwrap();
    std::fs::write(folder.join("about.toml"), about).unwrap();
    let definition = "(define \"Anywhere\" (move Add (to (sites Empty))))";
    std::fs::write(root.join("defs/own.def"), definition).unwrap();
    let library = root.to_str().unwrap();
    let listed = said(&ludarium(&["--library", library, "list"], ""));
    assert!(
        listed.contains("Line of four") && listed.contains("Shatranj"),
        "{listed}"
    );
    let counted = said(&ludarium(
        &["perft", "line-of-four", "2", "--library", library],
        "",
    ));
    std::fs::remove_dir_all(&root).unwrap();
    assert!(counted.contains("240"), "16 cells, then 15: {counted}");
}

#[test]
fn dice_and_the_same_pieces_of_two_players_are_no_further_kinds_of_pieces() {
    for (game, told) in [
        ("senet", "2 players, 1 kind of piece\n"),
        ("modern-chess", "2 players, 6 kinds of pieces\n"),
        ("magic-square", "1 player\n"),
    ] {
        let output = ludarium(&["show", game, "--brief"], "");
        assert!(said(&output).contains(told), "{}", said(&output));
    }
}
