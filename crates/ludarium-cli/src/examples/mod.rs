//! `ludarium test`: plays the examples beside a description, and random games that show which of
//! its rules never give a move, and which of its conditions never differ.

mod coverage;
mod page;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use ludarium_engine::{Chance, Game, SplitMix64};
use ludarium_games::profile::{RandomPlay, Share};
use ludarium_games::{About, Loaded};
use ludarium_lud::{Node, Source, Span, Value};
use ludarium_notation::examples::{parse, run, Example, Failure};
use ludarium_notation::number_words::counted;
use ludarium_notation::{on_one_line, Wording};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};
use crate::{interrupt, progress, source};
use coverage::Coverage;

/// Arguments of `ludarium test`.
#[derive(Args, Debug)]
pub struct Test {
    #[command(flatten)]
    game: GameArgs,
    /// The file of examples [default: NAME.examples.txt beside NAME.lud]
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    /// Number of random games; 0 plays the examples only
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Write a page of HTML: examples, balance and length of random games, and the text with the
    /// parts marked that they do not reach
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    /// The number of examples.
    examples: usize,
    failures: Vec<FailureReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<Random>,
}

/// A failure, with the example and the file that it is in.
#[derive(Serialize)]
struct FailureReport {
    file: String,
    line: usize,
    example: String,
    message: String,
}

/// What random games show.
#[derive(Serialize)]
struct Random {
    games: usize,
    #[serde(skip)]
    play: RandomPlay,
    /// The shares of games that each player won, from player 1, with intervals of 95 %.
    wins: Vec<Portion>,
    drawn: Portion,
    unfinished: Portion,
    median_moves: usize,
    /// What the game calls its players, from player 1.
    players: Vec<String>,
    /// The number of rules in the description.
    rules: usize,
    /// The rules that offered no move.
    unused: Vec<Unused>,
    /// The conditions, as far as they did not differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    conditions: Option<Coverage>,
}

#[derive(Serialize)]
struct Portion {
    share: f64,
    low: f64,
    high: f64,
}

/// A part of a description that shows nothing in random games.
#[derive(Serialize)]
struct Unused {
    line: usize,
    column: usize,
    text: String,
    /// Its bytes in the description.
    #[serde(skip)]
    bytes: Range<usize>,
}

impl Unused {
    /// The part between two bytes of a file.
    fn at(source: &Source, start: u32, end: u32) -> Option<Unused> {
        let (line, column) = source.line_column(start);
        let bytes = start as usize..end as usize;
        let text = source.text.get(bytes.clone())?;
        Some(Unused {
            line,
            column,
            text: on_one_line(text),
            bytes,
        })
    }
}

impl Test {
    /// Runs the command; Ctrl-C ends the random games with what they have shown. The exit code is 0
    /// if all examples hold, 1 if one does not, and 2 if the game or the examples cannot be read.
    /// Rules that give no move change nothing in it.
    pub fn run(&self) -> Result<Exit, Error> {
        let chosen = self.game.load()?;
        let (file, text) = self.read_examples(&chosen)?;
        let (examples, unread) = match parse(&text) {
            Ok(examples) => (examples, Vec::new()),
            Err(failures) => (Vec::new(), failures),
        };
        if let Some(first) = unread.first() {
            let more = match unread.len() {
                1 => String::new(),
                count => format!(" ({} more lines cannot be read)", count - 1),
            };
            return Err(Error::new(format!("{}{more}", first.message))
                .in_context(format!("{file}:{}", first.line)));
        }
        let mut played = Vec::new();
        for example in examples {
            let failures = self.play(&chosen, &example)?;
            played.push((example, failures));
        }
        let mut failures = Vec::new();
        for (example, found) in &played {
            failures.extend(found.iter().map(|failure| FailureReport {
                file: file.clone(),
                line: failure.line,
                example: example.title.clone(),
                message: failure.message.clone(),
            }));
        }
        let report = Report {
            game: chosen.name.clone(),
            examples: played.len(),
            failures,
            random: (self.games > 0).then(|| random(&chosen.loaded, chosen.about(), self.games)),
        };
        match self.json {
            true => println!("{}", serde_json::to_string(&report)?),
            false => print!("{}", in_words(&report)),
        }
        if let Some(path) = &self.report {
            let text = &chosen.loaded.description.sources.description.text;
            let examples = (file.as_str(), &played[..]);
            let page = page::page(&report.game, text, examples, report.random.as_ref())
                .map_err(|error| Error::new(error.to_string()))?;
            std::fs::write(path, page).map_err(Error::at(path))?;
        }
        Ok(Exit::success_if(report.failures.is_empty()))
    }

