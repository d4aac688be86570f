//! The file of results: one JSON object per line, so that an interrupted tournament can continue.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The stored result of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    pub game: String,
    pub first: String,
    pub second: String,
    pub round: usize,
    /// The score of the first player, from 0 to 1.
    pub score: f64,
    pub plies: usize,
    /// Whether the game ended by the rules.
    pub over: bool,
    /// The reason why the game ended, if it was neither the rules nor the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The time of the slowest move, in seconds.
    pub slowest: f64,
    /// The terms: time or nodes, opening, limit, seed, readings.
    pub terms: String,
}

/// The file of results, if there is one.
pub struct Ledger(Option<(PathBuf, File)>);

impl Ledger {
    /// Opens a file of results and reads those with the same terms.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: Option<&Path>, terms: &str) -> Result<(Ledger, Vec<Played>), Error> {
        let Some(path) = path else {
            return Ok((Ledger(None), Vec::new()));
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).append(true);
        let mut file = options.open(path).map_err(wrong)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(wrong)?;
        // Removes an incomplete last line, left by an interrupted tournament.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(wrong)?;
        let lines = text[..whole].lines();
        let played = lines.filter_map(|line| serde_json::from_str::<Played>(line).ok());
        let known = played.filter(|played| played.terms == terms).collect();
        Ok((Ledger(Some((path.to_path_buf(), file))), known))
    }

    /// Appends a result.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, played: &Played) -> Result<(), Error> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        let line = serde_json::to_string(played)?;
        file.write_all(format!("{line}\n").as_bytes())
            .map_err(Error::at(&path))
    }
}
