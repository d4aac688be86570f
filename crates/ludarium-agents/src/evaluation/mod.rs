//! Evaluation of positions, learned from the game description alone.
//!
//! Nothing here knows any particular game. A number of games are played, first at random, then by
//! greedy players with the evaluation learned so far. They give:
//!
//! - The *mobility* of each kind: the mean number of moves per piece. It is the prior for piece
//!   values (a queen has more moves than a rook, a rook more than a pawn).
//! - The *progress* of each kind on each site: a potential that rises along moves made in one
//!   direction only. It is flat for a rook, rises up the board for a pawn, and follows the track
//!   for a piece of backgammon (`progress`).
//! - The *reach* of neutral pieces: seeds in a hole from which one player's moves begin can be used
//!   by that player.
//! - How well piece counts, progress, centrality, pieces in hand, reach and score predict the
//!   winner: a logistic regression that starts from mobility (`regression`).

mod activity;
mod learn;
mod mirrored_sites;
mod mobility;
mod network;
mod pieces;
mod progress;
pub(crate) mod reach;
mod regression;
mod royal_endgame;
mod stored;
mod train;
mod training_game;
mod turn;

use ludarium_engine::{ContainerKind, Game, SplitMix64, State};
use serde::{Deserialize, Serialize};

use crate::{AgentSpec, Budget};

pub(crate) use activity::Activity;
pub use learn::Effort;
pub use stored::{Stored, StoredPiece};
pub use train::{PredictionScore, Trained, Trainer};
pub use training_game::{ForeignGame, TrainingGame};
pub(crate) use turn::{probability, TurnSearch};

/// How pieces are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Captures {
    /// Not at all.
    None,
    /// By moving to their site.
    Replacement,
    /// In other ways too, such as jumping or custodial capture.
    #[serde(rename = "otherwise")]
    Other,
}

/// An evaluation of the positions of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    players: usize,
    /// By kind, then slot: the value of a piece with all initial material on the board.
    tables: Vec<Vec<i32>>,
    /// By kind, then slot: the value of a piece with no other material left; empty if the values do
    /// not depend on the phase.
    late_tables: Vec<Vec<i32>>,
    /// The initial material if values depend on the phase, otherwise 0.
    full_material: i64,
    /// Trained factors of king attack and mobility ([`Activity`]); 1 without training.
    activity_weights: [f64; 2],
    owners: Vec<usize>,
    slots: usize,
    stacked: bool,
    counts: bool,
    score_value: i32,
    /// By player, then slot: the value of a neutral piece there.
    neutral_values: Vec<Vec<i32>>,
    /// The lead in points that stands for odds of e to 1.
    scale: f64,
    /// By kind: the value of a piece, regardless of its site.
    piece_values: Vec<i32>,
    captures: Captures,
    /// By kind: whether its moves can be reversed.
    reversible: Vec<bool>,
    /// By kind: whether it is royal, that is, its owner always has exactly one.
    royal: Vec<bool>,
    distances: royal_endgame::Distances,
    explained_variance: f64,
    length: f64,
    /// By kind, then slot: the early and late value of a piece to the first player, and its share
    /// of the phase material. Filled for two-player games without stacks and without valuable
    /// neutral pieces, otherwise empty.
    combined: Vec<[i32; 3]>,
    /// Whether both players have a royal piece.
    has_royals: bool,
    /// A network that replaces the tables, if one was trained.
    network: Option<network::Network>,
    /// The agent that won the trial match, if one was played.
    best_agent: Option<AgentSpec>,
}

/// The lead that stands for odds of e to 1 (73 %) between searching players, as a share of a
/// player's initial material. Measured in games of five chess variants, in which it was between
/// 0.076 and 0.135.
const SEARCH_SCALE_SHARE: f64 = 0.108;

/// The expected score for a lead of `points`, if a lead of `scale` stands for odds of e to 1.
pub(crate) fn logistic(points: i32, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(points) / scale).exp())
}

