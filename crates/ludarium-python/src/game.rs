//! Games.

use std::sync::OnceLock;

use ludarium::encoding::{static_planes, ActionForm, ActionSpace, ObservationOptions, Planes};
use ludarium::engine::SplitMix64;
use ludarium::lud::Definitions;
use ludarium::{Game, LoadLimits, LudText, Position};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::actions::PyActionSpace;
use crate::error::{no_action, raise};
use crate::facts;
use crate::observations::PyObservations;
use crate::random_games;
use crate::state::PyState;

/// A description, and the definitions and games given with it, by their names.
#[derive(Clone)]
pub struct Text {
    lud: String,
    definitions: Option<Vec<(String, String)>>,
    games: Vec<(String, String)>,
}

impl Text {
    fn to_lud_text(&self) -> LudText {
        let mut text = LudText::new(&self.lud);
        if let Some(files) = &self.definitions {
            text.definitions = Definitions::from_files(files.iter().cloned());
        }
        text.games = self.games.iter().cloned().collect();
        text
    }
}

/// A compiled game.
#[pyclass(frozen, name = "Game", module = "ludarium")]
pub struct PyGame {
    pub game: Game,
    /// The text that it was compiled from; `None` for a built-in game.
    text: Option<Text>,
    audited: OnceLock<Result<ActionSpace, String>>,
}

/// The pairs of texts in a dictionary.
fn pairs(dict: &Bound<'_, PyDict>) -> PyResult<Vec<(String, String)>> {
    let pairs = dict.iter();
    pairs
        .map(|(key, value)| Ok((key.extract()?, value.extract()?)))
        .collect()
}

/// A dictionary of texts, in the order of the pairs.
fn dict<'py>(py: Python<'py>, pairs: &[(String, String)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in pairs {
        dict.set_item(key, value)?;
    }
    Ok(dict)
}

/// Loads a built-in game.
#[pyfunction]
#[pyo3(signature = (name, readings=None))]
pub fn load(py: Python<'_>, name: &str, readings: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
    let readings = readings.map(pairs).transpose()?.unwrap_or_default();
    let game = py.detach(|| Game::builtin_with(name, &readings));
    Ok(PyGame::new(game.map_err(|error| raise(py, error))?, None))
}

