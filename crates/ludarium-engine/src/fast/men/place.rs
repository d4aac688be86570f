//! What a site must be like, read from the compiled rules for a board of men.

use super::board::{Words, SLOTS};
use super::front::moved_back;
use super::read::Reader;
use super::terms::{words, Ahead};
use crate::ir::Mask;

/// What a site must be like.
#[derive(Clone, Debug)]
pub(super) enum Place {
    In(Words),
    /// What stands there is of one of some classes (see [`class`]), by bits.
    Class(u8),
    /// The same, on one of some sites.
    ClassIn(u8, Words),
    OfKind(usize),
    StateOfMover,
    StateOfEnemy,
    /// The site ahead is such a place.
    Ahead(Box<PlaceAhead>),
    Not(Box<Place>),
    All(Box<[Place]>),
    Any(Box<[Place]>),
}

/// What the site so many slots on must be like, from the sites where there is one; from all others,
/// the site itself.
#[derive(Clone, Debug)]
pub(super) struct PlaceAhead {
    pub by: i16,
    pub on: Words,
    pub place: Place,
}

impl PlaceAhead {
    /// `None` where that is not so many slots from everywhere, or not the same for men of all
    /// kinds.
    pub fn of(ahead: &Ahead, place: &Place) -> Option<PlaceAhead> {
        let (sites, others) = ahead.sites.split_first()?;
        if others.iter().any(|other| other != sites) {
            return None;
        }
        let (mut by, mut on) = (None, Words::default());
        for (site, &end) in sites.iter().enumerate() {
            let many = end - i16::try_from(site).ok()?;
            if many != 0 {
                if *by.get_or_insert(many) != many {
                    return None;
                }
                *on.get_mut(site / 64)? |= 1 << (site % 64);
            }
        }
        let (by, place) = (by.unwrap_or(0), place.clone());
        Some(PlaceAhead { by, on, place })
    }

    /// The slot that is looked at from another.
    #[inline]
    pub fn slot(&self, slot: usize) -> usize {
        match self.on[slot / 64] >> (slot % 64) & 1 {
            1 => slot.wrapping_add_signed(self.by.into()),
            _ => slot,
        }
    }

    /// From which slots one of a set is looked at.
    #[inline]
    pub fn from<const W: usize>(&self, set: &[u64; W]) -> [u64; W] {
        let moved = moved_back(set, self.by);
        std::array::from_fn(|at| moved[at] & self.on[at] | set[at] & !self.on[at])
    }
}

/// What stands on a site, as the mover sees it: nothing, a man of nobody's, of the mover's or of
/// the other's.
pub(super) fn class(kind: usize, owner: u8, mover: usize) -> u8 {
    match (kind, usize::from(owner)) {
        (0, _) => 0,
        (_, 0) => 1,
        (_, owner) if owner == mover => 2,
        _ => 3,
    }
}

impl Place {
    pub const EMPTY: Place = Place::Class(0b0001);
    pub const OCCUPIED: Place = Place::Class(0b1110);
    pub const MOVERS: u8 = 0b0100;
    pub const MOVER: Place = Place::Class(Place::MOVERS);
    pub const ENEMIES: u8 = 0b1000;
    pub const ENEMY: Place = Place::Class(Place::ENEMIES);

    /// Whether no man of the other side may stand there.
    pub fn bars_enemies(&self) -> bool {
        match self {
            Place::Class(classes) | Place::ClassIn(classes, _) => classes & Place::ENEMIES == 0,
            Place::All(parts) => parts.iter().any(Place::bars_enemies),
            _ => false,
        }
    }
}

