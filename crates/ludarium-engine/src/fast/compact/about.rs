//! Conditions that ask several things of one site which is not bound but counted, such as the
//! target of a move along a track: they become one set, asked once.

use super::code::{Bits, Num, Set, Test};
use super::words::below;
use super::Play;
use crate::layout::Field;

/// A set that depends on nothing but whose pieces stand where: which sites are in it without a
/// piece, with one of the mover's, of another player's, of nobody's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Zones {
    bare: Bits,
    own: Bits,
    foe: Bits,
    rest: Bits,
}

impl Zones {
    /// The same sites whoever stands there.
    fn all(set: Bits) -> Zones {
        Zones {
            bare: set,
            own: set,
            foe: set,
            rest: set,
        }
    }

    fn with(self, other: Zones, word: impl Fn(Bits, Bits) -> Bits) -> Zones {
        Zones {
            bare: word(self.bare, other.bare),
            own: word(self.own, other.own),
            foe: word(self.foe, other.foe),
            rest: word(self.rest, other.rest),
        }
    }
}

/// A site, the set it must be in, and whether the condition holds where it is no site.
type About<'t> = (&'t Num, Zones, bool);

/// The same condition, as one set where all its parts ask of one site.
pub(super) fn joined(test: Test, slots: usize) -> Test {
    let found = match &test {
        Test::And(_) | Test::Or(_) => about(&test, slots),
        _ => None,
    };
    let found = found.map(|(site, set, off)| Test::About(site.clone(), set, off));
    found.unwrap_or(test)
}

fn about(test: &Test, slots: usize) -> Option<About<'_>> {
    let (all, none) = (below(slots), Zones::all(0));
    let of = |site: &Num| matches!(site, Num::Known(_));
    match test {
        Test::Empty(site) if of(site) => Some((site, Zones { bare: all, ..none }, false)),
        Test::Friend(Num::Who(site)) if of(site) => Some((site, Zones { own: all, ..none }, false)),
        Test::Enemy(Num::Who(site)) if of(site) => Some((site, Zones { foe: all, ..none }, false)),
        Test::In(site, Set::Const(set)) if of(site) => Some((site, Zones::all(set & all), false)),
        Test::Known(known) => about(&known.else_, slots),
        Test::About(site, set, off) => Some((site, *set, *off)),
        Test::Not(inner) => {
            let (site, set, off) = about(inner, slots)?;
            let others = Zones::all(all).with(set, |all, word| all & !word);
            Some((site, others, !off))
        }
        Test::And(parts) | Test::Or(parts) => {
            let both = matches!(test, Test::And(_));
            let (first, rest) = parts.split_first()?;
            let mut so_far = about(first, slots)?;
            for part in rest {
                let (site, set, off) = about(part, slots)?;
                if site != so_far.0 {
                    return None;
                }
                so_far = match both {
                    true => (
                        site,
                        so_far.1.with(set, |one, other| one & other),
                        so_far.2 && off,
                    ),
                    false => (
                        site,
                        so_far.1.with(set, |one, other| one | other),
                        so_far.2 || off,
                    ),
                };
            }
            Some(so_far)
        }
        _ => None,
    }
}

impl Play<'_> {
    /// The sites of such a set.
    #[inline]
    pub fn zoned(&self, zones: &Zones) -> Bits {
        let mover = self.at.field(Field::Mover) as usize;
        let filled = self.at.filled;
        let own = self.at.owned[mover] & filled;
        let mut set = zones.bare & !filled | zones.own & own;
        if zones.foe == zones.rest {
            return set | zones.foe & filled & !own;
        }
        let foe = self.foes();
        set |= zones.foe & foe;
        set | zones.rest & filled & !own & !foe
    }
}
