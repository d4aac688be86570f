//! The tree: down it by choices, and up again with what was found out.

use std::sync::{Mutex, MutexGuard};

use ludarium_engine::{Move, SplitMix64};

use super::alike::Ends;
use super::choice::{Choice, Times};
use super::elsewhere::{self, Keys};
use super::habits::{hash, Habits};
use super::iteration::Worth;
use super::node::{Bounds, Child, Node};
use super::nodes::Nodes;
use super::notes::Notes;
use super::ways::{Way, Ways};

/// Nodes cleared away in one iteration, which adds one at the most.
const CLEARED: usize = 4;

/// All nodes. Threads that search together share it, and each node is one thread's for one step down or up.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Nodes,
    /// How the random games ended that it was grown by.
    pub ends: Mutex<Ends>,
    pub keys: Keys,
    ways: Ways,
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
    pub round: usize,
    /// The nearest node above that was visited often, else the root.
    often: usize,
}

impl Descent {
    pub fn from_the_root() -> Descent {
        Descent {
            at: Nodes::ROOT,
            round: Nodes::ROOT,
            often: Nodes::ROOT,
        }
    }

    pub fn is_at_the_root(&self) -> bool {
        self.at == Nodes::ROOT
    }

    /// The node whose statistics of moves made later count here: the nearest that was visited often (Cazenave, "Generalized Rapid Action
    /// Value Estimation", 2015), else the root.
    pub fn reference(&self, here: &Node) -> usize {
        match here.visits >= elsewhere::OFTEN {
            true => self.at,
            false => self.often,
        }
    }

    /// Goes on from here to another node.
    pub fn go_on(&mut self, here: &Node, next: usize) {
        self.often = self.reference(here);
        self.at = next;
    }
}

/// Who chooses, and from what.
pub(super) struct From<'a> {
    pub by: usize,
    /// The places of the moves that can be made.
    pub picked: &'a [usize],
    /// Whether all children can always be made.
    pub all: bool,
    pub habits: &'a Habits,
    /// How much is explored, as a share of what is usual.
    pub explored: f64,
}

impl From<'_> {
    /// The moves that can be made.
    pub fn moves(&self, here: &Node) -> Vec<Move> {
        match self.all {
            true => here.children.iter().map(|child| child.mv).collect(),
            false => {
                let picked = self.picked.iter();
                picked.map(|&child| here.children[child].mv).collect()
            }
        }
    }
}

/// What an iteration found out at the end of its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// What the game was worth to all.
    pub worth: Worth,
    /// What the first player got, where the path ended with the game, and that proves something.
    pub decided: Option<f64>,
    /// What the position seems to be worth to the first player, where that is asked.
    pub seems: Option<f64>,
}

impl Tree {
    pub fn begin(&mut self, ways: Ways) {
        self.ways = ways;
        self.nodes.begin(None);
        self.ends = Mutex::default();
        self.keys = match ways.has(Way::Grave) {
            true => Keys::numbered(),
            false => Keys::default(),
        };
    }

    /// Makes a node the root, and throws away all that is not below it.
    pub fn begin_at(&mut self, node: usize) {
        self.nodes.begin(Some(node));
    }

