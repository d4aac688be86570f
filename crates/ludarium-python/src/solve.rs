//! Solving.

use ludarium::agents::decide::{decide, GameValue, Undecided};
use ludarium::agents::solo::{find_win, SoloResult};
use ludarium::agents::solve::{solve as solve_puzzle, Ending, Limits};
use ludarium::engine::Move;
use ludarium::Position;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::PyMove;

/// Whether a long computation goes on: not after Ctrl-C.
fn goes_on() -> bool {
    Python::attach(|py| py.check_signals().is_ok())
}

/// The value of a position, with a line of best play; `None` if there are more positions than
/// `limit`.
pub fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    limit: usize,
    threads: usize,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (rules, state) = (position.game().rules(), position.state());
    if position.is_over() {
        return Err(PyValueError::new_err("the game is over"));
    }
    if rules.players() == 1 {
        return match py.detach(|| find_win(rules, state, limit as u64)) {
            SoloResult::Win(line) => answer(py, Some(1), None, &line, None).map(Some),
            SoloResult::Unwinnable => answer(py, None, None, &[], None).map(Some),
            SoloResult::GaveUp => Ok(None),
        };
    }
    let decided = py.detach(|| decide(rules, state, limit, threads, &mut |_| goes_on()));
    match decided {
        Ok(decided) => {
            let (winner, plies) = match decided.value {
                GameValue::Win { player, plies } => (Some(player), Some(plies)),
                GameValue::Draw => (None, None),
            };
            answer(py, winner, plies, &decided.line, Some(decided.positions)).map(Some)
        }
        Err(Undecided::Unsupported) => Err(PyValueError::new_err(
            "only games of one player, and games of two players without chance and hidden \
             information can be solved",
        )),
        Err(Undecided::Stopped) => Err(PyKeyboardInterrupt::new_err(())),
        Err(Undecided::Fault) => Err(PyValueError::new_err("a position exceeds the limits")),
        Err(Undecided::Limit | Undecided::OtherMaterial) => Ok(None),
    }
}

fn answer<'py>(
    py: Python<'py>,
    winner: Option<usize>,
    plies: Option<u32>,
    line: &[Move],
    positions: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("winner", winner)?;
    dict.set_item("plies", plies)?;
    let line: Vec<PyMove> = line.iter().copied().map(PyMove).collect();
    dict.set_item("line", line)?;
    dict.set_item("positions", positions)?;
    Ok(dict)
}

/// Solutions of a deduction puzzle, at most `limit`, and whether these are all.
pub fn solutions(
    py: Python<'_>,
    position: &Position,
    limit: usize,
    choices: u64,
) -> PyResult<(Vec<Vec<i32>>, bool)> {
    let Some(puzzle) = position.game().rules().puzzle() else {
        return Err(PyValueError::new_err("this is not a deduction puzzle"));
    };
    let limits = Limits {
        solutions: limit,
        nodes: choices,
    };
    let solved = py.detach(|| solve_puzzle(puzzle, position.state(), limits, &mut |_| goes_on()));
    match solved.ending {
        Ending::Stopped => Err(PyKeyboardInterrupt::new_err(())),
        ending => Ok((solved.found, ending == Ending::Complete)),
    }
}
