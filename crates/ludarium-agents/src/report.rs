//! What an agent thought.

use ludarium_engine::Move;

/// A move with what the agent expects of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, the first being that of the player who thinks.
    pub moves: Vec<Move>,
    /// What the player may expect: 1 for a win, 0 for a loss.
    pub value: f64,
    /// How often the move was tried, for a tree search.
    pub visits: u64,
    /// Whether the value is proved, and no estimate.
    pub proved: bool,
}

/// What came of thinking about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The moves looked at, the best first.
    pub lines: Vec<Line>,
    /// Positions or iterations.
    pub nodes: u64,
    /// How many plies deep everything was looked at; 0 for a tree search.
    pub depth: u32,
}
