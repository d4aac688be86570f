//! Many games stepped together.

use ludarium::engine::SplitMix64;
use ludarium::{AutoReset, Batch, BatchError, BatchOptions, Outputs, Position};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::actions::PyActionSpace;
use crate::error::{illegal, no_action};
use crate::game::PyGame;
use crate::observations::PyObservations;
use crate::state::PyState;

/// Games of one kind that are stepped together.
#[pyclass(name = "Batch", module = "ludarium")]
pub struct PyBatch {
    game: Py<PyGame>,
    batch: Batch,
}

fn raise(py: Python<'_>, error: &BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => illegal(py, &error.to_string()),
        BatchError::Actions { .. } => no_action(py, &error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The names of the buffers.
const BUFFERS: [&str; 7] = [
    "planes",
    "scalars",
    "mask",
    "movers",
    "rewards",
    "terminated",
    "truncated",
];

/// The arrays of the caller, borrowed for a step.
struct Buffers<'py> {
    planes: Option<PyReadwriteArrayDyn<'py, f32>>,
    scalars: Option<PyReadwriteArrayDyn<'py, f32>>,
    mask: Option<PyReadwriteArrayDyn<'py, i8>>,
    movers: Option<PyReadwriteArrayDyn<'py, i32>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
    terminated: Option<PyReadwriteArrayDyn<'py, i8>>,
    truncated: Option<PyReadwriteArrayDyn<'py, i8>>,
}

fn borrow<'py, T: Element>(
    buffers: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(array) = buffers.get_item(name)? else {
        return Ok(None);
    };
    let array = array.cast_into::<PyArrayDyn<T>>().map_err(|_| {
        let message = format!("{name} is not an array of the type that Batch.buffers() gives it");
        PyTypeError::new_err(message)
    })?;
    Ok(Some(array.try_readwrite()?))
}

fn slice<'a, T: Element>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
) -> PyResult<Option<&'a mut [T]>> {
    Ok(array
        .as_mut()
        .map(|array| array.as_slice_mut())
        .transpose()?)
}

