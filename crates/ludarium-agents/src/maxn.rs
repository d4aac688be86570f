//! Max^n: each player maximises its own result.
//!
//! With three or more players, the alternative to treating all others as one side (Luckhardt and
//! Irani, "An algorithmic solution of n-person games", 1986). A value has one entry per player;
//! nothing can be pruned, so the search is shallower.

use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State, View};

use crate::budget::Budget;
use crate::evaluation::{Effort, Evaluation};
use crate::report::{Line, Report};
use crate::Agent;

/// Max^n search with iterative deepening.
#[derive(Debug)]
pub struct MaxN {
    seed: u64,
    evaluation: Option<Arc<Evaluation>>,
    report: Report,
}

/// Expected scores by player, from 1.
type Values = [f32; 17];

/// The maximum search depth in plies.
const MAX_DEPTH: u32 = 30;

impl MaxN {
    /// A search that learns an evaluation the first time it plays a game ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> MaxN {
        MaxN {
            seed,
            evaluation: None,
            report: Report::default(),
        }
    }

    /// A search with an evaluation learned beforehand.
    #[must_use]
    pub fn with_evaluation(seed: u64, evaluation: Arc<Evaluation>) -> MaxN {
        MaxN {
            evaluation: Some(evaluation),
            ..MaxN::new(seed)
        }
    }
}

struct Search<'a, 'c> {
    game: &'a Game,
    evaluation: &'a Evaluation,
    budget: &'a mut Budget<'c>,
    chance: SplitMix64,
}

impl Search<'_, '_> {
    fn values(&mut self, state: &mut State, depth: u32) -> Option<Values> {
        let mut values = [0.0; 17];
        let players = self.game.players().min(16);
        if state.over() {
            let outcome = self.game.outcome(state);
            for (player, value) in values.iter_mut().enumerate().skip(1).take(players) {
                *value = outcome
                    .as_ref()
                    .map_or(0.5, |outcome| outcome.utility(player) as f32);
            }
            return Some(values);
        }
        if !self.budget.spend() {
            return None;
        }
        if depth == 0 {
            for (player, value) in values.iter_mut().enumerate().skip(1).take(players) {
                let points = self.evaluation.evaluate(state, player);
                *value = self.evaluation.expected_score(points) as f32;
            }
            return Some(values);
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let mover = state.mover().min(16);
        let mut best: Option<Values> = None;
        for mv in legal {
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            let values = self.values(state, depth - 1);
            state.undo(mark);
            let values = values?;
            if best.is_none_or(|best| values[mover] > best[mover]) {
                best = Some(values);
            }
            if values[mover] >= 1.0 {
                break;
            }
        }
        Some(best.unwrap_or([0.5; 17]))
    }
}

impl Agent for MaxN {
    fn prepare(&mut self, game: &Game) {
        if self.evaluation.is_none() {
            self.evaluation = Some(Arc::new(Evaluation::learn(game, self.seed, Effort::USUAL)));
        }
    }

    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        self.report = Report::default();
        if legal.len() < 2 {
            return 0;
        }
        let game = view.game();
        let seed = self.seed;
        let evaluation = self
            .evaluation
            .get_or_insert_with(|| Arc::new(Evaluation::learn(game, seed, Effort::LITTLE)))
            .clone();
        let mut chance = SplitMix64::new(seed);
        let mut state = view.sample(&mut chance);
        let mover = state.mover().min(16);
        let mut shuffle = SplitMix64::new(seed ^ state.hash());
        let mut search = Search {
            game,
            evaluation: &evaluation,
            budget,
            chance,
        };
        let mut moves: Vec<(Move, f32, u64)> = legal
            .iter()
            .map(|mv| (*mv, 0.0, shuffle.next_u64()))
            .collect();
        moves.sort_by_key(|(_, _, tiebreak)| *tiebreak);
        let max_depth = MAX_DEPTH.min(search.budget.depth());
        'deeper: for depth in 0..max_depth {
            let mut found = moves.clone();
            for (mv, value, _) in &mut found {
                let mark = game.apply_marked(&mut state, *mv, &mut search.chance);
                let values = search.values(&mut state, depth);
                state.undo(mark);
                match values {
                    Some(values) => *value = values[mover],
                    None => break 'deeper,
                }
            }
            found.sort_by(|a, b| b.1.total_cmp(&a.1));
            moves = found;
            self.report.depth = depth + 1;
        }
        self.report.nodes = search.budget.spent();
        self.report.lines = moves
            .iter()
            .map(|&(mv, value, _)| Line {
                moves: vec![mv],
                value: f64::from(value),
                visits: 0,
                proved: false,
                plies: None,
            })
            .collect();
        legal.iter().position(|mv| *mv == moves[0].0).unwrap_or(0)
    }

    fn name(&self) -> &str {
        "maxn"
    }

    fn report(&self) -> &Report {
        &self.report
    }
}
