//! Regions around a site: steps, directions, distances, lines of sight.

use super::Evaluator;
use crate::ir::{AroundKind, Bool, Dirs, Iter, SightKind, Sites, INFINITY, OFF};
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
        let mut set = SiteSet::default();
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
        if include_self {
            set.union_with(&of);
        } else if of.len() > 1 {
            set.subtract(&of);
        }
        set
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

    #[allow(clippy::too_many_arguments)]
    pub(super) fn in_direction(
        &mut self,
        site_type: usize,
        from: &'a Sites,
        dirs: &'a Dirs,
        included: bool,
        stop: Option<&'a Bool>,
        stop_included: bool,
        distance: i32,
    ) -> SiteSet {
        let from = self.sites(from);
        let most = distance.clamp(0, INFINITY) as usize;
        let mut set = SiteSet::default();
        let old = self.get(Iter::To);
        for site in from.iter() {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            if included {
                set.insert(site);
            }
            for table in self.tables(dirs, slot) {
                for ray in table.rays_of(site as usize) {
                    for &to in table.ray(ray).iter().take(most) {
                        let to = i32::from(to);
                        if let Some(stop) = stop {
                            self.bind(Iter::To, to);
                            if self.bool(stop) {
                                if stop_included {
                                    set.insert(to);
                                }
                                break;
                            }
                        }
                        set.insert(to);
                    }
                }
            }
        }
        self.bind(Iter::To, old);
        set
    }

    pub(super) fn between(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        from: i32,
        to: i32,
        cond: Option<&'a Bool>,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(site_type, from) else {
            return set;
        };
        if to < 0 {
            return set;
        }
        let old = self.get(Iter::Between);
        for table in self.tables(dirs, slot) {
            for ray in table.rays_of(from as usize) {
                let path = table.ray(ray);
                let Some(end) = path.iter().position(|&site| i32::from(site) == to) else {
                    continue;
                };
                for &site in &path[..end] {
                    self.bind(Iter::Between, i32::from(site));
                    if cond.is_none_or(|cond| self.bool(cond)) {
                        set.insert(i32::from(site));
                    }
                }
            }
        }
        self.bind(Iter::Between, old);
        set
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

    pub(super) fn line_of_sight(
        &mut self,
        site_type: usize,
        kind: SightKind,
        at: i32,
        dirs: &'a Dirs,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(site_type, at) else {
            return set;
        };
        for table in self.tables(dirs, slot) {
            for ray in table.rays_of(at as usize) {
                let mut farthest = OFF;
                for &to in table.ray(ray) {
                    let to = i32::from(to);
                    let empty = self
                        .slot(site_type, to)
                        .is_some_and(|slot| self.state.is_free(slot));
                    if !empty {
                        if matches!(kind, SightKind::Piece | SightKind::Both) {
                            set.insert(to);
                        }
                        break;
                    }
                    farthest = to;
                    if matches!(kind, SightKind::Empty | SightKind::Both) {
                        set.insert(to);
                    }
                }
                if kind == SightKind::Farthest {
                    set.insert(farthest);
                }
            }
        }
        set
    }

    #[allow(clippy::too_many_arguments)] // the parts of one ludeme
    pub(super) fn at_distance(
        &mut self,
        site_type: usize,
        relation: Relation,
        step: Option<&'a Dirs>,
        cond: Option<&'a Bool>,
        from: i32,
        low: i32,
        high: i32,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(site_type, from) else {
            return set;
        };
        let len = self.game.layout.lens[site_type];
        // A distance from below zero is none.
        if from as usize >= len || low < 0 {
            return set;
        }
        let Some(step) = step else {
            self.charge_sites(len);
            let distances =
                self.game
                    .board
                    .topology
                    .distances(type_of_index(site_type), from as u32, relation);
            for (site, &distance) in distances.iter().enumerate() {
                if distance != u32::MAX && (low..=high).contains(&(distance as i32)) {
                    set.insert(site as i32);
                }
            }
            return set;
        };
        // The steps are those of the piece at the origin, wherever the walk has got to.
        let tables = self.tables(step, slot);
        let mut seen = SiteSet::new(len);
        seen.insert(from);
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
                for table in &tables {
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
