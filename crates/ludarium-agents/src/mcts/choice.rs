//! How a move is chosen at a node: the best upper bound.

use ludarium_engine::SplitMix64;

use super::elsewhere::{Elsewhere, Moves};
use super::habits::Habits;
use super::node::Child;
use super::ways::{Way, Ways};

/// How much is explored.
const EXPLORATION: f64 = 0.7;

/// With so many visits, what was seen here weighs as much as what was seen elsewhere.
const RAVE: f64 = 300.0;

/// How much the minimax of judgements counts against the mean of playouts.
const JUDGED: f64 = 0.4;

/// How much a move's history counts, where it was hardly tried.
const HISTORY: f64 = 0.5;

/// What a choice is made by.
pub(super) struct Choice<'a> {
    pub ways: Ways,
    pub habits: &'a Habits,
    /// How moves did in games in which they were made later (GRAVE).
    pub after: Option<&'a Moves>,
    /// How much is explored, as a share of what is usual.
    pub explored: f64,
    /// How often each move could have been made, where that is as often as the node was visited.
    pub available: Option<Times>,
}

/// How often a move could have been made, as far as a bound goes by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    log: f64,
}

impl Times {
    pub fn of(times: u32) -> Times {
        Times {
            log: f64::from(times.max(1)).ln(),
        }
    }
}

impl Choice<'_> {
    /// The place of the best of those picked.
    pub fn best(
        &self,
        children: &[Child],
        picked: impl Iterator<Item = usize>,
        chance: &mut SplitMix64,
    ) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        let mut fresh = 0;
        for index in picked {
            let child = &children[index];
            let elsewhere = self.elsewhere(child);
            let bound = if child.visits == 0 && elsewhere.times == 0 {
                // Nothing is known: before all others, in random order.
                fresh += 1;
                match chance.index(fresh) {
                    0 => 1e6 + f64::from(fresh),
                    _ => 0.0,
                }
            } else {
                match child.proved() {
                    // What is proved lost comes after what was only lost so far.
                    Some(value) if value <= 0.0 => -1.0,
                    Some(value) => value,
                    None => self.bound(child, elsewhere),
                }
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// What is known of a move from games in which it was made later.
    fn elsewhere(&self, child: &Child) -> Elsewhere {
        match self.after {
            Some(after) => after.get(child.key),
            None if self.ways.has(Way::Own) => Elsewhere::default(),
            None => Elsewhere {
                times: child.later,
                value: child.later_value,
            },
        }
    }

    /// What a move may be worth at most, as far as is known.
    fn bound(&self, child: &Child, elsewhere: Elsewhere) -> f64 {
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
            if let Some(seems) = child.seems() {
                mean = (1.0 - JUDGED) * mean + JUDGED * seems;
            }
        }
        if self.ways.has(Way::History) {
            // The more often a move was tried and failed, the less its history counts.
            let known = self
                .habits
                .mean(child.by(), child.mv)
                .map_or(0.0, f64::from);
            let lost = visits - child.value;
            mean += HISTORY * known / (lost + 1.0);
        }
        if self.ways.has(Way::Grave) {
            return mean;
        }
        let own = || Times::of(child.available);
        let Times { log } = self.available.unwrap_or_else(own);
        mean + EXPLORATION * self.explored * (log / (visits + 1.0)).sqrt()
    }
}
