//! The records in the games folder.

use std::path::Path;

use ludarium_constructions::{Grid, Record};

/// A record by its file name without the extension.
pub fn record(family: &str, name: &str) -> Record {
    let slug = name.rsplit_once('-').map_or(name, |(slug, _)| slug);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludarium-games/games");
    let path = games
        .join(family)
        .join(slug)
        .join("records")
        .join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Record::parse(&text)
}

/// The array of a part of a record.
pub fn part(record: &Record, name: &str) -> Grid {
    let grid = record
        .grid(name)
        .unwrap_or_else(|| panic!("no part {name}"));
    grid.unwrap_or_else(|e| panic!("part {name}: {e}"))
}
