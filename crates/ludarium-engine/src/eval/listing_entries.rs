//! The steps of a listing plan: its parts, and the conditions on them.

use super::listing_plan::Part;
use super::reach_sets::TargetLists;
use crate::ir::Bool;

/// One step in listing the moves of a kind, in the order of the description. A condition on several
/// parts is evaluated once.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Part(Part),
    /// Evaluates a condition; jumps to the entry of this number if it does not hold.
    Guard(Guard, usize),
    /// Jumps to the entry of this number.
    Jump(usize),
}

/// A condition on a part.
#[derive(Clone, Debug)]
pub(super) enum Guard {
    /// Whether the piece stands on one of these sites.
    OnSites(Box<[u64]>),
    /// Whether any site is pending.
    Pending,
    /// Whether one of the target sites is pending.
    NearPending(TargetLists),
    Condition(Bool),
}

/// The entries of one kind under construction.
#[derive(Debug, Default)]
pub(super) struct Entries(pub Vec<Entry>);

impl Entries {
    /// Begins the part where the condition holds; returns the entry to pass to
    /// [`Entries::otherwise`] or [`Entries::end`].
    pub fn guard(&mut self, guard: Guard) -> usize {
        self.0.push(Entry::Guard(guard, 0));
        self.0.len() - 1
    }

    /// Begins the part where the condition does not hold; returns the entry to pass to
    /// [`Entries::end`].
    pub fn otherwise(&mut self, entry_index: usize) -> usize {
        self.0.push(Entry::Jump(0));
        self.end(entry_index);
        self.0.len() - 1
    }

    /// Ends the conditional part.
    pub fn end(&mut self, entry_index: usize) {
        let here = self.0.len();
        if let Entry::Guard(_, other) | Entry::Jump(other) = &mut self.0[entry_index] {
            *other = here;
        }
    }
}
