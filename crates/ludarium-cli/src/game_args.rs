//! Loads the game that a command names: a built-in game, a file or a saved game.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use ludarium::stored::{stored_evaluation, stored_match, StoredMatch};
use ludarium::LudText;
use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{play_trial_match, Budget, Clock, TimeControl, TrialMatch};
use ludarium_engine::{Game, SplitMix64, State};
use ludarium_games::{About, Entry, LoadError, LoadLimits, Loaded};
use ludarium_notation::records::Replayer;
use ludarium_notation::{position, saved, SavedGame};
use ludarium_picture::Names;
use ludarium_protocols::ProtocolGame;

use crate::clock;
use crate::corpus::Corpus;
use crate::error::Error;
use crate::game_file;
use crate::source::{self, Definitions};

/// The arguments that select a game.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// A built-in game (`ludarium list`), a .lud file, or a game of the corpus in LUDARIUM_CORPUS
    /// (corpus:NAME if a built-in game has the same name)
    game: String,
    /// A reading to play with, as tag=choice; may be repeated (`ludarium show GAME` lists them)
    #[arg(long = "with", value_name = "TAG=CHOICE")]
    with: Vec<String>,
    /// A folder of standard definitions for a .lud file [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
}

/// The arguments that select a game, where a file may name it instead.
#[derive(Args, Clone, Debug)]
pub struct OptionalGame {
    /// A built-in game (`ludarium list`), a .lud file, or a game of the corpus in LUDARIUM_CORPUS
    /// (corpus:NAME if a built-in game has the same name)
    game: Option<String>,
    /// A reading to play with, as tag=choice; may be repeated (`ludarium show GAME` lists them)
    #[arg(long = "with", value_name = "TAG=CHOICE")]
    with: Vec<String>,
    /// A folder of standard definitions for a .lud file [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
}

impl OptionalGame {
    /// The game, if one is named.
    ///
    /// # Errors
    /// If readings or definitions are named without a game.
    pub fn named(&self) -> Result<Option<GameArgs>, Error> {
        match &self.game {
            Some(game) => Ok(Some(GameArgs {
                game: game.clone(),
                with: self.with.clone(),
                defs: self.defs.clone(),
            })),
            None if self.with.is_empty() && self.defs.is_none() => Ok(None),
            None => Err("name the game that --with and --defs belong to".into()),
        }
    }
}

/// The arguments that select a game or a saved game.
#[derive(Args, Clone, Debug)]
pub struct GameOrSaved {
    #[command(flatten)]
    named: OptionalGame,
    /// A game saved by `play` or `tournament --games-in`, or a file of another program in one of
    /// the formats of `export`; the file names the game and its readings
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

impl GameOrSaved {
    /// The name of the game, unless only a file is named.
    pub fn name(&self) -> Option<&str> {
        self.named.game.as_deref()
    }

    /// Whether a game in a library is meant that has no such name, or no game is named at all.
    pub fn is_open(&self) -> bool {
        match self.name() {
            Some(name) => {
                let args = GameArgs::new(name, &[], None);
                !is_file(name) && args.entry().is_none() && args.file().is_err()
            }
            None => self.load.is_none(),
        }
    }

    /// The file that the game is loaded from, if it is.
    pub fn file(&self) -> Option<&Path> {
        self.load.as_deref()
    }

    /// Takes the only argument beside a loaded file, where it is not the name of a game.
    pub fn take_only_argument(&mut self) -> Option<String> {
        self.load.as_ref()?;
        self.named.game.take()
    }

    /// Names a game of the library.
    pub fn set_name(&mut self, slug: &str) {
        self.named.game = Some(slug.to_owned());
    }

