//! How long an agent may think.

/// A clock that the caller keeps. Agents do not know the time: they ask how much of theirs is gone.
pub trait Clock {
    /// The share of the time allowed that has gone by; 1 or more: time is up.
    fn used(&self) -> f64;
}

impl<F: Fn() -> f64> Clock for F {
    fn used(&self) -> f64 {
        self()
    }
}

/// What an agent may spend on one decision: a number of nodes, a time, or whichever ends first.
///
/// A node is a position that a search looks into, or one iteration of a tree search. Equal seeds and
/// equal numbers of nodes give equal decisions; a clock does not.
///
/// ```
/// use agents::Budget;
///
/// let mut budget = Budget::nodes(2);
/// assert!(budget.spend());
/// assert!(budget.spend());
/// assert!(!budget.spend());
/// assert_eq!(budget.spent(), 2);
/// ```
pub struct Budget<'c> {
    nodes: u64,
    spent: u64,
    clock: Option<&'c dyn Clock>,
    over: bool,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Budget({} of {} nodes)", self.spent, self.nodes)
    }
}

/// Nodes between two looks at the clock. The slowest games take a millisecond a node.
const LOOK: u64 = 4;

impl<'c> Budget<'c> {
    /// So many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Budget {
            nodes,
            spent: 0,
            clock: None,
            over: false,
        }
    }

    /// As long as the clock allows.
    #[must_use]
    pub fn clock(clock: &'c dyn Clock) -> Self {
        Budget {
            clock: Some(clock),
            ..Budget::nodes(u64::MAX)
        }
    }

    /// The same, but no more than so many nodes.
    #[must_use]
    pub fn at_most(mut self, nodes: u64) -> Self {
        self.nodes = self.nodes.min(nodes);
        self
    }

    /// Pays for a node; `false` if there is nothing left to pay with.
    pub fn spend(&mut self) -> bool {
        if self.over || self.spent >= self.nodes {
            self.over = true;
            return false;
        }
        self.spent += 1;
        if self.spent % LOOK == 0 {
            self.look();
        }
        !self.over
    }

    /// A budget of its own for a part of the work: the same clock, and no more than so many nodes.
    pub(crate) fn share(&self, nodes: u64) -> Budget<'c> {
        Budget {
            nodes: self.left().min(nodes),
            spent: 0,
            clock: self.clock,
            over: self.over,
        }
    }

    /// Pays for what a part of the work has spent.
    pub(crate) fn pay(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes).min(self.nodes);
    }

    /// Looks at the clock; `false` if the time is up. For work that is long and no node.
    pub fn look(&mut self) -> bool {
        if self.clock.is_some_and(|clock| clock.used() >= 1.0) {
            self.over = true;
        }
        !self.over
    }

    /// Nodes paid for.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.nodes - self.spent
    }

    /// The share that is gone, of the nodes or of the time, whichever is more.
    #[must_use]
    pub fn used(&self) -> f64 {
        let nodes = self.spent as f64 / self.nodes.max(1) as f64;
        self.clock.map_or(nodes, |clock| clock.used().max(nodes))
    }
}
