//! Random games that all end alike: what tells moves apart is how soon they end.
//!
//! In many hunts a beast that moves at random takes all who hunt it at random. Who won says nothing then of the moves that came before; that
//! it took long says that few were lost. Relative bonuses for the length of playouts: Pepels, Tak, Lanctot and Winands, "Quality-based
//! rewards for Monte-Carlo tree search simulations", 2014.

use ludarium_engine::{Game, Rollouts, SplitMix64};

use super::iteration::{Worth, LONG};

/// Random games from the beginning, all of which have to be won by the same player.
const GAMES: usize = 40;

/// So many of them may not come to an end.
const ENDLESS: usize = 4;

/// Ends that differ as much as if one in ten were another one are no more alike.
const SPREAD: f64 = 0.09;

/// How fast the bonus grows with the length, in standard deviations.
const STEEPNESS: f64 = 1.4;

/// How much less is explored where all ends are alike: what is told by their lengths differs less than wins and losses do.
const LESS: f64 = 0.7;

/// Whether random games for two are all won by the same player, those left out that do not come to an end, if they are not too many. Mostly the
/// first few tell that they are not.
pub(super) fn all_alike(game: &Game) -> bool {
    if game.players() != 2 {
        return false;
    }
    let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
    let mut rollouts = Rollouts::new(game);
    let (mut winner, mut endless) = (None, 0);
    for number in 0..GAMES {
        let start = game.start(&mut chance);
        let end = rollouts.play(&start, LONG, &mut pick, &mut chance);
        if !end.over {
            endless += 1;
        } else if end.winner == 0 || *winner.get_or_insert(end.winner) != end.winner {
            return false;
        }
        // In games that seldom end this takes longest.
        if endless > ENDLESS.min(1 + number / 8) {
            return false;
        }
    }
    true
}

/// How random games for two ended that a tree was grown by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    games: f64,
    /// The sums of what they were worth to the first player, and of the squares.
    worth: f64,
    squares: f64,
    /// The mean of the lengths, and the sum of the squares of what they differ from it.
    length: f64,
    differing: f64,
}

impl Ends {
    /// How much they are alike: 1 where they are all the same, 0 where the ends themselves tell moves apart.
    pub fn alike(&self) -> f64 {
        // As if it had begun with a game won by each.
        let games = self.games + 2.0;
        let mean = (self.worth + 1.0) / games;
        let spread = (self.squares + 1.0) / games - mean * mean;
        (1.0 - spread / SPREAD).max(0.0)
    }

    /// How much is explored, as a share of what is usual.
    pub fn explored(&self) -> f64 {
        1.0 - LESS * self.alike()
    }

    /// Notes a game that ended after so many plies, and brings what it was worth the nearer to a draw the longer it took, as far as all end alike.
    pub fn note(&mut self, worth: &mut Worth, plies: usize) {
        let (first, plies) = (worth[1], plies as f64);
        let alike = self.alike();
        let soon = self.soon(plies);
        for worth in &mut worth[1..=2] {
            *worth = 0.5 + (*worth - 0.5) * (1.0 - alike * (1.0 - soon));
        }
        self.games += 1.0;
        self.worth += first;
        self.squares += first * first;
        let off = plies - self.length;
        self.length += off / self.games;
        self.differing += off * (plies - self.length);
    }

    /// How soon so many plies are against those of the other games: 1 at once, 0 never, one half as the others on average.
    fn soon(&self, plies: f64) -> f64 {
        let deviation = (self.differing / self.games.max(1.0)).sqrt();
        let late = (plies - self.length) / deviation.max(1.0);
        1.0 / (1.0 + (STEEPNESS * late).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a game is worth after many others; `won` of a hundred by the first player.
    fn noted(won: usize, result: f64, plies: usize) -> Worth {
        let mut ends = Ends::default();
        let worth = |first: f64| {
            let mut worth = [0.5; 17];
            (worth[1], worth[2]) = (first, 1.0 - first);
            worth
        };
        for game in 0..1_000 {
            let first = f64::from(u8::from(game % 100 < won));
            ends.note(&mut worth(first), 90 + game % 21);
        }
        let mut last = worth(result);
        ends.note(&mut last, plies);
        last
    }

    #[test]
    fn where_all_games_end_alike_a_sooner_end_counts_more() {
        let (soon, late) = (noted(100, 1.0, 80), noted(100, 1.0, 120));
        assert!(soon[1] > 0.95 && late[1] < 0.6, "{} {}", soon[1], late[1]);
        // For who loses it is the other way round.
        assert!((soon[1] + soon[2] - 1.0).abs() < 1e-9);
        assert!(soon[2] < late[2]);
    }

    #[test]
    fn where_ends_differ_they_count_and_nothing_else() {
        for plies in [80, 120] {
            assert_eq!(noted(60, 1.0, plies)[1], 1.0);
            assert_eq!(noted(88, 0.0, plies)[1], 0.0);
        }
    }

    #[test]
    fn a_draw_stays_a_draw() {
        assert_eq!(noted(100, 0.5, 80)[1], 0.5);
    }

    #[test]
    fn what_few_games_tell_is_not_trusted() {
        let mut ends = Ends::default();
        for _ in 0..5 {
            ends.note(&mut [1.0; 17], 10);
        }
        assert_eq!(ends.alike(), 0.0);
        assert_eq!(ends.explored(), 1.0);
    }
}