    /// Loads the game, and the saved game if a file is named.
    ///
    /// # Errors
    /// If the game cannot be loaded, or if the file belongs to another game than the one named
    /// beside it or has other readings.
    pub fn load(&self) -> Result<(Chosen, Option<SavedGame>), Error> {
        let (told, defs) = (readings(&self.named.with)?, self.named.defs.as_deref());
        let named = self.named.game.as_deref();
        let named = named.map(|game| GameArgs::new(game, &told, defs));
        let Some(file) = &self.load else {
            let named = named.ok_or_else(|| {
                Error::from("no game is named").with_hint("`ludarium list` shows all games")
            })?;
            return Ok((named.load()?, None));
        };
        let saved = game_file::read_first(file, named.as_ref())?;
        let meant = GameArgs::new(&saved.game, &saved.readings, defs);
        let at = |error: Error| error.in_context(file.display());
        if named.is_some_and(|named| !named.same_game(&meant)) {
            let why = format!("a game of {}: name that game, or none", saved.game);
            return Err(at(why.into()));
        }
        if !told.is_empty() && told != saved.readings {
            let own = match saved.readings.is_empty() {
                true => " no --with".to_owned(),
                false => with_arguments(&saved.readings),
            };
            let why = format!("played with{own}: give the same, or none");
            return Err(at(why.into()));
        }
        Ok((meant.load().map_err(at)?, Some(saved)))
    }
}

/// The arguments that lead to a position of a game, if no file does.
#[derive(Args, Clone, Debug)]
pub struct Line {
    /// Start from this position: ranks from the top, separated by `/`, then the mover; or a
    /// list, `White: K e1, R a1; Black: K e8`
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    position: Option<String>,
    /// Moves from that position, separated by spaces; a throw in brackets may stand before one:
    /// "[6 2] 24-18"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        conflicts_with = "load"
    )]
    moves: String,
    /// What the dice show after these moves, whatever the seed gives: "6 2", or the name of a throw
    #[arg(long, value_name = "THROW")]
    pub throw: Option<String>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "load")]
    pub seed: u64,
}

impl Line {
    /// The moves, in the game's own notation, from where they start.
    ///
    /// # Errors
    /// If a move cannot be made.
    pub fn played(&self, chosen: &Chosen) -> Result<SavedGame, Error> {
        let start = SavedGame {
            game: chosen.name.clone(),
            readings: chosen.with.clone(),
            seed: self.seed,
            position: self.position.clone(),
            moves: Vec::new(),
        };
        let moves = game_file::follow(chosen, &start, &self.moves)?;
        Ok(SavedGame { moves, ..start })
    }
}

/// Reads a saved game from a file, or the first game in a notation of other programs.
pub fn read_saved(path: &Path) -> Result<SavedGame, Error> {
    game_file::read_first(path, None)
}

/// Formats readings as command line arguments, each preceded by a space.
pub fn with_arguments(readings: &[(String, String)]) -> String {
    let readings = readings.iter();
    readings
        .map(|(tag, choice)| format!(" --with \"{tag}={choice}\""))
        .collect()
}

/// A loaded game.
pub struct Chosen {
    /// The compiled game and its description.
    pub loaded: Loaded,
    /// Its entry in the library, if it is built in.
    pub entry: Option<&'static Entry>,
    /// The `about.toml` beside its file, if it is a `game.lud` of a folder with one.
    beside: Option<Box<About>>,
    /// The name by which it was requested.
    pub name: String,
    /// The readings it was loaded with.
    pub with: Vec<(String, String)>,
}

/// Time limit for learning an evaluation before a timed game.
const LEARNING: Duration = Duration::from_secs(20);

/// Time limit for the trial match that selects an agent before a game.
const TRIAL: Duration = Duration::from_secs(8);

/// Time per move in a trial match.
pub const MOVE: Duration = Duration::from_millis(5);

impl GameArgs {
    /// Builds the arguments as if they were given on the command line.
    pub fn new(game: &str, with: &[(String, String)], defs: Option<&Path>) -> GameArgs {
        let with = with.iter().map(|(tag, choice)| format!("{tag}={choice}"));
        GameArgs {
            game: game.to_owned(),
            with: with.collect(),
            defs: defs.map(Path::to_path_buf),
        }
    }

