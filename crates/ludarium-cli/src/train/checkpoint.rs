//! The games of a training, kept in a file until the weights are written.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ludarium_agents::evaluation::{Trainer, TrainingGame};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The first line: which training the games belong to.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    pub game: String,
    /// Its readings, as tag=choice.
    pub with: Vec<(String, String)>,
    /// Positions searched per move.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
}

/// A file of games: the terms, then one game on each line.
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    stored: usize,
}

impl Checkpoint {
    /// Opens the file beside `out`, and gives its games to the trainer.
    ///
    /// # Errors
    /// If the file cannot be read or written, or belongs to another training; then it is left as it
    /// is.
    pub fn open(out: &Path, terms: &Terms, trainer: &mut Trainer<'_>) -> Result<Checkpoint, Error> {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".games");
        let path = out.with_file_name(name);
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(&path);
        let mut file = file.map_err(Error::at(&path))?;
        let bytes = std::fs::read(&path).map_err(Error::at(&path))?;
        // An interrupted run may leave its last line incomplete.
        let end = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let mut lines = bytes[..end].split(|&byte| byte == b'\n');
        let foreign = |why: String| {
            Error::new(format!("{}: {why}", path.display()))
                .with_hint("name another file with --out, or delete this one")
        };
        if bytes.is_empty() {
            writeln!(file, "{}", serde_json::to_string(terms)?).map_err(Error::at(&path))?;
        } else {
            let own: Option<Terms> = lines
                .next()
                .and_then(|line| serde_json::from_slice(line).ok());
            if own.as_ref() != Some(terms) {
                return Err(foreign("holds no games of this training".to_owned()));
            }
        }
        let mut games: Vec<TrainingGame> = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let game = serde_json::from_slice(line);
            games
                .push(game.map_err(|error| foreign(format!("line {}: {error}", games.len() + 2)))?);
        }
        let stored = games.len();
        trainer
            .go_on_with(games)
            .map_err(|error| foreign(error.to_string()))?;
        if end < bytes.len() {
            file.set_len(end as u64).map_err(Error::at(&path))?;
        }
        Ok(Checkpoint { path, file, stored })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of games in the file.
    pub fn stored(&self) -> usize {
        self.stored
    }

    /// Appends the games that are new.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn update(&mut self, trainer: &Trainer<'_>) -> Result<(), Error> {
        let mut lines = String::new();
        for game in trainer.played().iter().skip(self.stored) {
            lines.push_str(&serde_json::to_string(game)?);
            lines.push('\n');
        }
        self.file
            .write_all(lines.as_bytes())
            .map_err(Error::at(&self.path))?;
        self.stored = trainer.played().len();
        Ok(())
    }

    /// Deletes the file: the weights are written.
    pub fn finish(self) {
        // A file that is gone need not be deleted.
        let _ = std::fs::remove_file(&self.path);
    }
}
