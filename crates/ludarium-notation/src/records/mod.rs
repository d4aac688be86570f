//! Printed games and positions: parsing record files, and replaying them under the rules.
//!
//! A record file has header lines (`# key: value`) and lines with moves, in the notation of its
//! source. [`Record`] parses the file, [`Replayer`] gives each written move a meaning in a game,
//! and [`replay`] follows whole records of the built-in games and says whether the rules allow
//! them.
//!
//! ```
//! use ludarium_notation::records::{replay, Verdict};
//!
//! let verdict = replay("x.txt", "# game: gollon-shatranj\ne2-e3\ne7-e6\n");
//! assert_eq!(verdict, Verdict::Replays("2 plies".to_owned()));
//! ```

mod asides;
mod error;
mod exceptions;
mod follow;
mod game;
mod guess;
mod impose;
mod last_move;
mod list_pieces;
mod piece_list;
mod positions;
mod print_marks;
mod record;
#[cfg(test)]
mod round_trip;
mod special;
mod throws;
mod written_move;

pub use error::RecordError;
pub use follow::Replayer;
pub use positions::{read_position, write_position};
pub use record::{Line, Record};

use ludarium_engine::{Game, State};
use ludarium_games::about::RecordKind;
use ludarium_games::Entry;

use game::{follow as follow_game, FollowError, Followed};
use written_move::WrittenMove;

use crate::EndReasons;

pub(crate) use written_move::Roll;

/// The result of replaying a record, each with a summary or a reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rules allow it: what was checked, and what is doubtful.
    Replays(String),
    /// The rules do not allow it: where, and why.
    Fails(String),
    /// Nothing can be replayed: why.
    Skipped(String),
}

/// Replays the records of a file under the rules of the built-in games that they name. `file` is
/// the file's name, which tells the game of a record that names none.
#[must_use]
pub fn replay(file: &str, text: &str) -> Verdict {
    replay_each(text, |record| match game_of(file, record) {
        Ok(entry) => replay_record(entry, file, record),
        Err(error) => Verdict::Fails(error.to_string()),
    })
}

/// Applies a function to each record of a file and combines the verdicts: one failure fails the
/// file, and a skipped record is mentioned.
pub fn replay_each(text: &str, replay: impl Fn(&Record) -> Verdict) -> Verdict {
    let records = Record::parse_all(text);
    if let [only] = records.as_slice() {
        return replay(only);
    }
    let (mut summaries, mut skipped) = (Vec::new(), None);
    for (index, record) in records.iter().enumerate() {
        match replay(record) {
            Verdict::Replays(what) => summaries.push(format!("game {}: {what}", index + 1)),
            Verdict::Skipped(why) => skipped = Some(format!("game {}: {why}", index + 1)),
            Verdict::Fails(why) => return Verdict::Fails(format!("game {}: {why}", index + 1)),
        }
    }
    match skipped {
        Some(why) if summaries.is_empty() => Verdict::Skipped(why),
        skipped => {
            summaries.extend(skipped);
            Verdict::Replays(summaries.join("; "))
        }
    }
}

/// Headers that may name a record's game.
const NAME_HEADERS: [&str; 4] = ["slug", "game", "name", "title"];

/// The built-in game of a record: named in its headers by slug or any other name, or by the name of
/// its file.
///
/// # Errors
/// If no built-in game is named, or no game at all.
pub fn game_of(file: &str, record: &Record) -> Result<&'static Entry, RecordError> {
    let named: Vec<&str> = NAME_HEADERS
        .iter()
        .flat_map(|key| record.all(key))
        .collect();
    let exact = |name: &&&str| {
        ludarium_games::entries()
            .iter()
            .any(|entry| entry.slug == **name)
    };
    if let Some(slug) = named.iter().find(exact) {
        return Ok(ludarium_games::find(slug)?);
    }
    if let Some(entry) = named
        .iter()
        .find_map(|name| ludarium_games::find(name).ok())
    {
        return Ok(entry);
    }
    let file = file_name(file);
    let stem = file.strip_suffix(".txt").unwrap_or(file);
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let mut entries = ludarium_games::entries().iter();
    match (entries.find(|entry| entry.slug == stem), named.first()) {
        (Some(entry), _) => Ok(entry),
        (None, Some(name)) => Err(format!("{name} is not among the built-in games").into()),
        (None, None) => Err("no line `# slug:` or `# game:` names its game".into()),
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// What a game's `about.toml` says about a record file, found by the file's name.
#[must_use]
pub fn about_record<'a>(entry: &'a Entry, file: &str) -> Option<&'a ludarium_games::about::Record> {
    let mut records = entry.about.records.iter();
    records.find(|own| file_name(&own.file) == file_name(file))
}

