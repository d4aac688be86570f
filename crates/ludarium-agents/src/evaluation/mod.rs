//! What a position is worth, judged from the description alone.
//!
//! Nothing here knows a game. A number of games are played, at random first, then by players who look
//! one move ahead with what has been learned; from them follow
//!
//! - the *mobility* of each kind of piece: how many moves one such piece had on average. That is the
//!   value of pieces to begin with (a queen has more moves than a rook, a rook more than a pawn);
//! - the *progress* of each kind on each site: a potential that rises along the moves that are made
//!   one way and not the other. It is flat for a rook, rises up the board for a pawn, and runs along
//!   the track for a man of backgammon ([`flow`]);
//! - the *reach* of what is nobody's: seeds in a hole from which one player's moves begin are that player's to use;
//! - how well numbers of pieces, progress, nearness to the centre, pieces in hand, reach and score foretell the
//!   winner: a logistic regression that starts from mobility ([`fit`]).

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
mod turn;

use ludarium_engine::{ContainerKind, Game, SplitMix64, State};
use serde::{Deserialize, Serialize};

use crate::{AgentSpec, Budget};

pub(crate) use activity::Activity;
pub use learn::Effort;
pub use stored::{Stored, StoredPiece};
pub use train::{PredictionScore, Trained, Trainer};
pub(crate) use turn::{probability, TurnSearch};

/// Whether pieces are taken, and how it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Captures {
    /// Never.
    None,
    /// By moving to where they stand.
    Replacement,
    /// Otherwise too: by leaping over them, enclosing them.
    #[serde(rename = "otherwise")]
    Other,
}

/// The judgement of positions of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    players: usize,
    /// By kind, then slot: what a piece is worth as long as all is there that was there in the beginning.
    tables: Vec<Vec<i32>>,
    /// The same, once nothing else is left; empty where that makes no difference.
    late_tables: Vec<Vec<i32>>,
    /// What all was worth in the beginning, where that makes a difference; else 0.
    full_material: i64,
    /// How many times as much as they would by the rules alone pressure and freedom count ([`Activity`]).
    activity_weights: [f64; 2],
    owners: Vec<usize>,
    slots: usize,
    stacked: bool,
    counts: bool,
    score_value: i32,
    /// By player, then slot: what a piece of nobody's is worth that lies there.
    neutral_values: Vec<Vec<i32>>,
    /// Points that make a win e times as likely.
    scale: f64,
    /// By kind: what a piece is worth, wherever it stands.
    piece_values: Vec<i32>,
    captures: Captures,
    /// By kind: whether it comes back to where it was.
    reversible: Vec<bool>,
    /// By kind: whether it is somebody's only one, which is never taken.
    royal: Vec<bool>,
    distances: royal_endgame::Distances,
    explained_variance: f64,
    length: f64,
    /// For two players, where nothing that is nobody's counts and nothing stands on another: by kind, then slot, what a piece is
    /// worth to the first player; else nothing.
    combined: Vec<[i32; 3]>,
    /// Whether each of both has somebody who must not be lost.
    has_royals: bool,
    /// What judges instead of all tables, where it was learned.
    network: Option<network::Network>,
    /// The agent that did best with it, where that was tried.
    best_agent: Option<AgentSpec>,
}

/// The lead that is worth e to 1 (73 %) between players who search, as a share of what a player's men are worth in the beginning. Measured in games at 400 nodes
/// a move: 0.076 in courier chess, 0.098 in shatranj, 0.108 in Chinese chess (1,600 games each), 0.135 in modern and in Thai chess (300).
const SEARCH_SCALE_SHARE: f64 = 0.108;

/// The expectation that goes with so many points, where so many are worth e to 1.
pub(crate) fn logistic(points: i32, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(points) / scale).exp())
}

/// No position that is not over is worth more than this, or less than its negative.
pub const MAX_VALUE: i32 = 15_000;

impl Evaluation {
    /// Learns to judge the positions of a game. The same game, seed and effort give the same
    /// judgement.
    #[must_use]
    pub fn learn(game: &Game, seed: u64, effort: Effort) -> Evaluation {
        Evaluation::learn_within(game, seed, effort, &mut Budget::nodes(u64::MAX))
    }

