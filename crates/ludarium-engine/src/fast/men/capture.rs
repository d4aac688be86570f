//! What is captured by where it stands.

use super::along::RaysAlong;
use super::board::Words;
use super::front::moved_back;
use super::pinch::Pairs;
use super::region::both;
use super::rule::{Capture, Deed, Line, Ray, Standing, Together};
use super::terms::Num;
use super::Course;
use crate::ir::{CaptureKind, Iter, INFINITY};
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// Calls `take` for every site captured, with the site bound.
    pub(super) fn captured(&mut self, capture: &'k Capture, take: &mut dyn FnMut(&mut Self)) {
        let from = self.num(&capture.from);
        let Some(slot) = self.slot(from) else {
            return;
        };
        let saved = self.board.env;
        if let Some(lines) = &capture.lines {
            self.directional_along(capture, lines, slot, take);
            self.board.env = saved;
            return;
        }
        if slot + 1 >= capture.first.len() {
            return;
        }
        match capture.kind {
            CaptureKind::Custodial => self.custodial(capture, slot, take),
            CaptureKind::Intervene => self.intervene(capture, slot, take),
            CaptureKind::Surround => self.surround(capture, slot, take),
            CaptureKind::Directional => self.directional(capture, slot, take),
            CaptureKind::Enclose => {}
        }
        self.board.env = saved;
    }

    #[inline]
    fn is_target(&mut self, capture: &'k Capture, site: u16) -> bool {
        if matches!(capture.target, Standing::Test(_)) {
            self.board.bind(Iter::Between, i32::from(site));
        }
        self.stands(&capture.target, site)
    }

    #[inline]
    fn is_friend(&mut self, capture: &'k Capture, site: u16) -> bool {
        self.stands(&capture.friend, site)
    }

    /// Whether somebody of a sort stands on a site, which a test takes for `(to)`.
    #[inline]
    fn stands(&mut self, sort: &'k Standing, site: u16) -> bool {
        match sort {
            Standing::Place(place) => self.holds(place, usize::from(site)),
            Standing::Test(cond) => {
                self.board.bind(Iter::To, i32::from(site));
                self.test(cond)
            }
        }
    }

    fn take_each(&mut self, sites: &[u16], take: &mut dyn FnMut(&mut Self)) {
        for &site in sites {
            self.board.bind(Iter::Between, i32::from(site));
            self.board.bind(Iter::To, i32::from(site));
            take(self);
            if self.first_only {
                return;
            }
        }
    }

    /// How many targets lie in a row at the beginning of a path.
    #[inline]
    fn held(&mut self, capture: &'k Capture, path: &[u16]) -> usize {
        let mut held = 0;
        while held < path.len() && held < capture.high && self.is_target(capture, path[held]) {
            held += 1;
        }
        held
    }

    fn custodial(&mut self, capture: &'k Capture, slot: usize, take: &mut dyn FnMut(&mut Self)) {
        let sets = match (&capture.target, &capture.friend) {
            (Standing::Place(target), Standing::Place(friend)) => {
                let targets = self.set_of(target);
                // Mostly there is none.
                if !meet(&targets, &capture.beside[slot]) {
                    return;
                }
                Some((targets, self.set_of(friend)))
            }
            _ => None,
        };
        for ray in capture.rays_of(slot) {
            let path = capture.along(ray);
            let held = match &sets {
                Some((targets, friends)) => capture.held_in(targets, friends, path),
                None => self.held_between(capture, path),
            };
            if held > 0 {
                self.take_each(&path[..held], take);
                if self.first_only {
                    return;
                }
            }
        }
    }

    /// All sites captured, where sets tell which these are.
    fn captured_together(&mut self, capture: &'k Capture) -> [u64; W] {
        let mut all = [0; W];
        let from = self.num(&capture.from);
        let (Some(slot), Standing::Place(target), Standing::Place(friend)) =
            (self.slot(from), &capture.target, &capture.friend)
        else {
            return all;
        };
        let targets = self.set_of(target);
        let Some(beside) = capture.beside.get(slot) else {
            return all;
        };
        let near: [u64; W] = std::array::from_fn(|at| targets[at] & beside[at]);
        if near == [0; W] {
            return all;
        }
        let friends = self.set_of(friend);
        let rays = capture.rays_of(slot);
        for first in Bits::new(&near) {
            let ray = rays.iter().find(|ray| i32::from(ray.beside) == first);
            let Some(ray) = ray else { continue };
            if W == 1 {
                if let Some(line) = ray.line {
                    all[0] |= line.held(targets[0], friends[0]);
                    continue;
                }
            }
            let path = capture.along(ray);
            let held = capture.held_in(&targets, &friends, path);
            for &site in &path[..held] {
                add(&mut all, site);
            }
        }
        all
    }

    /// The sites from which something would be captured, where directions and sets tell it.
    pub(super) fn captors(&self, capture: &Capture) -> Option<[u64; W]> {
        let (Some(ways), Standing::Place(target), Standing::Place(friend)) =
            (&capture.ways, &capture.target, &capture.friend)
        else {
            return None;
        };
        let targets = self.set_of(target);
        let friends = self.set_of(friend);
        let friends: [u64; W] = std::array::from_fn(|at| friends[at] & !targets[at]);
        let mut all = [0; W];
        for (by, on) in ways {
            // Whoever is held has a friend of the captor's next to him, or one who is held already.
            let step = |ahead: &[u64; W], within: &[u64; W]| -> [u64; W] {
                let ahead = moved_back(ahead, *by);
                std::array::from_fn(|at| ahead[at] & on[at] & within[at])
            };
            let mut held = step(&friends, &targets);
            // From how many targets in a row, twice as many each time, one comes to them.
            let mut row: [u64; W] = std::array::from_fn(|at| targets[at] & on[at]);
            let mut by_row = *by;
            for _ in 0..capture.doublings {
                let (next, beyond) = (moved_back(&held, by_row), moved_back(&row, by_row));
                held = std::array::from_fn(|at| held[at] | row[at] & next[at]);
                row = both(row, beyond);
                by_row *= 2;
            }
            let from = step(&held, &[u64::MAX; W]);
            (0..W).for_each(|at| all[at] |= from[at]);
        }
        Some(all)
    }

    /// Captures with an effect that is the same for all sites, whatever their order.
    pub(super) fn take_together(&mut self, capture: &'k Capture, together: &'k Together) {
        let all = self.captured_together(capture);
        if all == [0; W] {
            return;
        }
        self.changed();
        if let Some((at, what, state)) = &together.first {
            let (at, what, state) = (self.num(at), self.num(what), self.num(state));
            self.add(at, what, Some(state));
        }
        let men = self.men;
        for slot in Bits::new(&all) {
            let slot = slot as usize;
            match together.turned {
                true => self.board.flip(slot, &men.flips),
                false => self.board.clear(slot, &men.owners),
            }
        }
    }

    /// Where the first thing begins and ends that such a capture does, if it does anything; `None`
    /// where that is not told.
    pub(super) fn begins_at(&mut self, capture: &'k Capture) -> Option<Option<(i32, i32)>> {
        let (at, ..) = capture.together.as_ref()?.first.as_ref()?;
        let any = self.captured_together(capture) != [0; W];
        Some(any.then(|| {
            let at = self.num(at);
            (at, at)
        }))
    }

    /// How many targets lie between the beginning of a path and a friend.
    #[inline]
    fn held_between(&mut self, capture: &'k Capture, path: &[u16]) -> usize {
        let held = self.held(capture, path);
        let closed = held > 0 && held < path.len() && self.is_friend(capture, path[held]);
        held * usize::from(closed && held >= capture.low)
    }

    fn intervene(&mut self, capture: &'k Capture, slot: usize, take: &mut dyn FnMut(&mut Self)) {
        for ray in capture.first[slot]..capture.first[slot + 1] {
            let opposite = capture.rays[ray as usize].opposite;
            // Each pair of opposite rays once.
            if opposite == u32::MAX || opposite < ray {
                continue;
            }
            let (one, other) = (capture.ray(ray), capture.ray(opposite));
            let (first, second) = (self.held(capture, one), self.held(capture, other));
            if first >= capture.low.max(1) && second >= capture.low.max(1) {
                self.take_each(&other[..second], take);
                self.take_each(&one[..first], take);
            }
        }
    }

    fn surround(&mut self, capture: &'k Capture, slot: usize, take: &mut dyn FnMut(&mut Self)) {
        for &site in &capture.near[slot] {
            if !self.is_target(capture, site) {
                continue;
            }
            let mut missing = 0;
            for &around in &capture.near[usize::from(site)] {
                let friend = usize::from(around) == slot || self.is_friend(capture, around);
                missing += i32::from(!friend);
            }
            if missing <= capture.except {
                self.take_each(&[site], take);
            }
        }
    }

    fn directional(&mut self, capture: &'k Capture, slot: usize, take: &mut dyn FnMut(&mut Self)) {
        for ray in capture.first[slot]..capture.first[slot + 1] {
            for site in capture.ray(ray) {
                if !self.is_target(capture, *site) {
                    break;
                }
                self.take_each(std::slice::from_ref(site), take);
            }
        }
    }

    fn directional_along(
        &mut self,
        capture: &'k Capture,
        lines: &'k RaysAlong,
        slot: usize,
        take: &mut dyn FnMut(&mut Self),
    ) {
        let men = self.men;
        for &ray in self.rays_along(lines, slot) {
            for site in men.path(ray) {
                if !self.is_target(capture, *site) {
                    break;
                }
                self.take_each(std::slice::from_ref(site), take);
            }
        }
    }
}

