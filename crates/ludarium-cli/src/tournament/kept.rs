//! Saves the games of a tournament, each in a file in the format of `play`.

use std::path::{Path, PathBuf};

use ludarium_engine::{Move, SplitMix64};
use ludarium_notation::text_board::Style;
use ludarium_notation::{SavedGame, SiteAndPieceNames};

use super::game::End;
use super::played::Played;
use crate::error::Error;
use crate::game_args::Chosen;

/// A folder of saved games.
pub struct Folder(PathBuf);

impl Folder {
    /// Opens a folder and creates it if necessary.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn open(path: &Path) -> Result<Folder, Error> {
        std::fs::create_dir_all(path).map_err(Error::at(&path))?;
        Ok(Folder(path.to_path_buf()))
    }

    /// Saves a game: its moves from the start, and the seed of its throws.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, chosen: &Chosen, end: &End, played: &Played) -> Result<(), Error> {
        let saved = SavedGame {
            game: chosen.name.clone(),
            readings: chosen.with.clone(),
            seed: end.seed,
            position: None,
            moves: written(chosen, end.seed, &end.moves),
        };
        // Lines that start with `#` and are not headers of a saved game are comments.
        let why = match (&played.note, &played.reason) {
            (Some(note), _) => note.clone(),
            (None, Some(reason)) => format!("by the rules ({reason})"),
            (None, None) if played.over => "by the rules".to_owned(),
            (None, None) => "cut off".to_owned(),
        };
        let about = format!(
            "# first: {}\n# second: {}\n# round: {}\n# score of the first: {}\n# end: {why}\n# terms: {}\n",
            played.first, played.second, played.round, played.score, played.terms
        );
        let path = self.path(played);
        std::fs::write(&path, about + &saved.to_string()).map_err(Error::at(&path))
    }

    /// The file of a game: a new one, or that of the same game of an earlier run. Games on other
    /// terms (seed, readings, time) keep their files.
    fn path(&self, played: &Played) -> PathBuf {
        let name = name_of(played);
        let terms = format!("# terms: {}", played.terms);
        let is_own = |path: &PathBuf| match std::fs::read_to_string(path) {
            Ok(text) => text.lines().any(|line| line == terms),
            // Whatever else is wrong shows when the file is written.
            Err(error) => error.kind() != std::io::ErrorKind::InvalidData,
        };
        let first = std::iter::once(format!("{name}.txt"));
        let names = first.chain((2..).map(|number| format!("{name}-{number}.txt")));
        let mut paths = names.map(|name| self.0.join(name));
        paths.find(is_own).unwrap_or_default()
    }
}

/// The file name of a game, without its extension: the names of game and players, with an
/// underscore for every character that is neither alphanumeric nor a hyphen.
fn name_of(played: &Played) -> String {
    let Played {
        game,
        first,
        second,
        round,
        ..
    } = played;
    let plain = |letter: char| match letter.is_alphanumeric() || letter == '-' {
        true => letter,
        false => '_',
    };
    let names: String = format!("{game}-{first}-{second}")
        .chars()
        .map(plain)
        .collect();
    format!("{names}-{:04}", round + 1)
}

/// The notation of the moves from the start, each disambiguated among the legal moves.
fn written(chosen: &Chosen, seed: u64, moves: &[Move]) -> Vec<String> {
    let game = &chosen.loaded.game;
    let signs = SiteAndPieceNames::new(game, Style::Ascii, &chosen.names());
    let notation = signs.notation(game);
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    let (mut texts, mut legal) = (Vec::new(), Vec::new());
    for mv in moves {
        game.legal(&mut state, &mut legal);
        let all = notation.texts(&state, &chance, &legal);
        let index = legal.iter().position(|own| own == mv);
        texts.extend(index.and_then(|index| all.get(index).cloned()));
        game.apply(&mut state, *mv, &mut chance);
    }
    texts
}
