//! Counts in a file of results, so that an interrupted perft goes on.

use serde::{Deserialize, Serialize};

use super::First;
use crate::error::Error;
use crate::ledger::{Ledger, Stored};
use ludarium_engine::Move;

/// The sequences of a depth that begin with a move.
#[derive(Serialize, Deserialize)]
pub struct KeptCount {
    game: String,
    /// What the counts rest on: rules, position, unit.
    terms: String,
    depth: u32,
    /// The index of the move in the list of legal moves, from 1.
    index: usize,
    r#move: String,
    count: u64,
}

impl Stored for KeptCount {
    const COMMAND: &'static str = "perft";

    fn terms(&self) -> &str {
        &self.terms
    }
}

/// The file of results, with the counts that it has on the same terms.
pub struct KeptCounts {
    pub game: String,
    pub terms: String,
    pub ledger: Ledger<KeptCount>,
    pub known: Vec<KeptCount>,
    /// Why a count could not be written.
    pub error: Option<Error>,
}

impl KeptCounts {
    /// The count below a first move, if the file has it.
    pub fn get(&self, depth: u32, index: usize, text: &str) -> Option<u64> {
        let same = |kept: &&KeptCount| {
            (kept.depth, kept.index, kept.r#move.as_str()) == (depth, index, text)
        };
        self.known.iter().find(same).map(|kept| kept.count)
    }

    /// Adds the count below a first move to the file, unless it has it.
    pub fn keep(&mut self, depth: u32, index: usize, text: &str, count: u64) {
        if self.get(depth, index, text).is_some() {
            return;
        }
        let kept = KeptCount {
            game: self.game.clone(),
            terms: self.terms.clone(),
            depth,
            index,
            r#move: text.to_owned(),
            count,
        };
        if let Err(error) = self.ledger.keep(&kept) {
            self.error = Some(error);
        }
    }
}

impl First {
    /// The text of a move; empty if no texts are wanted.
    pub fn text(&self, mv: Move) -> &str {
        let found = self.0.iter().find(|(own, _)| *own == mv);
        found.map_or("", |(_, text)| text)
    }
}
