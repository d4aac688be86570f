//! Claims about many games, and about chances.

use std::time::Duration;

use ludarium_agents::{Agent, Budget, Uct};
use ludarium_engine::{Chance, Game, Outcome, Probability, SplitMix64};
use ludarium_games::check::{Expected, Fraction, Measure, Relation};
use ludarium_games::ThrowOdds;

use super::{Found, Test, Tested};
use crate::clock;
use crate::error::Error;
use ludarium_notation::number_words::counted;
use ludarium_notation::Wording;

/// A verdict needs the bound to lie outside the 99 % confidence interval; this is its half-width in
/// standard deviations.
const DEVIATIONS: f64 = 2.576;

/// Random seed of the games; any number will do.
const SEED: u64 = 1;

/// The maximal length of a random game in moves; longer games count without a winner.
const LONGEST: usize = 20_000;

/// The maximal number of games: a claim still open after this number is too close to decide.
const MOST_GAMES: u32 = 1_000_000;

/// A measure over the games so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    games: u32,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.games += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.games.max(1))
    }

    /// The 99 % confidence interval of the share (Wilson, 1927).
    fn share(&self) -> (f64, f64) {
        let (n, z) = (f64::from(self.games.max(1)), DEVIATIONS);
        let share = self.mean();
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let spread = z / (1.0 + z * z / n);
        let spread = spread * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - spread).max(0.0), (middle + spread).min(1.0))
    }

    /// The 99 % confidence interval of the mean.
    fn length(&self) -> (f64, f64) {
        let n = f64::from(self.games.max(1));
        let variance = (self.squares / n - self.mean().powi(2)).max(0.0);
        let spread = DEVIATIONS * (variance / n).sqrt();
        (self.mean() - spread, self.mean() + spread)
    }

    /// Whether the required number of games was played. If they leave the claim open, the required
    /// number doubles, as long as there is time.
    fn is_enough(&self, asked: &mut u32, expected: &Expected, wording: &Wording) -> bool {
        if self.games < *asked {
            return false;
        }
        let decided = self.judge(*asked, expected, wording).found != Found::Undecided;
        *asked = asked.saturating_mul(2);
        decided || self.games >= MOST_GAMES
    }

    fn judge(&self, asked: u32, expected: &Expected, wording: &Wording) -> Tested {
        if self.games == 0 {
            return Tested::undecided("no game was finished in time");
        }
        let (low, high, said) = match expected.measure {
            Measure::MeanPlies => {
                let (low, high) = self.length();
                let said = format!(
                    "{:.1} plies on average ({low:.1} to {high:.1})",
                    self.mean()
                );
                (low, high, said)
            }
            Measure::First(_) | Measure::Drawn => {
                let (low, high) = self.share();
                let (low, high) = (100.0 * low, 100.0 * high);
                let what = match expected.measure {
                    Measure::First(player) => format!("{} first", wording.player(player)),
                    _ => "drawn".to_owned(),
                };
                let mean = 100.0 * self.mean();
                (
                    low,
                    high,
                    format!("{what} in {mean:.1} % ({low:.1} to {high:.1})"),
                )
            }
        };
        // A sample cannot prove "always" or "never"; the absence of a counterexample has to do.
        let always = expected.measure != Measure::MeanPlies
            && matches!(expected.bound, 0.0 | 100.0)
            && expected.bound == 100.0 * self.mean();
        let found = match expected.relation {
            _ if always => Found::Holds,
            Relation::AtLeast if low >= expected.bound => Found::Holds,
            Relation::AtLeast if high < expected.bound => Found::Fails,
            Relation::AtMost if high <= expected.bound => Found::Holds,
            Relation::AtMost if low > expected.bound => Found::Fails,
            Relation::AtLeast | Relation::AtMost => Found::Undecided,
        };
        let games = match self.games < asked {
            true => format!("{} of {} in time", self.games, counted(asked, "game")),
            false => counted(self.games, "game"),
        };
        Tested::new(found, format!("{said}, {games}; expected: {expected}"))
    }
}

/// The value that a finished game adds to a measure.
fn value(measure: Measure, outcome: Option<&Outcome>, plies: usize) -> f64 {
    let winners = outcome.map_or(Vec::new(), Outcome::winners);
    match measure {
        Measure::First(player) => f64::from(u8::from(winners.contains(&player))),
        Measure::Drawn => f64::from(u8::from(winners.is_empty())),
        Measure::MeanPlies => plies as f64,
    }
}

fn check_player(game: &Game, expected: &Expected) -> Result<(), Error> {
    match expected.measure {
        Measure::First(player) if player == 0 || player > game.players() => {
            Err(format!("there is no player {player}").into())
        }
        _ => Ok(()),
    }
}

