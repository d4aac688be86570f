//! The built-in games: their descriptions, sources, readings, records.
//!
//! All texts are part of the program, or given to it ([`add`]); nothing here touches the file system.
//!
//! ```
//! if let Ok(game) = ludarium_games::find("shatranj") {
//!     let loaded = ludarium_games::load(game, &[]).unwrap();
//!     assert_eq!(loaded.game.players(), 2);
//! }
//! ```

/// The chapter of the book on embedding the engine, whose examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/embedding.md")]
struct Embedding;

pub mod about;
pub mod audit;
pub mod bibliography;
pub mod book;
pub mod check;
mod display_names;
pub mod drawing;
pub mod evidence;
mod find;
mod folders;
mod name;
pub mod profile;
mod reading;
pub mod reference;
pub mod sheet;
mod throw_odds;
mod throw_values;

use std::fmt;
use std::sync::OnceLock;

use ludarium_engine::Game;
use ludarium_lud::{Choices, Definitions, Description, Errors};

pub use about::{About, Status};
pub use display_names::DisplayNames;
pub use find::{find, UnknownGame};
pub use folders::{add_folders, GameFolder};
pub use name::{fold, nearest};
pub use reading::choose;
pub use sheet::Sheet;
pub use throw_odds::ThrowOdds;
pub use throw_values::ThrowValues;

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
    /// What positions are worth (`weights.toml`), where that was tuned; else nothing.
    pub weights: &'static str,
    /// The match that told which agent suits the game (`agent.toml`), where one was played; else nothing.
    pub agent: &'static str,
    /// Printed games and positions: file name and text.
    pub records: &'static [(&'static str, &'static str)],
}

/// What the folder of an [`Entry`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A game with a description: it can be loaded.
    Game,
    /// A game whose rules are lost or incomplete, so that nothing describes it.
    Lost,
    /// How a figure is made: a magic square, a tour.
    Construction,
}

/// The families whose folders tell how figures are made.
const CONSTRUCTION_FAMILIES: [&str; 2] = ["square", "tour"];

/// All folders, by family and slug.
pub fn entries() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| folders::folders().iter().map(entry).collect())
}

fn of_kind(kind: Kind) -> Vec<Entry> {
    let all = entries().iter();
    all.filter(|entry| entry.kind() == kind).cloned().collect()
}

/// All games with a description, by family and slug.
pub fn games() -> &'static [Entry] {
    static GAMES: OnceLock<Vec<Entry>> = OnceLock::new();
    GAMES.get_or_init(|| of_kind(Kind::Game))
}

/// All games whose rules are lost or incomplete, so that there is no description to load.
pub fn lost() -> &'static [Entry] {
    static LOST: OnceLock<Vec<Entry>> = OnceLock::new();
    LOST.get_or_init(|| of_kind(Kind::Lost))
}

/// All constructions: folders that tell how a figure, a magic square or a tour, is made. There is no game to be loaded in them.
pub fn constructions() -> &'static [Entry] {
    static FOUND: OnceLock<Vec<Entry>> = OnceLock::new();
    FOUND.get_or_init(|| of_kind(Kind::Construction))
}

fn entry(folder: &folders::Folder) -> Entry {
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
        weights: file("weights.toml"),
        agent: file("agent.toml"),
        records: folder.records,
    }
}

