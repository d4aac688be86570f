//! The pages of the library.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{Html, IntoResponse};
use ludarium_games::about::Claim;
use ludarium_games::book::family_title;
use ludarium_games::evidence::{self, century_name, year_name, Find};
use ludarium_games::{bibliography, Entry, Kind};
use serde::Deserialize;

use crate::app::{Portal, Problem};
use crate::library::{Card, Library};
use crate::markdown;

type Page = Result<Html<String>, Problem>;

fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?))
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    games: usize,
    first: Vec<&'a Card>,
}

/// The home page.
pub async fn home(State(portal): State<Portal>) -> Page {
    let cards = portal.library.cards();
    page(&HomePage {
        games: cards.iter().filter(|card| card.playable).count(),
        first: cards.iter().filter(|card| card.featured).collect(),
    })
}

/// What the list of games is filtered by; empty text is no filter.
#[derive(Debug, Default, Deserialize)]
pub struct Filter {
    /// Words of the name, aliases or summary.
    #[serde(default)]
    q: String,
    #[serde(default)]
    family: String,
    #[serde(default)]
    players: String,
    #[serde(default)]
    century: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    sort: String,
}

impl Filter {
    fn admits(&self, card: &Card, found: &BTreeSet<&str>) -> bool {
        let number = |text: &str, own: Option<i32>| {
            text.is_empty() || own.map(|own| own.to_string()).as_deref() == Some(text)
        };
        let players = i32::try_from(card.players).ok();
        (self.q.trim().is_empty() || found.contains(card.slug))
            && (self.family.is_empty() || self.family == card.family)
            && number(&self.players, players)
            && number(&self.century, card.century())
            && match self.status.as_str() {
                "playable" => card.playable,
                "complete" => card.playable && !card.incomplete,
                "lost" => !card.playable,
                _ => true,
            }
    }
}

/// A choice of a list, and whether it is the chosen one.
struct Choice {
    value: String,
    text: String,
    chosen: bool,
}

fn choices(all: impl Iterator<Item = (String, String)>, chosen: &str) -> Vec<Choice> {
    all.map(|(value, text)| Choice {
        chosen: value == chosen,
        value,
        text,
    })
    .collect()
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage<'a> {
    filter: &'a Filter,
    cards: Vec<&'a Card>,
    total: usize,
    families: Vec<Choice>,
    players: Vec<Choice>,
    centuries: Vec<Choice>,
    statuses: Vec<Choice>,
    sorts: Vec<Choice>,
}

/// The list of all games, filtered and sorted by the address.
pub async fn games(State(portal): State<Portal>, Query(filter): Query<Filter>) -> Page {
    let all = portal.library.cards();
    let found: BTreeSet<&str> = ludarium_games::matching(&filter.q)
        .into_iter()
        .map(|entry| entry.slug)
        .chain(
            all.iter()
                .filter(|card| mentions(card, &filter.q))
                .map(|card| card.slug),
        )
        .collect();
    let mut cards: Vec<&Card> = all
        .iter()
        .filter(|card| filter.admits(card, &found))
        .collect();
    match filter.sort.as_str() {
        "name" => cards.sort_by_key(|card| card.name),
        "age" => cards.sort_by_key(|card| (card.from.is_none(), card.from, card.name)),
        _ => {}
    }
    let mut families: Vec<&str> = all.iter().map(|card| card.family).collect();
    families.dedup();
    let families = families
        .iter()
        .map(|family| ((*family).to_owned(), family_title(family).to_owned()));
    let players: BTreeSet<usize> = all.iter().map(|card| card.players).collect();
    let centuries: BTreeSet<i32> = all.iter().filter_map(Card::century).collect();
    let fixed = |all: &[(&str, &str)]| {
        let owned = all
            .iter()
            .map(|(value, text)| ((*value).to_owned(), (*text).to_owned()));
        owned.collect::<Vec<_>>().into_iter()
    };
    page(&GamesPage {
        total: all.len(),
        families: choices(families, &filter.family),
        players: choices(
            players.iter().map(|n| (n.to_string(), n.to_string())),
            &filter.players,
        ),
        centuries: choices(
            centuries.iter().map(|c| (c.to_string(), century_name(*c))),
            &filter.century,
        ),
        statuses: choices(
            fixed(&[
                ("playable", "can be played"),
                ("complete", "rules complete"),
                ("lost", "rules lost"),
            ]),
            &filter.status,
        ),
        sorts: choices(fixed(&[("name", "name"), ("age", "age")]), &filter.sort),
        cards,
        filter: &filter,
    })
}

/// Whether the summary or the place of a game holds a text.
fn mentions(card: &Card, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let holds = |own: &str| own.to_lowercase().contains(&text);
    !text.is_empty() && (holds(card.summary) || card.place.is_some_and(holds))
}

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
}

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
    rules: String,
    pieces: Vec<(usize, String)>,
    readings: Vec<ReadingView>,
    finds: Vec<String>,
    claims: Vec<ClaimView>,
    undecided: Vec<String>,
    notes: Vec<String>,
    sources: Vec<String>,
    related: Vec<&'a Card>,
}

fn entry_of(portal: &Portal, slug: &str) -> Result<&'static Entry, Problem> {
    let entry = portal.library.entry(slug);
    entry.ok_or_else(|| Problem::not_found("There is no such game in the library."))
}

/// The page of a game.
pub async fn game(State(portal): State<Portal>, Path(slug): Path<String>) -> Page {
    let entry = entry_of(&portal, &slug)?;
    let cards = portal.library.cards();
    let card = cards.iter().find(|card| card.slug == entry.slug);
    let card = card.ok_or_else(|| Problem::not_found("There is no such game in the library."))?;
    let loaded = match entry.kind() {
        Kind::Game => tokio::task::block_in_place(|| ludarium_games::load(entry, &[]).ok()),
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
        rules: markdown::html(&entry.rules_section()),
        pieces: loaded
            .as_ref()
            .map_or_else(Vec::new, |loaded| Library::pieces(&loaded.game)),
        readings: readings.unwrap_or_default(),
        finds: evidence::all()
            .iter()
            .filter(own)
            .map(|find| find.sentence(entry))
            .collect(),
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
        related: cards
            .iter()
            .filter(|other| {
                other.family == card.family && other.slug != card.slug && other.playable
            })
            .take(12)
            .collect(),
    })
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
                        default: index == group.chosen,
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

fn svg(picture: std::sync::Arc<str>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, picture.to_string())
}

/// The picture of the board at the start.
pub async fn board(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let drawn = tokio::task::block_in_place(|| portal.library.board(entry));
    drawn
        .map(svg)
        .ok_or_else(|| Problem::not_found("This game has no board to draw."))
}

/// The diagram of a piece.
pub async fn piece(
    State(portal): State<Portal>,
    Path((slug, what)): Path<(String, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let entry = entry_of(&portal, &slug)?;
    let drawn = tokio::task::block_in_place(|| portal.library.diagram(entry, what));
    drawn
        .map(svg)
        .ok_or_else(|| Problem::not_found("This piece has no moves of its own."))
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

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage;

/// What this is, and how it is used by programs.
pub async fn about() -> Page {
    page(&AboutPage)
}