/// The maximum absolute value of a position that is not over, in points.
pub const MAX_VALUE: i32 = 15_000;

impl Evaluation {
    /// Learns an evaluation of a game. Equal games, seeds and efforts give equal evaluations.
    #[must_use]
    pub fn learn(game: &Game, seed: u64, effort: Effort) -> Evaluation {
        Evaluation::learn_within(game, seed, effort, &mut Budget::nodes(u64::MAX))
    }

    /// Learns an evaluation of a game within a time limit, half of which is for random games. If
    /// listing moves is slow, fewer plies are played; the result then depends on the clock.
    #[must_use]
    pub fn learn_within(game: &Game, seed: u64, effort: Effort, time: &mut Budget) -> Evaluation {
        learn::learn(game, seed, effort, time)
    }

    /// The value of a position to a player, compared with the others, in points.
    #[must_use]
    pub fn evaluate(&self, state: &State, player: usize) -> i32 {
        if let Some(network) = &self.network {
            let points = f64::from(network.log_odds(state)) * network::SCALE;
            let points = points.clamp(-f64::from(MAX_VALUE), f64::from(MAX_VALUE)) as i32;
            return if state.mover() == player {
                points
            } else {
                -points
            };
        }
        if !self.combined.is_empty() {
            return self.evaluate_combined(state, player);
        }
        let mut own = 0i64;
        let mut others = 0i64;
        for slot in 0..self.slots {
            let what = state.what(slot);
            if what == 0 {
                continue;
            }
            if self.stacked {
                for level in 0..state.height(slot) {
                    let what = state.what_at(slot, level);
                    self.add(what, slot, 1, player, &mut own, &mut others);
                }
            } else {
                let count = match self.counts {
                    true => state.count(slot),
                    false => 1,
                };
                self.add(what, slot, count, player, &mut own, &mut others);
            }
        }
        if self.score_value != 0 {
            for other in 1..=self.players {
                let value = i64::from(self.score_value) * i64::from(state.score(other));
                match other == player {
                    true => own += value,
                    false => others += value,
                }
            }
        }
        let rivals = self.players.saturating_sub(1).max(1) as i64;
        (own - others / rivals).clamp(-i64::from(MAX_VALUE), i64::from(MAX_VALUE)) as i32
    }

    /// The value of a position to a player, in points, by the combined table.
    fn evaluate_combined(&self, state: &State, player: usize) -> i32 {
        let (mut early, mut late, mut phase_material) = (0i64, 0i64, 0i64);
        let mut counts = [0; 3];
        for (slot, &what) in state.kinds().iter().enumerate() {
            if what == 0 {
                continue;
            }
            let count = match self.counts {
                true => i64::from(state.count(slot)),
                false => 1,
            };
            let [first, last, weighs] = &self.combined[what as usize * self.slots + slot];
            early += i64::from(*first) * count;
            late += i64::from(*last) * count;
            phase_material += i64::from(*weighs) * count;
            counts[self.owners[what as usize].min(2)] += 1;
        }
        let mut sum = match self.full_material {
            0 => early,
            full_material => {
                let left = phase_material.min(full_material);
                (early * left + late * (full_material - left)) / full_material
            }
        };
        if self.score_value != 0 {
            let score = state.score(1) - state.score(2);
            sum += i64::from(self.score_value) * i64::from(score);
        }
        if self.has_royals {
            sum += self.mop_up(state, [counts[1], counts[2]], sum);
        }
        let sum = sum.clamp(-i64::from(MAX_VALUE), i64::from(MAX_VALUE)) as i32;
        if player == 1 {
            sum
        } else {
            -sum
        }
    }

    /// The material of both players that decides the phase, by the combined table.
    pub(super) fn phase_material(&self, state: &State) -> i64 {
        let slots = state
            .kinds()
            .iter()
            .enumerate()
            .filter(|(_, what)| **what != 0);
        let phase_material = slots.map(|(slot, &what)| {
            let own = self.combined[what as usize * self.slots + slot][2];
            i64::from(own) * i64::from(if self.counts { state.count(slot) } else { 1 })
        });
        phase_material.sum()
    }

