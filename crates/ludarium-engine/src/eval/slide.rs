//! Steps and slides whose conditions are masks.
//!
//! Most slides only require empty sites, and an opponent at the end. The two sets are computed once
//! per piece; each site on the way then costs two bit tests.

use super::hurdles::empties;
use super::{Evaluator, MoveSink};
use crate::ir::{Bool, Hurdle, Int, Iter, Mask, Rule, RuleId, TableId, Target, INFINITY};
use crate::set::SiteSet;

/// The sites that a slide may pass, and further sites where it may end.
pub(crate) struct SlideSets {
    pass: SiteSet,
    stop: Option<SiteSet>,
}

/// The masks that a slide may pass and end on. Without a mask, the sites passed must be empty.
#[derive(Clone, Copy)]
pub(crate) struct SlideMasks<'a> {
    pub pass: Option<&'a Mask>,
    pub stop: Option<&'a Mask>,
}

/// Whether the sites that a slide passes must be empty.
pub(crate) fn passes_only_empty(between: &Hurdle, own: usize) -> bool {
    fn implied(cond: &Bool, own: usize) -> bool {
        match cond {
            Bool::At(Iter::To | Iter::Between, mask) => empties(mask),
            Bool::And(parts) => parts.iter().any(|part| implied(part, own)),
            Bool::Empty(site_type, Int::Iter(Iter::To | Iter::Between)) => *site_type == own,
            _ => false,
        }
    }
    (between.cond.as_ref()).is_none_or(|cond| implied(cond, own))
}

/// The masks of a slide of any length, if its conditions are masks.
pub(crate) fn endless_slide_masks<'a>(
    own: usize,
    between: &'a Hurdle,
    to: &'a Target,
) -> Option<SlideMasks<'a>> {
    let endless = matches!(between.high, Int::Const(INFINITY));
    if !endless || !matches!(between.low, Int::Const(..=1)) {
        return None;
    }
    slide_masks_of(own, between, to)
}

/// The masks of a slide, if its conditions are masks, whatever its minimum and maximum length.
pub(crate) fn slide_masks_of<'a>(
    own: usize,
    between: &'a Hurdle,
    to: &'a Target,
) -> Option<SlideMasks<'a>> {
    let stop = match &to.cond {
        None => None,
        Some(Bool::At(Iter::To, mask)) => Some(&**mask),
        Some(_) => return None,
    };
    let pass = pass_mask(own, between, to)?;
    Some(SlideMasks { pass, stop })
}

/// The mask of the sites that a slide may pass (`None`: the empty sites), if there is one and the
/// target has no further conditions.
pub(super) fn pass_mask<'a>(
    own: usize,
    between: &'a Hurdle,
    to: &'a Target,
) -> Option<Option<&'a Mask>> {
    if to.site_type != own {
        return None;
    }
    // The condition of an effect also restricts where the slide may end.
    if to
        .effect
        .as_ref()
        .is_some_and(|effect| effect.cond.is_some())
    {
        return None;
    }
    match &between.cond {
        None => Some(None),
        Some(Bool::At(Iter::To | Iter::Between, mask)) => Some(Some(mask)),
        Some(_) => None,
    }
}

impl<'a> Evaluator<'a> {
    /// The mask of the targets of a step, if its condition is a mask.
    #[inline]
    pub fn step_mask(&self, to: &'a Target) -> Option<&'a Mask> {
        match &to.cond {
            Some(Bool::At(Iter::To, mask))
                if to.site_type == self.game.layout.own && !self.reference_mode =>
            {
                Some(mask)
            }
            _ => None,
        }
    }

    /// The steps from a slot of the board to sites of a set.
    #[inline]
    pub fn step_in_mask(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        table: TableId,
        mask: &'a Mask,
        out: &mut MoveSink,
    ) {
        let old = self.get(Iter::To);
        for &near in self.game.tables[table as usize].steps_of(from) {
            if self.mask_has(mask, i32::from(near)) {
                self.bind(Iter::To, i32::from(near));
                out.push(self.new_move(id, rule, from as i32, i32::from(near)));
            }
        }
        self.bind(Iter::To, old);
    }

    /// The masks of a slide of any length, if its conditions are masks.
    pub fn slide_masks(&self, between: &'a Hurdle, to: &'a Target) -> Option<SlideMasks<'a>> {
        endless_slide_masks(self.game.layout.own, between, to)
    }

    /// The sets of a slide of any length, if its conditions are masks.
    pub fn slide_sets(&mut self, between: &'a Hurdle, to: &'a Target) -> Option<SlideSets> {
        let masks = self
            .slide_masks(between, to)
            .filter(|_| !self.reference_mode)?;
        Some(SlideSets {
            pass: match masks.pass {
                None => SiteSet::from_words(self.state.empty()),
                Some(mask) => self.mask_set(mask),
            },
            stop: masks.stop.map(|mask| self.mask_set(mask)),
        })
    }

    /// Whether a slide along a ray may end at its `nth` site.
    pub fn can_slide_to(&self, masks: SlideMasks<'a>, path: &'a [u16], nth: usize) -> bool {
        let stops = |site| masks.stop.is_some_and(|mask| self.mask_has(mask, site));
        let passes = |site| match masks.pass {
            None => self.state.is_free(site as usize),
            Some(mask) => self.mask_has(mask, site),
        };
        let Some((&end, passed)) = path[..=nth].split_last() else {
            return false;
        };
        let free = |&site: &u16| {
            let site = i32::from(site);
            passes(site) && !stops(site)
        };
        let end = i32::from(end);
        passed.iter().all(free) && (stops(end) || passes(end))
    }

    /// Binds the variables of a slide that ends at the `nth` site of its path: `(to)`, and as
    /// `(between)` the last site passed. That is the end itself, unless the slide stops there.
    /// Returns the old bindings.
    #[inline]
    pub(super) fn bind_slide_end(&mut self, path: &[u16], nth: usize, stops: bool) -> (i32, i32) {
        let old = (self.get(Iter::To), self.get(Iter::Between));
        let end = i32::from(path[nth]);
        self.bind(Iter::To, end);
        let passed = match (stops, nth.checked_sub(1)) {
            (false, _) => end,
            (true, Some(before)) => i32::from(path[before]),
            (true, None) => old.1,
        };
        self.bind(Iter::Between, passed);
        old
    }

    /// Restores the bindings from before [`Evaluator::bind_slide_end`].
    #[inline]
    pub(super) fn unbind_slide_end(&mut self, (to, between): (i32, i32)) {
        self.bind(Iter::To, to);
        self.bind(Iter::Between, between);
    }

    /// The moves along one ray.
    pub fn slide_in_sets(
        &mut self,
        id: RuleId,
        rule: &'a Rule,
        from: usize,
        path: &'a [u16],
        sets: &SlideSets,
        out: &mut MoveSink,
    ) {
        for (index, &site) in path.iter().enumerate() {
            let site = i32::from(site);
            let stops = sets.stop.as_ref().is_some_and(|stop| stop.contains(site));
            if !stops && !sets.pass.contains(site) {
                break;
            }
            let old = self.bind_slide_end(path, index, stops);
            let mut mv = self.new_move(id, rule, from as i32, site);
            self.unbind_slide_end(old);
            mv.payload[0] = path[0] as i16;
            mv.payload[1] = index as i16 + 1;
            out.push(mv);
            if stops || out.done {
                break;
            }
        }
    }
}
