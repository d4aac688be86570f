//! Every folder of the library passes the audit.

use std::process::Command;

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
