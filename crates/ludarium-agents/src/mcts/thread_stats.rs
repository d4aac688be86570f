//! Buffers and statistics of one search thread.

use ludarium_engine::Move;

use super::amaf::{KeyCache, MoveKeys, PlayedMove};
use super::iteration::Utilities;
use super::mast::move_hash;

/// Entries of a move filter.
const FILTER_SIZE: usize = 1 << 14;

/// An approximate set of moves by hash: it may report moves that were not inserted, but misses
/// none.
#[derive(Debug, Default)]
pub(super) struct MoveFilter {
    /// For each entry, the generation in which it was last set.
    last: Vec<u32>,
    now: u32,
}

impl MoveFilter {
    /// Empties the set.
    pub fn begin(&mut self) {
        self.now += 1;
        self.last.resize(FILTER_SIZE, 0);
    }

    fn place(hash: u64) -> usize {
        hash as usize & (FILTER_SIZE - 1)
    }

    /// Inserts a move; returns whether it was in the set before.
    pub fn insert(&mut self, hash: u64) -> bool {
        std::mem::replace(&mut self.last[MoveFilter::place(hash)], self.now) == self.now
    }

    pub fn contains(&self, hash: u64) -> bool {
        self.last[MoveFilter::place(hash)] == self.now
    }
}

/// The nodes and moves of a game.
#[derive(Debug, Default)]
pub(super) struct GameRecord {
    pub path: Vec<usize>,
    /// Its moves with their plies, the last first; a move made more than once is listed where it
    /// was made last.
    made: Vec<(usize, PlayedMove)>,
}

impl GameRecord {
    /// The moves made at a ply or later, each once.
    pub fn since(&self, ply: usize) -> impl Iterator<Item = PlayedMove> + '_ {
        let later = self.made.iter().take_while(move |(at, _)| *at >= ply);
        later.map(|(_, made)| *made)
    }
}

/// With several threads, AMAF statistics are written for this number of games at once. Writing to
/// the root after every game would make threads compete for its cache lines.
const FLUSH_SIZE: u32 = 16;

/// Buffers and statistics of a search thread.
#[derive(Debug)]
pub(super) struct ThreadStats {
    /// The moves of the list that is being added.
    pub listed: MoveFilter,
    /// The moves made later in the iteration (RAVE).
    pub played_later: MoveFilter,
    pub key_cache: KeyCache,
    /// For each move key, the last game in which it was made.
    last: Vec<u32>,
    game: u32,
    /// Games not yet written to the nodes (GRAVE), with spare buffers, and their number.
    games: Vec<GameRecord>,
    pending: usize,
    /// The maximum number of games written at once.
    flush_size: u32,
}

impl ThreadStats {
    /// Statistics for one of `threads` threads.
    pub fn for_threads(threads: usize) -> ThreadStats {
        ThreadStats {
            listed: MoveFilter::default(),
            played_later: MoveFilter::default(),
            key_cache: KeyCache::default(),
            last: Vec::new(),
            game: 0,
            games: Vec::new(),
            pending: 0,
            flush_size: if threads > 1 { FLUSH_SIZE } else { 1 },
        }
    }

    /// Records a game; `path` are the nodes at which its first moves were made.
    pub fn record(
        &mut self,
        path: impl Iterator<Item = usize>,
        played: &[(usize, Move)],
        utilities: &Utilities,
        keys: &MoveKeys,
    ) {
        self.game += 1;
        if self.games.len() <= self.pending {
            self.games.push(GameRecord::default());
        }
        let game = &mut self.games[self.pending];
        self.pending += 1;
        game.path.clear();
        game.path.extend(path);
        game.made.clear();
        for (ply, &(by, mv)) in played.iter().enumerate().rev() {
            let number = self.key_cache.key(keys, move_hash(by, mv));
            let index = number as usize;
            if self.last.len() <= index {
                self.last.resize(index + 1, 0);
            }
            if std::mem::replace(&mut self.last[index], self.game) != self.game {
                let utility = utilities[by.min(16)];
                game.made.push((ply, PlayedMove { number, utility }));
            }
        }
    }

    /// Whether to write the pending games: the first ones at once, later ones, which matter less, a
    /// few at a time.
    pub fn flush_due(&self) -> bool {
        self.pending as u32 >= (self.game / self.flush_size).clamp(1, self.flush_size)
    }

    /// Returns the pending games and clears the list.
    pub fn take_pending(&mut self) -> &[GameRecord] {
        let pending = std::mem::take(&mut self.pending);
        &self.games[..pending]
    }
}
