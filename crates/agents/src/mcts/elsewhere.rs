//! What is known of moves from games in which they were made later on.

use std::collections::HashMap;

use engine::Move;

use super::habits::key;
use super::iteration::Worth;

/// A node that was visited so often tells how moves do under it (Cazenave's `ref`).
pub(super) const OFTEN: u32 = 100;

/// A node that was visited less often notes nothing of how moves do under it: most nodes are, and memory would be filled with what
/// is hardly ever looked at.
pub(super) const FEW: u32 = 10;

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

/// A move of a game by what it is known by, and what the game was worth to who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub key: u64,
    pub worth: f64,
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
    pub fn get(&self, key: u64) -> Elsewhere {
        let known = self.by_key.get(&key);
        known.map_or_else(Elsewhere::default, |known| known.so_far)
    }

    /// Notes a game; a move that was made twice counts once.
    pub fn learn(&mut self, made: &[Made]) {
        self.games += 1;
        for made in made {
            let known = self.by_key.entry(made.key).or_default();
            if known.last != self.games {
                known.last = self.games;
                known.so_far.times += 1;
                known.so_far.value += made.worth;
            }
        }
    }
}

/// Places for the moves made in one iteration.
const SEEN: usize = 1 << 14;

/// The moves made in the last iteration of a thread, as nodes note them that were made later than there.
#[derive(Debug, Default)]
pub(super) struct Later {
    /// For each place of a move, the last iteration in which it was made.
    seen: Vec<u32>,
    iteration: u32,
    made: Vec<Made>,
}

impl Later {
    /// Nothing has been made in the next iteration so far.
    pub fn begin(&mut self) {
        self.seen.resize(SEEN, 0);
        self.iteration += 1;
    }

    /// The place of a move that is known by a key.
    fn place(key: u64) -> usize {
        key as usize & (SEEN - 1)
    }

    pub fn note(&mut self, key: u64) {
        self.seen[Later::place(key)] = self.iteration;
    }

    pub fn has(&self, key: u64) -> bool {
        self.seen[Later::place(key)] == self.iteration
    }

    /// The moves of a game, in order, and what it was worth to who made them.
    pub fn made(&mut self, played: &[(usize, Move)], worth: &Worth) -> &[Made] {
        self.made.clear();
        self.made.extend(played.iter().map(|&(by, mv)| Made {
            key: key(by, mv),
            worth: worth[by.min(16)],
        }));
        &self.made
    }
}
