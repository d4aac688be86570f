//! From where men might come to each site, by the tables of their ways.

use super::bar::Bar;
use super::board::{ByOwner, Words, PLAYERS, SLOTS};
use super::dependence::Dependence;
use super::rule::{Guard, Hop, Kind, Pieces, Rule, Way};
use super::terms::{Place, Test};
use super::{Gen, PieceKernel};
use crate::ir::Iter;

/// From where men might come to each site.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub sites: usize,
    /// By owner and site: where some man of the owner's might stand.
    from: Box<[Words]>,
    /// Whether what stands on the sites of their ways decides alone where men come who take
    /// somebody there; and on what else that depends.
    pub plain: bool,
    pub depends: Dependence,
    /// By target, origin and kind: the ways from the one to the other, as a part of `looks`.
    first: Box<[u32]>,
    looks: Box<[Look]>,
    /// Sets of sites, so many words each.
    masks: Box<[u64]>,
    words: usize,
    kinds: usize,
}

/// A way to a site, as it is seen from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Its number among those of its kind.
    pub way: u32,
    /// Where the set of the sites passed begins.
    mask: u32,
    /// What may stand on the target (see [`class`](super::place::class)), by bits; nothing else can
    /// be come to.
    pub classes: u8,
    /// Whether a man comes if what stands there may, and nobody stands on the sites passed.
    pub sure: bool,
    /// Whether one must stand there instead, over whom he leaps.
    pub leaps: bool,
    /// Whether it is open only where something is pending.
    pub pending: bool,
}

impl Reach {
    /// Boards of more sites than this do without tables.
    const MOST: usize = 144;

    /// The tables of some men; `None` where they would be large, or a way has no one target.
    fn of(men: &PieceKernel, pieces: &Pieces) -> Option<Reach> {
        let (kinds, sites) = (pieces.kinds.len(), men.board_sites);
        if sites > Self::MOST || !pieces.others.is_empty() {
            return None;
        }
        let words = men.words();
        let mut from = vec![[0; SLOTS / 64]; (men.players + 1) * sites];
        // What nothing lies between shares one set.
        let mut masks = vec![0; words];
        let mut by_target = vec![Vec::new(); sites * sites * kinds];
        for (kind, known) in pieces.kinds.iter().enumerate() {
            let Some(known) = known else { continue };
            for origin in 0..sites {
                let before = known.first.get(origin).copied().unwrap_or(0);
                for (nth, way) in (before..).zip(known.at(origin)) {
                    let guard = &known.guards[usize::from(way.guard)];
                    for (to, passed) in men.landings(way)? {
                        let to = usize::from(to);
                        let mut look = look(men, way, guard, to, passed);
                        look.way = nth;
                        if !passed.is_empty() {
                            look.mask = masks.len() as u32;
                            masks.resize(masks.len() + words, 0);
                            let mask = &mut masks[look.mask as usize..];
                            for &site in passed {
                                mask[usize::from(site) / 64] |= 1 << (site % 64);
                            }
                        }
                        if look.classes != 0 {
                            from[usize::from(men.owners[kind]) * sites + to][origin / 64] |=
                                1 << (origin % 64);
                            by_target[(to * sites + origin) * kinds + kind].push(look);
                        }
                    }
                }
            }
        }
        let (mut first, mut looks) = (vec![0], Vec::new());
        for list in by_target {
            looks.extend(list);
            first.push(looks.len() as u32);
        }
        let (plain, depends) = pieces.are_plain(men);
        Some(Reach {
            sites,
            from: from.into(),
            plain,
            depends,
            first: first.into(),
            looks: looks.into(),
            masks: masks.into(),
            words,
            kinds,
        })
    }

    /// Where a man of an owner's might stand who comes to a site.
    #[inline]
    pub fn near(&self, owner: usize, to: usize) -> &Words {
        &self.from[owner * self.sites + to]
    }

