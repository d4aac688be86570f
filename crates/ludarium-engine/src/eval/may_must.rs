//! Bounds on the sites that satisfy a condition: sites that must satisfy it, and sites that may.
//!
//! The condition has to be evaluated only for sites in between. Example: if enemies may be captured
//! unless they are protected, empty sites must satisfy the condition, and sites of enemies may.

use crate::ir::{Bool, Int, Iter, Mask, Sites};
use crate::set::SiteSet;

/// Lower and upper bound on the sites for which a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bounds {
    pub must: Mask,
    pub may: Mask,
}

/// What is known about the piece for which a condition is evaluated: its owner (0 if unknown), who
/// is the mover, and whether it stands in a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverContext<'a> {
    /// The variable that holds the site in question.
    pub site: Iter,
    pub owner: usize,
    pub origin: Option<(&'a SiteSet, bool)>,
}

impl Bounds {
    /// The bounds of a condition.
    pub fn of(cond: &Bool, context: MoverContext<'_>) -> Bounds {
        match cond {
            Bool::Const(holds) => Bounds::always(*holds),
            Bool::At(site, mask) if *site == context.site => Bounds::exactly((**mask).clone()),
            Bool::In(Int::Iter(site), sites) if *site == context.site => {
                match context.constant(sites) {
                    Some(set) => Bounds::exactly(Mask::Const(set.clone())),
                    None => Bounds::unknown(),
                }
            }
            Bool::In(Int::Iter(Iter::From), sites) => {
                match (context.constant(sites), context.origin) {
                    (Some(set), Some((known, contains_origin))) if set == known => {
                        Bounds::always(contains_origin)
                    }
                    _ => Bounds::unknown(),
                }
            }
            Bool::Not(inner) => {
                let Bounds { must, may } = Bounds::of(inner, context);
                Bounds {
                    must: not(may),
                    may: not(must),
                }
            }
            Bool::And(parts) => {
                let parts = || parts.iter().map(|part| Bounds::of(part, context));
                Bounds {
                    must: all(parts().map(|part| part.must)),
                    may: all(parts().map(|part| part.may)),
                }
            }
            Bool::Or(parts) => {
                let parts = || parts.iter().map(|part| Bounds::of(part, context));
                Bounds {
                    must: any(parts().map(|part| part.must)),
                    may: any(parts().map(|part| part.may)),
                }
            }
            _ => Bounds::unknown(),
        }
    }

    fn exactly(mask: Mask) -> Bounds {
        Bounds {
            must: mask.clone(),
            may: mask,
        }
    }

    fn always(holds: bool) -> Bounds {
        Bounds::exactly(if holds { every() } else { none() })
    }

    fn unknown() -> Bounds {
        Bounds {
            must: none(),
            may: every(),
        }
    }

    /// Whether the bounds coincide, so that no evaluation is needed.
    pub fn is_exact(&self) -> bool {
        self.must == self.may
    }
}

impl<'a> MoverContext<'a> {
    /// The sites of a region that does not change during a game, for the mover.
    fn constant<'b>(&self, sites: &'b Sites) -> Option<&'b SiteSet> {
        match sites {
            Sites::Const(set) => Some(set),
            Sites::ByPlayer(sets, player) if matches!(**player, Int::Mover) && self.owner > 0 => {
                sets.get(self.owner)
            }
            _ => None,
        }
    }

    /// A constant region that a condition tests for the origin of the move, if any.
    pub fn origin_region<'b>(&self, cond: &'b Bool) -> Option<&'b SiteSet> {
        match cond {
            Bool::In(Int::Iter(Iter::From), sites) => self.constant(sites),
            Bool::Not(inner) => self.origin_region(inner),
            Bool::And(parts) | Bool::Or(parts) => {
                parts.iter().find_map(|part| self.origin_region(part))
            }
            _ => None,
        }
    }
}

fn every() -> Mask {
    Mask::And(Vec::new())
}

fn none() -> Mask {
    Mask::Or(Vec::new())
}

fn not(mask: Mask) -> Mask {
    match mask {
        Mask::Not(inner) => *inner,
        Mask::And(parts) if parts.is_empty() => none(),
        Mask::Or(parts) if parts.is_empty() => every(),
        mask => Mask::Not(Box::new(mask)),
    }
}

fn all(parts: impl Iterator<Item = Mask>) -> Mask {
    let (every, none) = (every(), none());
    let mut parts_left: Vec<Mask> = parts.filter(|part| *part != every).collect();
    match parts_left.len() {
        _ if parts_left.contains(&none) => none,
        1 => parts_left.remove(0),
        _ => Mask::And(parts_left),
    }
}

fn any(parts: impl Iterator<Item = Mask>) -> Mask {
    let (every, none) = (every(), none());
    let mut parts_left: Vec<Mask> = parts.filter(|part| *part != none).collect();
    match parts_left.len() {
        _ if parts_left.contains(&every) => every,
        1 => parts_left.remove(0),
        _ => Mask::Or(parts_left),
    }
}
