//! Games in the notations of other programs, read and written: PGN and PDN.
//!
//! [`parse`] splits a text into games without giving the moves a meaning; [`Transcript::entry`]
//! finds the game that is played, [`Transcript::saved`] follows it under the rules, and [`write`]
//! writes a saved game. What is written is read again before it is returned.
//!
//! ```
//! use ludarium_notation::formats::{self, Format};
//!
//! let games = formats::parse(Format::Pgn, "1.e4 e5 2.Nf3 {so far} *")?;
//! let entry = games[0].entry()?;
//! let game = ludarium_games::load(entry, &[])?.game;
//! let saved = games[0].saved(&game, Some(&entry.about), entry.slug, &[])?;
//! assert_eq!(saved.moves, ["e2-e4", "e7-e5", "g1-f3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algebraic;
mod error;
mod pdn;
mod pgn;
mod played;
mod scanner;
mod turns;

use std::fmt;
use std::str::FromStr;

use ludarium_engine::Game;
use ludarium_games::{About, Entry};

use crate::SavedGame;

pub use error::FormatError;
pub use played::Played;

/// A notation of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Portable Game Notation, of chess and its relatives (S. J. Edwards, "Portable Game Notation
    /// Specification and Implementation Guide", 1994).
    Pgn,
    /// Portable Draughts Notation (A. Olsen and W. Wiersma, "Portable Draughts Notation 3.0").
    Pdn,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 2] = [Format::Pgn, Format::Pdn];

    /// The name of the format, which is the usual ending of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Pdn => "pdn",
        }
    }

    /// The format of a file, by the ending of its name or by its text; `None` if it is none of
    /// these.
    #[must_use]
    pub fn of(file: &str, text: &str) -> Option<Format> {
        let ending = file.rsplit_once('.').map(|(_, ending)| ending);
        let by_name = ending.and_then(|ending| ending.to_lowercase().parse().ok());
        by_name.or_else(|| {
            let draughts = text.contains(&format!("[{} ", pdn::GAME_TYPE));
            let format = if draughts { Format::Pdn } else { Format::Pgn };
            pgn::begins(text).then_some(format)
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let named = Format::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("no format is called {text:?}; there are {names}")
        })
    }
}

/// A ply as it is written, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPly {
    /// The text.
    pub text: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// A game as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The format of the file.
    pub format: Format,
    /// What the file says about the game, as (name, value).
    pub tags: Vec<(String, String)>,
    /// The plies of the main line.
    pub plies: Vec<WrittenPly>,
    /// The result, as the file writes it.
    pub result: Option<String>,
    /// The line at which the game begins, from 1.
    pub line: usize,
}

/// Splits a text into the games that it holds, at least one.
///
/// # Errors
/// If the text is not in the format: the place, and why.
pub fn parse(format: Format, text: &str) -> Result<Vec<Transcript>, FormatError> {
    match format {
        Format::Pgn | Format::Pdn => pgn::parse(format, text),
    }
}

/// Writes a game in a format. `tags` holds what is known besides the moves, by the names that the
/// format has for it.
///
/// # Errors
/// If the format has no way to write the game.
pub fn write(format: Format, played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let text = match format {
        Format::Pgn => pgn::write(played, tags)?,
        Format::Pdn => pdn::write(played, tags)?,
    };
    match played.reads_back(format, &text) {
        Ok(()) => Ok(text),
        Err(why) => Err(format!("{format} cannot hold this game: {why}")),
    }
}

impl Transcript {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut named = self.tags.iter();
        let named = named.find(|(own, _)| own.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }

    /// Whether the file names the game, and not only its family.
    #[must_use]
    pub fn names_its_game(&self) -> bool {
        match self.format {
            Format::Pgn => pgn::variant(self).is_some(),
            Format::Pdn => self.tag(pdn::GAME_TYPE).is_some(),
        }
    }

    /// The built-in game that is played.
    ///
    /// # Errors
    /// If the file names a game that is not built in.
    pub fn entry(&self) -> Result<&'static Entry, FormatError> {
        let found = match self.format {
            Format::Pgn => pgn::entry(self),
            Format::Pdn => pdn::entry(self),
        };
        found.map_err(|why| FormatError::new(self.line, 1, why))
    }

    /// The readings that the file names, as (tag, choice).
    #[must_use]
    pub fn readings(&self) -> Vec<(String, String)> {
        let readings = self.tag(READINGS).unwrap_or_default().split(';');
        let pairs = readings.filter_map(|reading| reading.split_once('='));
        pairs
            .map(|(tag, choice)| (tag.trim().to_owned(), choice.trim().to_owned()))
            .collect()
    }

    /// Follows the game under the rules. `name` and `readings` are those that `game` was loaded
    /// with.
    ///
    /// # Errors
    /// If the position cannot be set up, or a ply is not legal: the place, and why.
    pub fn saved(
        &self,
        game: &Game,
        about: Option<&About>,
        name: &str,
        readings: &[(String, String)],
    ) -> Result<SavedGame, FormatError> {
        let at_start = |why: String| FormatError::new(self.line, 1, why);
        let position = match (self.format, about) {
            (Format::Pdn, Some(about)) => {
                let fen = self.tag("FEN").map(|fen| pdn::position(game, about, fen));
                fen.transpose().map_err(at_start)?
            }
            _ => self.tag("FEN").map(str::to_owned),
        };
        let mut saved = SavedGame {
            game: name.to_owned(),
            readings: readings.to_vec(),
            seed: 0,
            position,
            moves: Vec::new(),
        };
        let played = Played::start(game, about, &saved);
        let mut played = played.map_err(at_start)?;
        for (index, ply) in self.plies.iter().enumerate() {
            let read = match self.format {
                Format::Pgn => algebraic::read(played.at(), &ply.text),
                Format::Pdn => pdn::read(played.at(), &ply.text),
            };
            let moves = read.map_err(|why| {
                let why = format!("ply {} ({}): {why}", index + 1, ply.text);
                FormatError::new(ply.line, ply.column, why)
            })?;
            moves.into_iter().for_each(|mv| played.make(mv));
        }
        saved.moves = played.texts();
        Ok(saved)
    }
}

/// The tag with the readings of a game, where they are not the defaults.
const READINGS: &str = "Readings";
