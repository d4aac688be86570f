//! Who stands alone between a captor and another man: mostly nobody, and that is soon told.

use super::capture::goes_on;
use super::rule::{Capture, Standing};
use super::terms::{Num, Place};
use super::Course;

/// The first two sites of some rays.
#[derive(Clone, Debug)]
pub(super) enum Pairs {
    /// By direction, on a board of one word, where men of the other side may be taken by the man
    /// who moved last and another of the mover's.
    Straight(Box<[[Straight; 4]]>),
    /// By site.
    Sites(Box<[Box<[[u16; 2]]>]>),
}

/// By how many slots men go on, round a word, and from which sites they do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Straight {
    pub by: u32,
    pub on: u64,
}

impl Straight {
    /// Some of them, four at a time, the last perhaps from nowhere.
    pub fn fours(ways: &[Straight]) -> Box<[[Straight; 4]]> {
        let nth = |four: &[Straight], nth: usize| four.get(nth).copied().unwrap_or_default();
        let fours = ways.chunks(4);
        fours
            .map(|four| std::array::from_fn(|at| nth(four, at)))
            .collect()
    }
}

impl Pairs {
    /// Along more directions than this pairs of sites are looked at one by one.
    const MOST: usize = 8;

    /// Pairs by site of a board of so many slots, for a capture.
    pub fn of(capture: &Capture, pairs: Vec<Box<[[u16; 2]]>>, slots: usize) -> Pairs {
        let plain = matches!(
            (&capture.from, &capture.target, &capture.friend),
            (
                Num::LastTo,
                Standing::Place(Place::Class(Place::ENEMIES)),
                Standing::Place(Place::Class(Place::MOVERS))
            )
        );
        match Pairs::straight(&pairs) {
            Some(ways) if plain && slots <= 64 => Pairs::Straight(ways),
            _ => Pairs::Sites(pairs.into()),
        }
    }

    /// Pairs by site of the first 64, by direction; `None` where one does not go on as it begins,
    /// or these are many.
    fn straight(pairs: &[Box<[[u16; 2]]>]) -> Option<Box<[[Straight; 4]]>> {
        let mut ways = Vec::new();
        for (site, pairs) in pairs.iter().enumerate() {
            for &[first, next] in pairs {
                let by = first as i16 - site as i16;
                if next as i16 - first as i16 != by {
                    return None;
                }
                goes_on(&mut ways, by, site)?;
            }
        }
        let straight = |&(by, on): &(i16, super::board::Words)| Straight {
            by: by as u32 & 63,
            on: on[0],
        };
        let ways: Vec<_> = ways.iter().map(straight).collect();
        (ways.len() <= Self::MOST).then(|| Straight::fours(&ways))
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether it is plain that nobody is captured, who would stand alone between two.
    #[inline(always)]
    pub(super) fn takes_nobody(&mut self, capture: &'k Capture) -> bool {
        match &capture.pairs {
            None => false,
            Some(Pairs::Straight(ways)) => W == 1 && self.nobody_beside(ways),
            Some(Pairs::Sites(pairs)) => self.nobody_between(capture, pairs),
        }
    }

    /// Whether nobody stands beside the man who moved last, in some directions, with a man of the
    /// mover's behind him.
    #[inline(always)]
    fn nobody_beside(&self, ways: &[[Straight; 4]]) -> bool {
        let mover = self.board.mover as usize;
        let ([prey, ..], [own, ..]) = (&self.enemies_of(mover)[..], &self.board.owned(mover)[..])
        else {
            return false;
        };
        let from = 1_u64.checked_shl(self.board.last_to as u32).unwrap_or(0);
        let held = |way: &Straight| (from & way.on).rotate_left(way.by) & own.rotate_right(way.by);
        ways.iter().all(|four| {
            let [first, second, third, fourth] = four.map(|way| held(&way));
            prey & (first | second | third | fourth) == 0
        })
    }

    /// Whether nobody stands between the captor and another man, on the first sites of the rays
    /// from there.
    #[inline(never)]
    fn nobody_between(&mut self, capture: &'k Capture, pairs: &[Box<[[u16; 2]]>]) -> bool {
        let (Standing::Place(target), Standing::Place(friend)) = (&capture.target, &capture.friend)
        else {
            return false;
        };
        let from = self.num(&capture.from);
        let Some(pairs) = self.slot(from).and_then(|slot| pairs.get(slot)) else {
            return true;
        };
        let (targets, friends) = (self.set_of_men(target), self.set_of_men(friend));
        let mut held = 0;
        for &[first, next] in pairs {
            held |= bit(&targets, first) & bit(&friends, next);
        }
        held == 0
    }
}

/// 1 where a set has a site, else 0.
#[inline]
fn bit<const W: usize>(set: &[u64; W], site: u16) -> u64 {
    set[usize::from(site) / 64] >> (site % 64) & 1
}
