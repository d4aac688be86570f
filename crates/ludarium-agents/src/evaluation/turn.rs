//! End positions of turns of several moves, evaluated by a network. Positions within a turn say
//! little: of two pieces that make a point, one stands alone at first.

use std::collections::HashSet;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::network::Network;
use super::Evaluation;
use crate::key::key;

/// The maximum number of moves in a turn.
const MAX_TURN_MOVES: usize = 8;

/// The log odds of a game that is won.
const WON_LOG_ODDS: f32 = 500.0;

/// A search over the turns of the player to move.
pub(crate) struct TurnSearch<'a> {
    network: &'a Network,
    game: &'a Game,
    mover: usize,
    /// The beam width within a turn.
    beam: usize,
    line: Vec<Move>,
    seen: HashSet<u64>,
    /// The log odds and the moves of the best turn.
    best: (f32, Vec<Move>),
    /// The log odds and the moves of all distinct end positions, if they are to be kept.
    ends: Option<Vec<(f32, Vec<Move>)>>,
}

impl<'a> TurnSearch<'a> {
    pub(super) fn new(
        network: &'a Network,
        game: &'a Game,
        mover: usize,
        beam: usize,
    ) -> TurnSearch<'a> {
        TurnSearch {
            network,
            game,
            mover,
            beam,
            line: Vec::new(),
            seen: HashSet::default(),
            best: (f32::NEG_INFINITY, Vec::new()),
            ends: None,
        }
    }

    /// A search with the evaluation's network; `None` if it has none.
    pub fn of(
        game: &'a Game,
        evaluation: &'a Evaluation,
        state: &State,
        beam: usize,
    ) -> Option<TurnSearch<'a>> {
        let network = evaluation.network.as_ref()?;
        Some(TurnSearch::new(network, game, state.mover(), beam))
    }

    /// Also keeps all distinct end positions.
    pub fn keeping_ends(self) -> TurnSearch<'a> {
        TurnSearch {
            ends: Some(Vec::new()),
            ..self
        }
    }

    /// Searches all turns as long as `on` returns `true`, which is called for every position.
    pub fn search(
        &mut self,
        state: &mut State,
        chance: &mut SplitMix64,
        on: &mut dyn FnMut() -> bool,
    ) {
        let (game, mover) = (self.game, self.mover);
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let only = legal.len() == 1;
        let mut midway: Vec<(f32, Move)> = Vec::new();
        for mv in legal {
            if !on() {
                return;
            }
            // The key of an end position includes the next roll, so use the same one for all.
            let mark = match &self.ends {
                Some(_) => game.apply_marked(state, mv, &mut chance.clone()),
                None => game.apply_marked(state, mv, chance),
            };
            let goes_on = !state.over() && state.mover() == mover;
            if goes_on && self.line.len() < MAX_TURN_MOVES {
                if self.seen.insert(key(state, false)) {
                    let odds = if only {
                        0.0
                    } else {
                        self.network.log_odds(state)
                    };
                    midway.push((odds, mv));
                }
            } else {
                self.add_end(state, mv, goes_on);
            }
            state.undo(mark);
        }
        midway.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, mv) in midway.into_iter().take(self.beam) {
            let mark = game.apply_marked(state, mv, chance);
            self.line.push(mv);
            self.search(state, chance, on);
            self.line.pop();
            state.undo(mark);
        }
    }

    /// Evaluates an end position.
    fn add_end(&mut self, state: &State, mv: Move, goes_on: bool) {
        let fresh = self.ends.is_none() || self.seen.insert(key(state, false));
        if !fresh {
            return;
        }
        let value = match self.game.outcome(state) {
            Some(outcome) => (outcome.utility(self.mover) as f32 - 0.5) * 2.0 * WON_LOG_ODDS,
            None if goes_on => self.network.log_odds(state),
            None => -self.network.log_odds(state),
        };
        let line = || {
            let mut line = self.line.clone();
            line.push(mv);
            line
        };
        if let Some(ends) = &mut self.ends {
            ends.push((value, line()));
        } else if value > self.best.0 {
            self.best = (value, line());
        }
    }

    /// The log odds of the best turn; `None` if there is none.
    pub fn best(&self) -> Option<f32> {
        (!self.best.1.is_empty()).then_some(self.best.0)
    }

    /// The moves of the best turn.
    pub(super) fn into_best(self) -> Vec<Move> {
        self.best.1
    }

    /// All end positions, the best first, if they were kept.
    pub fn into_ends(self) -> Vec<(f32, Vec<Move>)> {
        let mut ends = self.ends.unwrap_or_default();
        ends.sort_by(|one, other| other.0.total_cmp(&one.0));
        ends
    }
}

/// The probability for given log odds.
pub(crate) fn probability(log_odds: f32) -> f64 {
    1.0 / (1.0 + f64::from(-log_odds).exp())
}