    /// The ways of a kind from one site to another.
    #[inline]
    pub fn between(&self, kind: usize, from: usize, to: usize) -> &[Look] {
        let at = (to * self.sites + from) * self.kinds + kind;
        &self.looks[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// The sites passed on a way.
    #[inline]
    pub fn passed(&self, look: &Look) -> &[u64] {
        &self.masks[look.mask as usize..][..self.words]
    }
}

/// What is known of a way to a site.
fn look(men: &PieceKernel, way: &Way, guard: &Guard, to: usize, passed: &[u16]) -> Look {
    let rule = &men.rules[usize::from(way.rule)];
    let open = guard.is_empty() && rule.from.is_none();
    let leaps = rule.kind.over_one();
    let (classes, sure) = match &rule.kind {
        _ if is_shut(guard) => (0, true),
        _ if leaps.is_some() => leaps.map_or((0, true), |stop| stop.classes_on(to)),
        Kind::Step {
            to: Test::At(Iter::To, place),
            ..
        } => place.classes_on(to),
        Kind::Slide { pass, stop, .. } => {
            let on = |place: &Option<Place>, none: u8, at: usize| {
                (place.as_ref()).map_or((none, true), |place| place.classes_on(at))
            };
            slide(|at| on(pass, 0b0001, at), |at| on(stop, 0, at), to, passed)
        }
        Kind::Hop {
            over,
            to: Test::At(Iter::To, place),
            ..
        } if over.is_over_nobody() => place.classes_on(to),
        _ if rule.takes_nobody() => (0b0111, false),
        _ => (0b1111, false),
    };
    Look {
        way: 0,
        mask: 0,
        classes,
        sure: sure && open,
        leaps: leaps.is_some(),
        pending: needs_pending(rule, guard),
    }
}

/// Whether men go by a rule, under some conditions, only where something is pending.
fn needs_pending(rule: &Rule, guard: &Guard) -> bool {
    rule.needs_pending() || (guard.iter()).any(|(cond, must)| *must && cond.needs_pending())
}

/// Whether a guard never lets anybody go.
pub(super) fn is_shut(guard: &Guard) -> bool {
    let never = |(cond, must): &(Test, bool)| matches!(cond, Test::Const(truth) if truth != must);
    guard.iter().any(never)
}

/// What may stand at the end of a slide over empty sites; and whether that is all there is to it.
pub(super) fn slide(
    passing: impl Fn(usize) -> (u8, bool),
    stopping: impl Fn(usize) -> (u8, bool),
    to: usize,
    passed: &[u16],
) -> (u8, bool) {
    let over_empty = passed.iter().all(|&site| {
        let site = usize::from(site);
        passing(site) == (0b0001, true)
            && matches!(stopping(site), (classes, true) if classes & 0b0001 == 0)
    });
    let ((passes, known), (stops, sure)) = (passing(to), stopping(to));
    (passes | stops, known && sure && over_empty)
}

impl Place {
    /// The classes of what may stand on a site that is such a place, and whether all of them may.
    pub(super) fn classes_on(&self, site: usize) -> (u8, bool) {
        let has = |set: &Words| set[site / 64] >> (site % 64) & 1 == 1;
        match self {
            Place::Class(classes) => (*classes, true),
            Place::ClassIn(classes, set) => (if has(set) { *classes } else { 0 }, true),
            Place::In(set) => (if has(set) { 0b1111 } else { 0 }, true),
            _ => (0b1111, false),
        }
    }
}

impl PieceKernel {
    /// Where a way may lead, each with the sites passed; `None` where no table can say it.
    fn landings(&self, way: &Way) -> Option<Vec<(u16, &[u16])>> {
        let kind = &self.rules[usize::from(way.rule)].kind;
        let (Kind::Hop { over, .. }, Some(_)) = (kind, kind.over_one()) else {
            return Some(vec![self.lands(way)?]);
        };
        let path = self.path(way.path);
        // As far as the line goes, before the one man and behind him; there is one such leap along
        // it.
        if path.len() > over.before.min(over.after) {
            return None;
        }
        let beyond = path.iter().enumerate().skip(1);
        let beyond = beyond.filter(|_| way.nth == 0);
        Some(beyond.map(|(at, &end)| (end, &path[..at])).collect())
    }

    /// Where a way leads, and over which sites, if that is always the same.
    fn lands(&self, way: &Way) -> Option<(u16, &[u16])> {
        match &self.rules[usize::from(way.rule)].kind {
            Kind::Step { .. } => Some((way.to, &[])),
            Kind::Slide { .. } => {
                let path = self.path(way.path).get(..=usize::from(way.nth))?;
                let (&end, passed) = path.split_last()?;
                Some((end, passed))
            }
            Kind::Glide {
                low, high, ends, ..
            } if ends.is_none() || low == high => {
                let last = usize::from(way.nth) + low.max(&1) - 1;
                let (&end, passed) = self.path(way.path).get(..=last)?.split_last()?;
                Some((end, passed))
            }
            Kind::Hop { over, .. } if over.is_short() => {
                let path = self.path(way.path);
                Some((*path.get(1)?, &path[..1]))
            }
            _ => None,
        }
    }
}

impl Rule {
    /// Whether men go by what stands on the sites of their way alone, and over nobody.
    fn is_plain(&self) -> bool {
        let ways = match &self.kind {
            Kind::Step { to, .. } => matches!(to, Test::At(Iter::To, _)),
            Kind::Slide { pass, .. } => matches!(
                pass,
                None | Some(Place::Class(0b0001) | Place::ClassIn(0b0001, _))
            ),
            Kind::Hop { over, to, .. } => {
                over.is_over_nobody() && matches!(to, Test::At(Iter::To, _))
                    || self.kind.over_one().is_some()
            }
            _ => false,
        };
        ways && self.from.is_none()
    }

    /// Whether men who go so never come to where one of the other side stands.
    fn takes_nobody(&self) -> bool {
        let open = |cond: &Option<Test>| cond.as_ref().is_none_or(Test::bars_enemies);
        let place = |place: &Option<Place>| place.as_ref().is_none_or(Place::bars_enemies);
        match &self.kind {
            Kind::Step { to, .. } => to.bars_enemies(),
            Kind::Slide { pass, stop, .. } => place(pass) && place(stop),
            Kind::Glide { pass, stop, .. } => open(pass) && open(stop),
            _ => false,
        }
    }

    /// Whether men go so only where something is pending.
    fn needs_pending(&self) -> bool {
        match &self.kind {
            Kind::Step { to, .. } => to.needs_pending(),
            _ => false,
        }
    }
}

impl Kind {
    /// Where leaps may end that go over exactly one man, however far away, and end where the first
    /// beyond him stands.
    fn over_one(&self) -> Option<&Place> {
        let Kind::Hop { over, to, .. } = self else {
            return None;
        };
        let one = (over.low, over.high) == (1, 1) && over.exact.is_none();
        let occupied = matches!(over.hurdle, Test::At(Iter::Between, Place::Class(0b1110)));
        let empty = matches!(to, Test::At(Iter::To, Place::Class(0b0001)));
        match &over.stop {
            Some(Test::At(Iter::To, stop)) if one && occupied && empty => Some(stop),
            _ => None,
        }
    }
}

impl Hop {
    /// Whether it leads over one site to the next.
    pub(super) fn is_short(&self) -> bool {
        (self.before, self.low, self.high, self.after) == (0, 1, 1, 0)
            && self.exact.is_none()
            && self.stop.is_none()
    }

    /// Whether that one site must be empty.
    fn is_over_nobody(&self) -> bool {
        let empty = matches!(self.hurdle, Test::At(Iter::Between, Place::Class(0b0001)));
        self.is_short() && empty
    }
}

impl Pieces {
    /// Whether no more than what stands on the sites of his way decides whether a man comes to
    /// where one of the other side stands; and on what else that depends.
    fn are_plain(&self, men: &PieceKernel) -> (bool, Dependence) {
        let mut depends = Dependence::default();
        let plain = self.kinds.iter().flatten().all(|ways| {
            ways.ways.iter().all(|way| {
                let (rule, guard) = (
                    &men.rules[usize::from(way.rule)],
                    &ways.guards[usize::from(way.guard)],
                );
                if is_shut(guard) || rule.takes_nobody() {
                    return true;
                }
                let needs_pending = needs_pending(rule, guard);
                depends.pending |= needs_pending;
                depends.states |=
                    rule.kind.reads_states() || guard.iter().any(|(cond, _)| cond.reads_states());
                let steady = guard.iter().all(|(cond, _)| cond.is_steady());
                needs_pending || rule.is_plain() && steady
            })
        });
        (plain, depends)
    }

    /// The tables, made when first asked for.
    #[inline]
    pub fn reach(&self, men: &PieceKernel) -> Option<&Reach> {
        self.reach.get_or_init(|| Reach::of(men, self)).as_ref()
    }
}

/// The men of a phase who go plainly, and the sites that other moves may lead to.
#[derive(Clone, Debug)]
pub(super) struct Plain<'k> {
    pub pieces: &'k Pieces,
    pub reach: &'k Reach,
    /// By player: where the extras beside the men's moves may lead.
    late: ByOwner<Words>,
}

impl Plain<'_> {
    /// Whether a player's extras never lead to a slot.
    #[inline]
    pub fn is_all(&self, player: usize, slot: usize) -> bool {
        self.late[player][slot / 64] >> (slot % 64) & 1 == 0
    }
}

