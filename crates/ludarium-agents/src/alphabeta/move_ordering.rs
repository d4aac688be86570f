//! Move ordering.

use ludarium_engine::SiteSet;
use ludarium_engine::{Game, Move, State};

use crate::evaluation::{Captures, Evaluation};
use crate::key::mix;

/// A move and its rank; moves with a higher rank are tried first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub mv: Move,
    pub rank: i32,
}

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;

/// Entries of the history table and of the continuation history.
const HISTORY_SIZE: usize = 1 << 14;
const CONTINUATION_SIZE: usize = 1 << 17;

/// The bound on history scores.
const MAX_HISTORY: i32 = 1 << 14;

/// The rank of captures that lose material, behind all other moves.
pub(super) const LOSING: i32 = -(1 << 20);

/// The rank of a countermove, just behind the killers.
pub(super) const COUNTERMOVE: i32 = KILLER - 1;

/// What the search learned about quiet moves: killers, history, continuation history and
/// countermoves.
#[derive(Debug, Default)]
pub(super) struct MoveOrdering {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
    /// History of moves after the last move, by what arrived where and by what moves where.
    continuation_history: Vec<i32>,
    /// The reply that last refuted a move, by that move.
    countermoves: Vec<Option<Move>>,
    /// By kind and slot: whether a piece that arrived there was promoted.
    promotions: Vec<bool>,
    /// The slots on which a piece was promoted.
    promotion_sites: Option<SiteSet>,
}

/// The maximum number of kinds to which a piece may be promoted.
const MAX_PROMOTIONS: usize = 8;

fn history_index(mv: Move, mover: usize) -> usize {
    let packed = u64::from(mv.from) << 32 | u64::from(mv.to) << 8 | mover as u64;
    mix(0, packed) as usize & (HISTORY_SIZE - 1)
}

impl MoveOrdering {
    pub fn begin(&mut self) {
        self.killers.clear();
        if self.history.is_empty() {
            self.history = vec![0; HISTORY_SIZE];
            self.continuation_history = vec![0; CONTINUATION_SIZE];
            self.countermoves = vec![None; HISTORY_SIZE];
        }
        let all = self
            .history
            .iter_mut()
            .chain(&mut self.continuation_history);
        all.for_each(|times| *times /= 4);
    }

    /// Records where a piece promotes, if the only choice now is the promotion of the piece that
    /// just moved.
    pub fn note_promotion(
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
        let choice = legal.len() <= MAX_PROMOTIONS && usize::from(to) < evaluation.slots();
        if !choice || !legal.iter().all(here) {
            return false;
        }
        let place = state.what(usize::from(to)) * evaluation.slots() + usize::from(to);
        if self.promotions.len() <= place {
            self.promotions.resize(place + 1, false);
        }
        self.promotions[place] = true;
        let on = self
            .promotion_sites
            .get_or_insert_with(|| SiteSet::new(evaluation.slots()));
        on.insert(i32::from(to));
        true
    }

    /// Lists captures by replacement and moves to promotion sites. Returns whether the moves are
    /// pseudo-legal, so that each has to be checked.
    pub fn list_captures(
        &mut self,
        game: &Game,
        evaluation: &Evaluation,
        state: &mut State,
        out: &mut Vec<Move>,
    ) -> bool {
        let on = self
            .promotion_sites
            .get_or_insert_with(|| SiteSet::new(evaluation.slots()));
        game.pseudo_legal(state, Some(on), out)
    }

