//! The tree, and what is counted at it.

use engine::{Move, SplitMix64};

use super::iteration::{Step, Worth};
use crate::key::mix;

/// No node yet.
const NONE: u32 = u32::MAX;

/// How much is explored.
const EXPLORATION: f64 = 0.7;

/// With so many visits, what was seen here weighs as much as what was seen elsewhere.
const RAVE: f64 = 300.0;

/// A move from a node.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub mv: Move,
    /// Who makes it.
    pub by: usize,
    node: u32,
    pub visits: u32,
    /// What it was worth to the player who makes it, in sum.
    pub value: f64,
    /// How often it could have been made.
    available: u32,
    /// Games in which it was made later, and what they were worth.
    later: u32,
    later_value: f64,
}

#[derive(Clone, Debug, Default)]
struct Node {
    visits: u32,
    children: Vec<Child>,
    /// Statistics of those who choose unseen, in a round that begins here.
    joint: Vec<Child>,
    /// Whether all legal moves are among the children.
    complete: bool,
    /// What the first player gets at least and at most.
    low: f64,
    high: f64,
}

impl Node {
    fn new() -> Node {
        Node {
            high: 1.0,
            ..Node::default()
        }
    }
}

impl Child {
    fn new(mv: Move, by: usize) -> Child {
        Child {
            mv,
            by,
            node: NONE,
            visits: 0,
            value: 0.0,
            available: 0,
            later: 0,
            later_value: 0.0,
        }
    }
}

/// All nodes; the first is the root. Threads that search together share it, each for the length of one step.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    seen: Vec<u32>,
    time: u32,
}

/// Places for the moves made in one iteration.
const SEEN: usize = 1 << 14;

fn place(by: usize, mv: Move, places: usize) -> usize {
    let way = u64::from(mv.from) << 32 | u64::from(mv.to) << 8 | by as u64;
    mix(1, way) as usize & (places - 1)
}

