//! What an agent found while thinking.

use ludarium_engine::Move;

/// A move with the agent's expectation of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, beginning with that of the player to move.
    pub moves: Vec<Move>,
    /// The expected score of the player to move: 1 for a win, 0 for a loss.
    pub value: f64,
    /// How often a tree search visited the move; otherwise 0.
    pub visits: u64,
    /// Whether the value is proved rather than estimated.
    pub proved: bool,
    /// The number of plies until a proved win or loss, if the search knows it.
    pub plies: Option<u32>,
}

/// The result of thinking about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The moves searched, the best first.
    pub lines: Vec<Line>,
    /// Positions or iterations searched.
    pub nodes: u64,
    /// The depth in plies to which every move was searched; 0 for a tree search.
    pub depth: u32,
}
