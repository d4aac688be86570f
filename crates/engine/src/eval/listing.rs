//! How the moves of pieces are listed whose rules go along tables and ask of a site only in which sets it is.

use super::doubt::{Asked, Span};
use super::lasting::{are_the_same, Lasts};
use super::reach::{Near, Rays};
use super::slide::passed;
use super::ticket::facing;
use crate::game::Game;
use crate::ir::{
    Bool, Cmp, Dirs, ForEachPiece, Int, Iter, LeapRef, Mask, Moves, RuleId, RuleKind, SightKind,
    Sites, TableId, Target,
};
use crate::set::SiteSet;

/// How the moves of each kind of piece are listed.
#[derive(Clone, Debug)]
pub struct Listing {
    pub(super) kinds: Vec<Vec<Part>>,
    /// The sets that the parts ask of, by number.
    pub(super) masks: Vec<Mask>,
    /// The tables along which pieces slide, as sets.
    pub(super) rays: Vec<(TableId, Rays)>,
    /// Sites where a turn may go on that ends elsewhere, by number.
    pub(super) lasting: Vec<Option<Sites>>,
}

/// A part of the moves of a kind, in the order of the description.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub guards: Vec<Guard>,
    pub way: Way,
    /// The number of the sites where a turn may go on, where all moves that lead elsewhere end it.
    pub ends: Option<usize>,
    /// Whether its moves do nothing but carry a piece somewhere and take what stands there.
    pub shifts: bool,
}

/// A condition above a part, with what it must come to.
#[derive(Clone, Debug)]
pub(super) enum Guard {
    /// Whether the piece stands on one of these sites.
    On(Box<[u64]>, bool),
    /// Whether some site is pending.
    Pending(bool),
    /// Whether one of the near sites is pending.
    NearPending(Near),
    Asked(Bool, bool),
}

#[derive(Clone, Debug)]
pub(super) enum Way {
    /// To the near sites of a set: by steps or by leaps.
    Near(RuleId, Near, Ends),
    Slide(RuleId, Slide),
    /// To what is seen along the rays of a table: empty sites, and the first that is not.
    Seen(RuleId, Seen),
    /// Anything else.
    Any(Box<Moves>),
}

/// The sites where a rule lets a move end: all of a set or, where another is given, those of both, and those of the first of which
/// the rule's condition holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub may: usize,
    pub sure: Option<usize>,
}

/// Along the rays of a table, which sites are empty, and which are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub table: TableId,
    pub rays: usize,
    pub empty: usize,
    pub taken: usize,
    pub ends: Ends,
}

/// Along the rays of a table, over the sites of one set, which are ends too, and to the first of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    pub table: TableId,
    pub rays: usize,
    pub pass: usize,
    pub stop: Option<Ends>,
    pub low: i32,
    pub high: i32,
}

