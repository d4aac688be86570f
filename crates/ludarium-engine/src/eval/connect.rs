//! Connections between regions, and loops.

use super::group::Member;
use super::Evaluator;
use crate::ir::{Connection, LoopTest, Regions};
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The regions to connect, the number of them that must be connected, and the player who
    /// connects them, if one is named.
    fn regions(&mut self, connection: &'a Connection) -> (Vec<SiteSet>, usize, Option<i32>) {
        let (regions, player) = match &connection.regions {
            Regions::List(list) => (list.iter().map(|region| self.sites(region)).collect(), None),
            Regions::OfPlayer(player) => {
                let player = self.int(player);
                let regions = usize::try_from(player)
                    .ok()
                    .and_then(|player| self.game.player_regions.get(player).cloned());
                (regions.unwrap_or_default(), Some(player))
            }
        };
        let all = regions.len();
        let wanted = match &connection.number {
            Some(number) => usize::try_from(self.int(number)).unwrap_or(0),
            None => all,
        };
        (regions, wanted, player)
    }

    /// `(is Connected ...)`: whether the group of the piece at the site touches enough regions.
    pub fn is_connected(&mut self, connection: &'a Connection) -> bool {
        let at = match &connection.at {
            Some(at) => self.int(at),
            None => self.last_to(),
        };
        let site_type = connection.site_type;
        let Some(slot) = self.slot(site_type, at) else {
            return false;
        };
        if self.state.is_empty(slot) {
            return false;
        }
        let (regions, wanted, player) = self.regions(connection);
        if wanted == 0 || wanted > regions.len() {
            return false;
        }
        let owner = player.unwrap_or_else(|| self.owner_at(slot));
        if owner != self.owner_at(slot) {
            return false;
        }
        let mut group = SiteSet::new(self.game.layout.lens[site_type]);
        self.flood(
            site_type,
            at,
            &connection.dirs,
            Member::Owners(1 << owner),
            &mut group,
        );
        regions
            .iter()
            .filter(|region| intersects(&group, region))
            .count()
            >= wanted
    }

    /// `(is Blocked ...)`: whether the player can no longer connect the regions, even by filling
    /// all empty sites.
    pub fn is_blocked(&mut self, connection: &'a Connection) -> bool {
        let site_type = connection.site_type;
        let (regions, wanted, player) = self.regions(connection);
        if regions.len() == 1 {
            // Ludii never finds the one region blocked.
            return false;
        }
        if wanted == 0 || wanted > regions.len() {
            return true;
        }
        let owner = player.unwrap_or_else(|| self.mover());
        let mut open = SiteSet::new(self.game.layout.lens[site_type]);
        for site in 0..self.game.layout.lens[site_type] as i32 {
            if let Some(slot) = self.slot(site_type, site) {
                if self.state.is_empty(slot) || self.owner_at(slot) == owner {
                    open.insert(site);
                }
            }
        }
        let mut seen = SiteSet::new(self.game.layout.lens[site_type]);
        // The search begins in the first region.
        for start in open.iter() {
            if seen.contains(start) || !regions[0].contains(start) {
                continue;
            }
            let mut reached = SiteSet::new(self.game.layout.lens[site_type]);
            reached.insert(start);
            let mut stack = vec![start];
            while let Some(site) = stack.pop() {
                let Some(slot) = self.slot(site_type, site) else {
                    continue;
                };
                for table in self.tables(&connection.dirs, slot) {
                    for &next in table.steps_of(site as usize) {
                        let next = i32::from(next);
                        if open.contains(next) && !reached.contains(next) {
                            reached.insert(next);
                            stack.push(next);
                        }
                    }
                }
            }
            if regions
                .iter()
                .filter(|region| intersects(&reached, region))
                .count()
                >= wanted
            {
                return false;
            }
            seen.union_with(&reached);
        }
        true
    }

    /// `(is Loop ...)`: whether the owner's pieces around the last move close a ring.
    pub fn is_loop(&mut self, test: &'a LoopTest) -> bool {
        if test.path {
            return self.is_loop_of_paths(test);
        }
        !self.ring_and_inside(test).1.is_empty()
    }

    /// The group of the starting sites, and the sites inside the loops that it forms.
    ///
    /// The inside is found from the outside: every site that cannot reach the border past the ring
    /// is enclosed. With `surround`, only pieces of those owners count as enclosed.
    pub fn ring_and_inside(&mut self, test: &'a LoopTest) -> (SiteSet, SiteSet) {
        let site_type = test.site_type;
        let sites = self.game.layout.lens[site_type];
        let owner = self.int(&test.owner);
        let none = SiteSet::default;
        if !(0..=31).contains(&owner) {
            return (none(), none());
        }
        let starts = match &test.starts {
            Some(starts) => self.sites(starts),
            None => [self.last_to()].into_iter().collect(),
        };
        let member = Member::Owners(1 << owner);
        let mut ring = SiteSet::new(sites);
        for start in starts.iter() {
            self.flood(site_type, start, &test.dirs, member, &mut ring);
        }
        if ring.is_empty() {
            return (none(), none());
        }
        let kind = crate::layout::type_of_index(site_type);
        let topology = &self.game.board.topology;
        // Orthogonal steps cannot pass a ring that is joined at its corners.
        let mut outside = SiteSet::new(sites);
        let mut stack: Vec<i32> = (0..sites as i32)
            .filter(|&site| !ring.contains(site) && topology.at_border(kind, site as u32))
            .collect();
        for &site in &stack {
            outside.insert(site);
        }
        while let Some(site) = stack.pop() {
            for &next in
                topology.neighbours(kind, site as u32, ludarium_board::Relation::Orthogonal)
            {
                let next = next as i32;
                if !ring.contains(next) && !outside.contains(next) {
                    outside.insert(next);
                    stack.push(next);
                }
            }
        }
        let surround = test.surround.as_ref().map(|all| {
            let masks = all.iter().map(|owners| self.owner_mask(owners));
            masks.fold(0, |all, mask| all | mask)
        });
        let inside = (0..sites as i32)
            .filter(|&site| !ring.contains(site) && !outside.contains(site))
            .filter(|&site| match surround {
                None => true,
                Some(owners) => self.slot(site_type, site).is_some_and(|slot| {
                    !self.state.is_empty(slot) && owners >> self.owner_at(slot) & 1 == 1
                }),
            })
            .collect();
        (ring, inside)
    }
}

fn intersects(group: &SiteSet, region: &SiteSet) -> bool {
    region.iter().any(|site| group.contains(site))
}