    /// Fills the combined table if it suffices for the evaluation.
    fn with_combined(mut self) -> Evaluation {
        let neutral_worthless = self
            .neutral_values
            .iter()
            .flatten()
            .all(|value| *value == 0);
        if self.players == 2 && !self.stacked && neutral_worthless {
            let late = if self.late_tables.is_empty() {
                &self.tables
            } else {
                &self.late_tables
            };
            let signed = (0..self.tables.len()).flat_map(|what| {
                let sign = match self.owners[what] {
                    1 => 1,
                    2 => -1,
                    _ => 0,
                };
                let phase_material = match self.royal[what] || sign == 0 {
                    true => 0,
                    false => self.piece_values[what].max(0),
                };
                let both = self.tables[what].iter().zip(&late[what]);
                both.map(move |(early, late)| [sign * early, sign * late, phase_material])
            });
            self.combined = signed.collect();
            let has = |player: usize| {
                let mut kinds = self.royal.iter().zip(&self.owners);
                kinds.any(|(royal, owner)| *royal && *owner == player)
            };
            self.has_royals = has(1) && has(2);
        }
        self
    }

    #[inline]
    fn add(
        &self,
        what: usize,
        slot: usize,
        count: i32,
        player: usize,
        own: &mut i64,
        others: &mut i64,
    ) {
        let value = i64::from(self.tables[what][slot]) * i64::from(count);
        match self.owners[what] {
            owner if owner == player => *own += value,
            owner if (1..=self.players).contains(&owner) => *others += value,
            _ => {
                let there = self
                    .neutral_values
                    .get(player)
                    .map_or(0, |slots| slots[slot]);
                *own += i64::from(there) * i64::from(count);
            }
        }
    }

    /// Whether the evaluation depends only on piece positions and is zero-sum.
    pub(crate) fn is_piece_square_only(&self) -> bool {
        self.network.is_none() && !self.combined.is_empty() && self.score_value == 0
    }

    /// Whether both players have a royal piece.
    pub(crate) fn has_royals(&self) -> bool {
        self.has_royals
    }

    /// The evaluation with the agent that won the trial match.
    #[must_use]
    pub fn with_best_agent(mut self, agent: AgentSpec) -> Evaluation {
        self.best_agent = Some(agent);
        self
    }

    /// The agent that won the trial match, if one was played.
    #[must_use]
    pub fn best_agent(&self) -> Option<AgentSpec> {
        self.best_agent
    }

    /// Whether a network evaluates positions.
    pub(crate) fn has_network(&self) -> bool {
        self.network.is_some()
    }

    /// The expected score (0 to 1) for a lead of `points`, in games like those learned from.
    #[must_use]
    pub fn expected_score(&self, points: i32) -> f64 {
        logistic(points, self.scale)
    }

    /// The lead in points that stands for odds of e to 1 between searching players in chess-like
    /// games. Random games are lost from positions that such players would win; weights tuned by
    /// self-play take that into account.
    pub(crate) fn search_scale(&self, game: &Game) -> f64 {
        let start = game.start(&mut SplitMix64::new(0));
        let mut material = 0.0;
        pieces(game, &start, |what, _, count| {
            let lost = !self.royal.get(what).is_some_and(|royal| *royal);
            material +=
                f64::from(self.piece_value(what)) * f64::from(count) * f64::from(u8::from(lost));
        });
        match self.full_material > 0 || material <= 0.0 {
            true => self.scale,
            false => self
                .scale
                .min(SEARCH_SCALE_SHARE * material / self.players as f64),
        }
    }

    /// The value of a piece of a kind, regardless of its site, in points.
    #[must_use]
    pub fn piece_value(&self, what: usize) -> i32 {
        self.piece_values.get(what).copied().unwrap_or(0)
    }