/// Tests a claim with random games.
pub(super) fn random(test: &Test, games: u32, expected: &Expected) -> Result<Tested, Error> {
    let game = &test.chosen.loaded.game;
    check_player(game, expected)?;
    let wording = test.wording();
    let (mut sample, mut moves) = (Sample::default(), Vec::new());
    let mut asked = games;
    for index in 0.. {
        if sample.is_enough(&mut asked, expected, &wording) || !test.deadline.in_time() {
            break;
        }
        let mut chance = SplitMix64::new(SEED.wrapping_mul(0x9e37_79b9).wrapping_add(index));
        let mut state = game.start(&mut chance);
        let played = ludarium_agents::playout(game, &mut state, &mut chance, LONGEST, &mut moves);
        sample.add(value(
            expected.measure,
            game.outcome(&state).as_ref(),
            played.plies,
        ));
    }
    Ok(sample.judge(games, expected, &wording))
}

/// Tests a claim with games between searching players.
pub(super) fn thinking(
    test: &Test,
    games: u32,
    seconds: f64,
    expected: &Expected,
) -> Result<Tested, Error> {
    let game = &test.chosen.loaded.game;
    check_player(game, expected)?;
    let wording = test.wording();
    let think = Duration::try_from_secs_f64(seconds)?;
    let (mut sample, mut asked) = (Sample::default(), games);
    'games: for index in 0.. {
        if sample.is_enough(&mut asked, expected, &wording) {
            break;
        }
        let mut chance = SplitMix64::new(SEED.wrapping_mul(0x9e37_79b9).wrapping_add(index));
        let mut state = game.start(&mut chance);
        let (mut legal, mut plies) = (Vec::new(), 0);
        while !state.over() {
            if !test.deadline.in_time() {
                break 'games;
            }
            game.legal(&mut state, &mut legal);
            let index = match legal.as_slice() {
                [] => break,
                [_] => 0,
                _ => {
                    let timer = clock::start(think);
                    let mut uct = Uct::new(u64::from(chance.below(u32::MAX)));
                    let view = game.view(&state, state.mover());
                    uct.choose(&view, &legal, &mut Budget::clock(&timer))
                }
            };
            game.apply(&mut state, legal[index], &mut chance);
            plies += 1;
        }
        sample.add(value(
            expected.measure,
            game.outcome(&state).as_ref(),
            plies,
        ));
    }
    Ok(sample.judge(games, expected, &wording))
}

/// Tests the exact probabilities of one throw.
pub(super) fn chance(test: &Test, chances: &[(i32, Fraction)]) -> Result<Tested, Error> {
    let loaded = &test.chosen.loaded;
    let lots = ThrowOdds::of(&loaded.description, &loaded.game);
    let sums = lots.ok_or("this game has no dice")?.sums();
    let is_so = |(sum, fraction): &(i32, Fraction)| {
        let stated = Probability::new(u128::from(fraction.cases), u128::from(fraction.among));
        sums.get(sum).copied().unwrap_or(Probability::ZERO) == stated
    };
    let good = chances.iter().all(is_so);
    let said: Vec<String> = sums
        .iter()
        .map(|(sum, likely)| format!("{sum} = {likely}"))
        .collect();
    Ok(Tested::is(good, said.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of `games` games, of which `counting` count.
    fn sample(games: u32, counting: u32) -> Sample {
        let mut sample = Sample::default();
        (0..games).for_each(|game| sample.add(f64::from(u8::from(game < counting))));
        sample
    }

    fn at_least(bound: f64) -> Expected {
        Expected {
            measure: Measure::First(1),
            relation: Relation::AtLeast,
            bound,
        }
    }

    #[test]
    fn a_share_is_judged_only_where_the_games_are_enough() {
        assert_eq!(
            sample(1000, 600)
                .judge(1000, &at_least(50.0), &Wording::default())
                .found,
            Found::Holds
        );
        assert_eq!(
            sample(1000, 400)
                .judge(1000, &at_least(50.0), &Wording::default())
                .found,
            Found::Fails
        );
        assert_eq!(
            sample(20, 12)
                .judge(20, &at_least(50.0), &Wording::default())
                .found,
            Found::Undecided
        );
        assert_eq!(
            sample(0, 0)
                .judge(20, &at_least(50.0), &Wording::default())
                .found,
            Found::Undecided
        );
    }

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        // Ten of ten: the lower bound is n / (n + z^2).
        let (low, high) = sample(10, 10).share();
        assert!((low - 10.0 / (10.0 + DEVIATIONS * DEVIATIONS)).abs() < 1e-12);
        assert!((high - 1.0).abs() < 1e-12);
    }
}
