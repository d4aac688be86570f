//! Memory management for tree nodes.
//!
//! Threads that search one tree share it. Each node has its own lock, which is held for one step
//! down or up. No thread holds the locks of two nodes of the tree. A thread that holds one may
//! briefly take one of these, and no other after it: the AMAF table of a node, the move keys, a
//! free list, or a discarded node.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::amaf::AmafTable;
use super::node::{Child, Node};

/// The maximum number of nodes of a tree.
pub(super) const MAX_NODES: usize = 400_000;

/// Nodes allocated at once, about 75 KB.
const CHUNK: usize = 512;

/// A slot for a node.
#[derive(Debug, Default)]
pub(super) struct Slot {
    node: Mutex<Node>,
    /// AMAF statistics of the moves made below the node (GRAVE).
    amaf: RwLock<AmafTable>,
}

/// Locks a mutex. A thread that panics stops the search and its tree is discarded, so poisoning can
/// be ignored.
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

    /// Takes the contents; the slot is left empty.
    fn take(&self) -> (Node, AmafTable) {
        (
            std::mem::take(&mut *self.node()),
            std::mem::take(&mut *self.amaf_mut()),
        )
    }
}

/// Aligned to separate cache lines, so that frequent writes do not slow down threads that read
/// neighbouring data.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct CacheAligned<T>(pub T);

/// Nodes by index; the first is the root. Discarded subtrees are reclaimed a few nodes at a time,
/// since all at once can take half a second, and their slots are reused.
#[derive(Debug, Default)]
pub(super) struct NodePool {
    /// Chunks of [`CHUNK`] slots, allocated when needed; empty before the first root.
    chunks: Box<[OnceLock<Box<[Slot]>>]>,
    /// The number of slots used so far.
    used: CacheAligned<AtomicUsize>,
    /// Discarded nodes, each with its subtree.
    discarded: CacheAligned<FreeList>,
    /// Slots that can be reused.
    free: CacheAligned<FreeList>,
}

/// A list of slots. Whether it is empty, as it usually is, can be read without locking.
#[derive(Debug, Default)]
struct FreeList {
    any: AtomicBool,
    list: Mutex<Vec<usize>>,
}

impl FreeList {
    /// Removes `number` slots, or all if there are fewer.
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
    /// The index of the root.
    pub const ROOT: usize = 0;

    /// The root, if there is one.
    pub fn root(&self) -> Option<&Slot> {
        (!self.chunks.is_empty()).then(|| self.at(NodePool::ROOT))
    }

    /// Makes the node at an index the root, or a new node if there is none, and discards all nodes
    /// that are not below it.
    pub fn reset_root(&mut self, at: Option<usize>) {
        if self.chunks.is_empty() {
            let chunks = MAX_NODES.div_ceil(CHUNK);
            self.chunks = (0..chunks).map(|_| OnceLock::new()).collect();
            *self.used.0.get_mut() = 1;
        }
        if at == Some(NodePool::ROOT) {
            return;
        }
        // The empty node left in its old slot is discarded with the rest.
        let (node, amaf) = at.map(|at| self.at(at).take()).unwrap_or_default();
        let root = self.at(NodePool::ROOT);
        let old = std::mem::replace(&mut *root.node(), node);
        *root.amaf_mut() = amaf;
        let below = old.children.iter().filter_map(Child::node);
        self.discarded.0.add(below);
    }

    /// The slot at an index.
    pub fn at(&self, place: usize) -> &Slot {
        let new = || (0..CHUNK).map(|_| Slot::default()).collect();
        &self.chunks[place / CHUNK].get_or_init(new)[place % CHUNK]
    }

    /// The node below a child, which is created if there is none and the limit allows it; also
    /// whether it is new.
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

    /// An unused slot, if there is one within the limit.
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

    /// Reclaims `number` discarded nodes.
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

    /// The number of nodes, after reclaiming all discarded ones.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        while self.discarded.0.any.load(Ordering::Relaxed) {
            self.reclaim(1);
        }
        self.used.0.load(Ordering::Relaxed) - locked(&self.free.0.list).len()
    }
}
