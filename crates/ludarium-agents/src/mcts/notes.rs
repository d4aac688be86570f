//! What a thread notes for itself as it goes down the tree and up again.

use ludarium_engine::Move;

use super::elsewhere::{Asked, Keys, Made};
use super::habits::hash;
use super::iteration::Worth;

/// Places for hashes of moves.
const PLACES: usize = 1 << 14;

/// Which moves have come up since it was last begun, as far as their hashes tell: others may be taken for them, but none is missed.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// For each place, when it was last asked for.
    last: Vec<u32>,
    now: u32,
}

impl Seen {
    /// Nothing has come up so far.
    pub fn begin(&mut self) {
        self.now += 1;
        self.last.resize(PLACES, 0);
    }

    fn place(hash: u64) -> usize {
        hash as usize & (PLACES - 1)
    }

    /// Notes that a move has come up; whether it had before.
    pub fn note(&mut self, hash: u64) -> bool {
        std::mem::replace(&mut self.last[Seen::place(hash)], self.now) == self.now
    }

    pub fn has(&self, hash: u64) -> bool {
        self.last[Seen::place(hash)] == self.now
    }
}

/// A game by the nodes of the tree that it went through, and by its moves.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub path: Vec<usize>,
    /// Its moves with their plies; those that were made more than once where they were last made; the last before all others.
    made: Vec<(usize, Made)>,
}

impl Played {
    /// The moves made at a ply or later, each once.
    pub fn since(&self, ply: usize) -> impl Iterator<Item = Made> + '_ {
        let later = self.made.iter().take_while(move |(at, _)| *at >= ply);
        later.map(|(_, made)| *made)
    }
}

/// Where several threads search, nodes are told of so many games at once: what is written at the root for each game, a thread takes from all
/// others each time.
const AT_ONCE: u32 = 16;

/// The notes of a thread.
#[derive(Debug)]
pub(super) struct Notes {
    /// The moves of the list that is looked through.
    pub met: Seen,
    /// The moves made later in the iteration (RAVE).
    pub later: Seen,
    pub asked: Asked,
    /// For each number of a move, the last game in which it was made.
    last: Vec<u32>,
    game: u32,
    /// Games that nodes have to be told of (GRAVE), and room for more; how many there are.
    games: Vec<Played>,
    untold: usize,
    /// Nodes are told of so many games at once, at the most.
    at_once: u32,
}

impl Notes {
    /// Those of one of so many threads.
    pub fn of_one_of(threads: usize) -> Notes {
        Notes {
            met: Seen::default(),
            later: Seen::default(),
            asked: Asked::default(),
            last: Vec::new(),
            game: 0,
            games: Vec::new(),
            untold: 0,
            at_once: if threads > 1 { AT_ONCE } else { 1 },
        }
    }

    /// Notes a game, of which the first moves were made at these nodes.
    pub fn play(
        &mut self,
        path: impl Iterator<Item = usize>,
        played: &[(usize, Move)],
        worth: &Worth,
        keys: &Keys,
    ) {
        self.game += 1;
        if self.games.len() <= self.untold {
            self.games.push(Played::default());
        }
        let game = &mut self.games[self.untold];
        self.untold += 1;
        game.path.clear();
        game.path.extend(path);
        game.made.clear();
        for (ply, &(by, mv)) in played.iter().enumerate().rev() {
            let number = self.asked.key(keys, hash(by, mv));
            let index = number as usize;
            if self.last.len() <= index {
                self.last.resize(index + 1, 0);
            }
            if std::mem::replace(&mut self.last[index], self.game) != self.game {
                let worth = worth[by.min(16)];
                game.made.push((ply, Made { number, worth }));
            }
        }
    }

    /// Whether nodes are to be told of the games noted: of the first ones at once, of later ones when a few have been played, which do not make
    /// much of a difference any more.
    pub fn are_due(&self) -> bool {
        self.untold as u32 >= (self.game / self.at_once).clamp(1, self.at_once)
    }

    /// Hands over the games of which no node has been told, and forgets them.
    pub fn take_untold(&mut self) -> &[Played] {
        let untold = std::mem::take(&mut self.untold);
        &self.games[..untold]
    }
}
