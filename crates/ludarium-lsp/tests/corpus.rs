//! The descriptions that the tests are made on: the built-in games, and those of a corpus.

use std::path::{Path, PathBuf};

use ludarium_lud::Definitions;

/// The built-in games.
pub fn built_in() -> Vec<String> {
    let games = ludarium_games::games().iter();
    games.map(|game| game.description.to_owned()).collect()
}

/// The standard definitions of the corpus; those built in, without one.
pub fn definitions() -> Definitions {
    let Some(root) = std::env::var_os("LUDARIUM_CORPUS") else {
        return ludarium_games::definitions();
    };
    let mut files = Vec::new();
    collect(Path::new(&root), "def", &mut files);
    files.sort();
    Definitions::from_files(files.into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.display().to_string(), text))
    }))
}

/// The descriptions of the corpus that `LUDARIUM_CORPUS` names, in a fixed order; none elsewhere.
pub fn corpus() -> Vec<String> {
    let Some(root) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return Vec::new();
    };
    let mut files = Vec::new();
    collect(Path::new(&root), "lud", &mut files);
    files.sort();
    files
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}

fn collect(folder: &Path, end: &str, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, end, files);
        } else if path.extension().is_some_and(|own| own == end) {
            files.push(path);
        }
    }
}

/// A small generator of pseudo-random numbers, the same in each run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // The generator of Marsaglia, "Xorshift RNGs", 2003, with the shifts 13, 7, 17.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}
