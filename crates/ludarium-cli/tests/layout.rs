//! The descriptions of the project are laid out as `fmt` lays them out, and no file of tests is
//! left out of the program that runs them.

use std::path::Path;
use std::process::Command;

const FOLDERS: [&str; 4] = [
    "ludarium-agents/tests",
    "ludarium-games/templates",
    "ludarium-engine/tests",
    "ludarium-games/games",
];

#[test]
fn all_descriptions_are_laid_out_as_fmt_does() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["fmt", "--check"])
        .args(FOLDERS)
        .current_dir(&crates)
        .output()
        .expect("it runs");
    let (told, wrong) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "`ludarium fmt` would change:\n{told}{wrong}"
    );
}

/// The blocks of descriptions in a document.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("\n```lud\n").skip(1);
    blocks.filter_map(|block| block.split("\n```").next())
}

#[test]
fn the_examples_of_the_book_are_laid_out_as_fmt_does() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut seen = 0;
    for page in ["src/describing.md", "dev/add-a-game.md"] {
        let text = std::fs::read_to_string(docs.join(page)).expect("a text");
        for block in blocks(&text) {
            let block = format!("{block}\n");
            assert_eq!(ludarium_lud::format(&block), block, "{page}");
            seen += 1;
        }
    }
    assert!(seen > 4, "only {seen} blocks");
}

/// The files of tests in a crate that neither its test program nor its manifest names.
fn left_out(tests: &Path) -> Vec<String> {
    let program = std::fs::read_to_string(tests.join("main.rs")).unwrap_or_default();
    let manifest = std::fs::read_to_string(tests.join("../Cargo.toml")).expect("a manifest");
    let mut left_out = Vec::new();
    for file in std::fs::read_dir(tests).expect("a folder") {
        let name = file.expect("an entry").file_name();
        let Some(module) = name.to_str().and_then(|name| name.strip_suffix(".rs")) else {
            continue;
        };
        let own_program = manifest.contains(&format!("name = \"{module}\""));
        if module != "main" && !own_program && !program.contains(&format!("mod {module};")) {
            left_out.push(format!("{}/{module}.rs", tests.display()));
        }
    }
    left_out
}

#[test]
fn every_file_of_tests_belongs_to_a_test_program() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut programs = 0;
    for member in std::fs::read_dir(crates).expect("a folder") {
        let folder = member.expect("an entry").path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        // Without this line Cargo makes a program of each file by itself.
        if manifest.contains("autotests = false") {
            assert_eq!(left_out(&folder.join("tests")), Vec::<String>::new());
            programs += 1;
        }
    }
    assert!(programs > 8, "only {programs} crates have such a program");
}
