//! Groups: connected pieces (or empty sites).

use super::{Evaluator, SITES_A_STEP};
use crate::ir::{Bool, Cmp, Dirs, Int, Iter, Owners};
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
            Member::Kind(kind) => self.state.what(slot) == kind,
            Member::If(cond) => {
                let old = self.bind(Iter::To, site);
                let holds = self.bool(cond);
                self.bind(Iter::To, old);
                holds
            }
        }
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
        let Some(slot) = self.slot(site_type, site) else {
            return;
        };
        if group.contains(site) || !self.is_member(member, slot, site) {
            return;
        }
        group.insert(site);
        self.flood_around(site_type, site, dirs, member, group);
    }

    /// Adds to `group` the members connected with `site`, whether or not `site` is a member.
    pub fn flood_around(
        &mut self,
        site_type: usize,
        site: i32,
        dirs: &'a Dirs,
        member: Member<'a>,
        group: &mut SiteSet,
    ) {
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
        let mut seen = SiteSet::new(sites);
        let mut starts: Vec<i32> = Vec::new();
        if self.game.layout.order > 0 || self.state.lists_pieces() {
            // First from the pieces in order of arrival, then from the empty sites.
            for owner in 0..=self.game.players + 1 {
                let own = self.pieces_in_order(owner).into_iter().map(usize::from);
                let places = own.map(|slot| self.game.layout.site(slot));
                starts.extend(
                    places
                        .filter(|place| place.0 == site_type)
                        .map(|place| place.1),
                );
            }
        }
        for site in starts.into_iter().chain(0..sites as i32) {
            if site as usize >= sites || seen.contains(site) {
                continue;
            }
            let empty = |slot| self.state.is_empty(slot);
            if matches!(start, Start::Pieces) && self.slot(site_type, site).is_none_or(empty) {
                continue;
            }
            // A set of all sites is made for every group.
            if !self.steps(sites / SITES_A_STEP) {
                return;
            }
            let mut group = SiteSet::new(sites);
            self.flood(site_type, site, dirs, member, &mut group);
            if group.is_empty() {
                continue;
            }
            seen.union_with(&group);
            if !visit(self, site, &group) {
                return;
            }
        }
    }
}
