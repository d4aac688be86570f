//! What players see, as arrays.

use ludarium::encoding::Planes;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::view::PyView;

/// The layout of a game's observations.
#[pyclass(frozen, name = "Observations", module = "ludarium")]
pub struct PyObservations {
    game: Py<PyGame>,
    pub planes: Planes,
}

impl PyObservations {
    pub fn new(game: Py<PyGame>, planes: Planes) -> PyObservations {
        PyObservations { game, planes }
    }
}

#[pymethods]
impl PyObservations {
    /// The names of the planes.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.planes.names().to_vec()
    }

    /// The names of the scalars.
    #[getter]
    fn scalar_names(&self) -> Vec<String> {
        self.planes.scalar_names().to_vec()
    }

    /// The shape of the planes.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.planes.names().len(), self.planes.slots())
    }

    /// Whether players are named from the viewer's seat.
    #[getter]
    fn relative(&self) -> bool {
        self.planes.options().relative
    }

    /// The planes of a view.
    fn planes<'py>(
        &self,
        py: Python<'py>,
        view: PyRef<'_, PyView>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mut planes = vec![0.0; self.planes.len()];
        self.planes.write_planes(&view.view(), &mut planes);
        let (names, sites) = self.shape();
        PyArray1::from_vec(py, planes).reshape([names, sites])
    }

    /// The scalars of a view.
    fn scalars<'py>(&self, py: Python<'py>, view: PyRef<'_, PyView>) -> Bound<'py, PyArray1<f32>> {
        let mut scalars = vec![0.0; self.planes.scalar_names().len()];
        self.planes.write_scalars(&view.view(), &mut scalars);
        PyArray1::from_vec(py, scalars)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (bool, usize))> {
        let make = self.game.bind(py).getattr("observations")?;
        Ok((make, (self.relative(), self.planes.options().levels)))
    }

    fn __repr__(&self) -> String {
        let (names, sites) = self.shape();
        let scalars = self.planes.scalar_names().len();
        let game = self.planes.game().name();
        format!("<Observations of {game}: {names} planes of {sites} sites, {scalars} scalars>")
    }
}