/// Replays a record under the rules of a built-in game, whatever game its headers name. Records of
/// figures (magic squares, tours) are skipped: they are no games.
#[must_use]
pub fn replay_record(entry: &'static Entry, file: &str, record: &Record) -> Verdict {
    let about = about_record(entry, file);
    let kind = about.map_or_else(|| kind_of(record, entry), |about| about.kind);
    match kind {
        RecordKind::Square | RecordKind::Tour => {
            return Verdict::Skipped("a figure: nothing to replay".to_owned());
        }
        RecordKind::Table if about.is_some() || is_table(record) => {
            return Verdict::Skipped("a table: nothing to replay".to_owned());
        }
        RecordKind::Table => return Verdict::Fails(unread(record)),
        _ => {}
    }
    if entry.description.is_empty() {
        return Verdict::Skipped(format!("{} says nothing about this file", entry.slug));
    }
    if about.is_none() && record.header("start").is_some_and(is_unknown) {
        return Verdict::Skipped("it starts from a position that nobody tells".to_owned());
    }
    let named = match readings(record, about.map_or(&[], |about| &about.options)) {
        Ok(named) => named,
        Err(error) => return Verdict::Fails(error.to_string()),
    };
    let under = |with: &[(String, String)]| -> Result<Followed, FollowError> {
        let loaded = ludarium_games::load(entry, with)?;
        let game = &loaded.game;
        Ok(match kind {
            RecordKind::Track => special::track(game, entry, record)?.into(),
            RecordKind::Position if record.lines.is_empty() => {
                positions::check_start(game, entry, record)?.into()
            }
            RecordKind::Position => special::mobility(game, entry, record)?.into(),
            _ => {
                let (mut followed, _) = follow_game(game, entry, record, usize::MAX)?;
                if let Some(last) = &followed.last {
                    let reasons = EndReasons::new(&loaded, Some(&entry.about));
                    if let Some(why) = reasons.and_then(|reasons| last.reason(&reasons)) {
                        followed.summary.push_str(&format!("; the end: {why}"));
                    }
                }
                followed
            }
        })
    };
    if about.is_none() && kind == RecordKind::Game {
        match ludarium_games::load(entry, &named) {
            Err(error) => return Verdict::Fails(error.to_string()),
            Ok(loaded) if !Replayer::new(&loaded.game, Some(&entry.about)).has_moves(record) => {
                return match is_table(record) {
                    true => Verdict::Skipped("no line of it is a move: a table".to_owned()),
                    false => Verdict::Fails(unread(record)),
                };
            }
            Ok(_) => {}
        }
    }
    if about.is_some() || !named.is_empty() {
        return match under(&named) {
            Ok(followed) => Verdict::Replays(followed.summary),
            Err(stop) => Verdict::Fails(stop.error.to_string()),
        };
    }
    // The record does not tell its readings.
    let verdict = guess::replay_under_any(entry, under);
    match (&verdict, kind) {
        // It may be a problem, from which no game starts.
        (Verdict::Fails(_), RecordKind::Position) if record.lines.is_empty() => {
            let playable = ludarium_games::load(entry, &[])
                .map_err(RecordError::from)
                .and_then(|loaded| positions::check_playable(&loaded.game, entry, record));
            playable.map_or(verdict, Verdict::Replays)
        }
        _ => verdict,
    }
}

