//! Regions: computes sets of sites.

use smallvec::SmallVec;

use super::members::Walk;
use super::rotating_steps::RotatingWalk;
use super::{Evaluator, MoveSink, Want, SITES_A_STEP};
use crate::game::NamedSites;
use crate::ir::{Bool, Dirs, Iter, Owners, Sites, TrackRef};
use crate::layout::type_of_index;
use crate::layout::{ExtraSet, Field};
use crate::set::{reaches, SiteSet};

/// The number of sites above which the size of a set is counted as steps.
const LARGE_BOARD: usize = 1_000;

impl<'a> Evaluator<'a> {
    /// The sites of a region.
    pub fn sites(&mut self, sites: &'a Sites) -> SiteSet {
        let len = self.game.layout.sites;
        if len > LARGE_BOARD && !self.steps(len / SITES_A_STEP) {
            return SiteSet::default();
        }
        // What is asked most, in a small frame: regions are evaluated within others.
        match sites {
            Sites::Const(set) => set.clone(),
            Sites::Tabulated(table) => match self.tabulated_sites(table) {
                Some(set) => set.clone(),
                None => self.sites(&table.of),
            },
            Sites::List(list) => {
                let mut set = SiteSet::default();
                for site in list {
                    let site = self.int(site);
                    set.insert(site);
                }
                set
            }
            Sites::Empty(site_type) => self.of_type(self.state.empty(), *site_type, false),
            Sites::Occupied {
                site_type,
                owners: Owners::One(player),
                container: None,
                kinds: None,
                top,
                hands,
            } if *top || self.game.layout.levels == 0 => self.of_player(*site_type, player, *hands),
            _ => self.sites_of_parts(sites),
        }
    }

    /// The sites of a region that is computed from others.
    #[inline(never)]
    fn sites_of_parts(&mut self, sites: &'a Sites) -> SiteSet {
        match sites {
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
            _ => self.sites_of_board(sites),
        }
    }

