//! The tree, and what is counted at it.

use engine::{Move, SplitMix64};

use super::alike::Ends;
use super::elsewhere::{self, Elsewhere, Made, Moves};
use super::habits::{key, Habits};
use super::iteration::{Step, Worth};
use super::nodes::{Child, Node, Nodes, NONE};
use super::ways::{Way, Ways};

/// How much is explored.
const EXPLORATION: f64 = 0.7;

/// With so many visits, what was seen here weighs as much as what was seen elsewhere.
const RAVE: f64 = 300.0;

/// Where a choice is made.
pub(super) struct From<'a> {
    pub at: usize,
    /// Whose statistics of moves made later count ([`Tree::reference`]).
    pub reference: usize,
    /// The places of the moves that can be made.
    pub picked: &'a [usize],
    pub habits: &'a Habits,
}

/// What a choice is made by.
struct Of<'a> {
    node: &'a Node,
    children: &'a [Child],
    after: &'a Moves,
    habits: &'a Habits,
    fixed: bool,
}

/// All nodes. Threads that search together share it, each for the length of one step.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Nodes,
    root: usize,
    /// How the random games ended that it was grown by.
    pub ends: Ends,
    seen: Vec<u32>,
    time: u32,
    /// The moves of the last game noted.
    made: Vec<Made>,
    ways: Ways,
}

/// Places for the moves made in one iteration.
const SEEN: usize = 1 << 14;

/// Nodes cleared away in one iteration, which adds one at the most.
const CLEARED: usize = 4;

/// The place of a move that is known by a key.
fn seen_at(key: u64) -> usize {
    key as usize & (SEEN - 1)
}

/// How much the minimax of judgements counts against the mean of playouts.
const JUDGED: f64 = 0.4;

/// How much a move's history counts, where it was hardly tried.
const HISTORY: f64 = 0.5;

impl Tree {
    pub fn begin(&mut self, ways: Ways) {
        self.ways = ways;
        self.grow_from(Node::new());
        self.ends = Ends::default();
        self.seen.clear();
        self.seen.resize(SEEN, 0);
        self.time = 0;
    }

    /// Makes a node the root, and throws away all that is not below it.
    pub fn begin_at(&mut self, node: usize) {
        if node != self.root {
            // What is left in its old place goes with the rest.
            let node = std::mem::take(&mut self.nodes[node]);
            self.grow_from(node);
        }
    }

    fn grow_from(&mut self, root: Node) {
        self.nodes.throw_away(self.root);
        self.root = self.nodes.add(root);
    }

    /// Whether it was grown by these ways, and nothing but these moves can be made at a node.
    pub fn suits(&self, ways: Ways, at: usize, moves: &[Move]) -> bool {
        let node = &self.nodes[at];
        let among = |child: &Child| moves.contains(&child.mv);
        self.ways == ways
            && (!node.complete
                || node.children.len() == moves.len() && node.children.iter().all(among))
    }

    /// The moves that were followed from a node, with the nodes they lead to, the most visited first.
    pub fn most_visited(&self, at: usize) -> impl Iterator<Item = (Move, usize)> {
        let children = self.nodes[at].children.iter();
        let mut followed: Vec<&Child> = children.filter(|child| child.node != NONE).collect();
        followed.sort_by_key(|child| std::cmp::Reverse(child.visits));
        let led: Vec<_> = (followed.iter().map(|child| (child.mv, child.node as usize))).collect();
        led.into_iter()
    }

    /// The place of the root.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The moves from the root.
    pub fn top(&self) -> &[Child] {
        (self.nodes.get(self.root)).map_or(&[], |root| &root.children)
    }

    /// Whether nothing is left to find out.
    pub fn settled(&self) -> bool {
        self.nodes
            .get(self.root)
            .is_some_and(|root| root.low >= root.high || root.complete && self.one_wins())
    }

    /// The most that any move from the root can be worth to who makes it, as far as is proved.
    pub fn most(&self) -> f64 {
        let first = self.top().first().is_some_and(|child| child.by == 1);
        self.nodes.get(self.root).map_or(1.0, |root| match first {
            true => root.high,
            false => 1.0 - root.low,
        })
    }

