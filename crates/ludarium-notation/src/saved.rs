//! Saved games as text.
//!
//! The text is a record like those that the sources print: header lines that begin with `#`, then
//! one move per line. What a line has after a tab is ignored. A throw in brackets may stand before
//! a move, `[6 2] 24-18`: the dice that the seed gives are then thrown again until they show it.

use std::fmt;

use crate::headers;

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

/// A line and a column of a text, from 1.
pub type Place = (usize, usize);

/// Why a text is not a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedGameError {
    /// No header line `# game:` names the game.
    NoGame,
    /// The seed is not a number; holds what stands there.
    Seed(String, Place),
    /// A reading is not written `tag=choice`; holds what stands there.
    Reading(String, Place),
    /// A header line has no meaning, and resembles another one: what stands there, and what is
    /// probably meant.
    Header(String, &'static str, Place),
    /// A header line that may stand there once is repeated.
    Repeated(&'static str, Place),
}

impl fmt::Display for SavedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedGameError::NoGame => f.write_str("this is not a saved game: no line `# game:`"),
            SavedGameError::Seed(text, _) => write!(f, "not a seed: {text}"),
            SavedGameError::Reading(text, _) => {
                write!(f, "a reading is written tag=choice, and not {text:?}")
            }
            SavedGameError::Header(text, meant, _) => {
                write!(
                    f,
                    "no header is written {text:?} (did you mean `# {meant}:`?)"
                )
            }
            SavedGameError::Repeated(key, _) => write!(f, "a second line `# {key}:`"),
        }
    }
}

impl std::error::Error for SavedGameError {}

impl SavedGameError {
    /// The line and column of the error, from 1.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            SavedGameError::NoGame => (1, 1),
            SavedGameError::Seed(_, place)
            | SavedGameError::Reading(_, place)
            | SavedGameError::Header(_, _, place)
            | SavedGameError::Repeated(_, place) => *place,
        }
    }
}

/// A header line of a saved game.
struct Header<'t> {
    /// The text behind the `#`.
    text: &'t str,
    /// Lower case; `None` without a colon.
    key: Option<String>,
    value: &'t str,
    key_place: Place,
    value_place: Place,
}

impl<'t> Header<'t> {
    /// The header in a line of a text, by its number from 1; `None` if it is another line.
    fn of(number: usize, line: &'t str) -> Option<Header<'t>> {
        let text = line.trim().strip_prefix('#')?.trim();
        let (key, value) = match text.split_once(':') {
            Some((key, value)) => (Some(key.trim().to_lowercase()), value.trim()),
            None => (None, ""),
        };
        let column = |part: &str| {
            let before = line.len() - line.trim_end().len() + part.len();
            let before = line.len().saturating_sub(before);
            line.get(..before).unwrap_or(line).chars().count() + 1
        };
        Some(Header {
            text,
            key,
            value,
            key_place: (number, column(text)),
            value_place: (number, column(value)),
        })
    }

    /// The headers of a text.
    fn all(text: &'t str) -> impl Iterator<Item = Header<'t>> {
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        lines.filter_map(|(index, line)| Header::of(index + 1, line))
    }

    fn is(&self, key: &str) -> bool {
        self.key.as_deref() == Some(key)
    }
}

/// The line and column, from 1, of the position in the text of a saved game, if it names one.
#[must_use]
pub fn place_of_start(text: &str) -> Option<Place> {
    let start = Header::all(text).find(|header| header.is("start"));
    start.map(|header| header.value_place)
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
        None => Err(SavedGameError::Reading(text.to_owned(), (1, 1))),
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

/// The moves of a line of text, separated by spaces, each with the throw in brackets before it.
///
/// ```
/// use ludarium_notation::saved::split_moves;
///
/// assert_eq!(split_moves("e2-e3 [6 2] 24-18"), ["e2-e3", "[6 2] 24-18"]);
/// ```
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        // A throw goes on to its bracket, and the move that it belongs to follows.
        let open = |text: &&mut String| {
            text.starts_with('[') && text.find(']').is_none_or(|end| end + 1 == text.len())
        };
        match moves.last_mut().filter(open) {
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => moves.push(word.to_owned()),
        }
    }
    moves
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
    /// Parses the text of a saved game. Headers with other keys are ignored, unless they resemble
    /// one of these.
    ///
    /// # Errors
    /// If no game is named, or a header cannot be read.
    pub fn parse(text: &str) -> Result<SavedGame, SavedGameError> {
        let mut saved = SavedGame::default();
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let moves = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let moves = moves.map(|line| line.split('\t').next().unwrap_or(line).trim().to_owned());
        saved.moves = moves.collect();
        let mut found = Vec::new();
        for header in Header::all(text) {
            let Header {
                text,
                key,
                value,
                key_place,
                value_place,
            } = header;
            let Some(key) = key else {
                if let Some(meant) = headers::without_colon(text) {
                    return Err(SavedGameError::Header(text.to_owned(), meant, key_place));
                }
                continue;
            };
            match key.as_str() {
                "game" => saved.game = value.to_owned(),
                "with" => {
                    let reading = parse_reading(value);
                    let wrong = |_| SavedGameError::Reading(value.to_owned(), value_place);
                    saved.readings.push(reading.map_err(wrong)?);
                }
                "seed" => {
                    let wrong = |_| SavedGameError::Seed(value.to_owned(), value_place);
                    saved.seed = value.parse().map_err(wrong)?;
                }
                "start" => {
                    saved.position = Some(value.to_owned()).filter(|value| value != "initial");
                }
                other => {
                    if let Some(meant) = headers::meant(other) {
                        return Err(SavedGameError::Header(key, meant, key_place));
                    }
                }
            }
            if let Some(once) = ["game", "seed", "start"]
                .into_iter()
                .find(|once| *once == key)
            {
                if found.contains(&once) {
                    return Err(SavedGameError::Repeated(once, key_place));
                }
                found.push(once);
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
    fn a_header_that_cannot_be_read_is_refused_at_its_place() {
        for (line, place, part) in [
            ("# seed: seven", (2, 9), "not a seed: seven"),
            ("#with:  bare king", (2, 9), "tag=choice"),
            ("  # Sart: 8/8 w", (2, 5), "did you mean `# start:`?"),
            ("# seed 7", (2, 3), "did you mean `# seed:`?"),
            ("# game: chess", (2, 3), "a second line `# game:`"),
        ] {
            let error = SavedGame::parse(&format!("# game: shatranj\n{line}\ne2-e3\n"));
            let error = error.expect_err(line);
            assert_eq!(error.place(), place, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        }
        // Remarks, and headers of other programs, are left alone.
        let text = "# game: shatranj\n# note: seen\n# seats: human,auto\n# with a knight\n";
        assert!(SavedGame::parse(text).is_ok());
    }

    #[test]
    fn keys_of_headers_have_no_case() {
        let saved = SavedGame::parse("# Game: shatranj\n#SEED: 7\n# Start: 8/8 w\n");
        let saved = saved.expect("it is a saved game");
        assert_eq!(saved.seed, 7);
        assert_eq!(saved.position.as_deref(), Some("8/8 w"));
        let place = place_of_start("# game: shatranj\n# start:  8/8 w\n");
        assert_eq!(place, Some((2, 11)));
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        assert!(SavedGame::parse("e2-e4").is_err());
    }
}
