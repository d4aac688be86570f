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
//! [`MctsOptions`] add to these or replace them: GRAVE, progressive history (Nijssen and Winands, "Enhancements for
//! multi-player Monte-Carlo tree search", 2011), N-gram selection.
//!
//! Several threads may search one tree ([`Mcts::threads`]). What they find then depends on which is sooner: equal seeds
//! give equal moves with one thread only.

mod amaf;
mod iteration;
mod mast;
mod node;
mod node_pool;
mod options;
mod relative_bonus;
mod selection;
#[cfg(test)]
mod tests;
mod thread_stats;
mod tree;
mod tree_reuse;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::Arc;

use ludarium_engine::{Game, Move, Rollouts, SplitMix64, State, View};

use crate::budget::Budget;
use crate::evaluation::{Effort, Evaluation};
use crate::placement_games::{placement_style, PlacementStyle};
use crate::report::{Line, Report};
use crate::spec::{AgentSpec, MIN_EXPLAINED_VARIANCE};
use crate::Agent;
use iteration::{Common, Search, StopSignal};
use mast::Mast;
use node::Child;
use node_pool::CacheAligned;
pub use options::{MctsOption, MctsOptions};
use relative_bonus::same_winner_always;
use tree::Tree;

/// The tree search.
#[derive(Debug)]
pub struct Mcts {
    chance: SplitMix64,
    seed: u64,
    threads: usize,
    /// The tree stops growing at so many nodes.
    max_nodes: usize,
    evaluation: Option<Arc<Evaluation>>,
    /// What the game is like, once it is known.
    traits: Option<GameTraits>,
    tree: Tree,
    /// The position that the tree was grown from, where it may be kept.
    root_state: Option<State>,
    mast: Mast,
    options: MctsOptions,
    name: String,
    report: Report,
}

/// What a game shows of how it is best searched.
#[derive(Clone, Copy, Debug)]
struct GameTraits {
    placement: PlacementStyle,
    /// Whether playouts are compiled.
    compiled: bool,
    /// Whether random games are all won by the same of two players.
    same_winner: bool,
}

/// Playouts are cut off where the judgement explains so much of the results.
const MIN_CUTOFF_VARIANCE: f64 = 0.08;