impl<'py> Buffers<'py> {
    fn borrow(buffers: Option<&Bound<'py, PyDict>>) -> PyResult<Buffers<'py>> {
        let Some(buffers) = buffers else {
            return Ok(Buffers {
                planes: None,
                scalars: None,
                mask: None,
                movers: None,
                rewards: None,
                terminated: None,
                truncated: None,
            });
        };
        for name in buffers.keys() {
            let name: String = name.extract()?;
            if !BUFFERS.contains(&name.as_str()) {
                let message = format!("no buffer is called {name}; there are {BUFFERS:?}");
                return Err(PyKeyError::new_err(message));
            }
        }
        Ok(Buffers {
            planes: borrow(buffers, "planes")?,
            scalars: borrow(buffers, "scalars")?,
            mask: borrow(buffers, "mask")?,
            movers: borrow(buffers, "movers")?,
            rewards: borrow(buffers, "rewards")?,
            terminated: borrow(buffers, "terminated")?,
            truncated: borrow(buffers, "truncated")?,
        })
    }

    fn outputs(&mut self) -> PyResult<Outputs<'_>> {
        Ok(Outputs {
            planes: slice(&mut self.planes)?,
            scalars: slice(&mut self.scalars)?,
            mask: slice(&mut self.mask)?,
            movers: slice(&mut self.movers)?,
            rewards: slice(&mut self.rewards)?,
            terminated: slice(&mut self.terminated)?,
            truncated: slice(&mut self.truncated)?,
        })
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, size, *, seed=0, threads=1, max_plies=1_000,
                        auto_reset="same_step", observations=None, actions=None))]
    #[allow(clippy::too_many_arguments)] // keyword arguments in Python
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        size: usize,
        seed: u64,
        threads: usize,
        max_plies: usize,
        auto_reset: &str,
        observations: Option<PyRef<'_, PyObservations>>,
        actions: Option<PyRef<'_, PyActionSpace>>,
    ) -> PyResult<PyBatch> {
        let auto_reset = match auto_reset {
            "same_step" => AutoReset::SameStep,
            "next_step" => AutoReset::NextStep,
            "disabled" => AutoReset::Disabled,
            other => {
                let message = format!(
                    "auto_reset is \"same_step\", \"next_step\" or \"disabled\", and not {other:?}"
                );
                return Err(PyValueError::new_err(message));
            }
        };
        let own = |fingerprint: u64| game.get().game.rules().fingerprint() == fingerprint;
        let planes = match observations {
            Some(observations) => observations.planes.clone(),
            None => ludarium::encoding::Planes::new(&game.get().game, Default::default()),
        };
        let space = match actions {
            Some(actions) if !own(actions.game.get().game.rules().fingerprint()) => {
                return Err(PyValueError::new_err(
                    "these are the actions of another game",
                ));
            }
            Some(actions) => actions.space,
            None => game.get().audited(py)?,
        };
        if !own(planes.game().rules().fingerprint()) {
            return Err(PyValueError::new_err(
                "these are the observations of another game",
            ));
        }
        let options = BatchOptions {
            seed,
            max_plies,
            threads,
            auto_reset,
        };
        let batch = py.detach(|| Batch::new(planes, space, size, options));
        Ok(PyBatch {
            batch: batch.map_err(|error| raise(py, &error))?,
            game,
        })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    /// The observations of the batch.
    #[getter]
    fn observations(&self, py: Python<'_>) -> PyObservations {
        PyObservations::new(self.game.clone_ref(py), self.batch.planes().clone())
    }

    /// The actions of the batch.
    #[getter]
    fn actions(&self, py: Python<'_>) -> PyActionSpace {
        PyActionSpace::new(self.game.clone_ref(py), *self.batch.actions())
    }

    /// New arrays for everything that a step writes.
    fn buffers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (size, planes) = (self.batch.len(), self.batch.planes());
        let dict = PyDict::new(py);
        let shape = [size, planes.names().len(), planes.slots()];
        dict.set_item("planes", PyArrayDyn::<f32>::zeros(py, &shape[..], false))?;
        let shape = [size, planes.scalar_names().len()];
        dict.set_item("scalars", PyArrayDyn::<f32>::zeros(py, &shape[..], false))?;
        let shape = [size, self.batch.actions().size()];
        dict.set_item("mask", PyArrayDyn::<i8>::zeros(py, &shape[..], false))?;
        dict.set_item("movers", PyArrayDyn::<i32>::zeros(py, &[size][..], false))?;
        let shape = [size, self.batch.game().players()];
        dict.set_item("rewards", PyArrayDyn::<f32>::zeros(py, &shape[..], false))?;
        dict.set_item(
            "terminated",
            PyArrayDyn::<i8>::zeros(py, &[size][..], false),
        )?;
        dict.set_item("truncated", PyArrayDyn::<i8>::zeros(py, &[size][..], false))?;
        Ok(dict)
    }

    /// Starts games again.
    #[pyo3(signature = (out=None, which=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyDict>>,
        which: Option<PyReadonlyArray1<'py, i8>>,
    ) -> PyResult<()> {
        let mut buffers = Buffers::borrow(out)?;
        let outputs = buffers.outputs()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let batch = &mut self.batch;
        py.detach(|| batch.reset(which, outputs))
            .map_err(|error| raise(py, &error))
    }

    /// Makes a move in every game.
    #[pyo3(signature = (actions, out=None, which=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        out: Option<&Bound<'py, PyDict>>,
        which: Option<PyReadonlyArray1<'py, i8>>,
    ) -> PyResult<()> {
        let mut buffers = Buffers::borrow(out)?;
        let outputs = buffers.outputs()?;
        let actions = actions.as_slice()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let batch = &mut self.batch;
        py.detach(|| batch.step_some(which, actions, outputs))
            .map_err(|error| raise(py, &error))
    }

    /// Random legal actions.
    #[pyo3(signature = (out=None, which=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i64>>>,
        which: Option<PyReadonlyArray1<'py, i8>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, self.batch.len(), false));
        {
            let mut array = out.try_readwrite()?;
            let array = array.as_slice_mut()?;
            let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
            let drawn = self.batch.sample_some(which, array);
            drawn.map_err(|error| raise(py, &error))?;
        }
        Ok(out)
    }

    /// The position of one game.
    fn state(&self, py: Python<'_>, index: usize) -> PyResult<PyState> {
        let Some(state) = self.batch.state(index) else {
            return Err(PyIndexError::new_err(format!("no game {index}")));
        };
        let chance = SplitMix64::new(0);
        let position = Position::from_state(self.batch.game(), state.clone(), chance);
        Ok(PyState::new(self.game.clone_ref(py), position))
    }

    /// The legal actions of one game.
    fn legal<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        if index >= self.batch.len() {
            return Err(PyIndexError::new_err(format!("no game {index}")));
        }
        let (_, actions) = self.batch.legal(index);
        Ok(PyArray1::from_iter(
            py,
            actions.iter().map(|&action| i64::from(action)),
        ))
    }

    fn __repr__(&self) -> String {
        let name = self.batch.game().name();
        format!("<Batch of {} games of {name:?}>", self.batch.len())
    }
}
