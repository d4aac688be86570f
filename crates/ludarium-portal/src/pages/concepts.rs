//! Concepts: what games have in common.

use askama::Template;
use axum::extract::{Path, State};
use ludarium_games::concept::{self, Concept, Group};

use super::{page, Page};
use crate::app::{Portal, Problem};
use crate::library::Card;

struct GroupView {
    title: &'static str,
    /// The concepts, with the number of their games.
    concepts: Vec<(&'static Concept, usize)>,
}

#[derive(Template)]
#[template(path = "concepts.html")]
struct ConceptsPage {
    groups: Vec<GroupView>,
}

/// Finds the games of all concepts before somebody asks for them.
pub fn prepare() {
    for concept in concept::all() {
        concept.games().count();
    }
}

/// All concepts.
pub async fn concepts() -> Page {
    let group = |group: Group| GroupView {
        title: group.title(),
        concepts: concept::all()
            .iter()
            .filter(|own| own.group == group)
            .map(|own| (own, own.games().count()))
            .collect(),
    };
    let groups = tokio::task::block_in_place(|| Group::ALL.map(group).into());
    page(&ConceptsPage { groups })
}

#[derive(Template)]
#[template(path = "concept.html")]
struct ConceptPage<'a> {
    concept: &'static Concept,
    cards: Vec<&'a Card>,
}

/// A concept with its games.
pub async fn concept(State(portal): State<Portal>, Path(slug): Path<String>) -> Page {
    let concept = concept::named(&slug);
    let concept = concept.ok_or_else(|| Problem::not_found("There is no such concept."))?;
    let games: Vec<&str> =
        tokio::task::block_in_place(|| concept.games().map(|game| game.slug).collect());
    let cards = portal.library.cards().iter();
    let cards = cards.filter(|card| games.contains(&card.slug)).collect();
    page(&ConceptPage { concept, cards })
}
