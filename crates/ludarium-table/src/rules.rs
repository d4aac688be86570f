//! The rules of a table: a game under chosen readings, with the names of its sites and pieces.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use ludarium_board::BoardKind;
use ludarium_engine::trace::Tracer;
use ludarium_engine::{Game, State};
use ludarium_games::{Entry, LoadError, Loaded, UnknownGame};
use ludarium_notation::{EndReasons, Notation, SiteAndPieceNames, Wording};
use ludarium_picture::{Artwork, Scene, SiteLayout};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dice::hex;

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
    entry: Option<&'static Entry>,
    loaded: Loaded,
    names: SiteAndPieceNames,
    wording: Wording,
    hash: String,
    /// What of the pictures is the same in all positions.
    artwork: OnceLock<Artwork>,
    /// Where the sites of a board with bounds are drawn.
    layout: OnceLock<SiteLayout>,
    /// What follows the rules step by step; none for a match.
    tracer: OnceLock<Option<Arc<Tracer>>>,
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
            hash: hash_of(entry, &id.readings),
            artwork: OnceLock::new(),
            layout: OnceLock::new(),
            tracer: OnceLock::new(),
            names: SiteAndPieceNames::of(&loaded.game, Some(&entry.about)),
            wording: Wording::new(&loaded, Some(&entry.about)),
            id,
            entry: Some(entry),
            loaded,
        })
    }

    /// Rules that are not in the library: a description that somebody writes. `name` stands for
    /// the slug. What was done to the text, such as readings that were chosen, is part of `loaded`.
    #[must_use]
    pub fn of_description(name: &str, loaded: Loaded) -> Rules {
        Rules {
            id: RulesId {
                game: name.to_owned(),
                readings: Vec::new(),
            },
            hash: hash_of_text(&loaded.description.sources.description.text),
            artwork: OnceLock::new(),
            layout: OnceLock::new(),
            tracer: OnceLock::new(),
            names: SiteAndPieceNames::of(&loaded.game, None),
            wording: Wording::new(&loaded, None),
            entry: None,
            loaded,
        }
    }

    /// The name by which the rules are stored.
    #[must_use]
    pub fn id(&self) -> &RulesId {
        &self.id
    }

    /// What the library knows about the game, if it is in the library.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// The entry, if the game is played by the readings that its tuned weights are for.
    #[must_use]
    pub fn tuned_entry(&self) -> Option<&'static Entry> {
        self.entry.filter(|_| self.id.readings.is_empty())
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
        let about = self.entry.map(|entry| &entry.about);
        let game = &self.loaded.game;
        let artwork = self.artwork.get_or_init(|| Artwork::new(game, about));
        Scene::with_artwork(game, artwork)
    }

    /// What says why games end; `None` for a match of several games.
    pub(crate) fn end_reasons(&self) -> Option<EndReasons<'_>> {
        let trace = || Tracer::new(&self.loaded.description).ok().map(Arc::new);
        let tracer = self.tracer.get_or_init(trace).clone()?;
        let about = self.entry.map(|entry| &entry.about);
        Some(EndReasons::with_tracer(&self.loaded, about, tracer))
    }

    /// Whether the board has no bounds: only the area around the pieces is drawn, which changes.
    pub(crate) fn has_no_bounds(&self) -> bool {
        matches!(self.game().board().kind, BoardKind::Boardless { .. })
    }

    /// Where the sites are drawn in a position.
    pub(crate) fn layout(&self, scene: &Scene, state: &State) -> Cow<'_, SiteLayout> {
        match self.has_no_bounds() {
            true => Cow::Owned(scene.layout(state)),
            false => Cow::Borrowed(self.layout.get_or_init(|| scene.layout(state))),
        }
    }

    /// The SHA-256, in hexadecimal digits, of the description and the readings chosen: equal for
    /// equal rules. A stored game is only continued under the rules that it began with.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

fn hash_of_text(text: &str) -> String {
    let mut digest = Sha256::new();
    digest.update(text);
    hex(&digest.finalize())
}

fn hash_of(entry: &Entry, readings: &[(String, String)]) -> String {
    let mut digest = Sha256::new();
    digest.update(entry.description);
    for (name, text) in ludarium_games::definition_files() {
        digest.update(name);
        digest.update(text);
    }
    for (tag, choice) in readings {
        digest.update(format!("\n{tag}={choice}"));
    }
    hex(&digest.finalize())
}
