//! Reading what is done beside a move.

use super::Reader;
use crate::fast::men::along::RaysAlong;
use crate::fast::men::board::Words;
use crate::fast::men::rule::{Capture, Deed, Follow, Line, Ray, Standing, Together};
use crate::fast::men::terms::{Num, Place, Region, Test};
use crate::fast::refusal::Part;
use crate::ir::{self, Dirs, Int, Iter, Moves, Owners, RuleId, RuleKind, INFINITY, OFF};

impl Deed {
    pub fn of(r: &mut Reader<'_>, moves: &Moves) -> Option<Deed> {
        r.reading(Part::Moves(moves), |r| Deed::read(r, moves))
    }

    fn read(r: &mut Reader<'_>, moves: &Moves) -> Option<Deed> {
        Some(match moves {
            Moves::None => Deed::Nothing,
            Moves::If(cond, yes, no) => Deed::If(
                Test::of(r, cond)?,
                Box::new(Deed::of(r, yes)?),
                match no {
                    Some(no) => Box::new(Deed::of(r, no)?),
                    None => Box::new(Deed::Nothing),
                },
            ),
            Moves::Seq(parts) => {
                let parts = parts.iter().map(|part| Deed::of(r, part));
                Deed::Sequence(parts.collect::<Option<_>>()?)
            }
            Moves::All(parts) => {
                let parts = parts.iter().map(|part| Deed::of(r, part));
                Deed::together(parts.collect::<Option<_>>()?)
            }
            Moves::ForEachSite {
                sites,
                moves,
                otherwise: None,
            } => Deed::Each(Region::of(r, sites)?, Box::new(Deed::of(r, moves)?)),
            Moves::ForEachPlayer(moves) => Deed::Players(Box::new(Deed::of(r, moves)?)),
            Moves::Combinations(first, second) => Deed::Pairs(
                Box::new(Deed::of(r, first)?),
                Box::new(Deed::of(r, second)?),
            ),
            Moves::Capture(capture) => Deed::Capture(Box::new(Capture::of(r, capture)?)),
            Moves::Rule(id) => Deed::of_rule(r, *id)?,
            _ => return None,
        })
    }

    fn of_rule(r: &mut Reader<'_>, id: RuleId) -> Option<Deed> {
        let game = r.game;
        let rule = &game.rules[usize::from(id)];
        if let RuleKind::Step { .. }
        | RuleKind::Leap { .. }
        | RuleKind::Slide { .. }
        | RuleKind::FromTo { .. } = &rule.kind
        {
            let id = r.rule(id)?;
            // What a part of an effect applies is worked out before the other parts are done.
            return (!rule.has_apply || r.applies_the_same(id)).then_some(Deed::Go(id));
        }
        if !super::is_bare(rule) || rule.has_apply || rule.uses_die {
            return None;
        }
        let deed = Deed::of_leaf(r, rule)?;
        if rule.thens.is_empty() {
            return Some(deed);
        }
        let deeds = rule.thens.iter().map(|&id| Deed::of(r, game.effect(id)));
        let follow = Follow {
            kept: rule.stored_vars.clone().into(),
            deeds: deeds.collect::<Option<_>>()?,
        };
        Some(Deed::Followed(Box::new(deed), Box::new(follow)))
    }

    fn of_leaf(r: &mut Reader<'_>, rule: &ir::Rule) -> Option<Deed> {
        let game = r.game;
        let own = game.layout.own;
        Some(match &rule.kind {
            RuleKind::Remove {
                site_type,
                sites,
                single,
                level: None,
                at_end,
                count: None,
            } if *site_type == own => match single {
                Some(single) => Deed::Remove(Num::of(r, single)?, *at_end),
                None => Deed::RemoveAll(Region::of(r, sites)?, *at_end),
            },
            RuleKind::MoveAgain => Deed::Again,
            RuleKind::Promote {
                site_type,
                at,
                what,
            } if *site_type == own => {
                let [what] = &what[..] else { return None };
                let what = r.promoted(what)?;
                let at = Num::of(r, at)?;
                Deed::Promote { at, what }
            }
            RuleKind::Trigger { event, player } => Deed::Trigger {
                event: *event as u32 & 31,
                player: Num::of(r, player)?,
            },
            RuleKind::SetScore {
                player: Owners::One(player),
                value,
                add,
            } => Deed::Score {
                player: Num::of(r, player)?,
                value: Num::of(r, value)?,
                add: *add,
            },
            RuleKind::Note { .. } => Deed::Note,
            RuleKind::SetCounter(value) => Deed::Counter(Num::of(r, value)?),
            RuleKind::SetVar { var, value } => {
                r.keeps_extra = true;
                let value = Num::of(r, value)?;
                match var {
                    Some(var) => Deed::Var(u8::try_from(*var).ok()?, value),
                    None => Deed::Temp(value),
                }
            }
            RuleKind::SetPlayerValue {
                player: Owners::One(player),
                value,
            } => {
                r.keeps_extra = true;
                Deed::Value {
                    player: Num::of(r, player)?,
                    value: Num::of(r, value)?,
                }
            }
            RuleKind::Remember {
                list,
                value,
                unique: true,
            } => {
                r.keeps_extra = true;
                Deed::Remember(u8::try_from(*list).ok()?, Num::of(r, value)?)
            }
            RuleKind::Forget {
                list,
                value: Some(value),
            } => {
                r.keeps_extra = true;
                Deed::Forget(u8::try_from(*list).ok()?, Num::of(r, value)?)
            }
            RuleKind::Add {
                what,
                state,
                to,
                count: None,
                stack: false,
            } if to.site_type == own
                && to.cond.is_none()
                && to.effect.is_none()
                && to.level.is_none() =>
            {
                let [what] = &what[..] else { return None };
                if to.sites.is_some() {
                    return None;
                }
                let at = match &to.site {
                    Some(site) => Num::of(r, site)?,
                    None => return None,
                };
                Deed::Add {
                    what: Num::of(r, what)?,
                    state: r.maybe(state.as_ref())?,
                    at,
                }
            }
            RuleKind::Flip { site_type, at } if *site_type == own => Deed::Flip(Num::of(r, at)?),
            RuleKind::SetState {
                site_type,
                at,
                level: None,
                value,
            } if *site_type == own => Deed::State {
                at: Num::of(r, at)?,
                value: Num::of(r, value).filter(Num::fits_a_byte)?,
            },
            RuleKind::SetPending(_, Some(value)) => Deed::Pending(Num::of(r, value)?),
            RuleKind::SetPending(Some(sites), None) => Deed::PendingAll(Region::of(r, sites)?),
            RuleKind::SetPending(None, None) => Deed::Pending(Num::Const(OFF)),
            _ => return None,
        })
    }
}

