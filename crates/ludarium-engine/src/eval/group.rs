//! Groups: connected pieces (or empty sites).

use super::{Evaluator, SITES_A_STEP};
use crate::ir::{Bool, Cmp, Dirs, Int, Iter, Owners, Table};
use crate::set::SiteSet;

/// Which sites belong to a group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'a> {
    /// Sites for which the condition holds, with the site bound as `(to)`.
    If(&'a Bool),
    /// Sites whose topmost piece belongs to one of these owners (bits).
    Owners(u32),
    /// Empty sites.
    Empty,
    /// Sites without a piece, and those whose topmost piece belongs to one of these owners (bits).
    EmptyOrOwners(u32),
    /// Sites whose piece is of this kind; kind 0: empty sites.
    Kind(usize),
}

/// Where groups begin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'a> {
    /// At any site that belongs to a group.
    Members,
    /// At sites that hold a piece.
    Pieces,
    /// At pieces of some owners, who own the members unless a condition decides that.
    PiecesOf(&'a Owners),
}

impl<'a> Member<'a> {
    /// The sites of type `site_type` for which a condition holds.
    fn of(site_type: usize, cond: &'a Bool) -> Member<'a> {
        match cond {
            // A test of the owner needs no evaluation of the condition.
            Bool::Compare(Cmp::Eq, who, Int::Const(owner @ 1..=30))
                if stands_there(site_type, who) =>
            {
                Member::Owners(1 << owner)
            }
            cond => Member::If(cond),
        }
    }
}

/// Whether a number is the owner of the piece on the site bound as `(to)`.
fn stands_there(site_type: usize, who: &Int) -> bool {
    match who {
        Int::Who {
            site_type: of,
            at,
            level: None,
        } => *of == site_type && matches!(**at, Int::Iter(Iter::To)),
        _ => false,
    }
}

impl<'a> Evaluator<'a> {
    /// Whether a site may be part of the group.
    #[inline]
    pub fn is_member(&mut self, member: Member<'a>, slot: usize, site: i32) -> bool {
        match member {
            Member::Owners(owners) => {
                let what = self.state.what(slot);
                what != 0 && owners >> u32::from(self.game.owners[what]) & 1 == 1
            }
            Member::Empty => self.state.is_free(slot),
            Member::EmptyOrOwners(owners) => {
                let what = self.state.what(slot);
                what == 0 || owners >> u32::from(self.game.owners[what]) & 1 == 1
            }
            Member::Kind(kind) => self.state.what(slot) == kind,
            Member::If(cond) => {
                let old = self.bind(Iter::To, site);
                let holds = self.bool(cond);
                self.bind(Iter::To, old);
                holds
            }
        }
    }