impl Capture {
    #[inline]
    fn ray(&self, ray: u32) -> &[u16] {
        let ray = self.rays[ray as usize];
        &self.path[ray.start as usize..ray.end as usize]
    }

    /// Whether sets tell from where something is captured, and what is done there first.
    pub fn has_captors(&self) -> bool {
        let begins = self
            .together
            .as_ref()
            .is_some_and(|together| together.first.is_some());
        begins
            && self.ways.is_some()
            && matches!(
                (&self.target, &self.friend),
                (Standing::Place(_), Standing::Place(_))
            )
    }

    /// The first two sites of its rays, where one man at most is taken on each, on a board of so
    /// many slots.
    pub fn one_between(&self, slots: usize) -> Option<Pairs> {
        if !matches!(self.kind, CaptureKind::Custodial) || self.low > 1 || self.high != 1 {
            return None;
        }
        let mut pairs = Vec::new();
        for site in 0..self.beside.len() {
            let paths = self.rays_of(site).iter().map(|ray| self.along(ray));
            let of_site = paths.filter_map(|path| Some([*path.first()?, *path.get(1)?]));
            pairs.push(of_site.collect());
        }
        Some(Pairs::of(self, pairs, slots))
    }

    /// The directions of its rays, where they are straight and of any length, and a man anywhere on
    /// a ray looks along the rest of it.
    pub fn straight(&self) -> Option<Box<[(i16, Words)]>> {
        if !matches!(self.kind, CaptureKind::Custodial)
            || (self.low, self.high) != (1, INFINITY as usize)
        {
            return None;
        }
        let mut ways = Vec::<(i16, Words)>::new();
        for site in 0..self.beside.len() {
            for ray in self.rays_of(site) {
                let path = self.along(ray);
                let mut before = site as u16;
                let by = path
                    .first()
                    .map_or(0, |&first| first as i16 - before as i16);
                for (nth, &next) in path.iter().enumerate() {
                    let goes_on = self.rays_of(usize::from(before)).iter();
                    let mut rest = goes_on.map(|ray| self.along(ray));
                    if next as i16 - before as i16 != by || !rest.any(|rest| rest == &path[nth..]) {
                        return None;
                    }
                    before = next;
                }
                if !path.is_empty() {
                    goes_on(&mut ways, by, site)?;
                }
            }
        }
        Some(ways.into())
    }