    /// The same, as long as there is time: half of it for random games. Games in which finding the moves takes long are
    /// learned from fewer plies then, and what is learned depends on the clock.
    #[must_use]
    pub fn learn_within(game: &Game, seed: u64, effort: Effort, time: &mut Budget) -> Evaluation {
        learn::learn(game, seed, effort, time)
    }

    /// What a position is worth to a player, compared with the others, in points.
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

    /// The same by one table.
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

    /// What all men are worth that may be lost, whoever owns them, where positions are judged by one table.
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

    /// Makes the table of [`Evaluation::balanced`], where that is all there is to a judgement.
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

    /// Whether a judgement follows from what stands where alone, and what is good for one of two players is as bad for the other.
    pub(crate) fn is_piece_square_only(&self) -> bool {
        self.network.is_none() && !self.combined.is_empty() && self.score_value == 0
    }

    /// Whether each of both has somebody who must not be lost.
    pub(crate) fn has_royals(&self) -> bool {
        self.has_royals
    }

    /// The same judgement, and that an agent did best with it.
    #[must_use]
    pub fn with_best_agent(mut self, agent: AgentSpec) -> Evaluation {
        self.best_agent = Some(agent);
        self
    }

    /// The agent that did best with it, where that was tried.
    #[must_use]
    pub fn best_agent(&self) -> Option<AgentSpec> {
        self.best_agent
    }

    /// Whether a network judges.
    pub(crate) fn has_network(&self) -> bool {
        self.network.is_some()
    }

    /// The expectation (0 to 1) that goes with so many points, in games like those that were learned from.
    #[must_use]
    pub fn expected_score(&self, points: i32) -> f64 {
        logistic(points, self.scale)
    }

    /// The points that are worth e to 1 between players who search and exchange men. Random games are lost from positions that those would
    /// win; what was tuned by games of the search knows that.
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

    /// What a piece of a kind is worth, wherever it stands, in points.
    #[must_use]
    pub fn piece_value(&self, what: usize) -> i32 {
        self.piece_values.get(what).copied().unwrap_or(0)
    }

    /// What a piece of a kind is worth on a slot at the most, in points.
    pub(crate) fn max_value_on(&self, what: usize, slot: usize) -> i32 {
        let late = self.late_tables.get(what).map_or(0, |own| own[slot]);
        late.max(self.tables[what][slot])
    }

    /// What the least man is worth that is worth anything and may be lost.
    pub(crate) fn min_piece_value(&self) -> i32 {
        let value = self.piece_values.iter().zip(&self.royal);
        let value = value.filter(|(value, royal)| **value > 0 && !**royal);
        value.map(|(value, _)| *value).min().unwrap_or(100)
    }

    /// Who owns a kind.
    #[must_use]
    pub fn owner(&self, what: usize) -> usize {
        self.owners.get(what).copied().unwrap_or(0)
    }

    /// How many slots there are.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// What a judgement changes by at least when a piece goes.
    pub(crate) fn min_swing(&self) -> i32 {
        let value = self.piece_values.iter().map(|value| value.abs());
        value.filter(|value| *value > 20).min().unwrap_or(20) * 3 / 5
    }

    /// How many men a player has that come and go as they please, the one who must not be lost left out: with several, it hurts nobody
    /// to have a move to make.
    pub(crate) fn reversible_pieces(&self, state: &State, player: usize) -> usize {
        let own = |slot: &usize| {
            let what = state.what(*slot);
            self.reversible[what] && self.owners[what] == player
        };
        (0..self.slots).filter(own).count()
    }

    /// How many men a player has, and how many the others have.
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

    /// Whether a kind is somebody's only one, which is never taken.
    pub(crate) fn is_royal(&self, what: usize) -> bool {
        self.royal[what]
    }

    /// How pieces are taken.
    #[must_use]
    pub fn captures(&self) -> Captures {
        self.captures
    }

    /// How much better than a blind guess the judgement foretold the winners of games that it had not
    /// learned from: 0 not at all, 1 always.
    #[must_use]
    pub fn explained_variance(&self) -> f64 {
        self.explained_variance
    }

    /// How many plies a random game takes on average.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }
}

/// The pieces of a state: kind, slot, how many; what lies among the dice is left out.
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

/// By kind, which of the names of kinds it has, whoever owns it; and how many names there are.
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
