//! Frontier-based search over all tours: processes the board cell by cell and stores only the open
//! ends of partial paths.
//!
//! A set of leaps among the processed cells forms partial paths. For the remaining cells it matters
//! only which of them are ends of a partial path, and which two ends belong together. Sets of leaps
//! that agree in this are merged into one state.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::find::Wanted;
use super::graph::{path_from_edges, Graph, Node};
use super::Board;

/// Where the tours may end.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// Whether the tour is closed, without ends.
    closed: bool,
    /// For each cell: whether it may be an end.
    may: Vec<bool>,
    /// For each cell: whether it must be an end.
    must: Vec<bool>,
}

impl Ends {
    pub(super) fn of(graph: &Graph, wanted: &Wanted) -> Ends {
        let node = |cell: Option<_>| cell.and_then(|cell| graph.node(cell));
        let named: Vec<Node> = [node(wanted.from), node(wanted.to)]
            .into_iter()
            .flatten()
            .collect();
        let mut must = vec![false; graph.len()];
        named.iter().for_each(|n| must[*n] = !wanted.closed);
        Ends {
            closed: wanted.closed,
            may: match (wanted.closed, named.len()) {
                (true, _) => vec![false; graph.len()],
                (false, 2) => must.clone(),
                (false, _) => vec![true; graph.len()],
            },
            must,
        }
    }
}

/// The result of the search for a tour.
pub(super) enum Found {
    /// A tour.
    Path(Vec<Node>),
    /// There is no tour.
    None,
    /// There were too many states.
    GaveUp,
}

/// Maximum number of cells in the frontier.
const MAX_WIDTH: usize = 24;

/// Maximum number of states at a time, and in total while looking for a tour.
const MAX_STATES: usize = 2_000_000;
const MAX_TOTAL_STATES: usize = 20_000_000;

/// Codes for a frontier cell: it has no leap yet; it has both; it is the end of a partial path
/// whose other end is an end of the tour. Any other code is the frontier cell at the other end.
const UNTOUCHED: u8 = 0;
const DONE: u8 = 255;
const ENDED: u8 = 254;

/// The frontier cells, nearest first; a code names another cell by its distance from the current
/// one plus 1. `ends` is the number of ends of the tour so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    cells: [u8; MAX_WIDTH],
    ends: u8,
}

/// The cells in processing order, along the longer side, and the position of each in that order.
fn order(graph: &Graph, board: &Board) -> (Vec<Node>, Vec<usize>) {
    let mut order: Vec<Node> = (0..graph.len()).collect();
    if board.columns() > board.rows() {
        order.sort_by_key(|node| {
            let (row, column) = graph.cell(*node);
            (column, row)
        });
    }
    let mut place = vec![0; graph.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(at, node)| place[*node] = at);
    (order, place)
}

/// The number of frontier cells that must be stored.
pub(super) fn width(graph: &Graph, board: &Board) -> usize {
    let (order, place) = order(graph, board);
    let far_end = order.iter().enumerate().map(|(at, node)| {
        let last = graph.next(*node).iter().map(|next| place[*next]).max();
        last.map_or(0, |last| last.saturating_sub(at))
    });
    far_end.max().unwrap_or(0)
}

/// The leaps of a cell to later cells, by distance; 0 for none.
type Choice = [u8; 2];

/// The transitions from one cell to the next.
struct Sweep<'a> {
    ends: &'a Ends,
    order: Vec<Node>,
    /// For each position: the distances of the later cells that it leaps to.
    later: Vec<Vec<u8>>,
}