    /// Whether a piece of the same kind was promoted on the same site before.
    pub fn promotes(&self, evaluation: &Evaluation, state: &State, mv: Move) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if self.promotions.is_empty() || from.max(to) >= evaluation.slots() {
            return false;
        }
        let place = state.what(from) * evaluation.slots() + to;
        self.promotions.get(place).is_some_and(|becomes| *becomes)
    }

    /// The kind that a move captures on its target site; `None` if it captures nothing there.
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
        let reply = self
            .countermoves
            .get(countermove_index(state))
            .copied()
            .flatten();
        let last = last_arrival(evaluation, state);
        ranked.clear();
        ranked.extend(legal.iter().map(|&mv| {
            let rank = if table == Some(mv) {
                TABLE
            } else if let Some(victim) = Self::victim(evaluation, state, mv) {
                let from = usize::from(mv.from);
                let taker = match from < evaluation.slots() {
                    true => evaluation.piece_value(state.what(from)),
                    false => 0,
                };
                CAPTURE + 16 * evaluation.piece_value(victim) - taker
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else if reply == Some(mv) {
                COUNTERMOVE
            } else {
                self.history[history_index(mv, mover)]
                    + self.continuation_history[continuation_index(evaluation, state, last, mv)]
            };
            Ranked { mv, rank }
        }));
    }

    /// Records that a quiet move caused a cutoff and that the moves tried before it did not.
    pub fn record_cutoff(
        &mut self,
        evaluation: &Evaluation,
        state: &State,
        failed: &[Ranked],
        mv: Move,
        ply: usize,
        depth: i32,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.countermoves[countermove_index(state)] = Some(mv);
        let bonus = (depth * depth).clamp(1, MAX_HISTORY / 8);
        let last = last_arrival(evaluation, state);
        let mut note = |mv: Move, change: i32| {
            let history = &mut self.history[history_index(mv, state.mover())];
            let continuation_history =
                &mut self.continuation_history[continuation_index(evaluation, state, last, mv)];
            for times in [history, continuation_history] {
                *times += change - *times * change.abs() / MAX_HISTORY;
            }
        };
        note(mv, bonus);
        let quiet = failed
            .iter()
            .filter(|other| (LOSING / 2..CAPTURE).contains(&other.rank));
        quiet.for_each(|other| note(other.mv, -bonus));
    }
}

/// The kind that the last move put on its target site, and that site.
fn last_arrival(evaluation: &Evaluation, state: &State) -> u64 {
    match usize::try_from(state.last().1) {
        Ok(slot) if slot < evaluation.slots() => (slot as u64) << 32 | state.what(slot) as u64,
        _ => u64::MAX,
    }
}

/// The index of a move in the continuation history, after the given last arrival.
fn continuation_index(evaluation: &Evaluation, state: &State, last: u64, mv: Move) -> usize {
    let from = usize::from(mv.from);
    let what = match from < evaluation.slots() {
        true => state.what(from),
        // The move places a piece.
        false => 0,
    };
    mix(last, u64::from(mv.to) << 32 | what as u64) as usize & (CONTINUATION_SIZE - 1)
}

/// The index of the last move in the countermove table.
fn countermove_index(state: &State) -> usize {
    let (from, to) = state.last();
    let packed = u64::from(from as u32) << 32 | u64::from(to as u32);
    mix(state.mover() as u64, packed) as usize & (HISTORY_SIZE - 1)
}

/// Swaps the best of the remaining moves to index `at`.
pub(super) fn next_best(ranked: &mut [Ranked], at: usize) -> Ranked {
    let mut best = at;
    for index in at + 1..ranked.len() {
        if ranked[index].rank > ranked[best].rank {
            best = index;
        }
    }
    ranked.swap(at, best);
    ranked[at]
}

#[cfg(test)]
mod tests {
    use ludarium_engine::SplitMix64;

    use super::*;
    use crate::evaluation::Effort;
    use crate::inline_games::game;

    const WAZIRS: &str = r#"(game "Wazirs" (players 2)
        (equipment { (board (square 6))
            (piece "Wazir" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
                (apply (if (is Enemy (who at:(to))) (remove (to))))))) })
        (rules
            (start { (place "Wazir1" (sites Row 1)) (place "Wazir2" (sites Row 4)) })
            (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;

    #[test]
    fn a_good_reply_is_ranked_higher_after_the_same_move_than_after_another() {
        let game = game(WAZIRS);
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        let after = |nth: usize| {
            let mut chance = SplitMix64::new(1);
            let (mut state, mut legal) = (game.start(&mut chance), Vec::new());
            game.legal(&mut state, &mut legal);
            game.apply(&mut state, legal[nth], &mut chance);
            game.legal(&mut state, &mut legal);
            (state, legal)
        };
        let ((one, answers), (other, _)) = (after(0), after(4));
        let mut order = MoveOrdering::default();
        order.begin();
        let (good, better) = (answers[1], answers[2]);
        for _ in 0..3 {
            order.record_cutoff(&evaluation, &one, &[], good, 2, 4);
        }
        // The latest refutation of a move comes before all others.
        order.record_cutoff(&evaluation, &one, &[], better, 2, 4);
        let rank = |state: &State| {
            let mut ranked = Vec::new();
            order.rank(&evaluation, state, &[good], None, 5, &mut ranked);
            ranked[0].rank
        };
        assert!(rank(&other) > 0, "it did well somewhere");
        assert!(rank(&one) > rank(&other));
        assert!(rank(&one) < COUNTERMOVE);
    }
}
