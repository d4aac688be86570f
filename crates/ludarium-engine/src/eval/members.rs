//! The sites for which a condition holds, as a whole, from the sets that the state keeps.

use super::group::Member;
use super::Evaluator;
use crate::ir::{Bool, Cmp, Int, Iter, Key, Mask, Owners, Sites};
use crate::layout::Field;
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The sites of type `site_type` on the board that may be part of a group; `None` where only
    /// [`Evaluator::is_member`] can tell.
    pub fn members(&mut self, member: Member<'a>, site_type: usize) -> Option<SiteSet> {
        // The sites under large pieces are in no set of the players.
        if self.game.cover > 0 {
            return None;
        }
        let set = match member {
            Member::Empty => return Some(self.of_type(self.state.empty(), site_type, false)),
            Member::Owners(owners) => match self.only_owner(owners) {
                Some(owner) => {
                    return Some(self.of_type(self.state.owned(owner), site_type, false));
                }
                None => self.owned_by(owners),
            },
            Member::EmptyOrOwners(owners) => {
                let mut set = self.of_kind(0);
                set.union_with(&self.owned_by(owners));
                set
            }
            Member::Kind(kind) => self.of_kind(kind),
            Member::If(_) if site_type != self.game.layout.own => return None,
            Member::If(cond) => self.set_where(cond, Walk::over(Iter::To))?,
        };
        Some(self.of_type(set.words(), site_type, false))
    }

    /// The only player among some owners (bits), if there is just one.
    fn only_owner(&self, owners: u32) -> Option<usize> {
        let owner = owners.trailing_zeros() as usize;
        (owners.count_ones() == 1 && owner <= self.game.players + 1).then_some(owner)
    }

    /// The slots whose topmost piece belongs to one of some owners (bits).
    pub(super) fn owned_by(&self, owners: u32) -> SiteSet {
        let mut set = SiteSet::new(self.game.layout.slots);
        for owner in (0..=self.game.players + 1).filter(|&owner| owners >> owner & 1 == 1) {
            set.union_words(self.state.owned(owner));
        }
        set
    }

    /// The slots whose topmost piece is of a kind; kind 0: those without a piece.
    pub(super) fn of_kind(&self, kind: usize) -> SiteSet {
        let Some(&owner) = self.game.owners.get(kind).filter(|_| kind > 0) else {
            let mut set = SiteSet::new(self.game.layout.slots);
            if kind == 0 {
                set.union_with(&self.game.every_site);
                set.subtract(&self.owned_by(u32::MAX));
            }
            return set;
        };
        let mut set = SiteSet::from_words(self.state.owned(usize::from(owner)));
        let kinds_of_owner = self.game.owners[1..].iter().filter(|&&of| of == owner);
        if kinds_of_owner.count() > 1 {
            set.retain(|slot| self.state.what(slot as usize) == kind);
        }
        set
    }

    /// The slots of the board's own type for which a condition holds; `None` where the sets of the
    /// state do not tell. What it says of the sites of hands is not defined.
    pub(super) fn set_where(&mut self, cond: &'a Bool, of: Walk) -> Option<SiteSet> {
        let slots = self.game.layout.slots;
        let all = |holds| match holds {
            true => SiteSet::full(slots),
            false => SiteSet::new(slots),
        };
        match cond {
            Bool::Const(holds) => Some(all(*holds)),
            Bool::At(iter, mask) if *iter == of.site => {
                self.is_exact(mask, false).then(|| self.mask_set(mask))
            }
            Bool::At(iter, mask) if of.leaves(*iter) => {
                Some(all(self.mask_has(mask, self.get(*iter))))
            }
            Bool::Tabulated(table) => self.set_where(&table.of, of),
            Bool::Not(inner) => {
                let mut set = all(true);
                set.subtract(&self.set_where(inner, of)?);
                Some(set)
            }
            Bool::And(parts) => {
                let mut set = all(true);
                for part in parts {
                    set.intersect_with(&self.set_where(part, of)?);
                }
                Some(set)
            }
            Bool::Or(parts) => {
                let mut set = all(false);
                for part in parts {
                    set.union_with(&self.set_where(part, of)?);
                }
                Some(set)
            }
            Bool::Compare(cmp @ (Cmp::Eq | Cmp::Ne), first, second) => {
                let (contents, number) = match self.contents(first, of) {
                    Some(contents) => (contents, second),
                    None => (self.contents(second, of)?, first),
                };
                let set = self.where_contents(contents, number, of)?;
                if *cmp == Cmp::Eq {
                    return Some(set);
                }
                let mut others = all(true);
                others.subtract(&set);
                Some(others)
            }
            Bool::In(Int::Iter(iter), sites) if *iter == of.site && is_fixed_region(sites, of) => {
                Some(self.sites(sites))
            }
            Bool::IsNext(who) => self.where_owner_is(who, Field::Next, of),
            Bool::IsPrev(who) => self.where_owner_is(who, Field::Prev, of),
            Bool::IsMover(who) => self.where_owner_is(who, Field::Mover, of),
            _ => None,
        }
    }

    /// Whether [`Evaluator::mask_set`] has every site that [`Evaluator::mask_has`] finds, and no
    /// other. `nested`: the mask is part of another.
    fn is_exact(&self, mask: &Mask, nested: bool) -> bool {
        // Where a stack or a number of pieces may consist of nothing, a site without a piece need
        // not be empty.
        let hollow = self.game.layout.levels > 0 || self.game.flags.counts;
        match mask {
            Mask::Const(_) | Mask::OfKind(_) | Mask::StateOfFriend | Mask::StateOfEnemy => true,
            Mask::Empty => !(nested && hollow),
            Mask::Occupied => !hollow,
            Mask::Mover | Mask::Friend | Mask::Enemy => {
                self.game.cover == 0 && self.state.mover() > 0
            }
            Mask::Not(inner) => self.is_exact(inner, true),
            Mask::And(parts) | Mask::Or(parts) => {
                parts.iter().all(|part| self.is_exact(part, true))
            }
        }
    }

    fn where_owner_is(&mut self, who: &'a Int, player: Field, of: Walk) -> Option<SiteSet> {
        match self.contents(who, of)? {
            Contents::Owner => Some(self.where_owner(self.state.field(player))),
            Contents::Kind => None,
        }
    }

    /// Which property of the topmost piece on the site that `of` holds a number is, if it is one.
    fn contents(&self, int: &Int, of: Walk) -> Option<Contents> {
        let own = self.game.layout.own;
        let is_site = |site_type: usize, at: &Int| {
            site_type == own && matches!(at, Int::Iter(iter) if *iter == of.site)
        };
        match int {
            Int::Who {
                site_type,
                at,
                level: None,
            } if is_site(*site_type, at) => Some(Contents::Owner),
            Int::What {
                site_type,
                at,
                level: None,
            } if is_site(*site_type, at) => Some(Contents::Kind),
            _ => None,
        }
    }

    fn where_contents(&mut self, what: Contents, is: &'a Int, of: Walk) -> Option<SiteSet> {
        if self.game.cover > 0 || !is_fixed(is, of) {
            return None;
        }
        let number = self.int(is);
        Some(match what {
            Contents::Owner => self.where_owner(number),
            Contents::Kind => match usize::try_from(number) {
                Ok(kind) => self.of_kind(kind),
                Err(_) => SiteSet::new(self.game.layout.slots),
            },
        })
    }

    /// The slots whose topmost piece has an owner; for 0, those without a piece, too.
    fn where_owner(&self, owner: i32) -> SiteSet {
        match usize::try_from(owner) {
            Ok(0) => {
                let mut set = self.game.every_site.clone();
                set.subtract(&self.owned_by(u32::MAX - 1));
                set
            }
            Ok(owner) if owner <= self.game.players + 1 => {
                SiteSet::from_words(self.state.owned(owner))
            }
            _ => SiteSet::new(self.game.layout.slots),
        }
    }
}

