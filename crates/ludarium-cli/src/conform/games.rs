//! The games that the trials of one description play: one for each choice of options.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ludarium_engine::Game;
use ludarium_lud::Choices;

use super::finding::{Finding, Kind};
use super::run::guarded;
use crate::corpus::Entry;
use crate::source::{self, Definitions};

/// The diagnostic code for a game of a match that has no description.
const MISSING_PART: &str = "unknown-game";

/// The games of one description, each compiled when the first trial asks for it.
pub struct Games<'a> {
    entry: &'a Entry,
    definitions: &'a Definitions,
    loaded: Vec<(Choices, Result<Game, Finding>)>,
    /// The ludemes of the description, if it passes the checks.
    pub vocabulary: BTreeSet<String>,
    /// Ludemes that the language allows and the engine does not support, each once.
    pub waits_for: Vec<String>,
    /// The time for loading.
    pub loading: Duration,
    /// Whether the description fails with its default options, so that no trial is worth reading.
    pub fails_by_default: bool,
}

impl<'a> Games<'a> {
    pub fn new(entry: &'a Entry, definitions: &'a Definitions) -> Games<'a> {
        Games {
            entry,
            definitions,
            loaded: Vec::new(),
            vocabulary: BTreeSet::new(),
            waits_for: Vec::new(),
            loading: Duration::ZERO,
            fails_by_default: false,
        }
    }

    /// The game under these options.
    ///
    /// # Errors
    ///
    /// What is wrong with the description, or with the choice.
    pub fn load(&mut self, choices: &Choices) -> Result<&Game, Finding> {
        let known = self.loaded.iter().position(|(own, _)| own == choices);
        let index = known.unwrap_or_else(|| {
            let begun = Instant::now();
            let game = guarded(|| self.compile(choices))
                .unwrap_or_else(|panic| Err(Finding::new(Kind::Panic, "no panic", panic)));
            self.loading += begun.elapsed();
            self.fails_by_default |= game.is_err() && *choices == Choices::defaults();
            self.loaded.push((choices.clone(), game));
            self.loaded.len() - 1
        });
        self.loaded[index].1.as_ref().map_err(Clone::clone)
    }

    fn compile(&mut self, choices: &Choices) -> Result<Game, Finding> {
        let failed = |kind, errors: &source::Errors| {
            let mut finding = Finding::new(kind, "a game", source::first_line(errors));
            finding.ludemes = source::ludemes(errors);
            finding
        };
        let description = source::describe(&self.entry.file, self.definitions, choices)
            .map_err(|errors| failed(Kind::Language, &errors))?;
        self.vocabulary.extend(source::vocabulary(&description));
        source::compile(&description).map_err(|errors| {
            self.waits_for = source::refused(&errors);
            let lacks_part = errors.diagnostics.iter().any(|d| d.code == MISSING_PART);
            let kind = match self.waits_for.is_empty() {
                false => Kind::Unsupported,
                true if lacks_part => Kind::MissingPart,
                true => Kind::Compile,
            };
            failed(kind, &errors)
        })
    }
}
