//! Whether the states of a game keep its pieces in the order in which they came.

use super::Compiler;
use crate::ir::{Int, RuleKind, Sites};
use crate::start::{Placing, Spots, StartRule};

impl Compiler {
    /// Whether the order of pieces matters to a `(where "Name" Player)`: several pieces of its kind
    /// may be on the board.
    pub(super) fn where_reads_order(&self, start: &[StartRule]) -> bool {
        let asked = self.kinds_sought.iter();
        let mut asked = asked.filter(|&&kind| kind > 0);
        asked.any(|&kind| {
            let placed: i32 = start.iter().map(|rule| placed(rule, kind)).sum();
            placed > 1 || self.rules.iter().any(|rule| makes(&rule.kind, kind))
        })
    }

    /// Whether a game must keep lists of its pieces: their order in stacks matters, or the lists
    /// that the rules walk come to differ from the board.
    pub(super) fn lists_pieces(&self) -> bool {
        let stacks = self.needs.stacking;
        let stale = |kind: &RuleKind| match kind {
            RuleKind::Promote { .. } => stacks,
            RuleKind::FromTo { count, .. } => count.is_some(),
            _ => false,
        };
        let walked = match stacks {
            true => self.walks_pieces,
            false => self.needs.counts && (self.walks_pieces || self.asks_for_none),
        };
        stacks && self.needs.order || walked && self.rules.iter().any(|rule| stale(&rule.kind))
    }

    /// Records the kinds that a `(where "Name" Player)` may look for.
    pub(super) fn note_sought(&mut self, kinds: &Int) {
        match kinds {
            Int::Const(kind) => self.kinds_sought.extend([*kind]),
            Int::ByPlayer(table, _) => self.kinds_sought.extend(table.iter().copied()),
            _ => self.kinds_sought.extend(1..self.components.len() as i32),
        }
    }
}

/// A number of pieces of which only "more than one" is known.
const SEVERAL: i32 = 2;

/// The number of sites that get a piece of a kind, as far as it is known; at least [`SEVERAL`]
/// where it is not.
fn placed(rule: &StartRule, kind: i32) -> i32 {
    let what = usize::try_from(kind).unwrap_or(0);
    let inner = |body: &StartRule| SEVERAL * placed(body, kind);
    match rule {
        StartRule::All(rules) => rules.iter().map(|rule| placed(rule, kind)).sum(),
        StartRule::Place(placing) if placing.kinds.contains(&what) => sites_of(placing),
        StartRule::Random { kinds, count, .. } if kinds.contains(&what) => known(count),
        StartRule::RandomStack { pieces, .. } => {
            let mut own = pieces.iter().filter(|(piece, _)| *piece == what);
            own.next().map_or(0, |(_, count)| known(count))
        }
        StartRule::SetCount { .. } => SEVERAL,
        StartRule::ForEachValue { body, .. }
        | StartRule::ForEachSite { body, .. }
        | StartRule::ForEachPlayer(body)
        | StartRule::ForEachPlayerIn(_, body)
        | StartRule::ForEachTeam(body) => inner(body),
        _ => 0,
    }
}

fn known(count: &Int) -> i32 {
    match count {
        Int::Const(count) => *count,
        _ => SEVERAL,
    }
}

fn sites_of(placing: &Placing) -> i32 {
    let sites = match &placing.at {
        Spots::List(sites) => sites.len() as i32,
        Spots::Regions(regions) => match &regions[..] {
            [Sites::Const(sites)] => sites.len() as i32,
            _ => SEVERAL,
        },
        Spots::Container(_) => 1,
    };
    sites.saturating_mul(placing.counts.iter().map(known).max().unwrap_or(1))
}

/// Whether a rule may bring a further piece of a kind onto the board.
fn makes(rule: &RuleKind, kind: i32) -> bool {
    let may_be = |what: &Int| match what {
        Int::Const(what) => *what == kind,
        Int::ByPlayer(table, _) => table.contains(&kind),
        _ => true,
    };
    match rule {
        RuleKind::Add { what, .. } | RuleKind::Claim { what, .. } => what.iter().any(may_be),
        RuleKind::Promote { what, .. } => what.iter().any(may_be),
        RuleKind::Shoot { what, .. } => may_be(what),
        RuleKind::Slide { between, .. } => between.trail.as_ref().is_some_and(may_be),
        RuleKind::FromTo { copy, .. } => *copy,
        RuleKind::SetCount { .. } | RuleKind::Sow(_) | RuleKind::TakeControl { .. } => true,
        _ => false,
    }
}
