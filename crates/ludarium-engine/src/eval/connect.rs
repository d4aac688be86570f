//! Connections between regions, and loops.

use smallvec::SmallVec;

use super::group::Member;
use super::Evaluator;
use crate::ir::{Connection, LoopTest, Regions, Sites};
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The regions to connect, the number of them that must be connected, and the player who
    /// connects them, if one is named.
    fn regions(&mut self, connection: &'a Connection) -> Connected<'a> {
        let (regions, player): (SmallVec<[_; 6]>, _) = match &connection.regions {
            Regions::List(list) => (
                list.iter().map(|region| self.region(region)).collect(),
                None,
            ),
            Regions::OfPlayer(player) => {
                let player = self.int(player);
                let regions = usize::try_from(player)
                    .ok()
                    .and_then(|player| self.game.player_regions.get(player));
                let regions = regions.into_iter().flatten().map(Region::Fixed);
                (regions.collect(), Some(player))
            }
        };
        let wanted = match &connection.number {
            Some(number) => usize::try_from(self.int(number)).unwrap_or(0),
            None => regions.len(),
        };
        Connected {
            regions,
            wanted,
            player,
        }
    }

    /// The sites of a region, without a copy of those that are fixed.
    fn region(&mut self, region: &'a Sites) -> Region<'a> {
        match region {
            Sites::Const(set) => Region::Fixed(set),
            region => Region::Computed(Box::new(self.sites(region))),
        }
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
        let connected = self.regions(connection);
        if !connected.is_possible() {
            return false;
        }
        let owner = connected.player.unwrap_or_else(|| self.owner_at(slot));
        if owner != self.owner_at(slot) {
            return false;
        }
        let member = Member::Owners(1 << owner);
        let dirs = &connection.dirs;
        if at < self.game.layout.lens[site_type] as i32 {
            if let Some((table, members)) = self.member_sets(site_type, dirs, member) {
                // All groups together touch no fewer regions than one of them.
                return connected.by(&members)
                    && connected.by(&self.component(table, at, &members, (dirs, member)));
            }
        }
        let mut group = SiteSet::new(self.game.layout.lens[site_type]);
        self.flood(site_type, at, dirs, member, &mut group);
        connected.by(&group)
    }

    /// `(is Blocked ...)`: whether the player can no longer connect the regions, even by filling
    /// all empty sites.
    pub fn is_blocked(&mut self, connection: &'a Connection) -> bool {
        let site_type = connection.site_type;
        let connected = self.regions(connection);
        if connected.regions.len() == 1 {
            // Ludii never finds the one region blocked.
            return false;
        }
        if !connected.is_possible() {
            return true;
        }
        let owner = connected.player.unwrap_or_else(|| self.mover());
        let owners = if (0..32).contains(&owner) {
            1 << owner
        } else {
            0
        };
        // The search begins in the first region.
        let mut starts = SiteSet::full(self.game.layout.lens[site_type]);
        starts.intersect_with(connected.regions[0].set());
        let mut blocked = true;
        self.each_component(
            site_type,
            &connection.dirs,
            Member::EmptyOrOwners(owners),
            starts,
            &mut std::iter::empty(),
            &mut |_, _, reached| {
                blocked = !connected.by(reached);
                blocked
            },
        );
        blocked
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
        // Orthogonal steps cannot pass a ring that is joined at its corners.
        let surroundings = self.game.surroundings(site_type);
        let mut inside = SiteSet::full(sites);
        inside.subtract(&ring);
        let mut outside = inside.clone();
        outside.intersect_with(&surroundings.border);
        inside.subtract(&outside);
        let near = &surroundings.orthogonal;
        near.remove_reached(outside.words_mut(), inside.words_mut());
        let surround = test.surround.as_ref().map(|all| {
            let masks = all.iter().map(|owners| self.owner_mask(owners));
            masks.fold(0, |all, mask| all | mask)
        });
        if let Some(owners) = surround {
            inside.retain(|site| {
                self.slot(site_type, site).is_some_and(|slot| {
                    !self.state.is_empty(slot) && owners >> self.owner_at(slot) & 1 == 1
                })
            });
        }
        (ring, inside)
    }
}

/// The regions that a connection is about.
#[derive(Debug)]
struct Connected<'a> {
    regions: SmallVec<[Region<'a>; 6]>,
    /// The number of regions that must be connected.
    wanted: usize,
    /// The player who connects them, if one is named.
    player: Option<i32>,
}

impl Connected<'_> {
    /// Whether there are as many regions as must be connected.
    fn is_possible(&self) -> bool {
        (1..=self.regions.len()).contains(&self.wanted)
    }

    /// Whether a set of sites touches enough of the regions.
    fn by(&self, sites: &SiteSet) -> bool {
        let regions = self.regions.iter().map(Region::set);
        regions.filter(|region| sites.intersects(region)).count() >= self.wanted
    }
}

/// A region to connect.
#[derive(Debug)]
enum Region<'a> {
    Fixed(&'a SiteSet),
    Computed(Box<SiteSet>),
}

impl Region<'_> {
    fn set(&self) -> &SiteSet {
        match self {
            Region::Fixed(set) => set,
            Region::Computed(set) => set,
        }
    }
}
