//! The games that tests of the engine run over.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use engine::Game;
use lud::{Choices, Definitions};

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    found.sort();
}

fn read(path: &Path) -> (String, String) {
    let name = path.display().to_string();
    (
        name,
        std::fs::read_to_string(path).expect("the file is part of the project"),
    )
}

/// The games of the project and the test descriptions, compiled once.
pub fn games() -> &'static [(String, Game)] {
    static GAMES: OnceLock<Vec<(String, Game)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut defs, mut descriptions) = (Vec::new(), Vec::new());
        files(&here.join("../../games/defs"), "def", &mut defs);
        files(&here.join("../../games"), "lud", &mut descriptions);
        files(&here.join("tests/descriptions"), "lud", &mut descriptions);
        let defs = Definitions::from_files(defs.iter().map(|path| read(path)));
        let compile = |path: &PathBuf| {
            let (name, text) = read(path);
            let description = lud::load(&name, &text, &defs, &Choices::defaults())
                .unwrap_or_else(|errors| panic!("{errors}"));
            let game = Game::compile(&description)
                .unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
            (name, game)
        };
        descriptions.iter().map(compile).collect()
    })
}

/// The descriptions of the corpus that compile, if there is a corpus: path and game, one by one.
#[allow(dead_code)] // each test file uses what it needs
pub fn corpus() -> Option<impl Iterator<Item = (String, Game)>> {
    let corpus = PathBuf::from(std::env::var_os("LUDARIUM_CORPUS")?);
    let (mut defs, mut descriptions) = (Vec::new(), Vec::new());
    files(&corpus.join("def"), "def", &mut defs);
    files(&corpus.join("lud"), "lud", &mut descriptions);
    let defs = Definitions::from_files(defs.iter().map(|path| read(path)));
    Some(descriptions.into_iter().filter_map(move |path| {
        let (name, text) = read(&path);
        let description = lud::load(&name, &text, &defs, &Choices::defaults()).ok()?;
        Some((name, Game::compile(&description).ok()?))
    }))
}