    /// The sites of a region that is looked for on the board, or in the course of the game.
    #[inline(never)]
    fn sites_of_board(&mut self, sites: &'a Sites) -> SiteSet {
        match sites {
            Sites::OfInts(ints) => self.ints(ints).into_iter().collect(),
            Sites::Occupied {
                site_type,
                owners,
                container,
                kinds,
                top,
                hands,
            } => {
                let (container, kinds) = (container.as_ref(), kinds.as_deref());
                let mut set = self.occupied(*site_type, owners, container, kinds, *top, *hands);
                if self.game.cover > 0 && container.is_some() {
                    self.add_covered(&mut set);
                }
                set
            }
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
                site_type,
                of,
                kind,
                distance,
                dirs,
                cond,
                each_from,
                include_self,
            } => {
                let distance = self.int(distance);
                let outer = self.get(Iter::From);
                let around = self.around(
                    *site_type,
                    of,
                    *kind,
                    distance,
                    dirs,
                    (cond.as_deref(), *each_from),
                    *include_self,
                );
                self.bind(Iter::From, outer);
                around
            }
            Sites::Direction {
                site_type,
                from,
                dirs,
                included,
                stop,
                stop_included,
                distance,
            } => {
                let distance = self.int(distance);
                self.in_direction(
                    *site_type,
                    from,
                    dirs,
                    *included,
                    stop.as_deref(),
                    *stop_included,
                    distance,
                )
            }
            Sites::Between {
                site_type,
                dirs,
                from,
                to,
                from_included,
                to_included,
                cond,
            } => {
                let (from, to) = (self.int(from), self.int(to));
                let mut set = self.between(*site_type, dirs, from, to, cond.as_deref());
                if *from_included {
                    set.insert(from);
                }
                if *to_included {
                    set.insert(to);
                }
                set
            }
            Sites::Expand {
                site_type,
                of,
                steps,
                dirs,
            } => {
                let mut set = self.sites(of);
                for _ in 0..self.int(steps) {
                    let near = self.beside(*site_type, dirs, &set);
                    let before = set.len();
                    set.union_with(&near);
                    if set.len() == before {
                        break;
                    }
                }
                set
            }
            Sites::Group {
                site_type,
                from,
                dirs,
                cond,
            } => {
                let from = self.sites(from);
                let mut set = SiteSet::default();
                for start in from.iter() {
                    if !set.contains(start) {
                        self.group(*site_type, start, dirs, cond.as_deref(), &mut set);
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
                let topology = &self.game.board.topology;
                let (to, from) = (type_of_index(*result), type_of_index(*of));
                let at = u32::try_from(at).ok();
                for site in at
                    .into_iter()
                    .flat_map(|at| topology.incident(to, from, at))
                {
                    let slot = self.slot(*result, site as i32);
                    if owner
                        .is_none_or(|owner| slot.is_some_and(|slot| self.owner_at(slot) == owner))
                    {
                        set.insert(site as i32);
                    }
                }
                set
            }
            Sites::LineOfSight {
                site_type,
                kind,
                at,
                dirs,
            } => {
                let at = self.int(at);
                self.line_of_sight(*site_type, *kind, at, dirs)
            }
            Sites::Distance {
                site_type,
                step,
                by_step,
                cond,
                turning,
                from,
                low,
                high,
                layers,
            } => {
                let (from, low, high) = (self.int(from), self.int(low), self.int(high));
                // Along steps of its own, the origin is never at a distance, however short.
                let low = if *by_step { low.max(1) } else { low };
                if let Some(turning) = turning {
                    let walk = RotatingWalk {
                        site_type: *site_type,
                        step,
                        cond: cond.as_deref(),
                        turning,
                    };
                    let reached = self.rotating_steps(&walk, from, high);
                    let near = reached.into_iter().filter(|&(_, far)| far >= low);
                    return near.map(|(site, _)| site).collect();
                }
                if let (Dirs::Table(_), None, false) = (&**step, cond, self.reference_mode) {
                    return self.in_layers(*site_type, step, layers, from, low, high);
                }
                self.at_distance(*site_type, step, cond.as_deref(), from, low, high)
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
                let choice: SmallVec<[i32; 64]> = self.sites(of).iter().collect();
                let num = self.int(num).clamp(0, choice.len() as i32) as usize;
                let mut set = SiteSet::default();
                // Sites drawn before are drawn again, up to a limit.
                for _ in 0..16 * choice.len() {
                    if set.len() >= num {
                        break;
                    }
                    let index = self.rng().below(choice.len() as u32) as usize;
                    set.insert(choice[index]);
                }
                let left: SmallVec<[i32; 64]> = (choice.into_iter())
                    .filter(|&site| !set.contains(site))
                    .collect();
                for site in left.into_iter().take(num.saturating_sub(set.len())) {
                    set.insert(site);
                }
                set
            }
            Sites::Pending => self.of_type(
                self.state.extra(ExtraSet::Pending),
                self.game.layout.own,
                true,
            ),
            Sites::ToClear => self.of_type(
                self.state.extra(ExtraSet::ToClear),
                self.game.layout.own,
                true,
            ),
            Sites::LastFrom => self.slot_set(Field::LastFrom),
            Sites::LastTo => {
                let mut sites = self.slot_set(Field::LastTo);
                if let Some(list) = self.game.pushed_list() {
                    for &slot in &self.state.lists[list] {
                        sites.insert(self.game.layout.site(slot as usize).1);
                    }
                }
                sites
            }
            Sites::LastBetween => {
                let list = self.game.passed_list();
                let slots = list.map_or(&[][..], |list| &self.state.lists[list][..]);
                let sites = slots
                    .iter()
                    .map(|&slot| self.game.layout.site(slot as usize).1);
                sites.collect()
            }
            Sites::State { site_type, state } => {
                let state = self.int(state);
                if let Some(set) = self.state.with_state(
                    self.game.layout.base[*site_type],
                    self.game.layout.lens[*site_type],
                    state,
                ) {
                    return set;
                }
                let mut set = SiteSet::default();
                for site in 0..self.game.layout.lens[*site_type] as i32 {
                    if self.has_state(*site_type, site, state) {
                        set.insert(site);
                    }
                }
                set
            }
            Sites::OfMoves { part, moves } => {
                let mut out = MoveSink::new(
                    Want::All,
                    self.state.buffers.moves.pop().unwrap_or_default(),
                );
                self.generate(moves, &mut out);
                let mut set = SiteSet::default();
                for &mv in &out.moves {
                    self.part_of_move(mv, *part, &mut set);
                }
                out.moves.clear();
                self.state.buffers.moves.push(out.moves);
                set
            }
            Sites::Levels {
                site_type,
                at,
                from_top,
                cond,
                start,
            } => {
                let at = self.int(at);
                let start = start.as_ref().map(|start| self.int(start));
                self.levels(*site_type, at, *from_top, cond.as_deref(), start)
            }
            Sites::Crossing { at, owners } => {
                let at = self.int(at);
                let owners = self.owner_mask(owners);
                self.crossing_edges(at, owners)
            }
            Sites::Hidden {
                site_type,
                data,
                player,
            } => {
                let player = self.int(player);
                let mut set = SiteSet::default();
                for site in 0..self.game.layout.lens[*site_type] as i32 {
                    if self.is_hidden(*site_type, site, *data, player) {
                        set.insert(site);
                    }
                }
                set
            }
            Sites::Pattern(pattern) => self.pattern_sites(pattern),
            Sites::Loop { test, inside } => self.loop_sites(test, *inside),
            Sites::LargePiece { site_type, at } => {
                let at = self.int(at);
                self.large_piece(*site_type, at)
            }
            Sites::Winning { player, moves } => {
                let player = self.int(player);
                self.winning_sites(player, moves)
            }
            Sites::LineOfPlay(site_type) => self.line_of_play(*site_type),
            Sites::Named(index) => self.named_sites(*index),
            Sites::ForEachTeam(body) => self.sites_of_teams(body),
            // Handled above; named, so that a new kind of region cannot be left out.
            Sites::Const(_)
            | Sites::Tabulated(_)
            | Sites::List(_)
            | Sites::Empty(_)
            | Sites::Union(_)
            | Sites::Intersection(_)
            | Sites::Difference(..)
            | Sites::If(..)
            | Sites::Filter(..) => SiteSet::default(),
        }
    }

    /// A region of the equipment: the sites drawn before the start, or computed now.
    pub(super) fn named_sites(&mut self, index: usize) -> SiteSet {
        let named: &'a NamedSites = &self.game.named_sites[index];
        if let Some(drawn) = named.drawn {
            let list = &self.state.lists[self.game.drawn_list(drawn)];
            return list.iter().copied().collect();
        }
        if self.step() {
            self.sites(&named.sites)
        } else {
            SiteSet::default()
        }
    }

    /// Draws the regions that depend on chance.
    pub(super) fn draw_regions(&mut self) {
        for named in &self.game.named_sites {
            let Some(drawn) = named.drawn else { continue };
            let sites = self.sites(&named.sites);
            let list = self.game.drawn_list(drawn);
            sites
                .iter()
                .for_each(|site| self.state.remember(list, site));
        }
    }

    /// Whether a condition holds with `(site)` bound.
    #[inline]
    pub(super) fn holds_on(&mut self, cond: &'a Bool, site: i32) -> bool {
        let old = self.bind(Iter::Site, site);
        let holds = self.bool(cond);
        self.bind(Iter::Site, old);
        holds
    }

    fn filter(&mut self, of: &'a Sites, cond: &'a Bool) -> SiteSet {
        /// The number of sites from which a set pays that is computed for the whole board.
        const SEVERAL: usize = 4;
        let of = self.sites(of);
        let on_board = !reaches(of.words(), self.game.layout.board_sites);
        if on_board && of.len() >= SEVERAL {
            if let Some(mut set) = self.set_where(cond, Walk::over(Iter::Site)) {
                set.intersect_with(&of);
                if cfg!(debug_assertions) {
                    let plain = self.cross_check(|eval| eval.filter_by_sites(&of, cond));
                    debug_assert!(plain.is_none_or(|plain| plain.same(&set)), "{cond:?}");
                }
                return set;
            }
        }
        self.filter_by_sites(&of, cond)
    }

    /// The sites of a set for which a condition holds, asked one by one.
    fn filter_by_sites(&mut self, of: &SiteSet, cond: &'a Bool) -> SiteSet {
        let mut set = of.clone();
        let old = self.get(Iter::Site);
        set.retain(|site| {
            self.bind(Iter::Site, site);
            self.bool(cond)
        });
        self.bind(Iter::Site, old);
        set
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
        let Some(track) = index.and_then(|index| self.game.board.tracks.get(index)) else {
            return set;
        };
        let steps = &track.steps;
        let start = match from {
            None => 0,
            Some(from) => match track.place_of(from) {
                Some(start) => start,
                None => return set,
            },
        };
        // After the last site comes the first, even if the track is no loop; without an end, the
        // whole track counts.
        for step in steps[start..].iter().chain(&steps[..start]) {
            set.insert(step.site);
            if to == Some(step.site) {
                break;
            }
        }
        set
    }
}