impl<'a> Sweep<'a> {
    fn new(graph: &Graph, board: &Board, ends: &'a Ends) -> Sweep<'a> {
        let (order, place) = order(graph, board);
        let later = order.iter().enumerate().map(|(at, node)| {
            let ahead = graph.next(*node).iter().filter(|n| place[**n] > at);
            let mut distances: Vec<u8> = ahead.map(|n| (place[*n] - at) as u8).collect();
            distances.sort_unstable();
            distances
        });
        Sweep {
            later: later.collect(),
            ends,
            order,
        }
    }

    fn start() -> State {
        State {
            cells: [UNTOUCHED; MAX_WIDTH],
            ends: 0,
        }
    }

    /// Calls `emit` for every choice of leaps of the cell at a position. Cell 0 of the state is
    /// that cell, which then leaves the frontier.
    fn transitions(&self, at: usize, state: &State, mut emit: impl FnMut(State, Choice)) {
        let node = self.order[at];
        let degrees = match state.cells[0] {
            UNTOUCHED => 0,
            DONE => 2,
            _ => 1,
        };
        let (may, must) = (self.ends.may[node] && state.ends < 2, self.ends.must[node]);
        if !must && degrees <= 2 {
            self.add_leaps(at, *state, 2 - degrees, &mut emit);
        }
        if (may || must) && degrees <= 1 && state.ends < 2 {
            let mut ended = *state;
            ended.ends += 1;
            let other = ended.cells[0];
            ended.cells[0] = match other {
                UNTOUCHED => ENDED,
                // Both ends of the tour are on one partial path: it must be the whole tour.
                ENDED => match self.all_done(at, &ended, None) {
                    true => DONE,
                    false => return,
                },
                other => {
                    ended.cells[usize::from(other) - 1] = ENDED;
                    DONE
                }
            };
            self.add_leaps(at, ended, 1 - degrees, &mut emit);
        }
    }

    /// Adds `count` leaps to later cells, and moves on to the next cell.
    fn add_leaps(
        &self,
        at: usize,
        state: State,
        count: usize,
        emit: &mut impl FnMut(State, Choice),
    ) {
        let later = &self.later[at];
        match count {
            0 => emit(shift(state), [0, 0]),
            1 => {
                for &to in later {
                    if let Some(next) = self.join(state, to, at) {
                        emit(shift(next), [to, 0]);
                    }
                }
            }
            _ => {
                for (i, &first) in later.iter().enumerate() {
                    let Some(half) = self.join(state, first, at) else {
                        continue;
                    };
                    for &second in &later[i + 1..] {
                        if let Some(next) = self.join(half, second, at) {
                            emit(shift(next), [first, second]);
                        }
                    }
                }
            }
        }
    }

    /// Joins the current cell with a later one. `None` if that one has both leaps, or if a partial
    /// path would close before all cells are done.
    fn join(&self, mut state: State, to: u8, at: usize) -> Option<State> {
        let there = usize::from(to);
        let (own, other) = (state.cells[0], state.cells[there]);
        if other == DONE {
            return None;
        }
        // The other ends of the two partial paths; a single cell is its own other end.
        let far_end = |code: u8, itself: u8| if code == UNTOUCHED { itself } else { code };
        let (a, b) = (far_end(own, 1), far_end(other, to + 1));
        if own != UNTOUCHED && a == to + 1 {
            return self.close(state, there, at);
        }
        if a == ENDED && b == ENDED {
            // It must be the whole tour.
            if !self.all_done(at, &state, Some(there)) {
                return None;
            }
            state.cells[0] = DONE;
            state.cells[there] = DONE;
            return Some(state);
        }
        state.cells[0] = if own == UNTOUCHED { UNTOUCHED } else { DONE };
        state.cells[there] = if other == UNTOUCHED { UNTOUCHED } else { DONE };
        // Each far end refers to the other.
        for (end, other_end) in [(a, b), (b, a)] {
            if end != ENDED {
                state.cells[usize::from(end) - 1] = other_end;
            }
        }
        Some(state)
    }

    /// Whether all later cells, except `but`, have both leaps already.
    fn all_done(&self, at: usize, state: &State, but: Option<usize>) -> bool {
        let left = self.order.len() - at - 1;
        (1..=left).all(|i| Some(i) == but || (i < MAX_WIDTH && state.cells[i] == DONE))
    }

    /// Closes a partial path, which must be the whole tour.
    fn close(&self, mut state: State, there: usize, at: usize) -> Option<State> {
        if !self.ends.closed || !self.all_done(at, &state, Some(there)) {
            return None;
        }
        state.cells[0] = DONE;
        state.cells[there] = DONE;
        Some(state)
    }
}

/// The state relative to the next cell.
fn shift(mut state: State) -> State {
    state.cells.copy_within(1.., 0);
    state.cells[MAX_WIDTH - 1] = UNTOUCHED;
    for code in &mut state.cells {
        if *code != UNTOUCHED && *code != DONE && *code != ENDED {
            *code -= 1;
        }
    }
    state
}

/// Whether the state after the last cell is a tour.
fn complete(ends: &Ends, state: &State) -> bool {
    let none_open = state.cells.iter().all(|c| *c == UNTOUCHED || *c == DONE);
    none_open && (ends.closed || state.ends == 2)
}

/// Counts tours. A tour and its reverse count once, and so do the starting cells of a closed tour.
/// `None` if there are too many states.
pub(super) fn count(graph: &Graph, board: &Board, ends: &Ends) -> Option<u128> {
    if width(graph, board) + 1 >= MAX_WIDTH {
        return None;
    }
    let sweep = Sweep::new(graph, board, ends);
    let mut states: FxHashMap<State, u128> = FxHashMap::default();
    states.insert(Sweep::start(), 1);
    for at in 0..graph.len() {
        let mut next: FxHashMap<State, u128> = FxHashMap::default();
        for (state, transitions) in &states {
            sweep.transitions(at, state, |state, _| {
                *next.entry(state).or_insert(0) += transitions
            });
        }
        states = next;
        if states.len() > MAX_STATES {
            return None;
        }
    }
    Some(
        states
            .iter()
            .filter(|(s, _)| complete(ends, s))
            .map(|(_, transitions)| transitions)
            .sum(),
    )
}

/// Looks for a tour.
pub(super) fn find(graph: &Graph, board: &Board, ends: &Ends) -> Found {
    if width(graph, board) + 1 >= MAX_WIDTH {
        return Found::GaveUp;
    }
    let sweep = Sweep::new(graph, board, ends);
    // For each position and state: the previous state, and the leaps chosen there.
    let mut steps: Vec<Vec<(u32, Choice)>> = Vec::with_capacity(graph.len());
    let mut states = vec![Sweep::start()];
    let mut total = 0;
    for at in 0..graph.len() {
        let mut known: FxHashMap<State, ()> = FxHashMap::default();
        let (mut next, mut from) = (Vec::new(), Vec::new());
        for (index, state) in states.iter().enumerate() {
            sweep.transitions(at, state, |state, choice| {
                if known.insert(state, ()).is_none() {
                    next.push(state);
                    from.push((index as u32, choice));
                }
            });
        }
        states = next;
        total += states.len();
        steps.push(from);
        if total > MAX_TOTAL_STATES {
            return Found::GaveUp;
        }
    }
    let Some(mut index) = states.iter().position(|state| complete(ends, state)) else {
        return Found::None;
    };
    let mut joined: Vec<Vec<Node>> = vec![Vec::new(); graph.len()];
    for (at, from) in steps.iter().enumerate().rev() {
        let (before, choice) = from[index];
        for to in choice.into_iter().filter(|to| *to > 0) {
            let (a, b) = (sweep.order[at], sweep.order[at + usize::from(to)]);
            joined[a].push(b);
            joined[b].push(a);
        }
        index = before as usize;
    }
    let start = joined.iter().position(|add_leaps| add_leaps.len() == 1);
    Found::Path(path_from_edges(&joined, start.unwrap_or(0)))
}
