//! Targets of single moves as bit sets: fixed targets, and rays up to the first blocker.

use crate::game::Game;
use crate::ir::{Table, TableId};
use crate::set::SiteSet;

/// The targets of each site of the board.
#[derive(Clone, Debug)]
pub(super) struct TargetLists {
    lists: Vec<Vec<u16>>,
    /// The lists as sets, one after the other; empty where a list names a site twice.
    sets: Vec<u64>,
    words: usize,
}

impl TargetLists {
    pub fn new(game: &Game, lists: Vec<Vec<u16>>) -> TargetLists {
        let words = game.layout.set_words;
        let mut sets = vec![0; lists.len() * words];
        let mut twice = false;
        for (list, set) in lists.iter().zip(sets.chunks_mut(words.max(1))) {
            for &site in list {
                twice |= has(set, site);
                insert(set, site);
            }
        }
        if twice {
            sets.clear();
        }
        TargetLists { lists, sets, words }
    }

    /// The steps along a table.
    pub fn steps(game: &Game, table: TableId) -> TargetLists {
        let table = &game.tables[usize::from(table)];
        let near = |site| table.steps_of(site).to_vec();
        TargetLists::new(game, (0..game.layout.board_sites).map(near).collect())
    }

    #[inline]
    pub fn of(&self, site: usize) -> &[u16] {
        self.lists.get(site).map_or(&[], |list| list)
    }

    #[inline]
    fn set(&self, site: usize) -> Option<&[u64]> {
        self.sets.get(site * self.words..(site + 1) * self.words)
    }

    /// Whether any target is in a set and, if given, in `only`.
    #[inline]
    pub fn intersects(&self, site: usize, set: &[u64], only: Option<&SiteSet>) -> bool {
        let Some(near) = self.set(site) else {
            return true;
        };
        let wanted = |index| only.map_or(u64::MAX, |only| word_at(only.words(), index));
        let mut words = near.iter().zip(set).enumerate();
        words.any(|(index, (near, word))| near & word & wanted(index) != 0)
    }

    /// The number of targets in a set; `None` where one of them is in `except`, or that is unknown.
    #[inline]
    pub fn count(&self, site: usize, set: &[u64], except: &[u64]) -> Option<u32> {
        let near = self.set(site)?;
        if let (&[near], &[word]) = (near, set) {
            let found = near & word;
            return (found & word_at(except, 0) == 0).then(|| found.count_ones());
        }
        let mut all = 0;
        for (index, (near, word)) in near.iter().zip(set).enumerate() {
            let found = near & word;
            if found & word_at(except, index) != 0 {
                return None;
            }
            all += found.count_ones();
        }
        Some(all)
    }
}

/// The rays of a table as sets.
#[derive(Clone, Debug)]
pub(super) struct RaySets {
    sets: Vec<u64>,
    orders: Vec<Order>,
    words: usize,
}

/// Whether the site numbers along a ray increase or decrease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Up,
    Down,
    Neither,
}

impl RaySets {
    pub fn new(game: &Game, table: &Table) -> RaySets {
        let words = game.layout.set_words;
        let number = table.rays.len();
        let mut rays = RaySets {
            sets: vec![0; number * words],
            orders: Vec::with_capacity(number),
            words,
        };
        for ray in 0..number {
            let path = table.ray(ray);
            let set = &mut rays.sets[ray * words..][..words];
            path.iter().for_each(|&site| insert(set, site));
            let order = match path {
                path if path.is_sorted_by(|one, next| one < next) => Order::Up,
                path if path.is_sorted_by(|one, next| one > next) => Order::Down,
                _ => Order::Neither,
            };
            rays.orders.push(order);
        }
        rays
    }

    /// The number of sites that a slide reaches on a ray: over sites in `pass`, and up to the first
    /// in `stop`. `None` where one of them is in `except`, or that is unknown.
    #[inline]
    pub fn count(&self, ray: usize, pass: &[u64], stop: &[u64], except: &[u64]) -> Option<u32> {
        let (far, met) = self.reached(ray, pass, stop, |index| word_at(except, index))?;
        (!met).then_some(far)
    }

    /// The number of sites that a slide reaches on a ray; 0 also where none of them is in `only`.
    #[inline]
    pub fn reach(
        &self,
        ray: usize,
        pass: &[u64],
        stop: &[u64],
        only: Option<&SiteSet>,
    ) -> Option<u32> {
        let wanted = |index| only.map_or(u64::MAX, |only| word_at(only.words(), index));
        let (far, met) = self.reached(ray, pass, stop, wanted)?;
        Some(if met { far } else { 0 })
    }

    /// The number of sites reached on a ray, and whether one of them is in the set with the words
    /// `wanted`.
    #[inline(always)]
    fn reached(
        &self,
        ray: usize,
        pass: &[u64],
        stop: &[u64],
        wanted: impl Fn(usize) -> u64,
    ) -> Option<(u32, bool)> {
        let order = *self.orders.get(ray)?;
        if self.words == 1 {
            let ray_bits = *self.sets.get(ray)?;
            let (found, _) = order.reached(ray_bits, word_at(pass, 0), word_at(stop, 0))?;
            return Some((found.count_ones(), found & wanted(0) != 0));
        }
        let set = self.sets.get(ray * self.words..(ray + 1) * self.words)?;
        let (mut far, mut met) = (0, false);
        for step in 0..self.words {
            let index = match order {
                Order::Up => step,
                _ => self.words - 1 - step,
            };
            let (found, ends) =
                order.reached(set[index], word_at(pass, index), word_at(stop, index))?;
            far += found.count_ones();
            met |= found & wanted(index) != 0;
            if ends {
                break;
            }
        }
        Some((far, met))
    }
}

impl Order {
    /// The sites reached in a word of a ray, and whether the slide ends there.
    #[inline]
    fn reached(self, ray_bits: u64, pass: u64, stop: u64) -> Option<(u64, bool)> {
        let ends = ray_bits & (!pass | stop);
        if ends == 0 {
            return (self != Order::Neither).then_some((ray_bits, false));
        }
        // The nearest site that blocks the slide, and all sites before it.
        let (nearest, before) = match self {
            Order::Up => {
                let nearest = ends & ends.wrapping_neg();
                (nearest, nearest - 1)
            }
            Order::Down => {
                let nearest = 1 << (63 - ends.leading_zeros());
                (nearest, !(nearest | (nearest - 1)))
            }
            Order::Neither => return None,
        };
        Some((ray_bits & before | nearest & stop, true))
    }
}

/// A word of a set; 0 beyond its end.
#[inline]
pub(super) fn word_at(words: &[u64], index: usize) -> u64 {
    words.get(index).copied().unwrap_or(0)
}

/// Whether a site is in a set.
#[inline]
pub(super) fn has(words: &[u64], site: u16) -> bool {
    word_at(words, usize::from(site >> 6)) >> (site & 63) & 1 == 1
}

fn insert(words: &mut [u64], site: u16) {
    if let Some(word) = words.get_mut(usize::from(site >> 6)) {
        *word |= 1 << (site & 63);
    }
}
