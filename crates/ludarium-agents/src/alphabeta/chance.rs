//! Chance nodes.

use ludarium_engine::{ChanceOutcomes, Move, SplitMix64, State};

use super::move_ordering::next_best;
use super::search::{from_table, MoveContext, Node, Search, INFINITE, PLY, WIN};
use super::table::Bound;
use crate::key::key;

/// The maximum number of chance outcomes searched per move, and the number of samples drawn if
/// there are more.
const MAX_OUTCOMES: usize = 40;
const SAMPLES: usize = 8;

/// Below this depth, probing a reply to every outcome (Star2) costs more than it saves.
const PROBE_DEPTH: i32 = 4 * PLY;

/// A chance outcome: its probability, and bounds on its value to the player who moved.
#[derive(Clone, Copy, Debug)]
struct ChanceResult {
    share: f64,
    low: f64,
    high: f64,
}

impl Search<'_, '_> {
    /// The expected value over all chance outcomes. Outcomes that cannot change the result are
    /// skipped (Star1); before any is searched, one reply to each is tried, which may suffice for a
    /// cutoff (Star2: Ballard, "The *-minimax search procedure for trees containing chance nodes",
    /// 1983).
    pub(super) fn expectimax(&mut self, state: &mut State, mv: Move, node: Node) -> Option<i32> {
        let mover = state.mover();
        if let Some(value) = self.leaf_expectation(state, mv, node) {
            return value;
        }
        let Some(results) = self.results(state, mv, node)? else {
            return self.sampled_expectation(state, mv, node);
        };
        let mut low: f64 = results.iter().map(|result| result.share * result.low).sum();
        let mut high: f64 = results
            .iter()
            .map(|result| result.share * result.high)
            .sum();
        let (alpha, beta) = (f64::from(node.alpha), f64::from(node.beta));
        let mut outcomes = ChanceOutcomes::new();
        for result in &results {
            if high <= alpha || low >= beta {
                break;
            }
            if !outcomes.advance() {
                break;
            }
            let ChanceResult { share, .. } = *result;
            let mark = self.game.apply_marked(state, mv, &mut outcomes);
            // The values of this outcome at which the mean reaches alpha and beta.
            let least = (alpha - (high - share * result.high)) / share;
            let most = (beta - (low - share * result.low)) / share;
            let within = Node {
                alpha: least.floor().clamp(f64::from(-INFINITE), f64::from(WIN)) as i32,
                beta: most.ceil().clamp(f64::from(-WIN), f64::from(INFINITE)) as i32,
                ..node
            };
            let value = self.child_value(state, MoveContext::by(mover), within);
            state.undo(mark);
            let value = f64::from(value?);
            if value < most {
                high += share * (value.max(result.low) - result.high).min(0.0);
            }
            if value > least {
                low += share * (value.min(result.high) - result.low).max(0.0);
            }
        }
        let mean = match (high <= alpha, low >= beta) {
            (true, _) => high,
            (_, true) => low,
            _ => (low + high) / 2.0,
        };
        Some(mean.round() as i32)
    }

    /// The value of a move at the horizon of a dice game. The static evaluation does not see the
    /// dice, so one roll stands for all. `None` if the search goes deeper.
    fn leaf_expectation(&mut self, state: &mut State, mv: Move, node: Node) -> Option<Option<i32>> {
        if !self.dice || node.depth > PLY {
            return None;
        }
        let mover = state.mover();
        let mut chance = SplitMix64::new(state.hash());
        let mark = self.game.apply_marked(state, mv, &mut chance);
        let last =
            state.over() || self.child_node(state, MoveContext::by(mover), node).0.depth <= 0;
        let value = last.then(|| self.child_value(state, MoveContext::by(mover), node));
        state.undo(mark);
        value
    }

    /// All outcomes of a move with bounds on their values; `Some(None)` if there are too many,
    /// `None` when the budget is spent.
    fn results(
        &mut self,
        state: &mut State,
        mv: Move,
        node: Node,
    ) -> Option<Option<Vec<ChanceResult>>> {
        let mover = state.mover();
        let deep = node.depth >= PROBE_DEPTH;
        let mut outcomes = ChanceOutcomes::new();
        let mut results = Vec::new();
        while outcomes.advance() {
            if results.len() == MAX_OUTCOMES {
                return Some(None);
            }
            let mark = self.game.apply_marked(state, mv, &mut outcomes);
            let share = outcomes.probability().to_f64().max(1e-12);
            let bounds = match deep {
                true => self.probe(state, mover, node),
                false => Some((-WIN, WIN)),
            };
            state.undo(mark);
            let (low, high) = bounds?;
            results.push(ChanceResult {
                share,
                low: f64::from(low),
                high: f64::from(high),
            });
        }
        Some(Some(results))
    }

    /// Bounds on the value of an outcome to `mover`, from the transposition table or from one
    /// reply.
    fn probe(&mut self, state: &mut State, mover: usize, node: Node) -> Option<(i32, i32)> {
        if state.over() {
            return Some((-WIN, WIN));
        }
        let (child, flip) = self.child_node(state, MoveContext::by(mover), node);
        let known = self.table.get(key(state, child.same_turn));
        let turned = |low: i32, high: i32| match flip {
            true => (-high, -low),
            false => (low, high),
        };
        if let Some(entry) = known.filter(|entry| entry.depth >= child.depth) {
            let value = from_table(entry.value, child.ply);
            return Some(match entry.bound {
                Bound::Exact => turned(value, value),
                Bound::AtLeast => turned(value, WIN),
                Bound::AtMost => turned(-WIN, value),
            });
        }
        let mut buffer = self.buffers.pop().unwrap_or_default();
        self.game.legal(state, &mut buffer.legal);
        let best = known.and_then(|entry| entry.best);
        self.order.rank(
            self.evaluation,
            state,
            &buffer.legal,
            best,
            child.ply,
            &mut buffer.ranked,
        );
        let answer = (!buffer.ranked.is_empty()).then(|| next_best(&mut buffer.ranked, 0).mv);
        self.buffers.push(buffer);
        let Some(answer) = answer else {
            return Some((-WIN, WIN));
        };
        let whole = Node {
            alpha: -INFINITE,
            beta: INFINITE,
            ..child
        };
        let value = self.expectimax(state, answer, whole)?;
        Some(turned(value.clamp(-WIN, WIN), WIN))
    }

    /// The mean over a few sampled outcomes.
    fn sampled_expectation(&mut self, state: &mut State, mv: Move, node: Node) -> Option<i32> {
        let mover = state.mover();
        let mut sum = 0i64;
        for draw in 0..SAMPLES {
            // The same samples for every move of a position, so that luck is not mistaken for
            // skill.
            let mut chance = SplitMix64::new(state.hash() ^ draw as u64);
            let mark = self.game.apply_marked(state, mv, &mut chance);
            let within = Node {
                alpha: -INFINITE,
                beta: INFINITE,
                ..node
            };
            let value = self.child_value(state, MoveContext::by(mover), within);
            state.undo(mark);
            sum += i64::from(value?);
        }
        Some((sum / SAMPLES as i64) as i32)
    }
}
