//! Embeds the folder of games: every text becomes a string of the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The entries of a folder by name; none where the folder is missing.
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

/// `("name", include_str!("path")), ...` for the files with one of these endings.
fn texts(folder: &Path, endings: &[&str]) -> String {
    let mut list = String::new();
    for path in entries(folder) {
        if path.is_file()
            && path
                .extension()
                .is_some_and(|e| endings.iter().any(|x| e == *x))
        {
            println!("cargo::rerun-if-changed={}", path.display());
            let _ = write!(list, "({:?}, include_str!({:?})), ", name(&path), path);
        }
    }
    list
}

fn main() {
    let root =
        Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../games");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut folders = String::new();
    for family in entries(&root) {
        for folder in entries(&family) {
            if !folder.join("about.toml").is_file() && !folder.join("game.lud").is_file() {
                continue;
            }
            println!("cargo::rerun-if-changed={}", folder.display());
            println!(
                "cargo::rerun-if-changed={}",
                folder.join("records").display()
            );
            let _ = writeln!(
                folders,
                "Folder {{ family: {:?}, slug: {:?}, files: &[{}], records: &[{}] }},",
                name(&family),
                name(&folder),
                texts(&folder, &["lud", "toml", "md"]),
                texts(&folder.join("records"), &["txt"]),
            );
        }
    }
    let table = format!(
        "static FOLDERS: &[Folder] = &[\n{folders}];\n\
         static DEFINITIONS: &[(&str, &str)] = &[{}];\n",
        texts(&root.join("defs"), &["def"])
    );
    let out = Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("folders.rs");
    if let Err(error) = std::fs::write(&out, table) {
        println!("cargo::error={}: {error}", out.display());
    }
}
