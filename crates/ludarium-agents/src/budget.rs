//! How long an agent may think.

use crate::Report;

/// A clock that the caller provides. Agents do not know the time; they ask which share of theirs is
/// used up.
pub trait Clock {
    /// The share of the time for this decision that has passed; at 1 or more, time is up.
    fn used(&self) -> f64;

    /// The share at which time is up even if the search would gain from more. It is 1 if this
    /// decision has no other time. It is more if unused time remains for later decisions, and a
    /// hard decision may draw on theirs.
    fn max_share(&self) -> f64 {
        1.0
    }

    /// The share of the time that should pass between two questions. A clock that has to be asked
    /// often, because it also hears when the search is stopped, returns less.
    fn check_share(&self) -> f64 {
        CHECK_SHARE
    }

    /// Receives what the search has found so far.
    fn found(&self, _report: &Report) {}
}

impl<F: Fn() -> f64> Clock for F {
    fn used(&self) -> f64 {
        self()
    }
}

/// What an agent may spend on one decision: a number of nodes, a time, or whichever ends first.
///
/// A node is a position that a search visits, or one iteration of a tree search. Equal seeds and
/// equal numbers of nodes give equal decisions; a clock does not.
///
/// ```
/// use ludarium_agents::Budget;
///
/// let mut budget = Budget::nodes(2);
/// assert!(budget.spend());
/// assert!(budget.spend());
/// assert!(!budget.spend());
/// assert_eq!(budget.spent(), 2);
/// ```
pub struct Budget<'c> {
    nodes: u64,
    /// The depth in plies beyond which a search does not go.
    depth: u32,
    spent: u64,
    clock: Option<&'c dyn Clock>,
    /// The share of the time that may pass.
    limit: f64,
    over: bool,
    /// Steps between two checks of the clock, and steps since the last check.
    stride: u32,
    steps: u32,
    /// What the clock returned at the last check.
    used: f64,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Budget({} of {} nodes)", self.spent, self.nodes)
    }
}

/// The share of the time that should pass between two checks of the clock: 15 ms of a minute.
const CHECK_SHARE: f64 = 1.0 / 4096.0;

/// At most this number of steps between two checks. In the slowest games a step takes two
/// milliseconds, but there the first checks have already reduced the stride.
const MAX_STRIDE: u32 = 256;

