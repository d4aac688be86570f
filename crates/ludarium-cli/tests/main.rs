//! All integration tests of this crate in one program: linking costs more than most of them take.

mod audit;
mod boards;
mod book_pictures;
mod book_tables;
mod chess_draws;
mod clients;
mod commands;
mod conformance;
mod constructions;
mod dialogue;
mod examples;
mod explain;
mod formats;
mod gtp;
mod interface;
mod interrupt;
mod language_server;
mod layout;
mod library;
mod limits;
mod listening;
mod networks;
mod new_game;
mod perft;
mod players;
mod protocols;
mod records;
mod saved_games;
mod serve;
mod solve;
mod table;
mod terminal;
mod tournament;
mod train;
mod unlucky_input;
mod watch;
mod words;

use std::path::{Path, PathBuf};

/// A folder for the files that the tests of a module write, so that equal names in two modules do
/// not meet.
fn scratch_folder(module: &str) -> PathBuf {
    let module = module.rsplit("::").next().expect("a path has a last part");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module);
    std::fs::create_dir_all(&folder).expect("there is room");
    folder
}
