//! Regions around a site: steps, groups, distances.

use std::ops::RangeInclusive;

use super::group::Member;
use super::members::Walk;
use super::Evaluator;
use crate::ir::{AroundKind, Bool, Dirs, Iter, Layers, Sites, Table};
use crate::layout::type_of_index;
use crate::set::SiteSet;
use ludarium_board::{Relation, SiteType};
use smallvec::SmallVec;

impl<'a> Evaluator<'a> {
    /// The sites next to a site, as `(is Related ...)` and `(count Adjacent ...)` see them.
    ///
    /// For an edge, these are the edges at its two ends, with the edge itself at each of them; no
    /// edge is diagonal to another.
    pub(super) fn neighbours(
        &self,
        site_type: usize,
        site: u32,
        relation: Relation,
    ) -> SmallVec<[u32; 8]> {
        let topology = &self.game.board.topology;
        let kind = type_of_index(site_type);
        if kind != SiteType::Edge {
            return SmallVec::from_slice(topology.neighbours(kind, site, relation));
        }
        let edges = topology.sites(SiteType::Edge);
        let Some(edge) = edges.get(site as usize) else {
            return SmallVec::new();
        };
        match relation {
            Relation::Diagonal | Relation::OffDiagonal => SmallVec::new(),
            _ => {
                let vertices = topology.sites(SiteType::Vertex);
                let ends = edge.vertices.iter();
                ends.flat_map(|&end| vertices[end as usize].edges.iter().copied())
                    .collect()
            }
        }
    }

    /// Calls `visit` with each site one step from `site`.
    #[inline]
    pub fn each_step(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        site: i32,
        mut visit: impl FnMut(i32),
    ) {
        let Some(slot) = self.slot(site_type, site) else {
            return;
        };
        for table in self.tables(dirs, slot) {
            for &to in table.steps_of(site as usize) {
                visit(i32::from(to));
            }
        }
    }

