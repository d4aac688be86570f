//! The built-in games: their descriptions, sources, readings, records.
//!
//! All texts are part of the program, or given to it ([`add`]); nothing here touches the file system.
//!
//! ```
//! if let Ok(game) = library::find("shatranj") {
//!     let loaded = library::load(game, &[]).unwrap();
//!     assert_eq!(loaded.game.players(), 2);
//! }
//! ```

/// The chapter of the book on embedding the engine, whose examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/embedding.md")]
struct Embedding;

pub mod about;
pub mod drawing;
mod name;
mod reading;
pub mod reference;
pub mod sheet;
mod shelf;

use std::fmt;
use std::sync::OnceLock;

use engine::Game;
use lud::{Choices, Definitions, Description, Errors};

pub use about::About;
pub use name::{fold, nearest};
pub use reading::choose;
pub use sheet::Sheet;
pub use shelf::{add, OwnFolder};

/// A built-in game, or a construction.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The folder it lies in: `chess`, `race`, ...
    pub family: &'static str,
    /// Its one name for programs: `gollon-shatranj`.
    pub slug: &'static str,
    /// What is known about it.
    pub about: About,
    /// What is wrong with its `about.toml`; a test keeps this empty.
    pub problem: Option<String>,
    /// The description, in ludemes; empty for a construction.
    pub description: &'static str,
    /// The rules in plain words.
    pub rules: &'static str,
    /// Printed games and positions: file name and text.
    pub records: &'static [(&'static str, &'static str)],
}

/// All built-in games, by family and slug.
pub fn games() -> &'static [Entry] {
    static GAMES: OnceLock<Vec<Entry>> = OnceLock::new();
    GAMES.get_or_init(|| shelf::folders(true).iter().map(entry).collect())
}

/// All constructions: folders that tell how a figure, a magic square or a tour, is made. There is no game to be loaded in them.
pub fn constructions() -> &'static [Entry] {
    static FOUND: OnceLock<Vec<Entry>> = OnceLock::new();
    FOUND.get_or_init(|| shelf::folders(false).iter().map(entry).collect())
}

fn entry(folder: &shelf::Folder) -> Entry {
    let file = |name: &str| {
        folder
            .files
            .iter()
            .find(|(file, _)| *file == name)
            .map_or("", |(_, text)| *text)
    };
    let (about, problem) = match About::parse(file("about.toml")) {
        Ok(about) => (about, None),
        Err(error) => (About::default(), Some(error)),
    };
    Entry {
        family: folder.family,
        slug: folder.slug,
        about,
        problem,
        description: file("game.lud"),
        rules: file("rules.md"),
        records: folder.records,
    }
}

/// The files of the standard definitions, as (name, text).
#[must_use]
pub fn definition_files() -> &'static [(&'static str, &'static str)] {
    shelf::definitions()
}

/// The standard definitions that the built-in games are written with.
pub fn definitions() -> Definitions {
    static BUILT_IN: OnceLock<Definitions> = OnceLock::new();
    let files = || {
        definition_files()
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
    };
    BUILT_IN
        .get_or_init(|| Definitions::from_files(files()))
        .clone()
}

impl Entry {
    /// The name to show: the first of the game's names, or its slug.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.about.name.is_empty() {
            self.slug
        } else {
            &self.about.name
        }
    }

    /// Everything the game may be called by, the slug first.
    pub fn called(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.slug).chain(self.about.called())
    }
}

/// There is no game of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name that was asked for.
    pub name: String,
    /// Names that look like it, the nearest first.
    pub nearest: Vec<String>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no game is called {:?}", self.name)?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            names => write!(f, " (did you mean {}?)", names.join(", ")),
        }
    }
}

impl std::error::Error for Unknown {}

