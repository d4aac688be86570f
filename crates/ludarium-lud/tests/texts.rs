//! Small descriptions that state their expected errors next to the lines that cause them.
//!
//! In a file of `tests/texts`, a comment `//! error 7-12: message (hint)` says that the line above
//! has an error from column 7 to column 12 (or to the end of the line, if it continues on the
//! next); a file without such comments must load. Their definitions are in
//! `tests/texts/definitions`.

use std::fs;
use std::path::{Path, PathBuf};

use ludarium_lud::{load, Choices, Definitions, Diagnostic, Sources};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts")
}

/// The files of a folder with this extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    files
}

fn read(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).expect("the file can be read");
    (
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        text,
    )
}

/// The line number and the text of the comment that would state the error.
fn announce(sources: &Sources, error: &Diagnostic) -> String {
    let source = sources
        .get(error.span.file)
        .expect("the file of a span is known");
    let (line, start) = source.line_column(error.span.start);
    let (end_line, end) = source.line_column(error.span.end);
    let end = if end_line > line {
        source
            .text
            .lines()
            .nth(line - 1)
            .map_or(start, |text| text.chars().count())
    } else {
        end.saturating_sub(1)
    };
    format!("{line}: error {start}-{end}: {error}")
}

/// The errors stated in the comments of a text, each with its line number.
fn announced(text: &str) -> Vec<String> {
    let mut line_above = 0;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("//! ") {
            Some(comment) if comment.starts_with("error ") => {
                found.push(format!("{line_above}: {comment}"));
            }
            _ => line_above = index + 1,
        }
    }
    found
}

#[test]
fn every_text_gives_the_errors_written_in_it_and_no_others() {
    let definitions = files(&folder().join("definitions"), "def");
    let definitions = Definitions::from_files(definitions.iter().map(|path| read(path)));
    assert_eq!(definitions.problems(), []);
    let mut wrong = String::new();
    for path in files(&folder(), "lud") {
        let (name, text) = read(&path);
        let found = match load(&name, &text, &definitions, &Choices::defaults()) {
            Ok(_) => Vec::new(),
            Err(errors) => errors
                .diagnostics
                .iter()
                .map(|error| announce(&errors.sources, error))
                .collect(),
        };
        if found != announced(&text) {
            wrong += &format!("{name} gives\n{}\n", found.join("\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
