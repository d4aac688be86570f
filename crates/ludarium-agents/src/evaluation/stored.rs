//! A judgement as data, so that what was learned or tuned once need not be learned again.

use std::collections::BTreeMap;

use ludarium_engine::Game;
use serde::{Deserialize, Serialize};

use super::lone::Away;
use super::network::Network;
use super::{Captures, Evaluation};

/// The judgement of one game, as a file holds it. Sites are counted as in the game's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Points that make a win e times as likely.
    pub scale: f64,
    /// What a point of the score is worth.
    pub score: i32,
    /// What all men were worth in the beginning; 0 where it makes no difference how much is left.
    #[serde(default)]
    pub full: i64,
    /// How many times as much pressure on kings and freedom count as they would without training.
    #[serde(default = "usual")]
    pub active: [f64; 2],
    /// How pieces are taken.
    pub captures: Captures,
    /// [`Evaluation::informative`].
    pub informative: f64,
    /// [`Evaluation::length`].
    pub length: f64,
    /// By player, then site: what is nobody's and lies there. Empty where it is worth nothing.
    #[serde(default)]
    pub nobodys: Vec<Vec<i32>>,
    /// The weights of a network that judges instead, in thousandths. Empty where there is none.
    #[serde(default)]
    pub network: Vec<i32>,
    /// By the piece's name with its owner's number, as the game has it.
    pub pieces: BTreeMap<String, StoredPiece>,
}

/// What a kind of piece is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPiece {
    /// Wherever it stands.
    pub worth: i32,
    /// Whether it comes back to where it was.
    #[serde(default)]
    pub roams: bool,
    /// Whether it is its owner's only one, and is never taken.
    #[serde(default)]
    pub lone: bool,
    /// By site.
    pub sites: Vec<i32>,
    /// The same, once nothing else is left; empty where that makes no difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<i32>,
}

fn usual() -> [f64; 2] {
    [1.0; 2]
}

impl Evaluation {
    /// The judgement as data.
    #[must_use]
    pub fn stored(&self, game: &Game) -> Stored {
        let kinds = game.components().iter().enumerate().skip(1);
        let kinds = kinds.filter(|(_, kind)| kind.die.is_none());
        let pieces = kinds.map(|(what, kind)| {
            let piece = StoredPiece {
                worth: self.worth[what],
                roams: self.roams[what],
                lone: self.lone[what],
                sites: self.tables[what].clone(),
                late: self.late.get(what).cloned().unwrap_or_default(),
            };
            (kind.name.clone(), piece)
        });
        let nothing = self.nobodys.iter().flatten().all(|worth| *worth == 0);
        Stored {
            scale: self.scale,
            score: self.score,
            full: self.full,
            active: self.active,
            captures: self.captures,
            informative: self.informative,
            length: self.length,
            nobodys: if nothing {
                Vec::new()
            } else {
                self.nobodys.clone()
            },
            network: self
                .network
                .as_ref()
                .map_or_else(Vec::new, Network::weights),
            pieces: pieces.collect(),
        }
    }

    /// The judgement that was stored, if it is one of this game: of the same pieces on the same sites.
    #[must_use]
    pub fn of_stored(game: &Game, stored: &Stored) -> Option<Evaluation> {
        let layout = game.layout();
        let (slots, players) = (layout.slots, game.players());
        let nobodys = match stored.nobodys.is_empty() {
            true => vec![vec![0; slots]; players + 1],
            false => stored.nobodys.clone(),
        };
        let whole = nobodys.len() == players + 1
            && nobodys.iter().all(|sites| sites.len() == slots)
            && stored.scale.is_finite()
            && stored.scale > 0.0
            && stored.full >= 0
            && stored.active.iter().all(|times| times.is_finite());
        let network = match stored.network.is_empty() {
            true => None,
            false => Some(Network::of_weights(game, &stored.network)?),
        };
        let components = game.components();
        let (mut tables, mut late, mut worth) = (Vec::new(), Vec::new(), Vec::new());
        let (mut roams, mut lone) = (Vec::new(), Vec::new());
        let mut known = 0;
        for (what, kind) in components.iter().enumerate() {
            if what == 0 || kind.die.is_some() {
                tables.push(vec![0; slots]);
                late.push(vec![0; slots]);
                worth.push(0);
                roams.push(false);
                lone.push(false);
                continue;
            }
            let piece = stored.pieces.get(&kind.name)?;
            known += 1;
            let phased = if stored.full > 0 { slots } else { 0 };
            (piece.sites.len() == slots && piece.late.len() == phased).then_some(())?;
            tables.push(piece.sites.clone());
            late.push(piece.late.clone());
            worth.push(piece.worth);
            roams.push(piece.roams);
            lone.push(piece.lone);
        }
        if stored.full == 0 {
            late.clear();
        }
        let judgement = || Evaluation {
            players,
            tables,
            late,
            full: stored.full,
            active: stored.active,
            owners: components.iter().map(|kind| kind.owner).collect(),
            slots,
            levels: layout.levels > 0,
            counts: layout.count != 0,
            score: stored.score,
            nobodys,
            scale: stored.scale,
            worth,
            captures: stored.captures,
            roams,
            lone,
            away: Away::of(game),
            informative: stored.informative,
            length: stored.length,
            balance: Vec::new(),
            has_lone: false,
            network: network.clone(),
            agent: None,
        };
        (whole && known == stored.pieces.len()).then(|| judgement().with_balance())
    }
}
