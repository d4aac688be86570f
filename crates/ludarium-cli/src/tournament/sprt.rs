//! Sequential testing: a match stops as soon as its result is significant.
//!
//! The generalised sequential probability ratio test (GSPRT) on pairs of games with the seats
//! swapped. It computes the maximum likelihood distributions of the pair results under two
//! hypotheses on the mean, and compares the likelihood ratio with Wald's bounds (A. Wald,
//! "Sequential Tests of Statistical Hypotheses", 1945; M. Van den Bergh, "The Generalized
//! Sequential Probability Ratio Test for a Multinomial Distribution", 2019, which is the
//! "pentanomial" model of Fishtest).

use std::str::FromStr;

use crate::error::Error;

/// The error probability of each kind.
pub const ERROR: f64 = 0.05;

/// Prior count of every result, so that a result not yet seen has a positive probability (as in
/// Fishtest).
const UNSEEN: f64 = 1e-3;

/// The two hypotheses on the Elo advantage of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1; greater than `elo0`.
    pub elo1: f64,
}

impl FromStr for Hypotheses {
    type Err = Error;

    fn from_str(text: &str) -> Result<Hypotheses, Error> {
        let numbers = text.split_once(',');
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        let numbers = numbers.and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Hypotheses { elo0, elo1 }),
            Some(_) => Err("the second number must be greater than the first".into()),
            None => Err(format!("expected two Elo differences, such as 0,20, not {text:?}").into()),
        }
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Neither hypothesis is accepted yet.
    Open,
    /// H0 is accepted: the Elo difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// H1 is accepted: the Elo difference is `elo1` rather than `elo0`.
    AcceptH1,
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        }
    }
}

/// A test in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    /// The mean result of a pair of games, and its count.
    results: Vec<(f64, f64)>,
    /// Number of pairs counted.
    pub pairs: usize,
}

impl Sprt {
    /// Starts a test.
    pub fn new(hypotheses: Hypotheses) -> Sprt {
        let results = [0.0, 0.25, 0.5, 0.75, 1.0];
        Sprt {
            hypotheses,
            results: results.map(|result| (result, UNSEEN)).to_vec(),
            pairs: 0,
        }
    }

    /// Adds a pair of games: the score of the first player in each, from 0 to 1.
    pub fn add(&mut self, scores: [f64; 2]) {
        let result = (scores[0] + scores[1]) / 2.0;
        self.pairs += 1;
        // Games with more than two players have more than five results.
        let known = self
            .results
            .iter_mut()
            .find(|(own, _)| (own - result).abs() < 1e-6);
        match known {
            Some((_, times)) => *times += 1.0,
            None => self.results.push((result, 1.0)),
        }
    }

    /// The log-likelihood ratio of H1 over H0.
    pub fn ratio(&self) -> f64 {
        if self.pairs == 0 {
            return 0.0;
        }
        let mean = [self.hypotheses.elo0, self.hypotheses.elo1].map(expected);
        let tilt = mean.map(|mean| self.tilt(mean));
        // The maximum likelihood probability of a result is its frequency over 1 + tilt * (result -
        // mean).
        let of = |&(result, times): &(f64, f64)| {
            let weight = |index: usize| (1.0 + tilt[index] * (result - mean[index])).ln();
            times * (weight(0) - weight(1))
        };
        self.results.iter().map(of).sum()
    }

    /// The Lagrange multiplier of the maximum likelihood distribution with a given mean: the root
    /// of a decreasing function.
    fn tilt(&self, mean: f64) -> f64 {
        let (lowest, highest) = self.results.iter().fold((1.0f64, 0.0f64), |ends, own| {
            (ends.0.min(own.0), ends.1.max(own.0))
        });
        let slope = |tilt: f64| -> f64 {
            let of = |(result, times): &(f64, f64)| {
                times * (result - mean) / (1.0 + tilt * (result - mean))
            };
            self.results.iter().map(of).sum()
        };
        let (mut low, mut high) = (-1.0 / (highest - mean), 1.0 / (mean - lowest));
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            match slope(middle) > 0.0 {
                true => low = middle,
                false => high = middle,
            }
        }
        (low + high) / 2.0
    }

    /// The current verdict.
    pub fn verdict(&self) -> Verdict {
        let ratio = self.ratio();
        if ratio >= bound() {
            Verdict::AcceptH1
        } else if ratio <= -bound() {
            Verdict::AcceptH0
        } else {
            Verdict::Open
        }
    }
}

