//! The native part of the Python package `ludarium`: its module `ludarium._ludarium`.
//!
//! The package in `python/` adds the environments and documents everything in its stubs.

mod actions;
mod agent;
mod batch;
mod drawing;
mod error;
mod facts;
mod formats;
mod game;
mod moves;
mod network;
mod observations;
mod random_games;
mod solve;
mod state;
mod view;

use pyo3::prelude::*;

#[pymodule]
mod _ludarium {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::actions::PyActionSpace;
    #[pymodule_export]
    use crate::agent::PyAgent;
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::facts::{games, lost_games};
    #[pymodule_export]
    use crate::formats::{read_games, write_game};
    #[pymodule_export]
    use crate::game::{from_lud, load, PyGame};
    #[pymodule_export]
    use crate::moves::PyMove;
    #[pymodule_export]
    use crate::network::PyNetwork;
    #[pymodule_export]
    use crate::observations::PyObservations;
    #[pymodule_export]
    use crate::state::PyState;
    #[pymodule_export]
    use crate::view::PyView;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
