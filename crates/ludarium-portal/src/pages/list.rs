//! The list of games.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::{Query, State};
use ludarium_games::book::family_title;
use ludarium_games::concept::{self, Group};
use ludarium_games::evidence::century_name;
use serde::Deserialize;

use super::{page, Page};
use crate::app::Portal;
use crate::extent::{Extent, COMPLEXITIES, LENGTHS};
use crate::library::Card;

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
    /// A concept of the board.
    #[serde(default)]
    board: String,
    /// A concept of luck and knowledge.
    #[serde(default)]
    luck: String,
    /// Any other concept.
    #[serde(default)]
    has: String,
    #[serde(default)]
    status: String,
    /// A class of lengths.
    #[serde(default)]
    length: String,
    /// A class of complexities.
    #[serde(default)]
    complexity: String,
    #[serde(default)]
    sort: String,
}

impl Filter {
    /// The games that have all of the concepts asked for; `None` if none is.
    fn with_concepts(&self) -> Option<BTreeSet<&'static str>> {
        let asked = [&self.board, &self.luck, &self.has];
        let asked = asked.into_iter().filter(|slug| !slug.is_empty());
        let games = asked.map(|slug| {
            let games = concept::named(slug).into_iter().flat_map(|own| own.games());
            games.map(|entry| entry.slug).collect::<BTreeSet<_>>()
        });
        games.reduce(|all, more| &all & &more)
    }

    /// Whether a game is of the length and the complexity asked for.
    fn admits_extent(&self, card: &Card) -> bool {
        let is = |asked: &str, own: fn(&Extent) -> &'static str| {
            asked.is_empty() || card.measured().as_ref().map(own) == Some(asked)
        };
        is(&self.length, Extent::length) && is(&self.complexity, Extent::complexity)
    }

    fn sort(&self, cards: &mut [&Card]) {
        match self.sort.as_str() {
            "name" => cards.sort_by_key(|card| card.name),
            "length" => {
                let plies = |card: &Card| card.measured().map_or(usize::MAX, |own| own.plies);
                cards.sort_by_cached_key(|card| (plies(card), card.name));
            }
            "complexity" => {
                let tree = |card: &Card| card.measured().map_or(f64::INFINITY, |own| own.tree);
                cards.sort_by(|a, b| tree(a).total_cmp(&tree(b)).then(a.name.cmp(b.name)));
            }
            "age" => cards.sort_by_key(|card| (card.from.is_none(), card.from, card.name)),
            _ => {}
        }
    }

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
    boards: Vec<Choice>,
    lucks: Vec<Choice>,
    concepts: Vec<Choice>,
    statuses: Vec<Choice>,
    lengths: Vec<Choice>,
    complexities: Vec<Choice>,
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
    let with = tokio::task::block_in_place(|| filter.with_concepts());
    let has = |card: &Card| with.as_ref().is_none_or(|games| games.contains(card.slug));
    let admitted = all
        .iter()
        .filter(|card| filter.admits(card, &found) && has(card));
    // Measured is only what all else admits.
    let cards = tokio::task::block_in_place(|| {
        let mut cards: Vec<&Card> = admitted.filter(|card| filter.admits_extent(card)).collect();
        filter.sort(&mut cards);
        cards
    });
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
        boards: concepts_of(&[Group::Board], &filter.board),
        lucks: concepts_of(&[Group::Luck], &filter.luck),
        concepts: concepts_of(
            &[Group::Equipment, Group::Moves, Group::Captures, Group::Aims],
            &filter.has,
        ),
        statuses: choices(
            fixed(&[
                ("playable", "can be played"),
                ("complete", "rules complete"),
                ("lost", "rules lost"),
            ]),
            &filter.status,
        ),
        lengths: choices(
            fixed(&LENGTHS.map(|(value, text, _)| (value, text))),
            &filter.length,
        ),
        complexities: choices(
            fixed(&COMPLEXITIES.map(|(value, text, _)| (value, text))),
            &filter.complexity,
        ),
        sorts: choices(
            fixed(&[
                ("name", "name"),
                ("age", "age"),
                ("length", "length"),
                ("complexity", "complexity"),
            ]),
            &filter.sort,
        ),
        cards,
        filter: &filter,
    })
}

fn concepts_of(groups: &[Group], chosen: &str) -> Vec<Choice> {
    let all = concept::all().iter();
    let all = all.filter(|own| groups.contains(&own.group));
    choices(
        all.map(|own| (own.slug.to_owned(), own.name.to_owned())),
        chosen,
    )
}

/// Whether the summary or the place of a game holds a text.
fn mentions(card: &Card, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let holds = |own: &str| own.to_lowercase().contains(&text);
    !text.is_empty() && (holds(card.summary) || card.place.is_some_and(holds))
}
