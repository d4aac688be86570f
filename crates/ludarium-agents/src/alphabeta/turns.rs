//! Whole turns in dice games with a network evaluation.
//!
//! The networks are trained on positions between turns, and a turn of several moves has many end
//! positions. So all moves of a turn are searched together. The best end positions are weighed by
//! the best replies to every roll, and the best of them is played.

use ludarium_engine::{ChanceOutcomes, Game, Move, SplitMix64, State};

use super::AlphaBeta;
use crate::budget::Budget;
use crate::evaluation::{probability, Evaluation, TurnSearch};
use crate::key::key;
use crate::report::{Line, Report};

/// The maximum number of end positions weighed by the replies, if time allows.
const MAX_WEIGHED_ENDS: usize = 12;

/// End positions that are worse than the best by more than this, in log odds, are not weighed.
const END_MARGIN: f32 = 0.8;

/// Beam widths of the search for end positions: for the own turn and for the reply.
const OWN_BEAM: usize = 24;
const REPLY_BEAM: usize = 4;

/// The maximum number of chance outcomes, and the number of samples drawn if there are more.
const MAX_OUTCOMES: usize = 64;
const SAMPLES: u64 = 16;

/// Rolls of the same numbers in another order count as equal if the values after them differ by no
/// more than this.
const ORDER_TOLERANCE: f64 = 0.02;

/// What is kept from one move of a turn to the next.
#[derive(Debug, Default)]
pub(super) struct TurnPlan {
    /// The moves still to be made, each with the key of its position.
    moves: Vec<(u64, Move)>,
    /// Whether the order of the dice matters, if known.
    dice_order_matters: Option<bool>,
}

/// The end position of a turn.
struct End {
    line: Vec<Move>,
    /// Its expected score for the player whose turn it was, from 0 to 1.
    value: f64,
}

impl AlphaBeta {
    /// The index, in `legal`, of the move to make.
    pub(super) fn choose_turn(
        &mut self,
        game: &Game,
        evaluation: &Evaluation,
        state: &mut State,
        legal: &[Move],
        budget: &mut Budget<'_>,
    ) -> usize {
        let place = |mv: Move| legal.iter().position(|own| *own == mv);
        let next = self.planned.moves.first().copied();
        if let Some((_, mv)) = next.filter(|(at, _)| *at == key(state, true) && self.lines == 1) {
            if let Some(index) = place(mv) {
                self.planned.moves.remove(0);
                return index;
            }
        }
        self.planned.moves.clear();
        let Some(turns) = TurnSearch::of(game, evaluation, state, OWN_BEAM) else {
            return 0;
        };
        let (mut turns, mut chance) = (turns.keeping_ends(), SplitMix64::new(self.seed));
        turns.search(state, &mut chance, &mut || budget.spend());
        let ends = turns.into_ends();
        let Some(best) = ends.first().map(|end| end.0) else {
            return 0;
        };
        let near = |end: &&(f32, Vec<Move>)| end.0 > best - END_MARGIN;
        let mut weighed: Vec<End> = Vec::new();
        if ends.len() > 1 {
            for (_, line) in ends.iter().take(MAX_WEIGHED_ENDS).take_while(near) {
                let Some(value) = self.weigh(game, evaluation, state, line, budget) else {
                    break;
                };
                let line = line.clone();
                weighed.push(End { line, value });
            }
        }
        let depth = if weighed.is_empty() { 1 } else { 2 };
        if weighed.is_empty() {
            weighed.extend(ends.into_iter().take(self.lines).map(|(value, line)| End {
                line,
                value: probability(value),
            }));
        }
        weighed.sort_by(|one, other| other.value.total_cmp(&one.value));
        let lines = weighed.iter().map(|end| Line {
            moves: end.line.clone(),
            value: end.value,
            visits: 0,
            proved: false,
            plies: None,
        });
        let mut lines: Vec<Line> = lines.collect();
        // One line per first move, the best of each.
        let mut known: Vec<Move> = Vec::new();
        lines.retain(|line| {
            let first = line.moves[0];
            let fresh = !known.contains(&first);
            known.push(first);
            fresh
        });
        self.report = Report {
            lines,
            nodes: budget.spent(),
            depth,
        };
        let line = weighed.swap_remove(0).line;
        self.plan(game, state, &line);
        place(line[0]).unwrap_or(0)
    }

