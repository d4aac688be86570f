//! The README's picture of three boards is the output of `ludarium draw`.

use std::path::Path;
use std::process::Command;

/// The caption of each board, and the arguments of `ludarium draw`.
const BOARDS: [(&str, &[&str]); 3] = [
    ("Courier chess", &["gollon-courier-chess"]),
    ("Chaturaji", &["wikipedia-chaturaji"]),
    (
        "Backgammon",
        &[
            "falkener-backgammon",
            "--record",
            "crates/ludarium-games/games/race/falkener-backgammon/records/falkener-backgammon-rules.txt",
        ],
    ),
];

/// The height of a board in pixels.
const HEIGHT: f64 = 400.0;

#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let draw = |arguments: &[&str]| -> String {
        let svg = crate::scratch_folder(module_path!()).join("board.svg");
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .current_dir(&root)
            .arg("draw")
            .args(arguments)
            .arg("--svg")
            .arg(&svg)
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaint}");
        std::fs::read_to_string(&svg).expect("the picture")
    };
    let boards = BOARDS.map(|(caption, arguments)| (caption, draw(arguments)));
    let boards = boards
        .each_ref()
        .map(|(caption, svg)| (*caption, svg.as_str()));
    let picture = ludarium_picture::row(&boards, HEIGHT);
    let file = root.join("docs/boards.svg");
    if std::env::var("LUDARIUM_FIGURES").is_ok_and(|value| value == "write") {
        std::fs::write(&file, &picture).expect("the picture is written");
    }
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == picture,
        "docs/boards.svg is out of date: LUDARIUM_FIGURES=write cargo test -p ludarium-cli --test boards"
    );
}
