//! Over what a hop goes, read from its rule without a position.

use super::may_must::{Bounds, MoverContext};
use crate::ir::{Bool, Hurdle, Int, Iter, Mask, Target};

/// What stands between the ends of a hop, as far as its rule tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hurdles {
    /// Exactly one piece; the hop leads to the places of a ray below this one.
    One(i32),
    /// One empty site.
    Empty,
    /// Anything.
    Any,
}

/// Determines what stands between the ends of a hop of the pieces of `owner`.
pub(super) fn hurdles_of(between: &Hurdle, to: &Target, owner: usize) -> Hurdles {
    let known = |int: &Int| match int {
        Int::Const(number) => Some(*number),
        _ => None,
    };
    let one = known(&between.low) == Some(1) && (between.exact || known(&between.high) == Some(1));
    let (before, after) = (known(&between.before), known(&between.after));
    let Some(hurdle) = between.cond.as_ref().filter(|_| one) else {
        return Hurdles::Any;
    };
    let hurdle = may(hurdle, Iter::Between, owner);
    if empties(&hurdle) {
        return match (before, after) {
            (Some(0), Some(0)) => Hurdles::Empty,
            _ => Hurdles::Any,
        };
    }
    // Before and behind the hurdle, a hop passes sites that the condition of its target allows.
    let passes_empty = to
        .cond
        .as_ref()
        .is_some_and(|cond| empties(&may(cond, Iter::To, owner)));
    let meets_first = before == Some(0) || hurdle == Mask::Occupied;
    let one_piece = occupies(&hurdle) && (passes_empty || meets_first && after == Some(0));
    if !one_piece {
        return Hurdles::Any;
    }
    let end = |(before, after): (i32, i32)| before.max(0).saturating_add(after.max(0));
    let end = before.zip(after).map(end);
    Hurdles::One(end.map_or(i32::MAX, |end| end.saturating_add(2)))
}

/// The sites for which a condition may hold.
fn may(cond: &Bool, site: Iter, owner: usize) -> Mask {
    let context = MoverContext {
        site,
        owner,
        origin: None,
    };
    Bounds::of(cond, context).may
}

/// Whether all sites of a set are empty.
pub(super) fn empties(mask: &Mask) -> bool {
    match mask {
        Mask::Empty => true,
        Mask::And(parts) => parts.iter().any(empties),
        Mask::Or(parts) => parts.iter().all(empties),
        _ => false,
    }
}

/// Whether all sites of a set are occupied.
fn occupies(mask: &Mask) -> bool {
    match mask {
        Mask::Occupied | Mask::Enemy | Mask::Friend | Mask::Mover | Mask::OfKind(_) => true,
        Mask::And(parts) => parts.iter().any(occupies),
        Mask::Or(parts) => parts.iter().all(occupies),
        _ => false,
    }
}
