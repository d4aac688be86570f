//! Saved games as text.
//!
//! The text is a record like those that the sources print: header lines that begin with `#`, then
//! one move per line. What a line has after a tab is ignored. A throw in brackets may stand before
//! a move, `[6 2] 24-18`: the dice that the seed gives are then thrown again until they show it.

use std::fmt;

/// A game in progress, or a finished one, as it is saved.
///
/// ```
/// use ludarium_notation::SavedGame;
///
/// let saved = SavedGame::parse("# game: shatranj\n# seed: 7\ne2-e3\n")?;
/// assert_eq!((saved.seed, saved.moves.len()), (7, 1));
/// assert_eq!(SavedGame::parse(&saved.to_string())?, saved);
/// # Ok::<(), ludarium_notation::SavedGameError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The name of the built-in game, or the path of a description.
    pub game: String,
    /// The readings it is played with, as (tag, choice).
    pub readings: Vec<(String, String)>,
    /// The seed of the dice.
    pub seed: u64,
    /// The position at the start, if it was not the initial one.
    pub position: Option<String>,
    /// The moves so far, each with the throw before it that it needs ([`split_throw`]).
    pub moves: Vec<String>,
}

/// Why a text is not a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedGameError {
    /// No header line `# game:` names the game.
    NoGame,
    /// The seed is not a number; holds what stands there, and the line.
    Seed(String, usize),
    /// A reading is not written `tag=choice`; holds what stands there.
    Reading(String),
}

impl fmt::Display for SavedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedGameError::NoGame => f.write_str("this is not a saved game: no line `# game:`"),
            SavedGameError::Seed(text, _) => write!(f, "not a seed: {text}"),
            SavedGameError::Reading(text) => {
                write!(f, "a reading is written tag=choice, and not {text:?}")
            }
        }
    }
}

impl std::error::Error for SavedGameError {}

impl SavedGameError {
    /// The line and column of the error, from 1.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        match self {
            SavedGameError::Seed(_, line) => (*line, 1),
            SavedGameError::NoGame | SavedGameError::Reading(_) => (1, 1),
        }
    }
}

/// The line and column, from 1, of a move in the text of a saved game, by its index; of the end of
/// the text if there are fewer.
#[must_use]
pub fn place_of_move(text: &str, index: usize) -> (usize, usize) {
    let is_move = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let mut moves = text.lines().enumerate().filter(|(_, line)| is_move(line));
    match moves.nth(index) {
        Some((number, line)) => {
            let indent = line.chars().take_while(|c| c.is_whitespace()).count();
            (number + 1, indent + 1)
        }
        None => (text.lines().count().max(1), 1),
    }
}

/// Parses a reading, `tag=choice`.
///
/// # Errors
/// If the text has no equals sign.
pub fn parse_reading(text: &str) -> Result<(String, String), SavedGameError> {
    match text.split_once('=') {
        Some((tag, choice)) => Ok((tag.trim().to_owned(), choice.trim().to_owned())),
        None => Err(SavedGameError::Reading(text.to_owned())),
    }
}

/// Splits a move of a saved game into the throw in brackets before it, if there is one, and the
/// move.
#[must_use]
pub fn split_throw(text: &str) -> (Option<&str>, &str) {
    let split = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match split {
        Some((throw, rest)) if !rest.trim().is_empty() => (Some(throw.trim()), rest.trim()),
        _ => (None, text),
    }
}

/// A move of a saved game, with the throw that it needs.
#[must_use]
pub fn with_throw(throw: Option<&str>, text: &str) -> String {
    match throw {
        Some(throw) => format!("[{throw}] {text}"),
        None => text.to_owned(),
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# game: {}", self.game)?;
        for (tag, choice) in &self.readings {
            writeln!(f, "# with: {tag}={choice}")?;
        }
        writeln!(f, "# seed: {}", self.seed)?;
        if let Some(position) = &self.position {
            writeln!(f, "# start: {position}")?;
        }
        for mv in &self.moves {
            writeln!(f, "{mv}")?;
        }
        Ok(())
    }
}

impl SavedGame {
    /// Parses the text of a saved game. Headers with other keys are ignored.
    ///
    /// # Errors
    /// If no game is named, or a header cannot be read.
    pub fn parse(text: &str) -> Result<SavedGame, SavedGameError> {
        let mut saved = SavedGame::default();
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
            let Some(header) = line.strip_prefix('#') else {
                saved
                    .moves
                    .push(line.split('\t').next().unwrap_or(line).trim().to_owned());
                continue;
            };
            let Some((key, value)) = header.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match key.trim() {
                "game" => saved.game = value.to_owned(),
                "with" => saved.readings.push(parse_reading(value)?),
                "seed" => {
                    let seed = value.parse();
                    saved.seed =
                        seed.map_err(|_| SavedGameError::Seed(value.to_owned(), index + 1))?;
                }
                "start" if value != "initial" => saved.position = Some(value.to_owned()),
                _ => {}
            }
        }
        match saved.game.is_empty() {
            true => Err(SavedGameError::NoGame),
            false => Ok(saved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_game_reads_back() {
        let saved = SavedGame {
            game: "gollon-shatranj".into(),
            readings: vec![("bare".into(), "Immediate loss".into())],
            seed: 42,
            position: None,
            moves: vec!["e2-e3".into(), "e7-e6".into()],
        };
        assert_eq!(SavedGame::parse(&saved.to_string()), Ok(saved));
    }

    #[test]
    fn a_throw_may_stand_before_a_move() {
        for (text, throw, mv) in [
            ("[6 2] 24-18", Some("6 2"), "24-18"),
            ("24-18", None, "24-18"),
            ("[odd]", None, "[odd]"),
        ] {
            assert_eq!(split_throw(text), (throw, mv));
            assert_eq!(with_throw(throw, mv), text);
        }
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        assert!(SavedGame::parse("e2-e4").is_err());
    }
}
