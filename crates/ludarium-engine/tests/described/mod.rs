//! The games that several engine tests use.

use crate::reading;

use std::path::Path;
use std::sync::OnceLock;

use ludarium_engine::Game;
use ludarium_lud::{Choices, Definitions, Description};
use reading::{files, Corpus};

/// The games of the project and the test descriptions, compiled once.
#[allow(dead_code)] // each test file uses what it needs
pub fn games() -> &'static [(String, Game)] {
    static GAMES: OnceLock<Vec<(String, Game)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let compile = |(name, description): (String, Description)| {
            let game =
                Game::compile(&description).unwrap_or_else(|errors| panic!("{name}: {errors}"));
            (name, game)
        };
        descriptions().into_iter().map(compile).collect()
    })
}

/// The descriptions of the games of the project, and the test descriptions.
#[allow(dead_code)] // each test file uses what it needs
pub fn descriptions() -> Vec<(String, Description)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let defs = Definitions::from_files(files(&here.join("../ludarium-games/games/defs"), "def"));
    let mut texts = files(&here.join("../ludarium-games/games"), "lud");
    texts.extend(files(&here.join("tests/descriptions"), "lud"));
    let read = |(name, text): (String, String)| {
        let description = ludarium_lud::load(&name, &text, &defs, &Choices::defaults())
            .unwrap_or_else(|errors| panic!("{errors}"));
        (name, description)
    };
    texts.into_iter().map(read).collect()
}

/// The descriptions of the corpus that have the form of a game.
#[allow(dead_code)] // each test file uses what it needs
pub fn descriptions_of_the_corpus() -> Option<impl Iterator<Item = (String, Description)>> {
    let corpus = reading::corpus()?;
    let definitions = corpus.definitions;
    let read = move |(name, text): (String, String)| {
        let read = ludarium_lud::load(&name, &text, &definitions, &Choices::defaults());
        read.ok().map(|description| (name, description))
    };
    Some(corpus.descriptions.into_iter().filter_map(read))
}

/// The descriptions of the corpus that compile, if there is a corpus: path and game, one by one.
#[allow(dead_code)] // each test file uses what it needs
pub fn corpus() -> Option<impl Iterator<Item = (String, Game)>> {
    Some(compiled(reading::corpus()?, 1))
}

/// About `number` games of the corpus, from all families.
#[allow(dead_code)] // each test file uses what it needs
pub fn some_of_the_corpus(number: usize) -> Option<impl Iterator<Item = (String, Game)>> {
    let corpus = reading::corpus()?;
    let step = corpus.descriptions.len() / number;
    Some(compiled(corpus, step.max(1)).take(number))
}

/// Every `step`-th description, compiled.
fn compiled(corpus: Corpus, step: usize) -> impl Iterator<Item = (String, Game)> {
    let Corpus {
        descriptions,
        definitions,
    } = corpus;
    let compile = move |(name, text): (String, String)| {
        let description =
            ludarium_lud::load(&name, &text, &definitions, &Choices::defaults()).ok()?;
        Some((name, Game::compile(&description).ok()?))
    };
    descriptions.into_iter().step_by(step).filter_map(compile)
}
