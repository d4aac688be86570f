//! The numbers of vertices, edges, cells, rows and columns of boards of every shape.
//!
//! `element_counts/boards.txt` has one board per line, with its right numbers.
//! `element_counts/differs.txt` lists the numbers that are not right yet, as `BOARD: ELEMENTS`. The
//! test fails when one of them is right, and when another one is wrong.

use crate::described;

use std::collections::BTreeSet;
use std::path::Path;

use described::try_board;
use ludarium_board::{Board, SiteType};

fn lines(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/element_counts");
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_string).collect()
}

fn count(board: &Board, elements: &str) -> usize {
    let sites = board.topology.sites(board.default_site);
    match elements {
        "vertices" => board.topology.len(SiteType::Vertex),
        "edges" => board.topology.len(SiteType::Edge),
        "cells" => board.topology.len(SiteType::Cell),
        "rows" => sites
            .iter()
            .map(|site| site.row as usize + 1)
            .max()
            .unwrap_or(0),
        "columns" => sites
            .iter()
            .map(|site| site.column as usize + 1)
            .max()
            .unwrap_or(0),
        other => panic!("{other} is no kind of element"),
    }
}

#[test]
fn boards_have_the_right_numbers_of_elements() {
    let mut expected: BTreeSet<String> = lines("differs.txt").into_iter().collect();
    let mut wrong = Vec::new();
    for line in lines("boards.txt") {
        let (text, numbers) = line.rsplit_once(": ").expect("BOARD: NUMBERS");
        let board = try_board(text);
        for number in numbers.split(", ") {
            let (right, elements) = number.split_once(' ').expect("NUMBER ELEMENTS");
            let ours = match &board {
                Ok(board) => count(board, elements).to_string(),
                Err(error) => error.lines().next().unwrap_or_default().to_string(),
            };
            let name = format!("{text}: {elements}");
            match (ours == right, expected.remove(&name)) {
                (true, true) => {
                    wrong.push(format!("{name}: right now, take it out of differs.txt"))
                }
                (false, false) => wrong.push(format!("{name}: {ours}, right is {right}")),
                _ => {}
            }
        }
    }
    wrong.extend(
        expected
            .iter()
            .map(|name| format!("{name}: no such number")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
