//! Small games decided once and for all: every position that can come about, and what it is worth.
//!
//! Positions are gone through from the first one on; then results are carried back from the ends (retrograde
//! analysis: Thompson, "Retrograde analysis of certain endgames", 1986). Who can neither win nor is lost
//! goes on for ever, or to a drawn end: that is a draw.
//!
//! Two positions are taken for one where the same men stand on the same sites, in the same state, with the same
//! player to move, the same scores and dice. What rules remember beside that (a pawn that may be taken in
//! passing) shows in the legal moves: these are compared whenever a position is met for the second or
//! third time, and as soon as they ever differ, everything is done again with the legal moves as a part of every
//! position.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use engine::{Game, Move, SplitMix64, State};

use crate::key::{key, mix};

/// What a position is worth between two who make no mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// This player wins, in so many plies if both do their best.
    Win {
        /// Who wins.
        player: usize,
        /// Plies until then.
        plies: u32,
    },
    /// Nobody can force a win.
    Draw,
}

/// A game decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// What the position asked about is worth.
    pub worth: Worth,
    /// Best play from there, as long as it makes progress.
    pub line: Vec<Move>,
    /// Positions that can come about.
    pub positions: usize,
    /// By player (from 1), the longest that a win of theirs takes in any of these positions in which it is their turn.
    pub longest: [u32; 3],
}

/// Why a game was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It is not a game of two players without chance and hidden things.
    Kind,
    /// There are more positions than were to be looked at.
    Limit,
    /// The caller said to stop.
    Stopped,
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Undecided::Kind => {
                "only games of two players are decided, without chance and hidden things"
            }
            Undecided::Limit => "not decided within the limit",
            Undecided::Stopped => "stopped",
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    mover: u8,
    /// The winner, once known.
    winner: u8,
    plies: u32,
    /// Where its successors begin.
    first: u32,
    number: u32,
    /// Successors of which it is not known that the opponent wins.
    open: u32,
    met: u8,
    moves: u64,
}

struct Graph<'g> {
    game: &'g Game,
    nodes: Vec<Node>,
    next: Vec<u32>,
    made: Vec<Move>,
    places: HashMap<u64, u32>,
    /// Whether the legal moves are a part of what tells positions apart.
    exact: bool,
}

/// Legal moves of one key were not alike.
struct Unlike;

