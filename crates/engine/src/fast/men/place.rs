//! What a site must be like, read from the compiled rules for a board of men.

use super::board::{Words, SLOTS};
use super::read::Reader;
use super::terms::words;
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
    Not(Box<Place>),
    All(Box<[Place]>),
    Any(Box<[Place]>),
}

/// What stands on a site, as the mover sees it: nothing, a man of nobody's, of the mover's or of the other's.
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
    pub const MOVER: Place = Place::Class(0b0100);
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

    /// What is so in all parts; those that tell by class or by site are one.
    fn all(parts: Vec<Place>) -> Place {
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

    /// What is so in any part; those that tell by class are one, and so are those that tell by site.
    fn any(parts: Vec<Place>) -> Place {
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
