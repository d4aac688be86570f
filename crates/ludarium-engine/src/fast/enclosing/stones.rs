//! Groups of stones and their liberties.

use super::Neighbours;
use crate::set::Bits;
use crate::state::mix;

/// A position of stones. Groups are circular lists; one of its sites represents each group.
#[derive(Clone, Debug, Default)]
pub(in crate::fast) struct Stones {
    /// By site, the owner of its stone; 0 if it is empty.
    owner: Vec<u8>,
    open: Vec<u64>,
    /// The number of empty sites.
    pub open_sites: u32,
    /// By site of a stone: the site that represents its group, and the next stone of the group.
    group: Vec<u16>,
    next: Vec<u16>,
    /// By group: the number of its stones, of its liberties (counted once per adjacent stone), and
    /// what it adds to the hash.
    size: Vec<u16>,
    liberties: Vec<u16>,
    hash_sum: Vec<u64>,
    /// The hash of the position, as in a state.
    pub hash: u64,
}

/// The kind of each player's stones, and the first cell of the kinds in a state, for hashing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    pub kinds: [usize; 3],
    pub first: usize,
}

impl Kinds {
    #[inline]
    fn hash_of(self, site: usize, player: usize) -> u64 {
        mix(self.first + site, self.kinds[player] as u32)
    }
}

impl Stones {
    /// Reads a position from the owner of each site and its hash.
    pub(super) fn set_up(&mut self, near: &Neighbours, kinds: Kinds, owner: &[u8], hash: u64) {
        let sites = owner.len();
        self.owner.clear();
        self.owner.extend_from_slice(owner);
        self.open.clear();
        self.open.resize(sites.div_ceil(64), 0);
        self.open_sites = 0;
        self.hash = hash;
        for list in [
            &mut self.group,
            &mut self.next,
            &mut self.size,
            &mut self.liberties,
        ] {
            list.clear();
            list.resize(sites, 0);
        }
        self.hash_sum.clear();
        self.hash_sum.resize(sites, 0);
        for (site, &owner) in owner.iter().enumerate() {
            if owner == 0 {
                self.open[site / 64] |= 1 << (site % 64);
                self.open_sites += 1;
            }
        }
        for site in 0..sites {
            if self.owner[site] > 0 {
                let player = usize::from(self.owner[site]);
                self.make_single_group(
                    site,
                    near.free_around(site, &self.owner),
                    kinds.hash_of(site, player),
                );
            }
        }
        for site in 0..sites {
            self.join_around(near, site);
        }
    }

    /// The sites without a stone.
    #[inline]
    pub(super) fn open(&self) -> &[u64] {
        &self.open
    }

    fn make_single_group(&mut self, site: usize, free: u16, hash: u64) {
        self.group[site] = site as u16;
        self.next[site] = site as u16;
        self.size[site] = 1;
        self.liberties[site] = free;
        self.hash_sum[site] = hash;
    }

