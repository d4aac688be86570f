//! The commands over the whole library, run as a user runs them.

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

/// A separate folder of games for each test; `files` holds texts by their path below it.
fn library(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = crate::scratch_folder(module_path!()).join(name);
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(&path, text).expect("the file is written");
    }
    root
}

const LOST: &str =
    "slug = \"a-lost-game\"\nname = \"Lost game\"\nfamily = \"chess\"\nplayers = 2\n\
status = \"incomplete\"\nmissing = \"how pieces are captured\"\n";

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
    assert_eq!(rows[0]["missing"], "how pieces are captured");
    let shown = said(&run(&["show", "lost game"]));
    assert!(
        shown.contains("Missing: how pieces are captured"),
        "{shown}"
    );
    for command in ["play", "playout"] {
        let refused = run(&[command, "lost game"]);
        assert_eq!(refused.status.code(), Some(2));
        let why = complained(&refused);
        assert!(why.contains("missing: how pieces are captured"), "{why}");
    }
}

#[test]
fn an_unknown_key_of_about_toml_is_reported() {
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
    // Lane, Manners and Customs (1860): after an even distribution the player who begins is sure to
    // lose.
    assert_eq!(found("ludii-lib-al-ghashim", "first-loses"), "holds");
    assert_eq!(found("ludii-lib-al-ghashim", "origin-sown-wins"), "holds");
    assert_eq!(found("gollon-shatranj", "array"), "holds");
    assert_eq!(found("falkener-knights-tour", "quarter"), "fails");
}

