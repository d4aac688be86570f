//! Which moves are tried first.

use engine::set::SiteSet;
use engine::{Game, Move, State};

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
const HISTORY: usize = 1 << 14;

/// No history counts for more.
const MUCH: i32 = 1 << 14;

/// Captures that lose men come behind everything else.
pub(super) const LOSING: i32 = -(1 << 20);

/// A refutation of the last move comes right behind the killers.
const REPLY: i32 = KILLER - 1;

/// What was learned about moves on the way: those that refuted their siblings lately, and those that
/// did so often.
#[derive(Debug, Default)]
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
    /// What refuted a move, by where that went.
    replies: Vec<Option<Move>>,
    /// By kind and slot: whether a piece that arrived there became another.
    becoming: Vec<bool>,
    /// The slots on which some piece did.
    becoming_on: Option<SiteSet>,
}

/// What a piece may become are no more kinds than these.
const RANKS: usize = 8;

fn place(mv: Move, mover: usize) -> usize {
    let way = u64::from(mv.from) << 32 | u64::from(mv.to) << 8 | mover as u64;
    mix(0, way) as usize & (HISTORY - 1)
}

impl Order {
    pub fn begin(&mut self) {
        self.killers.clear();
        if self.history.is_empty() {
            self.history = vec![0; HISTORY];
            self.replies = vec![None; HISTORY];
        }
        self.history.iter_mut().for_each(|times| *times /= 4);
    }

    /// Notes what the last move arrived with, and where, if all that can be done now is to say what becomes of it: a
    /// choice of the same turn.
    pub fn note_becoming(
        &mut self,
        evaluation: &Evaluation,
        state: &State,
        legal: &[Move],
    ) -> bool {
        let Some(to) = u16::try_from(state.last().1)
            .ok()
            .filter(|_| !legal.is_empty())
        else {
            return false;
        };
        let here = |mv: &Move| mv.to == to && (mv.from == to || mv.from == Move::NOWHERE);
        let choice = legal.len() <= RANKS && usize::from(to) < evaluation.slots();
        if !choice || !legal.iter().all(here) {
            return false;
        }
        let place = state.what(usize::from(to)) * evaluation.slots() + usize::from(to);
        if self.becoming.len() <= place {
            self.becoming.resize(place + 1, false);
        }
        self.becoming[place] = true;
        let on = self
            .becoming_on
            .get_or_insert_with(|| SiteSet::new(evaluation.slots()));
        on.insert(i32::from(to));
        true
    }

    /// Moves that take something by going where it stands, or lead to where pieces become others; whether each has to be asked
    /// about ([`Game::candidates`]).
    pub fn list_takes(
        &mut self,
        game: &Game,
        evaluation: &Evaluation,
        state: &mut State,
        out: &mut Vec<Move>,
    ) -> bool {
        let on = self
            .becoming_on
            .get_or_insert_with(|| SiteSet::new(evaluation.slots()));
        game.candidates(state, Some(on), out)
    }

    /// Whether a piece that went the same way became another before.
    pub fn becomes(&self, evaluation: &Evaluation, state: &State, mv: Move) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if self.becoming.is_empty() || from.max(to) >= evaluation.slots() {
            return false;
        }
        let place = state.what(from) * evaluation.slots() + to;
        self.becoming.get(place).is_some_and(|becomes| *becomes)
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
        let reply = self.replies.get(answered(state)).copied().flatten();
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
            } else if reply == Some(mv) {
                REPLY
            } else {
                self.history[place(mv, mover)]
            };
            Ranked { mv, rank }
        }));
    }

    /// A quiet move was good enough to look no further; those before it were not.
    pub fn refuted(&mut self, state: &State, failed: &[Ranked], mv: Move, ply: usize, depth: i32) {
        let mover = state.mover();
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.replies[answered(state)] = Some(mv);
        let weight = (depth * depth).clamp(1, MUCH / 8);
        let mut note = |mv: Move, change: i32| {
            let times = &mut self.history[place(mv, mover)];
            *times += change - *times * change.abs() / MUCH;
        };
        note(mv, weight);
        let quiet = failed
            .iter()
            .filter(|other| (LOSING / 2..CAPTURE).contains(&other.rank));
        quiet.for_each(|other| note(other.mv, -weight));
    }
}

/// The place of the last move among those that were answered.
fn answered(state: &State) -> usize {
    let (from, to) = state.last();
    let way = u64::from(from as u32) << 32 | u64::from(to as u32);
    mix(state.mover() as u64, way) as usize & (HISTORY - 1)
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
