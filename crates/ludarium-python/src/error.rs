//! Errors as Python exceptions. The classes are defined in `ludarium/errors.py`.

use ludarium::games::LoadError;
use ludarium::lud::{Diagnostic, Errors};
use ludarium::Error;
use miette::{LabeledSpan, NamedSource, Report};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};

/// The exception for an error of the library.
pub fn raise(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Load(LoadError::Description(errors)) => description_error(py, &errors),
        Error::UnknownGame(_) | Error::Load(_) => named(py, "GameError", &error.to_string()),
        Error::MoveText(_) | Error::IllegalMove(_) | Error::GameOver => {
            named(py, "IllegalMove", &error.to_string())
        }
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for a move that is not legal.
pub fn illegal(py: Python<'_>, why: &str) -> PyErr {
    named(py, "IllegalMove", why)
}

/// The exception for moves that have no numbers in an action space.
pub fn no_action(py: Python<'_>, why: &str) -> PyErr {
    named(py, "ActionSpaceError", why)
}

/// The exception for a text that is not in a format.
pub fn not_in_format(py: Python<'_>, why: &str) -> PyErr {
    named(py, "FormatError", why)
}

/// An exception of `ludarium.errors`, by its name.
fn named(py: Python<'_>, class: &'static str, message: &str) -> PyErr {
    match class_of(py, class) {
        Ok(class) => PyErr::from_type(class, (message.to_owned(),)),
        Err(error) => error,
    }
}

fn class_of<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || Ok::<_, PyErr>(py.import("ludarium.errors")?.unbind());
    let module = MODULE.get_or_try_init(py, import)?.bind(py);
    let class = module.getattr(name)?;
    class
        .cast_into::<PyType>()
        .map_err(|_| PyTypeError::new_err("not a class"))
}

/// The exception for a description with errors: its message shows them as a terminal does.
fn description_error(py: Python<'_>, errors: &Errors) -> PyErr {
    let make = || {
        let diagnostics = errors.diagnostics.iter();
        let diagnostics = diagnostics.map(|diagnostic| as_dict(py, errors, diagnostic));
        let diagnostics = diagnostics.collect::<PyResult<Vec<_>>>()?;
        let diagnostics = PyList::new(py, diagnostics)?.unbind();
        let reports = errors.diagnostics.iter();
        let reports = reports.map(|diagnostic| format!("{:?}", report(errors, diagnostic)));
        let message = reports.collect::<Vec<_>>().join("\n");
        Ok(PyErr::from_type(
            class_of(py, "LudError")?,
            (message, diagnostics),
        ))
    };
    make().unwrap_or_else(|error: PyErr| error)
}

fn as_dict<'py>(
    py: Python<'py>,
    errors: &Errors,
    diagnostic: &Diagnostic,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("code", diagnostic.code)?;
    dict.set_item("message", &diagnostic.message)?;
    dict.set_item("hint", diagnostic.hint.as_deref())?;
    let span = diagnostic.span;
    let source = errors.sources.get(span.file);
    dict.set_item("file", source.map(|source| source.name.as_str()))?;
    let place = source.map(|source| source.line_column(span.start));
    dict.set_item("line", place.map(|(line, _)| line))?;
    dict.set_item("column", place.map(|(_, column)| column))?;
    // Python counts characters, not bytes.
    let characters = |byte: u32| {
        let before = source.and_then(|source| source.text.get(..byte as usize));
        before.map(|before| before.chars().count())
    };
    dict.set_item("start", characters(span.start))?;
    dict.set_item("end", characters(span.end))?;
    Ok(dict)
}

fn report(errors: &Errors, diagnostic: &Diagnostic) -> Report {
    let mut shown =
        miette::MietteDiagnostic::new(diagnostic.message.clone()).with_code(diagnostic.code);
    if let Some(hint) = &diagnostic.hint {
        shown = shown.with_help(hint.clone());
    }
    let Some(source) = errors.sources.get(diagnostic.span.file) else {
        return Report::new(shown);
    };
    let end = (diagnostic.span.end as usize).min(source.text.len());
    let start = (diagnostic.span.start as usize).min(end);
    // A label that spans a whole rule would fill the screen: it points at the first line.
    let excerpt = source
        .text
        .get(start..end)
        .and_then(|text| text.lines().next());
    let length = excerpt
        .map_or(0, str::len)
        .max(1)
        .min(source.text.len() - start);
    let shown = shown.with_label(LabeledSpan::new(None, start, length));
    Report::new(shown).with_source_code(NamedSource::new(source.name.clone(), source.text.clone()))
}