    /// The single table of directions that all sites of a type have, if they have one.
    pub fn single_table(&self, site_type: usize, dirs: &'a Dirs) -> Option<&'a Table> {
        let Dirs::Table(id) = dirs else { return None };
        let table = self.game.tables.get(usize::from(*id))?;
        (table.site_type == site_type).then_some(table)
    }

    /// Adds to `group` the component of `site`, if `site` is a member.
    pub fn flood(
        &mut self,
        site_type: usize,
        site: i32,
        dirs: &'a Dirs,
        member: Member<'a>,
        group: &mut SiteSet,
    ) {
        if group.contains(site) {
            return;
        }
        let on_board = (0..self.game.layout.lens[site_type] as i32).contains(&site);
        let sets = on_board.then(|| self.member_sets(site_type, dirs, member));
        match sets.flatten() {
            Some((table, members)) => {
                let component = self.component(table, site, &members, (dirs, member));
                group.union_with(&component);
            }
            None => self.flood_by_sites(site_type, site, dirs, member, group),
        }
    }

    /// The table of directions and the set of all members, where one table is that of all sites
    /// and the state has the set.
    pub fn member_sets(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        member: Member<'a>,
    ) -> Option<(&'a Table, SiteSet)> {
        let table = self.single_table(site_type, dirs)?;
        Some((table, self.members(member, site_type)?))
    }

    /// The component of a site of the board along a table, which is empty if the site is not a
    /// member. Debug builds look for it with directions and membership test, too.
    pub fn component(
        &mut self,
        table: &'a Table,
        site: i32,
        members: &SiteSet,
        (dirs, member): (&'a Dirs, Member<'a>),
    ) -> SiteSet {
        if !members.contains(site) {
            return SiteSet::new(64 * members.words().len());
        }
        let component = table.step_sets().connected(site as usize, members);
        self.charge_sites(component.len());
        if cfg!(debug_assertions) {
            let site_type = table.site_type;
            let plain = self.cross_check(|eval| {
                let mut group = SiteSet::new(eval.game.layout.lens[site_type]);
                eval.flood_by_sites(site_type, site, dirs, member, &mut group);
                group
            });
            let same = plain.is_none_or(|plain| plain.same(&component));
            debug_assert!(same, "{member:?} at {site}");
        }
        component
    }

    /// [`Evaluator::flood`] from site to site, for members and directions of every kind.
    pub(super) fn flood_by_sites(
        &mut self,
        site_type: usize,
        site: i32,
        dirs: &'a Dirs,
        member: Member<'a>,
        group: &mut SiteSet,
    ) {
        let Some(slot) = self.slot(site_type, site) else {
            return;
        };
        if !self.is_member(member, slot, site) {
            return;
        }
        group.insert(site);
        let mut stack: smallvec::SmallVec<[i32; 64]> = smallvec::smallvec![site];
        let lens = self.game.layout.lens[site_type] as i32;
        while let Some(site) = stack.pop() {
            if !self.charge_sites(1) {
                return;
            }
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            if site >= lens {
                continue;
            }
            for table in self.tables(dirs, slot) {
                for &next in table.steps_of(site as usize) {
                    let next = i32::from(next);
                    if group.contains(next) {
                        continue;
                    }
                    let Some(next_slot) = self.slot(site_type, next) else {
                        continue;
                    };
                    if self.is_member(member, next_slot, next) {
                        group.insert(next);
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// The group of `site`: the sites for which the condition holds or, without one, with the same
    /// kind of piece (or none).
    pub fn group_of(
        &mut self,
        site_type: usize,
        site: i32,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
    ) -> SiteSet {
        let mut group = SiteSet::new(self.game.layout.lens[site_type]);
        let Some(slot) = self.slot(site_type, site) else {
            return group;
        };
        let member = match cond {
            Some(cond) => Member::of(site_type, cond),
            None => Member::Kind(self.state.what(slot)),
        };
        self.flood(site_type, site, dirs, member, &mut group);
        group
    }

    /// Calls `visit` with the first site and the sites of each group on the board, in order of the
    /// first site, until it returns `false`.
    ///
    /// Members are the occupied sites (of the owners, if given), or the sites for which the
    /// condition holds.
    pub fn each_group(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        start: Start<'a>,
        cond: Option<&'a Bool>,
        visit: &mut dyn FnMut(&mut Self, i32, &SiteSet) -> bool,
    ) {
        let member = match (cond, start) {
            (Some(cond), _) => Member::of(site_type, cond),
            (None, Start::PiecesOf(owners)) => Member::Owners(self.owner_mask(owners)),
            (None, _) => Member::Owners(u32::MAX),
        };
        let sites = self.game.layout.lens[site_type];
        self.steps(sites);
        let mut first: Vec<i32> = Vec::new();
        if self.game.layout.order > 0 || self.state.lists_pieces() {
            // First from the pieces in order of arrival, then from the empty sites.
            for owner in 0..=self.game.players + 1 {
                let own = self.pieces_in_order(owner).into_iter().map(usize::from);
                let places = own.map(|slot| self.game.layout.site(slot));
                first.extend(
                    places
                        .filter(|place| place.0 == site_type)
                        .map(|place| place.1),
                );
            }
        }
        let mut next = first.into_iter();
        let mut starts = SiteSet::full(sites);
        if matches!(start, Start::Pieces) {
            starts.retain(|site| {
                let slot = self.slot(site_type, site);
                slot.is_some_and(|slot| !self.state.is_empty(slot))
            });
        }
        self.each_component(site_type, dirs, member, starts, &mut next, visit);
    }

    /// Calls `visit` with the first site and the sites of each component, until it returns
    /// `false`. A component is looked for at each site of `starts` that is in none before: first
    /// at those that `first` lists, then in ascending order.
    pub fn each_component(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        member: Member<'a>,
        mut starts: SiteSet,
        first: &mut dyn Iterator<Item = i32>,
        visit: &mut dyn FnMut(&mut Self, i32, &SiteSet) -> bool,
    ) {
        let sites = self.game.layout.lens[site_type];
        let sets = self.member_sets(site_type, dirs, member);
        if let Some((_, members)) = &sets {
            starts.intersect_with(members);
        }
        while let Some(site) = first.next().or_else(|| starts.first()) {
            if !starts.contains(site) {
                continue;
            }
            starts.remove(site);
            // A set of all sites is made for every group.
            if !self.steps(sites / SITES_A_STEP) {
                return;
            }
            let group = match &sets {
                Some((table, members)) => self.component(table, site, members, (dirs, member)),
                None => {
                    let mut group = SiteSet::new(sites);
                    self.flood_by_sites(site_type, site, dirs, member, &mut group);
                    group
                }
            };
            if group.is_empty() {
                continue;
            }
            starts.subtract(&group);
            if !visit(self, site, &group) {
                return;
            }
        }
    }
}
