//! Weights tuned by games that the search plays against itself.
//!
//! The weights are those under which the results of the games are likeliest, given the positions on the way: logistic
//! regression on results, as the engine Texel made it known (P. Osterlund, "Texel's tuning method", 2014), with what was learned
//! before as the prior. Every fifth game is held out, and tells what was gained.

use std::sync::Arc;

use engine::Game;

use super::fit::{explained, foretold, settle, Sample};
use super::learn::{taught, Chooser, Effort, Learner, LONGEST};
use super::Evaluation;
use crate::AlphaBeta;

/// After so many games the search goes on with the weights that follow from them.
const REFIT: usize = 40;

/// One game in so many is held out.
const HELD_OUT: usize = 5;

/// The prior weighs as much as so many games that were won and lost.
const TRUST: f64 = 30.0;

/// Newton's method needs no more rounds.
const ROUNDS: usize = 30;

/// How well a judgement foretells the ends of games that it was not made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foretold {
    /// The share of the variance of the results that it explains, 0 to 1.
    pub explained: f64,
    /// The share of the positions of decided games for whose player it foretells a win or a loss rightly, 0 to 1.
    pub right: f64,
}

/// What came of training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The judgement with the tuned weights.
    pub evaluation: Evaluation,
    /// Games played; positions of those that were learned from, and of those held out.
    pub games: usize,
    /// Positions of the games that were learned from.
    pub positions: usize,
    /// Positions of the games that were held out.
    pub held_out: usize,
    /// How well the judgement did before, on what was held out.
    pub before: Foretold,
    /// How well it does now.
    pub after: Foretold,
}

/// Somebody who tunes the weights of a game.
///
/// The same game, seed, nodes and number of games give the same weights.
pub struct Trainer<'g> {
    learner: Learner<'g>,
    seed: u64,
    nodes: u64,
    untrained: Arc<Evaluation>,
    prior: Vec<f64>,
    current: Arc<Evaluation>,
}

impl<'g> Trainer<'g> {
    /// Learns what is learned of any game, to begin with; then the search plays with so many nodes a move.
    #[must_use]
    pub fn new(game: &'g Game, seed: u64, nodes: u64) -> Trainer<'g> {
        let (mut learner, evaluation, prior) = taught(game, seed, Effort::USUAL);
        learner.games.clear();
        let untrained = Arc::new(evaluation);
        Trainer {
            learner,
            seed,
            nodes,
            current: untrained.clone(),
            untrained,
            prior,
        }
    }

    /// The judgement before any training.
    #[must_use]
    pub fn untrained(&self) -> &Arc<Evaluation> {
        &self.untrained
    }

    /// Plays one game.
    pub fn play(&mut self) {
        let number = self.learner.games.len();
        let seed = self.seed.wrapping_add(number as u64);
        let mut agent = AlphaBeta::with(seed, self.current.clone());
        let mut chooser = Chooser::Search(&mut agent, self.nodes);
        self.learner.play(LONGEST, &mut chooser);
        if (number + 1) % REFIT == 0 {
            self.current = Arc::new(self.trained().evaluation);
        }
    }

    /// What the games so far teach.
    #[must_use]
    pub fn trained(&self) -> Trained {
        let (mut seen, mut unseen, mut decided) = (Vec::new(), Vec::new(), 0usize);
        for (index, (positions, won)) in self.learner.games.iter().enumerate() {
            let samples = positions
                .iter()
                .map(|position| self.learner.sample(position));
            match index % HELD_OUT == HELD_OUT - 1 {
                true => unseen.extend(samples),
                false => {
                    seen.extend(samples);
                    decided += usize::from(*won);
                }
            }
        }
        let trust = 0.25 * seen.len() as f64 * TRUST / decided.max(1) as f64;
        let weights = settle(&seen, &self.prior, &vec![trust; self.prior.len()], ROUNDS);
        let [before, after] = [&self.prior, &weights].map(|own| foretelling(&unseen, own));
        let informative = match unseen.is_empty() {
            true => self.untrained.informative(),
            false => self.untrained.informative().max(after.explained),
        };
        Trained {
            evaluation: self.learner.evaluation(&weights, informative),
            games: self.learner.games.len(),
            positions: seen.len(),
            held_out: unseen.len(),
            before,
            after,
        }
    }
}

fn foretelling(samples: &[Sample], weights: &[f64]) -> Foretold {
    let decided = || samples.iter().filter(|own| (own.target - 0.5).abs() > 0.1);
    let right = decided().filter(|own| (foretold(weights, own) > 0.5) == (own.target > 0.5));
    Foretold {
        explained: explained(samples, weights),
        right: right.count() as f64 / decided().count().max(1) as f64,
    }
}
