//! Puzzles in the terminal: constraint violations and solutions.

use ludarium_agents::solo::{find_win, SoloResult};
use ludarium_agents::solve::{solve, Ending, Limits};
use ludarium_engine::action::Place;
use ludarium_engine::puzzle::{Constraint, Puzzle, Values};
use ludarium_engine::{Game, Move, State};

use crate::error::Error;

/// Search limits for a hint or a solution.
const CHOICES: u64 = 3_000_000;
const POSITIONS: u64 = 1_500_000;

/// Parses a place and a value, written `b2=5`, `b2 5` or `5@b2`.
pub fn setting(entered: &str) -> Option<(String, i32)> {
    let entered = entered.trim().to_lowercase();
    if let Some((value, place)) = entered.split_once('@') {
        return Some((place.trim().to_owned(), value.trim().parse().ok()?));
    }
    let (place, value) = entered.split_once(['=', ' ', ':'])?;
    Some((place.trim().to_owned(), value.trim().parse().ok()?))
}

/// The reason why a value cannot be set at a place, if there is one.
pub fn objection(
    puzzle: &Puzzle,
    state: &State,
    place: &str,
    value: i32,
    label: &dyn Fn(Place) -> String,
) -> Option<String> {
    let name = |variable: usize| label(puzzle.variables()[variable].place);
    let variables = 0..puzzle.variables().len();
    let mut named = variables.filter(|v| name(*v).eq_ignore_ascii_case(place));
    let Some(variable) = named.next() else {
        return Some(format!(
            "no cell is called {place}; `coords` shows what they are called"
        ));
    };
    if let Some(own) = puzzle.value(state, variable) {
        return Some(format!(
            "{place} holds {own} already: `undo` takes back what was set"
        ));
    }
    let range = puzzle.variables()[variable].range;
    if !range.contains(value) {
        let (low, high) = range.ends();
        return Some(format!("the numbers go from {low} to {high}"));
    }
    let mut values = puzzle.values(state);
    values[variable] = Values::one(value);
    let violated = puzzle
        .constraints_on(variable)
        .find(|c| c.evaluate(&values) == Some(false))?;
    let list = |of: &[usize]| of.iter().map(|v| name(*v)).collect::<Vec<_>>().join(" + ");
    Some(match violated {
        Constraint::AllDifferent { among, .. } => {
            let same =
                |other: &&usize| **other != variable && values[**other].only() == Some(value);
            match among.iter().find(same) {
                Some(other) => format!("{value} stands at {} already", name(*other)),
                None => format!("{value} would come twice"),
            }
        }
        Constraint::Sum { of, is } => {
            let known: Vec<i32> = of.iter().filter_map(|v| values[*v].only()).collect();
            let sum: i32 = known.iter().sum();
            match known.len() == of.len() {
                true => format!("{} would be {sum}, not {is}", list(of)),
                false => format!(
                    "{} could not come to {is} any more: {sum} so far, cells to go: {}",
                    list(of),
                    of.len() - known.len()
                ),
            }
        }
        Constraint::Count { of, value, is } => {
            format!("{value} could not come {is} times any more in {}", list(of))
        }
        other => {
            let cells: Vec<String> = other.variables().iter().take(9).map(|v| name(*v)).collect();
            format!(
                "what has to hold between {} would be violated",
                cells.join(", ")
            )
        }
    })
}

/// The moves that solve a one-player game from here.
pub fn solution(game: &Game, state: &State) -> Result<Vec<Move>, Error> {
    if let Some(puzzle) = game.puzzle() {
        let limits = Limits {
            solutions: 1,
            nodes: CHOICES,
        };
        let found = solve(puzzle, state, limits, &mut |_| true);
        let Some(values) = found.found.first() else {
            return Err(match found.ending {
                Ending::Complete => {
                    "there is no solution from here: `undo` takes back what was set".into()
                }
                _ => "no solution was found from here; there may be one".into(),
            });
        };
        let open = (0..values.len()).filter(|v| puzzle.value(state, *v).is_none());
        return Ok(open.map(|v| puzzle.assignment(v, values[v])).collect());
    }
    match find_win(game, state, POSITIONS) {
        SoloResult::Win(moves) => Ok(moves),
        SoloResult::Unwinnable => Err("it cannot be solved from here: `undo` takes back".into()),
        SoloResult::GaveUp => {
            Err("no solution was found from here; there may be one, or `undo` helps".into())
        }
    }
}
