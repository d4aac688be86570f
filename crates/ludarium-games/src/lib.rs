//! The built-in games: descriptions, sources, readings, evidence and records.
//!
//! All texts are compiled into the program or added by it with [`add_folders`]. Nothing here
//! accesses the file system.
//!
//! ```
//! if let Ok(game) = ludarium_games::find("shatranj") {
//!     let loaded = ludarium_games::load(game, &[]).unwrap();
//!     assert_eq!(loaded.game.players(), 2);
//! }
//! ```

pub mod about;
mod announced_sites;
pub mod audit;
pub mod bibliography;
pub mod book;
pub mod check;
pub mod concept;
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
pub mod templates;
mod throw_odds;
mod throw_values;

use std::fmt;
use std::sync::OnceLock;

use ludarium_engine::{Game, ResourceLimits};
use ludarium_lud::{Choices, Definitions, Description, DescriptionLimits, Errors};

pub use about::{About, Status};
pub use announced_sites::announces_sites;
pub use display_names::DisplayNames;
pub use find::{find, matching, UnknownGame};
pub use folders::{add_folders, GameFolder};
pub use name::{fold, nearest};
pub use reading::choose;
pub use sheet::Sheet;
pub use throw_odds::ThrowOdds;
pub use throw_values::ThrowValues;

/// A built-in game or construction: the contents of one folder below `games/`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The family, which is the name of the parent folder: `chess`, `race`, ...
    pub family: &'static str,
    /// The unique name for programs, which is the name of the folder: `gollon-shatranj`.
    pub slug: &'static str,
    /// Names, sources, readings, evidence and notation: the contents of `about.toml`.
    pub about: About,
    /// The text of `about.toml`.
    pub about_text: &'static str,
    /// The error in its `about.toml`, if it cannot be read.
    pub problem: Option<String>,
    /// The description in ludemes (`game.lud`); empty if there is none.
    pub description: &'static str,
    /// The rules in plain words (`rules.md`).
    pub rules: &'static str,
    /// Evaluation weights tuned by self-play (`weights.toml`); empty if there are none.
    pub weights: &'static str,
    /// The result of the match between agents for this game (`agent.toml`); empty if none was
    /// played.
    pub agent: &'static str,
    /// Positions and moves with what must hold there (`game.examples.txt`); empty if there are
    /// none.
    pub examples: &'static str,
    /// Printed games and positions, as (file name, text).
    pub records: &'static [(&'static str, &'static str)],
}

/// What the folder of an [`Entry`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A game with a description, which can be loaded.
    Game,
    /// A game whose rules are lost or incomplete, without a description.
    Lost,
    /// The construction of a figure: a magic square or a knight's tour.
    Construction,
}

/// The families whose folders describe constructions.
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

/// All games without a description, because their rules are lost or incomplete.
pub fn lost() -> &'static [Entry] {
    static LOST: OnceLock<Vec<Entry>> = OnceLock::new();
    LOST.get_or_init(|| of_kind(Kind::Lost))
}

/// All constructions of magic squares and knight's tours. They contain no game to load.
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
        about_text: file("about.toml"),
        problem,
        description: file("game.lud"),
        rules: file("rules.md"),
        weights: file("weights.toml"),
        agent: file("agent.toml"),
        examples: file("game.examples.txt"),
        records: folder.records,
    }
}

/// The files of standard definitions, as (name, text).
#[must_use]
pub fn definition_files() -> &'static [(&'static str, &'static str)] {
    folders::definitions()
}

/// The standard definitions used by the built-in games.
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
    /// The name to display: the first of the game's names, or its slug.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.about.name.is_empty() {
            self.slug
        } else {
            &self.about.name
        }
    }

    /// What the folder describes.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match (self.description.is_empty(), self.family) {
            (false, _) => Kind::Game,
            (true, family) if CONSTRUCTION_FAMILIES.contains(&family) => Kind::Construction,
            (true, _) => Kind::Lost,
        }
    }

    /// Whether enough of the rules is known to play the game. A game without a description is
    /// incomplete.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.kind() {
            Kind::Lost => Status::Incomplete,
            Kind::Game | Kind::Construction => self.about.status,
        }
    }

    /// What is missing from the rules, in a few words; `None` for a playable game.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        match self.status() {
            Status::Playable => None,
            Status::Incomplete => {
                let missing = self.about.missing.as_deref();
                Some(missing.unwrap_or("its rules have not been described yet"))
            }
        }
    }

    /// Whether an item of a reading is its default.
    ///
    /// ```
    /// let shatranj = ludarium_games::find("shatranj").unwrap();
    /// assert!(!shatranj.is_default("Bare king", "no such item"));
    /// ```
    #[must_use]
    pub fn is_default(&self, heading: &str, item: &str) -> bool {
        let readings = self.about.readings.iter();
        let mut own = readings.filter(|reading| reading.option == heading);
        own.any(|reading| reading.default == item)
    }

    /// The rules in Markdown without their title and without the list of readings, which programs
    /// have from the data. Headings are one level lower than in the file, where the rules are a
    /// page of their own.
    ///
    /// ```
    /// let rules = ludarium_games::find("shatranj").unwrap().rules_section();
    /// assert!(rules.contains("### Moves") && !rules.contains("Readings"));
    /// ```
    #[must_use]
    pub fn rules_section(&self) -> String {
        let mut body = String::new();
        let mut readings = false;
        for line in self.rules.lines().filter(|line| !line.starts_with("# ")) {
            if line.starts_with("## ") {
                readings = line == "## Readings";
            }
            if !readings {
                let deeper = if line.starts_with("##") { "#" } else { "" };
                body.push_str(&format!("{deeper}{line}\n"));
            }
        }
        body
    }

    /// All names of the game, the slug first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.slug).chain(self.about.names())
    }
}

