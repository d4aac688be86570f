//! Monte Carlo tree search that learns from move to move and from what it proves.
//!
//! Beyond the plain [`Uct`](crate::Uct):
//!
//! - *RAVE*: a move is judged, at first, by how games went in which it was made later on;
//! - *MAST*: playouts prefer, of two moves drawn, the one that did better on average wherever it was made;
//! - *score bounds*: what is proved to be won or lost is not searched any more (two players, no chance, nothing hidden);
//! - *judgement*: long playouts are cut off where an [`Evaluation`] foretells the end well enough;
//! - *determinisation*: where something is hidden, every iteration starts from another state that could be,
//!   and a move counts as tried only as often as it could be made;
//! - *decoupled choices*: who chooses at the same time as others chooses by statistics that do not know
//!   what the others chose.

mod tree;

use std::sync::Arc;

use engine::{Chance, Game, Move, Rollouts, SplitMix64, State, View};

use crate::budget::Budget;
use crate::evaluation::{Effort, Evaluation};
use crate::report::{Line, Report};
use crate::Agent;
use tree::{Mast, Tree};

/// The tree search.
#[derive(Debug)]
pub struct Mcts {
    chance: SplitMix64,
    seed: u64,
    evaluation: Option<Arc<Evaluation>>,
    tree: Tree,
    mast: Mast,
    report: Report,
}

/// Playouts are cut off where the judgement explains so much of the results.
const INFORMATIVE: f64 = 0.08;

/// A playout that is judged has so many plies first.
const SHORT: usize = 16;

/// Others count as undecided after so many.
const LONG: usize = 600;

/// The tree stops growing at this size.
const LARGEST: usize = 400_000;

/// One playout move in so many is any move.
const SLIPS: u32 = 8;

/// What all players get.
type Worth = [f64; 17];

impl Mcts {
    /// A search; it learns to judge a game the first time that it plays it ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> Mcts {
        Mcts {
            chance: SplitMix64::new(seed),
            seed,
            evaluation: None,
            tree: Tree::default(),
            mast: Mast::default(),
            report: Report::default(),
        }
    }

    /// A search that judges a game as was learned before.
    #[must_use]
    pub fn with(seed: u64, evaluation: Arc<Evaluation>) -> Mcts {
        Mcts {
            evaluation: Some(evaluation),
            ..Mcts::new(seed)
        }
    }

    fn search(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) {
        let game = view.game();
        let evaluation = self.evaluation.clone();
        let mut search = Search {
            game,
            view,
            root: legal,
            fixed: view.is_complete() && !game.features().stochastic,
            proves: view.is_complete() && !game.features().stochastic && game.players() == 2,
            judge: evaluation
                .as_deref()
                .filter(|judge| judge.informative() >= INFORMATIVE),
            rollouts: Rollouts::new(game),
            chance: &mut self.chance,
            tree: &mut self.tree,
            mast: &mut self.mast,
            moves: Vec::new(),
            picked: Vec::new(),
            path: Vec::new(),
            played: Vec::new(),
        };
        search.tree.begin();
        search.mast.begin();
        let mut iterations = 0;
        let whole = view.complete();
        let mut state = view.sample(search.chance);
        loop {
            iterations += 1;
            search.iterate(&mut state, budget);
            if !budget.spend() || budget.left() == 0 || search.tree.settled() {
                break;
            }
            match whole {
                Some(whole) => state.clone_from(whole),
                None => state = view.sample(search.chance),
            }
        }
        self.report = Report {
            lines: self.lines(game),
            nodes: iterations,
            depth: 0,
        };
    }

    fn lines(&self, game: &Game) -> Vec<Line> {
        let two = game.players() == 2;
        let mut lines: Vec<Line> = self
            .tree
            .root()
            .iter()
            .filter(|child| child.visits > 0)
            .map(|child| {
                let proved = self.tree.proved(child).filter(|_| two);
                Line {
                    moves: self.tree.line(child),
                    value: proved.unwrap_or(child.value / f64::from(child.visits)),
                    visits: u64::from(child.visits),
                    proved: proved.is_some(),
                }
            })
            .collect();
        // What is won goes first and what is lost last, whatever the visits.
        let rank = |line: &Line| match (line.proved, line.value) {
            (true, value) if value >= 1.0 => 2,
            (true, value) if value <= 0.0 => 0,
            _ => 1,
        };
        lines.sort_by(|a, b| {
            rank(b)
                .cmp(&rank(a))
                .then(b.visits.cmp(&a.visits))
                .then(b.value.total_cmp(&a.value))
        });
        lines
    }
}

impl Agent for Mcts {
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
        self.search(view, legal, budget);
        let best = self.report.lines.first().map(|line| line.moves[0]);
        legal.iter().position(|mv| Some(*mv) == best).unwrap_or(0)
    }

    fn name(&self) -> &str {
        "mcts"
    }

    fn report(&self) -> &Report {
        &self.report
    }
}

