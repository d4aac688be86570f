//! What is known of moves from games in which they were made later on.

use std::collections::HashMap;
use std::sync::Mutex;

use super::nodes::locked;

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

/// What moves are known by in a tree, whoever else may make them and wherever.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Numbers of moves, as they were met, by their hashes: what is noted of all moves at a node is kept by them (GRAVE). Without it,
    /// the lower halves of the hashes do.
    numbers: Option<Mutex<Numbers>>,
}

type Numbers = HashMap<u64, u32, rustc_hash::FxBuildHasher>;

impl Keys {
    pub fn numbered() -> Keys {
        Keys {
            numbers: Some(Mutex::default()),
        }
    }

    /// The key of a move whose hash this is.
    pub fn of(&self, hash: u64) -> u32 {
        let Some(numbers) = &self.numbers else {
            return hash as u32;
        };
        let mut numbers = locked(numbers);
        let next = numbers.len() as u32;
        *numbers.entry(hash).or_insert(next)
    }
}

/// The keys that a thread has asked for once.
#[derive(Debug, Default)]
pub(super) struct Asked(Numbers);

impl Asked {
    pub fn key(&mut self, keys: &Keys, hash: u64) -> u32 {
        match keys.numbers {
            Some(_) => *self.0.entry(hash).or_insert_with(|| keys.of(hash)),
            None => keys.of(hash),
        }
    }
}

/// Numbers are small below this one. Games in which men are brought in have so many moves, or fewer (Hex: 242); where they move about there
/// are many more, most of which are never made under most nodes.
const SMALL: u32 = 1 << 10;

/// How all moves did that were made under a node.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Of those with small numbers, by them.
    common: Vec<Elsewhere>,
    others: HashMap<u32, Elsewhere, rustc_hash::FxBuildHasher>,
}

impl Moves {
    pub fn get(&self, number: u32) -> Elsewhere {
        let known = match number < SMALL {
            true => self.common.get(number as usize),
            false => self.others.get(&number),
        };
        known.copied().unwrap_or_default()
    }

    /// Notes a game by its moves, each once.
    pub fn learn(&mut self, made: impl Iterator<Item = Made>) {
        for made in made {
            let known = match made.number < SMALL {
                true => {
                    let index = made.number as usize;
                    if self.common.len() <= index {
                        self.common.resize(index + 1, Elsewhere::default());
                    }
                    &mut self.common[index]
                }
                false => self.others.entry(made.number).or_default(),
            };
            known.times += 1;
            known.value += made.worth;
        }
    }
}

/// A move of a game by its number, and what the game was worth to who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub number: u32,
    pub worth: f64,
}
