//! The error of a command: a message, what to do about it, and the exit code.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use ludarium_notation::{MoveTextError, PositionError, RecordError, SavedGameError};
use ludarium_protocols::{EngineError, ProtocolError};

use crate::source::{self, Errors};

/// The exit codes of all commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: the command succeeded.
    Success = 0,
    /// 1: the command ran, but the answer is negative or the input has problems.
    Negative = 1,
    /// 2: the command could not be carried out.
    Failure = 2,
}

impl Exit {
    /// [`Exit::Success`] if `holds`, else [`Exit::Negative`].
    pub fn success_if(holds: bool) -> Exit {
        match holds {
            true => Exit::Success,
            false => Exit::Negative,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The reason why a command failed. `main` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    hint: Option<String>,
    exit: Exit,
    /// Formatted diagnostics of a description, printed before the message.
    diagnostics: Vec<String>,
}

impl Error {
    /// An error with [`Exit::Failure`] and no hint.
    pub fn new(message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            hint: None,
            exit: Exit::Failure,
            diagnostics: Vec::new(),
        }
    }

    /// Adds a hint for the user.
    pub fn with_hint(self, hint: impl Into<String>) -> Error {
        Error {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Sets the exit code.
    pub fn with_exit(self, exit: Exit) -> Error {
        Error { exit, ..self }
    }

    /// Adds the diagnostics of a description.
    pub fn with_diagnostics(self, errors: &Errors) -> Error {
        Error {
            diagnostics: source::reports(errors),
            ..self
        }
    }

    /// Prefixes the message with its context, such as a file or an option.
    pub fn in_context(self, context: impl fmt::Display) -> Error {
        Error {
            message: format!("{context}: {}", self.message),
            ..self
        }
    }

    /// Converts an error about a file into one that names the file.
    pub fn at<E: fmt::Display>(path: impl AsRef<Path>) -> impl FnOnce(E) -> Error {
        move |error| Error::new(format!("{}: {error}", path.as_ref().display()))
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Prints the error to standard error, prefixed with the program or command.
    pub fn report(&self, command: &str) {
        for diagnostic in &self.diagnostics {
            eprintln!("{diagnostic}");
        }
        // Messages name files, and repeat what was read from them.
        let message = source::visible(self.message.clone());
        eprintln!("{command}: {message}");
        if let Some(hint) = &self.hint {
            eprintln!("hint: {hint}");
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<String> for Error {
    fn from(message: String) -> Error {
        Error::new(message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Error {
        Error::new(message)
    }
}

/// Converts errors of libraries and the system, with their text as the message.
macro_rules! from_errors {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::new(error.to_string())
            }
        })*
    };
}

from_errors!(
    MoveTextError,
    PositionError,
    RecordError,
    SavedGameError,
    ProtocolError,
    EngineError,
    ludarium_games::UnknownGame,
    ludarium_constructions::Error,
    std::io::Error,
    std::time::TryFromFloatSecsError,
    serde_json::Error,
    toml::ser::Error,
);