    /// The folder of definitions, if one is named.
    pub fn defs(&self) -> Option<&Path> {
        self.defs.as_deref()
    }

    /// The built-in game that is named, if it is not a file.
    pub fn entry(&self) -> Option<&'static Entry> {
        match is_file(&self.game) || self.game.starts_with(FROM_CORPUS) {
            true => None,
            false => ludarium_games::find(&self.game).ok(),
        }
    }

    /// Whether both name the same game, regardless of the readings.
    pub fn same_game(&self, other: &GameArgs) -> bool {
        let built_in = |own: &GameArgs| own.entry().map(|entry| entry.slug);
        self.game == other.game || built_in(self).is_some_and(|own| built_in(other) == Some(own))
    }

    /// Finds and loads the game. Errors in a description are reported with their positions.
    pub fn load(&self) -> Result<Chosen, Error> {
        let with = readings(&self.with)?;
        let entry = self.entry();
        let (loaded, beside) = match entry {
            Some(entry) => (ludarium_games::load(entry, &with), None),
            None => {
                let (file, defs) = self.file()?;
                let definitions = Definitions::read(self.defs().or(defs.as_deref()))?;
                let text = source::read_text(&file)?;
                let name = source::name_of(&file);
                let beside = about_beside(&file)?;
                let games = source::game_nearby;
                let loaded = ludarium_games::load_with(&name, &text, &definitions.0, &with, games);
                (loaded, beside)
            }
        };
        let loaded = loaded.map_err(|error| match error {
            LoadError::Missing(message) | LoadError::Reading(message) => Error::new(message),
            LoadError::About(_) => Error::new(error.to_string()).in_context(&self.game),
            LoadError::Description(errors) => {
                let message = format!("{} cannot be played", self.game);
                let error = Error::new(message).with_diagnostics(&errors);
                match source::lacking(&errors, self.defs()) {
                    Some(hint) => error.with_hint(hint),
                    None => error,
                }
            }
        })?;
        Ok(Chosen {
            loaded,
            entry,
            beside,
            name: self.game.clone(),
            with,
        })
    }

    /// The file of the game, and the definitions of the corpus if the file belongs to it.
    fn file(&self) -> Result<(PathBuf, Option<PathBuf>), Error> {
        if is_file(&self.game) {
            return Ok((PathBuf::from(&self.game), None));
        }
        let root = std::env::var_os("LUDARIUM_CORPUS");
        if let Some(mut corpus) = root.and_then(|root| Corpus::open(Path::new(&root)).ok()) {
            corpus.keep(self.game.trim_start_matches(FROM_CORPUS));
            if let Some(entry) = corpus.games.into_iter().next() {
                return Ok((entry.file, corpus.definitions));
            }
        }
        let unknown = ludarium_games::find(&self.game)
            .err()
            .map(|unknown| unknown.to_string());
        Err(Error::new(unknown.unwrap_or_default()).with_hint("`ludarium list` shows all games"))
    }
}

impl Chosen {
    /// What `about.toml` says of the game, if it is built in or its file lies beside one.
    pub fn about(&self) -> Option<&About> {
        match self.entry {
            Some(entry) => Some(&entry.about),
            None => self.beside.as_deref(),
        }
    }

    /// The game as embedders of Ludarium have it, which its networks ask for.
    ///
    /// # Errors
    /// If it is a match of other games.
    pub fn embedded(&self) -> Result<ludarium::Game, Error> {
        let loaded = match self.entry {
            Some(entry) => ludarium::Game::builtin_with(entry.slug, &self.with),
            None => {
                let sources = &self.loaded.description.sources;
                let text = LudText {
                    text: sources.description.text.clone(),
                    definitions: sources.definitions.clone(),
                    games: BTreeMap::new(),
                };
                ludarium::Game::from_lud_with(text, &self.with, &LoadLimits::default())
            }
        };
        loaded.map_err(|error| Error::new(error.to_string()).in_context(&self.name))
    }

