//! The games of a training, as data.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::train::FIXED_FEATURES;

/// The weight of the result of the game against the search value of the position.
const RESULT_WEIGHT: f64 = 0.5;

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    /// The untrained evaluation for the side to move, in log odds, and 1 for being to move.
    pub base: [f32; FIXED_FEATURES],
    /// Pieces for and against the mover: feature index and signed count.
    pub placed: Vec<(u32, f32)>,
    /// The share of the initial material that is left, 0 to 1.
    pub phase: f32,
    /// The search value, and the result of the game if it ended.
    pub search_value: f32,
    pub result: Option<f32>,
}

impl Position {
    pub fn target(&self) -> f32 {
        let result = |result: f32| {
            RESULT_WEIGHT * f64::from(result) + (1.0 - RESULT_WEIGHT) * f64::from(self.search_value)
        };
        self.result
            .map_or(self.search_value, |own| result(own) as f32)
    }
}

/// A game that a [`Trainer`](super::Trainer) has played: the positions that it learns from. It can
/// be stored, so that an interrupted training goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrainingGame(pub(super) Vec<Position>);

impl TrainingGame {
    /// Whether its positions have this number of features, and all numbers are possible.
    pub(super) fn fits(&self, features: usize) -> bool {
        self.0.iter().all(|position| {
            let shares = [
                Some(position.search_value),
                position.result,
                Some(position.phase),
            ];
            position
                .placed
                .iter()
                .all(|(at, count)| (*at as usize) < features && count.is_finite())
                && position.base.iter().all(|base| base.is_finite())
                && shares.into_iter().flatten().all(f32::is_finite)
        })
    }
}

/// A stored game does not belong to this training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignGame {
    /// Its place among the stored games, from 0.
    pub number: usize,
}

impl fmt::Display for ForeignGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} belongs to another training", self.number + 1)
    }
}

impl std::error::Error for ForeignGame {}
