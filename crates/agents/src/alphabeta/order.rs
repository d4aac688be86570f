//! Which moves are tried first.

use engine::{Move, State};

use crate::evaluation::{Captures, Evaluation};
use crate::key::mix;

/// A move and how soon it should be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub mv: Move,
    pub rank: i32,
}

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;

/// Places for the history of moves.
const HISTORY: usize = 1 << 12;

/// What was learned about moves on the way: those that refuted their siblings lately, and those that
/// did so often.
#[derive(Debug, Default)]
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
}

fn place(mv: Move, mover: usize) -> usize {
    let way = u64::from(mv.from) << 32 | u64::from(mv.to) << 8 | mover as u64;
    mix(0, way) as usize & (HISTORY - 1)
}

impl Order {
    pub fn begin(&mut self) {
        self.killers.clear();
        if self.history.is_empty() {
            self.history = vec![0; HISTORY];
        }
        self.history.iter_mut().for_each(|times| *times /= 4);
    }

    /// What a move takes by going where an opponent's piece stands; `None` if nothing.
    pub fn victim(evaluation: &Evaluation, state: &State, mv: Move) -> Option<usize> {
        if mv.to == Move::NOWHERE || evaluation.captures() == Captures::None {
            return None;
        }
        let to = usize::from(mv.to);
        if to >= evaluation.slots() || mv.from == mv.to {
            return None;
        }
        let what = state.what(to);
        let owner = evaluation.owner(what);
        (what > 0 && owner > 0 && owner != state.mover()).then_some(what)
    }

    pub fn rank(
        &self,
        evaluation: &Evaluation,
        state: &State,
        legal: &[Move],
        table: Option<Move>,
        ply: usize,
        ranked: &mut Vec<Ranked>,
    ) {
        let mover = state.mover();
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        ranked.clear();
        ranked.extend(legal.iter().map(|&mv| {
            let rank = if table == Some(mv) {
                TABLE
            } else if let Some(victim) = Self::victim(evaluation, state, mv) {
                let from = usize::from(mv.from);
                let taker = match from < evaluation.slots() {
                    true => evaluation.worth(state.what(from)),
                    false => 0,
                };
                CAPTURE + 16 * evaluation.worth(victim) - taker
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                self.history[place(mv, mover)]
            };
            Ranked { mv, rank }
        }));
    }

    /// A move was good enough to look no further.
    pub fn refuted(&mut self, mv: Move, mover: usize, ply: usize, depth: i32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let times = &mut self.history[place(mv, mover)];
        *times = (*times + depth * depth).min(KILLER - 1);
    }
}

/// Brings the best of the rest to `at`.
pub(super) fn next_best(ranked: &mut [Ranked], at: usize) -> Move {
    let mut best = at;
    for index in at + 1..ranked.len() {
        if ranked[index].rank > ranked[best].rank {
            best = index;
        }
    }
    ranked.swap(at, best);
    ranked[at].mv
}
