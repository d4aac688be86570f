//! Whole turns of games of dice that a network judges.
//!
//! Those networks are taught by positions between turns, and turns of several moves have many ends: all moves of a turn are looked at together, the
//! best ends are weighed by what every throw lets the other player do in return, and the best of these is played.

use ludarium_engine::{ChanceOutcomes, Game, Move, SplitMix64, State};

use super::AlphaBeta;
use crate::budget::Budget;
use crate::evaluation::{likely, Evaluation, Turns};
use crate::key::key;
use crate::report::{Line, Report};

/// So many ends of a turn are weighed by what follows, if the time allows.
const WEIGHED: usize = 12;

/// Ends that seem worse than the best by more than this, in logarithms of odds, are not weighed.
const NEAR: f32 = 0.8;

/// Moves followed on to the ends of turns: of one's own, and of the reply.
const OWN: usize = 24;
const REPLY: usize = 4;

/// Where chance may bring more than this, so many results are drawn.
const RESULTS: usize = 64;
const DRAWN: u64 = 16;

/// Throws of the same numbers in another order are taken for equal if what follows differs by no more than this.
const ALIKE: f64 = 0.02;

/// What is kept of a turn from one of its moves to the next.
#[derive(Debug, Default)]
pub(super) struct Planned {
    /// The moves still to be made, each with the key of the position it is for.
    moves: Vec<(u64, Move)>,
    /// Whether the order of dice matters, where that is known.
    ordered: Option<bool>,
}

/// The end of a turn.
struct End {
    line: Vec<Move>,
    /// What it is worth to the player whose turn it was, 0 to 1.
    worth: f64,
}

impl AlphaBeta {
    /// The move to make, as a place in `legal`.
    pub(super) fn whole_turn(
        &mut self,
        game: &Game,
        judge: &Evaluation,
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
        let Some(turns) = Turns::of(game, judge, state, OWN) else {
            return 0;
        };
        let (mut turns, mut chance) = (turns.keeping_ends(), SplitMix64::new(self.seed));
        turns.look(state, &mut chance, &mut || budget.spend());
        let ends = turns.into_ends();
        let Some(best) = ends.first().map(|end| end.0) else {
            return 0;
        };
        let near = |end: &&(f32, Vec<Move>)| end.0 > best - NEAR;
        let mut weighed: Vec<End> = Vec::new();
        if ends.len() > 1 {
            for (_, line) in ends.iter().take(WEIGHED).take_while(near) {
                let Some(worth) = self.weigh(game, judge, state, line, budget) else {
                    break;
                };
                let line = line.clone();
                weighed.push(End { line, worth });
            }
        }
        let depth = if weighed.is_empty() { 1 } else { 2 };
        if weighed.is_empty() {
            weighed.extend(ends.into_iter().take(self.lines).map(|(worth, line)| End {
                line,
                worth: likely(worth),
            }));
        }
        weighed.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        let lines = weighed.iter().map(|end| Line {
            moves: end.line.clone(),
            value: end.worth,
            visits: 0,
            proved: false,
        });
        let mut lines: Vec<Line> = lines.collect();
        // One line for each move; the best comes first.
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

    /// Keeps the moves of a turn that follow its first.
    fn plan(&mut self, game: &Game, state: &mut State, line: &[Move]) {
        // Everything since is taken back at once.
        let begin = state.mark();
        let mut chance = SplitMix64::new(self.seed);
        for pair in line.windows(2) {
            let _ = game.apply_marked(state, pair[0], &mut chance);
            self.planned.moves.push((key(state, true), pair[1]));
        }
        state.undo(begin);
    }

    /// What a turn is worth once the other player has answered every throw as well as can be; `None` when the budget is spent.
    fn weigh(
        &mut self,
        game: &Game,
        judge: &Evaluation,
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
        let mut reply = |state: &mut State| answered(game, judge, state, mover, budget);
        let worth = match self.over_all(game, state, *last, &mut reply) {
            Some(None) => drawn(game, state, *last, &mut reply),
            worth => worth.flatten(),
        };
        state.undo(begin);
        worth
    }

    /// The mean over everything that chance may bring; `Some(None)` where that is too much.
    fn over_all(
        &mut self,
        game: &Game,
        state: &mut State,
        last: Move,
        reply: &mut impl FnMut(&mut State) -> Option<f64>,
    ) -> Option<Option<f64>> {
        let mut known: Vec<(Vec<i32>, f64)> = Vec::new();
        let (mut outcomes, mut number) = (ChanceOutcomes::new(), 0);
        let (mut sum, mut shares, mut apart) = (0.0, 0.0, false);
        while outcomes.advance() {
            number += 1;
            if number > RESULTS {
                return Some(None);
            }
            let mark = game.apply_marked(state, last, &mut outcomes);
            let share = outcomes.probability().to_f64();
            let mut dice: Vec<i32> = state.dice();
            dice.sort_unstable();
            let alike = known.iter().find(|(throw, _)| *throw == dice);
            let alike = alike.map(|(_, worth)| *worth);
            let worth = match alike.filter(|_| self.planned.ordered == Some(false)) {
                Some(worth) => Some(worth),
                None => reply(state),
            };
            state.undo(mark);
            let worth = worth?;
            match alike {
                Some(other) => apart |= (worth - other).abs() > ALIKE,
                None => known.push((dice, worth)),
            }
            sum += share * worth;
            shares += share;
        }
        self.planned.ordered = Some(self.planned.ordered.unwrap_or(false) || apart);
        Some(Some(sum / shares.max(1e-9)))
    }
}

/// The mean over a few results that are drawn, the same for every turn.
fn drawn(
    game: &Game,
    state: &mut State,
    last: Move,
    reply: &mut impl FnMut(&mut State) -> Option<f64>,
) -> Option<f64> {
    let mut sum = 0.0;
    for draw in 0..DRAWN {
        let mark = game.apply_marked(state, last, &mut SplitMix64::new(draw));
        let worth = reply(state);
        state.undo(mark);
        sum += worth?;
    }
    Some(sum / DRAWN as f64)
}

/// What a position after a turn of `mover` is worth to that player, once the turn that follows has been played.
fn answered(
    game: &Game,
    judge: &Evaluation,
    state: &mut State,
    mover: usize,
    budget: &mut Budget<'_>,
) -> Option<f64> {
    if state.over() {
        return Some(game.outcome(state).map_or(0.5, |end| end.utility(mover)));
    }
    let own = state.mover() == mover;
    let mut turns = Turns::of(game, judge, state, REPLY)?;
    let (mut chance, mut paid) = (SplitMix64::new(0), true);
    turns.look(state, &mut chance, &mut || {
        paid &= budget.spend();
        paid
    });
    let worth = turns.best().map_or(0.5, likely);
    paid.then_some(if own { worth } else { 1.0 - worth })
}
