//! The exact probabilities of throws agree with simulated throws.

use std::collections::BTreeMap;

use ludarium_engine::{Probability, SplitMix64};
use ludarium_games::{Entry, Loaded, ThrowOdds};

fn games_with_dice() -> Vec<(&'static Entry, Loaded, ThrowOdds)> {
    let games = ludarium_games::games().iter();
    games
        .filter_map(|entry| {
            let loaded =
                ludarium_games::load(entry, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.slug));
            let odds = ThrowOdds::of(&loaded.description, &loaded.game)?;
            Some((entry, loaded, odds))
        })
        .collect()
}

#[test]
fn every_game_with_dice_has_throw_odds() {
    for entry in ludarium_games::games() {
        let loaded =
            ludarium_games::load(entry, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.slug));
        let odds = ThrowOdds::of(&loaded.description, &loaded.game);
        assert_eq!(
            loaded.game.features().dice,
            odds.is_some(),
            "{}",
            entry.slug
        );
    }
}

#[test]
fn the_probabilities_of_all_throws_sum_to_one() {
    for (entry, _, odds) in games_with_dice() {
        let sum = |all: Vec<Probability>| all.into_iter().fold(Probability::ZERO, |a, b| a + b);
        assert_eq!(
            sum(odds.throws.values().copied().collect()),
            Probability::ONE,
            "{}",
            entry.slug
        );
        assert_eq!(
            sum(odds.sums().into_values().collect()),
            Probability::ONE,
            "{}",
            entry.slug
        );
        let shown = odds
            .throws
            .keys()
            .all(|throw| throw.len() == odds.faces.len());
        assert!(shown, "{}: {:?}", entry.slug, odds.faces);
    }
}

/// The number of throws simulated for each game.
const THROWS: u32 = 100_000;

/// Outcomes expected less often than this are grouped, as the chi-square test requires.
const RARE: f64 = 5.0;

/// The largest accepted deviation in standard deviations, exceeded by chance once in 30,000 tests.
const DEVIATIONS: f64 = 4.0;

/// The distance of a chi-square statistic from its mean in standard deviations (Wilson and
/// Hilferty, 1931).
fn deviation(statistic: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[test]
fn simulated_throws_agree_with_the_probabilities() {
    for (entry, loaded, odds) in games_with_dice() {
        let mut chance = SplitMix64::new(7);
        let mut seen: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
        for _ in 0..THROWS {
            *seen
                .entry(odds.throw(&loaded.game, &mut chance))
                .or_default() += 1;
        }
        let known = seen.keys().all(|throw| odds.throws.contains_key(throw));
        assert!(known, "{}: a throw that has no chance", entry.slug);
        let (mut statistic, mut classes) = (0.0, 0.0);
        let mut rare = (0.0, 0.0);
        for (throw, probability) in &odds.throws {
            let expected = probability.to_f64() * f64::from(THROWS);
            let found = f64::from(seen.get(throw).copied().unwrap_or(0));
            if expected < RARE {
                rare = (rare.0 + expected, rare.1 + found);
                continue;
            }
            statistic += (found - expected).powi(2) / expected;
            classes += 1.0;
        }
        if rare.0 >= RARE {
            statistic += (rare.1 - rare.0).powi(2) / rare.0;
            classes += 1.0;
        }
        let deviation = deviation(statistic, classes - 1.0);
        let slug = entry.slug;
        assert!(
            deviation < DEVIATIONS,
            "{slug}: {statistic:.1} over {classes} classes"
        );
    }
}

#[test]
fn the_deviation_agrees_with_chi_square_tables() {
    // The 95th percentiles of the distribution, from tables.
    for (freedom, bound) in [(1.0, 3.841), (5.0, 11.070), (10.0, 18.307), (30.0, 43.773)] {
        assert!(
            (deviation(bound, freedom) - 1.645).abs() < 0.04,
            "{freedom}"
        );
    }
}
