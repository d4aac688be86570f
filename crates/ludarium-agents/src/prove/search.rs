//! The search for a win of one player.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::endgames::{EndgameQuery, EndgameTable};
use super::table::{Table, Value, CONDITIONAL, INFINITE, UNCONDITIONAL};
use crate::decide::{KeyHasher, PositionResult};
use crate::key::{key, mix, moves_hash};

/// Whether the player can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Wins,
    CannotWin,
    Unknown,
}

/// The maximum length of a line in plies.
const MAX_PLY: usize = 600;

/// Positions between two calls of the callback.
const CALLBACK_INTERVAL: u64 = 4_096;

/// This number of positions is compared with others of the same key, after that one in
/// [`COMPARE_ONE_IN`].
const ALWAYS_COMPARED: usize = 10_000;
const COMPARE_ONE_IN: u64 = 64;

/// A move and the stored data about the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    key: u64,
    value: Value,
}

/// What is kept between the searches for the two players.
#[derive(Debug)]
pub(super) struct Memory {
    pub table: Table,
    pub endgames: EndgameTable,
}

pub(super) struct Search<'a> {
    pub game: &'a Game,
    /// The player whose win is searched.
    pub player: usize,
    pub memory: &'a mut Memory,
    pub nodes: u64,
    /// The number of positions of verified defences.
    pub defence_size: usize,
    max_nodes: u64,
    last_callback: u64,
    keep_going: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
    /// Whether some position counted as no win without being searched to the end.
    pub incomplete: bool,
    /// Whether keys include the legal moves.
    exact: bool,
    /// Hashes of the legal moves of some positions.
    compared: HashMap<u64, u64, BuildHasherDefault<KeyHasher>>,
    /// Whether two positions with the same key were found to differ.
    pub key_collision: bool,
    /// Keys of the current path, beginning with the root.
    path: Vec<u64>,
    chance: SplitMix64,
    buffers: Vec<(Vec<Move>, Vec<Child>)>,
}

impl<'a> Search<'a> {
    pub fn new(
        game: &'a Game,
        player: usize,
        memory: &'a mut Memory,
        exact: bool,
        max_nodes: u64,
        keep_going: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a> {
        Search {
            game,
            player,
            memory,
            nodes: 0,
            defence_size: 0,
            max_nodes,
            last_callback: 0,
            keep_going,
            stopped: false,
            incomplete: false,
            exact,
            compared: HashMap::default(),
            key_collision: false,
            path: Vec::new(),
            chance: SplitMix64::new(0),
            buffers: Vec::new(),
        }
    }

    /// Whether the player wins from here.
    pub fn solve_root(&mut self, state: &State) -> Answer {
        let mut state = state.clone();
        if state.over() {
            let value = self.terminal_value(&state);
            return self.answer(value);
        }
        let key = self.key(&mut state, false);
        let value = self.solve(&mut state, key);
        match value.is_disproved() && value.detail == CONDITIONAL {
            true => self.verify_disproof(&state, key),
            false => self.answer(value),
        }
    }

    fn answer(&self, value: Value) -> Answer {
        match value {
            value if value.is_proved() => Answer::Wins,
            value if value.is_disproved() && !self.incomplete => Answer::CannotWin,
            _ => Answer::Unknown,
        }
    }

    /// Searches a position regardless of the path that led to it.
    pub fn solve(&mut self, state: &mut State, key: u64) -> Value {
        self.path.clear();
        self.df_pn(state, key, INFINITE, INFINITE)
    }

    pub fn terminal_value(&mut self, state: &State) -> Value {
        let Some(outcome) = self.game.outcome(state) else {
            // The engine had to stop the game.
            self.incomplete = true;
            return Value::disproved(UNCONDITIONAL);
        };
        match outcome.winner == self.player {
            true => Value::proved(0),
            false => Value::disproved(UNCONDITIONAL),
        }
    }

    /// Whether the search has to stop.
    pub fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.last_callback + CALLBACK_INTERVAL {
            self.last_callback = self.nodes;
            self.stopped |= !(self.keep_going)(self.nodes);
        }
        self.stopped || self.key_collision || self.nodes >= self.max_nodes
    }

