//! The texts that tests run over: the library, and the corpus that `LUDARIUM_CORPUS` names.

use std::path::{Path, PathBuf};

/// A file, and what is written in it.
pub struct Text {
    pub path: PathBuf,
    pub text: String,
}

/// The descriptions and files of definitions of the library.
pub fn library() -> Vec<Text> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/ludarium-games/games");
    let texts = texts_below(&games);
    assert!(texts.len() > 180, "only {} descriptions", texts.len());
    texts
}

/// The descriptions and files of definitions of the corpus; none if there is no corpus.
pub fn corpus() -> Vec<Text> {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return Vec::new();
    };
    let texts = texts_below(Path::new(&corpus));
    assert!(texts.len() > 900, "only {} descriptions", texts.len());
    texts
}

fn texts_below(folder: &Path) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud" || e == "def") {
                let text = std::fs::read_to_string(&path).expect("a description is text");
                texts.push(Text { path, text });
            }
        }
    }
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    texts
}
