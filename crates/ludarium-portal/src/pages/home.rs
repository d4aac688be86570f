//! The home page.

use std::sync::OnceLock;

use askama::Template;
use axum::extract::State;
use ludarium_table::{BoardPicture, Snapshot};
use serde::Serialize;

use super::{page, Page};
use crate::app::{Portal, Problem};
use crate::library::Card;
use crate::play::embedded;
use crate::study::{everybody, Study};

/// The game on the home page, and its moves: Dilaram's mate, as Falkener prints it (*Games Ancient
/// and Oriental*, 1892, pp. 5-6).
const GAME: &str = "falkener-dilaram";
const MOVES: [&str; 9] = [
    "h4-h8", "g8xh8", "h3-f5", "h8-g8", "h1-h8", "g8xh8", "g6-g7", "h8-g8", "g4-h6",
];

/// A game that plays itself on the page.
struct Demonstration {
    board: String,
    /// The board, the first position, and what changes with each move, for the script.
    data: String,
}

#[derive(Serialize)]
struct Film {
    board: BoardPicture,
    positions: Vec<Snapshot>,
}

/// The game of the home page; an error if its moves cannot be made.
fn demonstration(portal: &Portal) -> Result<&'static Demonstration, Problem> {
    static SHOWN: OnceLock<Demonstration> = OnceLock::new();
    if let Some(known) = SHOWN.get() {
        return Ok(known);
    }
    let after = |moves: usize| {
        let study = Study {
            slug: GAME.to_owned(),
            moves: MOVES[..moves]
                .iter()
                .map(|text| (*text).to_owned())
                .collect(),
            ..Study::default()
        };
        study.open(portal).map(|(_, table)| table)
    };
    let tables = (0..=MOVES.len()).map(after);
    let tables: Vec<_> = tables.collect::<Result<_, _>>()?;
    let viewer = everybody(&tables[0]);
    let mut positions = vec![tables[0].snapshot(&viewer, 0)];
    let pairs = tables.windows(2);
    positions.extend(pairs.map(|pair| pair[1].changes(&pair[0], &viewer, 0)));
    for position in &mut positions {
        position.legal.clear();
    }
    let board = tables[0].board(&viewer);
    let film = Film {
        board: BoardPicture {
            svg: String::new(),
            ..board.clone()
        },
        positions,
    };
    Ok(SHOWN.get_or_init(|| Demonstration {
        board: board.svg,
        data: embedded(&film),
    }))
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    games: usize,
    first: Vec<&'a Card>,
    film: &'static Demonstration,
}

/// The home page.
pub async fn home(State(portal): State<Portal>) -> Page {
    let cards = portal.library.cards();
    page(&HomePage {
        games: cards.iter().filter(|card| card.playable).count(),
        first: cards.iter().filter(|card| card.featured).collect(),
        film: tokio::task::block_in_place(|| demonstration(&portal))?,
    })
}