    /// The name of the file of examples, and its text; an empty text if there is none beside the
    /// description.
    fn read_examples(&self, chosen: &Chosen) -> Result<(String, String), Error> {
        if let Some(file) = &self.examples {
            return Ok((source::name_of(file), source::read_text(file)?));
        }
        if let Some(entry) = chosen.entry {
            let name = format!("{}/game.examples.txt", entry.slug);
            return Ok((name, entry.examples.to_owned()));
        }
        let description = &chosen.loaded.description.sources.description.name;
        let file = Path::new(description).with_extension("examples.txt");
        match file.is_file() {
            true => Ok((source::name_of(&file), source::read_text(&file)?)),
            false => Ok((source::name_of(&file), String::new())),
        }
    }

    /// Plays an example under its own readings, and those of the command line.
    fn play(&self, chosen: &Chosen, example: &Example) -> Result<Vec<Failure>, Error> {
        if example.with.is_empty() {
            return Ok(run(example, &chosen.loaded, chosen.about()));
        }
        let mut with = chosen.with.clone();
        with.extend(example.with.iter().cloned());
        let own = GameArgs::new(&chosen.name, &with, self.game.defs());
        match own.load() {
            Ok(own) => Ok(run(example, &own.loaded, own.about())),
            Err(error) => Err(error.in_context(format!("the example {:?}", example.title))),
        }
    }
}

/// The longest game of those that show which rules are used. Of a longer one, the rest is not seen.
const MAX_PLIES: usize = RandomPlay::LIMIT;

/// Plays random games: statistics of all, and the rules that gave no legal move in any position.
fn random(loaded: &Loaded, about: Option<&About>, games: usize) -> Random {
    interrupt::listen();
    // Each game is played once for the statistics and once for the rules; some for the conditions.
    let bar = progress::share(3 * games as u64);
    let go_on = |played: usize| {
        bar.set_position(played as u64);
        !interrupt::is_asked()
    };
    let play = RandomPlay::of(&loaded.game, games, go_on);
    let mut rules = BTreeSet::new();
    decisions(&loaded.description.game, &mut rules);
    // What a standard definition offers to other games is no fault of this one.
    rules.retain(|(file, ..)| file.0 == 0);
    let unused = unused(loaded, rules.clone(), play.games(), &bar);
    let conditions = coverage::of(loaded, play.games() as u64, &bar);
    bar.finish_and_clear();
    let portion = |share: Share| {
        let (low, high) = share.interval();
        let all = share.games.max(1) as f64;
        Portion {
            share: share.count as f64 / all,
            low,
            high,
        }
    };
    let numbers = 1..=loaded.game.players();
    let wording = Wording::new(loaded, about);
    let players = numbers
        .clone()
        .map(|player| wording.player(player))
        .collect();
    Random {
        games: play.games(),
        wins: numbers.map(|player| portion(play.wins(player))).collect(),
        drawn: portion(play.draws()),
        unfinished: portion(play.unfinished()),
        median_moves: play.median().unwrap_or(0),
        players,
        rules: rules.len(),
        unused,
        conditions,
        play,
    }
}

/// Those of the rules that offer no move in any of the games.
fn unused(loaded: &Loaded, rules: BTreeSet<Place>, games: usize, bar: &ProgressBar) -> Vec<Unused> {
    let mut left = rules;
    for seed in 0..games as u64 {
        if left.is_empty() || interrupt::is_asked() {
            break;
        }
        offered(&loaded.game, seed, &mut left);
        bar.inc(1);
    }
    let source = &loaded.description.sources.description;
    let unused = left.into_iter();
    unused
        .filter_map(|(_, start, end)| Unused::at(source, start, end))
        .collect()
}

/// A span that can be sorted.
type Place = (ludarium_lud::FileId, u32, u32);

fn place(span: Span) -> Place {
    (span.file, span.start, span.end)
}

