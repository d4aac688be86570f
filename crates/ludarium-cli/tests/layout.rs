//! The descriptions of the project are laid out as `fmt` lays them out.

use std::path::Path;
use std::process::Command;

const FOLDERS: [&str; 4] = [
    "ludarium-agents/tests",
    "ludarium-cli/templates",
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
