//! The page of a game, and its pictures.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use ludarium_games::about::Claim;
use ludarium_games::concept::{self, Concept, Group};
use ludarium_games::evidence::{self, year_name, Find};
use ludarium_games::{bibliography, reference, Entry, Kind, Loaded};

use super::{constructions, entry_of, map, page, records, svg, Page};
use crate::app::{Portal, Problem};
use crate::library::{Card, Library};
use crate::markdown;

/// A reading on a game's page.
pub struct ReadingView {
    /// Its name.
    pub heading: String,
    /// What is asked; empty if nothing is known beyond the name.
    pub question: String,
    /// The answers.
    pub items: Vec<ItemView>,
}

/// An answer to a reading.
pub struct ItemView {
    /// Its name.
    pub name: String,
    /// What it means.
    pub description: String,
    /// Who supports it.
    pub support: String,
    /// Further remarks.
    pub note: String,
    /// Whether it is the default.
    pub default: bool,
    /// Whether it is chosen on this page.
    pub chosen: bool,
}

/// A game beside another, in the table of its family.
struct Related<'a> {
    card: &'a Card,
    /// The first year with evidence of it, in words.
    since: String,
    /// By [`COMPARED`]: its concepts.
    concepts: Vec<String>,
}

/// What the table of a family compares.
const COMPARED: [Group; 4] = [Group::Board, Group::Luck, Group::Moves, Group::Captures];

/// The most games in the table of a family.
const RELATED: usize = 12;

struct ClaimView {
    statement: String,
    cited: String,
    verdict: &'static str,
    result: String,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    entry: &'static Entry,
    card: &'a Card,
    facts: Vec<(&'static str, String)>,
    sides: Vec<String>,
    concepts: Vec<&'static Concept>,
    rules: String,
    pieces: Vec<(usize, String)>,
    readings: Vec<ReadingView>,
    /// The readings that are chosen and no defaults, as part of an address: `?reading:A=B`.
    query: String,
    /// The address and the sentence of each find.
    finds: Vec<(String, String)>,
    records: Vec<records::FileView>,
    /// The address and the title of each ludeme that the description uses.
    ludemes: Vec<(String, &'static str)>,
    claims: Vec<ClaimView>,
    undecided: Vec<String>,
    notes: Vec<String>,
    sources: Vec<String>,
    related: Vec<Related<'a>>,
    /// The address of this server, to be framed from elsewhere; as the browser wrote it.
    host: String,
    /// The name of the construction, if the game is one.
    construction: Option<&'static str>,
}

/// Readings in an address: `reading:Bare king=Immediate loss`.
pub type Asked = Vec<(String, String)>;

/// What an address names before each heading of a reading.
const READING: &str = "reading:";

/// The readings of an address that are no defaults, as (heading, item).
pub fn chosen(entry: &Entry, asked: &Asked) -> Vec<(String, String)> {
    let readings = asked.iter().filter_map(|(name, item)| {
        let heading = name.strip_prefix(READING)?;
        Some((heading.to_owned(), item.clone()))
    });
    let mut readings: Vec<(String, String)> = readings.collect();
    readings.retain(|(heading, item)| !entry.is_default(heading, item));
    readings
}

/// Readings as part of an address.
pub fn query(readings: &[(String, String)]) -> String {
    let named = readings
        .iter()
        .map(|(heading, item)| (format!("{READING}{heading}"), item));
    let pairs: Vec<(String, &String)> = named.collect();
    match serde_urlencoded::to_string(pairs) {
        Ok(text) if !text.is_empty() => format!("?{text}"),
        _ => String::new(),
    }
}

/// A game under the readings of an address.
pub fn load(entry: &'static Entry, readings: &[(String, String)]) -> Result<Loaded, Problem> {
    let loaded = tokio::task::block_in_place(|| ludarium_games::load(entry, readings));
    loaded.map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.to_string()))
}

