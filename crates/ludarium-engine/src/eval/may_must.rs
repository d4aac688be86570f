//! The sets of sites between which a condition on a target or a hurdle lies: where it surely holds, and where it may.
//!
//! Between the two it has to be asked site by site: in a game where an enemy may be taken unless he stands under some protection,
//! it surely holds of empty sites and may hold of those of enemies.

use crate::ir::{Bool, Int, Iter, Mask, Sites};
use crate::set::SiteSet;

/// Where a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bounds {
    pub must: Mask,
    pub may: Mask,
}

/// Of whom a condition is asked: of men of an owner (0 where that says nothing), who is the mover, and who stand on one of these sites or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverContext<'a> {
    /// What stands for the site that is asked of.
    pub site: Iter,
    pub owner: usize,
    pub origin: Option<(&'a SiteSet, bool)>,
}

impl Bounds {
    /// Where the site has to lie for a condition to hold.
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

    /// Whether nothing is left to be asked.
    pub fn is_exact(&self) -> bool {
        self.must == self.may
    }
}

impl<'a> MoverContext<'a> {
    /// The sites of a region that is the same all through a game, for the mover.
    fn constant<'b>(&self, sites: &'b Sites) -> Option<&'b SiteSet> {
        match sites {
            Sites::Const(set) => Some(set),
            Sites::ByPlayer(sets, player) if matches!(**player, Int::Mover) && self.owner > 0 => {
                sets.get(self.owner)
            }
            _ => None,
        }
    }

    /// The sites of which a condition asks whether the man stands there who moves, if it does.
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