impl Tree {
    pub fn begin(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new());
        self.seen.clear();
        self.seen.resize(SEEN, 0);
        self.time = 0;
    }

    pub fn root(&self) -> &[Child] {
        self.nodes.first().map_or(&[], |root| &root.children)
    }

    /// Whether nothing is left to find out.
    pub fn settled(&self) -> bool {
        self.nodes
            .first()
            .is_some_and(|root| root.low >= root.high || root.complete && self.one_wins())
    }

    fn one_wins(&self) -> bool {
        let wins = |child: &Child| self.proved(child).is_some_and(|value| value >= 1.0);
        self.root().iter().any(wins)
    }

    /// What a move is worth to the player who makes it, where that is proved.
    pub fn proved(&self, child: &Child) -> Option<f64> {
        let node = self.nodes.get(child.node as usize)?;
        (node.low >= node.high).then_some(match child.by {
            1 => node.low,
            _ => 1.0 - node.low,
        })
    }

    /// The moves that were made most often from a child on.
    pub fn line(&self, child: &Child) -> Vec<Move> {
        let mut line = vec![child.mv];
        let mut at = child.node;
        while let Some(node) = self.nodes.get(at as usize) {
            let next = node.children.iter().max_by_key(|child| child.visits);
            let Some(next) = next.filter(|next| next.visits > 1 && line.len() < 12) else {
                break;
            };
            line.push(next.mv);
            at = next.node;
        }
        line
    }

    pub fn is_complete(&self, at: usize) -> bool {
        self.nodes[at].complete
    }

    pub fn complete(&mut self, at: usize) {
        self.nodes[at].complete = true;
    }

    pub fn child(&self, node: usize, child: usize) -> &Child {
        &self.nodes[node].children[child]
    }

    pub fn joint(&self, node: usize, entry: usize) -> &Child {
        &self.nodes[node].joint[entry]
    }

    /// The place of a move among the children, of which it is one.
    pub fn child_of(&self, node: usize, mv: Move) -> usize {
        let children = &self.nodes[node].children;
        children
            .iter()
            .position(|child| child.mv == mv)
            .unwrap_or(0)
    }

    /// Makes sure that there is a child for every move; `picked` are their places.
    pub fn meet(&mut self, at: usize, moves: &[Move], by: usize, picked: &mut Vec<usize>) {
        picked.clear();
        let children = &mut self.nodes[at].children;
        for (index, &mv) in moves.iter().enumerate() {
            // Lists of moves are mostly alike: look at the same place first.
            let place = match children.get(index) {
                Some(child) if child.mv == mv => Some(index),
                _ => children.iter().position(|child| child.mv == mv),
            };
            let place = place.unwrap_or_else(|| {
                children.push(Child::new(mv, by));
                children.len() - 1
            });
            children[place].available += 1;
            children[place].by = by;
            picked.push(place);
        }
    }

    /// The child to go to: the best upper bound, of all or of those picked.
    pub fn choose(&self, at: usize, picked: &[usize], all: bool, chance: &mut SplitMix64) -> usize {
        let node = &self.nodes[at];
        match all {
            true => self.best(node, &node.children, 0..node.children.len(), true, chance),
            false => self.best(node, &node.children, picked.iter().copied(), false, chance),
        }
    }

    /// The same for somebody who does not know what others chose: by what was seen in all rounds that
    /// began at `round`.
    pub fn choose_unseen(
        &mut self,
        round: usize,
        by: usize,
        at: usize,
        picked: &[usize],
        all: bool,
        chance: &mut SplitMix64,
    ) -> usize {
        let moves: Vec<Move> = match all {
            true => self.nodes[at]
                .children
                .iter()
                .map(|child| child.mv)
                .collect(),
            false => picked
                .iter()
                .map(|&child| self.nodes[at].children[child].mv)
                .collect(),
        };
        let joint = &mut self.nodes[round].joint;
        let mut places = Vec::with_capacity(moves.len());
        for mv in moves {
            let known = joint
                .iter()
                .position(|entry| entry.mv == mv && entry.by == by);
            let place = known.unwrap_or_else(|| {
                joint.push(Child::new(mv, by));
                joint.len() - 1
            });
            joint[place].available += 1;
            places.push(place);
        }
        let node = &self.nodes[round];
        self.best(node, &node.joint, places.into_iter(), false, chance)
    }

    fn best(
        &self,
        node: &Node,
        children: &[Child],
        picked: impl Iterator<Item = usize>,
        fixed: bool,
        chance: &mut SplitMix64,
    ) -> usize {
        let all = f64::from(node.visits.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, 0);
        let mut fresh = 0;
        for index in picked {
            let child = &children[index];
            let bound = if child.visits == 0 && child.later == 0 {
                // Nothing is known: before all others, in random order.
                fresh += 1;
                match chance.index(fresh) {
                    0 => 1e6 + f64::from(fresh),
                    _ => 0.0,
                }
            } else {
                let visits = f64::from(child.visits);
                let own = child.value / visits.max(1.0);
                let later = f64::from(child.later);
                let mean = if child.later > 0 {
                    let share = (RAVE / (3.0 * visits + RAVE)).sqrt();
                    let elsewhere = child.later_value / later;
                    match child.visits {
                        0 => elsewhere,
                        _ => (1.0 - share) * own + share * elsewhere,
                    }
                } else {
                    own
                };
                let log = match fixed {
                    true => all,
                    false => f64::from(child.available.max(1)).ln(),
                };
                match self.proved(child) {
                    Some(value) => value,
                    None => mean + EXPLORATION * (log / (visits + 1.0)).sqrt(),
                }
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The node under a child, made where there is none; whether it is new. The visit counts at once, as one that was worth
    /// nothing until its end is known (a virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree
    /// search", 2008): other threads look elsewhere meanwhile.
    pub fn descend(&mut self, step: &Step, largest: usize) -> (Option<usize>, bool) {
        let Step { node, child, joint } = *step;
        self.nodes[node].visits += 1;
        self.nodes[node].children[child].visits += 1;
        if let Some((round, entry)) = joint {
            self.nodes[round].joint[entry].visits += 1;
        }
        let next = self.nodes[node].children[child].node;
        if next != NONE {
            return (Some(next as usize), false);
        }
        if self.nodes.len() >= largest {
            return (None, false);
        }
        let index = self.nodes.len();
        self.nodes[node].children[child].node = index as u32;
        self.nodes.push(Node::new());
        (Some(index), true)
    }

    /// Notes what an iteration was worth.
    pub fn learn(&mut self, path: &[Step], played: &[(usize, Move)], worth: &Worth) {
        self.time += 1;
        let time = self.time;
        for &(by, mv) in &played[path.len()..] {
            self.seen[place(by, mv, SEEN)] = time;
        }
        for (step, &(by, mv)) in path.iter().zip(played).rev() {
            let node = &mut self.nodes[step.node];
            let child = &mut node.children[step.child];
            child.value += worth[by.min(16)];
            self.seen[place(by, mv, SEEN)] = time;
            for child in &mut node.children {
                if child.by == by && self.seen[place(by, child.mv, SEEN)] == time {
                    child.later += 1;
                    child.later_value += worth[by.min(16)];
                }
            }
            if let Some((round, entry)) = step.joint {
                let entry = &mut self.nodes[round].joint[entry];
                entry.value += worth[by.min(16)];
            }
        }
    }

    /// The game ended where the path ends; what the first player got.
    pub fn decide(&mut self, path: &[Step], first: f64) {
        let Some(step) = path.last() else {
            return;
        };
        let node = self.nodes[step.node].children[step.child].node;
        if let Some(node) = self.nodes.get_mut(node as usize) {
            (node.low, node.high) = (first, first);
        }
    }

    /// Draws the conclusions along a path (Cazenave and Saffidine, "Score bounded Monte-Carlo tree
    /// search", 2010).
    pub fn prove(&mut self, path: &[Step]) {
        for step in path.iter().rev() {
            let node = &self.nodes[step.node];
            let first = node.children.first().is_some_and(|child| child.by == 1);
            let bounds = |child: &Child| match self.nodes.get(child.node as usize) {
                Some(node) => (node.low, node.high),
                None => (0.0, 1.0),
            };
            let bounds = node.children.iter().map(bounds);
            let none = match first {
                true => (0.0, 0.0),
                false => (1.0, 1.0),
            };
            let (low, high) = bounds.fold(none, |all, own| match first {
                true => (f64::max(all.0, own.0), f64::max(all.1, own.1)),
                false => (f64::min(all.0, own.0), f64::min(all.1, own.1)),
            });
            if (low, high) == (node.low, node.high) || !node.complete {
                break;
            }
            let node = &mut self.nodes[step.node];
            (node.low, node.high) = (low, high);
        }
    }
}

/// How well moves did, wherever they were made.
#[derive(Debug, Default)]
pub(super) struct Mast {
    moves: Vec<(f32, f32)>,
}

/// Places for moves.
const MOVES: usize = 1 << 13;

impl Mast {
    /// Starts anew, remembering a little.
    pub fn begin(&mut self) {
        self.moves.resize(MOVES, (0.0, 0.0));
        for (value, times) in &mut self.moves {
            *value *= 0.2;
            *times *= 0.2;
        }
    }

    pub fn learn(&mut self, played: &[(usize, Move)], worth: &Worth) {
        for &(by, mv) in played {
            let entry = &mut self.moves[place(by, mv, MOVES)];
            entry.0 += worth[by.min(16)] as f32;
            entry.1 += 1.0;
        }
    }

    /// What games were worth in which a player made a move; much, where it was never made.
    pub fn mean(&self, by: usize, mv: Move) -> f32 {
        match self.moves[place(by, mv, MOVES)] {
            (_, times) if times < 0.5 => 0.7,
            (value, times) => value / times,
        }
    }
}
