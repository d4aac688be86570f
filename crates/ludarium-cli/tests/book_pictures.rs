//! The pictures in the book are the output of the program.

use std::path::Path;
use std::process::Command;

/// Each picture of the book, and its command.
const PICTURES: [(&str, &[&str]); 4] = [
    ("glyphs.svg", &["draw", "--glyphs", "--cell", "40"]),
    (
        "board-shatranj.svg",
        &["draw", "gollon-shatranj", "--legend", "--cell", "36"],
    ),
    (
        "board-chaturaji.svg",
        &["draw", "wikipedia-chaturaji", "--cell", "36"],
    ),
    (
        "moves-cannon.svg",
        &[
            "show",
            "gollon-chinese-chess",
            "--piece",
            "cannon",
            "--cell",
            "36",
        ],
    ),
];

#[test]
fn the_pictures_of_the_book_are_those_that_are_drawn() {
    let figures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/figures");
    for (name, arguments) in PICTURES {
        let drawn = crate::scratch_folder(module_path!()).join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(arguments)
            .arg("--svg")
            .arg(&drawn)
            .output()
            .expect("the program starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let read = |path: &Path| std::fs::read_to_string(path).expect("the picture");
        assert!(
            read(&drawn) == read(&figures.join(name)),
            "docs/src/figures/{name} is old; draw it again: ludarium {} --svg docs/src/figures/{name}",
            arguments.join(" ")
        );
    }
}