/// A step down the tree.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: usize,
    child: usize,
    /// Where the choice was made by the statistics of a round in which all choose: its node and entry.
    joint: Option<(usize, usize)>,
}

/// Sets what each player gets.
fn fill(worth: &mut Worth, players: usize, of: impl Fn(usize) -> f64) {
    for (player, worth) in worth.iter_mut().enumerate().skip(1).take(players) {
        *worth = of(player);
    }
}

struct Search<'a> {
    game: &'a Game,
    view: &'a View<'a>,
    root: &'a [Move],
    /// The same moves always lead to the same state.
    fixed: bool,
    proves: bool,
    judge: Option<&'a Evaluation>,
    rollouts: Rollouts<'a>,
    chance: &'a mut SplitMix64,
    tree: &'a mut Tree,
    mast: &'a mut Mast,
    moves: Vec<Move>,
    picked: Vec<usize>,
    path: Vec<Step>,
    played: Vec<(usize, Move)>,
}

impl Search<'_> {
    fn iterate(&mut self, state: &mut State, budget: &mut Budget<'_>) {
        self.path.clear();
        self.played.clear();
        let mut at = 0;
        // The node at which a round of choices began.
        let mut round = 0;
        while !state.over() {
            let mover = state.mover();
            if !(self.fixed && self.tree.is_complete(at)) {
                self.game.legal(state, &mut self.moves);
                if at == 0 && !self.view.is_complete() {
                    // In a state that is only supposed, moves may seem legal that are not.
                    let root = self.root;
                    self.moves.retain(|mv| root.contains(mv));
                }
                if self.moves.is_empty() {
                    break;
                }
                self.tree.meet(at, &self.moves, mover, &mut self.picked);
                if self.fixed {
                    self.tree.complete(at);
                }
            }
            let all = self.fixed;
            if state.waiting() == 0 {
                round = at;
            }
            let unseen = state.waiting() > 0 && self.game.moves_together(state);
            let step = if unseen {
                let joint =
                    self.tree
                        .choose_unseen(round, mover, at, &self.picked, all, self.chance);
                let mv = self.tree.joint(round, joint).mv;
                Step {
                    node: at,
                    child: self.tree.child_of(at, mv),
                    joint: Some((round, joint)),
                }
            } else {
                Step {
                    node: at,
                    child: self.tree.choose(at, &self.picked, all, self.chance),
                    joint: None,
                }
            };
            let mv = self.tree.child(step.node, step.child).mv;
            self.game.apply(state, mv, self.chance);
            self.path.push(step);
            self.played.push((mover, mv));
            let (next, new) = self.tree.descend(step.node, step.child, LARGEST);
            match next {
                Some(next) => at = next,
                None => break,
            }
            if new || !budget.step() {
                break;
            }
        }
        let worth = self.finish(state, budget);
        self.tree.learn(&self.path, &self.played, &worth);
        self.mast.learn(&self.played, &worth);
        if self.proves {
            self.tree.prove(&self.path);
        }
    }

    /// Plays to the end, or so far that it can be judged.
    fn finish(&mut self, state: &mut State, budget: &mut Budget<'_>) -> Worth {
        let players = self.game.players().min(16);
        let mut worth = [0.5; 17];
        if state.over() {
            if let Some(outcome) = self.game.outcome(state) {
                fill(&mut worth, players, |player| outcome.utility(player));
            }
            if self.proves {
                self.tree.decide(&self.path, worth[1]);
            }
            return worth;
        }
        if self.rollouts.compiled() {
            let mut pick = SplitMix64::new(self.chance.next_u64());
            let end = self.rollouts.finish(state, LONG, &mut pick, self.chance);
            fill(&mut worth, players, |player| end.utility(player));
            return worth;
        }
        let limit = if self.judge.is_some() { SHORT } else { LONG };
        for _ in 0..limit {
            if state.over() || !budget.step() {
                break;
            }
            let Some(mv) = self.playout_move(state) else {
                break;
            };
            self.played.push((state.mover(), mv));
            self.game.apply(state, mv, self.chance);
        }
        match (self.game.outcome(state), self.judge) {
            (Some(outcome), _) => {
                fill(&mut worth, players, |player| outcome.utility(player));
            }
            (None, Some(judge)) => {
                fill(&mut worth, players, |player| {
                    judge.expectation(judge.judge(state, player))
                });
            }
            _ => {}
        }
        worth
    }

    /// Of two moves drawn, mostly the one that did better so far.
    fn playout_move(&mut self, state: &mut State) -> Option<Move> {
        let mut pick = SplitMix64::new(self.chance.next_u64());
        let first = self.game.sample(state, &mut pick)?;
        if self.chance.below(SLIPS) == 0 {
            return Some(first);
        }
        let second = self.game.sample(state, &mut pick)?;
        let mover = state.mover();
        let better = self.mast.mean(mover, second) > self.mast.mean(mover, first);
        Some(if better { second } else { first })
    }
}
