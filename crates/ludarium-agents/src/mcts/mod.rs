//! Monte Carlo tree search with enhancements.
//!
//! Beyond plain [`Uct`](crate::Uct):
//!
//! - *RAVE*: while a move has few visits, it is valued by games in which it was made later, if
//!   playouts record their moves (among compiled playouts only those of placement games do).
//! - *GRAVE*: as RAVE, but with the games of an ancestor with many visits; used if most moves place
//!   pieces that stay as they are.
//! - *Implicit minimax backups*: if playouts do not record their moves and positions can be
//!   evaluated, the minimax of the evaluations below a move is a part of its value.
//! - *MAST*: of two sampled moves, playouts prefer the one with the better average over all
//!   positions.
//! - *Score bounds*: proved wins and losses are not searched any further (two players, no chance,
//!   no hidden information; replies to simultaneous moves prove nothing).
//! - *Playout cutoffs*: long playouts end with an [`Evaluation`] if it predicts the result well
//!   enough, except in placement games.
//! - *Relative bonuses*: if the same player wins all random two-player games, shorter wins count
//!   more.
//! - *Determinisation*: with hidden information, every iteration starts from another possible
//!   state, and a move counts as available only when it was legal.
//! - *Decoupled selection*: with simultaneous moves, each player chooses by statistics that ignore
//!   the choices of the others.
//!
//! Without hidden information, chance and simultaneous moves the tree is reused: the next search
//! continues in the subtree below the moves made. If the position is not in the tree, the agent
//! behaves as if it were new.
//!
//! [`MctsOptions`] add to these or replace them: GRAVE, progressive history (Nijssen and Winands,
//! "Enhancements for multi-player Monte-Carlo tree search", 2011), N-gram selection.
//!
//! Several threads may search one tree ([`Mcts::threads`]). The result then depends on their
//! timing: equal seeds give equal moves only with one thread.

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
use crate::report::Report;
use crate::spec::{AgentSpec, MIN_EXPLAINED_VARIANCE};
use crate::Agent;
use iteration::{Common, Search, StopSignal};
use mast::Mast;
use node_pool::CacheAligned;
pub use options::{MctsOption, MctsOptions};
use relative_bonus::same_winner_always;
use tree::Tree;

/// Monte Carlo tree search.
#[derive(Debug)]
pub struct Mcts {
    chance: SplitMix64,
    seed: u64,
    threads: usize,
    /// The tree stops growing at this number of nodes.
    max_nodes: usize,
    evaluation: Option<Arc<Evaluation>>,
    /// The traits of the game, once determined.
    traits: Option<GameTraits>,
    tree: Tree,
    /// The position at the root of the tree, if the tree may be reused.
    root_state: Option<State>,
    mast: Mast,
    options: MctsOptions,
    name: String,
    report: Report,
}

/// Properties of a game that decide how it is searched.
#[derive(Clone, Copy, Debug)]
struct GameTraits {
    placement: PlacementStyle,
    /// Whether the game has compiled playouts.
    compiled: bool,
    /// Whether the same one of two players wins all random games.
    same_winner: bool,
}

/// Playouts are cut off if the evaluation explains at least this share of the variance of results.
const MIN_CUTOFF_VARIANCE: f64 = 0.08;

/// The approximate size of a node with a dozen moves.
const MEAN_NODE_BYTES: usize = 1_000;

impl Mcts {
    /// A search that learns an evaluation the first time it plays a game ([`Agent::prepare`]).
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

    /// A search with an evaluation learned beforehand.
    #[must_use]
    pub fn with_evaluation(seed: u64, evaluation: Arc<Evaluation>) -> Mcts {
        Mcts {
            evaluation: Some(evaluation),
            ..Mcts::new(seed)
        }
    }

    /// Sets the number of search threads; 1 by default.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Mcts {
        self.threads = threads.max(1);
        self
    }

    /// Sets the memory for the tree in bytes, which is kept to approximately: nodes differ in size.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Mcts {
        self.max_nodes = (bytes / MEAN_NODE_BYTES).clamp(1, node_pool::MAX_NODES);
        self
    }

    /// Sets the options; [`MctsOptions::DEFAULT`] selects those that suit the game.
    #[must_use]
    pub fn options(mut self, options: MctsOptions) -> Mcts {
        self.name = AgentSpec::Mcts(options).to_string();
        self.options = options;
        self
    }

    /// Determines the traits of the game now, rather than at the first move, while a clock may run.
    #[must_use]
    pub fn for_game(mut self, game: &Game) -> Mcts {
        self.traits(game);
        self
    }

    /// The traits of the game. Some random games are played to determine them, which takes time.
    fn traits(&mut self, game: &Game) -> GameTraits {
        *self.traits.get_or_insert_with(|| GameTraits {
            placement: placement_style(game),
            compiled: Rollouts::new(game).compiled(),
            same_winner: same_winner_always(game),
        })
    }

    /// Whether the evaluation explains at least this share of the variance of results.
    fn explains(&self, least: f64) -> bool {
        let evaluation = self.evaluation.as_deref();
        evaluation.is_some_and(|evaluation| evaluation.explained_variance() >= least)
    }

    /// Whether playouts end with an evaluation instead of the end of the game.
    fn evaluates_playouts(&mut self, game: &Game) -> bool {
        self.explains(MIN_CUTOFF_VARIANCE) && !self.traits(game).placement.dominant
    }

    /// The requested options, or else those that suit the game. If pieces are placed and stay, a
    /// move is worth much the same now and later: GRAVE. Most compiled playouts do not record their
    /// moves. RAVE would then use only the moves of the tree, which are chosen and not sampled;
    /// where stones are placed and captured (go) that has been found to harm. See "How strong they
    /// are" in the book.
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

    /// The tree to start with. If the position follows from the last one by moves of the tree, its
    /// subtree; otherwise a new tree, with all other statistics reset as well, so that the result
    /// is that of a new agent.
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
        // A reused tree may be settled already; one iteration is made all the same.
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
            lines: self.tree.lines(game.players() == 2),
            nodes: iterations,
            depth: 0,
        };
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
