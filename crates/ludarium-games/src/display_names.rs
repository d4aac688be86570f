//! How people at the table speak of a game: `[table]` in `about.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What players, throws and counters are called. What is not named here is told by number, or not at all: a variable
/// of the rules may be somebody's secret, so only those are shown that are named.
///
/// ```
/// let tab = ludarium_games::find("bgs-tab-egypt").unwrap();
/// assert_eq!(tab.about.table.player(1), "South");
/// assert_eq!(ludarium_games::DisplayNames::default().player(2), "Player 2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DisplayNames {
    /// What the players are called, from the first.
    pub players: Vec<String>,
    /// By what the lots show together, or a die that is played by itself: its name.
    pub throws: BTreeMap<String, String>,
    /// By variable of the rules: what it counts.
    pub counters: BTreeMap<String, String>,
    /// The variable of the rules that says how many lots, the first ones, a throw is made with; all where it is 0.
    pub thrown: Option<String>,
    /// By list of remembered values: what is remembered.
    pub lists: BTreeMap<String, String>,
    /// What the value counts that each player keeps.
    pub kept: Option<String>,
    /// By phase of play: what is done in it.
    pub phases: BTreeMap<String, String>,
    /// By piece and state: what a piece in that state is.
    pub states: BTreeMap<String, BTreeMap<String, String>>,
}

impl DisplayNames {
    /// What a player (from 1) is called.
    #[must_use]
    pub fn player(&self, player: usize) -> String {
        let name = player
            .checked_sub(1)
            .and_then(|seat| self.players.get(seat));
        name.cloned().unwrap_or_else(|| format!("Player {player}"))
    }

    /// The name of a throw of lots that show so much together.
    #[must_use]
    pub fn throw(&self, shown: i32) -> Option<&str> {
        self.throws.get(&shown.to_string()).map(String::as_str)
    }

    /// What a piece in a state is.
    #[must_use]
    pub fn state(&self, piece: &str, state: i32) -> Option<&str> {
        let states = self.states.get(piece)?;
        states.get(&state.to_string()).map(String::as_str)
    }
}