/// The files of the standard definitions, as (name, text).
#[must_use]
pub fn definition_files() -> &'static [(&'static str, &'static str)] {
    folders::definitions()
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

    /// What the folder is about.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match (self.description.is_empty(), self.family) {
            (false, _) => Kind::Game,
            (true, family) if CONSTRUCTION_FAMILIES.contains(&family) => Kind::Construction,
            (true, _) => Kind::Lost,
        }
    }

    /// Whether enough of the rules is known to play: never where there is no description.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.kind() {
            Kind::Lost => Status::Incomplete,
            Kind::Game | Kind::Construction => self.about.status,
        }
    }

    /// What is missing of a game, in a few words, where something is.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        match self.status() {
            Status::Playable => None,
            Status::Incomplete => {
                let missing = self.about.missing.as_deref();
                Some(missing.unwrap_or("nobody has described its rules"))
            }
        }
    }

    /// Everything the game may be called by, the slug first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.slug).chain(self.about.names())
    }
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
    /// There is no description; what is missing, or what there is instead.
    Missing(String),
    /// Its `about.toml` cannot be read.
    About(String),
    /// A reading was asked for that the game does not leave open.
    Reading(String),
    /// The description is wrong, or asks for something that has no meaning.
    Description(Box<Errors>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Missing(message) | LoadError::Reading(message) => f.write_str(message),
            LoadError::About(problem) => write!(f, "about.toml: {problem}"),
            LoadError::Description(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// Loads a built-in game with readings chosen as `(tag, choice)`; what is left open takes its
/// default.
///
/// # Errors
/// If a reading does not exist, or the description does not compile; if there is none, with what is missing.
pub fn load(game: &Entry, readings: &[(String, String)]) -> Result<Loaded, LoadError> {
    let name = description_name(game)?;
    load_text(&name, game.description, &definitions(), readings)
}

/// Loads a built-in game with items chosen by their full names: its description is read once only.
pub(crate) fn load_chosen(game: &Entry, choices: &Choices) -> Result<Loaded, LoadError> {
    let name = description_name(game)?;
    let loaded = ludarium_lud::load(&name, game.description, &definitions(), choices);
    let description = loaded.map_err(|errors| LoadError::Description(Box::new(errors)))?;
    compile(description, |_, _, _| None)
}

/// The name of a game's description in messages, if there is a description.
fn description_name(game: &Entry) -> Result<String, LoadError> {
    if let Some(problem) = &game.problem {
        return Err(LoadError::About(problem.clone()));
    }
    match game.kind() {
        Kind::Game => {}
        Kind::Lost => {
            let missing = game.missing().unwrap_or_default();
            return Err(LoadError::Missing(format!(
                "{} cannot be played; missing: {missing}",
                game.name()
            )));
        }
        Kind::Construction => {
            return Err(LoadError::Missing(format!(
                "{} is a figure to be made, and not a game",
                game.name()
            )));
        }
    }
    Ok(format!("{}/game.lud", game.slug))
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
        ludarium_lud::load(name, text, definitions, &Choices::defaults()).map_err(wrong)?;
    if !readings.is_empty() {
        let choices = choose(&description, readings).map_err(LoadError::Reading)?;
        description = ludarium_lud::load(name, text, definitions, &choices).map_err(wrong)?;
    }
    compile(description, others)
}

fn compile(
    description: Description,
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Result<Loaded, LoadError> {
    match Game::compile_with(&description, |name, choices| {
        others(&description, name, choices)
    }) {
        Ok(game) => Ok(Loaded { description, game }),
        Err(diagnostics) => Err(LoadError::Description(Box::new(Errors {
            diagnostics,
            sources: description.sources.clone(),
        }))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_game_has_a_readable_about_file() {
        for game in entries() {
            assert_eq!(game.problem, None, "{}", game.slug);
        }
    }

    #[test]
    fn no_two_games_share_a_name() {
        let mut names: Vec<(String, &str)> = entries()
            .iter()
            .flat_map(|game| game.names().map(|name| (fold(name), game.slug)))
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
    fn a_folder_without_a_description_says_what_is_missing() {
        for entry in lost() {
            assert_eq!(entry.status(), Status::Incomplete, "{}", entry.slug);
            assert!(entry.about.missing.is_some(), "{}", entry.slug);
            let refused = load(entry, &[]).unwrap_err().to_string();
            assert!(refused.contains("missing: "), "{refused}");
        }
        for entry in games() {
            let incomplete = entry.about.status == Status::Incomplete;
            assert_eq!(entry.about.missing.is_some(), incomplete, "{}", entry.slug);
        }
    }

    #[test]
    fn a_construction_is_not_loaded_as_a_game() {
        for entry in constructions() {
            let refused = load(entry, &[]).unwrap_err().to_string();
            assert!(refused.contains("a figure to be made"), "{refused}");
        }
    }
}
