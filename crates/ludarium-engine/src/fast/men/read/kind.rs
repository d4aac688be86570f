//! Reading what a rule does, and where its moves may go.

use super::Reader;
use crate::fast::men::rule::{Choice, Deed, Hop, Kind, Starts};
use crate::fast::men::terms::{Num, Place, Region, Test};
use crate::ir::{self, Hurdle, Int, Iter, Mask, Origin, RuleId, RuleKind, Sites, Target};

impl<'g> Reader<'g> {
    pub(super) fn kind(&mut self, id: RuleId, kind: &'g RuleKind) -> Option<(Kind, Option<Test>)> {
        let own = self.game.layout.own;
        let cond = |r: &mut Self, from: &Origin| -> Option<Option<Test>> {
            if from.level.is_some() {
                return None;
            }
            Some(match &from.cond {
                Some(cond) => Some(Test::of(r, cond)?),
                None => None,
            })
        };
        Some(match kind {
            RuleKind::Pass => (Kind::Pass, None),
            RuleKind::Step {
                from,
                to,
                stack: false,
                ..
            }
            | RuleKind::Leap { from, to, .. } => {
                let kind = Kind::Step {
                    to: self.target(to)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Slide {
                from,
                between,
                to,
                tracks,
                stack: false,
                ..
            } if tracks.is_empty()
                && between.effect.is_none()
                && between.trail.is_none()
                && crate::eval::slide::endless_slide_masks(own, between, to).is_some() =>
            {
                let masks = crate::eval::slide::endless_slide_masks(own, between, to)?;
                let place = |r: &mut Self, mask: Option<&ir::Mask>| match mask {
                    Some(mask) => Place::of(r, mask).map(Some),
                    None => Some(None),
                };
                let kind = Kind::Slide {
                    pass: place(self, masks.pass)?,
                    stop: place(self, masks.stop)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Slide {
                from,
                between,
                to,
                tracks,
                stack: false,
                ..
            } if tracks.is_empty() && between.effect.is_none() && between.trail.is_none() => {
                (self.glide(id, from, between, to)?, cond(self, from)?)
            }
            RuleKind::Hop {
                from,
                between,
                to,
                stack: false,
                ..
            } => {
                let stop = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
                // Sites before the hurdles are taken for empty ones.
                let beside = matches!(between.before, Int::Const(0));
                let flies_over_empty =
                    matches!(&to.cond, Some(ir::Bool::At(Iter::To, mask)) if **mask == Mask::Empty);
                if !beside && !flies_over_empty {
                    return None;
                }
                let kind = Kind::Hop {
                    over: self.hop(between, stop)?,
                    to: self.target(to)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Shoot {
                what,
                from,
                dirs,
                between,
                to,
            } if to.is_open()
                && to.site_type == own
                && from.site_type == own
                && from.sites.is_none()
                && between.effect.is_none()
                && to.effect.is_none() =>
            {
                let free = match &between.cond {
                    Some(cond) => Test::of(self, cond)?,
                    None => Test::At(Iter::Between, Place::EMPTY),
                };
                let kinds = (0..self.game.owners.len()).map(|what| self.shots(id, what, dirs));
                let kinds = kinds.collect::<Option<Box<[_]>>>()?;
                let kind = Kind::Shoot {
                    what: Num::of(self, what)?,
                    free,
                    ends: self.target(to)?,
                    starts: Starts::At(Num::of(self, &from.site)?, kinds),
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Add {
                what,
                state,
                to,
                count: None,
                stack: false,
            } if to.effect.is_none() && to.level.is_none() => {
                let [what] = &what[..] else { return None };
                let what = Num::of(self, what)?;
                let state = self.maybe(state.as_ref())?;
                let kind = match (&to.site, &to.sites) {
                    // What is named site by site may be named twice.
                    (None, Some(sites))
                        if to.site_type == own && !matches!(sites, Sites::List(_)) =>
                    {
                        Kind::Place {
                            what,
                            state,
                            at: Region::of(self, sites)?,
                            cond: self.maybe_test(to.cond.as_ref())?,
                        }
                    }
                    (Some(site), None) if to.site_type == own && to.cond.is_none() => {
                        let at = Num::of(self, site)?;
                        Kind::Put { what, state, at }
                    }
                    _ => return None,
                };
                (kind, None)
            }
            RuleKind::FromTo {
                from,
                to,
                count: None,
                copy: false,
                stack: false,
                mover: None,
            } if from.site_type == own
                && to.site_type == own
                && from.sites.is_none()
                && to.site.is_some() =>
            {
                let kind = Kind::Shift {
                    from: Num::of(self, &from.site)?,
                    to: Num::of(self, to.site.as_ref()?)?,
                    cond: self.target_of_carry(to)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::FromTo {
                from,
                to,
                count: None,
                copy: false,
                stack: false,
                mover: None,
            } if from.site_type == own && to.site_type == own && to.site.is_none() => {
                let test = self.target_of_carry(to)?;
                let kind = match (&from.sites, to.sites.as_ref()?) {
                    (None, Sites::Empty(site_type)) if *site_type == own => Kind::Enter {
                        from: Num::of(self, &from.site)?,
                        to: test,
                    },
                    (Some(origins), to @ (Sites::Empty(_) | Sites::Const(_))) => Kind::Carry {
                        from: Region::of(self, origins)?,
                        to: Region::of(self, to)?,
                        cond: test,
                    },
                    // What is named site by site may be named twice.
                    (None, to) if !matches!(to, Sites::List(_)) => Kind::Carry {
                        from: Region::Sites(Box::new([Num::of(self, &from.site)?])),
                        to: Region::of(self, to)?,
                        cond: test,
                    },
                    (origins, targets) => Kind::Ferry {
                        from: match origins {
                            None => Choice::One(Num::of(self, &from.site)?),
                            Some(Sites::List(_)) => return None,
                            Some(sites) => Choice::Any(Region::of(self, sites)?),
                        },
                        to: match targets {
                            Sites::List(list) => {
                                let list = list.iter().map(|site| Num::of(self, site));
                                Choice::List(list.collect::<Option<_>>()?)
                            }
                            sites => Choice::Any(Region::of(self, sites)?),
                        },
                        cond: test,
                    },
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Remove {
                site_type,
                sites,
                single: None,
                level: None,
                at_end: false,
                count: None,
            } if *site_type == own => {
                let (of, cond) = match sites {
                    Sites::Filter(of, cond) => (&**of, Test::of(self, cond)?),
                    of => (of, Test::Const(true)),
                };
                let of = Region::of(self, of)?;
                (Kind::Take { of, cond }, None)
            }
            RuleKind::Select {
                from,
                to,
                mover: None,
            } if from.site_type == own && self.game.seed_count_condition(from).is_none() => {
                let origins = match &from.sites {
                    Some(Sites::List(_)) => return None,
                    Some(sites) => Choice::Any(Region::of(self, sites)?),
                    None => Choice::One(Num::of(self, &from.site)?),
                };
                let outer = std::mem::replace(&mut self.choosing, true);
                let to = match to {
                    Some(to) => self.chosen(to).map(Some),
                    None => Some(None),
                };
                self.choosing = outer;
                let (to, cond) = (to?, cond(self, from)?);
                let ways = match (&origins, &to, &cond) {
                    (Choice::One(origin), Some((Choice::Any(region), told)), None) => {
                        self.ways_around(id, origin, region, told)
                    }
                    _ => None,
                };
                let kind = Kind::Select {
                    from: origins,
                    to,
                    ways,
                };
                (kind, cond)
            }
            RuleKind::Promote {
                site_type,
                at,
                what,
            } if *site_type == own => {
                let what = what.iter().map(|what| self.promoted(what));
                let what = what.collect::<Option<_>>()?;
                let at = Num::of(self, at)?;
                (Kind::Promote { at, what }, None)
            }
            RuleKind::Append(effect) => {
                let deed = Deed::of(self, self.game.effect(*effect))?;
                (Kind::Append(deed), None)
            }
            _ => return None,
        })
    }

    /// The sites that may be chosen after another.
    fn chosen(&mut self, to: &Target) -> Option<(Choice, Test)> {
        if to.site_type != self.game.layout.own {
            return None;
        }
        let cond = self.target_of_carry(to)?;
        let sites = match (&to.site, &to.sites) {
            (Some(site), _) => Choice::One(Num::of(self, site)?),
            (None, Some(Sites::List(list))) => {
                let list = list.iter().map(|site| Num::of(self, site));
                Choice::List(list.collect::<Option<_>>()?)
            }
            (None, Some(sites)) => {
                let region = Region::of(self, sites)?;
                return Some(self.bare_choice(region, cond));
            }
            // That is the first site itself.
            (None, None) => Choice::One(Num::Iter(Iter::From)),
        };
        Some((sites, cond))
    }

    /// Where targets must be empty, those that are not are never looked at.
    fn bare_choice(&self, region: Region, cond: Test) -> (Choice, Test) {
        let bare = |test: &Test| match test {
            Test::At(Iter::To, place) | Test::Is(Num::Iter(Iter::To), place) => {
                matches!(place, Place::Class(0b0001))
            }
            _ => false,
        };
        // What lies around a site is on the board.
        let layout = &self.game.layout;
        let on_board = layout.slots == layout.board_sites || matches!(region, Region::Around(_));
        let parts = match cond {
            Test::All(parts) if on_board && parts.iter().any(bare) => parts,
            cond => return (Choice::Any(region), cond),
        };
        let left = parts.into_vec().into_iter().filter(|part| !bare(part));
        let region = Region::All([Region::Empty, region].into());
        (Choice::Any(region), Test::All(left.collect()))
    }

    fn glide(&mut self, id: RuleId, from: &Origin, between: &Hurdle, to: &Target) -> Option<Kind> {
        let number = |int: &Int| match int {
            Int::Const(value) => usize::try_from(*value).ok(),
            _ => None,
        };
        if !to.is_open() || to.site_type != self.game.layout.own || to.level.is_some() {
            return None;
        }
        let ends = to.effect.as_ref().and_then(|effect| effect.cond.as_ref());
        Some(Kind::Glide {
            low: number(&between.low)?,
            high: number(&between.high)?,
            pass: self.maybe_test(between.cond.as_ref())?,
            stop: self.maybe_test(to.cond.as_ref())?,
            ends: self.maybe_test(ends)?,
            starts: self.starts(id, from)?,
        })
    }

    /// The kind that a piece becomes; `None` where it might be none at all.
    pub(super) fn promoted(&mut self, what: &Int) -> Option<Num> {
        let vanishes = match what {
            Int::ByPlayer(kinds, _) => kinds.get(1..=self.game.players)?.contains(&0),
            what => matches!(what, Int::Const(0)),
        };
        match vanishes {
            true => None,
            false => Num::of(self, what),
        }
    }

    pub fn maybe_test(&mut self, cond: Option<&ir::Bool>) -> Option<Option<Test>> {
        match cond {
            Some(cond) => Test::of(self, cond).map(Some),
            None => Some(None),
        }
    }

    pub fn maybe(&mut self, int: Option<&Int>) -> Option<Option<Num>> {
        match int {
            Some(int) => Num::of(self, int).map(Some),
            None => Some(None),
        }
    }

    /// What must hold of a target that is found along a line.
    fn target(&mut self, to: &Target) -> Option<Test> {
        let plain = to.is_open() && to.site_type == self.game.layout.own;
        if !plain || to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        match &to.cond {
            Some(cond) => Test::of(self, cond),
            None => Some(Test::Const(true)),
        }
    }

    fn target_of_carry(&mut self, to: &Target) -> Option<Test> {
        if to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        match &to.cond {
            Some(cond) => Test::of(self, cond),
            None => Some(Test::Const(true)),
        }
    }

    fn hop(&mut self, between: &Hurdle, stop: Option<&ir::Bool>) -> Option<Hop> {
        let number = |int: &Int| match int {
            Int::Const(value) => usize::try_from(*value).ok(),
            _ => None,
        };
        // Elsewhere hops over no piece at all are left to the evaluator.
        let lands_once = stop.is_none() && matches!(between.after, Int::Const(0));
        let (low, high, exact) = match (number(&between.low), number(&between.high)) {
            (Some(low @ 1..), Some(high @ 1..)) => (low, high, None),
            (None, _) if between.exact && lands_once => (0, 0, Some(Num::of(self, &between.low)?)),
            _ => return None,
        };
        let hurdle = match &between.cond {
            Some(cond) => Test::of(self, cond)?,
            None => Test::Const(true),
        };
        let before = number(&between.before)?;
        let first = Hop::first(&hurdle, before).filter(|_| exact.is_none());
        Some(Hop {
            before,
            low,
            high,
            exact,
            after: number(&between.after)?,
            stop: self.maybe_test(stop)?,
            hurdle,
            first,
        })
    }
}
