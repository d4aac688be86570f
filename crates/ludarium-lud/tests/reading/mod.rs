//! The corpus that some tests run over, if `LUDARIUM_CORPUS` names one.

use std::path::{Path, PathBuf};

use ludarium_lud::{load, Choices, Definitions};

/// Descriptions, and the definitions they use.
pub struct Corpus {
    /// Path and text of each description that loads, in path order.
    pub descriptions: Vec<(String, String)>,
    /// The definitions available to all descriptions.
    pub definitions: Definitions,
}

/// The corpus, if there is one; otherwise prints that the test is skipped.
pub fn corpus() -> Option<Corpus> {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return None;
    };
    let corpus = PathBuf::from(corpus);
    let definitions = Definitions::from_files(files(&corpus.join("def"), "def"));
    let loads = |(path, text): &(String, String)| {
        load(path, text, &definitions, &Choices::defaults()).is_ok()
    };
    let all = files(&corpus.join("lud"), "lud").into_iter();
    let (descriptions, unread): (Vec<_>, Vec<_>) = all.partition(loads);
    let unread: Vec<String> = unread.into_iter().map(|(path, _)| path).collect();
    assert!(unread.is_empty(), "these do not load: {unread:?}");
    Some(Corpus {
        descriptions,
        definitions,
    })
}

/// The files with this extension below a folder, as (path, text), in path order.
pub fn files(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                let text = std::fs::read_to_string(&path).expect("a description is text");
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    files
}