/// Wald's bound on the absolute value of the log-likelihood ratio.
pub fn bound() -> f64 {
    ((1.0 - ERROR) / ERROR).ln()
}

/// The expected score at an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::{Chance, SplitMix64};

    const HYPOTHESES: Hypotheses = Hypotheses {
        elo0: 0.0,
        elo1: 50.0,
    };

    /// Simulates a game at an Elo difference; two games in five are drawn.
    fn game(chance: &mut SplitMix64, elo: f64) -> f64 {
        let win = expected(elo) - 0.2;
        match chance.share(&[win, 0.4, 0.6 - win]) {
            Some(0) => 1.0,
            Some(1) => 0.5,
            _ => 0.0,
        }
    }

    /// The number of 300 tests at an Elo difference that accept H1, and the mean number of pairs
    /// per test.
    fn accepted(elo: f64) -> (usize, f64) {
        let mut chance = SplitMix64::new(4);
        let (mut accepted, mut pairs) = (0, 0);
        for _ in 0..300 {
            let mut test = Sprt::new(HYPOTHESES);
            while test.verdict() == Verdict::Open {
                let scores = [game(&mut chance, elo), game(&mut chance, elo)];
                test.add(scores);
            }
            accepted += usize::from(test.verdict() == Verdict::AcceptH1);
            pairs += test.pairs;
        }
        (accepted, pairs as f64 / 300.0)
    }

    #[test]
    fn one_test_in_twenty_is_wrong_at_the_most() {
        // The expected count is 15 of 300; 28 is three and a half standard deviations more.
        let (wrong, pairs) = accepted(HYPOTHESES.elo0);
        assert!(wrong <= 28, "{wrong} of 300 accept H1 when H0 is true");
        let (right, _) = accepted(HYPOTHESES.elo1);
        assert!(right >= 272, "{right} of 300 accept H1 when it is true");
        // Wald's expectation with errors of 1/20: 0.9 ln 19 / (d^2 / 2 v), d = 0.0715 of a game, v
        // = 0.3 / 4 + 0.3 / 4 - ... = 0.075 of a pair: about 78 pairs.
        assert!((55.0..110.0).contains(&pairs), "{pairs} pairs");
    }

    #[test]
    fn who_is_much_stronger_is_soon_known_to_be() {
        let (right, pairs) = accepted(200.0);
        assert_eq!(right, 300);
        assert!(pairs < 30.0, "{pairs} pairs");
    }

    #[test]
    fn with_many_games_the_ratio_is_that_of_normal_distributions() {
        let mut test = Sprt::new(Hypotheses {
            elo0: 0.0,
            elo1: 5.0,
        });
        let times = [
            (0.0, 400),
            (0.25, 2_400),
            (0.5, 5_100),
            (0.75, 2_600),
            (1.0, 420),
        ];
        let (mut sum, mut squares, mut number) = (0.0, 0.0, 0.0);
        for (result, times) in times {
            (0..times).for_each(|_| test.add([result, result]));
            let times = f64::from(times);
            (sum, squares) = (sum + times * result, squares + times * result * result);
            number += times;
        }
        let (mean, low, high) = (sum / number, expected(0.0), expected(5.0));
        let variance = squares / number - mean * mean;
        let normal = number * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let ratio = test.ratio();
        assert!(
            (ratio - normal).abs() < 0.02 * normal.abs() + 0.02,
            "{ratio} {normal}"
        );
    }

    #[test]
    fn hypotheses_are_two_numbers_in_order() {
        let parsed = "0,50".parse::<Hypotheses>();
        assert_eq!(parsed, Ok(HYPOTHESES));
        assert!("50,0".parse::<Hypotheses>().is_err());
        assert!("-5, 5".parse::<Hypotheses>().is_ok());
        assert!("nothing".parse::<Hypotheses>().is_err());
    }
}