/// Decides a position, looking at no more than `limit` others. `go_on` is told how many were looked at, now and
/// then, and says whether to go on.
///
/// # Errors
/// Says why it was not decided.
///
/// ```
/// # let text = r#"(game "Line of Three" (players 2)
/// #     (equipment { (board (square 3)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"#;
/// # let definitions = lud::Definitions::none();
/// # let description = lud::load("three.lud", text, &definitions, &lud::Choices::defaults()).unwrap();
/// # let game = engine::Game::compile(&description).unwrap();
/// use agents::decide::{decide, Worth};
/// use engine::SplitMix64;
///
/// let start = game.start(&mut SplitMix64::new(0));
/// let decided = decide(&game, &start, 10_000, &mut |_| true).unwrap();
/// assert_eq!(decided.worth, Worth::Draw);
/// // As is well known, noughts and crosses has 5,478 positions.
/// assert_eq!(decided.positions, 5_478);
/// ```
pub fn decide(
    game: &Game,
    state: &State,
    limit: usize,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Decided, Undecided> {
    let features = game.features();
    let single = game.games().count() == 0;
    if game.players() != 2 || features.stochastic || features.hidden_information || !single {
        return Err(Undecided::Kind);
    }
    for exact in [false, true] {
        let mut graph = Graph {
            game,
            nodes: Vec::new(),
            next: Vec::new(),
            made: Vec::new(),
            places: HashMap::new(),
            exact,
        };
        if let Ok(found) = graph.explore(state, limit, go_on)? {
            graph.carry_back();
            return Ok(graph.decided(found));
        }
    }
    Err(Undecided::Kind)
}

/// How many positions are looked at between two questions whether to go on.
const ASK: usize = 1_024;

impl Graph<'_> {
    fn explore(
        &mut self,
        root: &State,
        limit: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Result<u32, Unlike>, Undecided> {
        let mut chance = SplitMix64::new(0);
        let mut open: VecDeque<(u32, State)> = VecDeque::new();
        let mut legal = Vec::new();
        let mut state = root.clone();
        let first = match self.place(&mut state, false, &mut open) {
            Ok(first) => first,
            Err(unlike) => return Ok(Err(unlike)),
        };
        let mut done = 0;
        while let Some((index, mut state)) = open.pop_front() {
            done += 1;
            if self.nodes.len() > limit {
                return Err(Undecided::Limit);
            }
            if done % ASK == 0 && !go_on(self.nodes.len()) {
                return Err(Undecided::Stopped);
            }
            self.game.legal(&mut state, &mut legal);
            let begin = self.next.len();
            let mover = state.mover();
            for &mv in &legal {
                let mark = self.game.apply_marked(&mut state, mv, &mut chance);
                if self.game.moves_together(&state) {
                    return Err(Undecided::Kind);
                }
                let same_turn = state.mover() == mover;
                let place = self.place(&mut state, same_turn, &mut open);
                state.undo(mark);
                match place {
                    Ok(place) => {
                        self.next.push(place);
                        self.made.push(mv);
                    }
                    Err(unlike) => return Ok(Err(unlike)),
                }
            }
            let node = &mut self.nodes[index as usize];
            node.first = begin as u32;
            node.number = (self.next.len() - begin) as u32;
        }
        Ok(Ok(first))
    }

    /// The node of a state, made where there is none.
    fn place(
        &mut self,
        state: &mut State,
        same_turn: bool,
        open: &mut VecDeque<(u32, State)>,
    ) -> Result<u32, Unlike> {
        // A game that is over goes on for nobody.
        let mut own = key(state, 2, same_turn && !state.over());
        if state.over() {
            // How it ended is all that matters.
            let winner = self.game.outcome(state).map_or(0, |outcome| outcome.winner);
            own = mix(own, 0x0ef + winner as u64);
        }
        let mut moves = None;
        if self.exact && !state.over() {
            let hash = self.moves(state);
            own = mix(own, hash);
            moves = Some(hash);
        }
        match self.places.entry(own) {
            Entry::Occupied(known) => {
                let index = *known.get();
                let met = self.nodes[index as usize].met;
                if met < 2 && !self.exact && !state.over() {
                    self.nodes[index as usize].met += 1;
                    if self.moves(state) != self.nodes[index as usize].moves {
                        return Err(Unlike);
                    }
                }
                Ok(index)
            }
            Entry::Vacant(place) => {
                let index = self.nodes.len() as u32;
                place.insert(index);
                let winner = self.game.outcome(state).map_or(0, |outcome| outcome.winner);
                let moves = match (state.over(), moves) {
                    (true, _) => 0,
                    (false, Some(moves)) => moves,
                    (false, None) => self.moves(state),
                };
                self.nodes.push(Node {
                    mover: state.mover() as u8,
                    winner: winner as u8,
                    plies: 0,
                    first: 0,
                    number: 0,
                    open: 0,
                    met: 0,
                    moves,
                });
                if !state.over() {
                    open.push_back((index, state.clone()));
                }
                Ok(index)
            }
        }
    }

    /// A hash of the legal moves.
    fn moves(&self, state: &mut State) -> u64 {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        legal.iter().fold(0, |hash, mv| {
            mix(hash, u64::from(mv.from) << 16 | u64::from(mv.to))
        })
    }

    fn successors(&self, index: usize) -> std::ops::Range<usize> {
        let node = self.nodes[index];
        node.first as usize..(node.first + node.number) as usize
    }

    /// Carries results back from the ends, the nearest first.
    fn carry_back(&mut self) {
        // Who leads where, backwards: counted, then filled in.
        let mut begin = vec![0u32; self.nodes.len() + 1];
        for &next in &self.next {
            begin[next as usize + 1] += 1;
        }
        for index in 1..begin.len() {
            begin[index] += begin[index - 1];
        }
        let mut filled = begin.clone();
        let mut before = vec![0u32; self.next.len()];
        for index in 0..self.nodes.len() {
            for place in self.successors(index) {
                let next = self.next[place] as usize;
                before[filled[next] as usize] = index as u32;
                filled[next] += 1;
            }
            self.nodes[index].open = self.nodes[index].number;
        }
        let mut queue: VecDeque<u32> = (0..self.nodes.len() as u32)
            .filter(|&index| self.nodes[index as usize].winner > 0)
            .collect();
        while let Some(index) = queue.pop_front() {
            let Node { winner, plies, .. } = self.nodes[index as usize];
            let range = begin[index as usize] as usize..begin[index as usize + 1] as usize;
            for &parent in &before[range] {
                let node = &mut self.nodes[parent as usize];
                if node.winner > 0 {
                    continue;
                }
                node.open = node.open.saturating_sub(1);
                if node.mover == winner || node.open == 0 {
                    node.winner = winner;
                    node.plies = plies + 1;
                    queue.push_back(parent);
                }
            }
        }
    }

    fn decided(&self, root: u32) -> Decided {
        let mut longest = [0; 3];
        for node in &self.nodes {
            if node.winner == node.mover && node.number > 0 {
                let own = &mut longest[usize::from(node.winner).min(2)];
                *own = (*own).max(node.plies);
            }
        }
        let mut line = Vec::new();
        let mut at = root as usize;
        while self.nodes[at].winner > 0 {
            let winner = self.nodes[at].winner;
            let fits = |&place: &usize| {
                let next = self.nodes[self.next[place] as usize];
                next.winner == winner && next.plies + 1 == self.nodes[at].plies
            };
            let Some(place) = self.successors(at).find(fits) else {
                break;
            };
            line.push(self.made[place]);
            at = self.next[place] as usize;
        }
        let node = self.nodes[root as usize];
        Decided {
            worth: match node.winner {
                0 => Worth::Draw,
                player => Worth::Win {
                    player: usize::from(player),
                    plies: node.plies,
                },
            },
            line,
            positions: self.nodes.len(),
            longest,
        }
    }
}
