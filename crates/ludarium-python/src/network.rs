//! Networks that were trained in Python, as guides of the search.

use std::path::PathBuf;
use std::sync::Arc;

use ludarium::network::{Network, NetworkError, Tensor};
use numpy::{IntoPyArray, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::game::PyGame;

/// A network that guides a search.
#[pyclass(frozen, name = "Network", module = "ludarium")]
pub struct PyNetwork {
    game: Py<PyGame>,
    pub network: Arc<Network>,
}

/// What a network is made from again: game and bytes.
type NetworkArguments = (Py<PyGame>, Py<PyBytes>);

fn refused(error: NetworkError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An array of any kind of number, as 32-bit floats.
fn tensor(py: Python<'_>, name: &str, array: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (array, "float32"))?;
    let array = array.cast::<PyArrayDyn<f32>>();
    let array =
        array.map_err(|_| PyTypeError::new_err(format!("{name} is no array of numbers")))?;
    Ok(Tensor {
        shape: array.shape().to_vec(),
        // In the order of rows, however it lies in memory.
        values: array.readonly().as_array().iter().copied().collect(),
    })
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (game, tensors, relative=true))]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        tensors: &Bound<'_, PyAny>,
        relative: bool,
    ) -> PyResult<PyNetwork> {
        let mut own = Vec::new();
        for item in tensors.call_method0("items")?.try_iter()? {
            let (name, array): (String, Bound<'_, PyAny>) = item?.extract()?;
            let tensor = tensor(py, &name, &array)?;
            own.push((name, tensor));
        }
        let network = py.detach(|| Network::new(&game.get().game, relative, own));
        Ok(PyNetwork {
            game,
            network: Arc::new(network.map_err(refused)?),
        })
    }

    /// Reads a file.
    #[staticmethod]
    fn load(py: Python<'_>, game: Py<PyGame>, path: PathBuf) -> PyResult<PyNetwork> {
        let bytes = std::fs::read(&path)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        PyNetwork::read(py, game, &bytes)
    }

    /// Reads the bytes of a file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, game: Py<PyGame>, data: &[u8]) -> PyResult<PyNetwork> {
        PyNetwork::read(py, game, data)
    }

    /// Writes a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let written = std::fs::write(&path, self.network.to_bytes());
        written.map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Whether players are named from the viewer's seat.
    #[getter]
    fn relative(&self) -> bool {
        self.network.is_relative()
    }

    /// The tensors by name.
    fn tensors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, tensor) in self.network.tensors() {
            let array = tensor.values.into_pyarray(py);
            dict.set_item(name, array.reshape(tensor.shape)?)?;
        }
        Ok(dict)
    }

    /// Pickles as the bytes of its file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, NetworkArguments)> {
        let class = py.import("ludarium")?.getattr("Network")?;
        let bytes = PyBytes::new(py, &self.network.to_bytes()).unbind();
        Ok((
            class.getattr("from_bytes")?,
            (self.game.clone_ref(py), bytes),
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Network for {:?}>", self.network.game().name())
    }
}

impl PyNetwork {
    fn read(py: Python<'_>, game: Py<PyGame>, bytes: &[u8]) -> PyResult<PyNetwork> {
        let network = py.detach(|| Network::from_bytes(&game.get().game, bytes));
        Ok(PyNetwork {
            game,
            network: Arc::new(network.map_err(refused)?),
        })
    }
}
