//! `ludarium replay`: printed games, replayed under the rules.

#[path = "../../ludarium-notation/src/records/follow.rs"]
mod follow;
#[path = "../../ludarium-notation/src/records/guess.rs"]
mod guess;
#[path = "../../ludarium-notation/src/records/impose.rs"]
mod impose;
#[path = "../../ludarium-notation/src/records/piece_list.rs"]
mod men;
#[path = "../../ludarium-notation/src/records/written_move.rs"]
mod ply;
#[path = "../../ludarium-notation/src/records/positions.rs"]
mod positions;
#[path = "../../ludarium-notation/src/records/game.rs"]
mod printed;
#[path = "../../ludarium-notation/src/records/record.rs"]
mod record;
#[cfg(test)]
#[path = "../../ludarium-notation/src/records/round_trip.rs"]
mod round;
#[path = "../../ludarium-notation/src/records/special.rs"]
mod special;
#[path = "../../ludarium-notation/src/records/throws.rs"]
mod throws;
#[path = "../../ludarium-notation/src/records/print_marks.rs"]
mod written;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ludarium_engine::State;
use ludarium_games::about::RecordKind;
use ludarium_games::Entry;

use crate::chosen::{Chosen, GameArgs};
use crate::construct;
use crate::source;
use printed::{Stop, Told};
use record::Record;

pub use follow::Follower;
pub use positions::set_up_as_told;

/// Arguments of `ludarium replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// Record files [default: those of the built-in games]
    files: Vec<PathBuf>,
    /// Say what was checked in each, and not only what failed
    #[arg(long, short)]
    verbose: bool,
}

/// What came of a record.
pub enum Verdict {
    /// It replays; how much was checked, and what is doubtful.
    Replays(String),
    /// It does not: where and why.
    Fails(String),
    /// It cannot be told.
    Skipped(String),
}

impl Replay {
    /// Runs the command. The exit code is 1 when a record does not replay, and 2 when one could
    /// not be read.
    pub fn run(self) -> ExitCode {
        let mut worst = 0;
        for (name, text) in self.texts() {
            let verdict = match text {
                Ok(text) => replay(&name, &text),
                Err(message) => {
                    worst = worst.max(2);
                    Verdict::Fails(message)
                }
            };
            let name = source::file_name(Path::new(&name));
            match verdict {
                Verdict::Replays(what) => println!("replays  {name}: {what}"),
                Verdict::Skipped(why) => println!("skipped  {name}: {why}"),
                Verdict::Fails(why) => {
                    worst = worst.max(1);
                    println!("FAILS    {name}: {why}");
                }
            }
        }
        ExitCode::from(worst)
    }

    fn texts(&self) -> Vec<(String, Result<String, String>)> {
        if !self.files.is_empty() {
            let read = |path: &PathBuf| (path.display().to_string(), source::read_text(path));
            return self.files.iter().map(read).collect();
        }
        let records = ludarium_games::entries()
            .iter()
            .flat_map(|entry| entry.records);
        records
            .map(|(name, text)| ((*name).to_owned(), Ok((*text).to_owned())))
            .collect()
    }
}

/// Replays a file of records.
pub fn replay(name: &str, text: &str) -> Verdict {
    together(text, |record| match game_of(name, record) {
        Ok(entry) => replay_record(entry, name, text, record),
        Err(why) => Verdict::Skipped(why),
    })
}

/// What comes of the games of a file: all have to replay.
fn together(text: &str, replay: impl Fn(&Record) -> Verdict) -> Verdict {
    let records = Record::parse_all(text);
    if let [only] = records.as_slice() {
        return replay(only);
    }
    let (mut said, mut skipped) = (Vec::new(), None);
    for (index, record) in records.iter().enumerate() {
        match replay(record) {
            Verdict::Replays(what) => said.push(format!("game {}: {what}", index + 1)),
            Verdict::Skipped(why) => skipped = Some(format!("game {}: {why}", index + 1)),
            Verdict::Fails(why) => return Verdict::Fails(format!("game {}: {why}", index + 1)),
        }
    }
    match skipped {
        Some(why) if said.is_empty() => Verdict::Skipped(why),
        skipped => {
            said.extend(skipped);
            Verdict::Replays(said.join("; "))
        }
    }
}

/// Headers that may name a record's game.
const NAMES: [&str; 4] = ["slug", "game", "name", "title"];