    /// The rays from a slot.
    #[inline]
    fn rays_of(&self, slot: usize) -> &[Ray] {
        &self.rays[self.first[slot] as usize..self.first[slot + 1] as usize]
    }

    #[inline]
    fn along(&self, ray: &Ray) -> &[u16] {
        &self.path[ray.start as usize..ray.end as usize]
    }

    /// How many sites of a set lie between the beginning of a path and one of another.
    #[inline]
    fn held_in<const W: usize>(
        &self,
        targets: &[u64; W],
        friends: &[u64; W],
        path: &[u16],
    ) -> usize {
        let target = |site: &&u16| has(targets, **site);
        let held = path.iter().take(self.high).take_while(target).count();
        let closed = held > 0 && path.get(held).is_some_and(|&site| has(friends, site));
        held * usize::from(closed && held >= self.low)
    }
}

impl Line {
    /// The sites of a path, if they lie in the first 64 slots, one behind the other by number.
    pub fn of(path: &[u16]) -> Option<Line> {
        let rising = path.first() < path.last();
        let in_order = (path.windows(2)).all(|pair| (pair[0] < pair[1]) == rising);
        let sites = path
            .iter()
            .try_fold(0, |all, &site| (site < 64).then(|| all | 1 << site));
        let sites = sites.filter(|_| in_order)?;
        Some(Line { sites, rising })
    }