    fn one_wins(&self) -> bool {
        let wins = |child: &Child| self.proved(child).is_some_and(|value| value >= 1.0);
        self.top().iter().any(wins)
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
            let child = &mut children[place];
            child.available += 1;
            if child.by != by {
                (child.by, child.key) = (by, key(by, mv));
            }
            picked.push(place);
        }
    }

    /// The node on a path whose statistics of moves made later count under `at`: the nearest that was visited often (Cazenave,
    /// "Generalized Rapid Action Value Estimation", 2015), else the root.
    pub fn reference(&self, path: &[Step], at: usize) -> usize {
        let often = |node: &usize| self.nodes[*node].visits >= elsewhere::OFTEN;
        let above = path.iter().rev().map(|step| step.node);
        std::iter::once(at)
            .chain(above)
            .find(often)
            .unwrap_or(self.root)
    }

    /// The child to go to: the best upper bound, of all or of those picked.
    pub fn choose(&self, from: &From<'_>, all: bool, chance: &mut SplitMix64) -> usize {
        let node = &self.nodes[from.at];
        let of = Of {
            node,
            children: &node.children,
            after: &self.nodes[from.reference].after,
            habits: from.habits,
            fixed: all,
        };
        match all {
            true => self.best(&of, 0..node.children.len(), chance),
            false => self.best(&of, from.picked.iter().copied(), chance),
        }
    }

    /// The same for somebody who does not know what others chose: by what was seen in all rounds that
    /// began at `round`.
    pub fn choose_unseen(
        &mut self,
        round: usize,
        by: usize,
        from: &From<'_>,
        all: bool,
        chance: &mut SplitMix64,
    ) -> usize {
        let (at, picked) = (from.at, from.picked);
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
        let of = Of {
            node,
            children: &node.joint,
            after: &node.after,
            habits: from.habits,
            fixed: false,
        };
        self.best(&of, places.into_iter(), chance)
    }

    fn best(
        &self,
        of: &Of<'_>,
        picked: impl Iterator<Item = usize>,
        chance: &mut SplitMix64,
    ) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        let mut fresh = 0;
        let exploration = EXPLORATION * self.ends.explored();
        for index in picked {
            let child = &of.children[index];
            let elsewhere = self.elsewhere(of, child);
            let bound = if child.visits == 0 && elsewhere.times == 0 {
                // Nothing is known: before all others, in random order.
                fresh += 1;
                match chance.index(fresh) {
                    0 => 1e6 + f64::from(fresh),
                    _ => 0.0,
                }
            } else {
                match self.proved(child) {
                    // What is proved lost comes after what was only lost so far.
                    Some(value) if value <= 0.0 => -1.0,
                    Some(value) => value,
                    None => self.bound(of, child, elsewhere, exploration),
                }
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// What is known of a move from games in which it was made later.
    fn elsewhere(&self, of: &Of<'_>, child: &Child) -> Elsewhere {
        if self.ways.has(Way::Grave) {
            return of.after.get(child.key);
        }
        match self.ways.has(Way::Own) {
            true => Elsewhere::default(),
            false => Elsewhere {
                times: child.later,
                value: child.later_value,
            },
        }
    }

    /// What a move may be worth at most, as far as is known.
    fn bound(&self, of: &Of<'_>, child: &Child, elsewhere: Elsewhere, exploration: f64) -> f64 {
        let visits = f64::from(child.visits);
        let own = child.value / visits.max(1.0);
        let share = match (elsewhere.times, child.visits) {
            (0, _) => 0.0,
            (_, 0) => 1.0,
            _ if self.ways.has(Way::Grave) => elsewhere.share(child.visits),
            _ => (RAVE / (3.0 * visits + RAVE)).sqrt(),
        };
        let mut mean = (1.0 - share) * own + share * elsewhere.mean();
        if self.ways.has(Way::Minimax) {
            if let Some(node) = self.nodes.get(child.node as usize) {
                let implied = match child.by {
                    1 => node.implied,
                    _ => 1.0 - node.implied,
                };
                mean = (1.0 - JUDGED) * mean + JUDGED * implied;
            }
        }
        if self.ways.has(Way::History) {
            // The more often a move was tried and failed, the less its history counts.
            let known = of.habits.mean(child.by, child.mv).map_or(0.0, f64::from);
            let lost = visits - child.value;
            mean += HISTORY * known / (lost + 1.0);
        }
        if self.ways.has(Way::Grave) {
            return mean;
        }
        let log = match of.fixed {
            true => f64::from(of.node.visits.max(1)).ln(),
            false => f64::from(child.available.max(1)).ln(),
        };
        mean + exploration * (log / (visits + 1.0)).sqrt()
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
        if !self.nodes.room(largest) {
            return (None, false);
        }
        let index = self.nodes.add(Node::new());
        self.nodes[node].children[child].node = index as u32;
        (Some(index), true)
    }

    /// Notes what an iteration was worth.
    pub fn learn(&mut self, path: &[Step], played: &[(usize, Move)], worth: &Worth) {
        self.nodes.clear_away(CLEARED);
        self.time += 1;
        let time = self.time;
        // Whether it counts what is made later.
        let later = !self.ways.has(Way::Own) && !self.ways.has(Way::Grave);
        if later {
            for &(by, mv) in &played[path.len()..] {
                self.seen[seen_at(key(by, mv))] = time;
            }
        }
        for (step, &(by, _)) in path.iter().zip(played).rev() {
            let node = &mut self.nodes[step.node];
            let child = &mut node.children[step.child];
            child.value += worth[by.min(16)];
            if later {
                self.seen[seen_at(child.key)] = time;
                for child in &mut node.children {
                    if child.by == by && self.seen[seen_at(child.key)] == time {
                        child.later += 1;
                        child.later_value += worth[by.min(16)];
                    }
                }
            }
            if let Some((round, entry)) = step.joint {
                let entry = &mut self.nodes[round].joint[entry];
                entry.value += worth[by.min(16)];
            }
        }
    }

    /// Notes, at all nodes of a path that have been visited a few times, what the moves made from there on were worth, each once
    /// (GRAVE).
    pub fn learn_after(&mut self, path: &[Step], played: &[(usize, Move)], worth: &Worth) {
        let made = played.iter().map(|&(by, mv)| Made {
            key: key(by, mv),
            worth: worth[by.min(16)],
        });
        self.made.clear();
        self.made.extend(made);
        for (index, step) in path.iter().enumerate() {
            let node = &mut self.nodes[step.node];
            if step.node == self.root || node.visits >= elsewhere::FEW {
                node.after.learn(&self.made[index..]);
            }
        }
    }

    /// What the position where the path ends seems to be worth to the first player, and what follows for those before it: the best that
    /// the mover has among the positions looked at, or, as long as not all were, the position itself (Lanctot, Winands, Pepels
    /// and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups", 2014).
    pub fn seem(&mut self, path: &[Step], seems: f64) {
        let Some(step) = path.last() else {
            return;
        };
        let last = self.nodes[step.node].children[step.child].node;
        if let Some(node) = self.nodes.get_mut(last as usize) {
            (node.seems, node.implied) = (seems, seems);
        }
        for step in path.iter().rev() {
            let node = &self.nodes[step.node];
            let first = node.children.first().is_some_and(|child| child.by == 1);
            let known = |child: &Child| Some(self.nodes.get(child.node as usize)?.implied);
            let all = node.complete && node.children.iter().all(|child| child.node != NONE);
            let own = (!all).then_some(node.seems);
            let values = node.children.iter().filter_map(known).chain(own);
            let best = match first {
                true => values.fold(0.0, f64::max),
                false => values.fold(1.0, f64::min),
            };
            self.nodes[step.node].implied = best;
        }
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub fn size(&mut self) -> usize {
        self.nodes.number()
    }

    /// In how many games noted at the root a player made a move.
    #[cfg(test)]
    pub fn made_after_root(&self, by: usize, mv: Move) -> u32 {
        self.nodes[self.root].after.get(key(by, mv)).times
    }

    /// What follows, for the first player, from the positions judged after a node.
    #[cfg(test)]
    pub fn implied(&self, node: usize) -> f64 {
        self.nodes[node].implied
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
