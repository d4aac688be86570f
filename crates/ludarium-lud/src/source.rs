//! Source files, and positions in them.

use crate::{Definitions, Diagnostic, FileId};

/// A source file: its name, for messages, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name, as given to [`load`](crate::load).
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// The line and column of a byte offset, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let mut at = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }
}

/// The files of one description: its own text, and the standard definitions it was loaded with.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The description, file number 0.
    pub description: Source,
    /// The standard definitions.
    pub definitions: Definitions,
}

impl Sources {
    /// The file that a span refers to.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&Source> {
        match file.0 {
            0 => Some(&self.description),
            _ => self.definitions.source(file),
        }
    }

    /// Formats a diagnostic as `file:line:column: message (hint)`.
    #[must_use]
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        match self.get(diagnostic.span.file) {
            Some(source) => {
                let (line, column) = source.line_column(diagnostic.span.start);
                format!("{}:{line}:{column}: {diagnostic}", source.name)
            }
            None => diagnostic.to_string(),
        }
    }
}

/// The errors of a description that could not be loaded. There is at least one diagnostic.
#[derive(Clone, Debug)]
pub struct Errors {
    /// The errors, in text order.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics refer to.
    pub sources: Sources,
}

impl std::fmt::Display for Errors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&self.sources.render(diagnostic))?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}
