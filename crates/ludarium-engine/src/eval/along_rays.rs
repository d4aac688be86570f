//! Regions along the rays from a site: directions, the sites between two sites, lines of sight.

use super::members::Walk;
use super::Evaluator;
use crate::ir::{Bool, Dirs, Iter, SightKind, Sites, INFINITY, OFF};
use crate::set::{word_at, SiteSet};

impl<'a> Evaluator<'a> {
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
        let mut set = SiteSet::new(self.game.layout.lens[site_type]);
        let old = self.get(Iter::To);
        // On two sites, a walk is no longer than a look at the sets.
        let stop_word = (most > 2)
            .then(|| self.stop_word(site_type, stop))
            .flatten();
        for site in from.iter() {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            if included {
                set.insert(site);
            }
            for table in self.tables(dirs, slot) {
                for ray in table.rays_of(site as usize) {
                    let path = table.ray(ray);
                    let known = stop_word.filter(|_| path.len() <= most).and_then(|stop| {
                        let stops = if stop_included { stop } else { 0 };
                        table.ray_sets().reached_in_word(ray, !stop, stops)
                    });
                    if let Some(found) = known {
                        #[cfg(debug_assertions)]
                        self.check_reached(path, found, (stop, stop_included));
                        set.add_word(0, found);
                        continue;
                    }
                    self.go_along(path.iter().take(most), (stop, stop_included), &mut set);
                }
            }
        }
        self.bind(Iter::To, old);
        set
    }

    /// The sites of a small board where `(sites Direction ...)` stops; `None` where the sets of the
    /// state do not tell.
    pub(super) fn stop_word(&mut self, site_type: usize, stop: Option<&'a Bool>) -> Option<u64> {
        let Some(stop) = stop else { return Some(0) };
        let layout = &self.game.layout;
        let by_sets = site_type == layout.own && self.game.cover == 0;
        if !by_sets || layout.lens[site_type] > 64 {
            return None;
        }
        let stops = self.set_where(stop, Walk::over(Iter::To))?;
        Some(word_at(stops.words(), 0))
    }

    /// Adds the sites of a path up to the first where a condition holds, if there is one.
    pub(super) fn go_along<'p>(
        &mut self,
        path: impl Iterator<Item = &'p u16>,
        (stop, stop_included): (Option<&'a Bool>, bool),
        set: &mut SiteSet,
    ) {
        for &to in path {
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

    /// Compares what is reached on a path with what a walk reaches.
    #[cfg(debug_assertions)]
    fn check_reached(&mut self, path: &[u16], found: u64, stop: (Option<&'a Bool>, bool)) {
        let walked = self.cross_check(|eval| {
            let mut set = SiteSet::default();
            eval.go_along(path.iter(), stop, &mut set);
            set
        });
        let same = |walked: SiteSet| walked.same(&SiteSet::from_words(&[found]));
        debug_assert!(walked.is_none_or(same), "{path:?}: {found:#x}");
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

    pub(super) fn line_of_sight(
        &mut self,
        site_type: usize,
        kind: SightKind,
        at: i32,
        dirs: &'a Dirs,
    ) -> SiteSet {
        let mut set = SiteSet::new(self.game.layout.lens[site_type]);
        let Some(slot) = self.slot(site_type, at) else {
            return set;
        };
        // Slots of the board's own type have the numbers of their sites.
        let own = site_type == self.game.layout.own;
        for table in self.tables(dirs, slot) {
            for ray in table.rays_of(at as usize) {
                let free = word_at(self.state.empty(), 0);
                let known = own.then(|| table.ray_sets().seen_in_word(ray, free, kind));
                let Some(found) = known.flatten() else {
                    self.see_along(site_type, table.ray(ray), kind, &mut set);
                    continue;
                };
                #[cfg(debug_assertions)]
                {
                    let mut walked = SiteSet::default();
                    self.see_along(site_type, table.ray(ray), kind, &mut walked);
                    debug_assert!(walked.same(&SiteSet::from_words(&[found])), "{kind:?}");
                }
                set.add_word(0, found);
            }
        }
        set
    }

    /// Adds what is seen along a path.
    pub(super) fn see_along(
        &self,
        site_type: usize,
        path: &[u16],
        kind: SightKind,
        set: &mut SiteSet,
    ) {
        let own = site_type == self.game.layout.own;
        let mut farthest = OFF;
        for &to in path {
            let to = i32::from(to);
            let slot = match own {
                true => Some(to as usize),
                false => self.slot(site_type, to),
            };
            if !slot.is_some_and(|slot| self.state.is_free(slot)) {
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