    /// Sets up a position of the game, written as ranks or as a list of pieces. What is odd about
    /// it is noted on standard error.
    pub fn read_position(&self, text: &str, chance: &mut SplitMix64) -> Result<State, Error> {
        let game = &self.loaded.game;
        let state = ludarium_notation::read_position(game, self.about(), text, chance)?;
        for odd in position::oddities(game, &state) {
            eprintln!("note: {odd}");
        }
        Ok(state)
    }

    /// The position that a text describes, or the start of the game. If a throw is given, its dice
    /// show that.
    ///
    /// # Errors
    /// If the text cannot be read, or the dice cannot show the throw.
    pub fn position(
        &self,
        text: Option<&str>,
        throw: Option<&str>,
        chance: &mut SplitMix64,
    ) -> Result<State, Error> {
        let (game, before) = (&self.loaded.game, chance.clone());
        let state = match text {
            Some(text) => self.read_position(text, chance)?,
            None => game.start(chance),
        };
        let Some(throw) = throw else {
            return Ok(state);
        };
        let replayer = Replayer::new(game, self.about());
        let thrown = replayer.thrown(throw, &before, |chance| match text {
            None => game.start(chance),
            // It was read before, so that it can be read again.
            Some(text) => ludarium_notation::read_position(game, self.about(), text, chance)
                .unwrap_or_else(|_| state.clone()),
        });
        let (state, after) = thrown.ok_or_else(|| no_such_throw(game, throw))?;
        *chance = after;
        Ok(state)
    }

    /// The names of pieces and sites in the game's own notation.
    pub fn names(&self) -> Names {
        self.about().map(Names::new).unwrap_or_default()
    }

    /// The game as the engine protocols present it.
    pub fn protocol_game(&self) -> ProtocolGame<'_> {
        ProtocolGame {
            loaded: &self.loaded,
            about: self.about(),
            name: &self.name,
        }
    }

    /// The evaluation of the game and its best agent: those stored in its folder if all readings
    /// are at their defaults, else learned from random games, without a time limit.
    pub fn evaluation(&self) -> Evaluation {
        self.known(&mut Budget::clock(&clock::unlimited()))
    }

    /// The evaluation of the game and its best agent. What is not stored is learned for at most
    /// [`LEARNING`], so the result depends on the machine for games with slow move generation.
    pub fn soon(&self) -> Evaluation {
        self.evaluation_within(LEARNING)
    }

    /// The evaluation as [`Chosen::soon`] has it, or a worse one if `stop` returns `true` before
    /// that is learned.
    pub fn soon_unless(&self, stop: &dyn Fn() -> bool) -> Evaluation {
        let timer = clock::start(LEARNING);
        let used = || if stop() { 1.0 } else { timer.used() };
        self.known(&mut Budget::clock(&used))
    }

    /// The evaluation as [`Chosen::soon`] has it, learned for at most `time`.
    pub fn evaluation_within(&self, time: Duration) -> Evaluation {
        let timer = clock::start(time);
        self.known(&mut Budget::clock(&timer))
    }

    /// The evaluation with the agent that suits the game, selected by a trial match of at most
    /// [`TRIAL`]; unchanged if no trial is needed.
    pub fn with_selected_agent(&self, known: Evaluation) -> Evaluation {
        match self.contest(&known, TRIAL) {
            Some(contest) => known.with_best_agent(contest.best()),
            None => known,
        }
    }

    fn known(&self, time: &mut Budget) -> Evaluation {
        let game = &self.loaded.game;
        let learned = || Evaluation::learn_within(game, 1, Effort::USUAL, time);
        let known = self.stored().unwrap_or_else(learned);
        match self.stored_match() {
            Some(stored) => known.with_best_agent(stored.agent),
            None => known,
        }
    }

    /// The evaluation of the game and its best agent, learned within time limits. If `suits` is set
    /// and no agent is stored, a trial match of at most [`TRIAL`] selects one. The bar shows the
    /// current step.
    pub fn by_clock(&self, suits: bool, bar: &ProgressBar) -> Evaluation {
        let seconds = LEARNING.as_secs();
        bar.set_message(format!(
            "{}: learning the evaluation (at most {seconds} s)",
            self.name
        ));
        let known = self.soon();
        bar.set_message("");
        if !suits || known.best_agent().is_some() {
            return known;
        }
        let seconds = TRIAL.as_secs();
        bar.set_message(format!(
            "{}: selecting an agent (at most {seconds} s)",
            self.name
        ));
        let known = self.with_selected_agent(known);
        bar.set_message("");
        known
    }

    /// Plays a trial match between the candidate agents; `None` if no trial is needed.
    pub fn contest(&self, known: &Evaluation, whole: Duration) -> Option<TrialMatch> {
        let begin = || -> Box<dyn Clock> { Box::new(clock::start(MOVE)) };
        let (pace, whole) = (TimeControl::Clock(&begin), clock::start(whole));
        let mut whole = Budget::clock(&whole);
        play_trial_match(&self.loaded.game, known, 1, &pace, &mut whole)
    }

    /// The stored trial match of the game, if all readings are at their defaults. One that cannot
    /// be read is passed over with a warning.
    fn stored_match(&self) -> Option<StoredMatch> {
        let entry = self.entry.filter(|_| self.with.is_empty())?;
        told(entry, stored_match(entry))
    }

    /// The stored evaluation of the game, if all readings are at their defaults. One that cannot be
    /// read is passed over with a warning.
    fn stored(&self) -> Option<Evaluation> {
        let entry = self.entry.filter(|_| self.with.is_empty())?;
        told(entry, stored_evaluation(entry, &self.loaded.game))
    }
}

