//! The tree: selection on the way down and backpropagation on the way up.

use std::sync::{Mutex, MutexGuard};

use ludarium_engine::{Move, SplitMix64};

use super::amaf::{self, MoveKeys};
use super::iteration::Utilities;
use super::mast::{move_hash, Mast};
use super::node::{Bounds, Child, Node};
use super::node_pool::NodePool;
use super::options::{MctsOption, MctsOptions};
use super::relative_bonus::PlayoutLengths;
use super::selection::{LogVisits, Selector};
use super::thread_stats::ThreadStats;
use crate::report::Line;

/// Nodes reclaimed per iteration, which adds at most one.
const RECLAIMED_PER_ITERATION: usize = 4;

/// All nodes. Threads that search together share the tree; each locks a node for one step down or
/// up.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: NodePool,
    /// Statistics of the playouts.
    pub lengths: Mutex<PlayoutLengths>,
    pub keys: MoveKeys,
    options: MctsOptions,
}

/// A step down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub node: usize,
    pub child: usize,
    /// For a simultaneous move: the node where the round began, and the index of its statistics.
    pub joint: Option<(usize, usize)>,
}

/// The state of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    pub at: usize,
    /// The node at which the current round of simultaneous moves began.
    pub round_start: usize,
    /// The nearest ancestor with many visits, or the root.
    grave_ref: usize,
}

impl Descent {
    pub fn from_root() -> Descent {
        Descent {
            at: NodePool::ROOT,
            round_start: NodePool::ROOT,
            grave_ref: NodePool::ROOT,
        }
    }

    pub fn is_at_root(&self) -> bool {
        self.at == NodePool::ROOT
    }

    /// The node whose AMAF statistics are used here: the nearest one with many visits (Cazenave,
    /// "Generalized Rapid Action Value Estimation", 2015), or the root.
    pub fn reference(&self, here: &Node) -> usize {
        match here.visits >= amaf::GRAVE_REF {
            true => self.at,
            false => self.grave_ref,
        }
    }

    /// Moves on to another node.
    pub fn move_to(&mut self, here: &Node, next: usize) {
        self.grave_ref = self.reference(here);
        self.at = next;
    }
}

/// The player who chooses, and the choices.
pub(super) struct Chooser<'a> {
    pub by: usize,
    /// The indices of the legal children.
    pub legal_children: &'a [usize],
    /// Whether all children are always legal.
    pub all: bool,
    pub mast: &'a Mast,
    /// The exploration constant, as a share of its usual value.
    pub exploration: f64,
}

impl Chooser<'_> {
    /// The legal moves.
    pub fn moves(&self, here: &Node) -> Vec<Move> {
        match self.all {
            true => here.children.iter().map(|child| child.mv).collect(),
            false => {
                let legal_children = self.legal_children.iter();
                legal_children
                    .map(|&child| here.children[child].mv)
                    .collect()
            }
        }
    }
}

/// The result of an iteration at the end of its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationResult {
    /// The utility of the game to each player.
    pub utilities: Utilities,
    /// The proved utility to the first player, if the path ended with the game and the result
    /// proves something.
    pub decided: Option<f64>,
    /// The evaluation of the leaf for the first player, if there is one.
    pub evaluation: Option<f64>,
}

impl Tree {
    pub fn reset(&mut self, options: MctsOptions) {
        self.options = options;
        self.nodes.reset_root(None);
        self.lengths = Mutex::default();
        self.keys = match options.has(MctsOption::Grave) {
            true => MoveKeys::numbered(),
            false => MoveKeys::default(),
        };
    }

    /// Makes a node the root, and discards all nodes that are not below it.
    pub fn move_root(&mut self, node: usize) {
        self.nodes.reset_root(Some(node));
    }

    /// Whether the tree was built with these options and, as far as is known, only these moves are
    /// legal at the node.
    pub fn matches(&self, options: MctsOptions, at: usize, moves: &[Move]) -> bool {
        let node = self.at(at);
        let among = |child: &Child| moves.contains(&child.mv);
        self.options == options
            && (!node.complete
                || node.children.len() == moves.len() && node.children.iter().all(among))
    }

