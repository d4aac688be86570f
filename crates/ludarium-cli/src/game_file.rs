//! Games in files: those that `play` saves, and those in the notations of other programs.

use std::path::Path;

use ludarium_engine::SplitMix64;
use ludarium_notation::formats::{self, Format, Played, Transcript};
use ludarium_notation::{read_position, saved, SavedGame};

use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};
use crate::source;

/// A game of a file.
pub struct GameFile {
    /// The game, in our own notation.
    pub saved: SavedGame,
    /// What the file says about it besides, in the names of its format.
    pub tags: Vec<(String, String)>,
}

/// Reads the games of a file, at least one. `named` is the game on the command line, for a file
/// that names none.
///
/// # Errors
/// If the file cannot be read, or holds something else than games: the line and column. The exit
/// code is 1 then, and 2 where the game cannot be loaded.
pub fn read(path: &Path, named: Option<&GameArgs>) -> Result<Vec<GameFile>, Error> {
    let text = source::read_text(path)?;
    let name = path.display().to_string();
    parse(&name, &text, named).map_err(|error| error.in_context(&name))
}

/// Reads the games of a text; `file` is the name of its file.
pub fn parse(file: &str, text: &str, named: Option<&GameArgs>) -> Result<Vec<GameFile>, Error> {
    let Some(format) = Format::of(file, text) else {
        return Ok(vec![GameFile {
            saved: own(text, named)?,
            tags: Vec::new(),
        }]);
    };
    let games = formats::parse(format, text).map_err(unreadable)?;
    games.iter().map(|game| foreign(game, named)).collect()
}

/// Reads the first game of a file. Others are noted on standard error.
pub fn read_first(path: &Path, named: Option<&GameArgs>) -> Result<SavedGame, Error> {
    let mut games = read(path, named)?;
    if games.len() > 1 {
        let (path, games) = (path.display(), games.len());
        eprintln!("note: {path} holds {games} games; the first is loaded");
    }
    Ok(games.swap_remove(0).saved)
}

/// A file that is not what it should be.
fn unreadable(error: impl std::fmt::Display) -> Error {
    Error::new(error.to_string()).with_exit(Exit::Negative)
}

/// Follows a game in the notation of other programs.
fn foreign(game: &Transcript, named: Option<&GameArgs>) -> Result<GameFile, Error> {
    let meant = match named.filter(|_| !game.names_its_game()) {
        Some(named) => named.clone(),
        None => {
            let entry = game.entry().map_err(unreadable)?;
            GameArgs::new(entry.slug, &game.readings(entry), None)
        }
    };
    let chosen = meant.load()?;
    let saved = game.saved(
        &chosen.loaded.game,
        chosen.about(),
        &chosen.name,
        &chosen.with,
    );
    let mut tags = game.tags.clone();
    let result = game.result.clone().filter(|_| game.tag("Result").is_none());
    tags.extend(result.map(|result| ("Result".to_owned(), result)));
    Ok(GameFile {
        saved: saved.map_err(unreadable)?,
        tags,
    })
}

/// Reads a game that `play` saved, and checks its moves.
fn own(text: &str, named: Option<&GameArgs>) -> Result<SavedGame, Error> {
    let saved = SavedGame::parse(text).map_err(|error| {
        let (line, column) = error.place();
        unreadable(format!("line {line}, column {column}: {error}"))
    })?;
    let defs = named.and_then(GameArgs::defs);
    let chosen = GameArgs::new(&saved.game, &saved.readings, defs).load()?;
    let game = &chosen.loaded.game;
    if let Some(position) = &saved.position {
        let mut chance = SplitMix64::new(saved.seed);
        if let Err(why) = read_position(game, chosen.about(), position, &mut chance) {
            let (line, column) = saved::place_of_start(text).unwrap_or((1, 1));
            return Err(unreadable(format!(
                "line {line}, column {column}: the start: {why}"
            )));
        }
    }
    if let Err((index, why)) = played(&chosen, &saved) {
        // The moves of games with hidden pieces are saved as their player saw them.
        if !game.features().hidden_information {
            let (line, column) = saved::place_of_move(text, index);
            let move_text = saved.moves.get(index).map_or("", String::as_str);
            let ply = index + 1;
            let message = format!("line {line}, column {column}: ply {ply} ({move_text}): {why}");
            return Err(unreadable(message));
        }
    }
    Ok(saved)
}

/// A saved game, replayed: or the index of the move that is not legal, and why.
pub fn played<'a>(chosen: &'a Chosen, saved: &SavedGame) -> Result<Played<'a>, (usize, String)> {
    Played::new(&chosen.loaded.game, chosen.about(), saved)
}

/// Follows moves of the command line, separated by spaces, from the start of a saved game; a throw
/// in brackets may stand before a move. Returns them in the game's own notation.
pub fn follow(chosen: &Chosen, start: &SavedGame, moves: &str) -> Result<Vec<String>, Error> {
    let texts = saved::split_moves(moves);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let at = |(index, why): (usize, String)| format!("ply {}: {why}", index + 1);
    let mut followed = played(chosen, start).map_err(|(_, why)| why)?;
    followed.follow(&texts).map_err(at)?;
    Ok(followed.texts())
}
