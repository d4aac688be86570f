//! The readings under which a record replays that names none.

use ludarium_games::Entry;

use super::printed::{Stop, Told};
use super::Verdict;

/// A choice of readings.
type Readings = Vec<(String, String)>;

/// So many readings more than the first two are put together at most.
const MORE: usize = 4;

/// Replays a record under the defaults, else under whichever readings allow it: one, two together, or those that lead
/// furthest with another. Where undecided plies leave something open those readings are taken that leave least.
pub fn replay_under_any(
    entry: &Entry,
    under: impl Fn(&[(String, String)]) -> Result<Told, Stop>,
) -> Verdict {
    let mut first = None;
    let mut furthest: (Readings, Stop) = Default::default();
    let mut best: Option<(Readings, Told)> = None;
    for with in guesses(entry) {
        // Two readings together are tried only where none allows it.
        let alone = with.iter().filter(|(option, _)| option != FRUITLESS);
        if best.is_some() && alone.count() > 1 {
            break;
        }
        match under(&with) {
            Ok(told) if (told.left, told.against) == (0, 0) => return replays(&with, told.said),
            Ok(told) => {
                let less = |(_, own): &(Readings, Told)| {
                    (told.left, told.against) < (own.left, own.against)
                };
                if best.as_ref().is_none_or(less) {
                    best = Some((with, told));
                }
            }
            Err(stop) => {
                first.get_or_insert_with(|| stop.clone());
                if stop.plies > furthest.1.plies {
                    furthest = (with, stop);
                }
            }
        }
    }
    if let Some((with, told)) = best {
        return replays(&with, told.said);
    }
    for _ in 0..MORE {
        let so_far = furthest.1.plies;
        let base = furthest.0.clone();
        let chosen = |option: &String| base.iter().any(|(own, _)| own == option);
        let more = others(entry)
            .into_iter()
            .filter(|(option, _)| !chosen(option));
        for other in more {
            let with = [&base[..], &[other]].concat();
            match under(&with) {
                Ok(told) => return replays(&with, told.said),
                Err(stop) if stop.plies > furthest.1.plies => furthest = (with, stop),
                Err(_) => {}
            }
        }
        if furthest.1.plies == so_far {
            break;
        }
    }
    let first = first.unwrap_or_default();
    let (with, stop) = furthest;
    Verdict::Fails(match stop.plies > first.plies {
        true => format!(
            "{}; under {} it goes on: {}",
            first.why,
            told(&with),
            stop.why
        ),
        false => first.why,
    })
}

fn replays(with: &[(String, String)], what: String) -> Verdict {
    Verdict::Replays(match with.is_empty() {
        true => what,
        false => format!("{what}; under {}", told(with)),
    })
}

fn told(with: &[(String, String)]) -> String {
    let items = with
        .iter()
        .map(|(heading, item)| format!("{heading}/{item}"));
    items.collect::<Vec<_>>().join(", ")
}

/// The answers that are not the defaults, but for the bound on fruitless play.
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

/// So many pairs of readings are tried at most.
const PAIRS: usize = 300;

/// The readings under which a record may have been played that names none: the defaults, then each of the others
/// alone, then two of them together. The bound on fruitless play stands for the players' agreement and ends no printed game.
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
    guesses.extend(pairs.take(PAIRS));
    guesses
}
