//! A judgement as data, so that what was learned or tuned once need not be learned again.

use std::collections::BTreeMap;

use ludarium_engine::Game;
use serde::{Deserialize, Serialize};

use super::network::Network;
use super::royal_endgame::Distances;
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
    #[serde(default, rename = "full")]
    pub full_material: i64,
    /// How many times as much pressure on kings and freedom count as they would without training.
    #[serde(default = "unit_weights", rename = "active")]
    pub activity_weights: [f64; 2],
    /// How pieces are taken.
    pub captures: Captures,
    /// [`Evaluation::explained_variance`].
    #[serde(rename = "informative")]
    pub explained_variance: f64,
    /// [`Evaluation::length`].
    pub length: f64,
    /// By player, then site: what is nobody's and lies there. Empty where it is worth nothing.
    #[serde(default, rename = "nobodys")]
    pub neutral_values: Vec<Vec<i32>>,
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
    #[serde(rename = "worth")]
    pub value: i32,
    /// Whether it comes back to where it was.
    #[serde(default, rename = "roams")]
    pub reversible: bool,
    /// Whether it is its owner's only one, and is never taken.
    #[serde(default, rename = "lone")]
    pub royal: bool,
    /// By site.
    pub sites: Vec<i32>,
    /// The same, once nothing else is left; empty where that makes no difference.
    #[serde(default, rename = "late", skip_serializing_if = "Vec::is_empty")]
    pub late_sites: Vec<i32>,
}

fn unit_weights() -> [f64; 2] {
    [1.0; 2]
}

impl Evaluation {
    /// The judgement as data.
    #[must_use]
    pub fn to_stored(&self, game: &Game) -> Stored {
        let kinds = game.components().iter().enumerate().skip(1);
        let kinds = kinds.filter(|(_, kind)| kind.die.is_none());
        let pieces = kinds.map(|(what, kind)| {
            let piece = StoredPiece {
                value: self.piece_values[what],
                reversible: self.reversible[what],
                royal: self.royal[what],
                sites: self.tables[what].clone(),
                late_sites: self.late_tables.get(what).cloned().unwrap_or_default(),
            };
            (kind.name.clone(), piece)
        });
        let neutral_worthless = self
            .neutral_values
            .iter()
            .flatten()
            .all(|value| *value == 0);
        Stored {
            scale: self.scale,
            score: self.score_value,
            full_material: self.full_material,
            activity_weights: self.activity_weights,
            captures: self.captures,
            explained_variance: self.explained_variance,
            length: self.length,
            neutral_values: if neutral_worthless {
                Vec::new()
            } else {
                self.neutral_values.clone()
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
    pub fn from_stored(game: &Game, stored: &Stored) -> Option<Evaluation> {
        let layout = game.layout();
        let (slots, players) = (layout.slots, game.players());
        let neutral_values = match stored.neutral_values.is_empty() {
            true => vec![vec![0; slots]; players + 1],
            false => stored.neutral_values.clone(),
        };
        let whole = neutral_values.len() == players + 1
            && neutral_values.iter().all(|sites| sites.len() == slots)
            && stored.scale.is_finite()
            && stored.scale > 0.0
            && stored.full_material >= 0
            && stored
                .activity_weights
                .iter()
                .all(|times| times.is_finite());
        let network = match stored.network.is_empty() {
            true => None,
            false => Some(Network::from_weights(game, &stored.network)?),
        };
        let components = game.components();
        let (mut tables, mut late_tables, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reversible, mut royal) = (Vec::new(), Vec::new());
        let mut known = 0;
        for (what, kind) in components.iter().enumerate() {
            if what == 0 || kind.die.is_some() {
                tables.push(vec![0; slots]);
                late_tables.push(vec![0; slots]);
                values.push(0);
                reversible.push(false);
                royal.push(false);
                continue;
            }
            let piece = stored.pieces.get(&kind.name)?;
            known += 1;
            let late_sites = if stored.full_material > 0 { slots } else { 0 };
            (piece.sites.len() == slots && piece.late_sites.len() == late_sites).then_some(())?;
            tables.push(piece.sites.clone());
            late_tables.push(piece.late_sites.clone());
            values.push(piece.value);
            reversible.push(piece.reversible);
            royal.push(piece.royal);
        }
        if stored.full_material == 0 {
            late_tables.clear();
        }
        let evaluation = || Evaluation {
            players,
            tables,
            late_tables,
            full_material: stored.full_material,
            activity_weights: stored.activity_weights,
            owners: components.iter().map(|kind| kind.owner).collect(),
            slots,
            stacked: layout.levels > 0,
            counts: layout.count != 0,
            score_value: stored.score,
            neutral_values,
            scale: stored.scale,
            piece_values: values,
            captures: stored.captures,
            reversible,
            royal,
            distances: Distances::of(game),
            explained_variance: stored.explained_variance,
            length: stored.length,
            combined: Vec::new(),
            has_royals: false,
            network: network.clone(),
            best_agent: None,
        };
        (whole && known == stored.pieces.len()).then(|| evaluation().with_combined())
    }
}