    /// Merges a stone with the adjacent groups of its owner.
    fn join_around(&mut self, near: &Neighbours, site: usize) {
        if self.owner[site] == 0 {
            return;
        }
        for &other in near.of_site(site) {
            if self.owner[usize::from(other)] == self.owner[site] {
                self.join(
                    usize::from(self.group[site]),
                    usize::from(self.group[usize::from(other)]),
                );
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        if one == other {
            return;
        }
        // The smaller group joins the larger.
        let (large, small) = match self.size[one] < self.size[other] {
            true => (other, one),
            false => (one, other),
        };
        let mut site = small;
        loop {
            self.group[site] = large as u16;
            site = usize::from(self.next[site]);
            if site == small {
                break;
            }
        }
        self.next.swap(large, small);
        self.size[large] += self.size[small];
        self.liberties[large] += self.liberties[small];
        self.hash_sum[large] ^= self.hash_sum[small];
    }

    /// How many of the neighbours of a site belong to a group.
    #[inline]
    fn adjacencies(&self, near: &[u16], group: u16) -> u16 {
        let beside = |&&site: &&u16| {
            let site = usize::from(site);
            self.owner[site] > 0 && self.group[site] == group
        };
        near.iter().filter(beside).count() as u16
    }

    /// Whether a stone of a player on an open site has a liberty, before (or `after`) enclosed
    /// stones are captured.
    #[inline]
    pub(super) fn has_liberty(
        &self,
        near: &Neighbours,
        site: usize,
        player: usize,
        after: bool,
    ) -> bool {
        let near = near.of_site(site);
        if near
            .iter()
            .any(|&other| self.owner[usize::from(other)] == 0)
        {
            return true;
        }
        near.iter().any(|&other| {
            let other = usize::from(other);
            let group = self.group[other];
            let elsewhere = self.liberties[usize::from(group)] > self.adjacencies(near, group);
            match usize::from(self.owner[other]) == player {
                true => elsewhere,
                false => after && !elsewhere,
            }
        })
    }

    /// The hash of the position after a stone was placed and enclosed stones were captured.
    #[inline]
    pub(super) fn hash_after(
        &self,
        near: &Neighbours,
        kinds: Kinds,
        site: usize,
        player: usize,
    ) -> u64 {
        let mut hash = self.hash ^ kinds.hash_of(site, player);
        let near = near.of_site(site);
        for (nth, &other) in near.iter().enumerate() {
            let owner = usize::from(self.owner[usize::from(other)]);
            if owner == 0 || owner == player {
                continue;
            }
            let group = self.group[usize::from(other)];
            let seen = near[..nth].iter().any(|&before| {
                self.owner[usize::from(before)] > 0 && self.group[usize::from(before)] == group
            });
            if !seen && self.liberties[usize::from(group)] == self.adjacencies(near, group) {
                hash ^= self.hash_sum[usize::from(group)];
            }
        }
        hash
    }

    /// Places a stone and captures enclosed stones; returns the number of captured stones.
    pub(super) fn place(
        &mut self,
        near: &Neighbours,
        kinds: Kinds,
        site: usize,
        player: usize,
    ) -> u32 {
        let hash = kinds.hash_of(site, player);
        self.owner[site] = player as u8;
        self.open[site / 64] &= !(1 << (site % 64));
        self.open_sites -= 1;
        self.hash ^= hash;
        let mut free = 0;
        for &other in near.of_site(site) {
            let other = usize::from(other);
            match self.owner[other] {
                0 => free += 1,
                _ => self.liberties[usize::from(self.group[other])] -= 1,
            }
        }
        self.make_single_group(site, free, hash);
        self.join_around(near, site);
        let mut captured = 0;
        for &other in near.of_site(site) {
            let other = usize::from(other);
            let enemy = self.owner[other] > 0 && usize::from(self.owner[other]) != player;
            if enemy && self.liberties[usize::from(self.group[other])] == 0 {
                captured += self.capture_group(near, usize::from(self.group[other]));
            }
        }
        captured
    }

    /// Removes a group from the board.
    fn capture_group(&mut self, near: &Neighbours, group: usize) -> u32 {
        self.hash ^= self.hash_sum[group];
        let mut site = group;
        loop {
            self.owner[site] = 0;
            self.open[site / 64] |= 1 << (site % 64);
            site = usize::from(self.next[site]);
            if site == group {
                break;
            }
        }
        loop {
            for &other in near.of_site(site) {
                let other = usize::from(other);
                if self.owner[other] > 0 {
                    self.liberties[usize::from(self.group[other])] += 1;
                }
            }
            site = usize::from(self.next[site]);
            if site == group {
                break;
            }
        }
        let size = u32::from(self.size[group]);
        self.open_sites += size;
        size
    }

    /// The number of empty sites in regions that only stones of a player border.
    pub(super) fn territory(&self, near: &Neighbours, player: usize) -> i32 {
        let mut seen = vec![false; self.owner.len()];
        let mut region = Vec::new();
        let mut territory = 0;
        for start in Bits::new(&self.open) {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut other = false;
            region.clear();
            region.push(start as u16);
            let mut next = 0;
            while let Some(&site) = region.get(next) {
                next += 1;
                for &beside in near.of_site(usize::from(site)) {
                    match usize::from(self.owner[usize::from(beside)]) {
                        0 if !seen[usize::from(beside)] => {
                            seen[usize::from(beside)] = true;
                            region.push(beside);
                        }
                        0 => {}
                        owner => other |= owner != player,
                    }
                }
            }
            if !other {
                territory += region.len() as i32;
            }
        }
        territory
    }

    /// The number of a player's stones.
    pub(super) fn stones(&self, player: usize) -> i32 {
        self.owner
            .iter()
            .filter(|&&owner| usize::from(owner) == player)
            .count() as i32
    }
}
