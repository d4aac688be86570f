//! Regions.

use board::{Relation, SiteType};
use smallvec::SmallVec;

use super::{Out, Run, Want};
use crate::action::Hidden;
use crate::ir::{
    AroundKind, Bool, Dirs, Iter, MovePart, Owners, SightKind, Sites, TrackRef, INFINITY, OFF,
};
use crate::layout::{type_of_index, ExtraSet, Field};
use crate::set::SiteSet;

impl<'a> Run<'a> {
    /// The sites of a region.
    pub fn sites(&mut self, sites: &'a Sites) -> SiteSet {
        match sites {
            Sites::Const(set) => set.clone(),
            Sites::List(list) => {
                let mut set = SiteSet::default();
                for site in list {
                    let site = self.int(site);
                    set.insert(site);
                }
                set
            }
            Sites::OfInts(ints) => self.ints(ints).into_iter().collect(),
            Sites::Empty(t) => self.of_type(self.s.empty(), *t, false),
            Sites::Occupied {
                t,
                owners,
                container,
                kinds,
                top,
            } => self.occupied(*t, owners, container.as_ref(), kinds.as_deref(), *top),
            Sites::Union(parts) => {
                let mut set = SiteSet::default();
                for part in parts {
                    let part = self.sites(part);
                    set.union_with(&part);
                }
                set
            }
            Sites::Intersection(parts) => {
                let Some((first, rest)) = parts.split_first() else {
                    return SiteSet::default();
                };
                let mut set = self.sites(first);
                for part in rest {
                    let part = self.sites(part);
                    set.intersect_with(&part);
                }
                set
            }
            Sites::Difference(first, second) => {
                let mut set = self.sites(first);
                let less = self.sites(second);
                set.subtract(&less);
                set
            }
            Sites::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.sites(yes)
                } else {
                    no.as_ref()
                        .map_or_else(SiteSet::default, |no| self.sites(no))
                }
            }
            Sites::Filter(of, cond) => self.filter(of, cond),
            Sites::ForEachOf(of, body) => {
                let of = self.sites(of);
                let mut set = SiteSet::default();
                let old_site = self.get(Iter::Site);
                for site in of.iter() {
                    self.bind(Iter::Site, site);
                    let part = self.sites(body);
                    set.union_with(&part);
                }
                self.bind(Iter::Site, old_site);
                set
            }
            Sites::ForEachValue(values, body) => {
                let values = self.ints(values);
                let mut set = SiteSet::default();
                let old = (self.get(Iter::Player), self.get(Iter::Value));
                for value in values {
                    self.bind(Iter::Player, value);
                    self.bind(Iter::Value, value);
                    let part = self.sites(body);
                    set.union_with(&part);
                }
                self.bind(Iter::Player, old.0);
                self.bind(Iter::Value, old.1);
                set
            }
            Sites::Bound => self
                .region
                .as_ref()
                .map_or_else(SiteSet::default, |set| SiteSet::clone(set)),
            Sites::Around {
                t,
                of,
                kind,
                distance,
                dirs,
                cond,
                include_self,
            } => {
                let distance = self.int(distance);
                self.around(
                    *t,
                    of,
                    *kind,
                    distance,
                    dirs,
                    cond.as_deref(),
                    *include_self,
                )
            }
            Sites::Direction {
                t,
                from,
                dirs,
                included,
                stop,
                stop_included,
                distance,
            } => {
                let distance = self.int(distance);
                self.in_direction(
                    *t,
                    from,
                    dirs,
                    *included,
                    stop.as_deref(),
                    *stop_included,
                    distance,
                )
            }
            Sites::Between {
                t,
                dirs,
                from,
                to,
                from_included,
                to_included,
                cond,
            } => {
                let (from, to) = (self.int(from), self.int(to));
                let mut set = self.between(*t, dirs, from, to, cond.as_deref());
                if *from_included {
                    set.insert(from);
                }
                if *to_included {
                    set.insert(to);
                }
                set
            }
            Sites::Expand { t, of, steps, dirs } => {
                let mut set = self.sites(of);
                for _ in 0..self.int(steps) {
                    let before = set.clone();
                    for site in before.iter() {
                        self.each_step(*t, dirs, site, |to| {
                            set.insert(to);
                        });
                    }
                    if before == set {
                        break;
                    }
                }
                set
            }
            Sites::Group {
                t,
                from,
                dirs,
                cond,
            } => {
                let from = self.sites(from);
                let mut set = SiteSet::default();
                for start in from.iter() {
                    if !set.contains(start) {
                        self.group(*t, start, dirs, cond.as_deref(), &mut set);
                    }
                }
                set
            }
            Sites::Incident {
                result,
                of,
                at,
                owner,
            } => {
                let at = self.int(at);
                let owner = owner.as_ref().map(|owner| self.int(owner));
                let mut set = SiteSet::default();
                let touching = self.incident(*result, *of, at);
                for &site in touching {
                    let slot = self.slot(*result, site as i32);
                    if owner
                        .is_none_or(|owner| slot.is_some_and(|slot| self.owner_at(slot) == owner))
                    {
                        set.insert(site as i32);
                    }
                }
                set
            }
            Sites::LineOfSight { t, kind, at, dirs } => {
                let at = self.int(at);
                self.line_of_sight(*t, *kind, at, dirs)
            }
            Sites::Distance {
                t,
                relation,
                step,
                cond,
                from,
                low,
                high,
            } => {
                let (from, low, high) = (self.int(from), self.int(low), self.int(high));
                let step = step.as_deref();
                self.at_distance(*t, *relation, step, cond.as_deref(), from, low, high)
            }
            Sites::Hand(player) => {
                let player = self.int(player);
                self.hand(player)
            }
            Sites::ByPlayer(sets, index) | Sites::ByIndex(sets, index) => {
                let index = self.int(index);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| sets.get(index))
                    .cloned()
                    .unwrap_or_default()
            }
            Sites::Track { track, from, to } => {
                let from = from.as_ref().map(|from| self.int(from));
                let to = to.as_ref().map(|to| self.int(to));
                self.track_sites(track, from, to)
            }
            Sites::Random { of, num } => {
                let mut choice: SmallVec<[i32; 64]> = self.sites(of).iter().collect();
                let num = self.int(num);
                let mut set = SiteSet::default();
                for _ in 0..num {
                    if choice.is_empty() {
                        break;
                    }
                    let index = self.chance.below(choice.len() as u32) as usize;
                    set.insert(choice.remove(index));
                }
                set
            }
            Sites::Pending => {
                self.of_type(self.s.extra(ExtraSet::Pending), self.g.layout.own, true)
            }
            Sites::ToClear => {
                self.of_type(self.s.extra(ExtraSet::ToClear), self.g.layout.own, true)
            }
            Sites::LastFrom => self.slot_set(Field::LastFrom),
            Sites::LastTo => self.slot_set(Field::LastTo),
            Sites::LastBetween => self.slot_set(Field::LastBetween),
            Sites::State { t, state } => {
                let state = self.int(state);
                let mut set = SiteSet::default();
                for site in 0..self.g.layout.lens[*t] as i32 {
                    if self.has_state(*t, site, state) {
                        set.insert(site);
                    }
                }
                set
            }
            Sites::OfMoves { part, moves } => {
                let mut out = Out::new(Want::All, self.s.buffers.moves.pop().unwrap_or_default());
                self.generate(moves, &mut out);
                let mut set = SiteSet::default();
                for mv in &out.moves {
                    let slot = match part {
                        MovePart::From => mv.origin(),
                        MovePart::To => mv.target(),
                    };
                    if slot >= 0 {
                        set.insert(self.g.layout.site(slot as usize).1);
                    }
                }
                out.moves.clear();
                self.s.buffers.moves.push(out.moves);
                set
            }
            Sites::Levels {
                t,
                at,
                from_top,
                cond,
                start,
            } => {
                let at = self.int(at);
                let start = start.as_ref().map(|start| self.int(start));
                self.levels(*t, at, *from_top, cond.as_deref(), start)
            }
            Sites::Hidden { t, data, player } => {
                let player = self.int(player);
                let mut set = SiteSet::default();
                for site in 0..self.g.layout.lens[*t] as i32 {
                    if self.is_hidden(*t, site, *data, player) {
                        set.insert(site);
                    }
                }
                set
            }
            // The compiler makes other things of these, or refuses them.
            Sites::Start(_) | Sites::Walk { .. } | Sites::Pattern(_) | Sites::Loop { .. } => {
                SiteSet::default()
            }
        }
    }

    /// Whether a site is in a region, without building the region where that can be avoided.
    pub fn in_sites(&mut self, sites: &'a Sites, site: i32) -> bool {
        if site < 0 {
            return false;
        }
        match sites {
            Sites::Const(set) => set.contains(site),
            Sites::List(list) => list.iter().any(|one| self.int(one) == site),
            Sites::OfInts(ints) => self.ints(ints).contains(&site),
            Sites::Empty(t) => {
                (site as usize) < self.g.layout.lens[*t]
                    && self
                        .slot(*t, site)
                        .is_some_and(|slot| self.s.is_empty(slot))
            }
            Sites::Occupied {
                t,
                owners,
                container: None,
                kinds: None,
                top,
            } if *top || self.g.layout.levels == 0 => {
                let Some(slot) = self.slot(*t, site) else {
                    return false;
                };
                if self.s.is_empty(slot) {
                    return false;
                }
                let owner = self.owner_at(slot);
                self.is_owner(owners, owner)
            }
            Sites::Union(parts) => parts.iter().any(|part| self.in_sites(part, site)),
            Sites::Intersection(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.in_sites(part, site))
            }
            Sites::Difference(first, second) => {
                self.in_sites(first, site) && !self.in_sites(second, site)
            }
            Sites::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.in_sites(yes, site)
                } else {
                    no.as_ref().is_some_and(|no| self.in_sites(no, site))
                }
            }
            Sites::Filter(of, cond) => {
                if !self.in_sites(of, site) {
                    return false;
                }
                let old = self.bind(Iter::Site, site);
                let holds = self.bool(cond);
                self.bind(Iter::Site, old);
                holds
            }
            Sites::Bound => self.region.as_ref().is_some_and(|set| set.contains(site)),
            Sites::ByPlayer(sets, index) | Sites::ByIndex(sets, index) => {
                let index = self.int(index);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| sets.get(index))
                    .is_some_and(|set| set.contains(site))
            }
            Sites::Pending => self
                .slot(self.g.layout.own, site)
                .is_some_and(|slot| self.s.in_extra(ExtraSet::Pending, slot)),
            Sites::ToClear => self
                .slot(self.g.layout.own, site)
                .is_some_and(|slot| self.s.in_extra(ExtraSet::ToClear, slot)),
            Sites::State { t, state } => {
                let state = self.int(state);
                self.has_state(*t, site, state)
            }
            Sites::Around { .. }
            | Sites::Direction { .. }
            | Sites::Between { .. }
            | Sites::Occupied { .. }
            | Sites::ForEachOf(..)
            | Sites::ForEachValue(..)
            | Sites::Expand { .. }
            | Sites::Group { .. }
            | Sites::Incident { .. }
            | Sites::LineOfSight { .. }
            | Sites::Distance { .. }
            | Sites::Hand(_)
            | Sites::Track { .. }
            | Sites::Random { .. }
            | Sites::Start(_)
            | Sites::LastFrom
            | Sites::LastTo
            | Sites::LastBetween
            | Sites::OfMoves { .. }
            | Sites::Walk { .. }
            | Sites::Pattern(_)
            | Sites::Loop { .. }
            | Sites::Levels { .. }
            | Sites::Hidden { .. } => self.sites(sites).contains(site),
        }
    }

    /// The sites of type `t` among the slots of a set; the containers' sites only if asked for.
    pub fn of_type(&self, words: &[u64], t: usize, containers: bool) -> SiteSet {
        let layout = &self.g.layout;
        let (from, len) = match (t == layout.own, containers) {
            (true, true) => (0, layout.sites),
            (true, false) => (0, layout.board_sites),
            _ => (layout.base[t], layout.lens[t]),
        };
        slice_of_bits(words, from, len)
    }

    /// The sites of a set of slots with the site of one slot named by a field, if any.
    fn slot_set(&self, field: Field) -> SiteSet {
        let slot = self.s.field(field);
        let mut set = SiteSet::default();
        if slot >= 0 && (slot as usize) < self.g.layout.slots {
            set.insert(self.g.layout.site(slot as usize).1);
        }
        set
    }

    /// The players that some owners stand for, as bits (bit 0: nobody; the highest: all together).
    pub fn owner_bits(&mut self, owners: &'a Owners) -> u32 {
        let players = self.g.players;
        let every = (2u32 << players) - 2;
        match owners {
            Owners::One(player) => {
                let player = self.int(player);
                if (0..=players as i32 + 1).contains(&player) {
                    1 << player
                } else {
                    0
                }
            }
            Owners::All => (4u32 << players) - 1,
            Owners::Each => every,
            Owners::NonMover => every & !(1 << self.mover().clamp(0, 31)),
            Owners::Enemy | Owners::Friend | Owners::Ally | Owners::Team(_) => {
                let mover = self.mover();
                let team = match owners {
                    Owners::Team(team) => Some(self.int(team)),
                    _ => None,
                };
                let mut bits = 0;
                for player in 1..=players as i32 {
                    let wanted = match owners {
                        Owners::Enemy => !self.friends(mover, player),
                        Owners::Friend => self.friends(mover, player),
                        Owners::Ally => player != mover && self.friends(mover, player),
                        _ => {
                            let own = self
                                .s
                                .player(crate::layout::PlayerField::Team, player as usize);
                            team == Some(own)
                        }
                    };
                    if wanted {
                        bits |= 1 << player;
                    }
                }
                bits
            }
        }
    }

    /// Whether some owners include a player.
    #[inline]
    pub fn is_owner(&mut self, owners: &'a Owners, player: i32) -> bool {
        match owners {
            Owners::One(one) => self.int(one) == player,
            Owners::All => true,
            _ => (0..32).contains(&player) && self.owner_bits(owners) >> player & 1 == 1,
        }
    }

    fn occupied(
        &mut self,
        t: usize,
        owners: &'a Owners,
        container: Option<&'a crate::ir::Int>,
        kinds: Option<&'a [crate::ir::Int]>,
        top: bool,
    ) -> SiteSet {
        let bits = self.owner_bits(owners);
        let buried = !top && self.g.layout.levels > 0;
        let mut set = SiteSet::default();
        if buried {
            for site in 0..self.g.layout.lens[t].max(if t == self.g.layout.own {
                self.g.layout.sites
            } else {
                0
            }) as i32
            {
                let Some(slot) = self.slot(t, site) else {
                    continue;
                };
                let owned = (0..self.s.height(slot))
                    .any(|level| bits >> self.g.owners[self.s.what_at(slot, level)] & 1 == 1);
                if owned {
                    set.insert(site);
                }
            }
        } else {
            for owner in 0..self.g.players + 2 {
                if bits >> owner & 1 == 1 {
                    let owned = self.of_type(self.s.owned(owner), t, true);
                    if set.is_empty() {
                        set = owned;
                    } else {
                        set.union_with(&owned);
                    }
                }
            }
        }
        if let Some(container) = container {
            let index = self.int(container);
            let (first, size) = usize::try_from(index)
                .ok()
                .and_then(|index| self.g.containers.get(index))
                .map_or((0, 0), |container| (container.first, container.size));
            let inside: SiteSet = (first..first + size).map(|site| site as i32).collect();
            set.intersect_with(&inside);
        }
        if let Some(kinds) = kinds {
            let mut wanted: SmallVec<[usize; 8]> = SmallVec::new();
            for kind in kinds {
                let kind = self.int(kind);
                if kind > 0 {
                    wanted.push(kind as usize);
                }
            }
            let mut left = SiteSet::default();
            for site in set.iter() {
                let Some(slot) = self.slot(t, site) else {
                    continue;
                };
                let found = if buried {
                    (0..self.s.height(slot))
                        .any(|level| wanted.contains(&self.s.what_at(slot, level)))
                } else {
                    wanted.contains(&self.s.what(slot))
                };
                if found {
                    left.insert(site);
                }
            }
            return left;
        }
        set
    }

    fn filter(&mut self, of: &'a Sites, cond: &'a Bool) -> SiteSet {
        let of = self.sites(of);
        let mut set = SiteSet::default();
        let old = self.get(Iter::Site);
        for site in of.iter() {
            self.bind(Iter::Site, site);
            if self.bool(cond) {
                set.insert(site);
            }
        }
        self.bind(Iter::Site, old);
        set
    }

    /// Calls `visit` with each site one step from `site`.
    #[inline]
    pub fn each_step(&mut self, t: usize, dirs: &'a Dirs, site: i32, mut visit: impl FnMut(i32)) {
        let Some(slot) = self.slot(t, site) else {
            return;
        };
        for table in self.tables(dirs, slot) {
            for &to in table.steps_of(site as usize) {
                visit(i32::from(to));
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn around(
        &mut self,
        t: usize,
        of: &'a Sites,
        kind: Option<AroundKind>,
        distance: i32,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        include_self: bool,
    ) -> SiteSet {
        let of = self.sites(of);
        let mut set = SiteSet::default();
        let old = self.get(Iter::To);
        for site in of.iter() {
            let Some(slot) = self.slot(t, site) else {
                continue;
            };
            for table in self.tables(dirs, slot) {
                if distance == 1 {
                    for &to in table.steps_of(site as usize) {
                        self.around_one(t, i32::from(to), kind, cond, &mut set);
                    }
                } else if distance > 1 {
                    for ray in table.rays_of(site as usize) {
                        if let Some(&to) = table.ray(ray).get(distance as usize - 1) {
                            self.around_one(t, i32::from(to), kind, cond, &mut set);
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
        t: usize,
        to: i32,
        kind: Option<AroundKind>,
        cond: Option<&'a Bool>,
        set: &mut SiteSet,
    ) {
        if let Some(kind) = kind {
            let Some(slot) = self.slot(t, to) else { return };
            let empty = self.s.is_empty(slot);
            let owner = if empty { 0 } else { self.owner_at(slot) };
            let own = owner == self.mover();
            let enemy =
                owner > 0 && owner as usize <= self.g.players && !self.friends(self.mover(), owner);
            let wanted = match kind {
                AroundKind::Empty => empty,
                AroundKind::NotEmpty => !empty,
                AroundKind::Own => own,
                AroundKind::NotOwn => !own,
                AroundKind::Enemy => enemy,
                AroundKind::NotEnemy => !enemy,
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
    fn in_direction(
        &mut self,
        t: usize,
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
            let Some(slot) = self.slot(t, site) else {
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

    fn between(
        &mut self,
        t: usize,
        dirs: &'a Dirs,
        from: i32,
        to: i32,
        cond: Option<&'a Bool>,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(t, from) else {
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

    /// Adds the group of a site: what can be reached by steps over sites that satisfy the
    /// condition, or that hold pieces of the same owner where there is no condition.
    pub fn group(
        &mut self,
        t: usize,
        start: i32,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
        set: &mut SiteSet,
    ) {
        let Some(slot) = self.slot(t, start) else {
            return;
        };
        let owner = self.owner_at(slot);
        let old = self.bind(Iter::To, start);
        let mut todo: SmallVec<[i32; 64]> = SmallVec::new();
        let mut seen = SiteSet::new(self.g.layout.lens[t]);
        seen.insert(start);
        if cond.map_or(!self.s.is_empty(slot), |cond| self.bool(cond)) {
            todo.push(start);
            set.insert(start);
        }
        while let Some(site) = todo.pop() {
            let Some(slot) = self.slot(t, site) else {
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
                        None => self.slot(t, to).is_some_and(|slot| {
                            !self.s.is_empty(slot) && self.owner_at(slot) == owner
                        }),
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

    /// The sites of one type that touch a site of another.
    fn incident(&self, result: usize, of: usize, at: i32) -> &'a [u32] {
        let topology = &self.g.board.topology;
        let Some(site) = usize::try_from(at)
            .ok()
            .and_then(|at| topology.sites(type_of_index(of)).get(at))
        else {
            return &[];
        };
        match type_of_index(result) {
            SiteType::Vertex => &site.vertices,
            SiteType::Edge => &site.edges,
            SiteType::Cell => &site.cells,
        }
    }

    fn line_of_sight(&mut self, t: usize, kind: SightKind, at: i32, dirs: &'a Dirs) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(t, at) else {
            return set;
        };
        for table in self.tables(dirs, slot) {
            for ray in table.rays_of(at as usize) {
                let mut farthest = OFF;
                for &to in table.ray(ray) {
                    let to = i32::from(to);
                    let empty = self.slot(t, to).is_some_and(|slot| self.s.is_empty(slot));
                    if !empty {
                        if kind == SightKind::Piece {
                            set.insert(to);
                        }
                        break;
                    }
                    farthest = to;
                    if kind == SightKind::Empty {
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
    fn at_distance(
        &mut self,
        t: usize,
        relation: Relation,
        step: Option<&'a Dirs>,
        cond: Option<&'a Bool>,
        from: i32,
        low: i32,
        high: i32,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(t, from) else {
            return set;
        };
        let len = self.g.layout.lens[t];
        if from as usize >= len {
            return set;
        }
        let Some(step) = step else {
            let distances =
                self.g
                    .board
                    .topology
                    .distances(type_of_index(t), from as u32, relation);
            for (site, &distance) in distances.iter().enumerate() {
                if distance != u32::MAX && (low..=high).contains(&(distance as i32)) {
                    set.insert(site as i32);
                }
            }
            return set;
        };
        // The steps are those of the piece that stands at the origin, wherever it gets to.
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

    fn hand(&self, player: i32) -> SiteSet {
        self.g
            .containers
            .iter()
            .filter(|container| {
                container.kind == crate::layout::ContainerKind::Hand
                    && container.owner as i32 == player
            })
            .flat_map(|container| container.first..container.first + container.size)
            .map(|site| site as i32)
            .collect()
    }

    fn track_sites(&mut self, track: &'a TrackRef, from: Option<i32>, to: Option<i32>) -> SiteSet {
        let index = match track {
            TrackRef::Fixed(index) => Some(*index),
            TrackRef::ByPlayer(table, player) => {
                let player = self.int(player);
                usize::try_from(player)
                    .ok()
                    .and_then(|player| table.get(player).copied().flatten())
            }
            TrackRef::Bound => usize::try_from(self.get(Iter::Track)).ok(),
        };
        let mut set = SiteSet::default();
        let Some(track) = index.and_then(|index| self.g.board.tracks.get(index)) else {
            return set;
        };
        let steps = &track.steps;
        let start = match from {
            None => 0,
            Some(from) => match steps.iter().position(|step| step.site == from) {
                Some(start) => start,
                None => return set,
            },
        };
        // From somewhere on a loop the way goes all around it, if it must.
        let around = if track.looped && from.is_some() {
            start
        } else {
            0
        };
        for step in steps[start..].iter().chain(&steps[..around]) {
            set.insert(step.site);
            if to == Some(step.site) {
                break;
            }
        }
        set
    }

    #[inline]
    fn has_state(&self, t: usize, site: i32, state: i32) -> bool {
        self.slot(t, site).is_some_and(|slot| {
            !self.s.is_empty(slot) && self.s.state_at(slot, self.s.top(slot)) == state
        })
    }

    fn levels(
        &mut self,
        t: usize,
        at: i32,
        from_top: bool,
        cond: Option<&'a Bool>,
        start: Option<i32>,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(t, at) else {
            return set;
        };
        let height = self.s.height(slot) as i32;
        let old = self.get(Iter::Level);
        let first = start.unwrap_or(if from_top { height - 1 } else { 0 });
        let mut level = first;
        while (0..height).contains(&level) {
            self.bind(Iter::Level, level);
            if cond.is_none_or(|cond| self.bool(cond)) {
                set.insert(level);
            }
            level += if from_top { -1 } else { 1 };
        }
        self.bind(Iter::Level, old);
        set
    }

    /// Whether a property of what is on a site is hidden from a player.
    pub fn is_hidden(&self, t: usize, site: i32, data: Hidden, player: i32) -> bool {
        let Some(slot) = self.slot(t, site) else {
            return false;
        };
        player > 0 && self.s.hidden(slot) & hidden_bit(data, player as usize) != 0
    }
}

/// The mark of a property hidden from a player (from 1): seven bits for each.
#[must_use]
pub(crate) fn hidden_bit(data: Hidden, player: usize) -> u32 {
    let place = 7 * (player - 1) + data as usize;
    if place < 32 {
        1 << place
    } else {
        0
    }
}

/// The bits `from..from + len` of a row of words, moved to the front.
fn slice_of_bits(words: &[u64], from: usize, len: usize) -> SiteSet {
    let (skip, shift) = (from / 64, from % 64);
    let mut row: SmallVec<[u64; 6]> = SmallVec::new();
    for index in 0..len.div_ceil(64) {
        let low = words.get(skip + index).copied().unwrap_or(0) >> shift;
        let high = if shift == 0 {
            0
        } else {
            words.get(skip + index + 1).copied().unwrap_or(0) << (64 - shift)
        };
        row.push(low | high);
    }
    if len % 64 != 0 {
        if let Some(last) = row.last_mut() {
            *last &= (1 << (len % 64)) - 1;
        }
    }
    SiteSet::from_words(&row)
}
