//! The pages of the book that are generated from the games' folders.

use std::path::{Path, PathBuf};

use ludarium_games::book::{evidence, games, Page};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

fn is_up_to_date(page: &Page, command: &str) {
    let text = std::fs::read_to_string(docs().join(&page.path)).unwrap_or_default();
    let path = &page.path;
    assert!(
        text == page.text,
        "docs/src/{path} is not what the folders say; run `ludarium {command} --book docs/src`"
    );
}

#[test]
fn the_table_of_the_games_is_up_to_date() {
    is_up_to_date(&games(), "list");
}

#[test]
fn the_counts_of_the_evidence_are_up_to_date() {
    is_up_to_date(&evidence(), "evidence");
}

#[test]
fn the_table_names_every_folder_and_the_summary_both_pages() {
    let page = games();
    for entry in ludarium_games::entries() {
        assert!(
            page.text.contains(&format!("`{}`", entry.slug)),
            "{}",
            entry.slug
        );
    }
    let summary = std::fs::read_to_string(docs().join("SUMMARY.md")).expect("there is a summary");
    for page in [page, evidence()] {
        assert!(
            summary.contains(&format!("({})", page.path)),
            "{}",
            page.path
        );
    }
}

/// The numbers in a row of a Markdown table; empty cells count as 0.
fn numbers(row: &str) -> Vec<usize> {
    let cells = row.trim_matches('|').split('|').skip(1);
    cells.map(|cell| cell.trim().parse().unwrap_or(0)).collect()
}

#[test]
fn the_counts_of_the_evidence_add_up_both_ways() {
    let page = evidence();
    let table: Vec<&str> = page
        .text
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    let table: Vec<&str> = table
        .iter()
        .take_while(|line| !line.contains("kind of"))
        .copied()
        .collect();
    let rows: Vec<Vec<usize>> = table[2..].iter().map(|row| numbers(row)).collect();
    let (sums, regions) = rows.split_last().expect("a row of sums");
    for (column, sum) in sums.iter().enumerate() {
        let all: usize = regions.iter().map(|row| row[column]).sum();
        assert_eq!(all, *sum, "column {column}");
    }
    for row in regions {
        let (all, parts) = row.split_last().expect("a sum");
        assert_eq!(parts.iter().sum::<usize>(), *all, "{row:?}");
    }
    assert_eq!(sums.last(), Some(&ludarium_games::evidence::all().len()));
}
