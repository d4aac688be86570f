//! A folder of descriptions with recorded trials: `lud/`, `def/` and `trials/`.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::source;

/// A corpus on disk.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name of its folder.
    pub name: String,
    /// Its folder.
    pub root: PathBuf,
    /// The folder of the standard definitions, if it exists.
    pub definitions: Option<PathBuf>,
    /// The games, sorted by path.
    pub games: Vec<Entry>,
}

/// One game of a corpus.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The path below `lud/`, without the extension: `board/war/custodial/Tablut`.
    pub path: String,
    /// The description.
    pub file: PathBuf,
    /// The trials, sorted by name.
    pub trials: Vec<PathBuf>,
}

impl Entry {
    /// The name of the game: the last part of its path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The family: the first two folders of its path.
    #[must_use]
    pub fn family(&self) -> String {
        let folders: Vec<&str> = self.path.split('/').collect();
        let depth = folders.len().saturating_sub(1).clamp(1, 2);
        folders[..depth].join("/")
    }
}

impl Corpus {
    /// Opens a corpus and lists its games.
    pub fn open(root: &Path) -> Result<Corpus, Error> {
        let descriptions = root.join("lud");
        if !descriptions.is_dir() {
            return Err(format!("{} has no folder lud/", root.display()).into());
        }
        let mut files = Vec::new();
        collect(&descriptions, "lud", &mut files)?;
        let mut games = Vec::new();
        for file in files {
            let below = file
                .strip_prefix(&descriptions)
                .unwrap_or(&file)
                .with_extension("");
            let path = below
                .components()
                .map(|c| c.as_os_str().to_string_lossy())
                .collect::<Vec<_>>();
            let path = path.join("/");
            let folder = root.join("trials").join(&path);
            let mut trials = Vec::new();
            if folder.is_dir() {
                for entry in std::fs::read_dir(&folder).map_err(Error::at(&folder))? {
                    let trial = entry.map_err(Error::at(&folder))?.path();
                    let name = trial.to_string_lossy();
                    if name.ends_with(".txt.gz") || name.ends_with(".txt") || name.ends_with(".trl")
                    {
                        trials.push(trial);
                    }
                }
            }
            trials.sort();
            games.push(Entry { path, file, trials });
        }
        games.sort_by(|a, b| a.path.cmp(&b.path));
        let definitions = Some(root.join("def")).filter(|folder| folder.is_dir());
        // The name of a folder such as `.` or `..` is that of the folder it stands for.
        let whole = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        Ok(Corpus {
            name: source::file_name(&whole),
            root: root.to_owned(),
            definitions,
            games,
        })
    }

    /// Keeps only the games whose name or path matches the pattern, ignoring case. `*` matches any
    /// text.
    pub fn keep(&mut self, pattern: &str) {
        self.games
            .retain(|game| fits(pattern, game.name()) || fits(pattern, &game.path));
    }
}

/// Collects all files with this extension below a folder, in no particular order.
pub fn collect(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) -> Result<(), Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::at(&folder))?;
    for entry in entries {
        let path = entry.map_err(Error::at(&folder))?.path();
        if path.is_dir() {
            collect(&path, ending, into)?;
        } else if path.extension().is_some_and(|e| e == ending) {
            into.push(path);
        }
    }
    Ok(())
}

/// Whether a pattern with `*` matches a text, ignoring case.
#[must_use]
pub fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_lowercase(), text.to_lowercase());
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or("")) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything_and_case_does_not_matter() {
        assert!(fits("tablut", "Tablut"));
        assert!(!fits("tab", "Tablut"));
        assert!(fits("*chess*", "Alice Chess"));
        assert!(fits("board/race/*", "board/race/escape/Tab"));
        assert!(!fits("a*a", "a"));
    }

    #[test]
    fn a_family_is_the_first_two_folders() {
        let entry = |path: &str| Entry {
            path: path.into(),
            file: PathBuf::new(),
            trials: vec![],
        };
        assert_eq!(entry("board/war/custodial/Tablut").family(), "board/war");
        assert_eq!(entry("experimental/Greater").family(), "experimental");
        assert_eq!(entry("board/war/custodial/Tablut").name(), "Tablut");
    }
}