impl Listing {
    /// Of the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> Listing {
        let mut listing = Listing {
            kinds: Vec::new(),
            masks: Vec::new(),
            rays: Vec::new(),
            lasting: Vec::new(),
        };
        for (what, moves) in pieces.moves.iter().enumerate() {
            let mut parts = Vec::new();
            if let Some(moves) = moves {
                listing.add(game, what, moves, &[], &mut parts, 0);
            }
            listing.kinds.push(parts);
        }
        listing
    }

    fn add(
        &mut self,
        game: &Game,
        what: usize,
        moves: &Moves,
        guards: &[Guard],
        parts: &mut Vec<Part>,
        depth: u32,
    ) {
        let deeper = depth < 16;
        let mut guarded = |listing: &mut Listing, moves: &Moves, cond: &Bool, must: bool| {
            let mut guards = guards.to_vec();
            guards.push(of_kind(cond, what, must));
            listing.add(game, what, moves, &guards, parts, depth + 1);
        };
        match moves {
            Moves::None => return,
            Moves::OfPiece(kind) if deeper => {
                let moves = &game.piece_moves[*kind];
                return self.add(game, what, moves, guards, parts, depth + 1);
            }
            Moves::All(several) if deeper => {
                for one in several {
                    self.add(game, what, one, guards, parts, depth + 1);
                }
                return;
            }
            Moves::If(cond, yes, no) if deeper => {
                guarded(self, yes, cond, true);
                if let Some(no) = no {
                    guarded(self, no, cond, false);
                }
                return;
            }
            _ => {}
        }
        let mut guards = guards.to_vec();
        if let Moves::Rule(id) = moves {
            let rule = &game.rules[usize::from(*id)];
            guards.extend(always(&rule.kind));
            guards.extend(passing(game, what, *id));
            // Where much depends on where the man stands, these are two parts, of which one is never there.
            let cond = rule.kind.target().and_then(|to| to.cond.as_ref());
            let asked = of_kind_asked(game, what);
            if let Some(place) = cond.and_then(|cond| asked.place(cond)) {
                for stands in [true, false] {
                    let mut guards = guards.clone();
                    guards.push(Guard::On(place.words().into(), stands));
                    let here = Some((place, stands));
                    let way = self.way(game, what, *id, Asked { here, ..asked });
                    self.part(game, moves, guards, way, parts);
                }
                return;
            }
            let way = self.way(game, what, *id, asked);
            return self.part(game, moves, guards, way, parts);
        }
        self.part(game, moves, guards, None, parts);
    }

    fn part(
        &mut self,
        game: &Game,
        moves: &Moves,
        guards: Vec<Guard>,
        way: Option<Way>,
        parts: &mut Vec<Part>,
    ) {
        let rule = match way {
            Some(Way::Near(id, ..) | Way::Slide(id, _) | Way::Seen(id, _)) => {
                Some(&game.rules[usize::from(id)])
            }
            _ => None,
        };
        parts.push(Part {
            guards,
            ends: rule.and_then(|rule| self.ends(&rule.lasts)),
            shifts: rule.is_some_and(|rule| {
                let stays = rule.shifts.as_ref().is_some_and(|made| made.is_empty());
                stays && rule.reserves.is_empty()
            }),
            way: way.unwrap_or_else(|| Way::Any(Box::new(moves.clone()))),
        });
    }

    /// The number of the sites where a turn may go on.
    fn ends(&mut self, lasts: &Lasts) -> Option<usize> {
        let sites = match lasts {
            Lasts::Never => None,
            Lasts::IfEndsIn(sites) => Some((**sites).clone()),
            Lasts::Perhaps => return None,
        };
        let is_it = |known: &Option<Sites>| match (known, &sites) {
            (Some(known), Some(sites)) => are_the_same(known, sites),
            (known, sites) => known.is_none() && sites.is_none(),
        };
        let known = self.lasting.iter().position(is_it);
        Some(known.unwrap_or_else(|| {
            self.lasting.push(sites);
            self.lasting.len() - 1
        }))
    }

    fn way(&mut self, game: &Game, what: usize, id: RuleId, asked: Asked<'_>) -> Option<Way> {
        let rule = &game.rules[usize::from(id)];
        let own = game.layout.own;
        let (from, to) = match &rule.kind {
            RuleKind::Step { from, to, .. }
            | RuleKind::Slide { from, to, .. }
            | RuleKind::Leap { from, to, .. }
            | RuleKind::FromTo { from, to, .. } => (from, to),
            _ => return None,
        };
        let here = from.is_here() && from.cond.is_none() && from.t == own;
        if !here || to.t != own || rule.turned.is_some() {
            return None;
        }
        if let RuleKind::FromTo { .. } = &rule.kind {
            let carried = rule.kind.carries_one().is_some() && from.level.is_none();
            return (carried && game.cover == 0)
                .then(|| self.seen(game, what, id, to, asked))
                .flatten();
        }
        if !to.is_open() {
            return None;
        }
        let table_of = |dirs| table_of(game, what, dirs);
        match &rule.kind {
            RuleKind::Step { dirs, .. } => {
                let near = Near::steps(game, table_of(dirs)?);
                Some(Way::Near(id, near, self.ends_of(to.cond.as_ref()?, asked)))
            }
            RuleKind::Leap { table, .. } => {
                let leaps = match table {
                    LeapRef::Fixed(leaps) => leaps,
                    LeapRef::ByFacing(tables) => tables.get(facing(game, what)? as usize)?,
                };
                let near = Near::new(game, leaps.clone());
                Some(Way::Near(id, near, self.ends_of(to.cond.as_ref()?, asked)))
            }
            RuleKind::Slide {
                dirs,
                tracks,
                between,
                ..
            } if tracks.is_empty() => {
                let (&Int::Const(low), &Int::Const(high)) = (&between.low, &between.high) else {
                    return None;
                };
                let pass = passed(own, between, to)?;
                let table = table_of(dirs)?;
                Some(Way::Slide(
                    id,
                    Slide {
                        table,
                        rays: self.rays(game, table),
                        pass: self.set(pass.unwrap_or(&Mask::Empty)),
                        stop: to.cond.as_ref().map(|cond| self.ends_of(cond, asked)),
                        low,
                        high,
                    },
                ))
            }
            _ => None,
        }
    }

    /// The way to what is seen from where a man stands.
    fn seen(
        &mut self,
        game: &Game,
        what: usize,
        id: RuleId,
        to: &Target,
        asked: Asked<'_>,
    ) -> Option<Way> {
        let Some(Sites::LineOfSight { t, kind, at, dirs }) = &to.sites else {
            return None;
        };
        let here = matches!(**at, Int::Iter(Iter::From)) && *t == game.layout.own;
        if !here || *kind != SightKind::Both || to.site.is_some() {
            return None;
        }
        let table = table_of(game, what, dirs)?;
        Some(Way::Seen(
            id,
            Seen {
                table,
                rays: self.rays(game, table),
                empty: self.set(&Mask::Empty),
                taken: self.set(&Mask::Occupied),
                ends: self.ends_of(to.cond.as_ref()?, asked),
            },
        ))
    }

    /// Where a condition lets a move end.
    fn ends_of(&mut self, cond: &Bool, asked: Asked<'_>) -> Ends {
        let span = Span::of(cond, asked);
        Ends {
            may: self.set(&span.may),
            sure: (!span.is_settled()).then(|| self.set(&span.sure)),
        }
    }

    /// The number of the rays of a table.
    fn rays(&mut self, game: &Game, table: TableId) -> usize {
        let known = self.rays.iter().position(|(own, _)| *own == table);
        known.unwrap_or_else(|| {
            let rays = Rays::new(game, &game.tables[usize::from(table)]);
            self.rays.push((table, rays));
            self.rays.len() - 1
        })
    }

    /// The number of a set.
    fn set(&mut self, mask: &Mask) -> usize {
        let known = self.masks.iter().position(|own| own == mask);
        known.unwrap_or_else(|| {
            self.masks.push(mask.clone());
            self.masks.len() - 1
        })
    }
}

