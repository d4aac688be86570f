//! Compiles conditions on one site to set algebra.
//!
//! Conditions such as `(is Empty (to))` and `(is Enemy (who at:(to)))`, joined by `and`, `or` and
//! `not`, depend only on the pieces on the site or on its place: each is membership in a set that
//! the state maintains.

use super::Compiler;
use crate::ir::{Bool, Cmp, Int, Iter, Mask, Sites};
use crate::set::SiteSet;

/// The variables that conditions are simplified for.
const SITES: [Iter; 4] = [Iter::To, Iter::Between, Iter::Site, Iter::From];

impl Compiler {
    /// Whether a condition is membership in a set of values of one variable.
    pub(super) fn is_mask(&self, cond: &Bool) -> bool {
        SITES.iter().any(|&iter| self.mask(cond, iter).is_some())
    }

    /// An equivalent condition, with set algebra where possible.
    pub fn simplified(&self, cond: Bool) -> Bool {
        for iter in SITES {
            if let Some(mask) = self.mask(&cond, iter) {
                return match mask {
                    Mask::Const(_) if matches!(cond, Bool::Const(_)) => cond,
                    mask => Bool::At(iter, Box::new(mask)),
                };
            }
        }
        match cond {
            Bool::And(parts) => Bool::And(
                parts
                    .into_iter()
                    .map(|part| self.simplified(part))
                    .collect(),
            ),
            Bool::Or(parts) => Bool::Or(
                parts
                    .into_iter()
                    .map(|part| self.simplified(part))
                    .collect(),
            ),
            Bool::Not(inner) => Bool::Not(Box::new(self.simplified(*inner))),
            Bool::If(cond, yes, no) => Bool::If(
                Box::new(self.simplified(*cond)),
                Box::new(self.simplified(*yes)),
                no.map(|no| Box::new(self.simplified(*no))),
            ),
            other => other,
        }
    }

    /// The condition as a set of values of `iter`, if it is one.
    fn mask(&self, cond: &Bool, iter: Iter) -> Option<Mask> {
        let is_site = |int: &Int| matches!(int, Int::Iter(found) if *found == iter);
        let is_owner = |int: &Int| matches!(int, Int::Who { site_type, at, level: None } if *site_type == self.own && is_site(at));
        let is_kind = |int: &Int| matches!(int, Int::What { site_type, at, level: None } if *site_type == self.own && is_site(at));
        let is_state = |int: &Int| matches!(int, Int::State { site_type, at, level: None } if *site_type == self.own && is_site(at));
        Some(match cond {
            Bool::Empty(site_type, site) if *site_type == self.own && is_site(site) => Mask::Empty,
            Bool::Occupied(site_type, site)
                if *site_type == self.own && is_site(site) && !self.has_large_pieces() =>
            {
                Mask::Occupied
            }
            Bool::Friend(player) if is_owner(player) => Mask::Friend,
            Bool::Enemy(player) if is_owner(player) => Mask::Enemy,
            Bool::Friend(player) if is_state(player) => Mask::StateOfFriend,
            Bool::Enemy(player) if is_state(player) => Mask::StateOfEnemy,
            Bool::IsMover(player) if is_owner(player) => Mask::Mover,
            Bool::Not(inner) => self.complement(self.mask(inner, iter)?),
            Bool::And(parts) => Mask::And(self.masks(parts, iter)?),
            Bool::Or(parts) => Mask::Or(self.masks(parts, iter)?),
            Bool::In(site, sites) if is_site(site) => match &**sites {
                Sites::Const(sites) => Mask::Const(sites.clone()),
                _ => return None,
            },
            Bool::Compare(cmp @ (Cmp::Eq | Cmp::Ne), first, second)
                if is_kind(first) || is_kind(second) =>
            {
                let ((Int::Const(kind), _) | (_, Int::Const(kind))) = (first, second) else {
                    return None;
                };
                let kind = Mask::OfKind(usize::try_from(*kind).ok().filter(|&kind| kind > 0)?);
                if *cmp == Cmp::Eq {
                    kind
                } else {
                    self.complement(kind)
                }
            }
            Bool::Compare(cmp @ (Cmp::Eq | Cmp::Ne), first, second) => {
                let site = match (first, second) {
                    (first, Int::Const(site)) if is_site(first) && *site >= 0 => *site,
                    (Int::Const(site), second) if is_site(second) && *site >= 0 => *site,
                    _ => return None,
                };
                let mut set = SiteSet::new(self.sites);
                set.insert(site);
                if *cmp == Cmp::Eq {
                    Mask::Const(set)
                } else {
                    self.complement(Mask::Const(set))
                }
            }
            _ => return None,
        })
    }

    /// The complement of a set.
    fn complement(&self, mask: Mask) -> Mask {
        match mask {
            // Sites of other types have numbers beyond those of the board's own.
            Mask::Const(set) if self.needs.types.contains(&true) => {
                Mask::Not(Box::new(Mask::Const(set)))
            }
            Mask::Const(set) => {
                let mut others = SiteSet::full(self.sites);
                others.subtract(&set);
                Mask::Const(others)
            }
            Mask::Empty => Mask::Occupied,
            Mask::Occupied => Mask::Empty,
            other => Mask::Not(Box::new(other)),
        }
    }

    fn masks(&self, parts: &[Bool], iter: Iter) -> Option<Vec<Mask>> {
        parts.iter().map(|part| self.mask(part, iter)).collect()
    }
}
