//! Games in the notations of other programs, read and written: PGN, PDN, SGF, CSA, KIF, ICCS,
//! WXF, the move lists of UCI, USI and UCCI, matches of backgammon, and lists of squares.
//!
//! [`parse`] splits a text into games without giving the moves a meaning; [`Transcript::entry`]
//! finds the game that is played, [`Transcript::saved`] follows it under the rules, and [`write()`]
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
mod coordinate;
mod csa;
mod error;
mod kif;
mod mat;
mod mat_turn;
mod pdn;
mod pgn;
mod played;
mod scanner;
mod sgf;
mod shogi_board;
mod squares;
mod turns;
mod xiangqi;

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
    /// Smart Game Format, of games in which stones are placed (A. Hollosi, "SGF File Format
    /// FF\[4\]").
    Sgf,
    /// The format of the Computer Shogi Association, version 2.2.
    Csa,
    /// The format of Japanese shogi programs.
    Kif,
    /// PGN of xiangqi with moves by squares, as the Internet Chinese Chess Server has them:
    /// `H2-E2`.
    Iccs,
    /// PGN of xiangqi with moves by files and steps, as the World Xiangqi Federation has them:
    /// `C2=5`.
    Wxf,
    /// A position and its moves, as UCI sends them: `position startpos moves e2e4`.
    Uci,
    /// The same as USI does, for shogi.
    Usi,
    /// The same as UCCI does, for xiangqi.
    Ucci,
    /// Matches of backgammon, as Jellyfish and other programs write them.
    Mat,
    /// Squares one after the other, as transcripts of Othello have them: `f5d6c3`.
    Squares,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 12] = [
        Format::Pgn,
        Format::Pdn,
        Format::Sgf,
        Format::Csa,
        Format::Kif,
        Format::Iccs,
        Format::Wxf,
        Format::Uci,
        Format::Usi,
        Format::Ucci,
        Format::Mat,
        Format::Squares,
    ];

    /// The name of the format, which is the usual ending of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Pdn => "pdn",
            Format::Sgf => "sgf",
            Format::Csa => "csa",
            Format::Kif => "kif",
            Format::Iccs => "iccs",
            Format::Wxf => "wxf",
            Format::Uci => "uci",
            Format::Usi => "usi",
            Format::Ucci => "ucci",
            Format::Mat => "mat",
            Format::Squares => "squares",
        }
    }

    /// The format of a file, by the ending of its name or by its text; `None` if it is none of
    /// these.
    #[must_use]
    pub fn of(file: &str, text: &str) -> Option<Format> {
        let ending = file.rsplit_once('.').map(|(_, ending)| ending);
        let by_name = ending.and_then(|ending| Format::of_ending(&ending.to_lowercase()));
        by_name.or_else(|| Format::of_text(text))
    }

    /// The format of files with an ending.
    fn of_ending(ending: &str) -> Option<Format> {
        match ending {
            // KIF in UTF-8.
            "kifu" => Some(Format::Kif),
            ending => ending.parse().ok(),
        }
    }

    /// The format of a text; `None` if it begins as none does.
    fn of_text(text: &str) -> Option<Format> {
        let draughts = text.contains(&format!("[{} ", pdn::GAME_TYPE));
        match pgn::begins(text) {
            true if draughts => Some(Format::Pdn),
            true => Some(Format::Pgn),
            false if sgf::begins(text) => Some(Format::Sgf),
            false if csa::begins(text) => Some(Format::Csa),
            false if kif::begins(text) => Some(Format::Kif),
            false if mat::begins(text) => Some(Format::Mat),
            false if squares::begins(text) => Some(Format::Squares),
            false => coordinate::begins(text),
        }
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
        Format::Pgn | Format::Pdn | Format::Iccs | Format::Wxf => pgn::parse(format, text),
        Format::Sgf => sgf::parse(text),
        Format::Csa => csa::parse(text),
        Format::Kif => kif::parse(text),
        Format::Uci | Format::Usi | Format::Ucci => coordinate::parse(format, text),
        Format::Mat => mat::parse(text),
        Format::Squares => squares::parse(text),
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
        Format::Sgf => sgf::write(played, tags)?,
        Format::Csa => csa::write(played, tags)?,
        Format::Kif => kif::write(played, tags)?,
        Format::Iccs | Format::Wxf => xiangqi::write(played, format, tags)?,
        Format::Uci | Format::Usi | Format::Ucci => coordinate::write(played, format)?,
        Format::Mat => mat::write(played, tags)?,
        Format::Squares => squares::write(played)?,
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
            Format::Pgn | Format::Iccs | Format::Wxf => pgn::variant(self).is_some(),
            Format::Pdn => self.tag(pdn::GAME_TYPE).is_some(),
            Format::Sgf => self.tag(sgf::GAME).is_some(),
            Format::Csa
            | Format::Kif
            | Format::Uci
            | Format::Usi
            | Format::Ucci
            | Format::Mat
            | Format::Squares => false,
        }
    }

    /// The built-in game that is played.
    ///
    /// # Errors
    /// If the file names a game that is not built in.
    pub fn entry(&self) -> Result<&'static Entry, FormatError> {
        let found = match self.format {
            Format::Pgn => pgn::entry(self, pgn::NORMAL),
            Format::Iccs | Format::Wxf => pgn::entry(self, coordinate::XIANGQI),
            Format::Pdn => pdn::entry(self),
            Format::Sgf => sgf::entry(self),
            Format::Csa | Format::Kif | Format::Uci | Format::Usi | Format::Ucci => {
                coordinate::entry(self.format)
            }
            Format::Mat => mat::entry(),
            Format::Squares => squares::entry(),
        };
        found.map_err(|why| FormatError::new(self.line, 1, why))
    }

    /// The readings that the file names, as (tag, choice), or that its board tells. `entry` is the
    /// game that is played.
    #[must_use]
    pub fn readings(&self, entry: &Entry) -> Vec<(String, String)> {
        let named = match self.format {
            Format::Sgf => self.tag(sgf::READINGS),
            _ => self.tag(READINGS),
        };
        let Some(named) = named else {
            return match self.format {
                Format::Sgf => sgf::told_readings(self, entry),
                Format::Mat => mat::told_readings(self, entry),
                _ => Vec::new(),
            };
        };
        let pairs = named
            .split(';')
            .filter_map(|reading| reading.split_once('='));
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
            (Format::Sgf, Some(about)) => sgf::position(game, about, self).map_err(at_start)?,
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
            let wrong = |why: String| {
                let why = format!("ply {} ({}): {why}", index + 1, ply.text);
                FormatError::new(ply.line, ply.column, why)
            };
            let read = match self.format {
                Format::Mat => {
                    mat::play(&mut played, &ply.text).map_err(wrong)?;
                    continue;
                }
                Format::Pgn => algebraic::read(played.at(), &ply.text),
                Format::Pdn => pdn::read(played.at(), &ply.text),
                Format::Sgf => sgf::read(played.at(), &ply.text),
                Format::Iccs | Format::Wxf => xiangqi::read(played.at(), &ply.text),
                Format::Csa => csa::read(played.at(), &ply.text),
                Format::Kif => kif::read(played.at(), &ply.text),
                Format::Uci | Format::Usi | Format::Ucci => {
                    coordinate::read(played.at(), self.format, &ply.text)
                }
                Format::Squares => squares::read(played.at(), &ply.text),
            };
            let moves = read.map_err(wrong)?;
            moves.into_iter().for_each(|mv| played.make(mv));
        }
        if self.format == Format::Squares {
            let passes = squares::passes_at_end(played.at());
            passes.into_iter().for_each(|mv| played.make(mv));
        }
        saved.moves = played.texts();
        Ok(saved)
    }
}

/// The game of a variant: the one of this slug or name, or else one that XBoard calls so.
fn of_variant(name: &str) -> Option<&'static Entry> {
    let named = |entry: &&Entry| {
        let mut names = entry.names();
        entry.slug == name || names.any(|own| own.eq_ignore_ascii_case(name))
    };
    let is_variant = |entry: &&Entry| {
        let variant = entry.about.protocol.variant.as_deref();
        variant.is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    let entries = || ludarium_games::entries().iter();
    entries().find(named).or_else(|| entries().find(is_variant))
}

/// The tag with the readings of a game, where they are not the defaults.
const READINGS: &str = "Readings";
