//! The table of `docs/dev/source-audit` is complete and well formed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

const KINDS: [&str; 16] = [
    "wrong rule",
    "missing rule",
    "missing reading",
    "support",
    "default",
    "quotation",
    "date",
    "place",
    "page",
    "evidence",
    "claim",
    "board",
    "words",
    "name",
    "record",
    "other",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    folder: Vec<Folder>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    name: String,
    passage: String,
    clauses: usize,
    faults: usize,
    mended: usize,
    kinds: Vec<String>,
    note: String,
    open: String,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/dev/source-audit")
}

/// The rows of each part, by the name of its file.
fn parts() -> BTreeMap<String, Vec<Folder>> {
    let mut parts = BTreeMap::new();
    for file in std::fs::read_dir(directory()).expect("the folder of the table") {
        let path = file.expect("an entry of the folder").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a readable part");
        let part: Part = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        parts.insert(name.into_owned(), part.folder);
    }
    parts
}

#[test]
fn every_row_is_of_one_folder_and_its_numbers_agree() {
    let mut found = Vec::new();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (file, rows) in parts() {
        assert!(!rows.is_empty(), "{file} has no rows");
        for row in rows {
            let place = format!("{file}: {}", row.name);
            if ludarium_games::entries()
                .iter()
                .all(|entry| entry.slug != row.name)
            {
                found.push(format!("{place}: there is no such folder"));
            }
            if let Some(other) = seen.insert(row.name.clone(), file.clone()) {
                found.push(format!("{place}: also in {other}"));
            }
            if row.faults != row.kinds.len() {
                found.push(format!(
                    "{place}: {} faults of {} kinds",
                    row.faults,
                    row.kinds.len()
                ));
            }
            if row.mended > row.faults {
                found.push(format!("{place}: more mended than found"));
            }
            if row.mended < row.faults && row.open.is_empty() {
                found.push(format!("{place}: what is not mended stands under `open`"));
            }
            if row.clauses == 0 || row.passage.is_empty() {
                found.push(format!("{place}: no clauses or no passage"));
            }
            if row.faults > 0 && row.note.is_empty() {
                found.push(format!("{place}: faults without a note"));
            }
            for kind in row.kinds {
                if !KINDS.contains(&kind.as_str()) {
                    found.push(format!("{place}: \"{kind}\" is no kind of fault"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The classics rest on public rules and not on a passage; authorities for them are counted moves.
#[test]
fn every_folder_with_a_passage_has_a_row() {
    let read: Vec<String> = parts()
        .into_values()
        .flatten()
        .map(|row| row.name)
        .collect();
    let missing: Vec<&str> = ludarium_games::entries()
        .iter()
        .filter(|entry| entry.family != "classics")
        .map(|entry| entry.slug)
        .filter(|slug| !read.iter().any(|name| name == slug))
        .collect();
    assert!(
        missing.is_empty(),
        "not read against their sources: {missing:?}"
    );
}

/// The pages of documentation give the kinds in the same order.
#[test]
fn the_page_names_the_kinds() {
    let page = std::fs::read_to_string(directory().join("README.md")).expect("the page");
    let mut rest = page.as_str();
    for kind in KINDS {
        let start = format!("| {kind} |");
        let at = rest
            .find(&start)
            .unwrap_or_else(|| panic!("no row for \"{kind}\" here"));
        rest = &rest[at..];
    }
}
