//! The sites around a site by their distance, computed once for each site.

use std::sync::{Arc, OnceLock};

use crate::set::SiteSet;

/// For each site of a type, the sets of the sites at distance 0, at most 1, at most 2 and so on,
/// along steps that depend on nothing but the board.
///
/// They are shared by all copies, and by all threads.
#[derive(Clone, Debug, Default)]
pub struct Layers(Arc<OnceLock<Box<[OfSite]>>>);

type OfSite = OnceLock<Box<[SiteSet]>>;

impl Layers {
    /// The greatest number of sites for which the sets are to be kept: some megabytes.
    pub const SITES: usize = 512;

    /// The sets of a site, if they have been computed.
    pub fn get(&self, from: usize) -> Option<&[SiteSet]> {
        self.0.get()?.get(from)?.get().map(|sets| &**sets)
    }

    /// Keeps the sets of one of the sites, whose number is `sites`.
    pub fn put(&self, from: usize, sites: usize, sets: Vec<SiteSet>) -> &[SiteSet] {
        let empty = || (0..sites).map(|_| OnceLock::new()).collect();
        self.0.get_or_init(empty)[from].get_or_init(|| sets.into())
    }

    /// The sites whose distance is from `low` to `high`, by the sets of one site.
    pub fn between(sets: &[SiteSet], low: i32, high: i32) -> SiteSet {
        let (Ok(low), Ok(high), Some(farthest)) = (
            usize::try_from(low),
            usize::try_from(high),
            sets.len().checked_sub(1),
        ) else {
            return SiteSet::default();
        };
        let mut set = sets[high.min(farthest)].clone();
        if let Some(nearer) = low.checked_sub(1) {
            set.subtract(&sets[nearer.min(farthest)]);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_at_a_distance_are_within_the_greater_and_not_within_the_lesser() {
        // A row of four sites, from its first.
        let sets: Vec<SiteSet> = (1..=4).map(|sites| (0..sites).collect()).collect();
        let sites = |low, high| -> Vec<i32> { Layers::between(&sets, low, high).iter().collect() };
        assert_eq!(sites(0, 0), [0]);
        assert_eq!(sites(1, 2), [1, 2]);
        assert_eq!(sites(2, 9), [2, 3]);
        assert_eq!(sites(3, 2), [0; 0]);
        assert_eq!(sites(5, 9), [0; 0]);
        assert_eq!(sites(-1, 2), [0; 0], "no distance is below zero");
        assert!(Layers::between(&[], 0, 1).is_empty());
    }
}
