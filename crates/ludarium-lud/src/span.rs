//! Positions in source text, and diagnostics about them.

use std::fmt;

/// Identifies one of the loaded source files: 0 is the description itself, and the standard
/// definitions follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// A half-open range of bytes in one source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from the start of `self` to the end of `other`, both in the file of `self`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            end: other.end.max(self.start),
            ..self
        }
    }
}

/// One error in a description: its position, what is wrong, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable short name for the kind of error, e.g. `unknown-ludeme` or `no-meaning`.
    pub code: &'static str,
    /// The position.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// How to correct it.
    pub hint: Option<String>,
    /// The word, string (with its quotes) or label (with its colon) that is probably meant in place
    /// of the one at fault: that at the position, or the first in its brackets. `(to ...)` is a
    /// ludeme that is missing around what is at the position; with the code `missing-label`, a
    /// label is missing before it.
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a hint.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            span,
            message: message.into(),
            hint: None,
            suggestion: None,
        }
    }

    /// Adds what is probably meant, as a suggestion and as the hint. A string has its quotes, a
    /// label its colon.
    ///
    /// ```
    /// use ludarium_lud::{Diagnostic, Span};
    ///
    /// let error = Diagnostic::new("unknown-word", Span::default(), "unknown word `Emty`");
    /// let error = error.suggest("Empty");
    /// assert_eq!(error.to_string(), "unknown word `Emty` (did you mean `Empty`?)");
    /// ```
    #[must_use]
    pub fn suggest(mut self, meant: &str) -> Self {
        let quoted = match meant.starts_with('"') {
            true => meant.to_owned(),
            false => format!("`{meant}`"),
        };
        self.hint = Some(format!("did you mean {quoted}?"));
        self.suggestion = Some(meant.to_owned());
        self
    }

    /// Adds a hint to the diagnostic.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}
