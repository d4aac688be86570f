//! Checks `[table]` of `about.toml` against the description.

use super::Findings;
use crate::Loaded;

/// Checks that everything named in `[table]` exists in the game. What exists under some reading
/// only still occurs in the text of a description.
pub(super) fn check(findings: &mut Findings, loaded: &Loaded) {
    let entry = findings.entry;
    let (names, game) = (&entry.about.table, &loaded.game);
    let occurs_in_texts = |name: &str| {
        let quoted = format!("\"{name}\"");
        let mut texts = crate::definition_files().iter();
        entry.description.contains(&quoted) || texts.any(|(_, text)| text.contains(&quoted))
    };
    let players = names.players.len();
    if players != 0 && players != game.players() {
        let what = format!(
            "names {players} players, but the game has {}",
            game.players()
        );
        findings.about("[table]", what);
    }
    let mut distinct = names.players.clone();
    distinct.sort();
    distinct.dedup();
    if distinct.len() < players {
        findings.about("[table]", "two players have the same name");
    }
    for (what, keys) in [
        ("variable", names.counters.keys()),
        ("list", names.lists.keys()),
        ("phase", names.phases.keys()),
    ] {
        for name in keys.filter(|name| !occurs_in_texts(name)) {
            findings.about("[table]", format!("the game has no {what} {name:?}"));
        }
    }
    let components = game.components();
    for piece in names.states.keys() {
        if !components.iter().any(|kind| kind.base == *piece) && !occurs_in_texts(piece) {
            findings.about("[table]", format!("the game has no piece {piece:?}"));
        }
    }
    if !names.throws.is_empty() && !game.features().dice {
        findings.about("[table]", "names throws, but the game has no dice");
    }
    let numbers = names.throws.keys();
    let states = names.states.values().flat_map(|states| states.keys());
    for number in numbers
        .chain(states)
        .filter(|text| text.parse::<i32>().is_err())
    {
        findings.about("[table]", format!("{number:?} is not a number"));
    }
}