/// The game of this slug or name; case, accents and punctuation do not matter. Words that occur in
/// the names of one game only (`tab` for `bgs-tab-egypt`) will do; so will the words of one slug.
///
/// # Errors
/// If there is none, or the words fit several: with the nearest names.
pub fn find(name: &str) -> Result<&'static Entry, Unknown> {
    let wanted = fold(name);
    let exact = games()
        .iter()
        .find(|game| game.called().any(|own| fold(own) == wanted));
    if let Some(game) = exact {
        return Ok(game);
    }
    let words = words(name);
    let has_words = |own: &str| {
        let own = self::words(own);
        !words.is_empty() && words.iter().all(|word| own.contains(word))
    };
    let named: Vec<&Entry> = games()
        .iter()
        .filter(|g| g.called().any(has_words))
        .collect();
    let slugged: Vec<&Entry> = games().iter().filter(|game| has_words(game.slug)).collect();
    match (named.as_slice(), slugged.as_slice()) {
        ([only], _) | (_, [only]) => Ok(only),
        ([], _) => {
            let all = games().iter().flat_map(Entry::called);
            Err(Unknown {
                name: name.to_owned(),
                nearest: nearest(name, all, 3),
            })
        }
        (several, _) => {
            let nearest = several
                .iter()
                .take(6)
                .map(|game| game.slug.to_owned())
                .collect();
            Err(Unknown {
                name: name.to_owned(),
                nearest,
            })
        }
    }
}

/// The words of a name, without case and accents.
fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

/// A game ready to play.
#[derive(Debug)]
pub struct Loaded {
    /// The checked description, with the readings chosen.
    pub description: Description,
    /// The compiled game.
    pub game: Game,
}

/// Why a game could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// A reading was asked for that the game does not leave open.
    Reading(String),
    /// The description is wrong, or asks for something that has no meaning.
    Description(Box<Errors>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Reading(message) => f.write_str(message),
            LoadError::Description(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// Loads a built-in game with readings chosen as `(tag, choice)`; what is left open takes its
/// default.
///
/// # Errors
/// If a reading does not exist, or the description does not compile.
pub fn load(game: &Entry, readings: &[(String, String)]) -> Result<Loaded, LoadError> {
    load_text(
        &format!("{}/game.lud", game.slug),
        game.description,
        &definitions(),
        readings,
    )
}

/// Loads any description of a single game in the same way.
///
/// # Errors
/// As for [`load`].
pub fn load_text(
    name: &str,
    text: &str,
    definitions: &Definitions,
    readings: &[(String, String)],
) -> Result<Loaded, LoadError> {
    load_with(name, text, definitions, readings, |_, _, _| None)
}

/// Loads any description in the same way. `others` finds the games of a match, given its description,
/// the name of the game and what the match chooses of its options.
///
/// # Errors
/// As for [`load`].
pub fn load_with(
    name: &str,
    text: &str,
    definitions: &Definitions,
    readings: &[(String, String)],
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Result<Loaded, LoadError> {
    let wrong = |errors| LoadError::Description(Box::new(errors));
    let mut description =
        lud::load(name, text, definitions, &Choices::defaults()).map_err(wrong)?;
    if !readings.is_empty() {
        let choices = choose(&description, readings).map_err(LoadError::Reading)?;
        description = lud::load(name, text, definitions, &choices).map_err(wrong)?;
    }
    match Game::compile_with(&description, |name, choices| {
        others(&description, name, choices)
    }) {
        Ok(game) => Ok(Loaded { description, game }),
        Err(diagnostics) => Err(wrong(Errors {
            diagnostics,
            sources: description.sources.clone(),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_game_has_a_readable_about_file() {
        for game in games() {
            assert_eq!(game.problem, None, "{}", game.slug);
        }
    }

    #[test]
    fn no_two_games_answer_to_one_name() {
        let mut names: Vec<(String, &str)> = games()
            .iter()
            .flat_map(|game| game.called().map(|name| (fold(name), game.slug)))
            .collect();
        names.sort();
        names.dedup();
        for pair in names.windows(2) {
            assert!(
                pair[0].0 != pair[1].0,
                "{} and {} are both called {}",
                pair[0].1,
                pair[1].1,
                pair[0].0
            );
        }
    }

    #[test]
    fn a_name_nobody_has_is_answered_with_the_nearest() {
        let Some(game) = games().first() else { return };
        let mut slip = game.slug.to_owned();
        slip.pop();
        slip.push('q');
        let unknown = find(&slip).unwrap_err();
        assert!(
            unknown.nearest.iter().any(|name| name == game.slug),
            "{unknown}"
        );
    }
}
