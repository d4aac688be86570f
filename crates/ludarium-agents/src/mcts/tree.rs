//! The tree: down it by choices, and up again with what was found out.

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

/// Nodes cleared away in one iteration, which adds one at the most.
const RECLAIMED_PER_ITERATION: usize = 4;

/// All nodes. Threads that search together share it, and each node is one thread's for one step down or up.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: NodePool,
    /// How the random games ended that it was grown by.
    pub lengths: Mutex<PlayoutLengths>,
    pub keys: MoveKeys,
    options: MctsOptions,
}

/// A step down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub node: usize,
    pub child: usize,
    /// Where the choice was made by the statistics of a round in which all choose: its node and entry.
    pub joint: Option<(usize, usize)>,
}

/// How far an iteration has come down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    pub at: usize,
    /// The node at which a round of choices began.
    pub round_start: usize,
    /// The nearest node above that was visited often, else the root.
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

    /// The node whose statistics of moves made later count here: the nearest that was visited often (Cazenave, "Generalized Rapid Action
    /// Value Estimation", 2015), else the root.
    pub fn reference(&self, here: &Node) -> usize {
        match here.visits >= amaf::GRAVE_REF {
            true => self.at,
            false => self.grave_ref,
        }
    }

    /// Goes on from here to another node.
    pub fn move_to(&mut self, here: &Node, next: usize) {
        self.grave_ref = self.reference(here);
        self.at = next;
    }
}

/// Who chooses, and from what.
pub(super) struct Chooser<'a> {
    pub by: usize,
    /// The places of the moves that can be made.
    pub legal_children: &'a [usize],
    /// Whether all children can always be made.
    pub all: bool,
    pub mast: &'a Mast,
    /// How much is explored, as a share of what is usual.
    pub exploration: f64,
}

impl Chooser<'_> {
    /// The moves that can be made.
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

/// What an iteration found out at the end of its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationResult {
    /// What the game was worth to all.
    pub utilities: Utilities,
    /// What the first player got, where the path ended with the game, and that proves something.
    pub decided: Option<f64>,
    /// What the position seems to be worth to the first player, where that is asked.
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

    /// Makes a node the root, and throws away all that is not below it.
    pub fn move_root(&mut self, node: usize) {
        self.nodes.reset_root(Some(node));
    }

    /// Whether it was grown by these ways, and nothing but these moves can be made at a node.
    pub fn matches(&self, options: MctsOptions, at: usize, moves: &[Move]) -> bool {
        let node = self.at(at);
        let among = |child: &Child| moves.contains(&child.mv);
        self.options == options
            && (!node.complete
                || node.children.len() == moves.len() && node.children.iter().all(among))
    }

    /// The moves that were followed from a node, with the nodes they lead to, the most visited first.
    pub fn most_visited(&self, at: usize) -> impl Iterator<Item = (Move, usize)> {
        let node = self.at(at);
        let followed = |child: &Child| Some((child.visits, child.mv, child.node()?));
        let mut followed: Vec<_> = node.children.iter().filter_map(followed).collect();
        followed.sort_by_key(|(visits, ..)| std::cmp::Reverse(*visits));
        followed.into_iter().map(|(_, mv, node)| (mv, node))
    }

    /// The moves from the root.
    pub fn root_children(&self) -> Vec<Child> {
        let root = self.nodes.root();
        root.map_or_else(Vec::new, |root| root.node().children.clone())
    }

    /// Whether nothing is left to find out.
    pub fn is_settled(&self) -> bool {
        (self.nodes.root()).is_some_and(|root| root.node().is_settled())
    }

    /// The most that any move from the root can be worth to who makes it, as far as is proved.
    pub fn upper_bound(&self) -> f64 {
        self.nodes
            .root()
            .map_or(1.0, |root| root.node().upper_bound())
    }

    /// The moves that were made most often from a child on.
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

    /// A node, for one step.
    pub fn at(&self, place: usize) -> MutexGuard<'_, Node> {
        self.nodes.at(place).node()
    }

    /// The child to go to.
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

    /// The same for somebody who does not know what others chose: by what was seen in all rounds that began where this one did. Where
    /// that is noted, and the move; it counts as made, as in [`Tree::descend`].
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

    /// A choice by what the tree knows of moves made later than at a node.
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

    /// The node under a child, made where there is none, and room among so many; whether it is new. The visit counts at once, as one
    /// that was worth nothing until its end is known (a virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree
    /// search", 2008): other threads look elsewhere meanwhile.
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

    /// Notes along a path what was found at its end, and draws the conclusions. Whether that may settle what to do at the root.
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
        // Whether it counts what is made later.
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
                // Who chooses here does not know which position it is: nothing follows from the best answer.
                (minimax, bounds) = (None, None);
                self.at(round).joint[entry].value += utility;
            }
        }
        bounds.is_some()
    }

    /// Where a path ends, how the position seems that was looked at.
    fn store_evaluation(&self, path: &[Step], evaluation: Option<f64>) {
        let (Some(step), Some(evaluation)) = (path.last(), evaluation) else {
            return;
        };
        let end = self.at(step.node).children[step.child].node();
        if let Some(end) = end {
            self.at(end).evaluation = evaluation;
        }
    }

    /// Tells all nodes of the paths of some games, that have been visited a few times, what the moves made from there on were worth (GRAVE).
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

    /// How many nodes there are.
    #[cfg(test)]
    pub fn node_count(&self) -> usize {
        self.nodes.count()
    }

    /// In how many games noted at the root a player made a move.
    #[cfg(test)]
    pub fn root_amaf_visits(&self, by: usize, mv: Move) -> u32 {
        let key = self.keys.of(move_hash(by, mv));
        self.nodes.at(NodePool::ROOT).amaf().get(key).times
    }
}