    /// The followed moves of a node with the nodes they lead to, the most visited first.
    pub fn most_visited(&self, at: usize) -> impl Iterator<Item = (Move, usize)> {
        let node = self.at(at);
        let followed = |child: &Child| Some((child.visits, child.mv, child.node()?));
        let mut followed: Vec<_> = node.children.iter().filter_map(followed).collect();
        followed.sort_by_key(|(visits, ..)| std::cmp::Reverse(*visits));
        followed.into_iter().map(|(_, mv, node)| (mv, node))
    }

    /// The children of the root.
    pub fn root_children(&self) -> Vec<Child> {
        let root = self.nodes.root();
        root.map_or_else(Vec::new, |root| root.node().children.clone())
    }

    /// Whether the best move at the root is known.
    pub fn is_settled(&self) -> bool {
        (self.nodes.root()).is_some_and(|root| root.node().is_settled())
    }

    /// The proved upper bound on the utility of any root move to the mover.
    pub fn upper_bound(&self) -> f64 {
        self.nodes
            .root()
            .map_or(1.0, |root| root.node().upper_bound())
    }

    /// The visited moves at the root, the best first. `two` says whether there are two players.
    pub fn lines(&self, two: bool) -> Vec<Line> {
        let line = |child: &Child| {
            let proved = child.proved().filter(|_| two);
            Line {
                moves: self.principal_variation(child),
                value: proved.unwrap_or(child.value / f64::from(child.visits)),
                visits: u64::from(child.visits),
                proved: proved.is_some(),
                plies: None,
            }
        };
        let top = self.root_children();
        let visited = top.iter().filter(|child| child.visits > 0);
        let mut lines: Vec<Line> = visited.map(line).collect();
        // Proved wins go first and proved losses last, whatever the visits. If at most a draw is
        // possible, a proved draw goes before moves that may be worse.
        let max_utility = self.upper_bound();
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

    /// The most visited line from a child.
    pub fn principal_variation(&self, child: &Child) -> Vec<Move> {
        let mut line = vec![child.mv];
        let mut at = child.node();
        while let Some(place) = at {
            let node = self.at(place);
            let next = node.children.iter().max_by_key(|child| child.visits);
            let Some(next) = next.filter(|next| next.visits > 1 && line.len() < 12) else {
                break;
            };
            line.push(next.mv);
            at = next.node();
        }
        line
    }

    /// Locks a node for one step.
    pub fn at(&self, place: usize) -> MutexGuard<'_, Node> {
        self.nodes.at(place).node()
    }

    /// Selects the child to visit.
    pub fn choose(
        &self,
        descent: &Descent,
        here: &Node,
        chooser: &Chooser<'_>,
        chance: &mut SplitMix64,
    ) -> usize {
        let available = chooser.all.then(|| LogVisits::of(here.visits));
        let children = &here.children;
        self.with_selector(
            descent.reference(here),
            available,
            chooser,
            |selector| match chooser.all {
                true => selector.best(children, 0..children.len(), chance),
                false => selector.best(children, chooser.legal_children.iter().copied(), chance),
            },
        )
    }

    /// Selects a move for a player who does not know the simultaneous choices of others, by the
    /// statistics of the round's first node. Returns the index of its entry there and the move.
    /// Counts a visit, as [`Tree::descend`] does.
    pub fn choose_simultaneous(
        &self,
        round: usize,
        moves: &[Move],
        chooser: &Chooser<'_>,
        chance: &mut SplitMix64,
    ) -> (usize, Move) {
        let joint = &mut self.at(round).joint;
        let mut places = Vec::with_capacity(moves.len());
        for &mv in moves {
            let known = joint
                .iter()
                .position(|entry| entry.mv == mv && entry.player() == chooser.by);
            let place = known.unwrap_or_else(|| {
                let key = self.keys.of(move_hash(chooser.by, mv));
                joint.push(Child::new(mv, chooser.by, key));
                joint.len() - 1
            });
            joint[place].available += 1;
            places.push(place);
        }
        let entry = self.with_selector(round, None, chooser, |selector| {
            selector.best(joint, places.into_iter(), chance)
        });
        joint[entry].visits += 1;
        (entry, joint[entry].mv)
    }

