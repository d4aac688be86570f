//! The rules of a table: a game under chosen readings, with the names of its sites and pieces.

use std::fmt;

use ludarium_engine::Game;
use ludarium_games::{Entry, LoadError, Loaded, UnknownGame};
use ludarium_notation::{Notation, SiteAndPieceNames, Wording};
use ludarium_picture::Scene;
use serde::{Deserialize, Serialize};

use crate::dice::hex;
use sha2::{Digest, Sha256};

/// Which rules a table is played by, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RulesId {
    /// The slug of a built-in game.
    pub game: String,
    /// The readings that differ from the defaults, as (tag, choice).
    #[serde(default)]
    pub readings: Vec<(String, String)>,
}

/// A game under chosen readings.
#[derive(Debug)]
pub struct Rules {
    id: RulesId,
    entry: &'static Entry,
    loaded: Loaded,
    names: SiteAndPieceNames,
    wording: Wording,
}

/// Why there are no such rules.
#[derive(Debug)]
pub enum RulesError {
    /// No built-in game has the name.
    Unknown(UnknownGame),
    /// The game cannot be loaded, or has no such reading.
    Load(LoadError),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Unknown(error) => error.fmt(f),
            RulesError::Load(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// Loads a built-in game.
    ///
    /// # Errors
    /// If no game has the name, it has no such reading, or its rules are lost.
    pub fn load(id: &RulesId) -> Result<Rules, RulesError> {
        let entry = ludarium_games::find(&id.game).map_err(RulesError::Unknown)?;
        let loaded = ludarium_games::load(entry, &id.readings).map_err(RulesError::Load)?;
        let id = RulesId {
            game: entry.slug.to_owned(),
            readings: id.readings.clone(),
        };
        Ok(Rules {
            names: SiteAndPieceNames::of(&loaded.game, Some(&entry.about)),
            wording: Wording::new(&loaded, Some(&entry.about)),
            id,
            entry,
            loaded,
        })
    }

    /// The name by which the rules are stored.
    #[must_use]
    pub fn id(&self) -> &RulesId {
        &self.id
    }

    /// What the library knows about the game.
    #[must_use]
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The compiled rules and their description.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The compiled rules.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.loaded.game
    }

    /// What players, throws and counters are called.
    #[must_use]
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// The names of sites and pieces.
    #[must_use]
    pub fn names(&self) -> &SiteAndPieceNames {
        &self.names
    }

    /// Writes and reads moves for a reader from whom nothing is hidden.
    #[must_use]
    pub fn notation(&self) -> Notation<'_> {
        self.names.notation(&self.loaded.game)
    }

    /// Draws positions.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        Scene::new(&self.loaded.game, Some(&self.entry.about))
    }

    /// The SHA-256, in hexadecimal digits, of the description and the readings chosen: equal for
    /// equal rules. A stored game is only continued under the rules that it began with.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(self.entry.description);
        for (name, text) in ludarium_games::definition_files() {
            digest.update(name);
            digest.update(text);
        }
        for (tag, choice) in &self.id.readings {
            digest.update(format!("\n{tag}={choice}"));
        }
        hex(&digest.finalize())
    }
}