/// A game ready to play.
#[derive(Debug)]
pub struct Loaded {
    /// The checked description, with the chosen readings.
    pub description: Description,
    /// The compiled game.
    pub game: Game,
}

/// Why a game could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// There is no description; the message names what is missing, or what the folder contains
    /// instead.
    Missing(String),
    /// The `about.toml` cannot be read.
    About(String),
    /// The game has no such reading.
    Reading(String),
    /// The description is wrong or does not compile.
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

/// Loads a built-in game with readings chosen as `(tag, choice)`. All other options take their
/// defaults.
///
/// # Errors
/// If a reading does not exist, the description does not compile, or there is no description.
pub fn load(game: &Entry, readings: &[(String, String)]) -> Result<Loaded, LoadError> {
    let name = description_name(game)?;
    load_text(&name, game.description, &definitions(), readings)
}

/// Loads a built-in game with items chosen by their full names, reading its description only once.
pub(crate) fn load_chosen(game: &Entry, choices: &Choices) -> Result<Loaded, LoadError> {
    let name = description_name(game)?;
    let loaded = ludarium_lud::load(&name, game.description, &definitions(), choices);
    let description = loaded.map_err(|errors| LoadError::Description(Box::new(errors)))?;
    compile(description, &ResourceLimits::default(), |_, _, _| None)
}

/// The name of a game's description in messages.
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
                "{} is the construction of a figure, not a game",
                game.name()
            )));
        }
    }
    Ok(format!("{}/game.lud", game.slug))
}

/// Loads a description of a single game, with readings chosen as `(tag, choice)`.
///
/// # Errors
/// If a reading does not exist or the description does not compile.
pub fn load_text(
    name: &str,
    text: &str,
    definitions: &Definitions,
    readings: &[(String, String)],
) -> Result<Loaded, LoadError> {
    load_with(name, text, definitions, readings, |_, _, _| None)
}

/// Loads a description that may be a match of several games. `others` finds the games of a match,
/// given the match's description, the name of the game and the options that the match chooses for
/// it.
///
/// # Errors
/// If a reading does not exist or the description does not compile.
pub fn load_with(
    name: &str,
    text: &str,
    definitions: &Definitions,
    readings: &[(String, String)],
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Result<Loaded, LoadError> {
    let limits = LoadLimits::default();
    load_with_limits(name, text, definitions, readings, &limits, others)
}

/// What a description may take: its size, and the work of playing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadLimits {
    /// The size of the text and of the expanded description.
    pub description: DescriptionLimits,
    /// The size of the board, and the work of one decision.
    pub resources: ResourceLimits,
}

/// Loads a description like [`load_with`], within limits: for texts from strangers.
///
/// # Errors
/// If a reading does not exist, the description does not compile, or asks for more than the limits
/// allow.
pub fn load_with_limits(
    name: &str,
    text: &str,
    definitions: &Definitions,
    readings: &[(String, String)],
    limits: &LoadLimits,
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Result<Loaded, LoadError> {
    let read = |choices: &Choices| {
        ludarium_lud::load_with_limits(name, text, definitions, choices, &limits.description)
            .map_err(|errors| LoadError::Description(Box::new(errors)))
    };
    let mut description = read(&Choices::defaults())?;
    if !readings.is_empty() {
        description = read(&choose(&description, readings).map_err(LoadError::Reading)?)?;
    }
    compile(description, &limits.resources, others)
}

fn compile(
    description: Description,
    limits: &ResourceLimits,
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Result<Loaded, LoadError> {
    let compiled = Game::compile_with_limits(&description, limits, |name, choices| {
        others(&description, name, choices)
    });
    match compiled {
        Ok(game) => Ok(Loaded { description, game }),
        Err(errors) => Err(LoadError::Description(Box::new(errors))),
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
            assert!(
                refused.contains("the construction of a figure"),
                "{refused}"
            );
        }
    }

    #[test]
    fn the_section_of_the_rules_has_neither_title_nor_readings() {
        let entry = Entry {
            rules: "# Chess\n\n## Moves\n\none\n\n## Readings\n\ntwo\n\n## End\n\nthree\n",
            ..entries()[0].clone()
        };
        let section = entry.rules_section();
        assert!(
            section.contains("### Moves") && section.contains("three"),
            "{section}"
        );
        assert!(
            !section.contains("two") && !section.contains("Chess"),
            "{section}"
        );
    }
}