/// What must stand on a site to which these variables are bound.
fn standing(cond: Test, bound: &[Iter]) -> Standing {
    match cond {
        Test::At(iter, place) if bound.contains(&iter) => Standing::Place(place),
        cond => Standing::Test(cond),
    }
}

impl Capture {
    fn of(r: &mut Reader<'_>, capture: &ir::Capture) -> Option<Capture> {
        if capture.site_type != r.game.layout.own {
            return None;
        }
        let lines = match (&capture.dirs, capture.kind) {
            (Dirs::Table(_), _) => None,
            (dirs, ir::CaptureKind::Directional) => Some(RaysAlong::of(r, dirs)?),
            _ => return None,
        };
        let number = |int: &Int| match int {
            Int::Const(value) => Some(*value),
            _ => None,
        };
        let (low, high) = (number(&capture.low)?, number(&capture.high)?);
        let low = match capture.kind {
            // Nothing is captured on an empty side of a custodial capture.
            ir::CaptureKind::Custodial => low.max(1),
            ir::CaptureKind::Intervene if low < 1 => return None,
            _ => low.max(0),
        };
        let enclose = matches!(capture.kind, ir::CaptureKind::Enclose);
        if capture.with.is_some() || capture.uses_other_site || enclose {
            return None;
        }
        let nowhere = ir::Table::default();
        let (table, sites) = match &capture.dirs {
            Dirs::Table(table) => (
                &r.game.tables[usize::from(*table)],
                r.game.layout.board_sites,
            ),
            _ => (&nowhere, 0),
        };
        let (mut first, mut rays, mut near) = (vec![0], Vec::new(), Vec::new());
        for site in 0..sites {
            for ray in table.rays_of(site) {
                let (start, end) = table.rays[ray];
                rays.push(Ray {
                    start,
                    end,
                    opposite: table.opposite[ray],
                    beside: table.ray(ray).first().copied().unwrap_or(u16::MAX),
                    // The way of a ray that ends before its first site is of no use.
                    line: Line::of(table.ray(ray)).filter(|_| (low, high) == (1, INFINITY)),
                });
            }
            // The rays of a table stand in the order of the sites: their numbers are those of the
            // table.
            first.push(rays.len() as u32);
            near.push(table.steps_of(site).into());
        }
        let in_order = (0..sites).all(|site| table.rays_of(site).start == first[site] as usize);
        if !in_order {
            return None;
        }
        let beside = (0..sites).map(|site| {
            let mut beside = Words::default();
            for ray in table.rays_of(site) {
                if let Some(&first) = table.ray(ray).first() {
                    let word = beside.get_mut(usize::from(first) / 64)?;
                    *word |= 1 << (first % 64);
                }
            }
            Some(beside)
        });
        let beside = beside.collect::<Option<_>>()?;
        let kind = capture.kind;
        let mut capture = Capture {
            kind: capture.kind,
            from: Num::of(r, &capture.from)?,
            target: standing(Test::of(r, &capture.target)?, &[Iter::To, Iter::Between]),
            friend: match &capture.friend {
                Some(cond) => standing(Test::of(r, cond)?, &[Iter::To]),
                None => Standing::Place(Place::MOVER),
            },
            low: usize::try_from(low).ok()?,
            high: usize::try_from(high).ok()?,
            except: match &capture.except {
                Some(except) => number(except)?,
                None => 0,
            },
            first: first.into(),
            rays: rays.into(),
            near: near.into(),
            path: table.path.clone().into(),
            beside,
            lines,
            pairs: None,
            together: None,
            ways: None,
            doublings: 0,
            effect: match &capture.effect {
                Some(effect) => Deed::of(r, effect)?,
                None => Deed::Nothing,
            },
        };
        // A test may hold beyond the edge of the board, a place never does.
        let closes_off_board = matches!(capture.friend, Standing::Test(_)) && capture.high != 1;
        if matches!(kind, ir::CaptureKind::Custodial) && closes_off_board {
            return None;
        }
        capture.together = Together::of(&capture);
        if capture.together.is_none() {
            capture.pairs = capture.one_between(r.game.layout.sites);
        }
        capture.ways = capture.straight();
        let longest = capture.rays.iter().map(|ray| ray.end - ray.start).max();
        capture.doublings = u32::BITS - longest.unwrap_or(0).leading_zeros();
        Some(capture)
    }
}
