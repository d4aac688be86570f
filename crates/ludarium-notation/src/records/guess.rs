//! Finds the readings under which a record replays that names none.

use ludarium_games::Entry;

use super::game::{FollowError, Followed};
use super::Verdict;

/// A choice of readings.
type Readings = Vec<(String, String)>;

/// The maximal number of readings combined beyond the first two.
const MAX_MORE_READINGS: usize = 4;

/// Replays a record under the defaults, else under the readings that allow it: one, two together,
/// or those that lead furthest with another. If undecided moves leave something open, the readings
/// that leave least are taken.
pub fn replay_under_any(
    entry: &Entry,
    under: impl Fn(&[(String, String)]) -> Result<Followed, FollowError>,
) -> Verdict {
    let mut first = None;
    let mut furthest: (Readings, FollowError) = Default::default();
    let mut best: Option<(Readings, Followed)> = None;
    for with in guesses(entry) {
        // Pairs of readings are tried only if no single reading allows it.
        let alone = with.iter().filter(|(option, _)| option != FRUITLESS);
        if best.is_some() && alone.count() > 1 {
            break;
        }
        match under(&with) {
            Ok(followed) if (followed.left, followed.against) == (0, 0) => {
                return replays(&with, followed.summary);
            }
            Ok(followed) => {
                let less = |(_, own): &(Readings, Followed)| {
                    (followed.left, followed.against) < (own.left, own.against)
                };
                if best.as_ref().is_none_or(less) {
                    best = Some((with, followed));
                }
            }
            Err(stop) => {
                first.get_or_insert_with(|| stop.clone());
                if stop.moves > furthest.1.moves {
                    furthest = (with, stop);
                }
            }
        }
    }
    if let Some((with, followed)) = best {
        return replays(&with, followed.summary);
    }
    for _ in 0..MAX_MORE_READINGS {
        let so_far = furthest.1.moves;
        let base = furthest.0.clone();
        let chosen = |option: &String| base.iter().any(|(own, _)| own == option);
        let more = others(entry)
            .into_iter()
            .filter(|(option, _)| !chosen(option));
        for other in more {
            let with = [&base[..], &[other]].concat();
            match under(&with) {
                Ok(followed) => return replays(&with, followed.summary),
                Err(stop) if stop.moves > furthest.1.moves => furthest = (with, stop),
                Err(_) => {}
            }
        }
        if furthest.1.moves == so_far {
            break;
        }
    }
    let first = first.unwrap_or_default();
    let (with, stop) = furthest;
    Verdict::Fails(match stop.moves > first.moves {
        true => format!(
            "{}; under {} it goes on: {}",
            first.error,
            readings_text(&with),
            stop.error
        ),
        false => first.error.to_string(),
    })
}

fn replays(with: &[(String, String)], what: String) -> Verdict {
    Verdict::Replays(match with.is_empty() {
        true => what,
        false => format!("{what}; under {}", readings_text(with)),
    })
}

fn readings_text(with: &[(String, String)]) -> String {
    let items = with
        .iter()
        .map(|(heading, item)| format!("{heading}/{item}"));
    items.collect::<Vec<_>>().join(", ")
}

/// The answers that are not defaults, without those that bound fruitless play.
fn others(entry: &Entry) -> Readings {
    let readings = entry.about.readings.iter();
    let readings = readings.filter(|reading| reading.option != FRUITLESS);
    let others = readings.flat_map(|reading| {
        let others = reading.answers.iter();
        let others = others.filter(|answer| answer.item != reading.default);
        others.map(|answer| (reading.option.clone(), answer.item.clone()))
    });
    others.collect()
}

/// The reading that bounds play without progress.
const FRUITLESS: &str = "Fruitless play";

/// The maximal number of pairs of readings that are tried.
const MAX_PAIRS: usize = 300;

/// The readings that a record without readings may have been played with: the defaults, then each
/// other reading alone, then pairs. The bound on fruitless play stands for the players' agreement
/// and ends no printed game.
fn guesses(entry: &Entry) -> Vec<Readings> {
    let readings = &entry.about.readings;
    let bound = readings
        .iter()
        .filter(|reading| reading.option == FRUITLESS)
        .filter(|reading| reading.answers.iter().any(|answer| answer.item == "Never"))
        .map(|reading| (reading.option.clone(), "Never".to_owned()));
    let endless: Vec<(String, String)> = bound.collect();
    let mut guesses = vec![Vec::new(), endless.clone()];
    guesses.dedup();
    let others = others(entry);
    let single = others.iter().map(std::slice::from_ref);
    guesses.extend(single.map(|one| [&endless[..], one].concat()));
    let pairs = others.iter().enumerate().flat_map(|(index, first)| {
        let rest = others[index + 1..].iter();
        let rest = rest.filter(|second| second.0 != first.0);
        rest.map(|second| [&endless[..], &[first.clone(), second.clone()]].concat())
    });
    guesses.extend(pairs.take(MAX_PAIRS));
    guesses
}
