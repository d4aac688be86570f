//! Monte Carlo tree search that learns from move to move and from what it proves.
//!
//! Beyond the plain [`Uct`](crate::Uct):
//!
//! - *RAVE*: a move is judged, at first, by how games went in which it was made later on, where playouts tell their moves (of those
//!   that are compiled, only games of stones that are placed do);
//! - *GRAVE*: the same by games of a position above that was visited often, where men are brought in all the time and stay as they are;
//! - *implicit minimax backups*: where playouts do not tell their moves, and positions can be judged, what a move is worth is in part the minimax of
//!   the judgements of the positions after it;
//! - *MAST*: playouts prefer, of two moves drawn, the one that did better on average wherever it was made;
//! - *score bounds*: what is proved to be won or lost is not searched any more (two players, no chance, nothing hidden, and nothing follows from
//!   answers to what was chosen at the same time);
//! - *judgement*: long playouts are cut off where an [`Evaluation`] foretells the end well enough, unless men are brought in all
//!   the time;
//! - *relative bonuses*: where all random games of two are won by the same player, it counts how soon they end;
//! - *determinisation*: where something is hidden, every iteration starts from another state that could be,
//!   and a move counts as tried only as often as it could be made;
//! - *decoupled choices*: who chooses at the same time as others chooses by statistics that do not know
//!   what the others chose.
//!
//! Where nothing is hidden, left to chance or chosen at the same time, the tree is kept from move to move: what lies below the moves that were
//! made is searched on. What does not follow from the position searched last is searched as by a new agent.
//!
//! [`Ways`] add to these or replace them: GRAVE, progressive history (Nijssen and Winands, "Enhancements for
//! multi-player Monte-Carlo tree search", 2011), N-gram selection.
//!
//! Several threads may search one tree ([`Mcts::threads`]). What they find then depends on which is sooner: equal seeds
//! give equal moves with one thread only.

mod alike;
mod choice;
mod elsewhere;
mod habits;
mod iteration;
mod kept;
mod node;
mod nodes;
mod notes;
#[cfg(test)]
mod tests;
mod tree;
mod ways;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::Arc;

use ludarium_engine::{Game, Move, Rollouts, SplitMix64, State, View};

use crate::bringing::{bringing, Bringing};
use crate::budget::Budget;
use crate::evaluation::{Effort, Evaluation};
use crate::kind::{Kind, RELIABLE};
use crate::report::{Line, Report};
use crate::Agent;
use alike::all_alike;
use habits::Habits;
use iteration::{Common, Pace, Search};
use node::Child;
use nodes::Apart;
use tree::Tree;
pub use ways::{Way, Ways};

/// The tree search.
#[derive(Debug)]
pub struct Mcts {
    chance: SplitMix64,
    seed: u64,
    threads: usize,
    /// The tree stops growing at so many nodes.
    largest: usize,
    evaluation: Option<Arc<Evaluation>>,
    /// What the game is like, once it is known.
    nature: Option<Nature>,
    tree: Tree,
    /// The position that the tree was grown from, where it may be kept.
    grown: Option<State>,
    habits: Habits,
    ways: Ways,
    name: String,
    report: Report,
}

/// What a game shows of how it is best searched.
#[derive(Clone, Copy, Debug)]
struct Nature {
    bringing: Bringing,
    /// Whether playouts are compiled.
    compiled: bool,
    /// Whether random games are all won by the same of two players.
    alike: bool,
}

/// Playouts are cut off where the judgement explains so much of the results.
const INFORMATIVE: f64 = 0.08;

impl Mcts {
    /// A search; it learns to judge a game the first time that it plays it ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> Mcts {
        Mcts {
            chance: SplitMix64::new(seed),
            seed,
            threads: 1,
            largest: nodes::LARGEST,
            evaluation: None,
            nature: None,
            tree: Tree::default(),
            grown: None,
            habits: Habits::default(),
            ways: Ways::USUAL,
            name: "mcts".to_owned(),
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

    /// How many threads search; 1, unless told otherwise.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Mcts {
        self.threads = threads.max(1);
        self
    }

    /// Goes by these ways as well, or instead of its usual ones; none: by what suits the game.
    #[must_use]
    pub fn by(mut self, ways: Ways) -> Mcts {
        self.name = Kind::Mcts(ways).to_string();
        self.ways = ways;
        self
    }

    /// Finds out at once what the game is like, and not when it first chooses a move of it, while a clock runs.
    #[must_use]
    pub fn of(mut self, game: &Game) -> Mcts {
        self.nature(game);
        self
    }

    /// What the game is like. Some games are played to know that, which takes its time.
    fn nature(&mut self, game: &Game) -> Nature {
        *self.nature.get_or_insert_with(|| Nature {
            bringing: bringing(game),
            compiled: Rollouts::new(game).compiled(),
            alike: all_alike(game),
        })
    }

    /// Whether judgement explains so much of the results.
    fn informed(&self, least: f64) -> bool {
        let judge = self.evaluation.as_deref();
        judge.is_some_and(|judge| judge.informative() >= least)
    }

