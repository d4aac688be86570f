//! Enumerates all reachable positions and the moves between them.
//!
//! Positions are expanded in rounds. In a round, every thread lists and makes the moves of its
//! share of the positions and records where they lead. Then the new positions are numbered, in an
//! order that does not depend on the number of threads.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::{PositionResult, Undecided};
use crate::key::{key, mix, moves_hash};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub mover: u8,
    /// The winner, once known; 0 before that.
    pub winner: u8,
    pub plies: u32,
    /// The index of the first successor.
    pub first: u32,
    pub number: u32,
    /// The number of successors that are not known to be won by the opponent.
    pub open: u32,
    /// A hash of the legal moves, once they have been listed.
    moves: Option<u64>,
    /// Whether they have been compared with those of a position with the same key.
    compared: bool,
}

/// The positions, beginning with the root, and the moves between them.
#[derive(Debug)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// The successors of each position, side by side.
    pub next: Vec<u32>,
    /// The moves that lead to the successors.
    pub edge_moves: Vec<Move>,
    /// The index of each position by its key.
    pub index_by_key: KeyIndex,
}

/// A property of a position.
type Predicate<'a> = &'a (dyn Fn(&State) -> bool + Sync);

/// What to explore, and within which limits.
#[derive(Clone, Copy)]
pub(crate) struct Exploration<'a> {
    pub game: &'a Game,
    /// The position to start from.
    pub root: &'a State,
    /// Whether it is in the middle of a turn.
    pub turn_goes_on: bool,
    /// The maximum number of positions.
    pub limit: usize,
    /// A property, and the maximum number of positions that have it.
    pub other_material: Option<(Predicate<'a>, usize)>,
    pub threads: usize,
    /// Positions with a known result, which are not expanded.
    pub known: &'a (dyn Fn(u64) -> Option<PositionResult> + Sync),
    /// Whether keys include the legal moves.
    pub exact: bool,
}

/// A hasher that passes keys through; they are well mixed already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0, u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

pub(super) type KeyIndex = HashMap<u64, u32, BuildHasherDefault<KeyHasher>>;

/// Positions per round and thread.
const ROUND_SIZE: usize = 1_024;

/// For this number of positions, the legal moves are compared whenever a key recurs; after that,
/// for one position in [`COMPARE_ONE_IN`].
const ALWAYS_COMPARED: u32 = 10_000;
const COMPARE_ONE_IN: u32 = 16;

/// The position after a move.
struct Successor {
    key: u64,
    mover: u8,
    result: PositionResult,
    /// The state, if it is new and not over.
    state: Option<Box<State>>,
    /// A hash of the legal moves, if they are to be compared.
    moves: Option<u64>,
}

/// A position whose moves have been made.
struct Expanded {
    index: u32,
    moves: u64,
    successors: Vec<(Move, Successor)>,
}

type Waiting = (u32, Box<State>);

/// What all threads read and none changes.
#[derive(Clone, Copy)]
struct SharedView<'a> {
    exploration: Exploration<'a>,
    nodes: &'a [Node],
    index_by_key: &'a KeyIndex,
}

impl SharedView<'_> {
    fn expand(&self, share: Vec<Waiting>) -> Result<Vec<Expanded>, Undecided> {
        let mut chance = SplitMix64::new(0);
        let (mut legal, mut buffer) = (Vec::new(), Vec::new());
        let mut expanded = Vec::with_capacity(share.len());
        for (index, mut state) in share {
            let game = self.exploration.game;
            game.legal(&mut state, &mut legal);
            let mover = state.mover();
            let mut successors = Vec::with_capacity(legal.len());
            for &mv in &legal {
                let mark = game.apply_marked(&mut state, mv, &mut chance);
                if game.is_simultaneous(&state) {
                    return Err(Undecided::Unsupported);
                }
                successors.push((mv, self.successor(&mut state, mover, &mut buffer)?));
                state.undo(mark);
            }
            expanded.push(Expanded {
                index,
                moves: moves_hash(&legal),
                successors,
            });
        }
        Ok(expanded)
    }

    fn successor(
        &self,
        state: &mut State,
        mover: usize,
        buffer: &mut Vec<Move>,
    ) -> Result<Successor, Undecided> {
        let game = self.exploration.game;
        let over = state.over();
        let own = key(state, state.mover() == mover && !over);
        let mut successor = Successor {
            key: own,
            mover: state.mover() as u8,
            result: PositionResult::default(),
            state: None,
            moves: None,
        };
        if over {
            let outcome = game.outcome(state).ok_or(Undecided::Fault)?;
            successor.result.winner = outcome.winner as u8;
            // Only the result of a finished game matters.
            successor.key = mix(own, 0x0ef + outcome.winner as u64);
            return Ok(successor);
        }
        let mut list = |state: &mut State| {
            game.legal(state, buffer);
            moves_hash(buffer)
        };
        if self.exploration.exact {
            successor.key = mix(own, list(state));
        }
        if let Some(result) = (self.exploration.known)(successor.key) {
            successor.result = result;
            return Ok(successor);
        }
        let known = self.index_by_key.get(&successor.key);
        if let Some(&index) = known.filter(|_| !self.exploration.exact) {
            let node = &self.nodes[index as usize];
            let sampled = index < ALWAYS_COMPARED || index % COMPARE_ONE_IN == 0;
            if sampled && node.moves.is_some() && !node.compared {
                successor.moves = Some(list(state));
            }
        }
        successor.state = known.is_none().then(|| Box::new(state.clone()));
        Ok(successor)
    }
}