/// The places of all moves that a player decides on.
fn decisions(node: &Node, found: &mut BTreeSet<Place>) {
    match &node.value {
        Value::Call(call) => {
            if call.ludeme.sort() == "decision" {
                found.insert(place(node.span));
            }
            for argument in call.args.iter().flatten() {
                decisions(argument, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| decisions(item, found)),
        _ => {}
    }
}

/// Takes those rules away that offer a move in a random game.
fn offered(game: &Game, seed: u64, left: &mut BTreeSet<Place>) {
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    let mut moves = Vec::new();
    for _ in 0..MAX_PLIES {
        if state.over() || left.is_empty() {
            return;
        }
        moves.clear();
        game.legal(&mut state, &mut moves);
        for &mv in &moves {
            if let Some(span) = game.rule_span(mv) {
                left.remove(&place(span));
            }
        }
        if moves.is_empty() {
            return;
        }
        let chosen = moves[chance.below(moves.len() as u32) as usize];
        game.apply(&mut state, chosen, &mut chance);
    }
}

fn in_words(report: &Report) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for failure in &report.failures {
        let _ = writeln!(
            text,
            "{}:{}: {}: {}",
            failure.file, failure.line, failure.example, failure.message
        );
    }
    let failed: BTreeSet<&str> = report
        .failures
        .iter()
        .map(|failure| failure.example.as_str())
        .collect();
    let _ = match (report.examples, failed.len()) {
        (0, _) => writeln!(text, "no examples"),
        (1, 0) => writeln!(text, "1 example holds"),
        (count, 0) => writeln!(text, "{count} examples hold"),
        (count, failed) => {
            let fail = if failed == 1 { "fails" } else { "fail" };
            writeln!(text, "{failed} of {} {fail}", counted(count, "example"))
        }
    };
    if let Some(random) = &report.random {
        text.push_str(&random_in_words(random));
    }
    text
}

/// The longest text of a condition that is shown, in characters.
const CONDITION_SHOWN: usize = 100;

fn conditions_in_words(conditions: &Coverage) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let lists = [
        ("these conditions always held", &conditions.always),
        ("these conditions never held", &conditions.never),
        ("these conditions were never asked", &conditions.unasked),
        ("these effects were never carried out", &conditions.idle),
    ];
    for (title, list) in lists {
        if list.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "{title} (in {}):",
            counted(conditions.positions, "position")
        );
        for Unused {
            line,
            column,
            text: own,
            ..
        } in list
        {
            let shown: String = own.chars().take(CONDITION_SHOWN).collect();
            let more = if shown.len() < own.len() { " ..." } else { "" };
            let _ = writeln!(text, "  {line}:{column}: {shown}{more}");
        }
    }
    if lists[..3].iter().all(|(_, list)| list.is_empty()) {
        text.push_str("every condition of the description held, and did not, in some position\n");
    }
    text
}

fn random_in_words(random: &Random) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let shown = |portion: &Portion| {
        let percent = |share: f64| (share * 100.0).round();
        format!(
            "{} % ({} to {})",
            percent(portion.share),
            percent(portion.low),
            percent(portion.high)
        )
    };
    let _ = writeln!(
        text,
        "{}, median length {}:",
        counted(random.games, "random game"),
        counted(random.median_moves, "move")
    );
    for (name, wins) in random.players.iter().zip(&random.wins) {
        let _ = writeln!(
            text,
            "  {name} {} {}",
            Wording::verb_of(name, "wins"),
            shown(wins)
        );
    }
    let _ = writeln!(text, "  drawn {}", shown(&random.drawn));
    if random.unfinished.share > 0.0 {
        let _ = writeln!(
            text,
            "  not ended after {MAX_PLIES} moves {}",
            shown(&random.unfinished)
        );
    }
    match random.unused.is_empty() {
        true => text.push_str("every rule of the description gave a legal move\n"),
        false => {
            text.push_str("these rules never gave a legal move:\n");
            for unused in &random.unused {
                let _ = writeln!(text, "  {}:{}: {}", unused.line, unused.column, unused.text);
            }
        }
    }
    if let Some(conditions) = &random.conditions {
        text.push_str(&conditions_in_words(conditions));
    }
    text
}
