//! Embeds `games/`: every text of a family whose feature is enabled becomes a string constant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The entries of a folder, sorted by name; none if the folder is missing.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Whether a Cargo feature of this package is enabled.
fn enabled(feature: &str) -> bool {
    std::env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}

/// Files tuned by self-play, embedded only with the feature `weights`.
const TUNED: [&str; 2] = ["agent.toml", "weights.toml"];

/// `("name", include_str!("path")), ...` for the files with one of these extensions.
fn texts(folder: &Path, endings: &[&str], weights: bool) -> String {
    let mut list = String::new();
    for path in entries(folder) {
        if path.is_file()
            && (weights || TUNED.iter().all(|tuned| name(&path) != *tuned))
            && path
                .extension()
                .is_some_and(|e| endings.iter().any(|x| e == *x))
        {
            let _ = write!(list, "({:?}, include_str!({:?})), ", name(&path), path);
        }
    }
    list
}

fn main() {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("games");
    // Cargo watches the folder and everything in it. A path that does not exist would rerun this
    // script, and relink the program, on every build.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=games");
    let weights = enabled("weights");
    let mut folders = String::new();
    for family in entries(&root) {
        if !enabled(&name(&family)) {
            continue;
        }
        for folder in entries(&family) {
            if !folder.join("about.toml").is_file() && !folder.join("game.lud").is_file() {
                continue;
            }
            let _ = writeln!(
                folders,
                "Folder {{ family: {:?}, slug: {:?}, files: &[{}], records: &[{}] }},",
                name(&family),
                name(&folder),
                texts(&folder, &["lud", "toml", "md", "txt"], weights),
                texts(&folder.join("records"), &["txt"], weights),
            );
        }
    }
    let table = format!(
        "static FOLDERS: &[Folder] = &[\n{folders}];\n\
         static DEFINITIONS: &[(&str, &str)] = &[{}];\n",
        texts(&root.join("defs"), &["def"], weights)
    );
    let out = Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("folders.rs");
    if let Err(error) = std::fs::write(&out, table) {
        println!("cargo::error={}: {error}", out.display());
    }
}