    /// Calls `choose` with the selector for the AMAF statistics of the node `reference`.
    fn with_selector(
        &self,
        reference: usize,
        available: Option<LogVisits>,
        chooser: &Chooser<'_>,
        choose: impl FnOnce(&Selector<'_>) -> usize,
    ) -> usize {
        let grave = self.options.has(MctsOption::Grave);
        let amaf = grave.then(|| self.nodes.at(reference).amaf());
        choose(&Selector {
            options: self.options,
            mast: chooser.mast,
            amaf_table: amaf.as_deref(),
            exploration: chooser.exploration,
            available,
        })
    }

    /// The node below a child, which is created if there is none and the limit allows it; also
    /// whether it is new. Counts the visit at once, with a value of 0 until its result is known
    /// (virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search",
    /// 2008), so that other threads explore elsewhere.
    pub fn descend(
        &self,
        here: &mut Node,
        child: usize,
        max_nodes: usize,
    ) -> (Option<usize>, bool) {
        here.visits += 1;
        let child = &mut here.children[child];
        child.visits += 1;
        self.nodes.child_node(child, max_nodes)
    }

    /// Backpropagates the result of an iteration. Returns whether bounds reached the root, so that
    /// it may be settled.
    pub fn ascend(
        &self,
        path: &[Step],
        played: &[(usize, Move)],
        result: &IterationResult,
        stats: &mut ThreadStats,
    ) -> bool {
        self.nodes.reclaim(RECLAIMED_PER_ITERATION);
        if self.options.has(MctsOption::Grave) {
            let nodes = path.iter().map(|step| step.node);
            stats.record(nodes, played, &result.utilities, &self.keys);
            if stats.flush_due() {
                self.flush(stats);
            }
        }
        // Whether RAVE statistics are used.
        let rave = !self.options.has(MctsOption::NoRave) && !self.options.has(MctsOption::Grave);
        let played_later = &mut stats.played_later;
        if rave {
            played_later.begin();
            for &(by, mv) in &played[path.len()..] {
                played_later.insert(move_hash(by, mv));
            }
        }
        self.store_evaluation(path, result.evaluation);
        let mut minimax = result.evaluation;
        let mut bounds = result.decided.map(Bounds::exactly);
        for (step, &(by, _)) in path.iter().zip(played).rev() {
            let utility = result.utilities[by.min(16)];
            let mut node = self.at(step.node);
            node.children[step.child].value += utility;
            if rave {
                node.update_amaf(step.child, by, utility, played_later);
            }
            minimax = minimax.map(|below| node.back_up(step.child, below));
            bounds = bounds.and_then(|below| node.tighten(step.child, below));
            drop(node);
            if let Some((round, entry)) = step.joint {
                // The player here does not know the position, so nothing follows from its best
                // reply.
                (minimax, bounds) = (None, None);
                self.at(round).joint[entry].value += utility;
            }
        }
        bounds.is_some()
    }

    /// Stores the evaluation of the leaf in its node.
    fn store_evaluation(&self, path: &[Step], evaluation: Option<f64>) {
        let (Some(step), Some(evaluation)) = (path.last(), evaluation) else {
            return;
        };
        let end = self.at(step.node).children[step.child].node();
        if let Some(end) = end {
            self.at(end).evaluation = evaluation;
        }
    }

    /// Writes the pending games to the AMAF tables of the nodes on their paths that have enough
    /// visits (GRAVE).
    pub fn flush(&self, stats: &mut ThreadStats) {
        for game in stats.take_pending() {
            for (ply, &node) in game.path.iter().enumerate() {
                let slot = self.nodes.at(node);
                if node == NodePool::ROOT || slot.node().visits >= amaf::MIN_RECORDED_VISITS {
                    slot.amaf_mut().record(game.since(ply));
                }
            }
        }
    }

    /// The number of nodes.
    #[cfg(test)]
    pub fn node_count(&self) -> usize {
        self.nodes.count()
    }

    /// The number of games recorded at the root in which a player made a move.
    #[cfg(test)]
    pub fn root_amaf_visits(&self, by: usize, mv: Move) -> u32 {
        let key = self.keys.of(move_hash(by, mv));
        self.nodes.at(NodePool::ROOT).amaf().get(key).times
    }
}
