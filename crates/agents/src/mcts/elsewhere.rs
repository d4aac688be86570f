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
pub(super) struct Moves {
    by_key: HashMap<u64, Known, rustc_hash::FxBuildHasher>,
    /// Games noted so far.
    games: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The number of the last game that it was noted for.
    last: u32,
    so_far: Elsewhere,
}

impl Moves {
    pub fn get(&self, by: usize, mv: Move) -> Elsewhere {
        let known = self.by_key.get(&key(1, by, mv));
        known.map_or_else(Elsewhere::default, |known| known.so_far)
    }

    /// Notes a game; a move that was made twice counts once.
    pub fn learn(&mut self, played: &[(usize, Move)], worth: &Worth) {
        self.games += 1;
        for &(by, mv) in played {
            let known = self.by_key.entry(key(1, by, mv)).or_default();
            if known.last != self.games {
                known.last = self.games;
                known.so_far.times += 1;
                known.so_far.value += worth[by.min(16)];
            }
        }
    }
}
