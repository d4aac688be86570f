//! Games in files.

use ludarium::notation::formats::{self, Format, Played};
use ludarium::notation::SavedGame;
use ludarium::Game;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{not_in_format, raise};
use crate::game::PyGame;

/// The name of the project's own format.
const SAVED: &str = "saved";

/// The format that a name means; `None` for the project's own.
fn format_of(name: &str) -> PyResult<Option<Format>> {
    match name {
        SAVED => Ok(None),
        name => {
            let parsed = name.parse::<Format>();
            parsed
                .map(Some)
                .map_err(|why| PyValueError::new_err(format!("{why}, {SAVED}")))
        }
    }
}

/// The games of a text.
#[pyfunction]
#[pyo3(signature = (text, format=None, game=None))]
pub fn read_games<'py>(
    py: Python<'py>,
    text: &str,
    format: Option<&str>,
    game: Option<Py<PyGame>>,
) -> PyResult<Bound<'py, PyList>> {
    let format = match format {
        Some(name) => format_of(name)?,
        None if text.contains("# game:") => None,
        None => {
            let found = Format::of("", text);
            Some(found.ok_or_else(|| not_in_format(py, "the text is in no known format"))?)
        }
    };
    let list = PyList::empty(py);
    let Some(format) = format else {
        let saved = SavedGame::parse(text);
        let saved = saved.map_err(|error| not_in_format(py, &error.to_string()))?;
        let game = match game {
            Some(game) => game,
            None => loaded(py, &saved.game, &saved.readings)?,
        };
        list.append(as_dict(py, game, &saved, &[], None)?)?;
        return Ok(list);
    };
    let wrong = |error: formats::FormatError| not_in_format(py, &error.to_string());
    for transcript in formats::parse(format, text).map_err(wrong)? {
        let game = match &game {
            Some(game) => game.clone_ref(py),
            None => {
                let entry = transcript.entry().map_err(wrong)?;
                loaded(py, entry.slug, &transcript.readings(entry))?
            }
        };
        let saved = {
            let game = &game.get().game;
            let about = game.entry().map(|entry| &entry.about);
            let name = game.entry().map_or(game.name(), |entry| entry.slug);
            transcript
                .saved(game.rules(), about, name, game.chosen())
                .map_err(wrong)?
        };
        let result = transcript.result.as_deref();
        list.append(as_dict(py, game, &saved, &transcript.tags, result)?)?;
    }
    Ok(list)
}

fn loaded(py: Python<'_>, name: &str, readings: &[(String, String)]) -> PyResult<Py<PyGame>> {
    let game = Game::builtin_with(name, readings).map_err(|error| raise(py, error))?;
    Py::new(py, PyGame::new(game, None))
}

fn as_dict<'py>(
    py: Python<'py>,
    game: Py<PyGame>,
    saved: &SavedGame,
    tags: &[(String, String)],
    result: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("game", game)?;
    dict.set_item("seed", saved.seed)?;
    dict.set_item("position", saved.position.as_deref())?;
    dict.set_item("moves", &saved.moves)?;
    let named = PyDict::new(py);
    for (name, value) in tags {
        named.set_item(name, value)?;
    }
    dict.set_item("tags", named)?;
    dict.set_item("result", result)?;
    Ok(dict)
}

/// A game as text.
#[pyfunction]
#[pyo3(signature = (game, moves, format="saved", seed=0, position=None, tags=None))]
pub fn write_game(
    py: Python<'_>,
    game: PyRef<'_, PyGame>,
    moves: Vec<String>,
    format: &str,
    seed: u64,
    position: Option<String>,
    tags: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let format = format_of(format)?;
    let game = &game.game;
    let (entry, rules) = (game.entry(), game.rules());
    let saved = SavedGame {
        game: entry.map_or(game.name(), |entry| entry.slug).to_owned(),
        readings: game.chosen().to_vec(),
        seed,
        position,
        moves,
    };
    let played = Played::new(rules, entry.map(|entry| &entry.about), &saved);
    let played = played.map_err(|(index, why)| {
        let text = saved.moves.get(index).map_or("", String::as_str);
        not_in_format(py, &format!("move {} ({text}): {why}", index + 1))
    })?;
    let Some(format) = format else {
        return Ok(saved.to_string());
    };
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (name, value) in tags.into_iter().flat_map(|tags| tags.iter()) {
        pairs.push((name.extract()?, value.extract()?));
    }
    formats::write(format, &played, &pairs).map_err(|why| not_in_format(py, &why))
}
