//! The recorded games of the corpus, if one is installed.

use std::process::Command;

#[test]
fn no_fewer_games_are_reproduced_than_before() {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return;
    };
    let ratchet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance.toml");
    let status = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("conform")
        .arg(corpus)
        .args(["--ratchet", ratchet])
        // The test must not fail on a busy machine.
        .args(["--limit", "600"])
        .status()
        .expect("the program starts");
    assert!(
        status.success(),
        "fewer games are exact than conformance.toml says"
    );
}

#[test]
fn what_the_language_allows_and_the_engine_refuses_is_counted() {
    let corpus = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    for folder in ["lud", "def", "trials"] {
        std::fs::create_dir_all(corpus.join(folder)).expect("a folder for the test");
    }
    // Pieces that cover several sites do not stack.
    let heap = r#"(game "Heap" (players 2)
        (equipment { (board (square 4)) (tile "Bar" Each {F} numSides:4) })
        (rules
            (play (move Add (to (sites Empty)) stack:True))
            (end (if (no Moves Next) (result Mover Win)))))"#;
    std::fs::write(corpus.join("lud/heap.lud"), heap).expect("a description for the test");

    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["conform", "--json"])
        .arg(&corpus)
        .output()
        .expect("the program starts");

    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&told["games"], &told["unsupported"]),
        (&1.into(), &1.into())
    );
    assert_eq!(told["failures"][0]["kind"], "unsupported");
}
