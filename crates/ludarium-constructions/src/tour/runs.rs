//! Runs of numbers: Euler's notation for rearranging a path.

use std::collections::BTreeMap;
use std::fmt;

use crate::grid::Cell;
use crate::Error;

/// A part of a path: consecutive numbers, up or down, or a vacant cell by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    Numbers(usize, usize),
    Vacant(char),
}

/// The order in which the cells of a path are taken: `1-9, 62-58, a, 10-57, b`.
///
/// ```
/// use ludarium_constructions::tour::Runs;
/// use std::collections::BTreeMap;
///
/// let runs: Runs = "1-2, 4-3, a".parse().unwrap();
/// let path = [(0, 0), (1, 2), (3, 3), (2, 1)];
/// let vacant = BTreeMap::from([('a', (1, 1))]);
/// assert_eq!(runs.apply(&path, &vacant).unwrap(), [(0, 0), (1, 2), (2, 1), (3, 3), (1, 1)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs(Vec<Run>);

impl Runs {
    /// Rearranges the cells of a path in this order.
    ///
    /// # Errors
    /// If a run names a number that the path does not have, a letter without a vacant cell, or a
    /// cell twice.
    pub fn apply(&self, path: &[Cell], vacant: &BTreeMap<char, Cell>) -> Result<Vec<Cell>, Error> {
        let bad = |why: String| Error::Option {
            option: "--runs",
            why,
        };
        let mut cells: Vec<Cell> = Vec::new();
        for run in &self.0 {
            let before = cells.len();
            match *run {
                Run::Vacant(letter) => match vacant.get(&letter) {
                    Some(cell) => cells.push(*cell),
                    None => return Err(bad(format!("no vacant cell is called {letter}"))),
                },
                Run::Numbers(first, last) => {
                    let wrong = [first, last]
                        .into_iter()
                        .find(|n| *n == 0 || *n > path.len());
                    if let Some(wrong) = wrong {
                        return Err(bad(format!(
                            "{wrong} is not a number of a path of {} cells",
                            path.len()
                        )));
                    }
                    if first <= last {
                        cells.extend(&path[first - 1..last]);
                    } else {
                        cells.extend(path[last - 1..first].iter().rev());
                    }
                }
            }
            let (old, new) = cells.split_at(before);
            if let Some(again) = new.iter().find(|cell| old.contains(cell)) {
                let number = path
                    .iter()
                    .position(|cell| cell == again)
                    .map_or(0, |i| i + 1);
                return Err(bad(format!(
                    "{} takes {number} again, which an earlier run contains",
                    show(*run)
                )));
            }
        }
        Ok(cells)
    }

    /// The order that rearranges one path into another.
    #[must_use]
    pub fn between(before: &[Cell], after: &[Cell], vacant: &BTreeMap<char, Cell>) -> Runs {
        let mut runs: Vec<Run> = Vec::new();
        for cell in after {
            let number = before.iter().position(|own| own == cell).map(|i| i + 1);
            let letter = || {
                vacant
                    .iter()
                    .find(|(_, own)| *own == cell)
                    .map_or('?', |(l, _)| *l)
            };
            match (number, runs.last_mut()) {
                (Some(number), Some(Run::Numbers(first, last)))
                    if (*last + 1 == number && *first <= *last)
                        || (number + 1 == *last && *first >= *last) =>
                {
                    *last = number;
                }
                (Some(number), _) => runs.push(Run::Numbers(number, number)),
                (None, _) => runs.push(Run::Vacant(letter())),
            }
        }
        Runs(runs)
    }
}

fn show(run: Run) -> String {
    match run {
        Run::Numbers(first, last) if first == last => first.to_string(),
        Run::Numbers(first, last) => format!("{first}-{last}"),
        Run::Vacant(letter) => letter.to_string(),
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|run| show(*run)).collect();
        f.write_str(&words.join(", "))
    }
}

impl std::str::FromStr for Runs {
    type Err = Error;

    fn from_str(text: &str) -> Result<Runs, Error> {
        let bad = |word: &str| {
            Error::Option {
            option: "--runs",
            why: format!(
                "{word:?} is not a run: write numbers as 1-9 or 62-58 or 10, vacant cells as letters"
            ),
        }
        };
        let run = |word: &str| -> Result<Run, Error> {
            let mut letters = word.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                if letter.is_ascii_alphabetic() {
                    return Ok(Run::Vacant(letter.to_ascii_lowercase()));
                }
            }
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            match (first.trim().parse(), last.trim().parse()) {
                (Ok(first), Ok(last)) => Ok(Run::Numbers(first, last)),
                _ => Err(bad(word)),
            }
        };
        let words = text
            .split([',', ';'])
            .map(str::trim)
            .filter(|w| !w.is_empty());
        words
            .map(run)
            .collect::<Result<Vec<Run>, Error>>()
            .map(Runs)
    }
}
