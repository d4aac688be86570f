//! The outcome of a game.

/// The outcome of a finished game: the rank of each player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// By player (entry 0 is unused): 1.0 is first; players who tie share the mean of their ranks.
    /// 0.0 where the result gives no rank, as `Tie`, `Abandon` and `Crash` do.
    pub ranks: Vec<f64>,
    /// The sole winner; 0 if there is none.
    pub winner: usize,
}

impl Outcome {
    /// The value of the outcome for a player: 1 for the first rank, 0 for the last, linear in
    /// between, and 0.5 for a player without a rank. In a game for one player, rank 1 is a win and
    /// rank 0 a loss.
    ///
    /// ```
    /// use ludarium_engine::Outcome;
    /// let lost = Outcome { ranks: vec![0.0, 2.0, 1.0], winner: 2 };
    /// assert_eq!(lost.utility(2), 1.0);
    /// assert_eq!(lost.utility(1), 0.0);
    /// let unsolved = Outcome { ranks: vec![0.0, 0.0], winner: 0 };
    /// assert_eq!(unsolved.utility(1), 0.0);
    /// ```
    #[must_use]
    pub fn utility(&self, player: usize) -> f64 {
        let players = self.ranks.len().saturating_sub(1);
        let rank = self.ranks.get(player);
        rank.map_or(0.0, |&rank| utility(rank, players))
    }
}

/// The value of a rank among `players` players.
pub(crate) fn utility(rank: f64, players: usize) -> f64 {
    if players > 1 && rank == 0.0 {
        0.5
    } else if players > 1 {
        (players as f64 - rank) / (players as f64 - 1.0)
    } else if rank == 1.0 {
        1.0
    } else {
        0.0
    }
}