impl Gen {
    /// The men whose moves these are, if these men go plainly, with no other moves but extras, for
    /// a player who moves by supposition.
    pub fn plain(&self, men: &PieceKernel) -> Option<Plain<'_>> {
        match self {
            Gen::Pieces(pieces) if pieces.whose.is_none() => {
                let reach = pieces.reach(men).filter(|reach| reach.plain)?;
                Some(Plain {
                    pieces,
                    reach,
                    late: [[0; SLOTS / 64]; PLAYERS + 1],
                })
            }
            Gen::Safe(safe) if !safe.ahead => safe.moves.plain(men),
            // Who moves by supposition has not moved before.
            Gen::If(Test::Barred(Bar::SameTurn, _), _, no) => no.plain(men),
            Gen::All(parts) => {
                let extra = |part: &&Gen| matches!(part, Gen::Late(_));
                let mut others = parts.iter().filter(|part| !extra(part));
                let one = others.next().filter(|_| others.next().is_none())?;
                let mut plain = one.plain(men)?;
                for part in parts {
                    let Gen::Late(late) = part else { continue };
                    for (player, all) in plain.late.iter_mut().enumerate() {
                        let to = late.to.as_ref().and_then(|to| to.get(player));
                        let to = to.copied().unwrap_or([u64::MAX; SLOTS / 64]);
                        for (all, word) in all.iter_mut().zip(to) {
                            *all |= word;
                        }
                    }
                }
                Some(plain)
            }
            _ => None,
        }
    }
}
