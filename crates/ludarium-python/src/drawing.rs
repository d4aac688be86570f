//! Boards as text, as pictures and as pixels.

use ludarium::engine::State;
use ludarium::notation::text_board::Highlights;
use ludarium::picture::{Marks, Options, Scene};
use ludarium::Game;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use resvg::{tiny_skia, usvg};

/// A drawing of a state: text for `ansi` and `svg`, an array of pixels for `rgb_array`.
pub fn draw<'py>(
    py: Python<'py>,
    mode: &str,
    game: &Game,
    state: &State,
) -> PyResult<Bound<'py, PyAny>> {
    let text = match mode {
        "ansi" => {
            let names = game.names();
            let board = names
                .board
                .draw(state, &names.glyphs, Highlights::default());
            board.to_string()
        }
        "svg" => svg(game, state),
        "rgb_array" => return pixels(py, &svg(game, state)),
        other => {
            let message = format!("mode is \"ansi\", \"svg\" or \"rgb_array\", and not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(text.into_pyobject(py)?.into_any())
}

/// The picture of a state as SVG.
pub fn svg(game: &Game, state: &State) -> String {
    let scene = Scene::new(game.rules(), game.entry().map(|entry| &entry.about));
    scene.draw(state, &Marks::default(), &Options::default())
}

/// A picture on white ground as an array of bytes (height, width, 3).
fn pixels<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyAny>> {
    let (height, width, bytes) = py.detach(|| paint(svg)).map_err(PyValueError::new_err)?;
    let array = PyArray1::from_vec(py, bytes);
    Ok(array.reshape([height, width, 3])?.into_any())
}

/// Height, width and the bytes of the pixels of a picture, row by row.
fn paint(svg: &str) -> Result<(usize, usize, Vec<u8>), String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| format!("the picture cannot be painted: {error}"))?;
    let size = tree.size().to_int_size();
    let mut canvas = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or("the picture is too large to be painted")?;
    canvas.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::default(), &mut canvas.as_mut());
    let opaque = canvas.data().chunks_exact(4);
    let bytes = opaque.flat_map(|pixel| pixel[..3].iter().copied());
    Ok((
        size.height() as usize,
        size.width() as usize,
        bytes.collect(),
    ))
}
