//! How many moves a man of each kind has where the board is thinly peopled.
//!
//! In random games the board stays crowded, and men that go far seem to be worth little more than those that leap. Here
//! men of all kinds are scattered over the sites on which their kinds were seen, until a third of the sites is taken, and
//! their moves are counted: what Betza called the mobility on a crowded board ("About the values of chess pieces", 1996).

use std::collections::BTreeSet;

use engine::state::Piece;
use engine::{Game, Move, SetUp, SplitMix64, State};

/// One site in so many is taken.
const THIN: usize = 3;

/// Positions that are made up; and moves listed in them, in large games of fewer positions.
const POSITIONS: usize = 1_500;
const LISTED: usize = 60_000;

/// A site counts as much as the mean of its kind, as long as a man was found on it no more often than this.
const DOUBT: f64 = 8.0;

/// What was seen in games played.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Positions on the way.
    pub positions: Vec<State>,
    /// By kind, then slot: whether one was seen there.
    pub stood: Vec<Vec<bool>>,
}

/// Counts of moves.
#[derive(Debug)]
pub(super) struct Mobility {
    /// By kind, then slot: moves, and how often a man could have made some.
    counts: Vec<Vec<(f64, f64)>>,
    /// By kind: moves that were seen.
    ways: Vec<BTreeSet<(u16, u16)>>,
}

impl Mobility {
    /// Men of the kinds in `scattered` are scattered, all others stand as they were seen. `None` where nobody can move.
    pub fn count(
        game: &Game,
        seen: &Seen,
        owners: &[usize],
        scattered: &[usize],
        chance: &mut SplitMix64,
    ) -> Option<Mobility> {
        let slots = game.layout().slots;
        let mut counts = vec![vec![(0.0, 0.0); slots]; owners.len()];
        let mut gone = vec![BTreeSet::new(); owners.len()];
        let (mut legal, mut listed, mut found) = (Vec::new(), 0, false);
        let sites: Vec<Vec<usize>> = seen
            .stood
            .iter()
            .map(|stood| (0..slots).filter(|&slot| stood[slot]).collect())
            .collect();
        for round in 0..POSITIONS {
            if listed > LISTED || seen.positions.is_empty() || scattered.is_empty() {
                break;
            }
            let model = &seen.positions[round % seen.positions.len()];
            let pieces = scatter(game, model, &sites, scattered, chance);
            let position = SetUp {
                mover: 1 + (round / seen.positions.len() + round) % game.players(),
                pieces,
                ..SetUp::default()
            };
            let mut state = game.set_up(&position, chance);
            if state.over() || !game.is_at_ease(&mut state) {
                continue;
            }
            game.legal(&mut state, &mut legal);
            listed += legal.len();
            let mover = state.mover();
            let mut ways: Vec<(u16, u16)> = legal.iter().map(|mv| (mv.from, mv.to)).collect();
            ways.sort_unstable();
            ways.dedup();
            for (slot, _) in position.pieces {
                let what = state.what(slot);
                if owners[what] != mover {
                    continue;
                }
                let own = |way: &&(u16, u16)| {
                    usize::from(way.0) == slot && way.1 != way.0 && way.1 != Move::NOWHERE
                };
                let before = gone[what].len();
                gone[what].extend(ways.iter().filter(own).copied());
                let number = ways.iter().filter(own).count();
                found |= gone[what].len() > before;
                let count = &mut counts[what][slot];
                *count = (count.0 + number as f64, count.1 + 1.0);
            }
        }
        found.then_some(Mobility { counts, ways: gone })
    }

    /// Whether a kind comes back the way it went: a pawn does not.
    pub fn comes_back(&self, what: usize) -> bool {
        let ways = &self.ways[what];
        let back = ways
            .iter()
            .filter(|(from, to)| ways.contains(&(*to, *from)));
        2 * back.count() > ways.len()
    }

    /// The moves that a man of one of these kinds has on average.
    pub fn mean(&self, kinds: impl Iterator<Item = usize>) -> f64 {
        let mut sum = (0.0, 0.0f64);
        for count in kinds.flat_map(|what| &self.counts[what]) {
            sum = (sum.0 + count.0, sum.1 + count.1);
        }
        sum.0 / sum.1.max(1.0)
    }

    /// The moves that a man has on a slot, where those of its kind have so many on average.
    pub fn on(&self, what: usize, slot: usize, mean: f64) -> f64 {
        let (moves, times) = self.counts[what][slot];
        (moves + DOUBT * mean) / (times + DOUBT)
    }
}

/// Men for a position, on slots of their own.
fn scatter(
    game: &Game,
    model: &State,
    sites: &[Vec<usize>],
    scattered: &[usize],
    chance: &mut SplitMix64,
) -> Vec<(usize, Piece)> {
    let layout = game.layout();
    let mut pieces: Vec<(usize, Piece)> = Vec::new();
    let mut taken = vec![false; layout.slots];
    for (slot, taken) in taken.iter_mut().enumerate() {
        let what = model.what(slot);
        if what > 0 && !layout.in_hand(slot) && !scattered.contains(&what) {
            pieces.push((slot, model.piece(slot, 0)));
            *taken = true;
        }
    }
    let places = scattered.iter().flat_map(|&what| &sites[what]);
    let mut known = vec![false; layout.slots];
    places.for_each(|&slot| known[slot] = true);
    let room = known.iter().filter(|known| **known).count() / THIN;
    for _ in 0..2 * room {
        if pieces.len() >= room {
            break;
        }
        let what = scattered[chance.index(scattered.len() as u32) as usize];
        let own = &sites[what];
        if own.is_empty() {
            continue;
        }
        let slot = own[chance.index(own.len() as u32) as usize];
        if !taken[slot] {
            taken[slot] = true;
            pieces.push((slot, Piece::of(what)));
        }
    }
    pieces
}

/// What a man with so many moves is worth: about as much as it has moves, a little more where it has many (it goes on to
/// other places), and something for being there at all. So weighed, rook, bishop, knight and pawn of chess come to 5, 3.7, 3.4
/// and 0.8.
pub(super) fn weighed(moves: f64) -> f64 {
    0.3 + moves * (1.0 + 0.02 * moves)
}
