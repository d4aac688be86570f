//! What the folder of a game keeps about how to play it well: tuned weights, and the agent that
//! suits the game.

use ludarium_agents::evaluation::{Evaluation, Stored};
use ludarium_agents::AgentSpec;
use ludarium_engine::Game;
use ludarium_games::Entry;
use serde::{Deserialize, Serialize};

/// The trial match that selected an agent for a game, as stored in `agent.toml` of the game's
/// folder.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredMatch {
    /// The selected agent.
    #[serde(with = "by_name")]
    pub agent: AgentSpec,
    /// The agent it was compared with.
    #[serde(with = "by_name")]
    pub against: AgentSpec,
    /// Games played.
    pub games: usize,
    /// The score of the selected agent, in games.
    pub score: f64,
    /// The terms of the match, such as the time per move.
    pub terms: String,
}

/// Serializes an agent by its name.
mod by_name {
    use ludarium_agents::AgentSpec;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(kind: &AgentSpec, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(kind)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AgentSpec, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// The trial match that a folder has stored in `agent.toml`, if any.
///
/// # Errors
/// If the file cannot be read; the text names it and the place.
pub fn stored_match(entry: &Entry) -> Result<Option<StoredMatch>, String> {
    if entry.agent.is_empty() {
        return Ok(None);
    }
    let stored: StoredMatch =
        toml::from_str(entry.agent).map_err(|error| format!("agent.toml: {error}"))?;
    let possible = 0.0..=stored.games as f64;
    match possible.contains(&stored.score) {
        true => Ok(Some(stored)),
        false => Err(format!(
            "agent.toml: a score of {} in {} games",
            stored.score, stored.games
        )),
    }
}

/// The evaluation that a folder has stored in `weights.toml`, if any.
///
/// # Errors
/// If the file cannot be read or belongs to another game; the text names it and the place.
pub fn stored_evaluation(entry: &Entry, game: &Game) -> Result<Option<Evaluation>, String> {
    if entry.weights.is_empty() {
        return Ok(None);
    }
    let stored: Stored =
        toml::from_str(entry.weights).map_err(|error| format!("weights.toml: {error}"))?;
    let known = Evaluation::from_stored(game, &stored);
    let known = known.ok_or(
        "weights.toml: for a game of other pieces or sites, or with numbers out of all bounds",
    )?;
    Ok(Some(known))
}
