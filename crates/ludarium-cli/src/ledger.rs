//! Files of results: one JSON object per line, so that interrupted work can go on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::source;

/// A result that is stored. The first field of what is written is `game`.
pub trait Stored: Serialize + DeserializeOwned {
    /// The command that writes it.
    const COMMAND: &'static str;

    /// The terms on which it was computed, such as times and seeds.
    fn terms(&self) -> &str;
}

/// The file of results, if there is one.
pub struct Ledger<T>(Option<(PathBuf, File)>, PhantomData<T>);

impl<T: Stored> Ledger<T> {
    /// Opens a file of results and reads those with the same terms. A last line that an
    /// interrupted run left incomplete is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else than results: then it is left
    /// as it is.
    pub fn open(path: Option<&Path>, terms: &str) -> Result<(Ledger<T>, Vec<T>), Error> {
        let Some(path) = path else {
            return Ok((Ledger(None, PhantomData), Vec::new()));
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).append(true);
        let mut file = options.open(path).map_err(wrong)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let (stored, whole) = results::<T>(&bytes).map_err(|line| {
            let (path, command) = (path.display(), T::COMMAND);
            let message = format!("{path}:{line}: not a result of `{command}`");
            Error::new(message)
                .with_hint("name another file with --results; this one is left as it is")
        })?;
        if whole < bytes.len() {
            eprintln!("{}: removed an incomplete last line", path.display());
            file.set_len(whole as u64).map_err(wrong)?;
        } else if bytes.last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n").map_err(wrong)?;
        }
        let known = stored.into_iter().filter(|stored| stored.terms() == terms);
        let known = known.collect();
        Ok((Ledger(Some((path.to_path_buf(), file)), PhantomData), known))
    }

    /// Appends a result.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, result: &T) -> Result<(), Error> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        let line = serde_json::to_string(result)?;
        file.write_all(format!("{line}\n").as_bytes())
            .map_err(Error::at(&path))
    }
}

/// Reads a result. Control characters in its texts, which may be shown, are replaced.
fn read<T: Stored>(line: &[u8]) -> serde_json::Result<T> {
    let mut value: Value = serde_json::from_slice(line)?;
    let mut open = vec![&mut value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => *text = source::visible(std::mem::take(text)),
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => open.extend(fields.values_mut()),
            _ => {}
        }
    }
    serde_json::from_value(value)
}

/// How every result begins, as it is written.
const BEGIN: &[u8] = b"{\"game\":";

/// The results in a file, and how many bytes they take: fewer than there are if the last line is
/// the beginning of one. If some line is no result, its number.
fn results<T: Stored>(bytes: &[u8]) -> Result<(Vec<T>, usize), usize> {
    let (mut stored, mut whole) = (Vec::new(), 0);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            whole += line.len();
            continue;
        }
        match read(line) {
            Ok(result) => {
                stored.push(result);
                whole += line.len();
            }
            Err(_) => {
                let ends = line.ends_with(b"\n");
                let begins = line.starts_with(BEGIN) || BEGIN.starts_with(line);
                return match !ends && begins {
                    true => Ok((stored, whole)),
                    false => Err(index + 1),
                };
            }
        }
    }
    Ok((stored, whole))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Serialize, Deserialize)]
    struct Known {
        game: String,
        terms: String,
    }

    impl Stored for Known {
        const COMMAND: &'static str = "test";

        fn terms(&self) -> &str {
            &self.terms
        }
    }

    const RESULT: &str = r#"{"game":"the name of a game","terms":"t"}"#;

    #[test]
    fn a_last_line_counts_if_it_is_whole_and_not_if_it_was_cut_off() {
        let text = format!("{RESULT}\n{RESULT}");
        assert_eq!(
            results::<Known>(text.as_bytes()).map(|(all, end)| (all.len(), end)),
            Ok((2, text.len()))
        );
        let cut = format!("{RESULT}\n{}", &RESULT[..20]);
        assert_eq!(
            results::<Known>(cut.as_bytes()).map(|(all, end)| (all.len(), end)),
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
            assert_eq!(
                results::<Known>(text.as_bytes()).err(),
                Some(line),
                "{text}"
            );
        }
    }
}
