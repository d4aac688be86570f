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

    /// The players that have won, alone or together, as a team does: those of the first rank, if
    /// another player has a lower rank. Empty for a draw.
    ///
    /// ```
    /// use ludarium_engine::Outcome;
    /// let team = Outcome { ranks: vec![0.0, 1.5, 3.5, 1.5, 3.5], winner: 0 };
    /// assert_eq!(team.winners(), [1, 3]);
    /// let draw = Outcome { ranks: vec![0.0, 1.5, 1.5], winner: 0 };
    /// assert!(draw.winners().is_empty());
    /// ```
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        let players = self.ranks.len().saturating_sub(1);
        winners(players, |player| self.ranks[player])
    }
}

/// The players of the first rank, if another has a lower one. Rank 0.0 is none; a single player
/// with rank 1 has won.
pub(crate) fn winners(players: usize, rank: impl Fn(usize) -> f64) -> Vec<usize> {
    let ranked = (1..=players).filter(|&player| rank(player) > 0.0);
    let first = ranked.map(&rank).fold(f64::INFINITY, f64::min);
    let is_first = |player: usize| (rank(player) - first).abs() < 1e-9;
    let winners: Vec<usize> = (1..=players).filter(|&player| is_first(player)).collect();
    match winners.len() == players && players > 1 {
        true => Vec::new(),
        false => winners,
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
