//! Positions that their address names: to step through, to try moves in, to analyse.
//!
//! `/study/SLUG?reading:HEADING=ITEM&record=FILE/NUMBER&after=N&position=TEXT&seed=N&m=MOVE`, with
//! one `m` for each move: nothing is stored, and everybody with the address sees the same
//! position.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse};
use axum::Json;
use ludarium::thought::LineText;
use ludarium_engine::SplitMix64;
use ludarium_games::Entry;
use ludarium_notation::records::position_after;
use ludarium_notation::{read_position, write_position};
use ludarium_table::{
    BoardPicture, BrokenLine, RulesId, Seed, SentPosition, Snapshot, Table, Terms, Viewer,
};
use serde::Serialize;

use crate::app::{Portal, Problem, EMBEDDED_POLICY};
use crate::pages::{entry_of, records};
use crate::play::embedded;
use crate::think::PlayedRules;

/// The most moves in an address.
const MOVES: usize = 600;

/// How long the moves of an address may take.
const TIME: Duration = Duration::from_secs(3);

/// The parts of an address after the question mark.
pub type Pairs = Vec<(String, String)>;

/// A position that an address names.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The slug of the game.
    pub slug: String,
    /// The readings that are no defaults, as (heading, item).
    pub readings: Vec<(String, String)>,
    /// The record that it begins with, as `FILE/NUMBER`.
    pub record: Option<String>,
    /// How many moves of the record were made before it begins.
    pub after: usize,
    /// The position that it begins with.
    pub position: Option<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Study {
    /// Reads an address.
    ///
    /// # Errors
    /// If it has too many moves, or a seed that is no number.
    pub fn parse(slug: &str, query: &[(String, String)]) -> Result<Study, Problem> {
        let bad = |why: String| Problem::new(StatusCode::BAD_REQUEST, why);
        let mut study = Study {
            slug: slug.to_owned(),
            ..Study::default()
        };
        for (name, value) in query {
            match name.as_str() {
                "m" => study.moves.push(value.clone()),
                "record" => study.record = Some(value.clone()),
                "after" => {
                    let after = value.parse();
                    study.after = after.map_err(|_| bad(format!("{value:?} is no number")))?;
                }
                "position" if !value.trim().is_empty() => study.position = Some(value.clone()),
                "seed" => {
                    let seed = value.parse();
                    study.seed = seed.map_err(|_| bad(format!("{value:?} is no seed")))?;
                }
                name => {
                    if let Some(heading) = name.strip_prefix("reading:") {
                        study.readings.push((heading.to_owned(), value.clone()));
                    }
                }
            }
        }
        if study.moves.len() > MOVES {
            return Err(bad(format!("a study has at most {MOVES} moves")));
        }
        Ok(study)
    }

    /// The address of a page with this position.
    #[must_use]
    pub fn address(&self) -> String {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (heading, item) in &self.readings {
            pairs.push((format!("reading:{heading}"), item.clone()));
        }
        let after = (self.after != 0).then(|| self.after.to_string());
        let parts = [
            ("record", &self.record),
            ("after", &after),
            ("position", &self.position),
        ];
        for (name, value) in parts {
            pairs.extend(value.clone().map(|value| (name.to_owned(), value)));
        }
        if self.seed != 0 {
            pairs.push(("seed".to_owned(), self.seed.to_string()));
        }
        let moves = self.moves.iter();
        pairs.extend(moves.map(|text| ("m".to_owned(), text.clone())));
        let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
        match query.is_empty() {
            true => format!("/study/{}", self.slug),
            false => format!("/study/{}?{query}", self.slug),
        }
    }

    /// Sets the position up and makes the moves.
    ///
    /// # Errors
    /// If there are no such rules or records, or a move is not legal; says which and why.
    pub fn open(&self, portal: &Portal) -> Result<(Arc<PlayedRules>, Table), Problem> {
        let bad = |why: String| Problem::new(StatusCode::BAD_REQUEST, why);
        let entry = entry_of(portal, &self.slug)?;
        let mut readings = self.readings.clone();
        let record = match &self.record {
            Some(name) => Some(records::opened_at(entry, name)?),
            None => None,
        };
        if let Some((own, _)) = &record {
            readings.extend(own.clone());
        }
        readings.retain(|(heading, item)| !entry.is_default(heading, item));
        let id = RulesId {
            game: entry.slug.to_owned(),
            readings,
        };
        let played = portal.games.rules(&id)?;
        let rules = played.rules.clone();
        let game = rules.game();
        let start = match (&record, &self.position) {
            (Some((_, record)), _) => {
                if self.after > record.lines.len() {
                    return Err(bad("the record has fewer moves".to_owned()));
                }
                let start = position_after(game, entry, record, Some(self.after));
                Some(start.map_err(|error| bad(error.to_string()))?)
            }
            (None, Some(text)) => {
                let mut chance = SplitMix64::new(self.seed);
                let start = read_position(game, Some(&entry.about), text, &mut chance);
                Some(start.map_err(|error| bad(error.to_string()))?)
            }
            (None, None) => None,
        };
        let (seed, terms) = (Seed::of_number(self.seed), Terms::for_one_person(&rules));
        let mut table = match start {
            Some(start) => Table::from_position(rules, terms, seed, start, 0),
            None => Table::new(rules, terms, seed, 0),
        };
        let began = Instant::now();
        let made = table.play_line(&self.moves, || began.elapsed() <= TIME);
        made.map_err(|broken| match &broken {
            BrokenLine::Refused(..) => bad(broken.to_string()),
            BrokenLine::Stopped(_) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, broken.to_string())
            }
        })?;
        Ok((played, table))
    }
}

