//! Where men go on the board as it stands, by ways that are read from the rules once ([`Game::goings`]).
//!
//! A position needs no list of moves for it. The ways may promise too much: what is made of them are guesses.

use engine::{Game, Going, Passing};

/// A set of slots.
pub(crate) type Slots = u128;

/// Boards of more slots than this are left alone, and games of more kinds.
const MOST: usize = 128;

/// The set of one slot.
pub(crate) fn bit(slot: usize) -> Slots {
    1 << slot
}

/// By kind, for the kinds that somebody owns: the ways on which men are taken; `None` for kinds of which they are not known. `None`
/// for the game where it has not two players, piles its men, or is too large.
pub(crate) fn ways(game: &Game) -> Option<Vec<Option<Vec<Going>>>> {
    let (layout, components) = (game.layout(), game.components());
    let large = layout.slots > MOST || components.len() > MOST;
    if large || layout.levels > 0 || game.players() != 2 {
        return None;
    }
    let of = |(what, kind): (usize, &engine::Component)| {
        if what == 0 || !(1..=2).contains(&kind.owner) {
            return Some(Vec::new());
        }
        let mut ways = game.goings(what)?;
        ways.retain(|way| !way.mild);
        ways.sort_by_key(|way| way.between.len());
        Some(ways)
    };
    Some(components.iter().enumerate().map(of).collect())
}

/// The slots that lie between the ends of a way.
pub(crate) fn between(way: &Going) -> Slots {
    let slots = way.between.iter();
    slots.fold(0, |all, slot| all | bit(usize::from(*slot)))
}

/// Whether a way is open where some slots are taken.
#[inline]
pub(crate) fn passes(passing: Passing, between: Slots, taken: Slots) -> bool {
    match passing {
        Passing::Free => between & taken == 0,
        Passing::OverOne => (between & taken).count_ones() == 1,
        Passing::Any => true,
    }
}

/// The ways from one slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reach {
    /// Reached whatever stands elsewhere.
    near: Slots,
    /// Lines, each until somebody stands in the way.
    rays: Vec<Vec<u8>>,
    /// What lies in between, how it is passed, and where the way ends.
    others: Vec<(Slots, Passing, Slots)>,
}

impl Reach {
    /// By slot: the ways of one kind, shorter ones first.
    pub fn of(ways: &[Going], slots: usize) -> Vec<Reach> {
        let mut all = vec![Reach::default(); slots];
        for way in ways {
            all[usize::from(way.from)].add(way);
        }
        all.iter_mut().for_each(Reach::settle);
        all
    }

    fn add(&mut self, way: &Going) {
        let end = way.to as u8;
        let longer = |ray: &&mut Vec<u8>| {
            let mut both = ray.iter().zip(&way.between);
            ray.len() == way.between.len() && both.all(|(own, other)| u16::from(*own) == *other)
        };
        if way.passing == Passing::Free && way.between.is_empty() {
            self.rays.push(vec![end]);
        } else if let Some(ray) = (way.passing == Passing::Free)
            .then(|| self.rays.iter_mut().find(longer))
            .flatten()
        {
            ray.push(end);
        } else {
            let end = bit(usize::from(end));
            self.others.push((between(way), way.passing, end));
        }
    }

    /// Puts lines of one slot into the set.
    fn settle(&mut self) {
        let near = &mut self.near;
        self.rays.retain(|ray| match ray[..] {
            [end] => {
                *near |= bit(usize::from(end));
                false
            }
            _ => true,
        });
    }

    /// Where the ways lead as long as these slots are taken.
    #[inline]
    pub fn on(&self, taken: Slots) -> Slots {
        let mut reached = self.near;
        for ray in &self.rays {
            for &end in ray {
                reached |= bit(usize::from(end));
                if taken & bit(usize::from(end)) != 0 {
                    break;
                }
            }
        }
        for &(between, passing, end) in &self.others {
            if passes(passing, between, taken) {
                reached |= end;
            }
        }
        reached
    }
}
