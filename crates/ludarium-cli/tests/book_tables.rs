//! The tables of measurements in the book, whose data is in `docs/data`.
//!
//! A data file starts with header lines (`# key: value`), followed by a row of column names and the
//! rows of the table, with tabs between cells. The page shows the same table in Markdown.

use std::path::{Path, PathBuf};

/// The keys in the header of every data file.
const HEADER: [&str; 5] = ["page", "date", "machine", "revision", "command"];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The value of a header line of a data file.
fn header<'a>(data: &'a str, key: &str) -> Option<&'a str> {
    let prefix = format!("# {key}: ");
    data.lines().find_map(|line| line.strip_prefix(&prefix))
}

/// The table of a data file in Markdown, with a comma between the thousands of whole numbers.
fn markdown(data: &str) -> String {
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(with_commas).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut rows = data.lines().filter(|line| !line.starts_with('#'));
    let names = rows.next().unwrap_or_default();
    let rule = "---|".repeat(names.split('\t').count());
    format!(
        "{}|{rule}\n{}",
        row(names),
        rows.map(row).collect::<String>()
    )
}

fn with_commas(cell: &str) -> String {
    if cell.is_empty() || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return cell.to_owned();
    }
    let groups = cell.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[test]
fn thousands_are_separated_in_whole_numbers_only() {
    let shown = ["7990", "56400000", "412", "17.2", "+1018", ""].map(with_commas);
    assert_eq!(shown, ["7,990", "56,400,000", "412", "17.2", "+1018", ""]);
}

#[test]
fn the_tables_of_the_book_show_the_data_files() {
    let mut seen = 0;
    let files = std::fs::read_dir(docs().join("data")).expect("the folder of data");
    for path in files.flatten().map(|file| file.path()) {
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        let name = path.display();
        let data = std::fs::read_to_string(&path).expect("a text");
        for key in HEADER {
            assert!(header(&data, key).is_some(), "{name}: no header line {key}");
        }
        let page = header(&data, "page").unwrap_or_default();
        let text = std::fs::read_to_string(docs().join("src").join(page));
        let text = text.unwrap_or_else(|error| panic!("{name}: {page}: {error}"));
        let table = markdown(&data);
        assert!(
            text.contains(&table),
            "{page} does not show {name}:\n{table}"
        );
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} data files were found");
}
