//! What is known of moves from games in which they were made later on.

use std::collections::HashMap;

use engine::Move;

use super::habits::key;
use super::iteration::Worth;

/// A node that was visited so often tells how moves do under it (Cazenave's `ref`).
pub(super) const OFTEN: u32 = 100;

/// How soon a move's own games count more than others (Cazenave's `bias`).
const BIAS: f64 = 1e-5;

/// Games in which a move was made at some time, and what they were worth in sum to who made it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Elsewhere {
    pub times: u32,
    pub value: f64,
}

impl Elsewhere {
    pub fn mean(self) -> f64 {
        self.value / f64::from(self.times.max(1))
    }

    /// How much this counts for a move that was made so often itself.
    pub fn share(self, visits: u32) -> f64 {
        let (elsewhere, own) = (f64::from(self.times), f64::from(visits));
        elsewhere / (elsewhere + own + BIAS * elsewhere * own)
    }
}

/// The same for all moves made under a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves(
    HashMap<u64, (u32, Elsewhere), rustc_hash::FxBuildHasher>,
    u32,
);

impl Moves {
    pub fn get(&self, by: usize, mv: Move) -> Elsewhere {
        self.0
            .get(&key(1, by, mv))
            .map_or_else(Elsewhere::default, |known| known.1)
    }

    /// Notes a game; a move that was made twice counts once.
    pub fn learn(&mut self, played: &[(usize, Move)], worth: &Worth) {
        self.1 += 1;
        for &(by, mv) in played {
            let (last, known) = self.0.entry(key(1, by, mv)).or_default();
            if *last != self.1 {
                *last = self.1;
                known.times += 1;
                known.value += worth[by.min(16)];
            }
        }
    }
}