impl Mcts {
    /// A search; it learns to judge a game the first time that it plays it ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> Mcts {
        Mcts {
            chance: SplitMix64::new(seed),
            seed,
            threads: 1,
            max_nodes: node_pool::MAX_NODES,
            evaluation: None,
            traits: None,
            tree: Tree::default(),
            root_state: None,
            mast: Mast::default(),
            options: MctsOptions::DEFAULT,
            name: "mcts".to_owned(),
            report: Report::default(),
        }
    }

    /// A search that judges a game as was learned before.
    #[must_use]
    pub fn with_evaluation(seed: u64, evaluation: Arc<Evaluation>) -> Mcts {
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
    pub fn options(mut self, options: MctsOptions) -> Mcts {
        self.name = AgentSpec::Mcts(options).to_string();
        self.options = options;
        self
    }

    /// Finds out at once what the game is like, and not when it first chooses a move of it, while a clock runs.
    #[must_use]
    pub fn for_game(mut self, game: &Game) -> Mcts {
        self.traits(game);
        self
    }

    /// What the game is like. Some games are played to know that, which takes its time.
    fn traits(&mut self, game: &Game) -> GameTraits {
        *self.traits.get_or_insert_with(|| GameTraits {
            placement: placement_style(game),
            compiled: Rollouts::new(game).compiled(),
            same_winner: same_winner_always(game),
        })
    }

    /// Whether judgement explains so much of the results.
    fn explains(&self, least: f64) -> bool {
        let evaluation = self.evaluation.as_deref();
        evaluation.is_some_and(|evaluation| evaluation.explained_variance() >= least)
    }

    /// Whether judgement tells more than the end of a playout.
    fn evaluates_playouts(&mut self, game: &Game) -> bool {
        self.explains(MIN_CUTOFF_VARIANCE) && !self.traits(game).placement.dominant
    }

    /// The ways to go by: those that were asked for, else those that suit the game. Where men are brought in all the time, and stay, a move is
    /// worth much the same now and later: GRAVE. Most playouts that are compiled do not tell their moves: RAVE would count those of the tree alone,
    /// which were not drawn but chosen; and where stones are taken and placed again (go) it has been found to harm. See "How strong they are" in the book.
    fn options_for(&mut self, game: &Game) -> MctsOptions {
        let requested = self.options.without(MctsOption::NoTreeReuse);
        if requested != MctsOptions::DEFAULT {
            return requested;
        }
        let GameTraits {
            placement,
            compiled,
            ..
        } = self.traits(game);
        match (placement.dominant, compiled) {
            (true, _) if placement.permanent => MctsOptions::of(&[MctsOption::Grave]),
            (false, true) if self.explains(MIN_EXPLAINED_VARIANCE) => {
                MctsOptions::of(&[MctsOption::NoRave, MctsOption::Minimax])
            }
            (_, true) => MctsOptions::of(&[MctsOption::NoRave]),
            (_, false) => MctsOptions::DEFAULT,
        }
    }

    /// The tree to begin with. Where the position follows from the one before by moves of the tree, that part of it; else a new one, and
    /// nothing else is left of what was searched before either: the same as a new agent finds.
    fn reuse_or_new_tree(&mut self, view: &View<'_>, legal: &[Move], budget: &Budget<'_>) -> Tree {
        let game = view.game();
        let options = self.options_for(game);
        let mut tree = std::mem::take(&mut self.tree);
        let reusable =
            tree_reuse::reusable_state(view).filter(|_| !self.options.has(MctsOption::NoTreeReuse));
        let root_state = std::mem::replace(&mut self.root_state, reusable.cloned());
        let node = root_state.zip(reusable).and_then(|(root_state, now)| {
            let node = tree_reuse::find_node(&tree, game, (&root_state, now), budget)?;
            tree.matches(options, node, legal).then_some(node)
        });
        match node {
            Some(node) => tree.move_root(node),
            None => tree.reset(options),
        }
        if reusable.is_some() && node.is_none() {
            self.chance = SplitMix64::new(self.seed);
            self.mast = Mast::default();
        }
        self.mast.begin(options.has(MctsOption::NGrams));
        tree
    }

    fn search(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) {
        let game = view.game();
        let evaluation = self.evaluation.clone();
        let evaluates_playouts = self.evaluates_playouts(game);
        let tree = self.reuse_or_new_tree(view, legal, budget);
        let options = self.options_for(game);
        let ngrams = options.has(MctsOption::NGrams);
        // A tree that is kept may be settled: one iteration is made all the same.
        let settled = tree.is_settled();
        let threads = if settled { 1 } else { self.threads };
        let common = Common {
            game,
            view,
            root: legal,
            playout_evaluation: evaluation.as_deref().filter(|_| evaluates_playouts),
            tree_evaluation: evaluation
                .as_deref()
                .filter(|_| options.has(MctsOption::Minimax)),
            options,
            same_winner: self.traits(game).same_winner,
            stop: AtomicBool::new(settled),
            tree,
            max_nodes: self.max_nodes,
            threads,
            remaining: CacheAligned(AtomicU64::new(budget.left().max(1))),
        };
        let before = budget.spent();
        let iterations = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|_| {
                    let (common, chance) = (&common, SplitMix64::new(self.chance.next_u64()));
                    scope.spawn(move || {
                        let mut mast = Mast::default();
                        mast.begin(ngrams);
                        Search::new(common, chance, &mut mast)
                            .run(&mut StopSignal::Follower(&common.stop))
                    })
                })
                .collect();
            let mut search = Search::new(&common, self.chance.clone(), &mut self.mast);
            let own = search.run(&mut StopSignal::Leader(budget));
            self.chance = search.chance;
            let others = others.into_iter().map(|other| match other.join() {
                Ok(iterations) => iterations,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            own + others.sum::<u64>()
        });
        let own = budget.spent() - before;
        budget.charge(iterations.saturating_sub(own));
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
                moves: self.tree.principal_variation(child),
                value: proved.unwrap_or(child.value / f64::from(child.visits)),
                visits: u64::from(child.visits),
                proved: proved.is_some(),
            }
        };
        let top = self.tree.root_children();
        let visited = top.iter().filter(|child| child.visits > 0);
        let mut lines: Vec<Line> = visited.map(line).collect();
        // What is won goes first and what is lost last, whatever the visits; where no more than a draw can be had, what is proved to be one
        // goes before what may be less.
        let max_utility = self.tree.upper_bound();
        let rank = |line: &Line| match (line.proved, line.value) {
            (true, value) if value >= 1.0 => 2,
            (true, value) if value <= 0.0 => 0,
            (true, value) if value >= max_utility => 2,
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
        self.traits(game);
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
