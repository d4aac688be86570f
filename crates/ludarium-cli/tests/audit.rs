//! Every folder of the library passes the audit.

use std::process::Command;

use ludarium_games::audit::SourceTexts;

/// The environment variable for the number of random games under each reading. The default is
/// small, so that the test stays short.
const GAMES: &str = "LUDARIUM_AUDIT_GAMES";

#[test]
fn every_folder_is_in_order_and_its_random_games_end_by_their_own_rules() {
    let games = std::env::var(GAMES).unwrap_or_else(|_| "1".to_owned());
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["audit", "--games", &games])
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The environment variable that names a folder with the texts of the sources.
const SOURCES: &str = "LUDARIUM_SOURCES";

#[test]
fn quotations_stand_in_the_sources_and_other_words_are_ours() {
    let Some(sources) = std::env::var_os(SOURCES) else {
        println!("skipped: no source texts");
        return;
    };
    let texts = SourceTexts::read(sources.as_ref()).expect("the texts can be read");
    let findings: Vec<String> = ludarium_games::entries()
        .iter()
        .flat_map(|entry| texts.check(entry))
        .map(|finding| finding.to_string())
        .collect();
    assert_eq!(findings, [""; 0]);
}
