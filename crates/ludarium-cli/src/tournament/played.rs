//! The result of a game of a tournament.

use serde::{Deserialize, Serialize};

use crate::ledger::Stored;

/// The stored result of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    pub game: String,
    pub first: String,
    pub second: String,
    pub round: usize,
    /// The score of the first player, from 0 to 1.
    pub score: f64,
    pub plies: usize,
    /// Whether the game ended by the rules.
    pub over: bool,
    /// Why the rules ended the game, as far as that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason why the game ended, if it was neither the rules nor the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The time of the slowest move, in seconds.
    pub slowest: f64,
    /// The terms: time or nodes, opening, limit, seed, readings.
    pub terms: String,
}

impl Stored for Played {
    const COMMAND: &'static str = "tournament";

    fn terms(&self) -> &str {
        &self.terms
    }
}
