//! Selection: the child with the best upper confidence bound.

use ludarium_engine::SplitMix64;

use super::amaf::{AmafStats, AmafTable};
use super::mast::Mast;
use super::node::Child;
use super::options::{MctsOption, MctsOptions};

/// The exploration constant.
const EXPLORATION: f64 = 0.7;

/// The number of visits at which RAVE and the node's own results weigh the same.
const RAVE_EQUIVALENCE: f64 = 300.0;

/// The weight of the minimax of evaluations against the mean of playouts.
const MINIMAX_WEIGHT: f64 = 0.4;

/// The weight of a move's history while it has few visits.
const HISTORY_WEIGHT: f64 = 0.5;

/// The parameters of a selection.
pub(super) struct Selector<'a> {
    pub options: MctsOptions,
    pub mast: &'a Mast,
    /// AMAF statistics of the reference node (GRAVE).
    pub amaf_table: Option<&'a AmafTable>,
    /// The exploration constant, as a share of its usual value.
    pub exploration: f64,
    /// The availability of all moves, if it equals the visits of the node.
    pub available: Option<LogVisits>,
}

/// How often a move was available, as its logarithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogVisits {
    log: f64,
}

impl LogVisits {
    pub fn of(times: u32) -> LogVisits {
        LogVisits {
            log: f64::from(times.max(1)).ln(),
        }
    }
}

impl Selector<'_> {
    /// The index of the best of the given children.
    pub fn best(
        &self,
        children: &[Child],
        legal_children: impl Iterator<Item = usize>,
        chance: &mut SplitMix64,
    ) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        let mut untried = 0;
        for index in legal_children {
            let child = &children[index];
            let amaf = self.amaf(child);
            let bound = if child.visits == 0 && amaf.times == 0 {
                // Unknown moves go before all others, in random order.
                untried += 1;
                match chance.index(untried) {
                    0 => 1e6 + f64::from(untried),
                    _ => 0.0,
                }
            } else {
                match child.proved() {
                    // A proved loss goes behind moves that merely lost so far.
                    Some(value) if value <= 0.0 => -1.0,
                    Some(value) => value,
                    None => self.upper_bound(child, amaf),
                }
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The AMAF statistics of a move.
    fn amaf(&self, child: &Child) -> AmafStats {
        match self.amaf_table {
            Some(table) => table.get(child.key),
            None if self.options.has(MctsOption::NoRave) => AmafStats::default(),
            None => AmafStats {
                times: child.amaf_visits,
                value: child.amaf_value,
            },
        }
    }

    /// The upper confidence bound of a move.
    fn upper_bound(&self, child: &Child, amaf: AmafStats) -> f64 {
        let visits = f64::from(child.visits);
        let own = child.value / visits.max(1.0);
        let share = match (amaf.times, child.visits) {
            (0, _) => 0.0,
            (_, 0) => 1.0,
            _ if self.options.has(MctsOption::Grave) => amaf.weight(child.visits),
            _ => (RAVE_EQUIVALENCE / (3.0 * visits + RAVE_EQUIVALENCE)).sqrt(),
        };
        let mut mean = (1.0 - share) * own + share * amaf.mean();
        if self.options.has(MctsOption::Minimax) {
            if let Some(minimax) = child.minimax_for_mover() {
                mean = (1.0 - MINIMAX_WEIGHT) * mean + MINIMAX_WEIGHT * minimax;
            }
        }
        if self.options.has(MctsOption::History) {
            // The more often a move failed, the less its history counts.
            let known = self
                .mast
                .mean(child.player(), child.mv)
                .map_or(0.0, f64::from);
            let lost = visits - child.value;
            mean += HISTORY_WEIGHT * known / (lost + 1.0);
        }
        if self.options.has(MctsOption::Grave) {
            return mean;
        }
        let own = || LogVisits::of(child.available);
        let LogVisits { log } = self.available.unwrap_or_else(own);
        mean + EXPLORATION * self.exploration * (log / (visits + 1.0)).sqrt()
    }
}
