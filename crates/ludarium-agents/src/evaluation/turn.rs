//! The ends of a turn of several moves, judged by a network: what somebody leaves behind in its middle says little (of two men who make a
//! point, one stands alone at first).

use std::collections::HashSet;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::network::Network;
use super::Evaluation;
use crate::key::key;

/// No turn is followed further than so many moves.
const MAX_TURN_MOVES: usize = 8;

/// The logarithm of the odds of somebody who has won, and of nobody else.
const WON_LOG_ODDS: f32 = 500.0;

/// The turns of the player to move, from a position on.
pub(crate) struct TurnSearch<'a> {
    network: &'a Network,
    game: &'a Game,
    mover: usize,
    /// In the middle of a turn so many moves are followed.
    beam: usize,
    line: Vec<Move>,
    seen: HashSet<u64>,
    /// What the best turn is worth, and its moves.
    best: (f32, Vec<Move>),
    /// The same of all different ends, where they are wanted.
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

    /// Where a network judges; `None` elsewhere.
    pub fn of(
        game: &'a Game,
        evaluation: &'a Evaluation,
        state: &State,
        beam: usize,
    ) -> Option<TurnSearch<'a>> {
        let network = evaluation.network.as_ref()?;
        Some(TurnSearch::new(network, game, state.mover(), beam))
    }

    /// The same, keeping all ends that differ.
    pub fn keeping_ends(self) -> TurnSearch<'a> {
        TurnSearch {
            ends: Some(Vec::new()),
            ..self
        }
    }

    /// Looks at all turns, as long as `on` says so, which is asked about every position.
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
            // Ends are told from each other by what is thrown after them, too: that is the same for all.
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

    /// Judges the end of a turn.
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

    /// What the best turn is worth, as the logarithm of the odds; `None` where there is none.
    pub fn best(&self) -> Option<f32> {
        (!self.best.1.is_empty()).then_some(self.best.0)
    }

    /// The moves of the best turn.
    pub(super) fn into_best(self) -> Vec<Move> {
        self.best.1
    }

    /// All ends, where they were to be kept, the best first.
    pub fn into_ends(self) -> Vec<(f32, Vec<Move>)> {
        let mut ends = self.ends.unwrap_or_default();
        ends.sort_by(|one, other| other.0.total_cmp(&one.0));
        ends
    }
}

/// How likely a win is, of the logarithm of its odds.
pub(crate) fn probability(log_odds: f32) -> f64 {
    1.0 / (1.0 + f64::from(-log_odds).exp())
}
