//! Relative bonuses for games in which the same player wins every random game.
//!
//! In many hunt games a single piece that moves at random captures all hunters that move at random.
//! Then the winner says nothing about the moves, but a long game says that few hunters were lost.
//! Relative bonuses for the length of playouts: Pepels, Tak, Lanctot and Winands, "Quality-based
//! rewards for Monte-Carlo tree search simulations", 2014.

use ludarium_engine::{Game, Rollouts, SplitMix64};

use super::iteration::{Utilities, MAX_PLAYOUT_PLIES};

/// The number of random games, which the same player has to win.
const TEST_GAMES: usize = 40;

/// The maximum number of these games that do not end.
const MAX_UNFINISHED: usize = 4;

/// The variance of results from which no bonus is given: that of one result in ten being different.
const MIXED_VARIANCE: f64 = 0.09;

/// How fast the bonus grows with the length, per standard deviation.
const BONUS_STEEPNESS: f64 = 1.4;

/// By how much exploration is reduced if all games have one winner: bonuses differ less than wins
/// and losses do.
const EXPLORATION_CUT: f64 = 0.7;

/// Whether the same player wins all random two-player games; a few unfinished games are ignored.
/// Usually the first few games show that this is not so.
pub(super) fn same_winner_always(game: &Game) -> bool {
    if game.players() != 2 {
        return false;
    }
    let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
    let mut rollouts = Rollouts::new(game);
    let (mut winner, mut unfinished) = (None, 0);
    for number in 0..TEST_GAMES {
        let start = game.start(&mut chance);
        let end = rollouts.play(&start, MAX_PLAYOUT_PLIES, &mut pick, &mut chance);
        if !end.over {
            unfinished += 1;
        } else if end.winner == 0 || *winner.get_or_insert(end.winner) != end.winner {
            return false;
        }
        // Stops early in games that seldom end, since these take longest.
        if unfinished > MAX_UNFINISHED.min(1 + number / 8) {
            return false;
        }
    }
    true
}

/// Statistics of the playouts of a tree in a two-player game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayoutLengths {
    games: f64,
    /// The sum of utilities to the first player, and the sum of their squares.
    utility: f64,
    squares: f64,
    /// The mean length, and the sum of squared deviations from it.
    mean_length: f64,
    squared_deviations: f64,
}

impl PlayoutLengths {
    /// How uniform the results are: 1 if all are the same, 0 if they vary enough to tell moves
    /// apart.
    pub fn uniformity(&self) -> f64 {
        // Starts as if each player had won a game.
        let games = self.games + 2.0;
        let mean = (self.utility + 1.0) / games;
        let spread = (self.squares + 1.0) / games - mean * mean;
        (1.0 - spread / MIXED_VARIANCE).max(0.0)
    }

    /// The exploration constant, as a share of its usual value.
    pub fn exploration_factor(&self) -> f64 {
        1.0 - EXPLORATION_CUT * self.uniformity()
    }

    /// Records a game that ended after `plies` plies. The more uniform the results are, the more
    /// the utilities of a long game are moved towards a draw.
    pub fn record(&mut self, utilities: &mut Utilities, plies: usize) {
        let (first, plies) = (utilities[1], plies as f64);
        let uniformity = self.uniformity();
        let earliness = self.earliness(plies);
        for utility in &mut utilities[1..=2] {
            *utility = 0.5 + (*utility - 0.5) * (1.0 - uniformity * (1.0 - earliness));
        }
        self.games += 1.0;
        self.utility += first;
        self.squares += first * first;
        let deviation_from_mean = plies - self.mean_length;
        self.mean_length += deviation_from_mean / self.games;
        self.squared_deviations += deviation_from_mean * (plies - self.mean_length);
    }

    /// How early a game of this length ends: 1 at once, 0.5 at the mean length, 0 never.
    fn earliness(&self, plies: f64) -> f64 {
        let deviation = (self.squared_deviations / self.games.max(1.0)).sqrt();
        let late = (plies - self.mean_length) / deviation.max(1.0);
        1.0 / (1.0 + (BONUS_STEEPNESS * late).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The utilities of a game after many others, of which the first player won `won` in a hundred.
    fn utilities_after(won: usize, result: f64, plies: usize) -> Utilities {
        let mut lengths = PlayoutLengths::default();
        let utilities = |first: f64| {
            let mut utilities = [0.5; 17];
            (utilities[1], utilities[2]) = (first, 1.0 - first);
            utilities
        };
        for game in 0..1_000 {
            let first = f64::from(u8::from(game % 100 < won));
            lengths.record(&mut utilities(first), 90 + game % 21);
        }
        let mut last = utilities(result);
        lengths.record(&mut last, plies);
        last
    }

    #[test]
    fn a_sooner_end_counts_more_where_one_player_wins_all_games() {
        let (soon, late) = (
            utilities_after(100, 1.0, 80),
            utilities_after(100, 1.0, 120),
        );
        assert!(soon[1] > 0.95 && late[1] < 0.6, "{} {}", soon[1], late[1]);
        // For the loser it is the other way round.
        assert!((soon[1] + soon[2] - 1.0).abs() < 1e-9);
        assert!(soon[2] < late[2]);
    }

    #[test]
    fn results_are_unchanged_where_both_players_win() {
        for plies in [80, 120] {
            assert_eq!(utilities_after(60, 1.0, plies)[1], 1.0);
            assert_eq!(utilities_after(88, 0.0, plies)[1], 0.0);
        }
    }

    #[test]
    fn a_draw_stays_a_draw() {
        assert_eq!(utilities_after(100, 0.5, 80)[1], 0.5);
    }

    #[test]
    fn few_games_give_no_bonus() {
        let mut lengths = PlayoutLengths::default();
        for _ in 0..5 {
            lengths.record(&mut [1.0; 17], 10);
        }
        assert_eq!(lengths.uniformity(), 0.0);
        assert_eq!(lengths.exploration_factor(), 1.0);
    }
}
