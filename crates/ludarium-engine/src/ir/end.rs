//! How a game ends.

use super::*;

/// An end rule.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum End {
    If {
        cond: Bool,
        inner: Vec<End>,
        result: Option<GameResult>,
    },
    /// Ends the game for each of these players (bound as [`Iter::Player`]) for whom the condition
    /// holds.
    ForEach {
        owners: Owners,
        tracks: bool,
        cond: Bool,
        result: GameResult,
    },
}

/// The result of an end rule.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum GameResult {
    Of(Owners, Verdict),
    ByScore {
        scores: Vec<(Int, Int)>,
        misere: bool,
    },
    Payoffs(Vec<(Int, Float)>),
}

/// Won, lost or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Loss,
    Draw,
    Tie,
    Abandon,
    Crash,
}
