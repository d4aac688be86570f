//! The printed games of the sources, to step through.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use ludarium_games::about::RecordKind;
use ludarium_games::{Entry, Kind, Loaded};
use ludarium_notation::records::{about_record, position_after, readings_of, Record};
use ludarium_picture::{Marks, Options, Scene};

use super::{entry_of, page, svg, Page};
use crate::app::{Portal, Problem};

/// A file of a game's records, as its page lists it.
pub struct FileView {
    /// Its name, without `.txt`.
    pub name: String,
    /// What it has: `game`, `position`.
    pub kind: String,
    /// The players and the source, or other remarks, as far as the file says so.
    pub about: String,
}

/// The files of a game.
pub fn files(entry: &'static Entry) -> Vec<FileView> {
    let view = |(name, text): &(&str, &str)| {
        let record = Record::parse(text);
        let said = ["players", "players/result", "title", "source"];
        let about = said.iter().find_map(|key| record.header(key));
        let kind = about_record(entry, name).map_or(RecordKind::Game, |own| own.kind);
        FileView {
            name: name.trim_end_matches(".txt").to_owned(),
            kind: format!("{kind:?}").to_lowercase(),
            about: about.unwrap_or_default().to_owned(),
        }
    };
    entry.records.iter().map(view).collect()
}

/// A record of a file, loaded under its readings.
struct Opened {
    file: &'static str,
    text: &'static str,
    records: Vec<Record>,
}

fn opened(entry: &'static Entry, name: &str) -> Result<Opened, Problem> {
    let own = entry.records.iter();
    let mut own = own.filter(|(file, _)| file.trim_end_matches(".txt") == name);
    let (file, text) = own
        .next()
        .ok_or_else(|| Problem::not_found("This game has no such record."))?;
    Ok(Opened {
        file,
        text,
        records: Record::parse_all(text),
    })
}

impl Opened {
    /// The record with this number, from 1.
    fn record(&self, number: usize) -> Result<&Record, Problem> {
        let index = number.checked_sub(1);
        index
            .and_then(|index| self.records.get(index))
            .ok_or_else(|| Problem::not_found("The file has no such record."))
    }

    fn load(&self, entry: &'static Entry, record: &Record) -> Result<Loaded, String> {
        if entry.kind() != Kind::Game {
            return Err("The game cannot be played.".to_owned());
        }
        let readings = readings_of(entry, self.file, record).map_err(|error| error.to_string())?;
        ludarium_games::load(entry, &readings).map_err(|error| error.to_string())
    }
}

/// The record that an address names as `FILE/NUMBER`, with its readings.
///
/// # Errors
/// If the game has no such record, or its readings cannot be read.
pub fn opened_at(
    entry: &'static Entry,
    name: &str,
) -> Result<(Vec<(String, String)>, Record), Problem> {
    let (name, number) = name.rsplit_once('/').unwrap_or((name, "1"));
    let opened = opened(entry, name)?;
    let record = opened.record(number.parse().unwrap_or(0))?;
    let readings = readings_of(entry, opened.file, record);
    let readings = readings.map_err(|error| Problem::not_found(error.to_string()))?;
    Ok((readings, record.clone()))
}

struct MoveView {
    number: usize,
    text: String,
    note: String,
    here: bool,
}

#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage {
    entry: &'static Entry,
    name: String,
    headers: Vec<(String, String)>,
    note: String,
    /// The number of this record in its file, and of all of them.
    number: usize,
    count: usize,
    moves: Vec<MoveView>,
    ply: usize,
    /// Why the position is not shown.
    problem: Option<String>,
    text: &'static str,
}

/// The first position of the first record of a file.
pub async fn first(portal: State<Portal>, Path((slug, name)): Path<(String, String)>) -> Page {
    shown(&portal, &slug, &name, 1, 0)
}

/// A position of a record: after `ply` moves of the record with this number in its file.
pub async fn position(
    portal: State<Portal>,
    Path((slug, name, number, ply)): Path<(String, String, usize, usize)>,
) -> Page {
    shown(&portal, &slug, &name, number, ply)
}

fn shown(portal: &Portal, slug: &str, name: &str, number: usize, ply: usize) -> Page {
    let entry = entry_of(portal, slug)?;
    let opened = opened(entry, name)?;
    let record = opened.record(number)?;
    if ply > record.lines.len() {
        return Err(Problem::not_found("The record has fewer moves."));
    }
    let about = about_record(entry, opened.file);
    let problem = tokio::task::block_in_place(|| {
        let loaded = opened.load(entry, record)?;
        let state = position_after(&loaded.game, entry, record, Some(ply));
        state.map(|_| ()).map_err(|error| error.to_string())
    });
    let lines = record.lines.iter().enumerate();
    page(&RecordPage {
        entry,
        name: name.to_owned(),
        headers: headers(opened.text),
        note: about.and_then(|own| own.note.clone()).unwrap_or_default(),
        number,
        count: opened.records.len(),
        moves: lines
            .map(|(index, line)| MoveView {
                number: index + 1,
                text: line.text.clone(),
                note: line.columns.join(" "),
                here: index + 1 == ply,
            })
            .collect(),
        ply,
        problem: problem.err(),
        text: opened.text,
    })
}

/// The header lines at the beginning of a file.
fn headers(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().map_while(|line| line.strip_prefix('#'));
    let known = lines.filter_map(|line| line.split_once(':'));
    known
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

/// The picture of a position of a record.
pub async fn picture(
    State(portal): State<Portal>,
    Path((slug, name, number, ply)): Path<(String, String, usize, String)>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let opened = opened(entry, &name)?;
    let record = opened.record(number)?;
    let ply = ply.strip_suffix(".svg").and_then(|ply| ply.parse().ok());
    let ply = ply.ok_or_else(|| Problem::not_found("There is no such picture."))?;
    let drawn = tokio::task::block_in_place(|| {
        let loaded = opened.load(entry, record)?;
        let state = position_after(&loaded.game, entry, record, Some(ply));
        let state = state.map_err(|error| error.to_string())?;
        let marks = Marks {
            last: (ply > 0).then(|| state.last()),
            ..Marks::default()
        };
        let scene = Scene::new(&loaded.game, Some(&entry.about));
        Ok(scene.draw(&state, &marks, &Options::default()))
    });
    let drawn = drawn.map_err(|error: String| Problem::not_found(error))?;
    Ok(svg(drawn.into()))
}