/// The `about.toml` beside a `game.lud`: such a folder is laid out as those of the library.
fn about_beside(file: &Path) -> Result<Option<Box<About>>, Error> {
    let about = file.with_file_name("about.toml");
    if file.file_name() != Some("game.lud".as_ref()) || !about.is_file() {
        return Ok(None);
    }
    let parsed = About::parse(&source::read_text(&about)?);
    let parsed = parsed.map_err(|why| Error::new(why).in_context(source::name_of(&about)))?;
    Ok(Some(Box::new(parsed)))
}

/// What a folder has stored; an error is a warning, because it can be done without.
fn told<T>(entry: &Entry, stored: Result<Option<T>, String>) -> Option<T> {
    stored.unwrap_or_else(|why| {
        eprintln!("warning: {}/{why}; it is not used", entry.slug);
        None
    })
}

/// The error for a throw that the dice cannot show.
pub fn no_such_throw(game: &Game, throw: &str) -> Error {
    match game.features().dice {
        true => format!("--throw: the dice cannot show {throw} here").into(),
        false => "--throw: this game has no dice".into(),
    }
}

/// The prefix of names in the corpus.
pub const FROM_CORPUS: &str = "corpus:";

fn is_file(name: &str) -> bool {
    !name.starts_with(FROM_CORPUS) && (name.ends_with(".lud") || name.contains(['/', '\\']))
}

/// Parses the values of `--with`.
pub fn readings(told: &[String]) -> Result<Vec<(String, String)>, Error> {
    let readings = told.iter().map(|text| Ok(saved::parse_reading(text)?));
    readings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_folders_have_stored_can_be_read() {
        for entry in ludarium_games::games() {
            assert!(stored_match(entry).is_ok(), "{}/agent.toml", entry.slug);
            if entry.weights.is_empty() {
                continue;
            }
            let chosen = GameArgs::new(entry.slug, &[], None).load();
            let chosen = chosen.expect("it loads");
            let known = stored_evaluation(entry, &chosen.loaded.game);
            assert!(matches!(known, Ok(Some(_))), "{}/weights.toml", entry.slug);
        }
    }
}