/// Somebody who plays for all.
pub fn everybody(table: &Table) -> Viewer {
    Viewer::new((1..=table.seats().len()).collect())
}

/// A move of the line, with the address of the position after it.
#[derive(Debug, Serialize)]
pub struct Made {
    side: String,
    text: String,
    address: String,
}

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage<'a> {
    slug: &'a str,
    name: &'a str,
    turn: String,
    throw: Option<&'a str>,
    board: &'a str,
    readings: &'a [(String, String)],
    start: String,
    moves: &'a [Made],
    /// The legal moves, with the address of the position after each.
    legal: Vec<(String, String)>,
    legal_texts: Vec<String>,
    fields: Vec<(String, String)>,
    /// The parts of the address that name the readings and the seed.
    rules_fields: Vec<(String, String)>,
    /// The position as text; empty if it cannot be written.
    text: String,
    data: String,
    rules: String,
}

/// What the script needs.
#[derive(Serialize)]
pub struct Shown<'a> {
    pub slug: &'a str,
    /// All of the address but the moves.
    pub fields: &'a [(String, String)],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<&'a BoardPicture>,
    pub snapshot: &'a Snapshot,
    pub moves: &'a [Made],
    pub turn: &'a str,
    /// The position as text, if it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The address of the module that positions are analysed with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
}

impl<'a> Shown<'a> {
    /// A board on a page that asks for a move in this position, and keeps no line of moves.
    pub fn asking(slug: &'a str, board: &'a BoardPicture, snapshot: &'a Snapshot) -> Shown<'a> {
        Shown {
            slug,
            fields: &[],
            board: Some(board),
            snapshot,
            moves: &[],
            turn: "",
            text: None,
            module: None,
        }
    }
}

/// The parts of the address that tell neither moves nor where they begin.
fn rules_fields(fields: &[(String, String)]) -> Vec<(String, String)> {
    let begins = ["position", "record", "after"];
    let kept = fields
        .iter()
        .filter(|(name, _)| !begins.contains(&name.as_str()));
    kept.cloned().collect()
}

fn text_of(entry: &Entry, table: &Table) -> Option<String> {
    write_position(table.rules().game(), Some(&entry.about), table.state())
}

/// The parts of the address that are no moves.
fn fields(query: &[(String, String)]) -> Vec<(String, String)> {
    let kept = query.iter().filter(|(name, _)| name != "m");
    kept.cloned().collect()
}

fn line(study: &Study, table: &Table) -> Vec<Made> {
    let players = &table.rules().wording().table;
    let plies = table.plies().iter().enumerate();
    plies
        .map(|(index, ply)| Made {
            side: players.player(ply.player),
            text: ply.text.clone(),
            address: Study {
                moves: study.moves[..=index].to_vec(),
                ..study.clone()
            }
            .address(),
        })
        .collect()
}

/// The page of a position.
pub async fn page(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(query): Query<Pairs>,
) -> Result<Html<String>, Problem> {
    let study = Study::parse(&slug, &query)?;
    tokio::task::block_in_place(|| show(&portal, &study, &query, |page| Ok(Html(page.render()?))))
}

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbeddedPage<'a> {
    page: StudyPage<'a>,
    /// The address of the position on its own page.
    address: String,
}