/// The game that a record names in its head, by its slug or any of its names; else the one that its file is called after.
fn game_of(name: &str, record: &Record) -> Result<&'static Entry, String> {
    let named: Vec<&str> = NAMES.iter().flat_map(|key| record.all(key)).collect();
    let exact = |name: &&&str| {
        ludarium_games::entries()
            .iter()
            .any(|entry| entry.slug == **name)
    };
    if let Some(slug) = named.iter().find(exact) {
        return ludarium_games::find(slug).map_err(|unknown| unknown.to_string());
    }
    if let Some(entry) = named
        .iter()
        .find_map(|name| ludarium_games::find(name).ok())
    {
        return Ok(entry);
    }
    let file = source::file_name(Path::new(name));
    let stem = file.strip_suffix(".txt").unwrap_or(&file);
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let mut entries = ludarium_games::entries().iter();
    match (entries.find(|entry| entry.slug == stem), named.first()) {
        (Some(entry), _) => Ok(entry),
        (None, Some(name)) => Err(format!("{name} is not among the built-in games")),
        (None, None) => Err("no line `# slug:` or `# game:` names its game".to_owned()),
    }
}

/// Replays a record of a game's folder, whichever game its header names.
pub fn replay_of(entry: &'static Entry, name: &str, text: &str) -> Verdict {
    together(text, |record| replay_record(entry, name, text, record))
}

fn replay_record(entry: &'static Entry, name: &str, text: &str, record: &Record) -> Verdict {
    let slug = entry.slug;
    let file = source::file_name(Path::new(name));
    let about = entry
        .about
        .records
        .iter()
        .find(|own| source::file_name(Path::new(&own.file)) == file);
    if let Some(kind @ (RecordKind::Square | RecordKind::Tour)) = about.map(|about| about.kind) {
        return figure(&file, text, kind);
    }
    if about.is_none() {
        if let Some(verdict) = figure_of(entry, &file, text) {
            return verdict;
        }
    }
    let kind = about.map_or_else(|| kind_of(record, entry), |about| about.kind);
    if kind == RecordKind::Table {
        return Verdict::Skipped("a table: nothing to replay".to_owned());
    }
    if entry.description.is_empty() {
        return Verdict::Skipped(format!("{slug} says nothing about this file"));
    }
    if about.is_none() && record.header("start").is_some_and(is_unknown) {
        return Verdict::Skipped("it starts from a position that nobody tells".to_owned());
    }
    let named = match readings(record, about.map_or(&[], |about| &about.options)) {
        Ok(named) => named,
        Err(message) => return Verdict::Fails(message),
    };
    let under = |with: &[(String, String)]| -> Result<Told, Stop> {
        let chosen = GameArgs::new(slug, with, None).load()?;
        Ok(match kind {
            RecordKind::Track => special::track(&chosen, entry, record)?.into(),
            RecordKind::Position if record.lines.is_empty() => {
                positions::array(&chosen, entry, record)?.into()
            }
            RecordKind::Position => special::mobility(&chosen, entry, record)?.into(),
            _ => printed::game(&chosen, entry, record)?,
        })
    };
    if about.is_none() && kind == RecordKind::Game {
        match GameArgs::new(slug, &named, None).load() {
            Err(message) => return Verdict::Fails(message),
            Ok(chosen) if !Follower::new(&chosen, entry).is_play(record) => {
                return Verdict::Skipped("no line of it is a move: a table".to_owned());
            }
            Ok(_) => {}
        }
    }
    if about.is_some() || !named.is_empty() {
        let told = under(&named).map(|told| told.said);
        return told.map_or_else(|stop| Verdict::Fails(stop.why), Verdict::Replays);
    }
    // Nobody says which readings it was played under.
    let verdict = guess::replay_under_any(entry, under);
    match (&verdict, kind) {
        // It may be a problem, which no game begins with.
        (Verdict::Fails(_), RecordKind::Position) if record.lines.is_empty() => {
            let stands = GameArgs::new(slug, &[], None)
                .load()
                .and_then(|chosen| positions::stands(&chosen, entry, record));
            stands.map_or(verdict, Verdict::Replays)
        }
        _ => verdict,
    }
}

/// Whether a header says that the start is not known.
fn is_unknown(start: &str) -> bool {
    let start = start.to_lowercase();
    ["unknown", "partial"]
        .iter()
        .any(|word| start.starts_with(word))
}

/// What comes of a square or tour of which the folder does not tell, where it has such.
fn figure_of(entry: &Entry, file: &str, text: &str) -> Option<Verdict> {
    let is_number = |word: &str| word == "." || word.trim_end_matches('~').parse::<i64>().is_ok();
    let mut rows = text.lines().filter(|line| !line.trim().is_empty());
    rows.find(|line| line.split_whitespace().all(is_number))?;
    let kinds = [RecordKind::Tour, RecordKind::Square].into_iter();
    let kinds = kinds.filter(|kind| entry.about.records.iter().any(|own| own.kind == *kind));
    let mut verdicts: Vec<Verdict> = kinds.map(|kind| figure(file, text, kind)).collect();
    let good = |verdict: &Verdict| matches!(verdict, Verdict::Replays(_));
    let best = verdicts.iter().position(good).unwrap_or(0);
    (best < verdicts.len()).then(|| verdicts.swap_remove(best))
}

