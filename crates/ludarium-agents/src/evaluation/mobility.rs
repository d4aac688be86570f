//! Mobility of each kind on sparse boards.
//!
//! In random games the board stays crowded, and sliders seem to be worth little more than leapers.
//! Here pieces of all kinds are scattered over the sites on which their kinds were seen, until a
//! third of the sites is occupied, and their moves are counted: Betza's crowded-board mobility
//! ("About the values of chess pieces", 1996).

use std::collections::BTreeMap;

use ludarium_engine::state::Piece;
use ludarium_engine::{Game, Move, SetUp, SplitMix64, State};

/// One site in this number is occupied.
const OCCUPIED_ONE_IN: usize = 3;

/// The maximum number of positions, and of moves listed in them, which limits the positions of
/// large games.
const MAX_POSITIONS_MADE: usize = 1_500;
const MAX_LISTED: usize = 60_000;

/// The weight of captures in the value of a kind's moves, against moves to empty sites.
const CAPTURE_WEIGHT: f64 = 0.9;

/// The minimum number of moves for a statement about captures.
const MIN_SAMPLES: f64 = 100.0;

/// The weight of the kind's mean in the mobility of a site, in observations.
const PRIOR_SAMPLES: f64 = 8.0;

/// What was seen in games.
#[derive(Debug, Default)]
pub(super) struct SeenPositions {
    /// Positions from games.
    pub positions: Vec<State>,
    /// By kind, then slot: whether a piece of the kind was seen there.
    pub stood: Vec<Vec<bool>>,
}

/// Counts of moves on sparse boards.
#[derive(Debug)]
pub(super) struct Mobility {
    /// By kind, then slot: the number of moves, and of positions with the piece to move.
    counts: Vec<Vec<(f64, f64)>>,
    /// By kind: the moves seen, and how often.
    moves_seen: Vec<BTreeMap<(u16, u16), u32>>,
    /// By kind: how often its moves are possible.
    openness: Vec<Openness>,
}

/// How often the moves of a kind are possible to empty sites and to those of opponents.
#[derive(Clone, Copy, Debug, Default)]
struct Openness {
    empty: Frequency,
    others: Frequency,
}

/// How often a move was legal, of the times that a piece stood at its start.
#[derive(Clone, Copy, Debug, Default)]
struct Frequency {
    moved: f64,
    possible: f64,
}

impl Openness {
    /// The counter for a move to a slot; `None` if a piece of the mover stands there.
    fn at(
        &mut self,
        to: u16,
        kinds: &[u32],
        owners: &[usize],
        mover: usize,
    ) -> Option<&mut Frequency> {
        match *kinds.get(usize::from(to))? as usize {
            0 => Some(&mut self.empty),
            other if owners[other] != mover => Some(&mut self.others),
            _ => None,
        }
    }
}

impl Frequency {
    fn rate(self) -> f64 {
        self.moved / self.possible.max(1.0)
    }

    fn add(&mut self, other: Frequency) {
        self.moved += other.moved;
        self.possible += other.possible;
    }
}

