//! A game to play: its rules under the readings chosen, and what its sites and pieces are called.

use std::fmt;
use std::sync::{Arc, OnceLock};

use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_engine::SplitMix64;
use ludarium_games::{Entry, LoadLimits, Loaded};
use ludarium_lud::Description;
use ludarium_notation::{read_position, SiteAndPieceNames};

use crate::thought::evaluation_of;
use crate::{LudText, Position, Result};

/// A game, compiled. Cloning is cheap; a game can be shared between threads.
///
/// ```
/// use ludarium::Game;
///
/// let shatranj = Game::builtin("shatranj")?;
/// assert_eq!((shatranj.name(), shatranj.players()), ("Shatranj", 2));
/// # Ok::<(), ludarium::Error>(())
/// ```
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    source: Source,
    readings: Vec<(String, String)>,
    loaded: Loaded,
    names: SiteAndPieceNames,
    evaluation: OnceLock<Arc<Evaluation>>,
}

/// Where the rules come from.
#[derive(Clone)]
enum Source {
    BuiltIn(&'static Entry),
    Text { text: LudText, limits: LoadLimits },
}

/// A doubtful or variable rule, and the choices for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The heading, as [`Game::with`] takes it.
    pub name: String,
    /// The choices, as [`Game::with`] takes them.
    pub choices: Vec<String>,
}

impl Source {
    fn load(&self, readings: &[(String, String)]) -> Result<Loaded> {
        Ok(match self {
            Source::BuiltIn(entry) => ludarium_games::load(entry, readings)?,
            Source::Text { text, limits } => text.load(readings, limits)?,
        })
    }

    fn entry(&self) -> Option<&'static Entry> {
        match self {
            Source::BuiltIn(entry) => Some(entry),
            Source::Text { .. } => None,
        }
    }
}

impl Game {
    /// Loads a built-in game by its name, an alias or its slug; case and punctuation do not matter.
    ///
    /// # Errors
    /// If no game has the name, with the nearest names; if the rules of the game are lost.
    pub fn builtin(name: &str) -> Result<Game> {
        Game::load(Source::BuiltIn(ludarium_games::find(name)?), Vec::new())
    }

    /// Loads a built-in game with readings, as (reading, choice), both as [`Game::with`] takes
    /// them.
    ///
    /// # Errors
    /// As for [`Game::builtin`] and [`Game::with`].
    pub fn builtin_with(name: &str, readings: &[(String, String)]) -> Result<Game> {
        let entry = ludarium_games::find(name)?;
        Game::load(Source::BuiltIn(entry), readings.to_vec())
    }

    /// Compiles a description in ludemes. It may use the definitions of the built-in games.
    ///
    /// # Errors
    /// If the description is wrong, with all faults found and their places.
    ///
    /// ```
    /// let game = ludarium::Game::from_lud(
    ///     r#"(game "Tic-Tac-Toe" (players 2)
    ///         (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    ///         (rules
    ///             (play (move Add (to (sites Empty))))
    ///             (end (if (is Line 3) (result Mover Win)))))"#,
    /// )?;
    /// // The nine first moves, and 9 * 8 sequences of two.
    /// assert_eq!(game.start_seeded(1).legal_moves().len(), 9);
    /// assert_eq!(game.start_seeded(1).perft(2), 72);
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    pub fn from_lud(text: &str) -> Result<Game> {
        Game::from_lud_limited(text, &LoadLimits::default())
    }

    /// Compiles a description with limits of your own: for text that strangers send to a server.
    ///
    /// # Errors
    /// As for [`Game::from_lud`]; also where the description asks for more than the limits allow.
    pub fn from_lud_limited(text: &str, limits: &LoadLimits) -> Result<Game> {
        Game::from_lud_with(LudText::new(text), &[], limits)
    }

    /// Compiles a description with definitions and games that it refers to, readings, as (reading,
    /// choice), and limits.
    ///
    /// # Errors
    /// As for [`Game::from_lud_limited`] and [`Game::with`]; also if the definitions, or the games
    /// of a match, are wrong.
    pub fn from_lud_with(
        text: LudText,
        readings: &[(String, String)],
        limits: &LoadLimits,
    ) -> Result<Game> {
        let limits = *limits;
        Game::load(Source::Text { text, limits }, readings.to_vec())
    }