impl Place {
    pub fn of(r: &mut Reader<'_>, mask: &Mask) -> Option<Place> {
        let all = |r: &mut Reader<'_>, parts: &[Mask]| -> Option<Vec<Place>> {
            parts.iter().map(|part| Place::of(r, part)).collect()
        };
        Some(match mask {
            Mask::Const(set) => Place::In(words(set)?),
            Mask::Empty => Place::EMPTY,
            Mask::Occupied => Place::OCCUPIED,
            Mask::Mover | Mask::Friend => Place::MOVER,
            Mask::Enemy => Place::ENEMY,
            Mask::OfKind(kind) => Place::OfKind(*kind),
            Mask::StateOfFriend => Place::StateOfMover,
            Mask::StateOfEnemy => Place::StateOfEnemy,
            Mask::Not(inner) => Place::Not(Box::new(Place::of(r, inner)?)),
            Mask::And(parts) => Place::all(all(r, parts)?),
            Mask::Or(parts) => Place::any(all(r, parts)?),
        })
    }

    /// Whether it asks of a site ahead.
    pub fn looks_ahead(&self) -> bool {
        match self {
            Place::Ahead(_) => true,
            Place::Not(inner) => inner.looks_ahead(),
            Place::All(parts) | Place::Any(parts) => parts.iter().any(Place::looks_ahead),
            _ => false,
        }
    }

    /// What is so in all parts; those that tell by class or by site are one.
    pub(super) fn all(parts: Vec<Place>) -> Place {
        let (mut classes, mut sites) = (0b1111, [u64::MAX; SLOTS / 64]);
        let mut others = Vec::new();
        for part in parts {
            match part {
                Place::Class(these) => classes &= these,
                Place::In(set) => meet(&mut sites, &set),
                Place::ClassIn(these, set) => {
                    classes &= these;
                    meet(&mut sites, &set);
                }
                part => others.push(part),
            }
        }
        let known = match (classes, sites == [u64::MAX; SLOTS / 64]) {
            (0b1111, true) => None,
            (0b1111, false) => Some(Place::In(sites)),
            (classes, true) => Some(Place::Class(classes)),
            (classes, false) => Some(Place::ClassIn(classes, sites)),
        };
        others.splice(0..0, known);
        match others.pop() {
            Some(only) if others.is_empty() => only,
            Some(last) => {
                others.push(last);
                Place::All(others.into())
            }
            None => Place::All(Box::default()),
        }
    }

    /// What is so in any part; those that tell by class are one, and so are those that tell by
    /// site.
    pub(super) fn any(parts: Vec<Place>) -> Place {
        let (mut classes, mut sites) = (0, Words::default());
        let mut others = Vec::new();
        for part in parts {
            match part {
                Place::Class(these) => classes |= these,
                Place::In(set) => {
                    for (word, more) in sites.iter_mut().zip(set) {
                        *word |= more;
                    }
                }
                part => others.push(part),
            }
        }
        if sites != Words::default() {
            others.insert(0, Place::In(sites));
        }
        if classes != 0 {
            others.insert(0, Place::Class(classes));
        }
        match others.pop() {
            Some(only) if others.is_empty() => only,
            Some(last) => {
                others.push(last);
                Place::Any(others.into())
            }
            None => Place::Any(Box::default()),
        }
    }
}

fn meet(sites: &mut Words, set: &Words) {
    for (word, other) in sites.iter_mut().zip(set) {
        *word &= other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::men::terms::Num;
    use crate::ir::Iter;

    #[test]
    fn the_site_ahead_is_so_many_slots_on_where_there_is_one_and_the_site_itself_elsewhere() {
        // The cells of a board of three, two columns on: the last two of each row have none.
        let two_on: Box<[i16]> = [2, 1, 2, 5, 4, 5, 8, 7, 8].into();
        let at = |sites: Vec<Box<[i16]>>| Ahead {
            at: Num::Iter(Iter::To),
            sites: sites.into(),
        };
        let ahead = PlaceAhead::of(&at(vec![two_on.clone(); 3]), &Place::EMPTY).unwrap();
        for (slot, &end) in two_on.iter().enumerate() {
            assert_eq!(ahead.slot(slot), end as usize);
            for seen in 0..9 {
                let from = ahead.from(&[1 << seen]);
                assert_eq!(from[0] >> slot & 1 == 1, end == seen, "{slot} {seen}");
            }
        }
        // Men of another kind look elsewhere, or it is not as far from everywhere.
        let other: Box<[i16]> = (0..9).collect();
        assert!(PlaceAhead::of(&at(vec![two_on, other]), &Place::EMPTY).is_none());
        assert!(PlaceAhead::of(&at(vec![[1, 3, 2].into()]), &Place::EMPTY).is_none());
    }
}