/// Expands all positions. `None` if two positions with the same key were found to differ.
pub(super) fn explore(
    exploration: Exploration<'_>,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Graph>, Undecided> {
    let mut graph = Graph {
        nodes: Vec::new(),
        next: Vec::new(),
        edge_moves: Vec::new(),
        index_by_key: KeyIndex::default(),
    };
    let mut index_by_key = KeyIndex::default();
    let root = exploration.root;
    let mut waiting: VecDeque<Waiting> = VecDeque::new();
    if exploration.game.is_simultaneous(root) {
        return Err(Undecided::Unsupported);
    }
    let before = if exploration.turn_goes_on {
        root.mover()
    } else {
        0
    };
    let first = SharedView {
        exploration,
        nodes: &[],
        index_by_key: &index_by_key,
    }
    .successor(&mut root.clone(), before, &mut Vec::new())?;
    graph.enter(first, &mut index_by_key, &mut waiting);
    let (is_other, max_other_material) = exploration.other_material.unwrap_or((&|_| false, 0));
    let mut other_material = 0;
    while !waiting.is_empty() {
        let shares = shares(&mut waiting, exploration.threads.max(1));
        let shared = SharedView {
            exploration,
            nodes: &graph.nodes,
            index_by_key: &index_by_key,
        };
        let expanded = expand_in_threads(shared, shares)?;
        for Expanded {
            index,
            moves,
            successors,
        } in expanded
        {
            let begin = graph.next.len();
            for (mv, successor) in successors {
                let number = waiting.len();
                let Some(place) = graph.enter(successor, &mut index_by_key, &mut waiting) else {
                    return Ok(None);
                };
                let new = waiting.back().filter(|_| waiting.len() > number);
                other_material += usize::from(new.is_some_and(|(_, state)| is_other(state)));
                graph.next.push(place);
                graph.edge_moves.push(mv);
            }
            let node = &mut graph.nodes[index as usize];
            node.moves = Some(moves);
            node.first = begin as u32;
            node.number = (graph.next.len() - begin) as u32;
        }
        if other_material > max_other_material {
            return Err(Undecided::OtherMaterial);
        }
        if graph.nodes.len() > exploration.limit {
            return Err(Undecided::Limit);
        }
        if !keep_going(graph.nodes.len()) {
            return Err(Undecided::Stopped);
        }
    }
    graph.index_by_key = index_by_key;
    Ok(Some(graph))
}

/// The positions of the next round, a share for each thread.
fn shares(waiting: &mut VecDeque<Waiting>, threads: usize) -> Vec<Vec<Waiting>> {
    let number = waiting.len().min(ROUND_SIZE * threads);
    let each = number.div_ceil(threads).max(1);
    let mut round = waiting.drain(..number);
    let mut shares = Vec::new();
    loop {
        let share: Vec<Waiting> = round.by_ref().take(each).collect();
        if share.is_empty() {
            return shares;
        }
        shares.push(share);
    }
}

fn expand_in_threads(
    shared: SharedView<'_>,
    mut shares: Vec<Vec<Waiting>>,
) -> Result<Vec<Expanded>, Undecided> {
    let own = shares.pop().unwrap_or_default();
    std::thread::scope(|scope| {
        let others: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(move || shared.expand(share)))
            .collect();
        let own = shared.expand(own)?;
        let mut expanded = Vec::new();
        for other in others {
            // A thread that panicked has expanded nothing.
            expanded.extend(other.join().unwrap_or(Err(Undecided::Stopped))?);
        }
        expanded.extend(own);
        Ok(expanded)
    })
}

impl Graph {
    /// The index of a position, which is added if it is new. `None` if its legal moves differ from
    /// those of the position with the same key.
    fn enter(
        &mut self,
        successor: Successor,
        index_by_key: &mut KeyIndex,
        waiting: &mut VecDeque<Waiting>,
    ) -> Option<u32> {
        match index_by_key.entry(successor.key) {
            Entry::Occupied(known) => {
                let index = *known.get();
                if successor.moves.is_some() {
                    let node = &mut self.nodes[index as usize];
                    node.compared = true;
                    if successor.moves != node.moves {
                        return None;
                    }
                }
                Some(index)
            }
            Entry::Vacant(place) => {
                let index = self.nodes.len() as u32;
                place.insert(index);
                self.nodes.push(Node {
                    mover: successor.mover,
                    winner: successor.result.winner,
                    plies: successor.result.plies,
                    first: 0,
                    number: 0,
                    open: 0,
                    moves: None,
                    compared: false,
                });
                if let Some(state) = successor.state {
                    waiting.push_back((index, state));
                }
                Some(index)
            }
        }
    }
}
