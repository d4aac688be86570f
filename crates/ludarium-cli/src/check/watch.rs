//! `check --watch`: checks again whenever something has changed.
//!
//! Each check is a process of its own, because the definitions of a library are read once in the
//! life of a process.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

use crate::corpus;
use crate::error::{Error, Exit};
use crate::interrupt;
use crate::source;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(200);

/// The files that a check depends on, with what shows that they have changed.
#[derive(PartialEq, Eq)]
struct Watched(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Watched {
    fn look(files: &[PathBuf], defs: Option<&Path>) -> Watched {
        let mut paths = Vec::new();
        for file in files {
            match file.is_dir() {
                // A folder that cannot be read is reported by the check.
                true => drop(corpus::collect(file, "lud", &mut paths)),
                false => paths.push(file.clone()),
            }
        }
        for folder in [defs, source::library()].into_iter().flatten() {
            drop(corpus::collect(folder, "def", &mut paths));
        }
        let state = |path: &PathBuf| {
            let data = std::fs::metadata(path).ok()?;
            Some((data.modified().ok()?, data.len()))
        };
        let states = paths.into_iter().map(|path| {
            let state = state(&path);
            (path, state)
        });
        Watched(states.collect())
    }
}

/// Checks, and checks again after each change, until Ctrl-C. The exit code is that of the last
/// check.
pub fn run(files: &[PathBuf], defs: Option<&Path>) -> Result<Exit, Error> {
    interrupt::listen_silently();
    let program = std::env::current_exe()?;
    let arguments: Vec<_> = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--watch")
        .collect();
    let mut last = Exit::Failure;
    while !interrupt::is_asked() {
        let seen = Watched::look(files, defs);
        if std::io::stdout().is_terminal() {
            execute!(std::io::stdout(), Clear(ClearType::All), MoveTo(0, 0))?;
        }
        let status = Command::new(&program).args(&arguments).status()?;
        // A check that Ctrl-C has stopped has no code.
        last = match status.code() {
            Some(0) => Exit::Success,
            Some(1) => Exit::Negative,
            Some(_) => Exit::Failure,
            None => last,
        };
        let count = seen.0.len();
        let noun = if count == 1 { "file" } else { "files" };
        eprintln!("watching {count} {noun}; Ctrl-C ends");
        wait_for_change(&seen, || Watched::look(files, defs));
    }
    Ok(last)
}

/// Waits until the files differ from those seen, and have been left alone for a moment: a file may
/// be written in several steps.
fn wait_for_change(seen: &Watched, look: impl Fn() -> Watched) {
    let mut before = look();
    while !interrupt::is_asked() {
        std::thread::sleep(INTERVAL);
        let now = look();
        if now != *seen && now == before {
            return;
        }
        before = now;
    }
}
