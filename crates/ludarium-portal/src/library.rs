//! The library as the pages show it. Games are compiled when their page is first asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ludarium_engine::{Game, SplitMix64};
use ludarium_games::book::{families, family_title};
use ludarium_games::evidence::century;
use ludarium_games::{entries, Entry, Kind, Status};
use ludarium_picture::{Marks, Mobility, Options, Scene};
use serde::Serialize;

use crate::extent::{self, Extent};

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// The name in addresses.
    pub slug: &'static str,
    /// The name.
    pub name: &'static str,
    /// The family, for filters.
    pub family: &'static str,
    /// The title of the family.
    pub family_title: &'static str,
    /// The number of players.
    pub players: usize,
    /// Whether it can be played here.
    pub playable: bool,
    /// Whether parts of its rules are reconstructed.
    pub incomplete: bool,
    /// Whether it is one to begin with.
    pub featured: bool,
    /// A summary in a sentence or two.
    pub summary: &'static str,
    /// Where it was played.
    pub place: Option<&'static str>,
    /// The first year with evidence of it, negative for BCE.
    pub from: Option<i32>,
}

impl Card {
    fn of(entry: &'static Entry) -> Card {
        Card {
            slug: entry.slug,
            name: entry.name(),
            family: entry.family,
            family_title: family_title(entry.family),
            players: entry.about.players,
            playable: entry.kind() == Kind::Game,
            incomplete: entry.status() == Status::Incomplete,
            featured: entry.about.featured,
            summary: &entry.about.summary,
            place: entry.about.origin.place.as_deref(),
            from: entry.about.origin.from,
        }
    }

    /// The length and the complexity, once they are measured.
    #[must_use]
    pub fn extent(&self) -> Option<Extent> {
        extent::known(self.slug)
    }

    /// The length and the complexity, measured now if need be.
    #[must_use]
    pub fn measured(&self) -> Option<Extent> {
        extent::measured(self.slug)
    }

    /// The century of the first evidence, counted from 1; negative for BCE.
    #[must_use]
    pub fn century(&self) -> Option<i32> {
        self.from.map(century)
    }
}

/// What the library holds, and the pictures that were drawn of it so far.
#[derive(Default)]
pub struct Library {
    cards: Vec<Card>,
    pictures: Mutex<HashMap<String, Arc<str>>>,
}

impl Library {
    /// The built-in library.
    #[must_use]
    pub fn new() -> Library {
        let order = |card: &Card| families().position(|family| family == card.family);
        let mut cards: Vec<Card> = entries().iter().map(Card::of).collect();
        cards.sort_by_key(|card| (order(card), card.name));
        Library {
            cards,
            pictures: Mutex::default(),
        }
    }

    /// All games, by family and name.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The game with a slug, or with another of its names.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&'static Entry> {
        let exact = entries().iter().find(|entry| entry.slug == name);
        exact.or_else(|| ludarium_games::find(name).ok())
    }

    /// A picture of a game under some readings. Under the defaults it is drawn once; of the many
    /// others none is kept.
    fn picture(
        &self,
        key: &str,
        entry: &'static Entry,
        readings: &[(String, String)],
        draw: impl FnOnce(&Game) -> Option<String>,
    ) -> Option<Arc<str>> {
        let pictures = || self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pictures().get(key).filter(|_| readings.is_empty()) {
            return Some(known.clone());
        }
        let game = ludarium_games::load(entry, readings).ok()?.game;
        let drawn: Arc<str> = draw(&game)?.into();
        if readings.is_empty() {
            pictures().insert(key.to_owned(), drawn.clone());
        }
        Some(drawn)
    }

    /// The board of a game at the start.
    #[must_use]
    pub fn board(&self, entry: &'static Entry, readings: &[(String, String)]) -> Option<Arc<str>> {
        self.picture(entry.slug, entry, readings, |game| {
            let state = game.start(&mut SplitMix64::new(1));
            let scene = Scene::new(game, Some(&entry.about));
            Some(scene.draw(&state, &Marks::default(), &Options::default()))
        })
    }

    /// The kinds of pieces of a game that a diagram may be asked for, each name once.
    #[must_use]
    pub fn pieces(game: &Game) -> Vec<(usize, String)> {
        let mut pieces: Vec<(usize, String)> = Vec::new();
        for (what, piece) in game.components().iter().enumerate().skip(1) {
            let known = pieces.iter().any(|(_, name)| *name == piece.base);
            if piece.die.is_none() && piece.owner <= game.players() && !known {
                pieces.push((what, piece.base.clone()));
            }
        }
        pieces
    }

    /// A diagram of how a piece moves, or the piece alone if it has no moves of its own; `None` if
    /// there is no such piece.
    #[must_use]
    pub fn diagram(
        &self,
        entry: &'static Entry,
        readings: &[(String, String)],
        what: usize,
    ) -> Option<Arc<str>> {
        let key = format!("{}/{what}", entry.slug);
        self.picture(&key, entry, readings, |game| {
            let scene = Scene::new(game, Some(&entry.about));
            let Some(mobility) = Mobility::of(game, what, None) else {
                return scene.piece_svg(what, 0);
            };
            let marks = Marks {
                targets: mobility.targets.clone(),
                ..Marks::default()
            };
            let options = Options {
                diagram: true,
                ..Options::default()
            };
            Some(scene.draw(&mobility.state, &marks, &options))
        })
    }
}
