//! `ludarium replay`: printed games, replayed under the rules.

use std::path::{Path, PathBuf};

use clap::Args;
use ludarium_engine::State;
use ludarium_games::about::RecordKind;
use ludarium_games::Entry;
use ludarium_notation::formats::Format;
use ludarium_notation::number_words::counted;
use ludarium_notation::records::{self, Record, Verdict};
use ludarium_notation::{EndReason, EndReasons, SavedGame};
use serde_json::json;

use crate::construct;
use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};
use crate::game_file::{self, GameFile};
use crate::source;

/// Arguments of `ludarium replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// Record files, or files of other programs in one of the formats of `export` [default: the
    /// records of the built-in games]
    files: Vec<PathBuf>,
    /// Print one JSON object per file, for programs
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Runs the command. The exit code is 1 when a record does not replay, and 2 when one could
    /// not be read.
    pub fn run(self) -> Result<Exit, Error> {
        let mut worst = Exit::Success;
        for (name, text) in self.texts() {
            let verdict = match text {
                Ok(text) => replay(&name, &text),
                Err(error) => {
                    worst = Exit::Failure;
                    Verdict::Fails(error.to_string())
                }
            };
            let name = source::file_name(Path::new(&name));
            let (key, told, text) = match verdict {
                Verdict::Replays(what) => ("replays", "replays ", what),
                Verdict::Skipped(why) => ("skipped", "skipped ", why),
                Verdict::Fails(why) => {
                    worst = worst.max(Exit::Negative);
                    ("fails", "FAILS   ", why)
                }
            };
            match self.json {
                true => println!("{}", json!({ "file": name, "verdict": key, "text": text })),
                false => println!("{told} {name}: {}", source::visible(text)),
            }
        }
        Ok(worst)
    }

    fn texts(&self) -> Vec<(String, Result<String, Error>)> {
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

/// Replays a file of records, printed figures among them, or of games in a notation of other
/// programs.
pub fn replay(name: &str, text: &str) -> Verdict {
    if Format::of(name, text).is_some() {
        return replay_foreign(name, text);
    }
    records::replay_each(text, |record| match records::game_of(name, record) {
        Ok(entry) => replay_record(entry, name, text, record),
        Err(error) => Verdict::Fails(error.to_string()),
    })
}

/// Replays games in a notation of other programs.
fn replay_foreign(name: &str, text: &str) -> Verdict {
    let games = match game_file::parse(name, text, None) {
        Ok(games) => games,
        Err(error) => return Verdict::Fails(error.to_string()),
    };
    let summary = |game: &GameFile| {
        let plies = counted(game.saved.moves.len(), "ply");
        match end_reason(&game.saved) {
            Some(why) => format!("{plies}; the end: {why}"),
            None => plies,
        }
    };
    Verdict::Replays(match games.as_slice() {
        [only] => summary(only),
        several => {
            let games = several.iter().enumerate();
            let all = games.map(|(index, game)| format!("game {}: {}", index + 1, summary(game)));
            all.collect::<Vec<_>>().join("; ")
        }
    })
}

/// Why a saved game ended, if it did.
fn end_reason(saved: &SavedGame) -> Option<EndReason> {
    let chosen = GameArgs::new(&saved.game, &saved.readings, None)
        .load()
        .ok()?;
    let played = game_file::played(&chosen, saved).ok()?;
    let is_over = played.state().over();
    let reasons = is_over.then(|| EndReasons::new(&chosen.loaded, chosen.about()))??;
    played.end_reason(&reasons)
}

/// Replays a file of a game's folder, whatever game its headers name.
pub fn replay_of(entry: &'static Entry, name: &str, text: &str) -> Verdict {
    records::replay_each(text, |record| replay_record(entry, name, text, record))
}

fn replay_record(entry: &'static Entry, name: &str, text: &str, record: &Record) -> Verdict {
    let file = source::file_name(Path::new(name));
    let figure = match records::about_record(entry, name).map(|about| about.kind) {
        Some(kind @ (RecordKind::Square | RecordKind::Tour)) => Some(figure(&file, text, kind)),
        Some(_) => None,
        None => figure_of(entry, &file, text),
    };
    figure.unwrap_or_else(|| records::replay_record(entry, name, record))
}

/// The verdict on a square or tour that `about.toml` does not name, in folders that have figures.
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

/// The position after the first `moves` moves of a record, or after all of them. The game is played
/// under the readings of the record and those of the command line; without a game the one that the
/// file names is meant.
pub fn position_after(
    name: &str,
    text: &str,
    game: Option<&GameArgs>,
    moves: Option<usize>,
) -> Result<(Chosen, State), Error> {
    if Format::of(name, text).is_some() {
        return position_in_foreign(name, text, game, moves);
    }
    let record = Record::parse(text);
    let entry = match game {
        Some(game) => game
            .entry()
            .ok_or("only records of built-in games can be followed")?,
        None => records::game_of(name, &record)?,
    };
    let mut with = records::readings_of(entry, name, &record)?;
    if let Some(game) = game {
        with.extend(game.load()?.with);
    }
    let chosen = GameArgs::new(entry.slug, &with, None).load()?;
    let state = records::position_after(&chosen.loaded.game, entry, &record, moves)?;
    Ok((chosen, state))
}

/// The position after the first `moves` moves of the first game of a file in a notation of other
/// programs, or after all of them.
fn position_in_foreign(
    name: &str,
    text: &str,
    game: Option<&GameArgs>,
    moves: Option<usize>,
) -> Result<(Chosen, State), Error> {
    let games = game_file::parse(name, text, game).map_err(|e| e.in_context(name))?;
    let first = games.into_iter().next().ok_or("the file holds no game")?;
    let mut saved = first.saved;
    if let Some(ply) = moves.filter(|ply| *ply > saved.moves.len()) {
        let message = format!("there is no ply {ply}: the game has {}", saved.moves.len());
        return Err(Error::new(message).in_context(name));
    }
    saved.moves.truncate(moves.unwrap_or(usize::MAX));
    let defs = game.and_then(GameArgs::defs);
    let meant = GameArgs::new(&saved.game, &saved.readings, defs);
    if game.is_some_and(|game| !game.same_game(&meant)) {
        let message = format!("a game of {}: name that game", saved.game);
        return Err(Error::new(message).in_context(name));
    }
    let chosen = meant.load()?;
    let played = game_file::played(&chosen, &saved);
    let state = played.map_err(|(_, why)| why)?.state().clone();
    Ok((chosen, state))
}

/// Checks that a printed square or tour is what its headers state.
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
        Err(error) => Verdict::Fails(error.to_string()),
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