/// A property of what stands on a site.
#[derive(Clone, Copy, Debug)]
enum Contents {
    Owner,
    Kind,
}

/// The variables that a search of the board binds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// The site for which a condition is evaluated.
    pub site: Iter,
    /// Where the search comes from, if it binds that, too.
    pub from: Option<Iter>,
}

impl Walk {
    /// A search that only binds the site.
    pub fn over(site: Iter) -> Walk {
        Walk { site, from: None }
    }

    /// Whether a variable holds the same for all sites.
    fn leaves(self, iter: Iter) -> bool {
        iter != self.site && Some(iter) != self.from
    }
}

/// Whether a number is known to be the same for all sites, and to change nothing when it is
/// evaluated.
fn is_fixed(int: &Int, of: Walk) -> bool {
    let fixed = |int: &Int| is_fixed(int, of);
    match int {
        Int::Iter(iter) => of.leaves(*iter),
        Int::Const(_)
        | Int::Mover
        | Int::Next
        | Int::Prev(_)
        | Int::LastFrom
        | Int::LastTo
        | Int::Counter
        | Int::Var(_)
        | Int::Temp => true,
        Int::Who { at, level, .. }
        | Int::What { at, level, .. }
        | Int::State { at, level, .. }
        | Int::PieceValue { at, level, .. } => fixed(at) && level.as_deref().is_none_or(fixed),
        Int::Bin(_, first, second) => fixed(first) && fixed(second),
        Int::Score(of) | Int::PlayerValue(of) | Int::SiteTable { at: of, .. } => fixed(of),
        _ => false,
    }
}

/// Whether a region is known to be the same for all sites, and to change nothing when it is
/// evaluated.
fn is_fixed_region(sites: &Sites, of: Walk) -> bool {
    let fixed = |int: &Int| is_fixed(int, of);
    match sites {
        Sites::Const(_) | Sites::Empty(_) | Sites::LastFrom | Sites::LastTo => true,
        Sites::List(list) => list.iter().all(fixed),
        Sites::Occupied {
            owners: Owners::One(owner),
            container: None,
            kinds: None,
            ..
        } => fixed(owner),
        Sites::ByPlayer(_, index) | Sites::ByIndex(_, index) => fixed(index),
        Sites::Union(parts) | Sites::Intersection(parts) => {
            parts.iter().all(|part| is_fixed_region(part, of))
        }
        Sites::Difference(all, less) => is_fixed_region(all, of) && is_fixed_region(less, of),
        Sites::Tabulated(table) => table.keys.iter().all(|range| match range.key {
            Key::Iter(iter) => of.leaves(iter),
            _ => true,
        }),
        _ => false,
    }
}
