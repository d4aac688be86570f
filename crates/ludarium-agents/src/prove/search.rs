//! The search for one player's win.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::endings::{Endings, Place};
use super::table::{Table, Value, ALONE, CLAIM, INFINITE};
use crate::decide::{Ending, Keys};
use crate::key::{in_short, key, mix};

/// Whether the player can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Wins,
    DoesNot,
    Open,
}

/// No line is looked at beyond so many plies.
const DEEPEST: usize = 600;

/// Positions looked at between two questions whether to go on.
const ASK: u64 = 4_096;

/// So many positions are compared with what seems to be the same, and then one in [`SAMPLE`].
const CERTAIN: usize = 10_000;
const SAMPLE: u64 = 64;

/// A move and what is known of where it leads.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    key: u64,
    value: Value,
}

/// What is kept from one question to the next.
#[derive(Debug)]
pub(super) struct Memory {
    pub table: Table,
    pub endings: Endings,
}

pub(super) struct Search<'a> {
    pub game: &'a Game,
    /// Whose win it is about.
    pub player: usize,
    pub memory: &'a mut Memory,
    pub nodes: u64,
    /// Positions that make disproofs certain.
    pub kept: usize,
    most: u64,
    asked: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
    /// Something was taken for no win that was not looked at to its end.
    pub cut: bool,
    /// Whether the legal moves are a part of what tells positions apart.
    exact: bool,
    /// Hashes of the legal moves of some positions.
    compared: HashMap<u64, u64, BuildHasherDefault<Keys>>,
    /// Two positions seemed to be the same and were not.
    pub mixed: bool,
    /// Keys of the line to where the search is, the position that was asked about first.
    path: Vec<u64>,
    chance: SplitMix64,
    rooms: Vec<(Vec<Move>, Vec<Child>)>,
}

