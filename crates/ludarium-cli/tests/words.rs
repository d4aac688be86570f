//! The project's own prose keeps to the words of the field: comments, documents and help texts use
//! none of the private words listed in `docs/dev/words.tsv`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A word that is not used, and what is written instead.
struct Banned {
    word: String,
    instead: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn list() -> Vec<Banned> {
    let text = read(&root().join("docs/dev/words.tsv"));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let (word, instead) = row
            .split_once('\t')
            .expect("a word, a tab, its replacement");
        Banned {
            word: word.to_owned(),
            instead: instead.to_owned(),
        }
    })
    .collect()
}

/// The files below a folder with this ending; folders of this name are left out, and what npm has
/// installed.
fn files(folder: &Path, ending: &str, without: &[&str], found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if name.is_some_and(|name| name != "node_modules" && !without.contains(&name)) {
                files(&path, ending, without, found);
            }
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
}

/// The comment of a line of Rust, if it has one. A string that holds `//` counts as code.
fn comment(line: &str) -> Option<&str> {
    let at = line.find("//")?;
    let quotes = line[..at].matches('"').count();
    (quotes % 2 == 0).then(|| &line[at..])
}

/// A line of prose without what stands between backticks or quotation marks: names and quotations.
fn unquoted(line: &str) -> String {
    let parts = line.split('`').step_by(2);
    let without_code = parts.collect::<Vec<_>>().join("\u{2026}");
    let parts = without_code.split('"').step_by(2);
    let text = parts.collect::<Vec<_>>().join("\u{2026}").to_lowercase();
    text.replace("men's morris", "\u{2026}") // the name of a game
}

/// Whether a word or phrase stands in a text as whole words.
fn says(text: &str, word: &str) -> bool {
    let edge =
        |character: Option<char>| !character.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        edge(text[..at].chars().next_back()) && edge(text[at + word.len()..].chars().next())
    })
}

/// One line for each banned word in a line of prose.
fn check(place: &str, line: &str, banned: &[Banned], faults: &mut Vec<String>) {
    let text = unquoted(line);
    for entry in banned.iter().filter(|entry| says(&text, &entry.word)) {
        faults.push(format!(
            "{place}: \"{}\" (write: {}): {}",
            entry.word,
            entry.instead,
            line.trim()
        ));
    }
}

fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} lines use private words; docs/dev/words.tsv says what to write:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn comments_use_the_words_of_the_field_and_wrap_at_100_columns() {
    let (banned, mut paths, mut faults) = (list(), Vec::new(), Vec::new());
    // `fast/men` and `fast/compact` are to be rebuilt as a whole, with their names.
    files(
        &root().join("crates"),
        "rs",
        &["men", "compact"],
        &mut paths,
    );
    files(&root().join("fuzz"), "rs", &["target"], &mut paths);
    assert!(paths.len() > 500, "only {} files found", paths.len());
    for path in paths {
        for (number, line) in read(&path).lines().enumerate() {
            let Some(text) = comment(line) else { continue };
            let place = format!("{}:{}", path.display(), number + 1);
            check(&place, text, &banned, &mut faults);
            let table = text
                .trim_start_matches(['/', '!'])
                .trim_start()
                .starts_with('|');
            if line.trim_start().starts_with("//") && !table && line.chars().count() > 100 {
                faults.push(format!("{place}: over 100 columns"));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn documents_use_the_words_of_the_field() {
    let (banned, mut paths, mut faults) = (list(), Vec::new(), Vec::new());
    for page in [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ] {
        paths.push(root().join(page));
    }
    files(&root().join("docs"), "md", &[], &mut paths);
    files(&root().join("crates"), "md", &["games"], &mut paths);
    assert!(paths.len() > 50, "only {} pages found", paths.len());
    for path in paths {
        // Pages made from the folders of the games quote their words.
        let made = ["games.md", "evidence.md", "definitions.md"];
        if path
            .file_name()
            .is_some_and(|name| made.iter().any(|page| name == *page))
        {
            continue;
        }
        let mut code = false;
        for (number, line) in read(&path).lines().enumerate() {
            if line.trim_start().starts_with("```") {
                code = !code;
            }
            if !code && !line.starts_with("    ") {
                let place = format!("{}:{}", path.display(), number + 1);
                check(&place, line, &banned, &mut faults);
            }
        }
    }
    assert_none(&faults);
}

/// What the program prints for these arguments and `--help`.
fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .arg("--help")
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

#[test]
fn help_texts_use_the_words_of_the_field() {
    let (banned, mut faults) = (list(), Vec::new());
    let main = help(&[]);
    let commands = main.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(
        commands.len() > 20,
        "only {} commands found",
        commands.len()
    );
    let pages = commands.iter().map(|name| (*name, help(&[name])));
    for (name, page) in pages.chain([("ludarium", main.clone())]) {
        // Phrases may be broken over lines.
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        check(name, &flat, &banned, &mut faults);
    }
    assert_none(&faults);
}

#[test]
fn a_banned_word_is_found_as_a_whole_word_outside_of_code_and_quotations() {
    let banned = [Banned {
        word: "so many".to_owned(),
        instead: "a count".to_owned(),
    }];
    let faults = |line: &str| {
        let mut faults = Vec::new();
        check("here", line, &banned, &mut faults);
        faults.len()
    };
    assert_eq!(faults("After So many moves."), 1);
    assert_eq!(faults("`so many` is a name, \"so many\" a quotation"), 0);
    assert_eq!(faults("also manyfold"), 0);
    assert_eq!(comment("let x = 1; // so many"), Some("// so many"));
    assert_eq!(comment("let url = \"a//b\";"), None);
}

#[test]
fn pages_for_contributors_are_short_enough_to_be_read() {
    let mut paths = vec![
        root().join("ARCHITECTURE.md"),
        root().join("CONTRIBUTING.md"),
    ];
    files(
        &root().join("docs/dev"),
        "md",
        &["source-audit"],
        &mut paths,
    );
    let words = |text: &str| {
        let words = text.split_whitespace();
        words
            .filter(|word| word.contains(char::is_alphanumeric))
            .count()
    };
    let long: Vec<String> = paths
        .iter()
        .map(|path| (path, words(&read(path))))
        .filter(|(_, words)| *words > 1_800)
        .map(|(path, words)| format!("{}: {words} words", path.display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn crates_are_published_after_those_that_they_need() {
    let page = read(&root().join("docs/dev/release.md"));
    let start = page.find("**Publish**").expect("a step of the release");
    let step = &page[start..start + page[start..].find("\n9.").expect("the next step")];
    let names = step.split('`').skip(1).step_by(2);
    let order: Vec<String> = names
        .map(|name| match name.strip_prefix('-') {
            Some(rest) => format!("ludarium-{rest}"),
            None => name.to_owned(),
        })
        .collect();
    let mut crates = 0;
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates are there") {
        let manifest = read(&entry.expect("an entry").path().join("Cargo.toml"));
        let manifest: toml::Table = manifest.parse().expect("a manifest");
        let package = &manifest["package"];
        if package.get("publish").and_then(toml::Value::as_bool) == Some(false) {
            continue;
        }
        crates += 1;
        let place = |name: &str| order.iter().position(|one| one == name);
        let name = package["name"].as_str().expect("a name");
        let own = place(name).unwrap_or_else(|| panic!("the release page leaves {name} out"));
        let needs = manifest["dependencies"].as_table().into_iter().flatten();
        for (needed, _) in needs.filter(|(needed, _)| needed.starts_with("ludarium")) {
            assert!(place(needed) < Some(own), "{name} needs {needed}");
        }
    }
    assert!(crates > 10, "only {crates} crates found");
}