    /// Searches a position that is not over until its proof or disproof number reaches the bound.
    fn df_pn(&mut self, state: &mut State, key: u64, proof: u32, disproof: u32) -> Value {
        if let Some(value) = self.probe_endgames(state, key) {
            return value;
        }
        let nodes_before = self.nodes;
        self.path.push(key);
        let depth = self.path.len() as u32;
        let (mut legal, mut children) = self.buffers.pop().unwrap_or_default();
        self.game.legal(state, &mut legal);
        self.compare(key, &legal);
        let or_node = state.mover() == self.player;
        self.expand(state, &legal, &mut children);
        let simultaneous = self.game.is_simultaneous(state);
        let mut value = loop {
            if children.is_empty() || simultaneous {
                // The engine had to stop the game, or the moves are simultaneous and the mover does
                // not see the other's choice.
                self.incomplete = true;
                break Value::disproved(UNCONDITIONAL);
            }
            let mut value = combine_children(&children, or_node);
            if value.is_disproved() && value.detail >= depth {
                // Play returns to this position or to none, so the disproof holds for every path.
                value.detail = UNCONDITIONAL;
            }
            if value.proof >= proof || value.disproof >= disproof || self.out_of_budget() {
                break value;
            }
            let (index, bounds) = select_child(&children, or_node, proof, disproof);
            let Child { mv, key, .. } = children[index];
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            children[index].value = self.df_pn(state, key, bounds.0, bounds.1);
            state.undo(mark);
        };
        self.buffers.push((legal, children));
        self.path.pop();
        let returned = value;
        if value.is_disproved() && value.detail != UNCONDITIONAL {
            value.detail = CONDITIONAL;
        }
        self.memory.table.put(key, value, self.nodes - nodes_before);
        returned
    }

    /// Solves the position by retrograde analysis if play can cycle and few positions are
    /// reachable.
    fn probe_endgames(&mut self, state: &mut State, key: u64) -> Option<Value> {
        let limit = self.memory.endgames.limit(state, self.nodes)?;
        let query = EndgameQuery {
            turn_goes_on: key != self.key(state, false),
            game: self.game,
            state,
            exact: self.exact,
        };
        let (nodes, keep_going) = (self.nodes, &mut self.keep_going);
        let key_collision = self
            .memory
            .endgames
            .decide(query, limit, &mut || keep_going(nodes));
        self.key_collision |= key_collision;
        let result = self.memory.endgames.get(key)?;
        Some(self.value_of(result))
    }

    fn value_of(&self, result: PositionResult) -> Value {
        match usize::from(result.winner) == self.player {
            true => Value::proved(result.plies),
            false => Value::disproved(UNCONDITIONAL),
        }
    }

    /// The key of a position.
    pub fn key(&mut self, state: &mut State, turn_goes_on: bool) -> u64 {
        let own = key(state, turn_goes_on);
        if !self.exact || state.over() {
            return own;
        }
        let (mut legal, children) = self.buffers.pop().unwrap_or_default();
        self.game.legal(state, &mut legal);
        let key = mix(own, moves_hash(&legal));
        self.buffers.push((legal, children));
        key
    }

    /// Compares, for some positions, the legal moves with those of an earlier position with the
    /// same key.
    pub fn compare(&mut self, key: u64, legal: &[Move]) {
        let sampled = self.compared.len() < ALWAYS_COMPARED || key % COMPARE_ONE_IN == 0;
        if sampled && !self.exact {
            let moves = moves_hash(legal);
            self.key_collision |= *self.compared.entry(key).or_insert(moves) != moves;
        }
    }

    /// The stored value of a position that is not over, regardless of the path.
    pub fn stored_value(&self, key: u64) -> Option<Value> {
        match self.memory.endgames.get(key) {
            Some(result) => Some(self.value_of(result)),
            None => self.memory.table.get(key),
        }
    }

    /// Makes every move once and looks up the position after it.
    fn expand(&mut self, state: &mut State, legal: &[Move], children: &mut Vec<Child>) {
        children.clear();
        let mover = state.mover();
        for &mv in legal {
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            self.nodes += 1;
            let same_turn = state.mover() == mover && !state.over();
            let key = self.key(state, same_turn);
            let value = match state.over() {
                true => self.terminal_value(state),
                false => self.known_value(state, key),
            };
            state.undo(mark);
            children.push(Child { mv, key, value });
            // One such move suffices.
            let enough = match mover == self.player {
                true => value.is_proved(),
                false => value.is_disproved() && value.detail == UNCONDITIONAL,
            };
            if enough {
                break;
            }
        }
    }

    fn known_value(&mut self, state: &mut State, key: u64) -> Value {
        if let Some(at) = self.path.iter().position(|&own| own == key) {
            self.memory.endgames.note_cycle();
            return Value::disproved(at as u32 + 1);
        }
        if self.path.len() >= MAX_PLY {
            return Value::disproved(CONDITIONAL);
        }
        self.stored_value(key).unwrap_or_else(|| {
            let (mut legal, children) = self.buffers.pop().unwrap_or_default();
            self.game.legal(state, &mut legal);
            let number = (legal.len() as u32).max(1);
            self.buffers.push((legal, children));
            let value = match state.mover() == self.player {
                true => Value::open(1, number),
                false => Value::open(number, 1),
            };
            self.memory.table.put(key, value, 0);
            value
        })
    }