impl<'a> Search<'a> {
    pub fn new(
        game: &'a Game,
        player: usize,
        memory: &'a mut Memory,
        exact: bool,
        most: u64,
        go_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a> {
        Search {
            game,
            player,
            memory,
            nodes: 0,
            kept: 0,
            most,
            asked: 0,
            go_on,
            stopped: false,
            cut: false,
            exact,
            compared: HashMap::default(),
            mixed: false,
            path: Vec::new(),
            chance: SplitMix64::new(0),
            rooms: Vec::new(),
        }
    }

    /// Whether the player wins from here.
    pub fn ask(&mut self, state: &State) -> Answer {
        let mut state = state.clone();
        if state.over() {
            let value = self.ended(&state);
            return self.answer(value);
        }
        let key = self.key(&mut state, false);
        let value = self.solve(&mut state, key);
        match value.is_disproved() && value.note == CLAIM {
            true => self.make_certain(&state, key),
            false => self.answer(value),
        }
    }

    fn answer(&self, value: Value) -> Answer {
        match value {
            value if value.is_proved() => Answer::Wins,
            value if value.is_disproved() && !self.cut => Answer::DoesNot,
            _ => Answer::Open,
        }
    }

    /// Asks about one position, whatever led to it.
    pub fn solve(&mut self, state: &mut State, key: u64) -> Value {
        self.path.clear();
        self.look_into(state, key, INFINITE, INFINITE)
    }

    pub fn ended(&mut self, state: &State) -> Value {
        let Some(outcome) = self.game.outcome(state) else {
            // The engine had to stop.
            self.cut = true;
            return Value::disproved(ALONE);
        };
        match outcome.winner == self.player {
            true => Value::proved(0),
            false => Value::disproved(ALONE),
        }
    }

    /// Whether no more may be looked at.
    pub fn spent(&mut self) -> bool {
        if self.nodes >= self.asked + ASK {
            self.asked = self.nodes;
            self.stopped |= !(self.go_on)(self.nodes);
        }
        self.stopped || self.mixed || self.nodes >= self.most
    }

    /// Looks into a position that is not over until its numbers reach a bound.
    fn look_into(&mut self, state: &mut State, key: u64, proof: u32, disproof: u32) -> Value {
        if let Some(value) = self.decide_backwards(state, key) {
            return value;
        }
        let begun = self.nodes;
        self.path.push(key);
        let depth = self.path.len() as u32;
        let (mut legal, mut children) = self.rooms.pop().unwrap_or_default();
        self.game.legal(state, &mut legal);
        self.compare(key, &legal);
        let own = state.mover() == self.player;
        self.meet(state, &legal, &mut children);
        let together = self.game.is_simultaneous(state);
        let mut value = loop {
            if children.is_empty() || together {
                // The engine had to stop; or who moves cannot see what the other has chosen.
                self.cut = true;
                break Value::disproved(ALONE);
            }
            let mut value = sum(&children, own);
            if value.is_disproved() && value.note >= depth {
                // Play comes back to this very position, or to none: that holds by whatever way it is reached.
                value.note = ALONE;
            }
            if value.proof >= proof || value.disproof >= disproof || self.spent() {
                break value;
            }
            let (index, bounds) = next(&children, own, proof, disproof);
            let Child { mv, key, .. } = children[index];
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            children[index].value = self.look_into(state, key, bounds.0, bounds.1);
            state.undo(mark);
        };
        self.rooms.push((legal, children));
        self.path.pop();
        let told = value;
        if value.is_disproved() && value.note != ALONE {
            value.note = CLAIM;
        }
        self.memory.table.put(key, value, self.nodes - begun);
        told
    }

    /// Where play goes round, positions are decided backwards if there are few that can come about.
    fn decide_backwards(&mut self, state: &mut State, key: u64) -> Option<Value> {
        let limit = self.memory.endings.limit(state, self.nodes)?;
        let place = Place {
            turn_goes_on: key != self.key(state, false),
            game: self.game,
            state,
            exact: self.exact,
        };
        let (nodes, go_on) = (self.nodes, &mut self.go_on);
        let mixed = self
            .memory
            .endings
            .decide(place, limit, &mut || go_on(nodes));
        self.mixed |= mixed;
        let ending = self.memory.endings.get(key)?;
        Some(self.told(ending))
    }

    fn told(&self, ending: Ending) -> Value {
        match usize::from(ending.winner) == self.player {
            true => Value::proved(ending.plies),
            false => Value::disproved(ALONE),
        }
    }

    /// The key of a position.
    pub fn key(&mut self, state: &mut State, turn_goes_on: bool) -> u64 {
        let own = key(state, turn_goes_on);
        if !self.exact || state.over() {
            return own;
        }
        let (mut legal, children) = self.rooms.pop().unwrap_or_default();
        self.game.legal(state, &mut legal);
        let key = mix(own, in_short(&legal));
        self.rooms.push((legal, children));
        key
    }

    /// Finds out, of some positions, whether others seem to be the same that have other moves.
    pub fn compare(&mut self, key: u64, legal: &[Move]) {
        let asked = self.compared.len() < CERTAIN || key % SAMPLE == 0;
        if asked && !self.exact {
            let moves = in_short(legal);
            self.mixed |= *self.compared.entry(key).or_insert(moves) != moves;
        }
    }

    /// What is known of a position that is not over, whatever led to it.
    pub fn known_anywhere(&self, key: u64) -> Option<Value> {
        match self.memory.endings.get(key) {
            Some(ending) => Some(self.told(ending)),
            None => self.memory.table.get(key),
        }
    }

    /// Makes every move once, and sees what is known of where it leads.
    fn meet(&mut self, state: &mut State, legal: &[Move], children: &mut Vec<Child>) {
        children.clear();
        let mover = state.mover();
        for &mv in legal {
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            self.nodes += 1;
            let same_turn = state.mover() == mover && !state.over();
            let key = self.key(state, same_turn);
            let value = match state.over() {
                true => self.ended(state),
                false => self.known(state, key),
            };
            state.undo(mark);
            children.push(Child { mv, key, value });
            // One is enough.
            let enough = match mover == self.player {
                true => value.is_proved(),
                false => value.is_disproved() && value.note == ALONE,
            };
            if enough {
                break;
            }
        }
    }

    fn known(&mut self, state: &mut State, key: u64) -> Value {
        if let Some(at) = self.path.iter().position(|&own| own == key) {
            self.memory.endings.note_round();
            return Value::disproved(at as u32 + 1);
        }
        if self.path.len() >= DEEPEST {
            return Value::disproved(CLAIM);
        }
        self.known_anywhere(key).unwrap_or_else(|| {
            let (mut legal, children) = self.rooms.pop().unwrap_or_default();
            self.game.legal(state, &mut legal);
            let number = (legal.len() as u32).max(1);
            self.rooms.push((legal, children));
            let value = match state.mover() == self.player {
                true => Value::open(1, number),
                false => Value::open(number, 1),
            };
            self.memory.table.put(key, value, 0);
            value
        })
    }

    /// A line in which the player wins, of a position from which that was proved.
    pub fn line(&mut self, state: &State) -> Vec<Move> {
        let mut state = state.clone();
        let mut line = Vec::new();
        let mut legal = Vec::new();
        // What was thrown out of the table is proved again, within bounds.
        self.most = self.nodes.saturating_add(self.most / 4 + 10_000);
        while !state.over() && line.len() < DEEPEST {
            self.path.clear();
            let mover = state.mover();
            self.game.legal(&mut state, &mut legal);
            let mut best: Option<(Move, u32)> = None;
            for &mv in &legal {
                let mark = self.game.apply_marked(&mut state, mv, &mut self.chance);
                let same_turn = state.mover() == mover && !state.over();
                let key = self.key(&mut state, same_turn);
                let value = match state.over() {
                    true => Some(self.ended(&state)),
                    false => self.known_anywhere(key),
                };
                let value = match value {
                    Some(value) if value.is_proved() => Some(value),
                    _ if mover != self.player => Some(self.solve(&mut state, key)),
                    _ => None,
                };
                state.undo(mark);
                let Some(plies) = value
                    .filter(|value| value.is_proved())
                    .map(|value| value.note)
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

/// The numbers of a position from those of its children: the least of the one, and the largest of the other with one for every
/// further child that is open.
fn sum(children: &[Child], own: bool) -> Value {
    let mut least = (INFINITE, 0);
    let (mut most, mut open) = (0, 0);
    for (index, child) in children.iter().enumerate() {
        let (one, all) = numbers(child.value, own);
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
    match (own, least.0 == 0, all == 0) {
        (true, true, _) => {
            let plies = plies(&mut proved.map(|child| child.value.note), true);
            Value::proved(plies.saturating_add(1))
        }
        (false, _, true) => {
            let plies = plies(&mut proved.map(|child| child.value.note), false);
            Value::proved(plies.saturating_add(1))
        }
        // All of them have to be refuted: what one of the refutations relies on, this does.
        (true, _, true) => Value::disproved(
            disproved
                .map(|child| child.value.note)
                .min()
                .unwrap_or(ALONE),
        ),
        // One refutation is enough: the one that relies on least.
        (false, true, _) => Value::disproved(
            disproved
                .map(|child| child.value.note)
                .max()
                .unwrap_or(ALONE),
        ),
        (true, ..) => Value::open(least.0, all),
        (false, ..) => Value::open(all, least.0),
    }
}

/// The number of which one child is enough, and that for which all are needed.
fn numbers(value: Value, own: bool) -> (u32, u32) {
    match own {
        true => (value.proof, value.disproof),
        false => (value.disproof, value.proof),
    }
}

/// The child to look into, and the bounds of its numbers.
fn next(children: &[Child], own: bool, proof: u32, disproof: u32) -> (usize, (u32, u32)) {
    let (bound_one, bound_all) = match own {
        true => (proof, disproof),
        false => (disproof, proof),
    };
    let mut best = (INFINITE, INFINITE, 0);
    let mut second = INFINITE;
    let mut open = 0u32;
    for (index, child) in children.iter().enumerate() {
        let (one, all) = numbers(child.value, own);
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
    // A quarter above the second best, so that it is not left for a trifle.
    let one = bound_one
        .min(second.saturating_add(second / 4 + 1))
        .min(INFINITE);
    let all = match bound_all {
        INFINITE => INFINITE,
        bound => bound.saturating_sub(open.saturating_sub(1)).max(1),
    };
    let bounds = match own {
        true => (one, all),
        false => (all, one),
    };
    (best.2, bounds)
}
