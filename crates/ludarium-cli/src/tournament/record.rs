//! The file of results: one JSON object a line, so that a tournament that was stopped can go on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// How one game ended, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    pub game: String,
    pub first: String,
    pub second: String,
    pub round: usize,
    /// What the first of the pair got, from 0 to 1.
    pub score: f64,
    pub plies: usize,
    /// Whether the game came to an end of its own.
    pub over: bool,
    /// Why it ended, where it was not by the rules or by the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The longest that a move took, in seconds.
    pub slowest: f64,
    /// The terms: time or nodes, opening, limit, seed, readings.
    pub terms: String,
}

/// Where results are kept, if they are.
pub struct Ledger(Option<(PathBuf, File)>);

impl Ledger {
    /// Opens a file of results, and reads what was played on the same terms.
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
        // A last line that was cut short when the tournament was killed makes room for what follows.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(wrong)?;
        let lines = text[..whole].lines();
        let played = lines.filter_map(|line| serde_json::from_str::<Played>(line).ok());
        let known = played.filter(|played| played.terms == terms).collect();
        Ok((Ledger(Some((path.to_path_buf(), file))), known))
    }

    /// Keeps a result.
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