/// The board of a position alone, which other sites may show in a frame.
pub async fn embed(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(query): Query<Pairs>,
) -> Result<impl IntoResponse, Problem> {
    let study = Study::parse(&slug, &query)?;
    let address = study.address();
    let page = tokio::task::block_in_place(|| {
        show(&portal, &study, &query, |page| {
            let embedded = EmbeddedPage { page, address };
            Ok(Html(embedded.render()?))
        })
    })?;
    Ok(([(CONTENT_SECURITY_POLICY, EMBEDDED_POLICY)], page))
}

/// Sets a position up and writes a page of it.
fn show<T>(
    portal: &Portal,
    study: &Study,
    query: &[(String, String)],
    write: impl FnOnce(StudyPage) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let (_, table) = study.open(portal)?;
    let viewer = everybody(&table);
    let (snapshot, board) = (table.snapshot(&viewer, 0), table.board(&viewer));
    let entry = entry_of(portal, &study.slug)?;
    let (moves, turn, fields) = (line(study, &table), table.turn_text(), fields(query));
    let text = text_of(entry, &table);
    // The page shows the picture itself: the script needs only the places.
    let places = BoardPicture {
        svg: String::new(),
        ..board.clone()
    };
    let after = |text: &String| {
        let mut next = study.clone();
        next.moves.push(text.clone());
        (text.clone(), next.address())
    };
    let texts = &table.choices().texts;
    let page = StudyPage {
        slug: entry.slug,
        name: entry.name(),
        throw: snapshot.throw.as_deref(),
        board: &board.svg,
        readings: &table.terms().rules.readings,
        start: Study {
            moves: Vec::new(),
            ..study.clone()
        }
        .address(),
        legal: texts.iter().map(after).collect(),
        legal_texts: texts.clone(),
        data: embedded(&Shown {
            slug: entry.slug,
            fields: &fields,
            board: Some(&places),
            snapshot: &snapshot,
            moves: &moves,
            turn: &turn,
            text: text.clone(),
            module: portal.module_address(),
        }),
        rules: crate::markdown::html(&entry.rules_section()),
        rules_fields: rules_fields(&fields),
        text: text.unwrap_or_default(),
        fields,
        moves: &moves,
        turn,
    };
    write(page)
}

/// A position for the script of the page.
pub async fn position(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(query): Query<Pairs>,
) -> Result<Json<serde_json::Value>, Problem> {
    let study = Study::parse(&slug, &query)?;
    tokio::task::block_in_place(|| {
        let (_, table) = study.open(&portal)?;
        let entry = entry_of(&portal, &study.slug)?;
        let snapshot = table.snapshot(&everybody(&table), 0);
        let shown = Shown {
            slug: &study.slug,
            fields: &fields(&query),
            board: None,
            snapshot: &snapshot,
            moves: &line(&study, &table),
            turn: &table.turn_text(),
            text: text_of(entry, &table),
            module: None,
        };
        Ok(Json(serde_json::to_value(shown).unwrap_or_default()))
    })
}

/// The position, for the browser that analyses it.
pub async fn question(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(query): Query<Pairs>,
) -> Result<Json<SentPosition>, Problem> {
    let study = Study::parse(&slug, &query)?;
    let (_, table) = tokio::task::block_in_place(|| study.open(&portal))?;
    Ok(Json(SentPosition::of(&table)))
}

/// The number of lines of an analysis.
const LINES: usize = 3;

/// The best lines of a position.
pub async fn lines(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(query): Query<Pairs>,
) -> Result<Json<Vec<LineText>>, Problem> {
    let study = Study::parse(&slug, &query)?;
    let (played, table) = tokio::task::block_in_place(|| study.open(&portal))?;
    if table.is_over() || table.seats().len() < 2 {
        return Ok(Json(Vec::new()));
    }
    let thought = portal.games.lines(played, &table).await;
    let busy = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Too many positions wait.");
    let thought = thought.ok_or_else(busy)?;
    tokio::task::block_in_place(|| {
        let (notation, state) = (table.rules().notation(), table.state());
        Ok(Json(thought.line_texts(
            &notation,
            state,
            table.dice(),
            LINES,
        )))
    })
}
