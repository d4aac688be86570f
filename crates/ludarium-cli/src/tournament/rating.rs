//! Scores with confidence intervals, and Elo ratings.

use ludarium_notation::number_words::counted;
use std::collections::BTreeMap;

/// Sum of results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Number of games.
    pub games: usize,
    sum: f64,
    squares: f64,
}

impl Score {
    /// Adds a result, from 0 to 1.
    pub fn add(&mut self, score: f64) {
        self.games += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.sum / self.games.max(1) as f64
    }

    /// The mean with its 95 % confidence interval, in words.
    pub fn in_words(&self) -> String {
        let (low, high) = interval(self);
        format!(
            "{:.1} % of {} ({:.1} to {:.1})",
            100.0 * self.mean(),
            counted(self.games, "game"),
            100.0 * low,
            100.0 * high
        )
    }
}

/// The normal quantile for a two-sided 95 % interval.
const Z: f64 = 1.96;

/// The 95 % confidence interval of the score: Wilson's interval (1927) with the observed variance,
/// which draws reduce, instead of the variance of wins and losses alone.
pub fn interval(score: &Score) -> (f64, f64) {
    if score.games == 0 {
        return (0.0, 1.0);
    }
    let number = score.games as f64;
    let mean = score.mean();
    let wilson = mean * (1.0 - mean);
    let seen = (score.squares / number - mean * mean).max(0.0);
    // A few equal results do not show that other results are impossible.
    let variance = seen.max(wilson * 0.25);
    let share = if wilson > 1e-9 {
        variance / wilson
    } else {
        1.0
    };
    let z2 = Z * Z * share;
    let middle = (mean + z2 / (2.0 * number)) / (1.0 + z2 / number);
    let half =
        z2.sqrt() * (wilson / number + z2 / (4.0 * number * number)).sqrt() / (1.0 + z2 / number);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The Elo difference at a mean score: the logistic curve. Infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Maximum likelihood Elo ratings with mean 0, each with its 95 % error. Half a win and half a loss
/// are added to every pair, so that no rating is infinite.
pub fn ratings(pairs: &BTreeMap<(String, String), Score>) -> Vec<(String, f64, f64)> {
    let mut names: Vec<&String> = pairs.keys().flat_map(|(a, b)| [a, b]).collect();
    names.sort();
    names.dedup();
    let index = |name: &String| names.iter().position(|own| *own == name).unwrap_or(0);
    let mut logits = vec![0.0f64; names.len()];
    let mut information = vec![0.0f64; names.len()];
    for _ in 0..500 {
        let mut slope = vec![0.0f64; names.len()];
        information.fill(1e-9);
        for ((first, second), score) in pairs {
            let (a, b) = (index(first), index(second));
            if a == b {
                continue;
            }
            let games = score.games as f64 + 1.0;
            let expected = 1.0 / (1.0 + (logits[b] - logits[a]).exp());
            let wrong = score.mean() * score.games as f64 + 0.5 - games * expected;
            slope[a] += wrong;
            slope[b] -= wrong;
            let weight = games * expected * (1.0 - expected);
            information[a] += weight;
            information[b] += weight;
        }
        for player in 0..names.len() {
            logits[player] += 0.5 * slope[player] / information[player];
        }
        let mean = logits.iter().sum::<f64>() / names.len().max(1) as f64;
        logits.iter_mut().for_each(|own| *own -= mean);
    }
    let elo = 400.0 / std::f64::consts::LN_10;
    let mut rated: Vec<(String, f64, f64)> = names
        .iter()
        .enumerate()
        .map(|(player, name)| {
            let error = Z * elo / information[player].sqrt();
            ((*name).clone(), elo * logits[player], error)
        })
        .collect();
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    rated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wins: usize, losses: usize) -> Score {
        let mut score = Score::default();
        (0..wins).for_each(|_| score.add(1.0));
        (0..losses).for_each(|_| score.add(0.0));
        score
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Wilson's interval for 8 of 10, as in any table: 0.4902 to 0.9433.
        let (low, high) = interval(&of(8, 2));
        assert!(
            (low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3,
            "{low} {high}"
        );
    }

    #[test]
    fn three_games_in_four_are_190_points() {
        // Odds of 3 to 1: 400 lg 3 = 190.8.
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert!(elo(0.5).abs() < 1e-9 && elo(1.0).is_infinite());
    }

    #[test]
    fn ten_wins_to_one_are_four_hundred_points() {
        // Odds of 10 to 1 are 400 points by definition (199.5 and 19.5 with half a game each).
        let pairs = [(("a".to_owned(), "b".to_owned()), of(1_999, 199))];
        let rated = ratings(&pairs.into_iter().collect());
        assert_eq!(rated[0].0, "a");
        assert!((rated[0].1 - rated[1].1 - 400.0).abs() < 2.0, "{rated:?}");
    }
}
