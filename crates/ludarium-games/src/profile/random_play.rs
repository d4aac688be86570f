//! How long random games are, and who wins them.

use ludarium_engine::{Game, Rollouts, SplitMix64};

/// The results of uniformly random games under the rules of one game.
///
/// ```
/// use ludarium_games::profile::RandomPlay;
///
/// let game = ludarium_games::load(ludarium_games::find("tic-tac-toe")?, &[]).unwrap().game;
/// let play = RandomPlay::of(&game, 2_000, |_| true);
/// // Of all random games of tic-tac-toe, 58.5 % are won by the first player, and they have from
/// // five to nine moves.
/// let wins = play.wins(1);
/// assert!((wins.count as f64 / wins.games as f64 - 0.585).abs() < 0.04);
/// assert!(play.shortest().unwrap() >= 5 && play.longest().unwrap() <= 9);
/// # Ok::<(), ludarium_games::UnknownGame>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RandomPlay {
    /// The number of moves of each game, ascending.
    lengths: Vec<usize>,
    /// By player: the games won, alone or with others; entry 0 counts finished games without a
    /// winner.
    winners: Vec<usize>,
    /// The games that did not end within [`RandomPlay::LIMIT`] moves.
    unfinished: usize,
}

/// A part of a number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The part.
    pub count: usize,
    /// All games.
    pub games: usize,
}

/// The normal quantile for a two-sided 95 % interval.
const Z: f64 = 1.96;

impl Share {
    /// The 95 % confidence interval of the share: that of Wilson, *Journal of the American
    /// Statistical Association* 22 (1927), pp. 209-212.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let number = self.games as f64;
        let share = self.count as f64 / number;
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * number)) / (1.0 + z2 / number);
        let spread = share * (1.0 - share) / number + z2 / (4.0 * number * number);
        let half = Z * spread.sqrt() / (1.0 + z2 / number);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

impl RandomPlay {
    /// Longer games are cut off.
    pub const LIMIT: usize = 2_000;

    /// Plays at most this number of random games; `go_on` gets the number played so far, and ends
    /// the play when it returns `false`. The same numbers give the same games.
    #[must_use]
    pub fn of(game: &Game, games: usize, mut go_on: impl FnMut(usize) -> bool) -> RandomPlay {
        let mut play = RandomPlay {
            winners: vec![0; game.players() + 1],
            ..RandomPlay::default()
        };
        let mut rollouts = Rollouts::new(game);
        for seed in 0..games as u64 {
            if !go_on(play.games()) {
                break;
            }
            let (mut chance, mut pick) = (SplitMix64::new(2 * seed), SplitMix64::new(2 * seed + 1));
            let start = game.start(&mut chance);
            let rollout = rollouts.play(&start, RandomPlay::LIMIT, &mut pick, &mut chance);
            play.lengths.push(rollout.plies);
            let winners = rollout.winners();
            match rollout.over {
                true if winners.is_empty() => play.winners[0] += 1,
                true => winners.iter().for_each(|player| play.winners[*player] += 1),
                false => play.unfinished += 1,
            }
        }
        play.lengths.sort_unstable();
        play
    }

    /// The number of games played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.lengths.len()
    }

    /// The games won by a player, alone or with others, as in a team.
    #[must_use]
    pub fn wins(&self, player: usize) -> Share {
        self.share(self.winners.get(player).copied().unwrap_or(0))
    }

    /// The finished games that nobody won.
    #[must_use]
    pub fn draws(&self) -> Share {
        self.wins(0)
    }

    /// The games that did not end within [`RandomPlay::LIMIT`] moves.
    #[must_use]
    pub fn unfinished(&self) -> Share {
        self.share(self.unfinished)
    }

    fn share(&self, count: usize) -> Share {
        Share {
            count,
            games: self.games(),
        }
    }

    /// The numbers of moves of all games, ascending; of games that were cut off, the limit.
    #[must_use]
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// The number of moves of the shortest game.
    #[must_use]
    pub fn shortest(&self) -> Option<usize> {
        self.lengths.first().copied()
    }

    /// The number of moves of the longest game; of games that were cut off, the limit.
    #[must_use]
    pub fn longest(&self) -> Option<usize> {
        self.lengths.last().copied()
    }

    /// The number of moves that half of the games do not exceed.
    #[must_use]
    pub fn median(&self) -> Option<usize> {
        self.lengths.get(self.games().checked_sub(1)? / 2).copied()
    }

    /// The mean number of moves, and half of its 95 % confidence interval; `None` for fewer than
    /// two games.
    #[must_use]
    pub fn mean(&self) -> Option<(f64, f64)> {
        let number = self.games() as f64;
        if number < 2.0 {
            return None;
        }
        let lengths = || self.lengths.iter().map(|length| *length as f64);
        let mean = lengths().sum::<f64>() / number;
        let squares: f64 = lengths().map(|length| (length - mean).powi(2)).sum();
        Some((mean, Z * (squares / (number - 1.0) / number).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight of ten, by hand: the middle is (0.8 + 1.9208/10) / (1 + 3.8416/10) = 0.7167, the half
    /// width 1.96 sqrt(0.016 + 0.009604) / 1.38416 = 0.2266.
    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = Share {
            count: 8,
            games: 10,
        }
        .interval();
        assert!(
            (low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001,
            "{low} {high}"
        );
        assert_eq!(Share { count: 0, games: 0 }.interval(), (0.0, 1.0));
    }

    #[cfg(feature = "classics")]
    #[test]
    fn play_ends_when_it_is_told_to_and_counts_each_game_once() {
        let entry = crate::find("nim").expect("a classic");
        let game = crate::load(entry, &[]).expect("rules").game;
        let play = RandomPlay::of(&game, 1_000, |played| played < 40);
        assert_eq!(play.games(), 40);
        let wins: usize = (0..=2).map(|player| play.wins(player).count).sum();
        assert_eq!(wins + play.unfinished().count, 40);
        // Nim has no draws.
        assert_eq!((play.draws().count, play.unfinished().count), (0, 0));
        let (mean, half) = play.mean().expect("enough games");
        assert!(play.shortest() <= play.median() && play.median() <= play.longest());
        assert!(half > 0.0 && mean >= play.shortest().unwrap() as f64);
        assert_eq!(play, RandomPlay::of(&game, 40, |_| true), "the same games");
    }
}
