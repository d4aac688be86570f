//! The recorded games of the corpus, where there is one.

use std::process::Command;

#[test]
fn as_many_games_are_reproduced_as_ever() {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return;
    };
    let ratchet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance.toml");
    let status = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("conform")
        .arg(corpus)
        .args(["--ratchet", ratchet])
        .status()
        .expect("the program starts");
    assert!(
        status.success(),
        "fewer games are exact than conformance.toml says"
    );
}