/// What a record that nobody has told of is, by its shape.
fn kind_of(record: &Record, entry: &Entry) -> RecordKind {
    let all = |fits: &dyn Fn(&record::Line) -> bool| {
        !record.lines.is_empty() && record.lines.iter().all(fits)
    };
    let tracks = &entry.about.notation.tracks;
    let is_ply = |line: &record::Line| ply::Ply::parse(&line.text).is_ok();
    if record.lines.is_empty() {
        return RecordKind::Position;
    }
    let tells_reach = |line: &record::Line| {
        let count = line.columns.first().map(|count| count.parse::<usize>());
        line.text.contains('@') && line.columns.len() > 1 && matches!(count, Some(Ok(_)))
    };
    if record.lines.iter().any(tells_reach) {
        return RecordKind::Position;
    }
    if all(&|line| tracks.contains_key(&line.text)) {
        return RecordKind::Track;
    }
    match record.lines.iter().any(is_ply) {
        true => RecordKind::Game,
        false => RecordKind::Table,
    }
}

/// The position after so many plies of a record, after all of them if nothing is said. The game is
/// played under the readings of the record and those that were asked for.
pub fn position_after(
    name: &str,
    text: &str,
    game: &GameArgs,
    plies: Option<usize>,
) -> Result<(Chosen, State), String> {
    let record = Record::parse(text);
    let entry = game
        .entry()
        .ok_or("only records of built-in games can be followed")?;
    let file = source::file_name(Path::new(name));
    let own =
        |own: &&ludarium_games::about::Record| source::file_name(Path::new(&own.file)) == file;
    let about = entry.about.records.iter().find(own);
    let mut with = readings(&record, about.map_or(&[], |about| &about.options))?;
    with.extend(game.load()?.with);
    let chosen = GameArgs::new(entry.slug, &with, None).load()?;
    let (_, state) = printed::follow(&chosen, entry, &record, plies.unwrap_or(usize::MAX))
        .map_err(|stop| stop.why)?;
    Ok((chosen, state))
}

/// A printed square or tour: it has to be what its header states.
fn figure(name: &str, text: &str, kind: RecordKind) -> Verdict {
    let file = construct::File {
        name: name.to_owned(),
        record: ludarium_constructions::Record::parse(text),
    };
    let checked = match kind {
        RecordKind::Tour => {
            construct::check_tour(&file, ludarium_constructions::tour::Leaper::KNIGHT)
        }
        _ => construct::check_square(&file, false, false),
    };
    match checked {
        Err(why) => Verdict::Fails(why),
        Ok(checked) if checked.good => {
            let what = checked.lines.first().cloned().unwrap_or_default();
            let what = what
                .split_once(": ")
                .map_or(what.as_str(), |(_, what)| what);
            Verdict::Replays(format!(
                "{what}; statements that hold: {}",
                checked.statements
            ))
        }
        Ok(checked) => {
            let wrong = checked.lines.iter().find(|line| line.contains("NOT SO"));
            Verdict::Fails(wrong.map_or_else(
                || "it is no such figure".to_owned(),
                |line| line.trim().to_owned(),
            ))
        }
    }
}

/// The readings that a record is played under: those of its header, or those that the game's own
/// notes on it name.
fn readings(record: &Record, options: &[String]) -> Result<Vec<(String, String)>, String> {
    let headers = ["readings", "options", "with"];
    let named: Vec<&str> = headers.iter().flat_map(|key| record.all(key)).collect();
    let named = named.iter().flat_map(|value| value.split(';'));
    let all = named
        .chain(options.iter().map(String::as_str))
        .map(str::trim);
    let all = all.filter(|text| !text.is_empty());
    all.map(
        |text| match text.split_once('/').or_else(|| text.split_once('=')) {
            Some((heading, item)) => Ok((heading.trim().to_owned(), item.trim().to_owned())),
            None => Err(format!(
                "a reading is written Heading/Item, and not {text:?}"
            )),
        },
    )
    .collect()
}

/// The phase in which play begins after a position, as the game's notation says.
fn start_phase(entry: &Entry) -> Option<&str> {
    entry.about.notation.start_phase.as_deref()
}
