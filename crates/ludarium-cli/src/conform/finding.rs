//! Findings of a replay.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a game or trial fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The description does not parse, expand or check.
    Language,
    /// The language allows an element of the description that the engine does not support.
    Unsupported,
    /// The description passes the checks but does not compile.
    Compile,
    /// A game of a match has no description in the corpus.
    MissingPart,
    /// The record cannot be read.
    Trial,
    /// The start rules placed other pieces.
    Start,
    /// Another player is to move.
    Mover,
    /// The number of legal moves differs.
    Count,
    /// The recorded move is not among the legal ones.
    Move,
    /// Our game is over before the record.
    EndedEarly,
    /// The record is over before our game.
    GoesOn,
    /// The ranking differs.
    Ranking,
    /// The engine panicked.
    Panic,
    /// The replay took too long.
    TooSlow,
}

impl Kind {
    /// The name of the kind in JSON output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Language => "language",
            Kind::Unsupported => "unsupported",
            Kind::Compile => "compile",
            Kind::MissingPart => "missing-part",
            Kind::Trial => "trial",
            Kind::Start => "start",
            Kind::Mover => "mover",
            Kind::Count => "count",
            Kind::Move => "move",
            Kind::EndedEarly => "ended-early",
            Kind::GoesOn => "goes-on",
            Kind::Ranking => "ranking",
            Kind::Panic => "panic",
            Kind::TooSlow => "too-slow",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One failure: of a game as a whole, or of one of its trials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The decision before which it was found, counted from 0; `None` before the first.
    pub ply: Option<usize>,
    /// The kind of failure.
    pub kind: Kind,
    /// The value in the record.
    pub expected: String,
    /// Our value.
    pub found: String,
    /// The difference in a few words; similar failures have the same text.
    pub difference: String,
    /// The ludemes that may be the cause.
    pub ludemes: Vec<String>,
}

impl Finding {
    /// A finding that is not yet tied to a ply or to ludemes.
    pub fn new(kind: Kind, expected: impl Into<String>, found: impl Into<String>) -> Finding {
        Finding {
            ply: None,
            kind,
            expected: expected.into(),
            found: found.into(),
            difference: String::new(),
            ludemes: Vec::new(),
        }
    }
}