    /// The targets in a row at its beginning, where a friend comes next.
    #[inline]
    fn held(self, targets: u64, friends: u64) -> u64 {
        let others = self.sites & !targets;
        if others == 0 {
            return 0;
        }
        let (first, beyond) = match self.rising {
            true => {
                let first = others & others.wrapping_neg();
                (first, !(first - 1))
            }
            false => {
                let first = 1 << (63 - others.leading_zeros());
                (first, first | (first - 1))
            }
        };
        match first & friends {
            0 => 0,
            _ => self.sites & !beyond,
        }
    }
}

impl Together {
    /// What an effect does to all sites captured, where it does the same to all, whatever their
    /// order; from these sites on, of which none lies on a ray of its own.
    pub fn of(capture: &Capture) -> Option<Together> {
        let by_sets = matches!(
            (capture.kind, &capture.target, &capture.friend),
            (
                CaptureKind::Custodial,
                Standing::Place(_),
                Standing::Place(_)
            )
        );
        let each = |deed: &Deed| match deed {
            Deed::Flip(Num::Iter(Iter::Between)) => Some(true),
            Deed::Remove(Num::Iter(Iter::Between), false) => Some(false),
            _ => None,
        };
        let (first, each) = match &capture.effect {
            Deed::Pairs(first, second) => {
                // Who comes to where it begins comes there once, and stands among nobody who is
                // captured.
                let comes = match &**first {
                    Deed::Add { at, what, state } => match (at, &capture.from, what, state) {
                        (
                            Num::Iter(Iter::Site),
                            Num::Iter(Iter::Site),
                            Num::Const(1..=255),
                            Some(state),
                        ) if state.fits_a_byte() => (at.clone(), what.clone(), state.clone()),
                        _ => return None,
                    },
                    _ => return None,
                };
                (Some(comes), each(second)?)
            }
            deed => (None, each(deed)?),
        };
        let sites = 0..capture.beside.len();
        let returns = sites.clone().any(|site| {
            let mut paths = capture.rays_of(site).iter().map(|ray| capture.along(ray));
            paths.any(|path| path.contains(&(site as u16)))
        });
        (by_sets && !returns).then_some(Together {
            first,
            turned: each,
        })
    }
}

/// Notes that a ray goes on by so many slots from a site.
pub(super) fn goes_on(ways: &mut Vec<(i16, Words)>, by: i16, site: usize) -> Option<()> {
    let on = match ways.iter_mut().find(|way| way.0 == by) {
        Some((_, on)) => on,
        None => {
            ways.push((by, Words::default()));
            &mut ways.last_mut()?.1
        }
    };
    *on.get_mut(site / 64)? |= 1 << (site % 64);
    Some(())
}

#[inline]
fn has<const W: usize>(set: &[u64; W], site: u16) -> bool {
    set[usize::from(site) / 64] >> (site % 64) & 1 == 1
}

#[inline]
fn add<const W: usize>(set: &mut [u64; W], site: u16) {
    set[usize::from(site) / 64] |= 1 << (site % 64);
}

/// Whether two sets share a slot.
#[inline]
fn meet<const W: usize>(set: &[u64; W], other: &Words) -> bool {
    set.iter().zip(other).any(|(one, other)| one & other != 0)
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn what_is_held_on_a_line_lies_between_its_beginning_and_the_first_that_is_no_target() {
        let up = Line::of(&[9, 18, 27, 36]).unwrap();
        let down = Line::of(&[36, 27, 18, 9]).unwrap();
        let set = |sites: &[u32]| sites.iter().fold(0, |all, site| all | 1_u64 << site);
        assert_eq!(up.held(set(&[9, 18]), set(&[27, 36])), set(&[9, 18]));
        assert_eq!(down.held(set(&[36, 27]), set(&[18])), set(&[36, 27]));
        // Nobody closes it, somebody else comes first, or it does not begin with a target.
        assert_eq!(up.held(set(&[9, 18, 27, 36]), set(&[0])), 0);
        assert_eq!(up.held(set(&[9, 18]), set(&[36])), 0);
        assert_eq!(down.held(set(&[27, 18]), set(&[36, 9])), 0);
        assert!(Line::of(&[9, 18, 10]).is_none());
        assert!(Line::of(&[9, 64]).is_none());
    }
}