impl Mobility {
    /// Counts moves with pieces of the kinds in `scattered` scattered and all others as they were
    /// seen. `None` if no piece can move.
    pub fn count(
        game: &Game,
        seen: &SeenPositions,
        owners: &[usize],
        scattered: &[usize],
        chance: &mut SplitMix64,
    ) -> Option<Mobility> {
        let slots = game.layout().slots;
        let mut counts = vec![vec![(0.0, 0.0); slots]; owners.len()];
        let mut moves_seen: Vec<BTreeMap<(u16, u16), u32>> = vec![BTreeMap::new(); owners.len()];
        let (mut legal, mut listed, mut found) = (Vec::new(), 0, false);
        let mut positions = Vec::new();
        let mut openness = vec![Openness::default(); owners.len()];
        let sites: Vec<Vec<usize>> = seen
            .stood
            .iter()
            .map(|stood| (0..slots).filter(|&slot| stood[slot]).collect())
            .collect();
        for round in 0..MAX_POSITIONS_MADE {
            if listed > MAX_LISTED || seen.positions.is_empty() || scattered.is_empty() {
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
            if state.over() || game.is_in_check(&mut state) {
                continue;
            }
            game.legal(&mut state, &mut legal);
            listed += legal.len();
            let mover = state.mover();
            let mut pairs: Vec<(u16, u16)> = legal.iter().map(|mv| (mv.from, mv.to)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            for (slot, _) in position.pieces {
                let what = state.what(slot);
                if owners[what] != mover {
                    continue;
                }
                let own = |pair: &&(u16, u16)| {
                    usize::from(pair.0) == slot && pair.1 != pair.0 && pair.1 != Move::NOWHERE
                };
                let mut number = 0;
                for pair in pairs.iter().filter(own) {
                    *moves_seen[what].entry(*pair).or_default() += 1;
                    number += 1;
                    if let Some(frequency) = openness[what].at(pair.1, state.kinds(), owners, mover)
                    {
                        frequency.moved += 1.0;
                    }
                }
                found |= number > 0;
                let count = &mut counts[what][slot];
                *count = (count.0 + number as f64, count.1 + 1.0);
            }
            positions.push((mover, state.kinds().to_vec()));
        }
        // All moves of the kinds are known only now.
        for (mover, kinds) in &positions {
            for (slot, what) in kinds
                .iter()
                .enumerate()
                .map(|(slot, what)| (slot, *what as usize))
            {
                if owners[what] != *mover {
                    continue;
                }
                let from = u16::try_from(slot).unwrap_or(Move::NOWHERE);
                for (_, to) in moves_seen[what]
                    .range((from, 0)..=(from, u16::MAX))
                    .map(|(pair, _)| pair)
                {
                    if let Some(frequency) = openness[what].at(*to, kinds, owners, *mover) {
                        frequency.possible += 1.0;
                    }
                }
            }
        }
        found.then_some(Mobility {
            counts,
            moves_seen,
            openness,
        })
    }

    /// The factor for kinds that capture otherwise than they move: 1 if captures and moves are the
    /// same (rook), above 1 if captures are more frequent (chess pawn), below 1 if they are rare
    /// (cannon).
    pub fn capture_factor(&self, kinds: impl Iterator<Item = usize>) -> f64 {
        let Openness {
            mut empty,
            mut others,
        } = Openness::default();
        for what in kinds {
            empty.add(self.openness[what].empty);
            others.add(self.openness[what].others);
        }
        let moved = empty.moved + others.moved;
        if moved < MIN_SAMPLES || empty.possible < MIN_SAMPLES || others.possible < MIN_SAMPLES {
            return 1.0;
        }
        let rate = (1.0 - CAPTURE_WEIGHT) * empty.rate() + CAPTURE_WEIGHT * others.rate();
        rate * (empty.possible + others.possible) / moved
    }

    /// Whether the moves of a kind can usually be reversed; those of a pawn cannot.
    pub fn is_reversible(&self, what: usize) -> bool {
        let pairs = &self.moves_seen[what];
        let back = pairs
            .keys()
            .filter(|(from, to)| pairs.contains_key(&(*to, *from)));
        2 * back.count() > pairs.len()
    }

    /// The mean number of moves of a piece of these kinds.
    pub fn mean(&self, kinds: impl Iterator<Item = usize>) -> f64 {
        let mut sum = (0.0, 0.0f64);
        for count in kinds.flat_map(|what| &self.counts[what]) {
            sum = (sum.0 + count.0, sum.1 + count.1);
        }
        sum.0 / sum.1.max(1.0)
    }

    /// The number of sites within two moves per site within one, on average: higher for a rook or
    /// knight than for a king or pawn.
    pub fn two_move_range(&self, kinds: impl Iterator<Item = usize>) -> f64 {
        let (mut near, mut far) = (0.0, 0.0);
        for what in kinds {
            for (slot, &(moves, times)) in self.counts[what].iter().enumerate() {
                if times > 0.0 {
                    near += moves;
                    far += times * self.sites_within_two(what, slot);
                }
            }
        }
        if near > 0.0 {
            far / near
        } else {
            1.0
        }
    }

    /// The expected number of other sites that a piece reaches from a slot within two moves. Moves
    /// count as independent and as probable as they were seen.
    fn sites_within_two(&self, what: usize, slot: usize) -> f64 {
        let mut missed: BTreeMap<u16, f64> = BTreeMap::new();
        for (first, probability) in self.targets(what, slot) {
            *missed.entry(first).or_insert(1.0) *= 1.0 - probability;
            for (second, then) in self.targets(what, usize::from(first)) {
                *missed.entry(second).or_insert(1.0) *= 1.0 - probability * then;
            }
        }
        let reached = missed.iter().filter(|(to, _)| usize::from(**to) != slot);
        reached.map(|(_, missed)| 1.0 - missed).sum()
    }

    /// The moves of a piece from a slot, with their frequencies.
    fn targets(&self, what: usize, slot: usize) -> impl Iterator<Item = (u16, f64)> + '_ {
        let from = u16::try_from(slot).unwrap_or(Move::NOWHERE);
        let times = self.counts[what].get(slot).map_or(0.0, |count| count.1);
        let pairs = self.moves_seen[what].range((from, 0)..=(from, u16::MAX));
        pairs.map(move |((_, to), seen)| (*to, (f64::from(*seen) / times.max(1.0)).min(1.0)))
    }

    /// The mobility of a piece on a slot, shrunk towards the `mean` of its kind.
    pub fn on_site(&self, what: usize, slot: usize, mean: f64) -> f64 {
        let (moves, times) = self.counts[what][slot];
        (moves + PRIOR_SAMPLES * mean) / (times + PRIOR_SAMPLES)
    }
}

/// Pieces for a position, on distinct slots.
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
    let room = known.iter().filter(|known| **known).count() / OCCUPIED_ONE_IN;
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

/// The two-move range of a knight or a rook, approximately.
const TYPICAL_RANGE: f64 = 3.8;

/// The value of a piece with a mean number of moves and a two-move range. It is about proportional
/// to the number of moves: a little more for many moves, less for moves that stay in the
/// neighbourhood (a king has more moves than a knight and is worth no more), plus a constant for
/// the piece itself. For the pieces of chess this gives the usual ratios.
pub(super) fn piece_value(moves: f64, range: f64) -> f64 {
    0.3 + moves * (1.0 + 0.02 * moves) * (range / TYPICAL_RANGE).sqrt()
}
