//! The games that tests of the engine run over.

#[path = "../../../lud/tests/reading/mod.rs"]
mod reading;

use std::path::Path;
use std::sync::OnceLock;

use engine::Game;
use lud::{Choices, Definitions};
use reading::{files, Corpus};

/// The games of the project and the test descriptions, compiled once.
pub fn games() -> &'static [(String, Game)] {
    static GAMES: OnceLock<Vec<(String, Game)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let defs = Definitions::from_files(files(&here.join("../../games/defs"), "def"));
        let mut descriptions = files(&here.join("../../games"), "lud");
        descriptions.extend(files(&here.join("tests/descriptions"), "lud"));
        let compile = |(name, text): (String, String)| {
            let description = lud::load(&name, &text, &defs, &Choices::defaults())
                .unwrap_or_else(|errors| panic!("{errors}"));
            let game = Game::compile(&description)
                .unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
            (name, game)
        };
        descriptions.into_iter().map(compile).collect()
    })
}

/// The descriptions of the corpus that compile, if there is a corpus: path and game, one by one.
#[allow(dead_code)] // each test file uses what it needs
pub fn corpus() -> Option<impl Iterator<Item = (String, Game)>> {
    let Corpus {
        descriptions,
        definitions,
    } = reading::corpus()?;
    Some(descriptions.into_iter().filter_map(move |(name, text)| {
        let description = lud::load(&name, &text, &definitions, &Choices::defaults()).ok()?;
        Some((name, Game::compile(&description).ok()?))
    }))
}
