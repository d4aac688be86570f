//! Generating the moves of one rule.

use smallvec::SmallVec;

use super::{Out, Run, Want};
use crate::ir::{
    Dirs, Effect, Hurdle, Int, Iter, LeapRef, Origin, Rule, RuleId, RuleKind, Target, OFF,
};
use crate::Move;

type Sites = SmallVec<[i32; 16]>;

impl<'a> Run<'a> {
    /// A move of this rule, remembering what it needs to be carried out later.
    #[inline]
    pub(super) fn make(&self, id: RuleId, rule: &Rule, from: i32, to: i32) -> Move {
        let mut mv = Move::new(id, from, to);
        for (index, &iter) in rule.captures.iter().enumerate() {
            mv.load[4 - index] = self.env[iter as usize] as i16;
        }
        mv
    }

    /// Binds again what the move remembers.
    #[inline]
    pub fn recall(&mut self, rule: &Rule, mv: Move) {
        for (index, &iter) in rule.captures.iter().enumerate() {
            self.env[iter as usize] = i32::from(mv.load[4 - index]);
        }
    }

    /// A move without places, such as a pass.
    #[inline]
    fn plain(&self, id: RuleId, rule: &Rule) -> Move {
        self.make(id, rule, OFF, OFF)
    }

    pub fn generate_rule(&mut self, id: RuleId, out: &mut Out) {
        let rule = &self.g.rules[id as usize];
        match &rule.kind {
            RuleKind::Step { from, dirs, to, .. } => self.each_origin(from, |run, site, slot| {
                if let (Dirs::Table(table), Want::All) = (dirs, out.want) {
                    if let Some(mask) = run.step_mask(to) {
                        run.step_in_mask(id, rule, slot, *table, mask, out);
                        return;
                    }
                }
                let old = run.get(Iter::To);
                for table in run.tables(dirs, slot) {
                    for &near in table.steps_of(site as usize) {
                        run.try_target(id, rule, slot, to, i32::from(near), out);
                        if out.done {
                            break;
                        }
                    }
                }
                run.bind(Iter::To, old);
            }),
            RuleKind::Slide {
                from,
                dirs,
                between,
                to,
                ..
            } => self.each_origin(from, |run, site, slot| {
                let sets = if matches!(out.want, Want::To(_)) {
                    None
                } else {
                    run.slide_sets(between, to)
                };
                for table in run.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        if let Some(sets) = &sets {
                            run.slide_in_sets(id, rule, slot, table.ray(ray), sets, out);
                            continue;
                        }
                        run.slide(id, rule, slot, table.ray(ray), between, to, out);
                        if out.done {
                            return;
                        }
                    }
                }
            }),
            RuleKind::Shoot {
                from,
                dirs,
                between,
                to,
                ..
            } => self.each_origin(from, |run, site, slot| {
                for table in run.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        run.shoot(id, rule, slot, table.ray(ray), between, to, out);
                    }
                }
            }),
            RuleKind::Hop {
                from,
                dirs,
                between,
                to,
                ..
            } => self.each_origin(from, |run, site, slot| {
                for table in run.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        run.hop(id, rule, slot, table.ray(ray), between, to, out);
                        if out.done {
                            return;
                        }
                    }
                }
            }),
            RuleKind::Leap { from, table, to } => self.each_origin(from, |run, site, slot| {
                let targets: &'a [Vec<u16>] = match table {
                    LeapRef::Fixed(targets) => targets,
                    LeapRef::ByFacing(tables) => tables
                        .get(run.facing_at(slot) as usize)
                        .map_or(&[], |table| table),
                };
                let old = run.get(Iter::To);
                if let Some(targets) = targets.get(site as usize) {
                    for &near in targets {
                        run.try_target(id, rule, slot, to, i32::from(near), out);
                    }
                }
                run.bind(Iter::To, old);
            }),
            RuleKind::FromTo {
                from, to, count, ..
            } => self.each_origin(from, |run, _, slot| {
                if run.s.is_empty(slot) {
                    return;
                }
                // How many is settled before `(to)` stands for the target.
                let count = match count {
                    Some(count) => run.int(count).max(0),
                    None => OFF,
                };
                run.over_targets(
                    to,
                    |run, site, out| {
                        if let Some(target) = run.allowed(to, site, out) {
                            let mut mv = run.make(id, rule, slot as i32, target);
                            mv.put(0, count);
                            out.push(mv);
                        }
                    },
                    out,
                );
            }),
            RuleKind::Append(effect) => {
                let all = self.list(self.g.effect(*effect));
                if let Some(first) = all.first() {
                    out.push(self.make(id, rule, first.origin(), first.target()));
                }
                self.give_back(all);
            }
            RuleKind::Add { what, to, .. } | RuleKind::Claim { what, to, .. } => {
                let count = match &rule.kind {
                    RuleKind::Add { count, .. } => self.int_or(count.as_ref(), 1),
                    _ => 1,
                };
                if count <= 0 {
                    return;
                }
                // A placement with an effect of its own on the target is offered twice.
                let twice = rule.kind.offered_twice(rule.decision);
                for kind in what {
                    let kind = self.int(kind);
                    if kind <= 0 {
                        continue;
                    }
                    self.over_targets(
                        to,
                        |run, site, out| {
                            let Some(slot) = run.allowed(to, site, out) else {
                                return;
                            };
                            let mut mv = run.make(id, rule, slot, slot);
                            mv.load[0] = kind as i16;
                            mv.load[1] = count as i16;
                            out.push(mv);
                            if twice {
                                out.push(mv);
                            }
                        },
                        out,
                    );
                }
            }
            RuleKind::Select { from, to, .. } => {
                self.each_origin(from, |run, site, slot| match to {
                    // A bare `(to)` is the place itself.
                    Some(to) if to.site.is_none() && to.sites.is_none() => {
                        run.try_target(id, rule, slot, to, site, out);
                    }
                    Some(to) => {
                        run.over_targets(
                            to,
                            |run, site, out| run.try_target(id, rule, slot, to, site, out),
                            out,
                        );
                    }
                    None => {
                        let mv = run.make(id, rule, slot as i32, slot as i32);
                        out.push(mv);
                    }
                })
            }
            RuleKind::Remove {
                t,
                sites,
                single,
                level,
                count,
                ..
            } => {
                let count = self.int_or(count.as_ref(), 1);
                if let Some(single) = single {
                    let site = self.int(single);
                    self.remove_at(id, rule, *t, site, level.as_ref(), count, out);
                } else {
                    let sites = self.sites(sites);
                    for site in sites.iter() {
                        self.remove_at(id, rule, *t, site, level.as_ref(), count, out);
                    }
                }
            }
            RuleKind::Promote {
                t, at, what, owner, ..
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*t, at) else {
                    return;
                };
                let owner = owner.as_ref().map(|owner| self.int(owner));
                for kind in what {
                    let kind = match (kind, owner) {
                        // The kind of this name that the given player owns.
                        (Int::ByPlayer(kinds, _), Some(owner)) => {
                            kinds.get(owner.max(0) as usize).copied().unwrap_or(OFF)
                        }
                        _ => self.int(kind),
                    };
                    if kind > 0 {
                        let mut mv = self.make(id, rule, slot as i32, slot as i32);
                        mv.load[0] = kind as i16;
                        out.push(mv);
                    }
                }
            }
            _ => self.generate_effect(id, rule, out),
        }
    }

    /// The leaves that name no piece to move: passes, settings, scores.
    fn generate_effect(&mut self, id: RuleId, rule: &'a Rule, out: &mut Out) {
        let mut mv = self.plain(id, rule);
        match &rule.kind {
            RuleKind::Propose(texts) | RuleKind::Vote(texts) => {
                for &text in texts {
                    mv.load[0] = text as i16;
                    out.push(mv);
                }
                return;
            }
            RuleKind::SwapPieces { first, second } => {
                let (first, second) = (self.int(first), self.int(second));
                mv.from = first as u16;
                mv.to = second as u16;
            }
            RuleKind::SetNextPlayer(players) => {
                for player in self.ints(players) {
                    mv.load[0] = player as i16;
                    out.push(mv);
                }
                return;
            }
            RuleKind::MoveAgain => mv.load[0] = self.mover() as i16,
            RuleKind::SetScore { player, value, .. }
            | RuleKind::SetPlayerValue { player, value } => {
                let mut room = [0; 20];
                let players = self.g.players;
                let all = self.owner_list(player, &mut room);
                for &player in all
                    .iter()
                    .filter(|&&one| (1..=players).contains(&usize::from(one)))
                {
                    // `(player)` stands for the player whose value is being set.
                    let old = self.bind(Iter::Player, i32::from(player));
                    let value = self.int(value);
                    self.bind(Iter::Player, old);
                    mv.put(0, value);
                    mv.load[2] = i16::from(player);
                    out.push(mv);
                }
                return;
            }
            RuleKind::SetState {
                t,
                at,
                level,
                value,
            }
            | RuleKind::SetPieceValue {
                t,
                at,
                level,
                value,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*t, at) else {
                    return;
                };
                let level = match level {
                    Some(level) => self.int(level),
                    None => OFF,
                };
                let value = self.int(value);
                mv.from = slot as u16;
                mv.to = slot as u16;
                mv.put(0, value);
                mv.load[2] = level as i16;
            }
            RuleKind::SetCount { t, at, value } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*t, at) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
                let value = self.int(value);
                mv.put(0, value);
            }
            RuleKind::SetCounter(value)
            | RuleKind::SetPot(value)
            | RuleKind::SetVar { value, .. } => {
                let value = self.int(value);
                mv.put(0, value);
            }
            RuleKind::SetPending(sites, single) => {
                match (single, sites) {
                    (Some(single), _) => {
                        let value = self.int(single);
                        mv.put(0, value);
                        out.push(mv);
                    }
                    (None, Some(sites)) => {
                        let sites = self.sites(sites);
                        for site in sites.iter() {
                            mv.put(0, site);
                            out.push(mv);
                        }
                    }
                    (None, None) => {
                        mv.put(0, OFF);
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::Remember {
                list,
                value,
                unique,
            } => {
                let value = self.int(value);
                if *unique && self.s.lists[*list].contains(&value) {
                    return;
                }
                mv.put(0, value);
            }
            RuleKind::Forget { list, value } => {
                match value {
                    Some(value) => {
                        let value = self.int(value);
                        mv.put(0, value);
                        out.push(mv);
                    }
                    None => {
                        for value in self.s.lists[*list].clone() {
                            mv.put(0, value);
                            out.push(mv);
                        }
                    }
                }
                return;
            }
            RuleKind::Trigger { player, .. } => {
                let player = self.int(player);
                mv.load[0] = player as i16;
            }
            RuleKind::Note { to, .. } => {
                let mut room = [0; 20];
                let players = self.g.players;
                let all = self.owner_list(to, &mut room);
                for &player in all
                    .iter()
                    .filter(|&&one| (1..=players).contains(&usize::from(one)))
                {
                    mv.load[0] = i16::from(player);
                    out.push(mv);
                }
                return;
            }
            RuleKind::SetHidden { t, sites, to, .. } => {
                let sites = self.sites(sites);
                let mut room = [0; 20];
                let players: SmallVec<[u8; 20]> =
                    self.owner_list(to, &mut room).iter().copied().collect();
                for site in sites.iter() {
                    let Some(slot) = self.slot(*t, site) else {
                        continue;
                    };
                    for &player in &players {
                        mv.from = slot as u16;
                        mv.to = slot as u16;
                        mv.load[0] = i16::from(player);
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::SetRotation {
                to,
                values,
                previous,
                next,
            } => {
                return self.generate_rotation(
                    id,
                    rule,
                    to.as_ref(),
                    values,
                    *previous,
                    *next,
                    out,
                );
            }
            RuleKind::Bet { player, low, high } => {
                let player = self.int(player);
                let (low, high) = (self.int(low), self.int(high));
                for amount in low..=high {
                    mv.load[0] = amount as i16;
                    mv.load[1] = player as i16;
                    out.push(mv);
                }
                return;
            }
            RuleKind::Flip { t, at } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*t, at) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
            }
            RuleKind::Sow(sow) => {
                let start = self.int(&sow.start);
                let Some(slot) = self.slot(sow.t, start) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
                // How many is settled before anything else happens to the holes.
                let count = self.int(&sow.count);
                mv.put(0, count);
            }
            RuleKind::TakeControl { of, by, .. } => {
                let mut room = [0; 20];
                let by = self.int(by);
                for &player in self.owner_list(of, &mut room) {
                    mv.load[0] = i16::from(player);
                    mv.load[1] = by as i16;
                    out.push(mv);
                }
                return;
            }
            RuleKind::Attract { t, from, .. } | RuleKind::Push { t, from, .. } => {
                let from = self.int(from);
                let Some(slot) = self.slot(*t, from) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
            }
            _ => {}
        }
        out.push(mv);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn generate_rotation(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        to: Option<&'a Target>,
        values: &'a [Int],
        previous: bool,
        next: bool,
        out: &mut Out,
    ) {
        let site = match to.and_then(|to| to.site.as_ref()) {
            Some(site) => self.int(site),
            None => self.get(Iter::From),
        };
        let t = to.map_or(self.g.layout.own, |to| to.t);
        let Some(slot) = self.slot(t, site) else {
            return;
        };
        let mut mv = self.make(id, rule, slot as i32, slot as i32);
        if values.is_empty() {
            let around = self.g.rotations_of(t);
            let now = self.s.rotation_at(slot, self.s.top(slot));
            for (wanted, turn) in [(previous, -1), (next, 1)] {
                if wanted {
                    mv.load[0] = (now + turn).rem_euclid(around) as i16;
                    out.push(mv);
                }
            }
        }
        for value in values {
            mv.load[0] = self.int(value) as i16;
            out.push(mv);
        }
    }

    /// Runs `body` for each origin that the rule allows: (site, slot), with `(from)` bound.
    fn each_origin(&mut self, origin: &'a Origin, mut body: impl FnMut(&mut Self, i32, usize)) {
        let old = self.get(Iter::From);
        match &origin.sites {
            None => {
                let site = self.int(&origin.site);
                self.at_origin(origin, site, &mut body);
            }
            Some(sites) => {
                let sites = self.sites(sites);
                for site in sites.iter() {
                    self.at_origin(origin, site, &mut body);
                }
            }
        }
        self.bind(Iter::From, old);
    }

    #[inline]
    fn at_origin(
        &mut self,
        origin: &'a Origin,
        site: i32,
        body: &mut impl FnMut(&mut Self, i32, usize),
    ) {
        let Some(slot) = self.slot(origin.t, site) else {
            return;
        };
        self.bind(Iter::From, site);
        if let Some(cond) = &origin.cond {
            if !self.bool(cond) {
                return;
            }
        }
        body(self, site, slot);
    }

    /// Runs `body` for each site that `(to ...)` names.
    fn over_targets(
        &mut self,
        to: &'a Target,
        mut body: impl FnMut(&mut Self, i32, &mut Out),
        out: &mut Out,
    ) {
        let old = self.get(Iter::To);
        if let Some(site) = &to.site {
            let site = self.int(site);
            body(self, site, out);
        } else if let Some(sites) = &to.sites {
            if let crate::ir::Sites::List(list) = sites {
                // A list keeps its repetitions: each is a move of its own.
                let sites: Sites = list.iter().map(|site| self.int(site)).collect();
                for site in sites {
                    body(self, site, out);
                }
            } else {
                let sites = self.sites(sites);
                for site in sites.iter() {
                    body(self, site, out);
                    if out.done {
                        break;
                    }
                }
            }
        } else {
            body(self, old, out);
        }
        self.bind(Iter::To, old);
    }

    /// The slot of `site` if the rule lets a piece go there; binds `(to)`.
    #[inline]
    fn allowed(&mut self, to: &'a Target, site: i32, out: &Out) -> Option<i32> {
        let slot = self.slot(to.t, site)?;
        if let Want::To(wanted) = out.want {
            if slot != usize::from(wanted) {
                return None;
            }
        }
        self.bind(Iter::To, site);
        match &to.cond {
            Some(cond) if !self.bool(cond) => None,
            _ => Some(slot as i32),
        }
    }

    #[inline]
    fn try_target(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        to: &'a Target,
        site: i32,
        out: &mut Out,
    ) {
        if let Some(slot) = self.allowed(to, site, out) {
            let mv = self.make(id, rule, from as i32, slot);
            out.push(mv);
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn slide(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut Out,
    ) {
        let wanted = match out.want {
            Want::To(wanted) => {
                // Only a ray that leads there is of interest.
                if !path
                    .iter()
                    .any(|&site| self.slot(to.t, i32::from(site)) == Some(usize::from(wanted)))
                {
                    return;
                }
                Some(usize::from(wanted))
            }
            _ => None,
        };
        let (low, high) = (self.int(&between.low), self.int(&between.high));
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for (index, &site) in path.iter().enumerate() {
            let distance = index as i32 + 1;
            let site = i32::from(site);
            let Some(slot) = self.slot(to.t, site) else {
                break;
            };
            if distance > high || out.done {
                break;
            }
            self.bind(Iter::To, site);
            self.bind(Iter::Between, site);
            let mut arrive = false;
            let mut pass_on = true;
            if distance >= low && to.cond.as_ref().is_some_and(|cond| self.bool(cond)) {
                arrive = true;
                pass_on = false;
            } else {
                let free = match &between.cond {
                    Some(cond) => self.bool(cond),
                    None => self.s.is_empty(slot),
                };
                if !free {
                    pass_on = false;
                } else if distance >= low {
                    arrive = true;
                }
            }
            // The condition of the effect says where a slide may end at all.
            if let (
                true,
                Some(Effect {
                    cond: Some(cond), ..
                }),
            ) = (arrive, &to.effect)
            {
                arrive = self.bool(cond);
            }
            if arrive && wanted.is_none_or(|wanted| wanted == slot) {
                let mut mv = self.make(id, rule, from as i32, slot as i32);
                mv.load[0] = path[0] as i16;
                mv.load[1] = distance as i16;
                out.push(mv);
            }
            if !pass_on {
                break;
            }
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn shoot(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut Out,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        for &site in path {
            let site = i32::from(site);
            let Some(slot) = self.slot(to.t, site) else {
                break;
            };
            self.bind(Iter::To, site);
            self.bind(Iter::Between, site);
            let free = match &between.cond {
                Some(cond) => self.bool(cond),
                None => self.s.is_empty(slot),
            };
            if !free || out.done {
                break;
            }
            if to.cond.as_ref().is_none_or(|cond| self.bool(cond)) {
                let _ = from;
                let mv = self.make(id, rule, slot as i32, slot as i32);
                out.push(mv);
            }
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn hop(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        between: &'a Hurdle,
        to: &'a Target,
        out: &mut Out,
    ) {
        let saved = (self.get(Iter::To), self.get(Iter::Between));
        let (before, after) = (
            self.int(&between.before) as usize,
            self.int(&between.after) as usize,
        );
        let (low, high) = (
            self.int(&between.low) as usize,
            self.int(&between.high) as usize,
        );
        let mut at = 0;
        while at < path.len() && at <= before {
            if self.is_hurdle(between, to.t, i32::from(path[at])) {
                let mut long = 1;
                loop {
                    if long >= low.max(1) {
                        self.land(id, rule, from, path, at, long, after, to, out);
                    }
                    if long >= high || at + long >= path.len() || out.done {
                        break;
                    }
                    if !self.is_hurdle(between, to.t, i32::from(path[at + long])) {
                        break;
                    }
                    long += 1;
                }
                break;
            }
            let empty = self
                .slot(to.t, i32::from(path[at]))
                .is_some_and(|slot| self.s.is_empty(slot));
            if !empty {
                break;
            }
            at += 1;
        }
        self.bind(Iter::To, saved.0);
        self.bind(Iter::Between, saved.1);
    }

    #[inline]
    fn is_hurdle(&mut self, between: &'a Hurdle, _t: usize, site: i32) -> bool {
        self.bind(Iter::Between, site);
        match &between.cond {
            Some(cond) => self.bool(cond),
            None => true,
        }
    }

    /// Landings beyond the hurdles `path[at..at + long]`.
    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn land(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        at: usize,
        long: usize,
        after: usize,
        to: &'a Target,
        out: &mut Out,
    ) {
        self.bind(Iter::Between, i32::from(path[at]));
        for &site in path.iter().skip(at + long).take(after.saturating_add(1)) {
            let site = i32::from(site);
            let Some(slot) = self.slot(to.t, site) else {
                break;
            };
            self.bind(Iter::To, site);
            // With a condition of its own, the effect says where the hop ends, and the target how far
            // it may fly.
            let stop = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
            match stop {
                Some(stop) => {
                    if !self.bool(stop) {
                        if to.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                            break;
                        }
                        continue;
                    }
                }
                None => {
                    if to.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                        break;
                    }
                }
            }
            if let Want::To(wanted) = out.want {
                if slot != usize::from(wanted) {
                    if stop.is_some() {
                        break;
                    }
                    continue;
                }
            }
            let mut mv = self.make(id, rule, from as i32, slot as i32);
            mv.load[0] = path[at] as i16;
            mv.load[1] = long as i16;
            out.push(mv);
            if stop.is_some() {
                break;
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // the parts of one rule
    fn remove_at(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        t: usize,
        site: i32,
        level: Option<&'a Int>,
        count: i32,
        out: &mut Out,
    ) {
        let Some(slot) = self.slot(t, site) else {
            return;
        };
        if self.s.is_empty(slot) {
            return;
        }
        let level = match level {
            Some(level) => self.int(level),
            None => OFF,
        };
        let mut mv = self.make(id, rule, slot as i32, slot as i32);
        mv.load[0] = count as i16;
        mv.load[1] = level as i16;
        out.push(mv);
    }
}
