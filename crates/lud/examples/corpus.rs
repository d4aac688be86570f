//! Loads every description of a corpus (`lud/` and `def/` under `LUDARIUM_CORPUS`), prints the
//! errors, and how long it took.

use std::path::{Path, PathBuf};
use std::time::Instant;

use lud::{load, Choices, Definitions};

fn main() {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus (set LUDARIUM_CORPUS)");
        return;
    };
    let corpus = PathBuf::from(corpus);
    let descriptions = read_all(&corpus.join("lud"), "lud");
    let definition_files = read_all(&corpus.join("def"), "def");
    let start = Instant::now();
    let definitions = Definitions::from_files(definition_files);
    let mut failed = 0;
    for (name, text) in &descriptions {
        if let Err(errors) = load(name, text, &definitions, &Choices::defaults()) {
            failed += 1;
            println!("{errors}");
        }
    }
    let time = start.elapsed();
    println!(
        "{} descriptions, {failed} with errors, {:.3} s",
        descriptions.len(),
        time.as_secs_f64()
    );
}

/// The files with this extension below a folder, as (path, text), in the order of their paths.
fn read_all(folder: &Path, extension: &str) -> Vec<(String, String)> {
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
                if let Ok(text) = std::fs::read_to_string(&path) {
                    files.push((path.display().to_string(), text));
                }
            }
        }
    }
    files.sort();
    files
}
