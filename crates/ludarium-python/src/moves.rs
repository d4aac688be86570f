//! Moves.

use ludarium::engine::Move;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A decision of a player.
#[pyclass(frozen, eq, hash, name = "Move", module = "ludarium")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct PyMove(pub Move);

fn slot(slot: i32) -> Option<i32> {
    (slot >= 0).then_some(slot)
}

#[pymethods]
impl PyMove {
    /// The slot that the move starts from.
    #[getter]
    fn origin(&self) -> Option<i32> {
        slot(self.0.origin())
    }

    /// The slot that the move leads to.
    #[getter]
    fn target(&self) -> Option<i32> {
        slot(self.0.target())
    }

    /// The index of the rule that generated the move.
    #[getter]
    pub fn rule(&self) -> u16 {
        let [low, high, ..] = self.0.to_bytes();
        u16::from_le_bytes([low, high])
    }

    /// A hash that identifies the move among the moves of its game.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The move as sixteen bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The move that has these bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<PyMove> {
        let bytes = <[u8; 16]>::try_from(data);
        let bytes = bytes.map_err(|_| PyValueError::new_err("a move has sixteen bytes"))?;
        Ok(PyMove(Move::from_bytes(bytes)))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let make = py.get_type::<PyMove>().getattr("from_bytes")?;
        Ok((make, (slf.get().to_bytes(py),)))
    }

    fn __repr__(&self) -> String {
        let end = |slot: Option<i32>| slot.map_or_else(|| "None".to_owned(), |s| s.to_string());
        format!(
            "Move(origin={}, target={})",
            end(self.origin()),
            end(self.target())
        )
    }
}
