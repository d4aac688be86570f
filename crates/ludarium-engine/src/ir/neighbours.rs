//! The neighbours of each site as sets, for walks that take whole words of sites at a time.

use smallvec::SmallVec;

use super::Table;
use crate::set::SiteSet;

/// The neighbours of each site along a table of directions.
///
/// A site has few neighbours, and most of them have numbers close together. So only the words in
/// which a site has neighbours are stored.
#[derive(Clone, Debug, Default)]
pub struct NeighbourSets {
    /// `parts[part_at[s]..part_at[s + 1]]` are the words of the neighbours of `s`.
    part_at: Vec<u32>,
    /// The index of a word, and the neighbours in it.
    parts: Vec<(u32, u64)>,
}

impl NeighbourSets {
    /// The sets of the neighbours that a list names for each of the sites from 0 on.
    pub fn new<Near: IntoIterator<Item = usize>>(
        sites: usize,
        neighbours: impl Fn(usize) -> Near,
    ) -> NeighbourSets {
        let mut sets = NeighbourSets {
            part_at: vec![0],
            parts: Vec::new(),
        };
        for site in 0..sites {
            let first = sets.parts.len();
            for near in neighbours(site) {
                let (index, bit) = ((near >> 6) as u32, 1 << (near & 63));
                let mut known = sets.parts[first..].iter_mut();
                match known.find(|part| part.0 == index) {
                    Some(part) => part.1 |= bit,
                    None => sets.parts.push((index, bit)),
                }
            }
            sets.part_at.push(sets.parts.len() as u32);
        }
        sets
    }

    /// The sites one step from each site of a table.
    pub fn of_steps(table: &Table) -> NeighbourSets {
        let sites = table.step_at.len().saturating_sub(1);
        NeighbourSets::new(sites, |site| {
            table.steps_of(site).iter().copied().map(usize::from)
        })
    }

    /// The words with neighbours of a site, by their indices; none for a site that does not exist.
    #[inline]
    #[must_use]
    pub fn of(&self, site: usize) -> &[(u32, u64)] {
        match self.part_at.get(site..site + 2) {
            Some(&[first, end]) => &self.parts[first as usize..end as usize],
            _ => &[],
        }
    }

    /// The neighbours of all sites of a set.
    #[must_use]
    pub fn around(&self, of: &SiteSet) -> SiteSet {
        let mut set = SiteSet::new(self.part_at.len());
        for site in of.iter() {
            self.add(site as usize, set.words_mut());
        }
        set
    }

    /// Adds the neighbours of a site to a set.
    #[inline]
    pub fn add(&self, site: usize, set: &mut [u64]) {
        for &(index, near) in self.of(site) {
            if let Some(word) = set.get_mut(index as usize) {
                *word |= near;
            }
        }
    }

    /// Removes from `open` all of its sites that are connected with `start` by steps over sites of
    /// `open`, whether or not `start` is one of them.
    pub fn remove_connected(&self, start: usize, open: &mut [u64]) {
        let mut pending: SmallVec<[u64; 6]> = SmallVec::from_elem(0, open.len());
        let (index, bit) = (start >> 6, 1 << (start & 63));
        if let (Some(open), Some(pending)) = (open.get_mut(index), pending.get_mut(index)) {
            *open &= !bit;
            *pending |= bit;
        }
        self.remove_reached(&mut pending, open);
    }

    /// Removes from `open` all of its sites that are reached from the sites of `pending` by steps
    /// over sites of `open`. Empties `pending`.
    pub fn remove_reached(&self, pending: &mut [u64], open: &mut [u64]) {
        while let Some(index) = pending.iter().position(|&word| word != 0) {
            let mut word = std::mem::take(&mut pending[index]);
            while word != 0 {
                let site = index << 6 | word.trailing_zeros() as usize;
                word &= word - 1;
                for &(index, near) in self.of(site) {
                    let index = index as usize;
                    if let (Some(open), Some(pending)) =
                        (open.get_mut(index), pending.get_mut(index))
                    {
                        let found = *open & near;
                        *open ^= found;
                        *pending |= found;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sites of a ring of `sites` sites that are connected with `start`, site by site.
    fn connected(sites: usize, start: usize, members: &SiteSet) -> SiteSet {
        let mut found = SiteSet::new(sites);
        let mut stack = vec![start];
        while let Some(site) = stack.pop() {
            for near in [(site + 1) % sites, (site + sites - 1) % sites] {
                let near = near as i32;
                if members.contains(near) && !found.contains(near) {
                    found.insert(near);
                    stack.push(near as usize);
                }
            }
        }
        if members.contains(start as i32) {
            found.insert(start as i32);
        }
        found
    }

    #[test]
    fn what_is_removed_is_what_a_walk_from_site_to_site_reaches() {
        for sites in [5, 64, 65, 400, 1_000] {
            let ring = |site: usize| [(site + 1) % sites, (site + sites - 1) % sites];
            let sets = NeighbourSets::new(sites, ring);
            for hole in [3, 7, 62] {
                let members: SiteSet = (0..sites as i32).filter(|site| site % hole != 0).collect();
                for start in [0, 1, 2, sites - 1, sites / 2] {
                    let mut open = members.clone();
                    sets.remove_connected(start, open.words_mut());
                    let mut removed = members.clone();
                    removed.subtract(&open);
                    let expected = connected(sites, start, &members);
                    assert!(removed.same(&expected), "{sites} {hole} {start}");
                }
            }
        }
    }

    #[test]
    fn a_site_that_does_not_exist_has_no_neighbours() {
        let sets = NeighbourSets::new(3, |site| [(site + 1) % 3]);
        assert!(sets.of(3).is_empty() && sets.of(70).is_empty());
        assert_eq!(sets.of(2), [(0, 1)]);
        assert!(NeighbourSets::default().of(0).is_empty());
    }
}
