//! The neighbours of each site as sets, for walks that take whole words of sites at a time.

use super::Table;
use crate::set::{Bits, SiteSet};

/// The largest number of words in a set for which all words of the neighbours are stored.
const DENSE: usize = 4;

/// The neighbours of each site.
///
/// A site has few neighbours, and most of them have numbers close together. So on large boards,
/// only the words in which a site has neighbours are stored.
#[derive(Clone, Debug, Default)]
pub struct NeighbourSets {
    /// The number of words in a set.
    words: usize,
    /// With at most [`DENSE`] words, the sets one after the other.
    rows: Vec<u64>,
    /// With more, `parts[part_at[s]..part_at[s + 1]]` are the words of the neighbours of `s`.
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
            words: sites.div_ceil(64),
            ..NeighbourSets::default()
        };
        let mut row = vec![0; sets.words];
        sets.part_at.push(0);
        for site in 0..sites {
            for near in neighbours(site).into_iter().filter(|&near| near < sites) {
                row[near >> 6] |= 1 << (near & 63);
            }
            if sets.words <= DENSE {
                sets.rows.extend_from_slice(&row);
            } else {
                let parts = row.iter().enumerate().filter(|part| *part.1 != 0);
                sets.parts
                    .extend(parts.map(|(index, &near)| (index as u32, near)));
                sets.part_at.push(sets.parts.len() as u32);
            }
            row.fill(0);
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

    /// Calls `visit` with the words of the neighbours of a site, by their indices. A site that does
    /// not exist has none.
    #[inline]
    pub fn each_word(&self, site: usize, mut visit: impl FnMut(usize, u64)) {
        if self.words <= DENSE {
            let row = self.rows.get(site * self.words..(site + 1) * self.words);
            for (index, &near) in row.unwrap_or_default().iter().enumerate() {
                visit(index, near);
            }
        } else if let Some(&[first, end]) = self.part_at.get(site..site + 2) {
            for &(index, near) in &self.parts[first as usize..end as usize] {
                visit(index as usize, near);
            }
        }
    }

    /// Adds the neighbours of all sites of a set.
    pub fn add_around(&self, of: &[u64], set: &mut [u64]) {
        for site in Bits::new(of) {
            self.each_word(site as usize, |index, near| {
                if let Some(word) = set.get_mut(index) {
                    *word |= near;
                }
            });
        }
    }

    /// The neighbours of all sites of a set.
    #[must_use]
    pub fn around(&self, of: &SiteSet) -> SiteSet {
        let mut set = SiteSet::new(64 * self.words);
        self.add_around(of.words(), set.words_mut());
        set
    }

    /// The sites of `members` that are connected with one of them, `start`, by steps over members.
    #[must_use]
    pub fn connected(&self, start: usize, members: &SiteSet) -> SiteSet {
        let mut others = members.clone();
        others.remove(start as i32);
        let mut pending = SiteSet::new(64 * members.words().len());
        pending.insert(start as i32);
        self.remove_reached(pending.words_mut(), others.words_mut());
        let mut connected = others;
        for (word, all) in connected.words_mut().iter_mut().zip(members.words()) {
            *word ^= all;
        }
        connected
    }

    /// Removes from `open` all of its sites that are reached from the sites of `pending` by steps
    /// over sites of `open`. Empties `pending`.
    pub fn remove_reached(&self, pending: &mut [u64], open: &mut [u64]) {
        match (self.words, pending.len().min(open.len())) {
            (1, 1..) => self.remove_reached_in::<1>(pending, open),
            (2, 2..) => self.remove_reached_in::<2>(pending, open),
            (3, 3..) => self.remove_reached_in::<3>(pending, open),
            (4, 4..) => self.remove_reached_in::<4>(pending, open),
            _ => self.remove_reached_by_parts(pending, open),
        }
    }

    /// [`NeighbourSets::remove_reached`] with `W` words to a set, which fit in registers.
    fn remove_reached_in<const W: usize>(&self, pending: &mut [u64], open: &mut [u64]) {
        let mut todo: [u64; W] = std::array::from_fn(|index| pending[index]);
        let mut left: [u64; W] = std::array::from_fn(|index| open[index]);
        while let Some(index) = (0..W).find(|&index| todo[index] != 0) {
            let site = index << 6 | todo[index].trailing_zeros() as usize;
            todo[index] &= todo[index] - 1;
            let rows = self.rows.get(site * W..).unwrap_or_default();
            let Some(row) = rows.first_chunk::<W>() else {
                continue;
            };
            for index in 0..W {
                let found = left[index] & row[index];
                left[index] ^= found;
                todo[index] |= found;
            }
        }
        pending[..W].fill(0);
        open[..W].copy_from_slice(&left);
    }

    fn remove_reached_by_parts(&self, pending: &mut [u64], open: &mut [u64]) {
        while let Some(index) = pending.iter().position(|&word| word != 0) {
            let mut word = std::mem::take(&mut pending[index]);
            while word != 0 {
                let site = index << 6 | word.trailing_zeros() as usize;
                word &= word - 1;
                self.each_word(site, |index, near| {
                    if let (Some(open), Some(pending)) =
                        (open.get_mut(index), pending.get_mut(index))
                    {
                        let found = *open & near;
                        *open ^= found;
                        *pending |= found;
                    }
                });
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
        found.insert(start as i32);
        found
    }

    #[test]
    fn connected_sites_are_those_that_a_walk_from_site_to_site_reaches() {
        for sites in [5, 64, 65, 150, 256, 257, 400, 1_000] {
            let ring = |site: usize| [(site + 1) % sites, (site + sites - 1) % sites];
            let sets = NeighbourSets::new(sites, ring);
            for hole in [3, 7, 62] {
                let members: SiteSet = (0..sites as i32).filter(|site| site % hole != 0).collect();
                let starts = [0, 1, 2, sites - 1, sites / 2].into_iter();
                for start in starts.filter(|&start| members.contains(start as i32)) {
                    let found = sets.connected(start, &members);
                    let expected = connected(sites, start, &members);
                    assert!(found.same(&expected), "{sites} {hole} {start}");
                }
            }
        }
    }

    #[test]
    fn a_site_that_does_not_exist_has_no_neighbours() {
        for sites in [3, 300] {
            let sets = NeighbourSets::new(sites, |site| [(site + 1) % sites]);
            let last: SiteSet = [sites as i32 - 1].into_iter().collect();
            assert!(sets.around(&last).iter().eq([0]));
            let beyond: SiteSet = [sites as i32, 700].into_iter().collect();
            assert!(sets.around(&beyond).is_empty());
        }
        assert!(NeighbourSets::default()
            .around(&SiteSet::full(9))
            .is_empty());
    }
}
