//! The names that players use for parts of a game: `[table]` in `about.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The names of players, throws and counters. Whatever has no name here is shown by its number, or
/// not at all: only named variables are shown, because others may be a player's secret.
///
/// ```
/// let tab = ludarium_games::find("bgs-tab-egypt").unwrap();
/// assert_eq!(tab.about.table.player(1), "South");
/// assert_eq!(ludarium_games::DisplayNames::default().player(2), "Player 2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DisplayNames {
    /// The names of the players, from player 1.
    pub players: Vec<String>,
    /// By sum of a throw, or by face of a die that is played singly: its name.
    pub throws: BTreeMap<String, String>,
    /// By variable of the rules: what it counts.
    pub counters: BTreeMap<String, String>,
    /// The variable of the rules that holds the number of dice thrown, counted from the first; 0
    /// means all.
    pub thrown: Option<String>,
    /// By list of remembered values: what it holds.
    pub lists: BTreeMap<String, String>,
    /// What the value of each player counts.
    pub kept: Option<String>,
    /// By phase of play: what players do in it.
    pub phases: BTreeMap<String, String>,
    /// By how the condition of an end rule begins, written out: what it says where it holds. In
    /// it, `{P1}` is the name of the first player, and so on.
    pub ends: BTreeMap<String, String>,
    /// By piece and state: what a piece in that state is.
    pub states: BTreeMap<String, BTreeMap<String, String>>,
}

impl DisplayNames {
    /// The name of a player, counted from 1.
    #[must_use]
    pub fn player(&self, player: usize) -> String {
        let name = player
            .checked_sub(1)
            .and_then(|seat| self.players.get(seat));
        name.cloned().unwrap_or_else(|| format!("Player {player}"))
    }

    /// The name of a throw with this sum.
    #[must_use]
    pub fn throw(&self, shown: i32) -> Option<&str> {
        self.throws.get(&shown.to_string()).map(String::as_str)
    }

    /// What a condition of an end rule says, written out.
    #[must_use]
    pub fn end(&self, condition: &str) -> Option<&str> {
        let mut ends = self.ends.iter();
        let (_, says) = ends.find(|(begins, _)| condition.starts_with(begins.as_str()))?;
        Some(says)
    }

    /// The name of a piece in a state.
    #[must_use]
    pub fn state(&self, piece: &str, state: i32) -> Option<&str> {
        let states = self.states.get(piece)?;
        states.get(&state.to_string()).map(String::as_str)
    }
}
