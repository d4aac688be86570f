//! The page with the table of all games.

use std::fmt::Write as _;

use ludarium_board::SiteType;
use ludarium_engine::Game;

use super::{cell, number};
use crate::about::{page_label, RecordKind, Verdict};
use crate::{entries, games, lost, Entry, Kind, Status};

/// The families and their titles.
const FAMILIES: [(&str, &str); 11] = [
    ("classics", "Classics"),
    ("chess", "Chess"),
    ("race", "Races"),
    ("sow", "Sowing"),
    ("draughts", "Draughts"),
    ("capture", "Capture"),
    ("territory", "Territory"),
    ("lots", "Guessing and dice games"),
    ("square", "Magic squares"),
    ("tour", "Knight's tours"),
    ("evidence", "Collections of evidence"),
];

/// The title of a family: `Sowing` for `sow`.
#[must_use]
pub fn family_title(family: &str) -> &str {
    let title = FAMILIES.iter().find(|(own, _)| *own == family);
    title.map_or(family, |(_, title)| title)
}

/// The families in the order in which they are shown.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(family, _)| *family)
}

pub(super) fn page() -> String {
    let mut text = "# The games\n\n".to_owned();
    let rows: Vec<Row> = entries().iter().map(Row::of).collect();
    let sum = |part: fn(&Row) -> usize| rows.iter().map(part).sum::<usize>();
    let _ = writeln!(
        text,
        "The library holds {}, {}, and {}. The \
         sources leave {} open, each of which is an option. They print {} with {}, which can be replayed, \
         and make {}, which `ludarium claims` tests. [The library](library.md) explains records and claims.\n",
        number(games().len(), "playable game", "playable games"),
        number(
            lost().len(),
            "game whose rules are incomplete",
            "games whose rules are incomplete"
        ),
        number(
            crate::constructions().len(),
            "construction of a figure",
            "constructions of figures"
        ),
        number(sum(|row| row.readings), "question", "questions"),
        number(sum(|row| row.records), "record", "records"),
        number(sum(|row| row.plies), "ply", "plies"),
        number(sum(|row| row.claims), "claim", "claims"),
    );
    let mut families: Vec<&str> = entries().iter().map(|entry| entry.family).collect();
    families.dedup();
    let place = |family: &&str| FAMILIES.iter().position(|(own, _)| own == family);
    families.sort_by_key(|family| place(family).unwrap_or(FAMILIES.len()));
    for family in families {
        let title = place(&family).map_or(family, |place| FAMILIES[place].1);
        let _ = writeln!(text, "## {title}\n");
        text.push_str(
            "| game | source | players | board | readings | records | claims | status |\n",
        );
        text.push_str("|---|---|---|---|---|---|---|---|\n");
        for row in rows.iter().filter(|row| row.entry.family == family) {
            text.push_str(&row.line());
        }
        text.push('\n');
    }
    text
}

/// A row of the table.
struct Row {
    entry: &'static Entry,
    board: String,
    readings: usize,
    records: usize,
    plies: usize,
    claims: usize,
}

impl Row {
    fn of(entry: &'static Entry) -> Row {
        let loaded = crate::load(entry, &[]);
        Row {
            entry,
            board: loaded.map_or_else(|_| "–".to_owned(), |loaded| board_of(&loaded.game)),
            readings: entry.about.readings.len(),
            records: entry.records.len(),
            plies: plies(entry),
            claims: entry.about.claims.len(),
        }
    }

    fn line(&self) -> String {
        let about = &self.entry.about;
        let records = match (self.records, self.plies) {
            (0, _) => "–".to_owned(),
            (records, 0) => records.to_string(),
            (records, plies) => format!("{records} ({})", number(plies, "ply", "plies")),
        };
        let status = match (self.entry.status(), self.entry.kind()) {
            (Status::Playable, Kind::Construction) => "construction",
            (Status::Playable, _) => "playable",
            (Status::Incomplete, Kind::Game) => "incomplete, reconstructed",
            (Status::Incomplete, _) => "incomplete",
        };
        format!(
            "| {}<br>`{}` | {} | {} | {} | {} | {records} | {} | {status} |\n",
            cell(self.entry.name()),
            self.entry.slug,
            cell(&source(self.entry)),
            about.players,
            self.board,
            counted(self.readings),
            claims(self.entry),
        )
    }
}

fn counted(count: usize) -> String {
    match count {
        0 => "–".to_owned(),
        count => count.to_string(),
    }
}

/// The first source, which the rules follow.
fn source(entry: &Entry) -> String {
    let Some(source) = entry.about.sources.first() else {
        return "–".to_owned();
    };
    let mut text = source
        .author
        .clone()
        .unwrap_or_else(|| source.title.clone());
    if let Some(year) = source.year {
        let _ = write!(text, " {year}");
    }
    if let Some(pages) = &source.pages {
        let _ = write!(text, ", {}", page_label(pages));
    }
    text
}

/// The board in a few words: rows and columns if they account for all sites, else the number of
/// sites.
fn board_of(game: &Game) -> String {
    if game.features().boardless {
        return "none".to_owned();
    }
    let kind = game.board().default_site;
    let sites = game.board().topology.sites(kind);
    let rows = sites.iter().map(|site| site.row + 1).max().unwrap_or(0) as usize;
    let columns = sites.iter().map(|site| site.column + 1).max().unwrap_or(0) as usize;
    let places = match kind {
        SiteType::Cell => ("cell", "cells"),
        SiteType::Vertex => ("point", "points"),
        SiteType::Edge => ("edge", "edges"),
    };
    let all = number(sites.len(), places.0, places.1);
    match rows * columns == sites.len() && rows > 1 {
        true => format!("{columns} × {rows} {}", places.1),
        false => all,
    }
}

/// The number of plies in printed games and lines of play.
fn plies(entry: &Entry) -> usize {
    let played = entry
        .about
        .records
        .iter()
        .filter(|record| matches!(record.kind, RecordKind::Game | RecordKind::Line));
    let texts = played.filter_map(|record| {
        let name = record.file.strip_prefix("records/")?;
        let file = entry.records.iter().find(|(own, _)| *own == name);
        file.map(|(_, text)| *text)
    });
    let is_ply = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    texts.map(|text| text.lines().filter(is_ply).count()).sum()
}

/// The number of claims, with the numbers that hold, fail and are open.
fn claims(entry: &Entry) -> String {
    let claims = &entry.about.claims;
    let count = |verdict| {
        claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    let parts = [
        (count(Verdict::Holds), "hold"),
        (count(Verdict::Fails), "fail"),
        (count(Verdict::Open), "open"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    match (claims.len(), parts.is_empty()) {
        (0, _) => "–".to_owned(),
        (all, true) => all.to_string(),
        (all, false) => format!("{all} ({})", parts.join(", ")),
    }
}
