//! What boards are like: numbers of sites, neighbours, lines, corners, sides, rows and phases.
//!
//! `boards/properties.txt` has some properties of each board with their right numbers. `n-T` is the
//! number of sites of type T, `sum-D-T` the sum of the numbers of neighbours in direction D, and
//! `ray-D-T` the sum of the lengths of the lines in direction D; `rows-T` counts the rows;
//! `row1-T`, `phases-T` (phase 0), `side-D-T` and the others count the sites of the region of that
//! name. Boards are played on vertices for `..-Vertex` and on cells for the others.
//! `boards/differs.txt` lists the properties whose number is not the right one yet.

#[path = "boards/probe.rs"]
mod probe;

use std::collections::BTreeSet;
use std::path::Path;

use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::{Choices, Definitions};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/boards")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The boards of a file, each with the words below its name.
fn boards(file: &str) -> Vec<(String, Vec<String>)> {
    let text = read(file);
    let blocks = text.split("=== ").skip(1).map(|block| {
        let (board, words) = block.split_once('\n').expect("properties below a board");
        let words = words.lines().filter(|line| !line.starts_with('#'));
        let words = words.flat_map(str::split_whitespace).map(str::to_string);
        (board.to_string(), words.collect())
    });
    blocks.collect()
}

fn measured(board: &str, property: &str) -> String {
    let text = probe::description(board, property)
        .unwrap_or_else(|| panic!("{property} is no property of boards"));
    let loaded = ludarium_lud::load("probe", &text, &Definitions::none(), &Choices::defaults());
    let description = match loaded {
        Ok(description) => description,
        Err(errors) => return format!("not loaded: {errors}"),
    };
    match Game::compile(&description) {
        Ok(game) => {
            let mut state = game.start(&mut SplitMix64::new(1));
            game.perft(&mut state, 1).to_string()
        }
        Err(errors) => format!("not compiled: {errors}"),
    }
}

#[test]
fn boards_have_the_right_properties() {
    let mut differing: BTreeSet<(String, String)> = BTreeSet::new();
    for (board, properties) in boards("differs.txt") {
        differing.extend(properties.into_iter().map(|word| (board.clone(), word)));
    }
    let mut unexpected = Vec::new();
    for (board, properties) in boards("properties.txt") {
        for word in properties {
            let (property, right) = word.split_once('=').expect("PROPERTY=RIGHT");
            let got = measured(&board, property);
            let listed = differing.remove(&(board.clone(), property.to_string()));
            match (got == right, listed) {
                (true, false) | (false, true) => {}
                (true, true) => unexpected.push(format!(
                    "{board}\t{property}: right now, take it out of differs.txt"
                )),
                (false, false) => {
                    unexpected.push(format!("{board}\t{property}: {got}, right is {right}"));
                }
            }
        }
    }
    for (board, property) in differing {
        unexpected.push(format!(
            "{board}\t{property}: in differs.txt, but not in properties.txt"
        ));
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
