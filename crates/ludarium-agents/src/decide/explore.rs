//! All positions that can come about, and what leads where.
//!
//! Positions are gone through in rounds. In a round every thread lists the moves of its share of positions, makes them and
//! notes where they lead; then the new positions get their numbers, in one order whatever the number of threads.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::{Ending, Undecided};
use crate::key::{in_short, key, mix};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub mover: u8,
    /// The winner, once known.
    pub winner: u8,
    pub plies: u32,
    /// Where its successors begin.
    pub first: u32,
    pub number: u32,
    /// Successors of which it is not known that the opponent wins.
    pub open: u32,
    /// A hash of the legal moves, once they were listed.
    moves: Option<u64>,
    /// Whether these were compared with those of a position that seemed to be the same.
    compared: bool,
}

/// Positions, the first being the one asked about, and what leads where.
#[derive(Debug)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// Of each position the successors, side by side.
    pub next: Vec<u32>,
    /// The moves that lead to them.
    pub made: Vec<Move>,
    /// Where each is found.
    pub places: Places,
}

/// A question about a position.
type Question<'a> = &'a (dyn Fn(&State) -> bool + Sync);

/// What is to be gone through.
#[derive(Clone, Copy)]
pub(crate) struct Quest<'a> {
    pub game: &'a Game,
    /// Where it begins.
    pub root: &'a State,
    /// Whether that is in the middle of a turn.
    pub turn_goes_on: bool,
    /// No more than so many positions.
    pub limit: usize,
    /// Which positions there may be no more than so many of.
    pub others: Option<(Question<'a>, usize)>,
    pub threads: usize,
    /// What is known of positions beforehand: they are not gone into.
    pub known: &'a (dyn Fn(u64) -> Option<Ending> + Sync),
    /// Whether the legal moves are a part of what tells positions apart.
    pub exact: bool,
}

/// Keys are mixed well already.
#[derive(Default)]
pub(crate) struct Keys(u64);

impl Hasher for Keys {
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

pub(super) type Places = HashMap<u64, u32, BuildHasherDefault<Keys>>;

/// Positions of a round, for each thread.
const ROUND: usize = 1_024;

/// Among so many first positions all that are met again are compared, after them one in [`SAMPLE`].
const CERTAIN: u32 = 10_000;
const SAMPLE: u32 = 16;

/// Where a move leads.
struct Led {
    key: u64,
    mover: u8,
    ending: Ending,
    /// The position, if it is new and goes on.
    state: Option<Box<State>>,
    /// A hash of its legal moves, where these are to be compared.
    moves: Option<u64>,
}

/// A position that was gone into.
struct Looked {
    index: u32,
    moves: u64,
    led: Vec<(Move, Led)>,
}

type Waiting = (u32, Box<State>);

/// What all threads look at and none changes.
#[derive(Clone, Copy)]
struct Known<'a> {
    quest: Quest<'a>,
    nodes: &'a [Node],
    places: &'a Places,
}

impl Known<'_> {
    fn look_into(&self, share: Vec<Waiting>) -> Result<Vec<Looked>, Undecided> {
        let mut chance = SplitMix64::new(0);
        let (mut legal, mut room) = (Vec::new(), Vec::new());
        let mut looked = Vec::with_capacity(share.len());
        for (index, mut state) in share {
            let game = self.quest.game;
            game.legal(&mut state, &mut legal);
            let mover = state.mover();
            let mut led = Vec::with_capacity(legal.len());
            for &mv in &legal {
                let mark = game.apply_marked(&mut state, mv, &mut chance);
                if game.is_simultaneous(&state) {
                    return Err(Undecided::Kind);
                }
                led.push((mv, self.led(&mut state, mover, &mut room)?));
                state.undo(mark);
            }
            looked.push(Looked {
                index,
                moves: in_short(&legal),
                led,
            });
        }
        Ok(looked)
    }

    fn led(&self, state: &mut State, mover: usize, room: &mut Vec<Move>) -> Result<Led, Undecided> {
        let game = self.quest.game;
        let over = state.over();
        let own = key(state, state.mover() == mover && !over);
        let mut led = Led {
            key: own,
            mover: state.mover() as u8,
            ending: Ending::default(),
            state: None,
            moves: None,
        };
        if over {
            let outcome = game.outcome(state).ok_or(Undecided::Fault)?;
            led.ending.winner = outcome.winner as u8;
            // How it ended is all that matters.
            led.key = mix(own, 0x0ef + outcome.winner as u64);
            return Ok(led);
        }
        let mut list = |state: &mut State| {
            game.legal(state, room);
            in_short(room)
        };
        if self.quest.exact {
            led.key = mix(own, list(state));
        }
        if let Some(ending) = (self.quest.known)(led.key) {
            led.ending = ending;
            return Ok(led);
        }
        let known = self.places.get(&led.key);
        if let Some(&index) = known.filter(|_| !self.quest.exact) {
            let node = &self.nodes[index as usize];
            let asked = index < CERTAIN || index % SAMPLE == 0;
            if asked && node.moves.is_some() && !node.compared {
                led.moves = Some(list(state));
            }
        }
        led.state = known.is_none().then(|| Box::new(state.clone()));
        Ok(led)
    }
}

