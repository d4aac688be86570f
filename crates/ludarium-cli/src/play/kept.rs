//! Unfinished games are kept by themselves and offered next time.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::base_strategy::{choose_base_strategy, BaseStrategy};
use ludarium_notation::SavedGame;

use super::session::{Seat, Session};
use crate::error::Error;
use crate::game_args::Chosen;
use crate::source;

/// The number of unfinished games of one game that are kept; the oldest are deleted.
const MOST: usize = 20;

/// A file that holds an unfinished game as it goes on.
pub struct Kept {
    path: PathBuf,
    written: bool,
}

/// An unfinished game.
pub struct Unfinished {
    /// Where it is kept.
    pub kept: Kept,
    /// The game.
    pub saved: SavedGame,
    /// Who played it, as far as the file tells.
    pub seats: Vec<Seat>,
}

impl Kept {
    /// A new file for a game that begins; `None` if the system has no folder for the state of
    /// programs.
    pub fn new(chosen: &Chosen) -> Option<Kept> {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let (begun, process) = (since.as_millis(), std::process::id());
        let name = format!("{}-{begun}-{process}.txt", plain(&chosen.name));
        Some(Kept {
            path: folder()?.join(name),
            written: false,
        })
    }

    /// The latest unfinished game with the same readings.
    pub fn latest(chosen: &Chosen) -> Option<Unfinished> {
        let mut files = files(&folder()?, &plain(&chosen.name));
        files.reverse();
        files.into_iter().find_map(|path| unfinished(path, chosen))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game as it stands, or deletes the file if the game is over or has not begun.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn update(&mut self, session: &Session) -> Result<(), Error> {
        if session.is_over() || session.plies().len() == 0 {
            self.discard();
            return Ok(());
        }
        let seats: Vec<String> = session.seats.iter().map(ToString::to_string).collect();
        let text = format!("# seats: {}\n{}", seats.join(","), session.saved());
        let fail = Error::at(&self.path);
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(Error::at(&folder))?;
            if !self.written {
                let mut old = files(folder, &plain(&session.chosen.name));
                old.retain(|path| *path != self.path);
                let surplus = (old.len() + 1).saturating_sub(MOST);
                old.iter()
                    .take(surplus)
                    .for_each(|path| drop(std::fs::remove_file(path)));
            }
        }
        // A file that is complete takes the place of the old one, so that neither is ever half
        // written.
        let new = self.path.with_extension("new");
        let done = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &self.path));
        self.written = true;
        done.map_err(fail)
    }

    /// Deletes the file, if there is one.
    pub fn discard(&mut self) {
        if self.written {
            // A file that is gone need not be deleted.
            let _ = std::fs::remove_file(&self.path);
            self.written = false;
        }
    }
}

/// The folder of unfinished games.
fn folder() -> Option<PathBuf> {
    let system = choose_base_strategy().ok()?;
    let state = system.state_dir().unwrap_or_else(|| system.data_dir());
    Some(state.join("ludarium").join("unfinished"))
}

/// The name of a game with a hyphen for every character that is not alphanumeric.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    name.chars().map(plain).take(80).collect()
}

/// The files of a game, the oldest first.
fn files(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let rest = stem
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('-'));
        let numbers = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '-');
        path.extension().is_some_and(|own| own == "txt") && rest.is_some_and(numbers)
    });
    files.sort();
    files
}

/// The game in a file, if it is one of this game with the same readings, and has moves.
fn unfinished(path: PathBuf, chosen: &Chosen) -> Option<Unfinished> {
    let text = source::read_text(&path).ok()?;
    let saved = SavedGame::parse(&text).ok()?;
    let same = saved.game == chosen.name && saved.readings == chosen.with;
    if !same || saved.moves.is_empty() {
        return None;
    }
    let seats = text.lines().find_map(|line| line.strip_prefix("# seats: "));
    let seats = seats.unwrap_or_default().split(',').map(str::parse);
    Some(Unfinished {
        kept: Kept {
            path,
            written: true,
        },
        saved,
        seats: seats.collect::<Result<_, _>>().unwrap_or_default(),
    })
}