    /// Keeps the moves of a turn after the first.
    fn plan(&mut self, game: &Game, state: &mut State, line: &[Move]) {
        // Undoes all moves made since.
        let begin = state.mark();
        let mut chance = SplitMix64::new(self.seed);
        for pair in line.windows(2) {
            let _ = game.apply_marked(state, pair[0], &mut chance);
            self.planned.moves.push((key(state, true), pair[1]));
        }
        state.undo(begin);
    }

    /// The expected score of a turn after the best reply to every roll; `None` when the budget is
    /// spent.
    fn weigh(
        &mut self,
        game: &Game,
        evaluation: &Evaluation,
        state: &mut State,
        line: &[Move],
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let (last, before) = line.split_last()?;
        let mover = state.mover();
        let begin = state.mark();
        let mut chance = SplitMix64::new(self.seed);
        for &mv in before {
            let _ = game.apply_marked(state, mv, &mut chance);
        }
        let mut reply =
            |state: &mut State| value_after_reply(game, evaluation, state, mover, budget);
        let value = match self.mean_over_outcomes(game, state, *last, &mut reply) {
            Some(None) => mean_over_samples(game, state, *last, &mut reply),
            value => value.flatten(),
        };
        state.undo(begin);
        value
    }

    /// The mean over all chance outcomes; `Some(None)` if there are too many.
    fn mean_over_outcomes(
        &mut self,
        game: &Game,
        state: &mut State,
        last: Move,
        reply: &mut impl FnMut(&mut State) -> Option<f64>,
    ) -> Option<Option<f64>> {
        let mut known: Vec<(Vec<i32>, f64)> = Vec::new();
        let (mut outcomes, mut number) = (ChanceOutcomes::new(), 0);
        let (mut sum, mut shares, mut order_matters) = (0.0, 0.0, false);
        while outcomes.advance() {
            number += 1;
            if number > MAX_OUTCOMES {
                return Some(None);
            }
            let mark = game.apply_marked(state, last, &mut outcomes);
            let share = outcomes.probability().to_f64();
            let mut dice: Vec<i32> = state.dice();
            dice.sort_unstable();
            let same_dice = known.iter().find(|(throw, _)| *throw == dice);
            let same_dice = same_dice.map(|(_, value)| *value);
            let value = match same_dice.filter(|_| self.planned.dice_order_matters == Some(false)) {
                Some(value) => Some(value),
                None => reply(state),
            };
            state.undo(mark);
            let value = value?;
            match same_dice {
                Some(other) => order_matters |= (value - other).abs() > ORDER_TOLERANCE,
                None => known.push((dice, value)),
            }
            sum += share * value;
            shares += share;
        }
        self.planned.dice_order_matters =
            Some(self.planned.dice_order_matters.unwrap_or(false) || order_matters);
        Some(Some(sum / shares.max(1e-9)))
    }
}

/// The mean over a few sampled outcomes, the same for every turn.
fn mean_over_samples(
    game: &Game,
    state: &mut State,
    last: Move,
    reply: &mut impl FnMut(&mut State) -> Option<f64>,
) -> Option<f64> {
    let mut sum = 0.0;
    for draw in 0..SAMPLES {
        let mark = game.apply_marked(state, last, &mut SplitMix64::new(draw));
        let value = reply(state);
        state.undo(mark);
        sum += value?;
    }
    Some(sum / SAMPLES as f64)
}

/// The expected score for `mover` of a position after its turn, once the next turn has been played.
fn value_after_reply(
    game: &Game,
    evaluation: &Evaluation,
    state: &mut State,
    mover: usize,
    budget: &mut Budget<'_>,
) -> Option<f64> {
    if state.over() {
        return Some(game.outcome(state).map_or(0.5, |end| end.utility(mover)));
    }
    let own = state.mover() == mover;
    let mut turns = TurnSearch::of(game, evaluation, state, REPLY_BEAM)?;
    let (mut chance, mut paid) = (SplitMix64::new(0), true);
    turns.search(state, &mut chance, &mut || {
        paid &= budget.spend();
        paid
    });
    let value = turns.best().map_or(0.5, probability);
    paid.then_some(if own { value } else { 1.0 - value })
}