/// Whether a record has no moves because it is a table: its lines have columns, or nothing but
/// numbers.
fn is_table(record: &Record) -> bool {
    let is_number = |word: &str| word == "." || word.parse::<f64>().is_ok();
    let in_columns =
        |line: &Line| !line.columns.is_empty() || line.text.split_whitespace().all(is_number);
    record.lines.iter().all(in_columns)
}

/// Where and why the first line that is no move cannot be read.
fn unread(record: &Record) -> String {
    let why = |line: &Line| {
        let error = WrittenMove::parse(&line.text).err();
        let error = error.map_or_else(
            || "it names no site of the game".to_owned(),
            |e| e.to_string(),
        );
        let Line {
            number,
            column,
            text,
            ..
        } = line;
        format!("line {number}, column {column}: no move in {text:?}: {error}")
    };
    record
        .lines
        .first()
        .map_or_else(|| "it has no moves".to_owned(), why)
}

/// Whether a header says that the start is not known.
fn is_unknown(start: &str) -> bool {
    let start = start.to_lowercase();
    ["unknown", "partial"]
        .iter()
        .any(|word| start.starts_with(word))
}

/// The kind of a record by its shape, where `about.toml` does not tell it.
fn kind_of(record: &Record, entry: &Entry) -> RecordKind {
    let all =
        |fits: &dyn Fn(&Line) -> bool| !record.lines.is_empty() && record.lines.iter().all(fits);
    let tracks = &entry.about.notation.tracks;
    let is_move = |line: &Line| WrittenMove::parse(&line.text).is_ok();
    if record.lines.is_empty() {
        return RecordKind::Position;
    }
    let lists_reach = |line: &Line| {
        let count = line.columns.first().map(|count| count.parse::<usize>());
        line.text.contains('@') && line.columns.len() > 1 && matches!(count, Some(Ok(_)))
    };
    if record.lines.iter().any(lists_reach) {
        return RecordKind::Position;
    }
    if all(&|line| tracks.contains_key(&line.text)) {
        return RecordKind::Track;
    }
    match record.lines.iter().any(is_move) {
        true => RecordKind::Game,
        false => RecordKind::Table,
    }
}

/// The position after the first `moves` moves of a record, or after all of them. `game` is the game
/// of `entry`, loaded with the record's readings (see [`readings_of`]).
///
/// # Errors
/// If the start cannot be set up, or the rules do not allow a move.
pub fn position_after(
    game: &Game,
    entry: &Entry,
    record: &Record,
    moves: Option<usize>,
) -> Result<State, RecordError> {
    let followed = follow_game(game, entry, record, moves.unwrap_or(usize::MAX));
    followed.map(|(_, state)| state).map_err(|stop| stop.error)
}

/// The readings that a record is played with, as (heading, item): those of its headers, then those
/// that `about.toml` names for its file.
///
/// # Errors
/// If a reading in them is not written `Heading/Item`.
pub fn readings_of(
    entry: &Entry,
    file: &str,
    record: &Record,
) -> Result<Vec<(String, String)>, RecordError> {
    let about = about_record(entry, file);
    readings(record, about.map_or(&[], |about| &about.options))
}

fn readings(record: &Record, options: &[String]) -> Result<Vec<(String, String)>, RecordError> {
    record.check_headers()?;
    let headers = ["readings", "options", "with"];
    let mut all = Vec::new();
    for key in headers {
        for (value, (line, column)) in record.all(key).zip(record.places_of(key)) {
            for text in value.split(';') {
                let wrong =
                    |why: String| RecordError::from(format!("line {line}, column {column}: {why}"));
                all.extend(reading(text).map_err(wrong)?);
            }
        }
    }
    for text in options {
        all.extend(reading(text)?);
    }
    Ok(all)
}

/// The heading and the item of a reading, if the text is not empty.
fn reading(text: &str) -> Result<Option<(String, String)>, String> {
    let text = text.trim();
    match text.split_once('/').or_else(|| text.split_once('=')) {
        _ if text.is_empty() => Ok(None),
        Some((heading, item)) => Ok(Some((heading.trim().to_owned(), item.trim().to_owned()))),
        None => Err(format!(
            "a reading is written Heading/Item, and not {text:?}"
        )),
    }
}
