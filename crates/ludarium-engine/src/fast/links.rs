//! Connected groups of stones, and the regions that each group touches.

use crate::game::Game;
use crate::ir::{Connection, Dirs, Int, Regions};
use crate::set::SiteSet;

/// What a player must connect.
#[derive(Debug)]
pub(super) struct Links {
    /// The neighbours of `site` are `near[first[site]..first[site + 1]]`.
    first: Vec<u32>,
    near: Vec<u16>,
    /// By player and site: a bit for each region that contains the site.
    touches: [Vec<u8>; 3],
    /// By player: the number of regions that must be touched.
    wanted: [u32; 3],
}

/// The groups of a position: a union-find forest, whose roots store the touched regions.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    parent: Vec<u16>,
    touched: Vec<u8>,
}

impl Links {
    /// The links of a condition, if it is about the mover's own regions.
    pub fn of(game: &Game, connection: &Connection) -> Option<Links> {
        let plain = connection.site_type == game.layout.own
            && matches!(connection.at, None | Some(Int::LastTo))
            && matches!(connection.regions, Regions::OfPlayer(Int::Mover));
        let Dirs::Table(table) = connection.dirs else {
            return None;
        };
        let table = &game.tables[usize::from(table)];
        let sites = game.layout.board_sites;
        let mut links = Links {
            first: vec![0],
            near: Vec::new(),
            touches: Default::default(),
            wanted: [0; 3],
        };
        for site in 0..sites {
            let near = table.steps_of(site);
            // Connection must be symmetric.
            let mutual = |&other: &u16| table.steps_of(usize::from(other)).contains(&(site as u16));
            if !near.iter().all(mutual) {
                return None;
            }
            links.near.extend_from_slice(near);
            links.first.push(links.near.len() as u32);
        }
        for player in 1..=2 {
            let regions: &[SiteSet] = game.player_regions.get(player)?;
            let wanted = match &connection.number {
                None => regions.len(),
                Some(Int::Const(number)) => usize::try_from(*number).ok()?,
                Some(_) => return None,
            };
            if wanted == 0 || wanted > regions.len() || regions.len() > 8 {
                return None;
            }
            links.wanted[player] = wanted as u32;
            let touch = |site: usize| {
                let bits = regions.iter().enumerate();
                bits.fold(0, |bits, (index, region)| {
                    bits | u8::from(region.contains(site as i32)) << index
                })
            };
            links.touches[player] = (0..sites).map(touch).collect();
        }
        plain.then_some(links)
    }

    /// Removes all stones.
    pub fn clear(&self, groups: &mut Groups) {
        let sites = self.first.len() - 1;
        // Entries from an earlier game are overwritten when a stone is placed.
        groups.parent.resize(sites, 0);
        groups.touched.resize(sites, 0);
    }

    /// Puts a stone of `player` on `site`; returns whether its group now touches enough regions.
    #[inline]
    pub fn join(&self, groups: &mut Groups, owner: &[u8], site: usize, player: usize) -> bool {
        let mut root = site;
        groups.parent[site] = site as u16;
        let mut touched = self.touches[player][site];
        let near = &self.near[self.first[site] as usize..self.first[site + 1] as usize];
        for &other in near {
            if usize::from(owner[usize::from(other)]) != player {
                continue;
            }
            let found = groups.root(usize::from(other));
            if found != root {
                touched |= groups.touched[found];
                groups.parent[root] = found as u16;
                root = found;
            }
        }
        groups.touched[root] = touched;
        touched.count_ones() >= self.wanted[player]
    }
}

impl Groups {
    fn root(&mut self, mut site: usize) -> usize {
        loop {
            let parent = usize::from(self.parent[site]);
            if parent == site {
                return site;
            }
            let above = self.parent[parent];
            self.parent[site] = above;
            site = usize::from(above);
        }
    }
}