    /// A winning line from a position whose win was proved.
    pub fn winning_line(&mut self, state: &State) -> Vec<Move> {
        let mut state = state.clone();
        let mut line = Vec::new();
        let mut legal = Vec::new();
        // Entries that the table has lost are proved again, within limits.
        self.max_nodes = self.nodes.saturating_add(self.max_nodes / 4 + 10_000);
        while !state.over() && line.len() < MAX_PLY {
            self.path.clear();
            let mover = state.mover();
            self.game.legal(&mut state, &mut legal);
            let mut best: Option<(Move, u32)> = None;
            for &mv in &legal {
                let mark = self.game.apply_marked(&mut state, mv, &mut self.chance);
                let same_turn = state.mover() == mover && !state.over();
                let key = self.key(&mut state, same_turn);
                let value = match state.over() {
                    true => Some(self.terminal_value(&state)),
                    false => self.stored_value(key),
                };
                let value = match value {
                    Some(value) if value.is_proved() => Some(value),
                    _ if mover != self.player => Some(self.solve(&mut state, key)),
                    _ => None,
                };
                state.undo(mark);
                let Some(plies) = value
                    .filter(|value| value.is_proved())
                    .map(|value| value.detail)
                else {
                    continue;
                };
                let better = match mover == self.player {
                    true => best.is_none_or(|(_, known)| plies < known),
                    false => best.is_none_or(|(_, known)| plies > known),
                };
                if better {
                    best = Some((mv, plies));
                }
            }
            let Some((mv, _)) = best else {
                break;
            };
            self.game.apply(&mut state, mv, &mut self.chance);
            line.push(mv);
        }
        line
    }
}

/// The numbers of a node from those of its children: the minimum of the one number, and for the
/// other the maximum plus one for every further open child.
fn combine_children(children: &[Child], or_node: bool) -> Value {
    let mut least = (INFINITE, 0);
    let (mut most, mut open) = (0, 0);
    for (index, child) in children.iter().enumerate() {
        let (one, all) = min_and_sum_numbers(child.value, or_node);
        if one < least.0 {
            least = (one, index);
        }
        if all > 0 {
            open += 1;
            most = most.max(all);
        }
    }
    let all = match open {
        0 => 0,
        _ => most.saturating_add(open - 1).min(INFINITE),
    };
    let plies = |values: &mut dyn Iterator<Item = u32>, least: bool| match least {
        true => values.min().unwrap_or(0),
        false => values.max().unwrap_or(0),
    };
    let proved = children.iter().filter(|child| child.value.is_proved());
    let disproved = children.iter().filter(|child| child.value.is_disproved());
    match (or_node, least.0 == 0, all == 0) {
        (true, true, _) => {
            let plies = plies(&mut proved.map(|child| child.value.detail), true);
            Value::proved(plies.saturating_add(1))
        }
        (false, _, true) => {
            let plies = plies(&mut proved.map(|child| child.value.detail), false);
            Value::proved(plies.saturating_add(1))
        }
        // All children have to be refuted, so the disproof depends on whatever any of theirs
        // depends on.
        (true, _, true) => Value::disproved(
            disproved
                .map(|child| child.value.detail)
                .min()
                .unwrap_or(UNCONDITIONAL),
        ),
        // One refutation suffices: the one that depends on least.
        (false, true, _) => Value::disproved(
            disproved
                .map(|child| child.value.detail)
                .max()
                .unwrap_or(UNCONDITIONAL),
        ),
        (true, ..) => Value::open(least.0, all),
        (false, ..) => Value::open(all, least.0),
    }
}

/// The number of which the minimum counts, and the number that is summed up.
fn min_and_sum_numbers(value: Value, or_node: bool) -> (u32, u32) {
    match or_node {
        true => (value.proof, value.disproof),
        false => (value.disproof, value.proof),
    }
}

/// The child to search next, and the bounds of its numbers.
fn select_child(
    children: &[Child],
    or_node: bool,
    proof: u32,
    disproof: u32,
) -> (usize, (u32, u32)) {
    let (bound_min, bound_sum) = match or_node {
        true => (proof, disproof),
        false => (disproof, proof),
    };
    let mut best = (INFINITE, INFINITE, 0);
    let mut second = INFINITE;
    let mut open = 0u32;
    for (index, child) in children.iter().enumerate() {
        let (one, all) = min_and_sum_numbers(child.value, or_node);
        if all > 0 {
            open += 1;
        }
        if (one, all) < (best.0, best.1) {
            second = best.0;
            best = (one, all, index);
        } else {
            second = second.min(one);
        }
    }
    // A quarter above the second best, so that the search does not switch for small differences.
    let one = bound_min
        .min(second.saturating_add(second / 4 + 1))
        .min(INFINITE);
    let all = match bound_sum {
        INFINITE => INFINITE,
        bound => bound.saturating_sub(open.saturating_sub(1)).max(1),
    };
    let bounds = match or_node {
        true => (one, all),
        false => (all, one),
    };
    (best.2, bounds)
}
