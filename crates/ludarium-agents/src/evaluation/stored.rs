//! Evaluations as data, so that what was learned or tuned need not be learned again.

use std::collections::BTreeMap;

use ludarium_engine::Game;
use serde::{Deserialize, Serialize};

use super::network::Network;
use super::royal_endgame::Distances;
use super::{Captures, Evaluation};

/// The evaluation of one game in a file. Sites are numbered as in the game's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// The lead in points that stands for odds of e to 1.
    pub scale: f64,
    /// The value of a point of the score.
    pub score: i32,
    /// The initial material if values depend on the phase, otherwise 0.
    #[serde(default, rename = "full")]
    pub full_material: i64,
    /// Trained factors of king attack and mobility; 1 without training.
    #[serde(default = "unit_weights", rename = "active")]
    pub activity_weights: [f64; 2],
    /// How pieces are captured.
    pub captures: Captures,
    /// The share of the variance of results explained ([`Evaluation::explained_variance`]).
    #[serde(rename = "informative")]
    pub explained_variance: f64,
    /// The mean length of a random game in plies ([`Evaluation::length`]).
    pub length: f64,
    /// By player, then site: the value of a neutral piece. Empty if neutral pieces have no value.
    #[serde(default, rename = "nobodys")]
    pub neutral_values: Vec<Vec<i32>>,
    /// The weights of a network that replaces the tables, in thousandths. Empty without a network.
    #[serde(default)]
    pub network: Vec<i32>,
    /// The kinds by name, including the owner's number, as in the game.
    pub pieces: BTreeMap<String, StoredPiece>,
}

/// The values of a kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPiece {
    /// The value regardless of the site.
    #[serde(rename = "worth")]
    pub value: i32,
    /// Whether its moves can be reversed.
    #[serde(default, rename = "roams")]
    pub reversible: bool,
    /// Whether it is royal: its owner always has exactly one.
    #[serde(default, rename = "lone")]
    pub royal: bool,
    /// The value by site, with all material on the board.
    pub sites: Vec<i32>,
    /// The value by site with no other material left; empty if values do not depend on the phase.
    #[serde(default, rename = "late", skip_serializing_if = "Vec::is_empty")]
    pub late_sites: Vec<i32>,
}

/// The largest value of a piece or a point, and the longest game, that an evaluation may have: far
/// beyond any that is learned, and far below what sums of values could not hold.
const MAX_VALUE: i32 = 1_000_000;

impl Stored {
    /// Whether all numbers are finite and of a size that the search can add up.
    fn is_bounded(&self) -> bool {
        let small = |value: &i32| value.unsigned_abs() <= MAX_VALUE.unsigned_abs();
        let within = |value: f64| value.is_finite() && value.abs() <= f64::from(MAX_VALUE);
        let pieces = self.pieces.values().flat_map(|piece| {
            let values = piece.sites.iter().chain(&piece.late_sites);
            values.chain(std::iter::once(&piece.value))
        });
        pieces
            .chain(self.neutral_values.iter().flatten())
            .chain(&self.network)
            .chain(std::iter::once(&self.score))
            .all(small)
            && self.activity_weights.into_iter().all(within)
            && within(self.scale)
            && self.scale > 0.0
            && (0.0..=f64::from(MAX_VALUE)).contains(&self.length)
            // A share of a variance is at most the whole; it may be negative.
            && within(self.explained_variance)
            && self.explained_variance <= 1.0
            && (0..1 << 40).contains(&self.full_material)
    }
}

fn unit_weights() -> [f64; 2] {
    [1.0; 2]
}

impl Evaluation {
    /// The evaluation as data.
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

    /// The stored evaluation; `None` if it belongs to another game, with other pieces or sites, or
    /// if a number in it is not finite or beyond a million points.
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
            && stored.is_bounded();
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
            counts: layout.counts(),
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
