//! Computer players.

use std::cell::Cell;
use std::sync::Mutex;
use std::time::Instant;

use ludarium::agents::Report;
use ludarium::engine::Move;
use ludarium::{AgentSpec, Budget, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::raise;
use crate::game::PyGame;
use crate::moves::PyMove;
use crate::network::PyNetwork;
use crate::state::PyState;

/// What an agent is made from: game, kind and seed.
type AgentArguments = (Py<PyGame>, Py<PyAny>, u64);

/// A computer player.
#[pyclass(frozen, name = "Agent", module = "ludarium")]
pub struct PyAgent {
    game: Py<PyGame>,
    kind: Kind,
    seed: u64,
    player: Mutex<Player>,
}

/// What chooses the moves.
enum Kind {
    /// One of the agents by name.
    Named(AgentSpec),
    /// A tree search that follows a network.
    Guided(Py<PyNetwork>),
}

/// What one search may spend.
#[derive(Clone, Copy)]
struct Effort {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl Effort {
    /// The number of nodes where neither nodes nor seconds are given.
    const DEFAULT_NODES: u64 = 1_000;
}

impl Kind {
    fn named(spec: &str) -> PyResult<Kind> {
        let parsed: Result<AgentSpec, <AgentSpec as std::str::FromStr>::Err> = spec.parse();
        let spec = parsed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Kind::Named(spec))
    }
}

impl PyAgent {
    /// Searches, and returns the move chosen and the report.
    fn search(&self, py: Python<'_>, state: &PyState, effort: Effort) -> PyResult<(Move, Report)> {
        if let Some(seconds) = effort.seconds {
            if !(seconds.is_finite() && seconds > 0.0) {
                return Err(PyValueError::new_err("seconds must be positive"));
            }
        }
        let game = &self.game.get().game;
        if game.rules().fingerprint() != state.position.game().rules().fingerprint() {
            return Err(PyValueError::new_err("this is a state of another game"));
        }
        let position = &state.position;
        let searched = py.detach(|| {
            let player = self.player.lock();
            let mut player = player.unwrap_or_else(|poisoned| poisoned.into_inner());
            let chosen = match effort.seconds {
                None => {
                    let nodes = effort.nodes.unwrap_or(Effort::DEFAULT_NODES);
                    player.best_move(position, Budget::nodes(nodes))
                }
                Some(seconds) => {
                    let started = Instant::now();
                    let interrupted = Cell::new(false);
                    let used = || {
                        if interrupted.get() || Python::attach(|py| py.check_signals()).is_err() {
                            interrupted.set(true);
                            return f64::INFINITY;
                        }
                        started.elapsed().as_secs_f64() / seconds
                    };
                    let budget = Budget::clock(&used).at_most(effort.nodes.unwrap_or(u64::MAX));
                    let chosen = player.best_move(position, budget);
                    if interrupted.get() {
                        return Err(None);
                    }
                    chosen
                }
            };
            let chosen = chosen.map_err(Some)?;
            Ok((chosen, player.report().clone()))
        });
        searched.map_err(|error| match error {
            Some(error) => raise(py, error),
            None => pyo3::exceptions::PyKeyboardInterrupt::new_err(()),
        })
    }
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (game, spec=None, seed=0))]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        spec: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<PyAgent> {
        let kind = match spec {
            None => Kind::Named(AgentSpec::Auto),
            Some(spec) => match spec.cast::<PyNetwork>() {
                Ok(network) => Kind::Guided(network.clone().unbind()),
                Err(_) => Kind::named(spec.extract()?)?,
            },
        };
        let player = match &kind {
            Kind::Named(spec) => py.detach(|| Player::new(&game.get().game, *spec, seed)),
            Kind::Guided(network) => {
                let network = network.get().network.clone();
                let of = network.game().rules().fingerprint();
                if of != game.get().game.rules().fingerprint() {
                    return Err(PyValueError::new_err("this is a network for another game"));
                }
                Player::guided(network, seed)
            }
        };
        Ok(PyAgent {
            game,
            kind,
            seed,
            player: Mutex::new(player),
        })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The kind of the player.
    #[getter]
    fn spec(&self) -> String {
        match &self.kind {
            Kind::Named(spec) => spec.to_string(),
            Kind::Guided(_) => "guided".to_owned(),
        }
    }

    /// The move that the player chooses.
    #[pyo3(signature = (state, nodes=None, seconds=None))]
    fn best_move(
        &self,
        py: Python<'_>,
        state: PyRef<'_, PyState>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<PyMove> {
        let (chosen, _) = self.search(py, &state, Effort { nodes, seconds })?;
        Ok(PyMove(chosen))
    }

    /// The move that the player chooses, and what it found.
    #[pyo3(signature = (state, nodes=None, seconds=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'_, PyState>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (chosen, report) = self.search(py, &state, Effort { nodes, seconds })?;
        let dict = PyDict::new(py);
        dict.set_item("move", PyMove(chosen))?;
        dict.set_item("text", state.position.notation(chosen))?;
        dict.set_item("nodes", report.nodes)?;
        dict.set_item("depth", report.depth)?;
        let lines = PyList::empty(py);
        for line in &report.lines {
            let own = PyDict::new(py);
            let moves: Vec<PyMove> = line.moves.iter().copied().map(PyMove).collect();
            own.set_item("moves", moves)?;
            let first = line.moves.first().map(|mv| state.position.notation(*mv));
            own.set_item("text", first)?;
            own.set_item("value", 2.0 * line.value - 1.0)?;
            own.set_item("visits", line.visits)?;
            own.set_item("proved", line.proved)?;
            lines.append(own)?;
        }
        dict.set_item("lines", lines)?;
        Ok(dict)
    }

    /// A copy starts from the seed, without what this one has searched.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, AgentArguments)> {
        let make = py.import("ludarium")?.getattr("Agent")?;
        let kind = match &self.kind {
            Kind::Named(spec) => spec.to_string().into_pyobject(py)?.into_any().unbind(),
            Kind::Guided(network) => network.clone_ref(py).into_any(),
        };
        Ok((make, (self.game.clone_ref(py), kind, self.seed)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Agent {} for {:?}>",
            self.spec(),
            self.game.get().game.name()
        )
    }
}
