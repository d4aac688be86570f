//! Games kept in a file, to be gone on with.
//!
//! The file is a record like those the sources print: header lines, then one ply a line.

use std::fmt::Write as _;
use std::path::Path;

use crate::chosen::reading;

/// A game as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The built-in game or file.
    pub game: String,
    /// The readings.
    pub with: Vec<(String, String)>,
    /// What dice follow from.
    pub seed: u64,
    /// The position it started from, if it was not the initial one.
    pub position: Option<String>,
    /// The moves so far.
    pub moves: Vec<String>,
}

impl Saved {
    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = format!("# game: {}\n", self.game);
        for (tag, choice) in &self.with {
            let _ = writeln!(text, "# with: {tag}={choice}");
        }
        let _ = writeln!(text, "# seed: {}", self.seed);
        if let Some(position) = &self.position {
            let _ = writeln!(text, "# start: {position}");
        }
        for mv in &self.moves {
            text.push_str(mv);
            text.push('\n');
        }
        text
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Saved, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Saved::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Reads a text.
    pub fn parse(text: &str) -> Result<Saved, String> {
        let mut saved = Saved::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
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
                "with" => saved.with.push(reading(value)?),
                "seed" => saved.seed = value.parse().map_err(|_| format!("not a seed: {value}"))?,
                "start" if value != "initial" => saved.position = Some(value.to_owned()),
                _ => {}
            }
        }
        match saved.game.is_empty() {
            true => Err("this is not a saved game: no line `# game:`".to_owned()),
            false => Ok(saved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_reads_back() {
        let saved = Saved {
            game: "gollon-shatranj".into(),
            with: vec![("bare".into(), "Immediate loss".into())],
            seed: 42,
            position: None,
            moves: vec!["e2-e3".into(), "e7-e6".into()],
        };
        assert_eq!(Saved::parse(&saved.text()), Ok(saved));
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        assert!(Saved::parse("e2-e4").is_err());
    }
}
