//! Collects the errors of a description: parts that do not depend on an invalid part are still
//! compiled.

use ludarium_lud::Diagnostic;

use super::{Compiler, Res};

/// The maximum number of errors reported.
const MOST_ERRORS: usize = 100;

/// The maximum number of parts that may fail before compilation stops: an invalid definition fails
/// wherever it is used, and definitions use each other.
const MOST_FAILURES: usize = 1_000;

/// The errors found so far.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    found: Vec<Diagnostic>,
    failures: usize,
}

/// What is allowed but hardly meant. The parts that only read the compiler add to it, too.
#[derive(Debug, Default)]
pub(crate) struct Warnings(std::cell::RefCell<Vec<Diagnostic>>);

impl Warnings {
    /// Adds a warning, unless there is one of the same kind at the same place.
    pub fn add(&self, warning: Diagnostic) {
        let mut warnings = self.0.borrow_mut();
        let same = |known: &Diagnostic| known.span == warning.span && known.code == warning.code;
        if warnings.len() < MOST_ERRORS && !warnings.iter().any(same) {
            warnings.push(warning);
        }
    }

    /// Takes the warnings out.
    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

impl Errors {
    /// Adds an error, unless there is one of the same kind at the same place.
    pub fn add(&mut self, error: Diagnostic) {
        let same = |known: &Diagnostic| known.span == error.span && known.code == error.code;
        if self.found.len() < MOST_ERRORS && !self.found.iter().any(same) {
            self.found.push(error);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The errors in the order of the text.
    pub fn in_order(mut self) -> Vec<Diagnostic> {
        let place = |error: &Diagnostic| (error.span.file, error.span.start, error.span.end);
        self.found.sort_by_key(place);
        self.found
    }
}

impl Compiler {
    /// Compiles a part on which nothing else depends. If it is invalid, its error is recorded and
    /// the compiler returns to its earlier state.
    pub(super) fn attempt<T>(&mut self, part: impl FnOnce(&mut Self) -> Res<T>) -> Option<T> {
        if self.errors.failures >= MOST_FAILURES {
            return None;
        }
        let scope = self.scope.clone();
        let (firsts, shadowed, simultaneous) = (self.firsts, self.shadowed, self.simultaneous);
        match part(self) {
            Ok(compiled) => Some(compiled),
            Err(error) => {
                self.errors.failures += 1;
                self.errors.add(error);
                self.scope = scope;
                (self.firsts, self.shadowed, self.simultaneous) = (firsts, shadowed, simultaneous);
                None
            }
        }
    }

    /// Compiles items that do not depend on each other.
    pub(super) fn each<N, T>(
        &mut self,
        items: impl IntoIterator<Item = N>,
        mut compile: impl FnMut(&mut Self, N) -> Res<T>,
    ) -> Res<Vec<T>> {
        let mut compiled = Vec::new();
        let mut failed = false;
        for item in items {
            match self.attempt(|c| compile(c, item)) {
                Some(item) => compiled.push(item),
                None => failed = true,
            }
        }
        match failed {
            false => Ok(compiled),
            true => self.failed(),
        }
    }

    /// The failure of an item whose parts failed: its error is already recorded.
    pub(super) fn failed<T>(&self) -> Res<T> {
        Err(self.errors.found.last().cloned().unwrap_or_else(|| {
            Diagnostic::new(
                "no-game",
                Default::default(),
                "this is not the description of a game",
            )
        }))
    }
}
