//! What a thread notes for itself as it goes down the tree and up again.

use ludarium_engine::Move;

use super::amaf::{KeyCache, MoveKeys, PlayedMove};
use super::iteration::Utilities;
use super::mast::move_hash;

/// Places for hashes of moves.
const FILTER_SIZE: usize = 1 << 14;

/// Which moves have come up since it was last begun, as far as their hashes tell: others may be taken for them, but none is missed.
#[derive(Debug, Default)]
pub(super) struct MoveFilter {
    /// For each place, when it was last asked for.
    last: Vec<u32>,
    now: u32,
}

impl MoveFilter {
    /// Nothing has come up so far.
    pub fn begin(&mut self) {
        self.now += 1;
        self.last.resize(FILTER_SIZE, 0);
    }

    fn place(hash: u64) -> usize {
        hash as usize & (FILTER_SIZE - 1)
    }

    /// Notes that a move has come up; whether it had before.
    pub fn insert(&mut self, hash: u64) -> bool {
        std::mem::replace(&mut self.last[MoveFilter::place(hash)], self.now) == self.now
    }

    pub fn contains(&self, hash: u64) -> bool {
        self.last[MoveFilter::place(hash)] == self.now
    }
}

/// A game by the nodes of the tree that it went through, and by its moves.
#[derive(Debug, Default)]
pub(super) struct GameRecord {
    pub path: Vec<usize>,
    /// Its moves with their plies; those that were made more than once where they were last made; the last before all others.
    made: Vec<(usize, PlayedMove)>,
}

impl GameRecord {
    /// The moves made at a ply or later, each once.
    pub fn since(&self, ply: usize) -> impl Iterator<Item = PlayedMove> + '_ {
        let later = self.made.iter().take_while(move |(at, _)| *at >= ply);
        later.map(|(_, made)| *made)
    }
}

/// Where several threads search, nodes are told of so many games at once: what is written at the root for each game, a thread takes from all
/// others each time.
const FLUSH_SIZE: u32 = 16;

/// The notes of a thread.
#[derive(Debug)]
pub(super) struct ThreadStats {
    /// The moves of the list that is looked through.
    pub listed: MoveFilter,
    /// The moves made later in the iteration (RAVE).
    pub played_later: MoveFilter,
    pub key_cache: KeyCache,
    /// For each number of a move, the last game in which it was made.
    last: Vec<u32>,
    game: u32,
    /// Games that nodes have to be told of (GRAVE), and room for more; how many there are.
    games: Vec<GameRecord>,
    pending: usize,
    /// Nodes are told of so many games at once, at the most.
    flush_size: u32,
}

impl ThreadStats {
    /// Those of one of so many threads.
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

    /// Notes a game, of which the first moves were made at these nodes.
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

    /// Whether nodes are to be told of the games noted: of the first ones at once, of later ones when a few have been played, which do not make
    /// much of a difference any more.
    pub fn flush_due(&self) -> bool {
        self.pending as u32 >= (self.game / self.flush_size).clamp(1, self.flush_size)
    }

    /// Hands over the games of which no node has been told, and forgets them.
    pub fn take_pending(&mut self) -> &[GameRecord] {
        let pending = std::mem::take(&mut self.pending);
        &self.games[..pending]
    }
}
