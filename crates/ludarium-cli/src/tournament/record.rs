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
    /// Opens a file of results and reads those with the same terms. A last line that an
    /// interrupted tournament left incomplete is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else than results: then it is left
    /// as it is.
    pub fn open(path: Option<&Path>, terms: &str) -> Result<(Ledger, Vec<Played>), Error> {
        let Some(path) = path else {
            return Ok((Ledger(None), Vec::new()));
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).append(true);
        let mut file = options.open(path).map_err(wrong)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let (played, whole) = results(&bytes).map_err(|line| {
            let message = format!("{}:{line}: not a result of a tournament", path.display());
            Error::new(message)
                .with_hint("name another file with --results; this one is left as it is")
        })?;
        if whole < bytes.len() {
            eprintln!("{}: removed an incomplete last line", path.display());
            file.set_len(whole as u64).map_err(wrong)?;
        } else if bytes.last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n").map_err(wrong)?;
        }
        let known = played.into_iter().filter(|played| played.terms == terms);
        let known = known.collect();
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

/// How every result begins, as it is written.
const BEGIN: &[u8] = b"{\"game\":";

/// The results in a file, and how many bytes they take: fewer than there are if the last line is
/// the beginning of one. If some line is no result, its number.
fn results(bytes: &[u8]) -> Result<(Vec<Played>, usize), usize> {
    let (mut played, mut whole) = (Vec::new(), 0);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            whole += line.len();
            continue;
        }
        match serde_json::from_slice::<Played>(line) {
            Ok(result) => {
                played.push(result);
                whole += line.len();
            }
            Err(_) => {
                let ends = line.ends_with(b"\n");
                let begins = line.starts_with(BEGIN) || BEGIN.starts_with(line);
                return match !ends && begins {
                    true => Ok((played, whole)),
                    false => Err(index + 1),
                };
            }
        }
    }
    Ok((played, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"game":"g","first":"a","second":"b","round":0,"score":1.0,"plies":9,"over":true,"slowest":0.1,"terms":"t"}"#;

    #[test]
    fn a_last_line_counts_if_it_is_whole_and_not_if_it_was_cut_off() {
        let text = format!("{RESULT}\n{RESULT}");
        assert_eq!(
            results(text.as_bytes()).map(|(all, end)| (all.len(), end)),
            Ok((2, text.len()))
        );
        let cut = format!("{RESULT}\n{}", &RESULT[..20]);
        assert_eq!(
            results(cut.as_bytes()).map(|(all, end)| (all.len(), end)),
            Ok((1, RESULT.len() + 1))
        );
    }

    #[test]
    fn whatever_is_no_result_is_refused_by_its_line() {
        for (text, line) in [
            ("my only notes".to_owned(), 1),
            (format!("{RESULT}\nnotes"), 2),
            (format!("{RESULT}\n{{\"game\":\n{RESULT}\n"), 2),
            ("\u{0}\u{1}".to_owned(), 1),
        ] {
            assert_eq!(results(text.as_bytes()).err(), Some(line), "{text}");
        }
    }
}