/// Compiles a description in ludemes.
#[pyfunction]
#[pyo3(signature = (text, readings=None, definitions=None, games=None))]
pub fn from_lud(
    py: Python<'_>,
    text: &str,
    readings: Option<&Bound<'_, PyDict>>,
    definitions: Option<&Bound<'_, PyDict>>,
    games: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyGame> {
    let readings = readings.map(pairs).transpose()?.unwrap_or_default();
    let text = Text {
        lud: text.to_owned(),
        definitions: definitions.map(pairs).transpose()?,
        games: games.map(pairs).transpose()?.unwrap_or_default(),
    };
    let limits = LoadLimits::default();
    let game = py.detach(|| Game::from_lud_with(text.to_lud_text(), &readings, &limits));
    Ok(PyGame::new(
        game.map_err(|error| raise(py, error))?,
        Some(text),
    ))
}

impl PyGame {
    pub fn new(game: Game, text: Option<Text>) -> PyGame {
        PyGame {
            game,
            text,
            audited: OnceLock::new(),
        }
    }

    /// The action space that an audit finds for the game.
    pub fn audited(&self, py: Python<'_>) -> PyResult<ActionSpace> {
        let audit = || ActionSpace::audited(&self.game).map_err(|error| error.to_string());
        let space = py.detach(|| self.audited.get_or_init(audit));
        space.clone().map_err(|why| no_action(py, &why))
    }
}

#[pymethods]
impl PyGame {
    /// The name of the game in its description.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// The name of the folder of a built-in game.
    #[getter]
    fn slug(&self) -> Option<&str> {
        self.game.entry().map(|entry| entry.slug)
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.game.players()
    }

    /// The text of the description.
    #[getter]
    fn lud(&self) -> &str {
        &self.game.description().sources.description.text
    }

    /// The rules in plain words, in Markdown.
    #[getter]
    fn rules(&self) -> Option<&str> {
        let rules = self.game.entry().map(|entry| entry.rules);
        rules.filter(|rules| !rules.is_empty())
    }

    /// Whether all moves are chosen by several players at once, in the phase that the game starts
    /// in.
    #[getter]
    fn simultaneous(&self) -> bool {
        let rules = self.game.rules();
        rules.is_simultaneous(&rules.start(&mut SplitMix64::new(0)))
    }

    /// What kind of game it is.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts::features(py, &self.game)
    }

    /// The rules that can be read in more than one way.
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        facts::readings(py, &self.game)
    }

    /// The sources of the rules.
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        facts::sources(py, &self.game)
    }

    /// The archaeological and written evidence.
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        facts::evidence(py, &self.game)
    }

    /// The same game under another reading.
    #[pyo3(name = "with_reading")]
    fn with_reading(&self, py: Python<'_>, reading: &str, choice: &str) -> PyResult<PyGame> {
        let game = py.detach(|| self.game.with(reading, choice));
        let game = game.map_err(|error| raise(py, error))?;
        Ok(PyGame::new(game, self.text.clone()))
    }

    /// The initial position.
    #[pyo3(signature = (seed=0))]
    fn start(slf: Py<Self>, seed: u64) -> PyState {
        let position = slf.get().game.start_seeded(seed);
        PyState::new(slf, position)
    }

    /// A position from text.
    #[pyo3(signature = (text, seed=0))]
    fn position(slf: Py<Self>, py: Python<'_>, text: &str, seed: u64) -> PyResult<PyState> {
        let position = slf.get().game.position(text, seed);
        Ok(PyState::new(
            slf,
            position.map_err(|error| raise(py, error))?,
        ))
    }

    /// A position from its bytes.
    fn state_from_bytes(slf: Py<Self>, py: Python<'_>, data: &[u8]) -> PyResult<PyState> {
        let position = slf.get().game.position_from_bytes(data);
        Ok(PyState::new(
            slf,
            position.map_err(|error| raise(py, error))?,
        ))
    }

    /// All initial positions with their probabilities.
    #[pyo3(signature = (limit=10_000))]
    fn chance_starts(slf: Py<Self>, limit: usize) -> Option<Vec<(PyState, f64)>> {
        let game = &slf.get().game;
        let starts = starts(game, limit)?;
        let states = starts.into_iter().map(|(position, probability)| {
            let owner = Python::attach(|py| slf.clone_ref(py));
            (PyState::new(owner, position), probability)
        });
        Some(states.collect())
    }

    /// Plays random games.
    #[pyo3(signature = (games, seed=0, max_plies=2_000, threads=1))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: usize,
        seed: u64,
        max_plies: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let played = py.detach(|| random_games::play(&self.game, games, seed, max_plies, threads));
        let dict = PyDict::new(py);
        let utilities = PyArray1::from_vec(py, played.utilities);
        dict.set_item(
            "utilities",
            utilities.reshape([games, self.game.players()])?,
        )?;
        dict.set_item("plies", PyArray1::from_vec(py, played.plies))?;
        dict.set_item("finished", PyArray1::from_vec(py, played.finished))?;
        Ok(dict)
    }

    /// The layout of observations.
    #[pyo3(signature = (relative=false, levels=4))]
    fn observations(slf: Py<Self>, relative: bool, levels: usize) -> PyObservations {
        let options = ObservationOptions { relative, levels };
        let planes = Planes::new(&slf.get().game, options);
        PyObservations::new(slf, planes)
    }

    /// The numbering of the moves.
    #[pyo3(signature = (alternatives=None, form=None))]
    fn actions(
        slf: Py<Self>,
        py: Python<'_>,
        alternatives: Option<usize>,
        form: Option<&str>,
    ) -> PyResult<PyActionSpace> {
        let game = slf.get();
        let form = match form {
            None => None,
            Some("to") => Some(ActionForm::To),
            Some("from_to") => Some(ActionForm::FromTo),
            Some(other) => {
                let message = format!("form is \"to\" or \"from_to\", and not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let space = match (form, alternatives) {
            (Some(form), Some(alternatives)) => {
                let space = ActionSpace::new(&game.game, form, alternatives);
                space.map_err(|error| no_action(py, &error.to_string()))?
            }
            _ => {
                let audited = game.audited(py)?;
                let space = ActionSpace::new(
                    &game.game,
                    form.unwrap_or(audited.form()),
                    alternatives.unwrap_or(audited.alternatives()),
                );
                space.map_err(|error| no_action(py, &error.to_string()))?
            }
        };
        Ok(PyActionSpace::new(slf, space))
    }

    /// The planes that are the same for all positions, with their names.
    fn static_planes<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Vec<String>, Bound<'py, PyArray2<f32>>)> {
        let planes = static_planes(&self.game);
        let sites = self.game.rules().layout().slots;
        let values = PyArray1::from_vec(py, planes.values);
        Ok((
            planes.names.clone(),
            values.reshape([planes.names.len(), sites])?,
        ))
    }

    /// The sites: labels, coordinates and neighbours.
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        facts::grid(py, &self.game)
    }

    /// A number that identifies the rules, with the readings chosen.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.game.rules().fingerprint()
    }

    /// The readings that were chosen.
    #[getter]
    fn chosen(&self) -> Vec<(String, String)> {
        self.game.chosen().to_vec()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let package = py.import("ludarium")?;
        let readings = dict(py, self.game.chosen())?;
        let (make, arguments) = match &self.text {
            Some(text) => {
                let files = text.definitions.as_ref();
                let files = files.map(|files| dict(py, files)).transpose()?;
                let games = dict(py, &text.games)?;
                let arguments = (&text.lud, readings, files, games).into_pyobject(py)?;
                ("from_lud", arguments.into_any())
            }
            None => (
                "load",
                (self.slug(), readings).into_pyobject(py)?.into_any(),
            ),
        };
        Ok((package.getattr(make)?, arguments))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyGame>();
        other.is_ok_and(|other| {
            let other = other.get();
            self.fingerprint() == other.fingerprint() && self.name() == other.name()
        })
    }

    fn __hash__(&self) -> u64 {
        self.fingerprint()
    }

    fn __repr__(&self) -> String {
        let chosen = self.game.chosen();
        match chosen.is_empty() {
            true => format!("<Game {:?}>", self.name()),
            false => {
                let chosen = chosen
                    .iter()
                    .map(|(reading, choice)| format!("{reading}={choice}"));
                format!(
                    "<Game {:?} {}>",
                    self.name(),
                    chosen.collect::<Vec<_>>().join(", ")
                )
            }
        }
    }
}

/// All initial positions with their probabilities; `None` if there are more than `limit`.
fn starts(game: &Game, limit: usize) -> Option<Vec<(Position, f64)>> {
    let mut outcomes = ludarium::engine::ChanceOutcomes::new();
    let mut starts = Vec::new();
    while outcomes.advance() {
        if starts.len() >= limit {
            return None;
        }
        let state = game.rules().start(&mut outcomes);
        let probability = outcomes.probability().to_f64();
        starts.push((
            Position::from_state(game, state, SplitMix64::new(0)),
            probability,
        ));
    }
    Some(starts)
}