/// The page of a game, under the readings that the address chooses.
pub async fn game(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Page {
    let entry = entry_of(&portal, &slug)?;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let cards = portal.library.cards();
    let card = cards.iter().find(|card| card.slug == entry.slug);
    let card = card.ok_or_else(|| Problem::not_found("There is no such game in the library."))?;
    let chosen = chosen(entry, &asked);
    let loaded = match entry.kind() {
        Kind::Game => Some(load(entry, &chosen)?),
        _ => None,
    };
    let about = &entry.about;
    let readings = loaded
        .as_ref()
        .map(|loaded| readings(entry, &loaded.description));
    let own = |find: &&Find| find.entries().any(|other| other.slug == entry.slug);
    page(&GamePage {
        entry,
        card,
        facts: facts(entry),
        sides: (1..=about.players)
            .map(|player| about.table.player(player))
            .collect(),
        concepts: tokio::task::block_in_place(|| concept::of(entry).collect()),
        rules: markdown::html(&entry.rules_section()),
        pieces: loaded
            .as_ref()
            .map_or_else(Vec::new, |loaded| Library::pieces(&loaded.game)),
        readings: readings.unwrap_or_default(),
        query: query(&chosen),
        finds: evidence::all()
            .iter()
            .filter(own)
            .map(|find| (map::address(find), find.sentence(entry)))
            .collect(),
        records: records::files(entry),
        ludemes: loaded.as_ref().map_or_else(Vec::new, ludemes),
        claims: about.claims.iter().map(claim).collect(),
        undecided: about
            .undecided
            .iter()
            .map(|open| format!("{} {}", open.question, open.note.as_deref().unwrap_or("")))
            .collect(),
        notes: about.notes.iter().map(|note| note.text.clone()).collect(),
        sources: about
            .sources
            .iter()
            .map(|source| format!("[{}] {source}", source.id))
            .collect(),
        related: related(cards, card),
        host: host.unwrap_or("localhost").to_owned(),
        construction: constructions::of(entry.slug),
    })
}

/// The addresses and titles of the ludemes that a description uses.
fn ludemes(loaded: &Loaded) -> Vec<(String, &'static str)> {
    let used = reference::used_in(&loaded.description.game).into_iter();
    used.map(|entry| {
        let address = reference::book::address(entry).replace(".md", "");
        (format!("/{address}"), entry.title.as_str())
    })
    .collect()
}

/// The game, and others of its family beside it.
fn related<'a>(cards: &'a [Card], card: &'a Card) -> Vec<Related<'a>> {
    let others = cards
        .iter()
        .filter(|other| other.family == card.family && other.slug != card.slug && other.playable);
    let row = |card: &'a Card| {
        let concepts = |group: Group| {
            let own = ludarium_games::entries()
                .iter()
                .find(|entry| entry.slug == card.slug);
            let names: Vec<&str> = own
                .into_iter()
                .flat_map(concept::of)
                .filter(|concept| concept.group == group)
                .map(|concept| concept.name)
                .collect();
            names.join(", ")
        };
        Related {
            card,
            since: card.from.map(year_name).unwrap_or_default(),
            concepts: COMPARED.map(concepts).into(),
        }
    };
    std::iter::once(card)
        .chain(others.take(RELATED))
        .map(row)
        .collect()
}

fn facts(entry: &'static Entry) -> Vec<(&'static str, String)> {
    let about = &entry.about;
    let mut facts = vec![("Players", about.players.to_string())];
    if !about.aliases.is_empty() {
        facts.push(("Also called", about.aliases.join(", ")));
    }
    if let Some(place) = &about.origin.place {
        facts.push(("Played in", place.clone()));
    }
    match (about.origin.from, about.origin.to) {
        (Some(from), Some(to)) => {
            facts.push(("Years", format!("{} to {}", year_name(from), year_name(to))))
        }
        (Some(from), None) => facts.push(("Known from", year_name(from))),
        (None, Some(to)) => facts.push(("Known until", year_name(to))),
        (None, None) => {}
    }
    if let Some(missing) = entry.missing() {
        facts.push(("Missing", missing.to_owned()));
    }
    facts
}

fn readings(entry: &Entry, description: &ludarium::lud::Description) -> Vec<ReadingView> {
    let known = |heading: &str| {
        entry
            .about
            .readings
            .iter()
            .find(|own| own.option == heading)
    };
    let groups = description.options.iter();
    groups
        .map(|group| {
            let reading = known(&group.heading);
            let answer = |item: &str| {
                let answers = reading.map_or(&[][..], |reading| &reading.answers);
                answers.iter().find(|answer| answer.item == item)
            };
            let items = group.items.iter().enumerate();
            ReadingView {
                heading: group.heading.clone(),
                question: reading.map_or_else(String::new, |reading| reading.question.clone()),
                items: items
                    .map(|(index, item)| ItemView {
                        name: item.name.clone(),
                        description: item.description.clone(),
                        support: answer(&item.name)
                            .map_or_else(String::new, |answer| answer.support.join(", ")),
                        note: answer(&item.name)
                            .and_then(|answer| answer.note.clone())
                            .unwrap_or_default(),
                        default: reading
                            .map_or(index == group.chosen, |own| own.default == item.name),
                        chosen: index == group.chosen,
                    })
                    .collect(),
            }
        })
        .collect()
}

fn claim(claim: &Claim) -> ClaimView {
    ClaimView {
        statement: claim.statement.clone(),
        cited: claim.cited().unwrap_or_default(),
        verdict: claim.verdict.name(),
        result: claim.result.clone().unwrap_or_default(),
    }
}

/// The picture of the board at the start, under the readings that the address chooses.
pub async fn board(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let readings = chosen(entry, &asked);
    let drawn = tokio::task::block_in_place(|| portal.library.board(entry, &readings));
    drawn
        .map(svg)
        .ok_or_else(|| Problem::not_found("This game has no board to draw."))
}

/// The diagram of a piece, under the readings that the address chooses.
pub async fn piece(
    State(portal): State<Portal>,
    Path((slug, what)): Path<(String, usize)>,
    Query(asked): Query<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let readings = chosen(entry, &asked);
    let drawn = tokio::task::block_in_place(|| portal.library.diagram(entry, &readings, what));
    drawn
        .map(svg)
        .ok_or_else(|| Problem::not_found("This game has no such piece."))
}

/// The sources of a game as BibTeX.
pub async fn bibliography(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let works = bibliography::works(&[entry]);
    let text: String = works.iter().map(bibliography::Work::bibtex).collect();
    Ok((
        [(CONTENT_TYPE, "application/x-bibtex; charset=utf-8")],
        text,
    ))
}
