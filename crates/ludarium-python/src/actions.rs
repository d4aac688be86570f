//! Moves as numbers.

use ludarium::encoding::{ActionForm, ActionSpace};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{illegal, no_action};
use crate::game::PyGame;
use crate::moves::PyMove;
use crate::state::PyState;

/// The numbers of a game's moves.
#[pyclass(frozen, name = "ActionSpace", module = "ludarium")]
pub struct PyActionSpace {
    pub game: Py<PyGame>,
    pub space: ActionSpace,
}

impl PyActionSpace {
    pub fn new(game: Py<PyGame>, space: ActionSpace) -> PyActionSpace {
        PyActionSpace { game, space }
    }

    /// The numbers of the legal moves of a state.
    fn numbers(&self, py: Python<'_>, state: &mut PyState) -> PyResult<Vec<u32>> {
        if !state.game.is(&self.game)
            && state.game.get().game.rules().fingerprint()
                != self.game.get().game.rules().fingerprint()
        {
            return Err(PyValueError::new_err("this is a state of another game"));
        }
        let mut numbers = Vec::new();
        let encoded = self.space.encode(state.legal(), &mut numbers);
        encoded.map_err(|error| no_action(py, &error.to_string()))?;
        Ok(numbers)
    }
}

#[pymethods]
impl PyActionSpace {
    /// The number of actions.
    #[getter]
    fn size(&self) -> usize {
        self.space.size()
    }

    /// What an action is made of.
    #[getter]
    fn form(&self) -> &'static str {
        match self.space.form() {
            ActionForm::To => "to",
            ActionForm::FromTo => "from_to",
        }
    }

    /// The number of moves that may share origin and target.
    #[getter]
    fn alternatives(&self) -> usize {
        self.space.alternatives()
    }

    /// The parts of an action.
    fn parts(&self, action: u32) -> PyResult<(Option<usize>, Option<usize>, usize)> {
        let parts = self.space.parts(action);
        parts.ok_or_else(|| PyValueError::new_err(format!("no action {action}")))
    }

    /// The actions of the legal moves.
    fn encode<'py>(
        &self,
        py: Python<'py>,
        mut state: PyRefMut<'_, PyState>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers = self.numbers(py, &mut state)?;
        Ok(PyArray1::from_iter(py, numbers.into_iter().map(i64::from)))
    }

    /// The move that an action means.
    fn decode(
        &self,
        py: Python<'_>,
        mut state: PyRefMut<'_, PyState>,
        action: i64,
    ) -> PyResult<PyMove> {
        let numbers = self.numbers(py, &mut state)?;
        let index = numbers.iter().position(|&own| i64::from(own) == action);
        match index {
            Some(index) => Ok(PyMove(state.legal()[index])),
            None => Err(illegal(
                py,
                &format!("action {action} is not legal in this position"),
            )),
        }
    }

    /// Makes the move that an action means.
    fn play(
        &self,
        py: Python<'_>,
        mut state: PyRefMut<'_, PyState>,
        action: i64,
    ) -> PyResult<PyMove> {
        let numbers = self.numbers(py, &mut state)?;
        let Some(index) = numbers.iter().position(|&own| i64::from(own) == action) else {
            return Err(illegal(
                py,
                &format!("action {action} is not legal in this position"),
            ));
        };
        let mv = state.legal()[index];
        state.make(mv);
        Ok(PyMove(mv))
    }

    /// Which actions are legal.
    #[pyo3(signature = (state, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        mut state: PyRefMut<'_, PyState>,
        out: Option<Bound<'py, PyArray1<i8>>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let numbers = self.numbers(py, &mut state)?;
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, self.space.size(), false));
        {
            let mut mask: PyReadwriteArray1<'_, i8> = out.try_readwrite()?;
            let mask = mask.as_slice_mut()?;
            if mask.len() != self.space.size() {
                let message = format!("the mask has {} numbers", self.space.size());
                return Err(PyValueError::new_err(message));
            }
            mask.fill(0);
            numbers
                .into_iter()
                .for_each(|number| mask[number as usize] = 1);
        }
        Ok(out)
    }

    fn __repr__(&self) -> String {
        format!(
            "<ActionSpace of {}: {} actions, form={:?}, alternatives={}>",
            self.game.get().game.name(),
            self.size(),
            self.form(),
            self.alternatives()
        )
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (usize, &'static str))> {
        let make = self.game.bind(py).getattr("actions")?;
        Ok((make, (self.alternatives(), self.form())))
    }
}
