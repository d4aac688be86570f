//! Games kept in a file, to be gone on with.
//!
//! The file is a record like those the sources print: header lines, then one ply a line.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::chosen::{reading, readings, Chosen, GameArgs};

/// The arguments by which commands name a game, or a file of one that has begun.
#[derive(Args, Clone, Debug)]
pub struct GameOrSaved {
    /// A built-in game (`ludarium list`), a .lud file, or a game of the corpus that
    /// LUDARIUM_CORPUS names (corpus:NAME where the name alone is a built-in game's)
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// A reading to play with, as tag=choice; may be repeated (`ludarium show GAME` lists them)
    #[arg(long = "with", value_name = "TAG=CHOICE")]
    with: Vec<String>,
    /// A folder of standard definitions for a .lud file [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// A game that `play` saved or a tournament kept, which tells what is played and by which readings
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

impl GameOrSaved {
    /// Loads the game, and what was played of it where a file was named.
    ///
    /// # Errors
    /// Also if the file is one of another game than the one named beside it, or of other readings.
    pub fn load(&self) -> Result<(Chosen, Option<Saved>), String> {
        let (told, defs) = (readings(&self.with)?, self.defs.as_deref());
        let named = self.game.as_deref();
        let named = named.map(|game| GameArgs::new(game, &told, defs));
        let Some(file) = &self.load else {
            let named = named.ok_or("no game is named")?;
            return Ok((named.load()?, None));
        };
        let saved = Saved::read(file)?;
        let meant = GameArgs::new(&saved.game, &saved.with, defs);
        let at = |why: String| format!("{}: {why}", file.display());
        if named.is_some_and(|named| !named.same_game(&meant)) {
            let why = format!("a game of {}: name that one, or none", saved.game);
            return Err(at(why));
        }
        if !told.is_empty() && told != saved.with {
            let own = match saved.with.is_empty() {
                true => " no --with".to_owned(),
                false => saved.readings(),
            };
            return Err(at(format!("played with{own}: tell the same, or nothing")));
        }
        Ok((meant.load().map_err(at)?, Some(saved)))
    }
}

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

    /// The readings as they are told on the command line, with a space before each.
    pub fn readings(&self) -> String {
        let with = self.with.iter();
        with.map(|(tag, choice)| format!(" --with \"{tag}={choice}\""))
            .collect()
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