    /// The maximum value of a piece of a kind on a slot, in points.
    pub(crate) fn max_value_on(&self, what: usize, slot: usize) -> i32 {
        let late = self.late_tables.get(what).map_or(0, |own| own[slot]);
        late.max(self.tables[what][slot])
    }

    /// The least positive value of a piece that is not royal.
    pub(crate) fn min_piece_value(&self) -> i32 {
        let value = self.piece_values.iter().zip(&self.royal);
        let value = value.filter(|(value, royal)| **value > 0 && !**royal);
        value.map(|(value, _)| *value).min().unwrap_or(100)
    }

    /// The owner of a kind; 0 for neutral kinds.
    #[must_use]
    pub fn owner(&self, what: usize) -> usize {
        self.owners.get(what).copied().unwrap_or(0)
    }

    /// The number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// The minimum change of the evaluation when a piece disappears.
    pub(crate) fn min_swing(&self) -> i32 {
        let value = self.piece_values.iter().map(|value| value.abs());
        value.filter(|value| *value > 20).min().unwrap_or(20) * 3 / 5
    }

    /// The number of a player's reversible pieces without royal ones. With several of them,
    /// zugzwang is unlikely.
    pub(crate) fn reversible_pieces(&self, state: &State, player: usize) -> usize {
        let own = |slot: &usize| {
            let what = state.what(*slot);
            self.reversible[what] && self.owners[what] == player
        };
        (0..self.slots).filter(own).count()
    }

    /// The number of pieces of a player, and of the others.
    pub(crate) fn piece_counts(&self, state: &State, player: usize) -> (i32, i32) {
        let (mut own, mut others) = (0, 0);
        let slots = state.kinds().iter().enumerate();
        let taken = slots.filter(|(_, &what)| what > 0);
        for (what, count) in taken.flat_map(|(slot, _)| state.pieces_on(slot)) {
            match self.owners[what] {
                owner if owner == player => own += count,
                owner if (1..=self.players).contains(&owner) => others += count,
                _ => {}
            }
        }
        (own, others)
    }

    /// Whether a kind is royal.
    pub(crate) fn is_royal(&self, what: usize) -> bool {
        self.royal[what]
    }

    /// How pieces are captured.
    #[must_use]
    pub fn captures(&self) -> Captures {
        self.captures
    }

    /// The share of the variance of results (R²) that the evaluation explained in games it had not
    /// learned from: 0 for no better than the mean, 1 for perfect prediction.
    #[must_use]
    pub fn explained_variance(&self) -> f64 {
        self.explained_variance
    }

    /// The mean length of a random game in plies.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }
}

/// Calls `each` with kind, slot and count of all pieces except dice.
pub(crate) fn pieces(game: &Game, state: &State, mut each: impl FnMut(usize, usize, i32)) {
    let layout = game.layout();
    for slot in 0..layout.slots {
        let what = state.what(slot);
        if what == 0 || is_die(game, what) {
            continue;
        }
        if layout.levels > 0 {
            for level in 0..state.height(slot) {
                each(state.what_at(slot, level), slot, 1);
            }
        } else {
            each(what, slot, state.count(slot).max(1));
        }
    }
}

/// By kind, the index of its name, regardless of owner; and the number of names.
fn names(game: &Game) -> (Vec<usize>, usize) {
    let mut known: Vec<&str> = Vec::new();
    let bases = game.components().iter().map(|kind| {
        let at = known.iter().position(|name| *name == kind.base);
        at.unwrap_or_else(|| {
            known.push(&kind.base);
            known.len() - 1
        })
    });
    (bases.collect(), known.len())
}

fn is_die(game: &Game, what: usize) -> bool {
    let kind = game.components().get(what);
    kind.is_some_and(|kind| kind.die.is_some())
}

/// Whether a slot is in a hand.
pub(crate) fn in_hand(game: &Game, slot: usize) -> bool {
    game.layout().in_hand(slot)
        && game.containers().iter().any(|container| {
            container.kind == ContainerKind::Hand
                && (container.first..container.first + container.size).contains(&slot)
        })
}