    /// The same game under another reading. Both the reading and the choice may be shortened to a
    /// beginning that only one of them has. A later choice for a reading replaces an earlier one.
    ///
    /// # Errors
    /// If the game has no such reading or choice, with those that there are.
    ///
    /// ```
    /// use ludarium::Game;
    ///
    /// let game = Game::builtin("shatranj")?.with("bare king", "immediate loss")?;
    /// assert!(game.with("bare king", "nonsense").is_err());
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    pub fn with(&self, reading: &str, choice: &str) -> Result<Game> {
        let mut readings = self.0.readings.clone();
        readings.push((reading.to_owned(), choice.to_owned()));
        Game::load(self.0.source.clone(), readings)
    }

    fn load(source: Source, readings: Vec<(String, String)>) -> Result<Game> {
        let loaded = source.load(&readings)?;
        let about = source.entry().map(|entry| &entry.about);
        let names = SiteAndPieceNames::of(&loaded.game, about);
        Ok(Game(Arc::new(Inner {
            source,
            readings,
            loaded,
            names,
            evaluation: OnceLock::new(),
        })))
    }

    /// The name of the game in its description.
    #[must_use]
    pub fn name(&self) -> &str {
        self.rules().name()
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.rules().players()
    }

    /// The rules that can be read in more than one way, and the choices for each.
    #[must_use]
    pub fn readings(&self) -> Vec<Reading> {
        let groups = self.description().options.iter();
        groups
            .map(|group| Reading {
                name: group.heading.clone(),
                choices: group.items.iter().map(|item| item.name.clone()).collect(),
            })
            .collect()
    }

    /// The initial position. `seed` decides dice and other chance, now and in the moves to come:
    /// equal seeds give equal games on every machine.
    #[must_use]
    pub fn start_seeded(&self, seed: u64) -> Position {
        let mut chance = SplitMix64::new(seed);
        let state = self.rules().start(&mut chance);
        Position::new(self.clone(), state, chance)
    }

    /// A position from text: in the style of FEN, with ranks from the top, digits for gaps, and the
    /// mover; or as a list of pieces, `White: K e1, R a1; Black: K e8; White to move`.
    ///
    /// # Errors
    /// If the text is not a position of this game, with what is wrong in it.
    ///
    /// ```
    /// let game = ludarium::Game::builtin("shatranj")?;
    /// let position = game.position("7k/P7/8/8/8/8/8/K6R w", 1)?;
    /// assert!(position.to_string().contains('8'), "ranks are labelled");
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    pub fn position(&self, text: &str, seed: u64) -> Result<Position> {
        let mut chance = SplitMix64::new(seed);
        let about = self.0.source.entry().map(|entry| &entry.about);
        let state = read_position(self.rules(), about, text, &mut chance)?;
        Ok(Position::new(self.clone(), state, chance))
    }

    /// A position from the bytes that [`Position::to_bytes`] made of it.
    ///
    /// # Errors
    /// If the bytes are damaged, or are a position of another game or of other readings.
    pub fn position_from_bytes(&self, bytes: &[u8]) -> Result<Position> {
        Position::from_bytes(self.clone(), bytes)
    }

    /// The readings chosen with [`Game::with`].
    #[must_use]
    pub fn chosen(&self) -> &[(String, String)] {
        &self.0.readings
    }

    /// The compiled rules, for everything that the engine offers beyond this crate.
    #[must_use]
    pub fn rules(&self) -> &ludarium_engine::Game {
        &self.0.loaded.game
    }

    /// The checked description, with the readings chosen.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.0.loaded.description
    }

    /// What is known about a built-in game: sources, evidence, claims. `None` for a description of
    /// your own.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.0.source.entry()
    }

    /// The names of the sites, and the characters of the pieces.
    #[must_use]
    pub fn names(&self) -> &SiteAndPieceNames {
        &self.0.names
    }

    /// What positions are worth: as the game's folder keeps it, where all readings are at their
    /// defaults, else as random play teaches it, once.
    pub(crate) fn evaluation(&self) -> Arc<Evaluation> {
        let entry = self.entry().filter(|_| self.0.readings.is_empty());
        let learn = || Evaluation::learn(self.rules(), 0, Effort::LITTLE);
        let known = || Arc::new(evaluation_of(entry, self.rules(), learn));
        self.0.evaluation.get_or_init(known).clone()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("name", &self.name())
            .field("readings", &self.0.readings)
            .finish_non_exhaustive()
    }
}