    /// Whether judgement tells more than the end of a playout.
    fn asks_judge(&mut self, game: &Game) -> bool {
        self.informed(INFORMATIVE) && !self.nature(game).bringing.mostly
    }

    /// The ways to go by: those that were asked for, else those that suit the game. Where men are brought in all the time, and stay, a move is
    /// worth much the same now and later: GRAVE. Most playouts that are compiled do not tell their moves: RAVE would count those of the tree alone,
    /// which were not drawn but chosen; and where stones are taken and placed again (go) it has been found to harm. See "How strong they are" in the book.
    fn ways(&mut self, game: &Game) -> Ways {
        let asked = self.ways.without(Way::Forgetful);
        if asked != Ways::USUAL {
            return asked;
        }
        let Nature {
            bringing, compiled, ..
        } = self.nature(game);
        match (bringing.mostly, compiled) {
            (true, _) if bringing.stays => Ways::of(&[Way::Grave]),
            (false, true) if self.informed(RELIABLE) => Ways::of(&[Way::Own, Way::Minimax]),
            (_, true) => Ways::of(&[Way::Own]),
            (_, false) => Ways::USUAL,
        }
    }

    /// The tree to begin with. Where the position follows from the one before by moves of the tree, that part of it; else a new one, and
    /// nothing else is left of what was searched before either: the same as a new agent finds.
    fn begin(&mut self, view: &View<'_>, legal: &[Move], budget: &Budget<'_>) -> Tree {
        let game = view.game();
        let ways = self.ways(game);
        let mut tree = std::mem::take(&mut self.tree);
        let lasting = kept::lasting(view).filter(|_| !self.ways.has(Way::Forgetful));
        let grown = std::mem::replace(&mut self.grown, lasting.cloned());
        let node = grown.zip(lasting).and_then(|(grown, now)| {
            let node = kept::node_of(&tree, game, (&grown, now), budget)?;
            tree.suits(ways, node, legal).then_some(node)
        });
        match node {
            Some(node) => tree.begin_at(node),
            None => tree.begin(ways),
        }
        if lasting.is_some() && node.is_none() {
            self.chance = SplitMix64::new(self.seed);
            self.habits = Habits::default();
        }
        self.habits.begin(ways.has(Way::Grams));
        tree
    }

    fn search(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) {
        let game = view.game();
        let evaluation = self.evaluation.clone();
        let asks_judge = self.asks_judge(game);
        let tree = self.begin(view, legal, budget);
        let ways = self.ways(game);
        let rows = ways.has(Way::Grams);
        // A tree that is kept may be settled: one iteration is made all the same.
        let settled = tree.is_settled();
        let threads = if settled { 1 } else { self.threads };
        let common = Common {
            game,
            view,
            root: legal,
            judge: evaluation.as_deref().filter(|_| asks_judge),
            seems: evaluation.as_deref().filter(|_| ways.has(Way::Minimax)),
            ways,
            alike: self.nature(game).alike,
            stop: AtomicBool::new(settled),
            tree,
            largest: self.largest,
            threads,
            left: Apart(AtomicU64::new(budget.left().max(1))),
        };
        let before = budget.spent();
        let iterations = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|_| {
                    let (common, chance) = (&common, SplitMix64::new(self.chance.next_u64()));
                    scope.spawn(move || {
                        let mut habits = Habits::default();
                        habits.begin(rows);
                        Search::new(common, chance, &mut habits)
                            .go_on(&mut Pace::Follows(&common.stop))
                    })
                })
                .collect();
            let mut search = Search::new(&common, self.chance.clone(), &mut self.habits);
            let own = search.go_on(&mut Pace::Leads(budget));
            self.chance = search.chance;
            let others = others.into_iter().map(|other| match other.join() {
                Ok(iterations) => iterations,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            own + others.sum::<u64>()
        });
        let own = budget.spent() - before;
        budget.pay(iterations.saturating_sub(own));
        self.tree = common.tree;
        self.report = Report {
            lines: self.lines(game),
            nodes: iterations,
            depth: 0,
        };
    }

    fn lines(&self, game: &Game) -> Vec<Line> {
        let two = game.players() == 2;
        let line = |child: &Child| {
            let proved = child.proved().filter(|_| two);
            Line {
                moves: self.tree.line(child),
                value: proved.unwrap_or(child.value / f64::from(child.visits)),
                visits: u64::from(child.visits),
                proved: proved.is_some(),
            }
        };
        let top = self.tree.top();
        let visited = top.iter().filter(|child| child.visits > 0);
        let mut lines: Vec<Line> = visited.map(line).collect();
        // What is won goes first and what is lost last, whatever the visits; where no more than a draw can be had, what is proved to be one
        // goes before what may be less.
        let most = self.tree.most();
        let rank = |line: &Line| match (line.proved, line.value) {
            (true, value) if value >= 1.0 => 2,
            (true, value) if value <= 0.0 => 0,
            (true, value) if value >= most => 2,
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
        self.nature(game);
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
        &self.name
    }

    fn report(&self) -> &Report {
        &self.report
    }
}
