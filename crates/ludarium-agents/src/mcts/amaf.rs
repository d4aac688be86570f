//! All-moves-as-first statistics: how games went in which a move was made later on.

use std::collections::HashMap;
use std::sync::Mutex;

use super::node_pool::locked;

/// The minimum number of visits of a node whose statistics GRAVE uses (Cazenave's `ref`).
pub(super) const GRAVE_REF: u32 = 100;

/// Nodes with fewer visits record no AMAF statistics. Most nodes have fewer, and their tables would
/// fill the memory and hardly ever be read.
pub(super) const MIN_RECORDED_VISITS: u32 = 10;

/// How soon a move's own results outweigh the AMAF statistics (Cazenave's `bias`).
const GRAVE_BIAS: f64 = 1e-5;

/// The number of games in which a move was made, and the sum of their utilities to the player who
/// made it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AmafStats {
    pub times: u32,
    pub value: f64,
}

impl AmafStats {
    pub fn mean(self) -> f64 {
        self.value / f64::from(self.times.max(1))
    }

    /// The weight of these statistics for a move with `visits` visits of its own.
    pub fn weight(self, visits: u32) -> f64 {
        let (amaf, own) = (f64::from(self.times), f64::from(visits));
        amaf / (amaf + own + GRAVE_BIAS * amaf * own)
    }
}

/// The keys of moves in a tree; a player's move has the same key at every node.
#[derive(Debug, Default)]
pub(super) struct MoveKeys {
    /// With GRAVE, consecutive numbers in the order in which moves were met, so that tables can be
    /// indexed by them. Otherwise `None`, and the lower half of the hash is the key.
    by_hash: Option<Mutex<KeysByHash>>,
}

type KeysByHash = HashMap<u64, u32, rustc_hash::FxBuildHasher>;

impl MoveKeys {
    pub fn numbered() -> MoveKeys {
        MoveKeys {
            by_hash: Some(Mutex::default()),
        }
    }

    /// The key of the move with this hash.
    pub fn of(&self, hash: u64) -> u32 {
        let Some(numbers) = &self.by_hash else {
            return hash as u32;
        };
        let mut numbers = locked(numbers);
        let next = numbers.len() as u32;
        *numbers.entry(hash).or_insert(next)
    }
}

/// A thread's cache of keys.
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

/// Statistics of keys below this number are kept in an array. Placement games have fewer moves than
/// that (Hex: 242). Games with movement have many more, most of which are never made below most
/// nodes.
const DENSE_KEYS: u32 = 1 << 10;

/// Statistics of all moves made below a node.
#[derive(Debug, Default)]
pub(super) struct AmafTable {
    /// For keys below [`DENSE_KEYS`], by key.
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

    /// Records the moves of a game, each of which must occur once.
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

/// A move of a game by its key, and the utility of the game to the player who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMove {
    pub number: u32,
    pub utility: f64,
}