/// Counted sequences of moves, or whole games of another program where dice make counts worthless.
#[test]
fn every_classic_has_the_moves_of_an_authority() {
    let output = ludarium(&["claims", "classics", "--seconds", "60", "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let mut counted = std::collections::BTreeSet::new();
    for line in said(&output).lines() {
        let told: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        let check = told["check"].as_str().unwrap_or_default();
        let game = told["game"].as_str().expect("a slug");
        let entry = ludarium_games::find(game).expect("it is built in");
        let has_dice = entry.description.contains("(dice ");
        if check.starts_with("perft:") || (has_dice && check.starts_with("replay:")) {
            assert_eq!(told["found"], "holds", "{told}");
            counted.insert(game.to_owned());
        }
    }
    let classics = ludarium_games::entries().iter();
    let classics = classics.filter(|entry| entry.family == "classics");
    let without: Vec<&str> = classics
        .map(|entry| entry.slug)
        .filter(|slug| !counted.contains(*slug))
        .collect();
    assert_eq!(without, [""; 0]);
}

/// A game of three in a row in which the first player wins at its third move, and claims about it.
#[test]
fn claims_hold_fail_or_are_left_open() {
    const GAME: &str = r#"(game "Row" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each (move Step (to if:(is Empty (to))))) })
        (rules (start { (place "Mark1" 0) })
            (play (or (move Add (to (sites Empty))) (forEach Piece)))
            (end (if (is Line 3) (result Mover Win)))))"#;
    const CLAIMS: [(&str, &str); 8] = [
        ("position: 3/3/M2 w", "holds"),
        ("position: 3/3/2M w", "fails"),
        ("reach: Mark at A1 = 3, Mark over the board = 40", "holds"),
        ("forced: start; player 1 wins within 5 plies", "holds"),
        ("forced: start; player 2 draws within 5 plies", "fails"),
        // Eight marks or three steps; then seven marks after each mark, eight after each step.
        ("perft: 1 = 11, 2 = 80", "holds"),
        ("perft: 1 = 12", "fails"),
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
fn an_audit_says_which_claims_it_did_not_test_and_tests_them_when_asked() {
    const GAME: &str = r#"(game "Row" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
    let claim = |id: &str, check: &str, verdict: &str| {
        format!(
            "[[claims]]\nid = \"{id}\"\nstatement = \"\"\ncheck = \"{check}\"\n\
             verdict = \"{verdict}\"\nresult = \"\"\n"
        )
    };
    let about = "slug = \"a-third-row\"\nname = \"Row\"\nfamily = \"chess\"\nplayers = 2\n"
        .to_owned()
        + &claim("moves", "perft: 1 = 8", "holds")
        + &claim("first", "perft: 1 = 9", "holds")
        + &claim("seen", "hand: seen", "holds");
    let files = [
        ("chess/a-third-row/about.toml", about.as_str()),
        ("chess/a-third-row/game.lud", GAME),
    ];
    let root = library("audited-claims", &files);
    let root = root.to_str().expect("a path");
    let audit = |more: &[&str]| {
        let words = ["--library", root, "audit", "a-third-row", "--games", "1"];
        said(&ludarium(&[&words, more].concat()))
    };
    let untested = audit(&[]);
    assert!(!untested.contains("all in order"), "{untested}");
    assert!(
        untested.contains("3 claims of the sources not tested"),
        "{untested}"
    );
    let tested = audit(&["--claims", "10"]);
    assert!(
        tested.contains("[[claims]] moves: it holds, by its verdict, and fails"),
        "{tested}"
    );
    assert!(!tested.contains("[[claims]] first: it"), "{tested}");
    assert!(tested.contains("2 claims"), "{tested}");
    assert!(tested.contains("1 claim to be tested by hand"), "{tested}");
    assert!(!tested.contains("not tested"), "{tested}");
    let wrong = ludarium(&["audit", "chess", "--claims", "-1"]);
    assert!(complained(&wrong).contains("--claims"), "{wrong:?}");
}

#[test]
fn all_forms_of_checks_are_explained() {
    let forms = said(&ludarium(&["claims", "--forms"]));
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ludarium-games/games/README.md");
    let page = std::fs::read_to_string(page).expect("it is there");
    for form in forms.lines() {
        let name = form.split(':').next().unwrap_or(form);
        assert!(page.contains(&format!("| `{name}: ")), "{name}");
    }
}

#[test]
fn evidence_is_filtered_by_game_place_and_time() {
    let count = |words: &[&str]| {
        let output = ludarium(&[&["evidence", "--format", "json"], words].concat());
        let finds: serde_json::Value = serde_json::from_str(&said(&output)).expect("JSON");
        finds.as_array().map_or(0, Vec::len)
    };
    let all = count(&[]);
    let daldos = count(&["--game", "bgs-daldos"]);
    assert!(daldos >= 4 && daldos < all);
    // The oldest daldos set belonged to a couple married in 1814 (Michaelsen, 2001).
    let early = ["--game", "bgs-daldos", "--from", "1800", "--to", "1820"];
    assert_eq!(count(&early), 1);
    assert_eq!(count(&["--game", "bgs-daldos", "--to", "1600"]), 0);
    assert_eq!(count(&["--game", "bgs-daldos", "--region", "Egypt"]), 0);
    assert_eq!(
        count(&["--region", "Scandinavia", "--game", "bgs-daldos"]),
        daldos
    );
    assert!(count(&["--type", "artifact"]) + count(&["--type", "ethnography"]) < all);
    assert!(
        count(&["--from", "-3000", "--to", "-1"]) >= 1,
        "finds from Egypt"
    );
    let output = ludarium(&["evidence", "--type", "rumour"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_map_of_the_evidence_is_sound() {
    let output = ludarium(&["evidence", "--format", "geojson"]);
    let map: serde_json::Value = serde_json::from_str(&said(&output)).expect("JSON");
    // RFC 7946: a collection of features, each with a geometry (or null) and properties.
    assert_eq!(map["type"], "FeatureCollection");
    let features = map["features"].as_array().expect("features");
    let mut ids = std::collections::BTreeSet::new();
    let mut placed = 0;
    for feature in features {
        assert_eq!(feature["type"], "Feature");
        assert!(feature["properties"].is_object());
        assert!(
            ids.insert(feature["id"].to_string()),
            "{} is there twice",
            feature["id"]
        );
        if feature["geometry"].is_null() {
            continue;
        }
        assert_eq!(feature["geometry"]["type"], "Point");
        let at = feature["geometry"]["coordinates"]
            .as_array()
            .expect("coordinates");
        let at: Vec<f64> = at.iter().filter_map(serde_json::Value::as_f64).collect();
        assert!(
            at.len() == 2 && at[0].abs() <= 180.0 && at[1].abs() <= 90.0,
            "{at:?}"
        );
        placed += 1;
    }
    assert!(
        placed * 2 > features.len(),
        "only {placed} of {} have a place",
        features.len()
    );
}

#[test]
fn the_csv_table_has_equally_many_fields_in_every_row() {
    let csv = said(&ludarium(&["evidence", "--format", "csv"]));
    let mut widths = Vec::new();
    let (mut quoted, mut fields) = (false, 1);
    for c in csv.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields += 1,
            '\n' if !quoted => widths.push(std::mem::replace(&mut fields, 1)),
            _ => {}
        }
    }
    assert!(
        widths.len() > 10 && widths.iter().all(|width| *width == 23),
        "{widths:?}"
    );
}

#[test]
fn the_sources_are_printed_once_each() {
    let sources = said(&ludarium(&["sources"]));
    assert_eq!(
        sources.matches("Games Ancient and Oriental").count(),
        1,
        "{sources}"
    );
    let bibtex = said(&ludarium(&["sources", "--bibtex"]));
    assert!(bibtex.contains("author = {Edward Falkener}") && bibtex.contains("year = {1892}"));
    let (open, close) = (bibtex.matches('{').count(), bibtex.matches('}').count());
    assert_eq!(open, close, "braces are balanced");
}

#[test]
fn games_are_compared_by_what_they_differ_in() {
    let words = ["compare", "bgs-tab-egypt", "bgs-daldos", "--games", "20"];
    let table = said(&ludarium(&words));
    let row = |name: &str| {
        table
            .lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned)
    };
    assert!(
        !table.lines().any(|line| line.starts_with("players ")),
        "both are for two: {table}"
    );
    let rows = row("rows").expect("rows");
    assert!(rows.contains('4') && rows.contains('3'), "{rows}");
    let dice = row("dice").expect("dice");
    assert!(
        dice.contains("4 of 2 faces") && dice.contains("2 of 4 faces"),
        "{dice}"
    );
    let output = ludarium(&[&words[..], &["--json"]].concat());
    let games: serde_json::Value = serde_json::from_str(&said(&output)).expect("JSON");
    assert_eq!(games[0]["throws again on"], "1, 4, 6");
    assert_eq!(games[1]["sites of a row"], "16+17+16");
    assert_eq!(games[1]["readings"]["Double dal"], "Every time");
}
