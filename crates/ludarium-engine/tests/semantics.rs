//! What ludemes and boards mean: small descriptions, each with the number that its rule gives.
//!
//! The files of `semantics/` hold one description per rule, grouped by kind of ludeme. Its first
//! line names the rule and the right number; the comment below it states the rule. `at depth N`
//! counts the sequences of N turns from the start (see `Game::perft`). `played out` is for games
//! with one line of play: its plies, then the value of the result for each player.
//! `differs.txt` lists the descriptions whose number is not the right one yet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_lud::{Choices, Definitions};

/// One description and the number that its rule gives.
struct Rule {
    name: String,
    right: String,
    /// Turns to count; `None` plays the game out.
    depth: Option<u32>,
    text: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics")
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rules of a file. A rule begins with `=== NAME: RIGHT at depth N` or
/// `=== NAME: RIGHT played out`, followed by `(quirk)` where the behaviour is followed for
/// conformance only.
fn rules(chapter: &str) -> Vec<Rule> {
    let text = read(&format!("{chapter}.txt"));
    let parsed = text.split("=== ").skip(1).map(|block| {
        let (head, text) = block
            .split_once('\n')
            .expect("a description below its name");
        let head = head.strip_suffix(" (quirk)").unwrap_or(head);
        let (name, number) = head.split_once(": ").expect("NAME: RIGHT");
        let (right, depth) = match number.split_once(" at depth ") {
            Some((right, depth)) => (right, Some(depth.parse().expect("a depth"))),
            None => (
                number.strip_suffix(" played out").expect("a way to count"),
                None,
            ),
        };
        Rule {
            name: name.to_string(),
            right: right.to_string(),
            depth,
            text: text.to_string(),
        }
    });
    parsed.collect()
}

/// More moves than any rule's right number needs: a wrong rule may make a turn endless.
const MOST_MOVES: u64 = 100_000;

/// [`Game::perft`] for a rule that the engine does not follow yet: `None` after [`MOST_MOVES`].
fn bounded_perft(game: &Game, state: &mut State, depth: u32, made: &mut u64) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mover = state.mover();
    let mut moves = Vec::new();
    game.legal(state, &mut moves);
    let mut nodes = 0;
    for mv in moves.into_iter().filter(|&mv| !game.is_forced_pass(mv)) {
        *made += 1;
        if *made > MOST_MOVES {
            return None;
        }
        let mark = game.apply_marked(state, mv, &mut SplitMix64::new(0));
        let same_turn = state.mover() == mover && !state.over() && game.players() > 1;
        let left = if same_turn { depth } else { depth - 1 };
        nodes += bounded_perft(game, state, left, made)?;
        state.undo(mark);
    }
    Some(nodes)
}

/// What the engine gives for a rule's description.
fn measured(rule: &Rule, differing: bool) -> String {
    let loaded = ludarium_lud::load(
        &rule.name,
        &rule.text,
        &Definitions::none(),
        &Choices::defaults(),
    );
    let description = match loaded {
        Ok(description) => description,
        Err(errors) => return format!("not loaded: {errors}"),
    };
    let game = match Game::compile(&description) {
        Ok(game) => game,
        Err(errors) => return format!("not compiled: {errors}"),
    };
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    if let (Some(depth), true) = (rule.depth, differing) {
        let nodes = bounded_perft(&game, &mut state, depth, &mut 0);
        return nodes.map_or("endless".to_string(), |nodes| nodes.to_string());
    }
    if let Some(depth) = rule.depth {
        return game.perft(&mut state, depth).to_string();
    }
    let plies = game.playout(&mut state, 200, &mut SplitMix64::new(1), &mut chance);
    let Some(outcome) = game.outcome(&state) else {
        return "running".to_string();
    };
    let value = |player| format!("{:.3}", outcome.utility(player));
    let values: Vec<String> = (1..=game.players()).map(value).collect();
    format!("{plies}:{}", values.join(","))
}

fn listed_as_differing() -> BTreeSet<String> {
    let text = read("differs.txt");
    let lines = text.lines().map(str::trim);
    let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let names = names.map(|line| line.split_whitespace().next().expect("a name").to_string());
    names.collect()
}

/// Runs every rule of a file and compares it with `differs.txt`.
fn check(chapter: &str) {
    let differing = listed_as_differing();
    let mut unexpected = Vec::new();
    for rule in rules(chapter) {
        let differs = differing.contains(&rule.name);
        let got = measured(&rule, differs);
        match (got == rule.right, differs) {
            (true, false) | (false, true) => {}
            (true, true) => unexpected.push(format!(
                "{}: right now, take it out of differs.txt",
                rule.name
            )),
            (false, false) => unexpected.push(format!(
                "{}: {got}, right is {}\n{}",
                rule.name, rule.right, rule.text
            )),
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

macro_rules! chapters {
    ($($test:ident: $chapter:literal),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                check($chapter);
            }
        )*

        #[test]
        fn every_file_is_a_chapter_and_every_differing_rule_exists() {
            let mut names = BTreeSet::new();
            for entry in std::fs::read_dir(folder()).expect("the folder of rules") {
                let path = entry.expect("an entry").path();
                let chapter = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
                if chapter == "differs" {
                    continue;
                }
                assert!([$($chapter),*].contains(&chapter), "{chapter} is not tested");
                for rule in rules(chapter) {
                    assert!(names.insert(rule.name.clone()), "{} stands twice", rule.name);
                }
            }
            for name in listed_as_differing() {
                assert!(names.contains(&name), "{name} in differs.txt is no rule");
            }
        }
    };
}

chapters! {
    moves_are_listed_by_the_rules: "moves",
    effects_follow_the_rules: "effects",
    operators_follow_the_rules: "operators",
    conditions_follow_the_rules: "booleans",
    numbers_follow_the_rules: "ints",
    regions_follow_the_rules: "sites",
    starts_follow_the_rules: "start",
    stacks_follow_the_rules: "stacks",
    ends_follow_the_rules: "end",
    phases_and_meta_rules_follow_the_rules: "meta-and-phases",
    dice_follow_the_rules: "dice",
    equipment_follows_the_rules: "equipment",
    directions_follow_the_rules: "directions",
    boards_follow_the_rules: "boards",
    various_ludemes_follow_the_rules: "various",
    crossed_descriptions_follow_the_rules: "crossed",
}
