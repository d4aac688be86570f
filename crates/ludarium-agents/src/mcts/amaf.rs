//! What is known of moves from games in which they were made later on.

use std::collections::HashMap;
use std::sync::Mutex;

use super::node_pool::locked;

/// A node that was visited so often tells how moves do under it (Cazenave's `ref`).
pub(super) const GRAVE_REF: u32 = 100;

/// A node that was visited less often notes nothing of how moves do under it: most nodes are, and memory would be filled with what
/// is hardly ever looked at.
pub(super) const MIN_RECORDED_VISITS: u32 = 10;

/// How soon a move's own games count more than others (Cazenave's `bias`).
const GRAVE_BIAS: f64 = 1e-5;

/// Games in which a move was made at some time, and what they were worth in sum to who made it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AmafStats {
    pub times: u32,
    pub value: f64,
}

impl AmafStats {
    pub fn mean(self) -> f64 {
        self.value / f64::from(self.times.max(1))
    }

    /// How much this counts for a move that was made so often itself.
    pub fn weight(self, visits: u32) -> f64 {
        let (amaf, own) = (f64::from(self.times), f64::from(visits));
        amaf / (amaf + own + GRAVE_BIAS * amaf * own)
    }
}

/// What moves are known by in a tree, whoever else may make them and wherever.
#[derive(Debug, Default)]
pub(super) struct MoveKeys {
    /// Numbers of moves, as they were met, by their hashes: what is noted of all moves at a node is kept by them (GRAVE). Without it,
    /// the lower halves of the hashes do.
    by_hash: Option<Mutex<KeysByHash>>,
}

type KeysByHash = HashMap<u64, u32, rustc_hash::FxBuildHasher>;

impl MoveKeys {
    pub fn numbered() -> MoveKeys {
        MoveKeys {
            by_hash: Some(Mutex::default()),
        }
    }

    /// The key of a move whose hash this is.
    pub fn of(&self, hash: u64) -> u32 {
        let Some(numbers) = &self.by_hash else {
            return hash as u32;
        };
        let mut numbers = locked(numbers);
        let next = numbers.len() as u32;
        *numbers.entry(hash).or_insert(next)
    }
}

/// The keys that a thread has asked for once.
#[derive(Debug, Default)]
pub(super) struct KeyCache(KeysByHash);

impl KeyCache {
    pub fn key(&mut self, keys: &MoveKeys, hash: u64) -> u32 {
        match keys.by_hash {
            Some(_) => *self.0.entry(hash).or_insert_with(|| keys.of(hash)),
            None => keys.of(hash),
        }
    }
}

/// Numbers are small below this one. Games in which men are brought in have so many moves, or fewer (Hex: 242); where they move about there
/// are many more, most of which are never made under most nodes.
const DENSE_KEYS: u32 = 1 << 10;

/// How all moves did that were made under a node.
#[derive(Debug, Default)]
pub(super) struct AmafTable {
    /// Of those with small numbers, by them.
    dense: Vec<AmafStats>,
    sparse: HashMap<u32, AmafStats, rustc_hash::FxBuildHasher>,
}

impl AmafTable {
    pub fn get(&self, number: u32) -> AmafStats {
        let known = match number < DENSE_KEYS {
            true => self.dense.get(number as usize),
            false => self.sparse.get(&number),
        };
        known.copied().unwrap_or_default()
    }

    /// Notes a game by its moves, each once.
    pub fn record(&mut self, made: impl Iterator<Item = PlayedMove>) {
        for made in made {
            let known = match made.number < DENSE_KEYS {
                true => {
                    let index = made.number as usize;
                    if self.dense.len() <= index {
                        self.dense.resize(index + 1, AmafStats::default());
                    }
                    &mut self.dense[index]
                }
                false => self.sparse.entry(made.number).or_default(),
            };
            known.times += 1;
            known.value += made.utility;
        }
    }
}

/// A move of a game by its number, and what the game was worth to who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMove {
    pub number: u32,
    pub utility: f64,
}