/// Goes through all positions. `None` where two that seemed to be the same were found not to be.
pub(super) fn explore(
    quest: Quest<'_>,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Graph>, Undecided> {
    let mut graph = Graph {
        nodes: Vec::new(),
        next: Vec::new(),
        made: Vec::new(),
        places: Places::default(),
    };
    let mut places = Places::default();
    let root = quest.root;
    let mut waiting: VecDeque<Waiting> = VecDeque::new();
    if quest.game.is_simultaneous(root) {
        return Err(Undecided::Kind);
    }
    let before = if quest.turn_goes_on { root.mover() } else { 0 };
    let first = Known {
        quest,
        nodes: &[],
        places: &places,
    }
    .led(&mut root.clone(), before, &mut Vec::new())?;
    graph.enter(first, &mut places, &mut waiting);
    let (is_other, most_others) = quest.others.unwrap_or((&|_| false, 0));
    let mut others = 0;
    while !waiting.is_empty() {
        let shares = shares(&mut waiting, quest.threads.max(1));
        let known = Known {
            quest,
            nodes: &graph.nodes,
            places: &places,
        };
        let looked = in_threads(known, shares)?;
        for Looked { index, moves, led } in looked {
            let begin = graph.next.len();
            for (mv, led) in led {
                let number = waiting.len();
                let Some(place) = graph.enter(led, &mut places, &mut waiting) else {
                    return Ok(None);
                };
                let new = waiting.back().filter(|_| waiting.len() > number);
                others += usize::from(new.is_some_and(|(_, state)| is_other(state)));
                graph.next.push(place);
                graph.made.push(mv);
            }
            let node = &mut graph.nodes[index as usize];
            node.moves = Some(moves);
            node.first = begin as u32;
            node.number = (graph.next.len() - begin) as u32;
        }
        if others > most_others {
            return Err(Undecided::Others);
        }
        if graph.nodes.len() > quest.limit {
            return Err(Undecided::Limit);
        }
        if !go_on(graph.nodes.len()) {
            return Err(Undecided::Stopped);
        }
    }
    graph.places = places;
    Ok(Some(graph))
}

/// The positions of the next round, a share for each thread.
fn shares(waiting: &mut VecDeque<Waiting>, threads: usize) -> Vec<Vec<Waiting>> {
    let number = waiting.len().min(ROUND * threads);
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

fn in_threads(known: Known<'_>, mut shares: Vec<Vec<Waiting>>) -> Result<Vec<Looked>, Undecided> {
    let own = shares.pop().unwrap_or_default();
    std::thread::scope(|scope| {
        let others: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(move || known.look_into(share)))
            .collect();
        let own = known.look_into(own)?;
        let mut looked = Vec::new();
        for other in others {
            // A thread that ended otherwise than by returning has looked at nothing.
            looked.extend(other.join().unwrap_or(Err(Undecided::Stopped))?);
        }
        looked.extend(own);
        Ok(looked)
    })
}

impl Graph {
    /// The number of a position, a new one where there is none yet; `None` if it has other moves than what was taken for
    /// the same.
    fn enter(
        &mut self,
        led: Led,
        places: &mut Places,
        waiting: &mut VecDeque<Waiting>,
    ) -> Option<u32> {
        match places.entry(led.key) {
            Entry::Occupied(known) => {
                let index = *known.get();
                if led.moves.is_some() {
                    let node = &mut self.nodes[index as usize];
                    node.compared = true;
                    if led.moves != node.moves {
                        return None;
                    }
                }
                Some(index)
            }
            Entry::Vacant(place) => {
                let index = self.nodes.len() as u32;
                place.insert(index);
                self.nodes.push(Node {
                    mover: led.mover,
                    winner: led.ending.winner,
                    plies: led.ending.plies,
                    first: 0,
                    number: 0,
                    open: 0,
                    moves: None,
                    compared: false,
                });
                if let Some(state) = led.state {
                    waiting.push_back((index, state));
                }
                Some(index)
            }
        }
    }
}