/// A condition as it is for pieces of a kind, where it asks for the kind of the piece that moves.
fn of_kind(cond: &Bool, what: usize, must: bool) -> Guard {
    let here = |int: &Int| matches!(int, Int::Iter(Iter::From));
    let (site, sites) = match cond {
        Bool::In(site, sites) => (site, sites),
        Bool::Pending => return Guard::Pending(must),
        _ => return Guard::Asked(cond.clone(), must),
    };
    match &**sites {
        Sites::Const(set) if here(site) => Guard::On(set.words().into(), must),
        Sites::ByIndex(sets, kind)
            if here(site) && matches!(&**kind, Int::What { at, level: None, .. } if here(at)) =>
        {
            Guard::On(sets.get(what).map_or(&[][..], SiteSet::words).into(), must)
        }
        _ => Guard::Asked(cond.clone(), must),
    }
}

/// Of whom the conditions of the moves of a kind are asked.
fn of_kind_asked(game: &Game, what: usize) -> Asked<'static> {
    let owner = usize::from(game.owners.get(what).copied().unwrap_or(0));
    Asked {
        // Men of players move as their owners do.
        owner: if owner <= game.players { owner } else { 0 },
        here: None,
    }
}

/// What the condition of a rule's targets asks whatever the target is: asked before any is looked at.
fn always(kind: &RuleKind) -> Option<Guard> {
    let Some(Bool::And(parts)) = kind.target().and_then(|to| to.cond.as_ref()) else {
        return None;
    };
    let pending = parts.iter().any(|part| matches!(part, Bool::Pending));
    pending.then_some(Guard::Pending(true))
}

/// The table that the directions of a rule stand for, of pieces of a kind.
fn table_of(game: &Game, what: usize, dirs: &Dirs) -> Option<TableId> {
    match dirs {
        Dirs::Table(id) => Some(*id),
        Dirs::ByFacing(ids) => ids.get(facing(game, what)? as usize).copied(),
        _ => None,
    }
}

/// Whether a step of a piece to a pending site, where only such a step is allowed, has anywhere to go.
fn passing(game: &Game, what: usize, id: RuleId) -> Option<Guard> {
    let RuleKind::Step { from, dirs, to, .. } = &game.rules[usize::from(id)].kind else {
        return None;
    };
    let own = game.layout.own;
    if !from.is_here() || !to.is_open() || from.t != own || to.t != own {
        return None;
    }
    let cond = to.cond.as_ref()?;
    let parts = match cond {
        Bool::And(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let there = |int: &Int| matches!(int, Int::Iter(Iter::To));
    let mut some = false;
    let mut value = false;
    for part in parts {
        match part {
            Bool::In(site, sites) if there(site) && matches!(**sites, Sites::Pending) => {
                return Some(Guard::NearPending(Near::steps(
                    game,
                    table_of(game, what, dirs)?,
                )));
            }
            Bool::Compare(Cmp::Eq, site, Int::Pending) if there(site) => value = true,
            Bool::Pending => some = true,
            _ => {}
        }
    }
    // Where nothing is pending, its number is that of some site.
    if !some || !value {
        return None;
    }
    Some(Guard::NearPending(Near::steps(
        game,
        table_of(game, what, dirs)?,
    )))
}

impl ForEachPiece {
    /// How the moves of the pieces are listed.
    #[inline]
    pub(crate) fn listing(&self, game: &Game) -> &Listing {
        self.listing.get_or_init(|| Listing::of(game, self))
    }
}
