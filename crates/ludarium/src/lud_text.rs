//! Descriptions of one's own, with what they refer to.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ludarium_games::{LoadError, LoadLimits, Loaded};
use ludarium_lud::{self as lud, Choices, Definitions, Description, Errors, Sources};

/// The name of a description in messages.
const NAME: &str = "game.lud";

/// A description in ludemes, and what it may refer to.
#[derive(Clone, Debug)]
pub struct LudText {
    /// The description.
    pub text: String,
    /// The definitions that it, and the games of a match, may use.
    pub definitions: Definitions,
    /// The descriptions of the games of a match, by the names that the match calls them.
    pub games: BTreeMap<String, String>,
}

impl LudText {
    /// A description that may use the definitions of the built-in games.
    #[must_use]
    pub fn new(text: impl Into<String>) -> LudText {
        LudText {
            text: text.into(),
            definitions: ludarium_games::definitions(),
            games: BTreeMap::new(),
        }
    }

    /// Compiles the description. The errors are those of the definitions or of a game of a match,
    /// if one of these has any.
    pub(crate) fn load(
        &self,
        readings: &[(String, String)],
        limits: &LoadLimits,
    ) -> Result<Loaded, LoadError> {
        let problems = self.definitions.problems();
        if !problems.is_empty() {
            let errors = Errors {
                diagnostics: problems.to_vec(),
                sources: self.sources(),
            };
            return Err(LoadError::Description(Box::new(errors)));
        }
        let errors_of_part = RefCell::new(None);
        let part = |_: &Description, name: &str, choices: &Choices| {
            let (text, limits) = (self.games.get(name)?, &limits.description);
            let file = format!("{name}.lud");
            let read = lud::load_with_limits(&file, text, &self.definitions, choices, limits);
            let keep = |errors| *errors_of_part.borrow_mut() = Some(errors);
            read.map_err(keep).ok()
        };
        let (text, definitions) = (&self.text, &self.definitions);
        let loaded =
            ludarium_games::load_with_limits(NAME, text, definitions, readings, limits, part);
        loaded.map_err(|error| match errors_of_part.into_inner() {
            Some(errors) => LoadError::Description(Box::new(errors)),
            None => error,
        })
    }

    fn sources(&self) -> Sources {
        Sources {
            description: lud::Source {
                name: NAME.to_owned(),
                text: self.text.clone(),
            },
            definitions: self.definitions.clone(),
        }
    }
}
