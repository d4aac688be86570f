//! What a player may know.

use std::hash::{DefaultHasher, Hash, Hasher};

use ludarium::encoding::PART_OF_LARGE_PIECE;
use ludarium::engine::{SplitMix64, State, View};
use ludarium::Position;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::drawing::{draw, svg};
use crate::game::PyGame;
use crate::state::PyState;

/// A position as one player sees it.
#[pyclass(frozen, name = "View", module = "ludarium")]
pub struct PyView {
    pub game: Py<PyGame>,
    /// The whole state: only [`PyView::view`] may read it.
    state: State,
    player: usize,
}

impl PyView {
    pub fn new(game: Py<PyGame>, state: State, player: usize) -> PyView {
        PyView {
            game,
            state,
            player,
        }
    }

    pub fn view(&self) -> View<'_> {
        self.game.get().game.rules().view(&self.state, self.player)
    }
}

#[pymethods]
impl PyView {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The player whose view it is.
    #[getter]
    fn player(&self) -> usize {
        self.player
    }

    /// The player to move.
    #[getter]
    fn mover(&self) -> usize {
        match self.state.over() {
            true => 0,
            false => self.state.mover(),
        }
    }

    /// Whether nothing is hidden from the player.
    #[getter]
    fn is_complete(&self) -> bool {
        self.view().is_complete()
    }

    /// What the player knows of a slot.
    fn at<'py>(&self, py: Python<'py>, slot: usize) -> PyResult<Bound<'py, PyDict>> {
        let game = &self.game.get().game;
        if slot >= game.rules().layout().slots {
            let message = format!("no slot {slot}");
            return Err(pyo3::exceptions::PyIndexError::new_err(message));
        }
        let seen = self.view().at(slot);
        let components = game.rules().components();
        let piece = seen.what.and_then(|what| match components.get(what) {
            Some(part) if what != 0 && part.name.is_empty() => Some(PART_OF_LARGE_PIECE),
            component => component.map(|component| component.name.as_str()),
        });
        let dict = PyDict::new(py);
        dict.set_item("piece", piece)?;
        dict.set_item("owner", seen.who)?;
        dict.set_item("count", seen.count)?;
        dict.set_item("state", seen.state)?;
        dict.set_item("rotation", seen.rotation)?;
        dict.set_item("value", seen.value)?;
        Ok(dict)
    }

    /// A random position that looks the same to the player.
    #[pyo3(signature = (seed=0))]
    fn sample(&self, py: Python<'_>, seed: u64) -> PyState {
        let mut chance = SplitMix64::new(seed);
        let state = self.view().sample(&mut chance);
        let position = Position::from_state(&self.game.get().game, state, chance);
        PyState::new(self.game.clone_ref(py), position)
    }

    /// A picture of what the player sees.
    #[pyo3(signature = (mode="ansi"))]
    fn render<'py>(&self, py: Python<'py>, mode: &str) -> PyResult<Bound<'py, PyAny>> {
        draw(py, mode, &self.game.get().game, self.view().shown())
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.game.get().game, self.view().shown())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.render(py, "ansi")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyView>();
        other.is_ok_and(|other| self.view() == other.get().view())
    }

    fn __hash__(&self) -> u64 {
        let view = self.view();
        let mut hasher = DefaultHasher::new();
        (view.player(), view.shown().hash(), view.shown().moves()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().game.name();
        format!("<View of player {} in {name:?}>", self.player)
    }
}
