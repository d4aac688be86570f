//! The files that spans point into.

use crate::{Definitions, Diagnostic, FileId};

/// A file: its name, for messages, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name, as it was given.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// The line and column (both from 1, columns in characters) of a byte.
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

/// All the files of one description: itself, and the standard definitions it was loaded with.
#[derive(Clone, Debug)]
pub struct Sources {
    /// File 0.
    pub description: Source,
    /// The others.
    pub definitions: Definitions,
}

impl Sources {
    /// The file that a span names.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&Source> {
        match file.0 {
            0 => Some(&self.description),
            _ => self.definitions.source(file),
        }
    }

    /// `file:line:column: message (hint)`.
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

/// Why a description could not be loaded. There is always at least one diagnostic.
#[derive(Clone, Debug)]
pub struct Errors {
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics point into.
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