    /// The sites one step from those of a set.
    pub(super) fn beside(&mut self, site_type: usize, dirs: &'a Dirs, set: &SiteSet) -> SiteSet {
        // Where there are no slots, there are no pieces whose directions could be followed.
        let exists = self.slot(site_type, 0).is_some();
        if let Some(table) = self.single_table(site_type, dirs).filter(|_| exists) {
            return table.step_sets().around(set);
        }
        let mut beside = SiteSet::new(self.game.layout.lens[site_type]);
        for site in set.iter() {
            self.each_step(site_type, dirs, site, |to| beside.insert(to));
        }
        beside
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn around(
        &mut self,
        site_type: usize,
        of: &'a Sites,
        kind: Option<AroundKind>,
        distance: i32,
        dirs: &'a Dirs,
        (cond, each_from): (Option<&'a Bool>, bool),
        include_self: bool,
    ) -> SiteSet {
        let of = self.sites(of);
        let by_sets = match (distance, each_from) {
            (1, false) => self.around_by_sets(site_type, &of, kind, dirs, cond),
            _ => None,
        };
        #[cfg(debug_assertions)]
        self.check_around(site_type, &of, kind, dirs, cond, by_sets.as_ref());
        let mut set = match by_sets {
            Some(set) => set,
            None => self.around_by_sites(site_type, &of, kind, distance, dirs, (cond, each_from)),
        };
        if include_self {
            set.union_with(&of);
        } else if of.len() > 1 {
            set.subtract(&of);
        }
        set
    }

    pub(super) fn around_by_sites(
        &mut self,
        site_type: usize,
        of: &SiteSet,
        kind: Option<AroundKind>,
        distance: i32,
        dirs: &'a Dirs,
        (cond, each_from): (Option<&'a Bool>, bool),
    ) -> SiteSet {
        let mut set = SiteSet::new(self.game.layout.lens[site_type]);
        let old = self.get(Iter::To);
        for site in of.iter() {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            if each_from {
                self.bind(Iter::From, site);
            }
            for table in self.tables(dirs, slot) {
                if distance == 1 {
                    for &to in table.steps_of(site as usize) {
                        self.around_one(site_type, i32::from(to), kind, cond, &mut set);
                    }
                } else if distance > 1 {
                    for ray in table.rays_of(site as usize) {
                        if let Some(&to) = table.ray(ray).get(distance as usize - 1) {
                            self.around_one(site_type, i32::from(to), kind, cond, &mut set);
                        }
                    }
                }
            }
        }
        self.bind(Iter::To, old);
        set
    }

    /// The sites next to some sites, if the sets of the state tell which of them are wanted.
    pub(super) fn around_by_sets(
        &mut self,
        site_type: usize,
        of: &SiteSet,
        kind: Option<AroundKind>,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
    ) -> Option<SiteSet> {
        let table = self.single_table(site_type, dirs)?;
        if site_type != self.game.layout.own || self.game.cover > 0 || self.state.mover() == 0 {
            return None;
        }
        let wanted = match cond {
            Some(cond) => Some(self.set_where(cond, Walk::over(Iter::To))?),
            None => None,
        };
        let mut set = table.step_sets().around(of);
        if let Some(wanted) = wanted {
            set.intersect_with(&wanted);
        }
        if let Some(kind) = kind {
            set.intersect_with(&self.standing(kind));
        }
        Some(set)
    }

    /// The slots with the contents that `(sites Around ...)` selects, in a game without large
    /// pieces.
    fn standing(&self, kind: AroundKind) -> SiteSet {
        let (mover, players) = (self.mover(), self.game.players as i32);
        let shared = 2u32 << players;
        let own = 1 << mover.clamp(0, 31) | shared;
        let enemies = || {
            let enemies = (1..=players).filter(|&player| !self.friends(mover, player));
            enemies.fold(0, |all, player| all | 1 << player)
        };
        let owners = match kind {
            AroundKind::Empty => return self.of_kind(0),
            AroundKind::NotEmpty => u32::MAX,
            AroundKind::Own => own,
            AroundKind::NotOwn => enemies() | 1,
            AroundKind::Enemy => enemies(),
            AroundKind::NotEnemy if self.game.flags.teams => enemies() | shared,
            AroundKind::NotEnemy => own,
        };
        self.owned_by(owners)
    }

    /// Compares the sites found by sets with those that a walk from site to site finds.
    #[cfg(debug_assertions)]
    fn check_around(
        &mut self,
        site_type: usize,
        of: &SiteSet,
        kind: Option<AroundKind>,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        found: Option<&SiteSet>,
    ) {
        let Some(found) = found else { return };
        let plain = self
            .cross_check(|eval| eval.around_by_sites(site_type, of, kind, 1, dirs, (cond, false)));
        debug_assert!(plain.is_none_or(|plain| plain.same(found)), "around {of:?}");
    }

    #[inline]
    fn around_one(
        &mut self,
        site_type: usize,
        to: i32,
        kind: Option<AroundKind>,
        cond: Option<&'a Bool>,
        set: &mut SiteSet,
    ) {
        if let Some(kind) = kind {
            let Some(slot) = self.slot(site_type, to) else {
                return;
            };
            let empty = self.state.is_empty(slot);
            let owner = if empty { 0 } else { self.owner_at(slot) };
            let players = self.game.players as i32;
            let shared = owner > players;
            let own = owner == self.mover() || shared;
            let enemy = owner > 0 && !shared && !self.friends(self.mover(), owner);
            let wanted = match kind {
                AroundKind::Empty => empty,
                AroundKind::NotEmpty => !empty,
                AroundKind::Own => own,
                // Neutral pieces are among them; empty sites are not.
                AroundKind::NotOwn => enemy || owner == 0 && !empty,
                AroundKind::Enemy => enemy,
                // With teams, Ludii takes the enemies instead.
                AroundKind::NotEnemy if self.game.flags.teams => enemy || shared,
                AroundKind::NotEnemy => own,
            };
            if !wanted {
                return;
            }
        }
        if let Some(cond) = cond {
            self.bind(Iter::To, to);
            if !self.bool(cond) {
                return;
            }
        }
        set.insert(to);
    }

    /// Adds the group of a site: the sites reachable by steps over sites that satisfy the condition
    /// or, without a condition, that hold the same kind of piece (or none, like the site).
    pub fn group(
        &mut self,
        site_type: usize,
        start: i32,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        set: &mut SiteSet,
    ) {
        let Some(slot) = self.slot(site_type, start) else {
            return;
        };
        let kind = self.state.what(slot);
        let member = match cond {
            Some(cond) => Member::If(cond),
            None => Member::Kind(kind),
        };
        if (start as usize) < self.game.layout.lens[site_type] {
            if let Some((table, members)) = self.member_sets(site_type, dirs, member) {
                set.union_with(&self.component(table, start, &members, (dirs, member)));
                return;
            }
        }
        let old = self.bind(Iter::To, start);
        let mut todo: SmallVec<[i32; 64]> = SmallVec::new();
        let mut seen = SiteSet::new(self.game.layout.lens[site_type]);
        seen.insert(start);
        if cond.is_none_or(|cond| self.bool(cond)) {
            todo.push(start);
            set.insert(start);
        }
        while let Some(site) = todo.pop() {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            for table in self.tables(dirs, slot) {
                for &to in table.steps_of(site as usize) {
                    let to = i32::from(to);
                    if seen.contains(to) {
                        continue;
                    }
                    seen.insert(to);
                    let joins = match cond {
                        Some(cond) => {
                            self.bind(Iter::To, to);
                            self.bool(cond)
                        }
                        None => self
                            .slot(site_type, to)
                            .is_some_and(|slot| self.state.what(slot) == kind),
                    };
                    if joins {
                        set.insert(to);
                        todo.push(to);
                    }
                }
            }
        }
        self.bind(Iter::To, old);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one ludeme
    pub(super) fn at_distance(
        &mut self,
        site_type: usize,
        step: &'a Dirs,
        cond: Option<&'a Bool>,
        from: i32,
        low: i32,
        high: i32,
    ) -> SiteSet {
        let Some(slot) = self.slot(site_type, from) else {
            return SiteSet::default();
        };
        let len = self.game.layout.lens[site_type];
        // A distance from below zero is none.
        if from as usize >= len || low < 0 {
            return SiteSet::default();
        }
        // The steps are those of the piece at the origin, wherever the walk has got to.
        let tables = self.tables(step, slot);
        if let Some(open) = self.open_to_steps(site_type, cond) {
            let set = self.at_distance_by_sets(&tables, open, from, low..=high);
            #[cfg(debug_assertions)]
            {
                let plain = self
                    .cross_check(|eval| eval.at_distance_by_sites(&tables, cond, from, low..=high));
                debug_assert!(plain.is_none_or(|plain| plain.same(&set)), "around {from}");
            }
            return set;
        }
        self.at_distance_by_sites(&tables, cond, from, low..=high)
    }

    /// [`Evaluator::at_distance`] along steps that depend on the board alone: from the sets that
    /// are kept for each origin.
    pub(super) fn in_layers(
        &mut self,
        site_type: usize,
        step: &'a Dirs,
        layers: &'a Layers,
        from: i32,
        low: i32,
        high: i32,
    ) -> SiteSet {
        let sites = self.game.layout.lens[site_type];
        let origin = usize::try_from(from).ok().filter(|&from| from < sites);
        let Some(origin) = origin.filter(|_| sites <= Layers::SITES) else {
            return self.at_distance(site_type, step, None, from, low, high);
        };
        let sets = if let Some(sets) = layers.get(origin) {
            sets
        } else {
            let mut sets: Vec<SiteSet> = Vec::new();
            loop {
                let far = sets.len() as i32;
                let mut set = self.at_distance(site_type, step, None, from, far, far);
                if self.fault.is_some() {
                    return SiteSet::default();
                }
                if set.is_empty() {
                    break;
                }
                sets.last()
                    .into_iter()
                    .for_each(|nearer| set.union_with(nearer));
                sets.push(set);
            }
            layers.put(origin, sites, sets)
        };
        let set = Layers::between(sets, low, high);
        #[cfg(debug_assertions)]
        {
            let plain =
                self.cross_check(|eval| eval.at_distance(site_type, step, None, from, low, high));
            debug_assert!(plain.is_none_or(|plain| plain.same(&set)), "around {from}");
        }
        set
    }

    /// The sites on which steps may end; `None` where that depends on where a step begins, or the
    /// sets of the state do not tell.
    pub(super) fn open_to_steps(
        &mut self,
        site_type: usize,
        cond: Option<&'a Bool>,
    ) -> Option<SiteSet> {
        let Some(cond) = cond else {
            return Some(SiteSet::full(self.game.layout.lens[site_type]));
        };
        if site_type != self.game.layout.own {
            return None;
        }
        let steps = Walk {
            site: Iter::To,
            from: Some(Iter::From),
        };
        self.set_where(cond, steps)
    }

    /// The sites at some distances along steps over open sites.
    pub(super) fn at_distance_by_sets(
        &mut self,
        tables: &[&'a Table],
        mut open: SiteSet,
        from: i32,
        distances: RangeInclusive<i32>,
    ) -> SiteSet {
        let mut set = SiteSet::new(64 * open.words().len());
        open.remove(from);
        let mut front = set.clone();
        front.insert(from);
        let mut distance = 0;
        while distance <= *distances.end() && !front.is_empty() {
            if distance >= *distances.start() {
                set.union_with(&front);
            }
            if !self.charge_sites(front.len()) {
                break;
            }
            front = next_front(tables, &front, &mut open);
            distance += 1;
        }
        set
    }

    /// [`Evaluator::at_distance_by_sets`] from site to site, for steps of every kind.
    pub(super) fn at_distance_by_sites(
        &mut self,
        tables: &[&'a Table],
        cond: Option<&'a Bool>,
        from: i32,
        distances: RangeInclusive<i32>,
    ) -> SiteSet {
        let (low, high) = distances.into_inner();
        let mut set = SiteSet::default();
        let mut seen: SiteSet = [from].into_iter().collect();
        let mut front: SmallVec<[i32; 64]> = SmallVec::from_slice(&[from]);
        let mut distance = 0;
        while !front.is_empty() && distance <= high {
            if distance >= low {
                front.iter().for_each(|&site| set.insert(site));
            }
            let mut next: SmallVec<[i32; 64]> = SmallVec::new();
            if !self.charge_sites(front.len()) {
                break;
            }
            for &site in &front {
                for table in tables {
                    for &to in table.steps_of(site as usize) {
                        let to = i32::from(to);
                        if !seen.contains(to) && self.may_step(cond, site, to) {
                            seen.insert(to);
                            next.push(to);
                        }
                    }
                }
            }
            front = next;
            distance += 1;
        }
        set
    }

    /// Whether the condition on a step, if there is one, holds.
    #[inline]
    fn may_step(&mut self, cond: Option<&'a Bool>, from: i32, to: i32) -> bool {
        let Some(cond) = cond else { return true };
        let saved = (self.bind(Iter::From, from), self.bind(Iter::To, to));
        let holds = self.bool(cond);
        self.bind(Iter::From, saved.0);
        self.bind(Iter::To, saved.1);
        holds
    }
}

/// The open sites one step from those of a set, which are no longer open then.
pub(super) fn next_front(tables: &[&Table], front: &SiteSet, open: &mut SiteSet) -> SiteSet {
    let mut near = SiteSet::new(64 * open.words().len());
    for table in tables {
        let sets = table.step_sets();
        sets.add_around(front.words(), near.words_mut());
    }
    near.intersect_with(open);
    open.subtract(&near);
    near
}
