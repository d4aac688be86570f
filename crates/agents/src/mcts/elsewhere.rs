//! What is known of moves from games in which they were made later on.

use std::collections::HashMap;
use std::sync::Mutex;

use engine::Move;

use super::habits::key;
use super::iteration::Worth;
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
    /// hashes do.
    numbers: Option<Mutex<Numbers>>,
}

type Numbers = HashMap<u64, u64, rustc_hash::FxBuildHasher>;

impl Keys {
    pub fn numbered() -> Keys {
        Keys {
            numbers: Some(Mutex::default()),
        }
    }

    pub fn of(&self, by: usize, mv: Move) -> u64 {
        self.of_hash(key(by, mv))
    }

    fn of_hash(&self, hash: u64) -> u64 {
        let Some(numbers) = &self.numbers else {
            return hash;
        };
        let mut numbers = locked(numbers);
        let next = numbers.len() as u64;
        *numbers.entry(hash).or_insert(next)
    }
}

/// How all moves did that were made under a node.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Of those with small numbers, by them.
    common: Vec<Elsewhere>,
    others: HashMap<u64, Elsewhere, rustc_hash::FxBuildHasher>,
}

/// Numbers are small below this one. Games in which men are brought in have so many moves, or fewer; where they move about there are many
/// more, most of which are never made under most nodes.
const SMALL: u64 = 1 << 10;

impl Moves {
    pub fn get(&self, number: u64) -> Elsewhere {
        let known = match number < SMALL {
            true => self.common.get(number as usize),
            false => self.others.get(&number),
        };
        known.copied().unwrap_or_default()
    }

    /// Notes a game by its moves, each once.
    pub fn learn(&mut self, made: &[Made]) {
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

/// A move of a game, and what the game was worth to who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    number: u64,
    /// The last ply at which it was made.
    ply: usize,
    worth: f64,
}

/// Places for hashes of the moves made in one iteration.
const SEEN: usize = 1 << 14;

/// The moves made in the last iteration of a thread, as nodes note them that were made later than there.
#[derive(Debug, Default)]
pub(super) struct Later {
    /// For each place of a move, the last iteration in which it was made.
    seen: Vec<u32>,
    iteration: u32,
    made: Vec<Made>,
    /// The numbers that the thread has asked for.
    numbers: Numbers,
}

impl Later {
    /// Nothing has been made in the next iteration so far.
    pub fn begin(&mut self) {
        self.iteration += 1;
        if self.seen.len() < SEEN {
            self.seen.resize(SEEN, 0);
        }
    }

    /// The place of a move that is known by its hash.
    fn place(hash: u64) -> usize {
        hash as usize & (SEEN - 1)
    }

    pub fn note(&mut self, hash: u64) {
        self.seen[Later::place(hash)] = self.iteration;
    }

    pub fn has(&self, hash: u64) -> bool {
        self.seen[Later::place(hash)] == self.iteration
    }

    /// Notes the moves of a game, those that were made more than once where they were last made, the last before all others.
    pub fn play(&mut self, played: &[(usize, Move)], worth: &Worth, keys: &Keys) {
        self.iteration += 1;
        self.made.clear();
        for (ply, &(by, mv)) in played.iter().enumerate().rev() {
            let hash = key(by, mv);
            let number = *(self.numbers.entry(hash)).or_insert_with(|| keys.of_hash(hash));
            let index = number as usize;
            if self.seen.len() <= index {
                self.seen.resize(index + 1, 0);
            }
            if std::mem::replace(&mut self.seen[index], self.iteration) != self.iteration {
                self.made.push(Made {
                    number,
                    ply,
                    worth: worth[by.min(16)],
                });
            }
        }
    }

    /// Those of them that were made at a ply or later.
    pub fn since(&self, ply: usize) -> &[Made] {
        let later = self.made.partition_point(|made| made.ply >= ply);
        &self.made[..later]
    }
}