impl<'c> Budget<'c> {
    /// A budget of `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Budget {
            nodes,
            depth: u32::MAX,
            spent: 0,
            clock: None,
            limit: 1.0,
            over: false,
            stride: 1,
            steps: 0,
            used: 0.0,
        }
    }

    /// A budget of `iterations` iterations of a tree search, each of which counts as a node.
    ///
    /// ```
    /// use ludarium_agents::Budget;
    ///
    /// assert_eq!(Budget::iterations(1_000).left(), 1_000);
    /// ```
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Budget::nodes(iterations)
    }

    /// A budget that lasts as long as the clock allows.
    #[must_use]
    pub fn clock(clock: &'c dyn Clock) -> Self {
        Budget {
            clock: Some(clock),
            ..Budget::nodes(u64::MAX)
        }
    }

    /// Limits the budget to `nodes` nodes in addition to its other limit.
    #[must_use]
    pub fn at_most(mut self, nodes: u64) -> Self {
        self.nodes = self.nodes.min(nodes);
        self
    }

    /// Limits the search to a depth in plies, at least 1, in addition to its other limits. A tree
    /// search ends when its iterations reach this depth on average.
    ///
    /// ```
    /// use ludarium_agents::Budget;
    ///
    /// assert_eq!(Budget::nodes(1_000).to_depth(3).depth(), 3);
    /// ```
    #[must_use]
    pub fn to_depth(mut self, depth: u32) -> Self {
        self.depth = self.depth.min(depth.max(1));
        self
    }

    /// The depth in plies beyond which the search does not go; `u32::MAX` if there is no limit.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether a tree search that has walked `plies` plies in `iterations` iterations has reached
    /// the depth of [`Budget::to_depth`] on average.
    pub(crate) fn is_reached(&self, iterations: u64, plies: u64) -> bool {
        plies >= u64::from(self.depth).saturating_mul(iterations)
    }

    /// Tells the clock what the search has found so far.
    pub(crate) fn tell(&self, report: &Report) {
        if let Some(clock) = self.clock {
            clock.found(report);
        }
    }

    /// Whether the clock wants to know what the search finds.
    pub(crate) fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Spends one node; returns `false` if nothing is left.
    pub fn spend(&mut self) -> bool {
        if self.over || self.spent >= self.nodes {
            self.over = true;
            return false;
        }
        self.spent += 1;
        self.step()
    }

    /// Counts a step that takes time but is no node, such as a ply of a playout. Checks the clock
    /// as often as needed; returns `false` if time is up.
    pub fn step(&mut self) -> bool {
        self.add_steps(1)
    }

    /// The number of steps until the next check of the clock.
    #[must_use]
    pub fn steps_until_check(&self) -> usize {
        match self.clock {
            Some(_) => self.stride.saturating_sub(self.steps).max(1) as usize,
            None => usize::MAX,
        }
    }

    /// Counts `number` steps at once; see [`Budget::step`].
    pub fn add_steps(&mut self, number: usize) -> bool {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.steps = self.steps.saturating_add(number);
        if self.steps >= self.stride {
            self.check_clock();
        }
        !self.over
    }

    /// Whether unused time is kept for later decisions, so that a hard decision may take more than
    /// its share ([`Budget::extend_to`]). A number of nodes is for one decision only.
    pub(crate) fn can_extend(&self) -> bool {
        self.nodes == u64::MAX && self.clock.is_some_and(|clock| clock.max_share() > 1.0)
    }

    /// Continues until `share` of the time has passed, as far as the clock allows.
    pub(crate) fn extend_to(&mut self, share: f64) {
        self.limit = share.min(self.clock.map_or(1.0, Clock::max_share));
    }

    /// A budget for a part of the work: the same clock, and at most `nodes` nodes.
    pub(crate) fn sub_budget(&self, nodes: u64) -> Budget<'c> {
        Budget {
            nodes: self.left().min(nodes),
            depth: self.depth,
            spent: 0,
            clock: self.clock,
            limit: self.limit,
            over: self.over,
            stride: 1,
            steps: 0,
            used: self.used,
        }
    }

    /// A budget for a part of the work that ends when `share` of the time has passed.
    pub(crate) fn sub_budget_until(&self, share: f64) -> Budget<'c> {
        Budget {
            limit: self.limit.min(share),
            ..self.sub_budget(self.left())
        }
    }

    /// Whether the budget was used up at the last check.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Charges nodes that a part of the work has spent.
    pub(crate) fn charge(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes).min(self.nodes);
    }

    /// Reads the clock and derives the number of steps until the next check.
    fn check_clock(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        let Some(clock) = self.clock else {
            return;
        };
        let used = clock.used();
        self.over |= used >= self.limit;
        let gone = (used - self.used).max(0.0);
        self.used = used;
        let wanted = clock.check_share();
        self.stride = match gone > wanted {
            true => (f64::from(steps) * wanted / gone) as u32,
            false => self.stride * 2,
        }
        .clamp(1, MAX_STRIDE);
    }

    /// Nodes spent.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.nodes - self.spent
    }

    /// The share that is used up, of the nodes or of the time, whichever is larger.
    #[must_use]
    pub fn used(&self) -> f64 {
        let nodes = self.spent as f64 / self.nodes.max(1) as f64;
        self.clock.map_or(nodes, |clock| clock.used().max(nodes))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Time and steps until time is up, and checks of the clock, if step `n` takes `share(n)` of
    /// the time.
    fn run(share: impl Fn(u64) -> f64) -> (f64, u64, u64) {
        let (time, checks) = (Cell::new(0.0), Cell::new(0));
        let clock = || {
            checks.set(checks.get() + 1);
            time.get()
        };
        let mut budget = Budget::clock(&clock);
        let mut steps = 0;
        loop {
            time.set(time.get() + share(steps));
            steps += 1;
            if !budget.step() {
                return (time.get(), steps, checks.get());
            }
        }
    }

    /// A clock on which each check costs a tenth of the time, and which allows three times the
    /// share.
    struct ExtensibleClock(Cell<f64>);

    impl Clock for ExtensibleClock {
        fn used(&self) -> f64 {
            self.0.set(self.0.get() + 0.1);
            self.0.get()
        }

        fn max_share(&self) -> f64 {
            3.0
        }
    }

    #[test]
    fn time_is_extended_only_on_request_and_up_to_the_limit_of_the_clock() {
        let gone = |share: Option<f64>| {
            let clock = ExtensibleClock(Cell::new(0.0));
            let mut budget = Budget::clock(&clock);
            assert!(budget.can_extend());
            share.into_iter().for_each(|share| budget.extend_to(share));
            while budget.step() {}
            clock.0.get()
        };
        let near = |gone: f64, share: f64| (gone - share).abs() < 0.15;
        assert!(near(gone(None), 1.0));
        assert!(near(gone(Some(2.0)), 2.0));
        assert!(near(gone(Some(0.5)), 0.5));
        assert!(near(gone(Some(9.0)), 3.0));
        // Neither a clock for one decision nor a number of nodes can be extended.
        let (strict, generous) = (|| 0.0, ExtensibleClock(Cell::new(0.0)));
        assert!(!Budget::clock(&strict).can_extend() && !Budget::nodes(9).can_extend());
        assert!(!Budget::clock(&generous).at_most(9).can_extend());
    }

    #[test]
    fn slow_steps_check_the_clock_every_time() {
        let (time, steps, checks) = run(|_| 0.01);
        assert!(time < 1.02, "{time}");
        assert_eq!(steps, checks);
    }

    #[test]
    fn fast_steps_seldom_check_the_clock() {
        let (time, steps, checks) = run(|_| 1e-6);
        assert!(time < 1.001, "{time}");
        assert!(checks < steps / 100, "{checks} checks in {steps} steps");
    }

    #[test]
    fn steps_that_become_slow_are_noticed_at_the_next_check() {
        // Fast at first, then a thousandth of the time per step: at most one stride is lost.
        let (time, _, _) = run(|step| if step < 1_000 { 1e-7 } else { 1e-3 });
        assert!(time < 1.001 + 1e-3 * f64::from(MAX_STRIDE), "{time}");
    }
}
