//! Saving a game to a file, and going on with one.

use std::path::{Path, PathBuf};

use super::session::Session;
use crate::error::Error;
use crate::game_args;

/// Saves the game to a file, by default one that is called like the game; returns its name. A file
/// that holds anything else than this game is replaced only if that is asked for.
pub fn save(session: &mut Session, name: Option<String>, replace: bool) -> Result<String, Error> {
    let saved = session.saved();
    let may_write = |name: &str| {
        let path = Path::new(name);
        let holds_something = path.metadata().is_ok_and(|file| file.len() > 0);
        replace || !holds_something || session.files.iter().any(|own| own == path)
    };
    let name = match name {
        Some(name) if may_write(&name) => name,
        Some(name) => {
            return Err(format!(
                "{name} exists already: choose another name, or `save! {name}` replaces it"
            )
            .into());
        }
        None => {
            let game = saved.game.rsplit(['/', '\\']).next().unwrap_or("game");
            let game = game.trim_end_matches(".lud");
            let numbered = (2..1_000).map(|number| format!("{game}-{number}.txt"));
            let mut names = std::iter::once(format!("{game}.txt")).chain(numbered);
            names
                .find(|name| may_write(name))
                .ok_or("name the file: save FILE")?
        }
    };
    std::fs::write(&name, saved.to_string()).map_err(|e| format!("{name}: {e}"))?;
    session.files.push(PathBuf::from(&name));
    Ok(name)
}

/// Continues a saved game, if it belongs to the game being played.
pub fn load(session: &mut Session, name: &str) -> Result<(), Error> {
    if name.is_empty() {
        return Err("name the file: load FILE".into());
    }
    let saved = game_args::read_saved(Path::new(name))?;
    session.restart(&saved)?;
    note_loaded(session, Path::new(name));
    Ok(())
}

/// Notes the file that a game was loaded from. Saving the game may replace it if it is a saved
/// game, and not a file of another program, which may hold more.
pub fn note_loaded(session: &mut Session, file: &Path) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    if text.starts_with("# game:") {
        session.files.push(file.to_path_buf());
    }
}
