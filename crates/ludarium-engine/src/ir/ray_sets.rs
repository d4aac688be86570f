//! Rays as sets: how far one goes up to the first blocker is found a word of sites at a time.

use super::{SightKind, Table};
use crate::set::{insert, word_at, SiteSet};

/// The rays of a table as sets.
#[derive(Clone, Debug)]
pub struct RaySets {
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
    /// The rays of a table.
    pub fn new(table: &Table) -> RaySets {
        let words = table.step_at.len().saturating_sub(1).div_ceil(64);
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

    /// The sites of a ray.
    #[inline]
    #[must_use]
    pub fn of(&self, ray: usize) -> &[u64] {
        let set = self.sets.get(ray * self.words..(ray + 1) * self.words);
        set.unwrap_or_default()
    }

    /// What is reached on a ray over the sites in `pass`, with the first one in `stop`; `None` on
    /// boards of more than a word, where a walk is as short, and where the set does not tell the
    /// order of the sites.
    #[inline]
    #[must_use]
    pub fn reached_in_word(&self, ray: usize, pass: u64, stop: u64) -> Option<u64> {
        if self.words != 1 {
            return None;
        }
        let (ray_bits, order) = (self.sets.get(ray)?, self.orders.get(ray)?);
        Some(order.reached(*ray_bits, pass, stop)?.0)
    }

    /// What is seen along a ray, where the sites in `free` do not hide what is behind; `None` as
    /// for [`RaySets::reached_in_word`].
    #[inline]
    #[must_use]
    pub fn seen_in_word(&self, ray: usize, free: u64, kind: SightKind) -> Option<u64> {
        let found = self.reached_in_word(ray, free, !free)?;
        Some(match kind {
            SightKind::Empty => found & free,
            SightKind::Piece => found & !free,
            SightKind::Both => found,
            SightKind::Farthest => match self.orders.get(ray)? {
                Order::Down => found & free & (found & free).wrapping_neg(),
                Order::Up | Order::Neither => {
                    let last = (found & free).checked_ilog2();
                    last.map_or(0, |last| 1 << last)
                }
            },
        })
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
