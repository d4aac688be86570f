//! How a game ends.

use super::*;

/// What ends the game.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum End {
    If {
        cond: Bool,
        inner: Vec<End>,
        result: Option<GameResult>,
    },
    /// For each of these players (bound as [`Iter::Player`]) for whom the condition holds.
    ForEach {
        owners: Owners,
        tracks: bool,
        cond: Bool,
        result: GameResult,
    },
}

/// How it ends.
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
