//! The formatter: one canonical layout for all descriptions.
//!
//! It works on tokens, so it preserves comments and accepts text with errors. A bracket goes on one
//! line if it fits, unless it is one of those that make up a game (`equipment`, `rules`, ...) and
//! has several parts. Otherwise its head (the keyword, the words and strings after it, and the
//! condition of an `if` or the like) stays on the line, and each other item starts a new line,
//! indented by four columns. A last item in braces opens on the line of the head:
//!
//! ```text
//! (equipment {
//!     (board (square 5))
//!     (piece "Walker" Each ("StepToFree" Forward))
//! })
//! ```
//!
//! Items that the author wrote on one line of a list in braces stay together.

mod layout;
mod measure;

use crate::lexer::lex;
use crate::parse::bracket_errors;
use crate::{Definitions, Errors, Source, Sources};
use layout::Layout;

/// Maximum line length, in characters, before a bracket is split over several lines.
const WIDTH: usize = 100;

/// Formats `text`. Formatting is idempotent.
///
/// ```
/// let text = r#"(define "Line"
/// (if (is Line 3)(result Mover Win) ) // three in a row
///  )"#;
/// let formatted = r#"(define "Line"
///     (if (is Line 3) (result Mover Win)) // three in a row
/// )
/// "#;
/// assert_eq!(ludarium_lud::format(text), formatted);
/// assert_eq!(ludarium_lud::format(formatted), formatted);
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    let tokens = lex(text);
    Layout::new(text, &tokens).run()
}

/// The number of errors that [`format_checked`] reports at most.
const MAX_ERRORS: usize = 20;

/// Formats `text` if its brackets and strings are in order; `name` is its file, for messages.
///
/// # Errors
/// If a bracket or a string is not closed, or a bracket closes nothing: the layout of such a text
/// would hide the mistake.
///
/// ```
/// let errors = ludarium_lud::format_checked("game.lud", "(game \"G\" (players 2)").unwrap_err();
/// assert_eq!(errors.diagnostics.len(), 1);
/// ```
pub fn format_checked(name: &str, text: &str) -> Result<String, Errors> {
    let diagnostics = bracket_errors(text, MAX_ERRORS);
    if diagnostics.is_empty() {
        return Ok(format(text));
    }
    Err(Errors {
        diagnostics,
        sources: Sources {
            description: Source {
                name: name.to_owned(),
                text: text.to_owned(),
            },
            definitions: Definitions::default(),
        },
    })
}
