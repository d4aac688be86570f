//! The places that the nodes of a tree have in memory.
//!
//! Threads that search one tree share it: each node has a lock of its own, held for one step down or up. No thread holds those of two
//! nodes of the tree. Who holds one may take, for a moment, that of the moves made after a node, of the numbers of moves, of a list of places,
//! or of a node that was thrown away, and takes none after it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::amaf::AmafTable;
use super::node::{Child, Node};

/// A tree stops growing at this size.
pub(super) const MAX_NODES: usize = 400_000;

/// Nodes that get their memory at once: some 75 KB.
const CHUNK: usize = 512;

/// A place for a node.
#[derive(Debug, Default)]
pub(super) struct Slot {
    node: Mutex<Node>,
    /// How games went on from here in which a move was made (GRAVE).
    amaf: RwLock<AmafTable>,
}

/// What a lock keeps. A thread that panics stops the search, whose tree is lost with it: nobody plays by what it left half done.
pub(super) fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    pub fn node(&self) -> MutexGuard<'_, Node> {
        locked(&self.node)
    }

    pub fn amaf(&self) -> RwLockReadGuard<'_, AmafTable> {
        self.amaf.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn amaf_mut(&self) -> RwLockWriteGuard<'_, AmafTable> {
        self.amaf.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was there; it is left as new.
    fn take(&self) -> (Node, AmafTable) {
        (
            std::mem::take(&mut *self.node()),
            std::mem::take(&mut *self.amaf_mut()),
        )
    }
}

/// On lines of the cache of its own: threads write to it all the time, and would take what lies beside it from each other.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct CacheAligned<T>(pub T);

/// Nodes by their places, of which the first is the root's. Those that are thrown away are cleared away a few at a time, since all at
/// once can take half a second, and their places are used again.
#[derive(Debug, Default)]
pub(super) struct NodePool {
    /// Of [`CHUNK`] slots each, once they are needed; none before the first root.
    chunks: Box<[OnceLock<Box<[Slot]>>]>,
    /// Places that have been used.
    used: CacheAligned<AtomicUsize>,
    /// Nodes thrown away, each with all below it.
    discarded: CacheAligned<FreeList>,
    /// Places that can be used again.
    free: CacheAligned<FreeList>,
}

/// A list of places. That it is empty, as it mostly is, all see without waiting for each other.
#[derive(Debug, Default)]
struct FreeList {
    any: AtomicBool,
    list: Mutex<Vec<usize>>,
}

impl FreeList {
    /// Takes so many away, or all that there are.
    fn take(&self, number: usize) -> Vec<usize> {
        if !self.any.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut list = locked(&self.list);
        let left = list.len().saturating_sub(number);
        self.any.store(left > 0, Ordering::Relaxed);
        list.split_off(left)
    }

    fn add(&self, places: impl IntoIterator<Item = usize>) {
        let mut list = locked(&self.list);
        list.extend(places);
        self.any.store(!list.is_empty(), Ordering::Relaxed);
    }
}

impl NodePool {
    /// The place of the root.
    pub const ROOT: usize = 0;

    /// The root, if there is one.
    pub fn root(&self) -> Option<&Slot> {
        (!self.chunks.is_empty()).then(|| self.at(NodePool::ROOT))
    }

    /// Begins anew with a root, that at a place or, without one, a new one; throws away all that is not below it.
    pub fn reset_root(&mut self, at: Option<usize>) {
        if self.chunks.is_empty() {
            let chunks = MAX_NODES.div_ceil(CHUNK);
            self.chunks = (0..chunks).map(|_| OnceLock::new()).collect();
            *self.used.0.get_mut() = 1;
        }
        if at == Some(NodePool::ROOT) {
            return;
        }
        // What is left in its old place goes with the rest.
        let (node, amaf) = at.map(|at| self.at(at).take()).unwrap_or_default();
        let root = self.at(NodePool::ROOT);
        let old = std::mem::replace(&mut *root.node(), node);
        *root.amaf_mut() = amaf;
        let below = old.children.iter().filter_map(Child::node);
        self.discarded.0.add(below);
    }

    /// What is at a place.
    pub fn at(&self, place: usize) -> &Slot {
        let new = || (0..CHUNK).map(|_| Slot::default()).collect();
        &self.chunks[place / CHUNK].get_or_init(new)[place % CHUNK]
    }

    /// The node under a child, made where there is none and room among so many, if need be where one was thrown away; whether it is
    /// new.
    pub fn child_node(&self, child: &mut Child, max_nodes: usize) -> (Option<usize>, bool) {
        match child.node() {
            None => {
                let new = self.allocate(max_nodes.min(MAX_NODES));
                new.into_iter().for_each(|place| child.lead_to(place));
                (new, new.is_some())
            }
            known => (known, false),
        }
    }

    /// A place that nobody uses, if there is one among so many.
    fn allocate(&self, max_nodes: usize) -> Option<usize> {
        let free = || self.free.0.take(1).pop();
        let next = |used: usize| (used < max_nodes).then_some(used + 1);
        let relaxed = Ordering::Relaxed;
        free()
            .or_else(|| self.used.0.fetch_update(relaxed, relaxed, next).ok())
            .or_else(|| {
                self.reclaim(1);
                free()
            })
    }

    /// Clears away so many of the nodes thrown away.
    pub fn reclaim(&self, number: usize) {
        let places = self.discarded.0.take(number);
        if places.is_empty() {
            return;
        }
        let mut below = Vec::new();
        for &place in &places {
            let (old, _) = self.at(place).take();
            below.extend(old.children.iter().filter_map(Child::node));
        }
        self.discarded.0.add(below);
        self.free.0.add(places);
    }

    /// How many there are, once nothing is left of those thrown away.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        while self.discarded.0.any.load(Ordering::Relaxed) {
            self.reclaim(1);
        }
        self.used.0.load(Ordering::Relaxed) - locked(&self.free.0.list).len()
    }
}
