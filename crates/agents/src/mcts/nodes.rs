//! The nodes of a tree, and the places that they have in memory.

use std::ops::{Index, IndexMut};

use engine::Move;

use super::elsewhere::Moves;
use super::habits::key;

/// No node yet.
pub(super) const NONE: u32 = u32::MAX;

/// A move from a node.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub mv: Move,
    /// Who makes it.
    pub by: usize,
    pub node: u32,
    pub visits: u32,
    /// What it was worth to the player who makes it, in sum.
    pub value: f64,
    /// How often it could have been made.
    pub available: u32,
    /// What it is known by, whoever else may make it and wherever.
    pub key: u64,
    /// Games in which it was made later, and what they were worth.
    pub later: u32,
    pub later_value: f64,
}

/// A position of the tree, by the moves that lead to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub visits: u32,
    pub children: Vec<Child>,
    /// Statistics of those who choose unseen, in a round that begins here.
    pub joint: Vec<Child>,
    /// Whether all legal moves are among the children.
    pub complete: bool,
    /// What the first player gets at least and at most.
    pub low: f64,
    pub high: f64,
    /// What the position itself seems worth to the first player, and what follows from the positions after it.
    pub seems: f64,
    pub implied: f64,
    /// How games went on from here in which a move was made (GRAVE).
    pub after: Moves,
}

impl Node {
    pub fn new() -> Node {
        Node {
            high: 1.0,
            seems: 0.5,
            implied: 0.5,
            ..Node::default()
        }
    }
}

impl Child {
    pub fn new(mv: Move, by: usize) -> Child {
        Child {
            mv,
            by,
            node: NONE,
            visits: 0,
            value: 0.0,
            available: 0,
            key: key(by, mv),
            later: 0,
            later_value: 0.0,
        }
    }
}

/// Nodes by their places. Those that are thrown away are cleared away a few at a time, since all at once can take half a second, and
/// their places are used again.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// Nodes thrown away, each with all below it.
    discarded: Vec<u32>,
    /// Places that can be used again.
    free: Vec<u32>,
}

impl Index<usize> for Nodes {
    type Output = Node;

    fn index(&self, place: usize) -> &Node {
        &self.nodes[place]
    }
}

impl IndexMut<usize> for Nodes {
    fn index_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }
}

impl Nodes {
    pub fn get(&self, place: usize) -> Option<&Node> {
        self.nodes.get(place)
    }

    pub fn get_mut(&mut self, place: usize) -> Option<&mut Node> {
        self.nodes.get_mut(place)
    }

    /// The place of a node that is added.
    pub fn add(&mut self, node: Node) -> usize {
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place as usize
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// Whether there is room for one more among so many, if need be where one was thrown away.
    pub fn room(&mut self, largest: usize) -> bool {
        if self.nodes.len() >= largest && self.free.is_empty() {
            self.clear_away(1);
        }
        self.nodes.len() < largest || !self.free.is_empty()
    }

    /// Throws a node away, with all below it.
    pub fn throw_away(&mut self, place: usize) {
        if place < self.nodes.len() {
            self.discarded.push(place as u32);
        }
    }

    /// Clears away so many of the nodes thrown away.
    pub fn clear_away(&mut self, number: usize) {
        for _ in 0..number {
            let Some(place) = self.discarded.pop() else {
                return;
            };
            let old = std::mem::take(&mut self.nodes[place as usize]);
            let below = old.children.iter().map(|child| child.node);
            self.discarded.extend(below.filter(|node| *node != NONE));
            self.free.push(place);
        }
    }

    /// How many there are, once nothing is left of those thrown away.
    #[cfg(test)]
    pub fn number(&mut self) -> usize {
        self.clear_away(self.nodes.len());
        self.nodes.len() - self.free.len()
    }
}