    /// Whether it was grown by these ways, and nothing but these moves can be made at a node.
    pub fn suits(&self, ways: Ways, at: usize, moves: &[Move]) -> bool {
        let node = self.at(at);
        let among = |child: &Child| moves.contains(&child.mv);
        self.ways == ways
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
    pub fn top(&self) -> Vec<Child> {
        let root = self.nodes.root();
        root.map_or_else(Vec::new, |root| root.node().children.clone())
    }

    /// Whether nothing is left to find out.
    pub fn is_settled(&self) -> bool {
        (self.nodes.root()).is_some_and(|root| root.node().is_settled())
    }

    /// The most that any move from the root can be worth to who makes it, as far as is proved.
    pub fn most(&self) -> f64 {
        self.nodes.root().map_or(1.0, |root| root.node().most())
    }

    /// The moves that were made most often from a child on.
    pub fn line(&self, child: &Child) -> Vec<Move> {
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
        from: &From<'_>,
        chance: &mut SplitMix64,
    ) -> usize {
        let available = from.all.then(|| Times::of(here.visits));
        let children = &here.children;
        self.by(
            descent.reference(here),
            available,
            from,
            |choice| match from.all {
                true => choice.best(children, 0..children.len(), chance),
                false => choice.best(children, from.picked.iter().copied(), chance),
            },
        )
    }

    /// The same for somebody who does not know what others chose: by what was seen in all rounds that began where this one did. Where
    /// that is noted, and the move; it counts as made, as in [`Tree::descend`].
    pub fn choose_unseen(
        &self,
        round: usize,
        moves: &[Move],
        from: &From<'_>,
        chance: &mut SplitMix64,
    ) -> (usize, Move) {
        let joint = &mut self.at(round).joint;
        let mut places = Vec::with_capacity(moves.len());
        for &mv in moves {
            let known = joint
                .iter()
                .position(|entry| entry.mv == mv && entry.by() == from.by);
            let place = known.unwrap_or_else(|| {
                let key = self.keys.of(hash(from.by, mv));
                joint.push(Child::new(mv, from.by, key));
                joint.len() - 1
            });
            joint[place].available += 1;
            places.push(place);
        }
        let entry = self.by(round, None, from, |choice| {
            choice.best(joint, places.into_iter(), chance)
        });
        joint[entry].visits += 1;
        (entry, joint[entry].mv)
    }

    /// A choice by what the tree knows of moves made later than at a node.
    fn by(
        &self,
        reference: usize,
        available: Option<Times>,
        from: &From<'_>,
        choose: impl FnOnce(&Choice<'_>) -> usize,
    ) -> usize {
        let grave = self.ways.has(Way::Grave);
        let after = grave.then(|| self.nodes.at(reference).after());
        choose(&Choice {
            ways: self.ways,
            habits: from.habits,
            after: after.as_deref(),
            explored: from.explored,
            available,
        })
    }

    /// The node under a child, made where there is none, and room among so many; whether it is new. The visit counts at once, as one
    /// that was worth nothing until its end is known (a virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree
    /// search", 2008): other threads look elsewhere meanwhile.
    pub fn descend(&self, here: &mut Node, child: usize, largest: usize) -> (Option<usize>, bool) {
        here.visits += 1;
        let child = &mut here.children[child];
        child.visits += 1;
        self.nodes.under(child, largest)
    }

    /// Notes along a path what was found at its end, and draws the conclusions. Whether that may settle what to do at the root.
    pub fn ascend(
        &self,
        path: &[Step],
        played: &[(usize, Move)],
        found: &Found,
        notes: &mut Notes,
    ) -> bool {
        self.nodes.clear_away(CLEARED);
        if self.ways.has(Way::Grave) {
            let nodes = path.iter().map(|step| step.node);
            notes.play(nodes, played, &found.worth, &self.keys);
            if notes.are_due() {
                self.tell(notes);
            }
        }
        // Whether it counts what is made later.
        let rave = !self.ways.has(Way::Own) && !self.ways.has(Way::Grave);
        let later = &mut notes.later;
        if rave {
            later.begin();
            for &(by, mv) in &played[path.len()..] {
                later.note(hash(by, mv));
            }
        }
        self.seem_at_the_end(path, found.seems);
        let mut implied = found.seems;
        let mut bounds = found.decided.map(Bounds::exactly);
        for (step, &(by, _)) in path.iter().zip(played).rev() {
            let worth = found.worth[by.min(16)];
            let mut node = self.at(step.node);
            node.children[step.child].value += worth;
            if rave {
                node.learn_later(step.child, by, worth, later);
            }
            implied = implied.map(|below| node.imply(step.child, below));
            bounds = bounds.and_then(|below| node.prove(step.child, below));
            drop(node);
            if let Some((round, entry)) = step.joint {
                // Who chooses here does not know which position it is: nothing follows from the best answer.
                (implied, bounds) = (None, None);
                self.at(round).joint[entry].value += worth;
            }
        }
        bounds.is_some()
    }

    /// Where a path ends, how the position seems that was looked at.
    fn seem_at_the_end(&self, path: &[Step], seems: Option<f64>) {
        let (Some(step), Some(seems)) = (path.last(), seems) else {
            return;
        };
        let end = self.at(step.node).children[step.child].node();
        if let Some(end) = end {
            self.at(end).seems = seems;
        }
    }

    /// Tells all nodes of the paths of some games, that have been visited a few times, what the moves made from there on were worth (GRAVE).
    pub fn tell(&self, notes: &mut Notes) {
        for game in notes.take_untold() {
            for (ply, &node) in game.path.iter().enumerate() {
                let slot = self.nodes.at(node);
                if node == Nodes::ROOT || slot.node().visits >= elsewhere::FEW {
                    slot.note_after().learn(game.since(ply));
                }
            }
        }
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub fn size(&self) -> usize {
        self.nodes.number()
    }

    /// In how many games noted at the root a player made a move.
    #[cfg(test)]
    pub fn made_after_root(&self, by: usize, mv: Move) -> u32 {
        let key = self.keys.of(hash(by, mv));
        self.nodes.at(Nodes::ROOT).after().get(key).times
    }
}
