//! Listing the moves of pieces whose rules go along tables and ask of a site only in which sets it
//! is: the sets are worked out once for all pieces.

use smallvec::SmallVec;

use super::slide::needs_only_sets;
use super::ticket::facing;
use super::{Out, Run};
use crate::game::Game;
use crate::ir::{
    Bool, Dirs, ForEachPiece, Int, Iter, LeapRef, Mask, Moves, RuleId, RuleKind, Sites, TableId,
};
use crate::set::SiteSet;

/// How the moves of each kind of piece are listed.
#[derive(Clone, Debug)]
pub struct Listing {
    kinds: Vec<Vec<Part>>,
    /// The sets that the parts ask of, by number.
    masks: Vec<Mask>,
}

/// A part of the moves of a kind, in the order of the description.
#[derive(Clone, Debug)]
struct Part {
    /// The conditions above it, with what each must come to.
    guards: Vec<(Bool, bool)>,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// To the next sites of a set.
    Step(RuleId, TableId, usize),
    /// By leaps to the sites of a set.
    Leap(RuleId, Vec<Vec<u16>>, usize),
    /// Along the rays: over the sites of one set, which are ends too, and to the first of the other.
    Slide(RuleId, TableId, usize, Option<usize>),
    /// Anything else.
    Any(Box<Moves>),
}

/// The sets of a listing, as far as they were asked for, for the mover they were worked out for.
#[derive(Debug, Default)]
pub(super) struct Sets {
    mover: i32,
    sets: SmallVec<[Option<SiteSet>; 6]>,
}

impl Listing {
    /// Of the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> Listing {
        let mut listing = Listing {
            kinds: Vec::new(),
            masks: Vec::new(),
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
        guards: &[(Bool, bool)],
        parts: &mut Vec<Part>,
        depth: u32,
    ) {
        let deeper = depth < 16;
        let mut guarded = |listing: &mut Listing, moves: &Moves, cond: &Bool, must: bool| {
            let mut guards = guards.to_vec();
            guards.push((of_kind(cond, what), must));
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
            Moves::If(cond, yes, None) if deeper => {
                return guarded(self, yes, cond, true);
            }
            _ => {}
        }
        let mut guards = guards.to_vec();
        let way = match moves {
            Moves::Rule(id) => {
                guards.extend(always(&game.rules[usize::from(*id)].kind));
                self.way(game, what, *id)
            }
            _ => None,
        };
        let way = way.unwrap_or_else(|| Way::Any(Box::new(moves.clone())));
        parts.push(Part { guards, way });
    }

    fn way(&mut self, game: &Game, what: usize, id: RuleId) -> Option<Way> {
        let rule = &game.rules[usize::from(id)];
        let own = game.layout.own;
        let (from, to) = match &rule.kind {
            RuleKind::Step { from, to, .. }
            | RuleKind::Slide { from, to, .. }
            | RuleKind::Leap { from, to, .. } => (from, to),
            _ => return None,
        };
        let here = from.is_here() && from.cond.is_none() && from.t == own;
        if !here || !to.is_open() || to.t != own || rule.turned.is_some() {
            return None;
        }
        let table_of = |dirs: &Dirs| match dirs {
            Dirs::Table(id) => Some(*id),
            Dirs::ByFacing(ids) => ids.get(facing(game, what)? as usize).copied(),
            _ => None,
        };
        let end = match &to.cond {
            Some(Bool::At(Iter::To, mask)) => Some(&**mask),
            None => None,
            Some(_) => return None,
        };
        match &rule.kind {
            RuleKind::Step { dirs, .. } => Some(Way::Step(id, table_of(dirs)?, self.set(end?))),
            RuleKind::Leap { table, .. } => {
                let leaps = match table {
                    LeapRef::Fixed(leaps) => leaps,
                    LeapRef::ByFacing(tables) => tables.get(facing(game, what)? as usize)?,
                };
                Some(Way::Leap(id, leaps.clone(), self.set(end?)))
            }
            RuleKind::Slide {
                dirs,
                tracks,
                between,
                ..
            } if tracks.is_empty() => {
                let masks = needs_only_sets(own, between, to)?;
                let pass = self.set(masks.pass.unwrap_or(&Mask::Empty));
                let stop = masks.stop.map(|mask| self.set(mask));
                Some(Way::Slide(id, table_of(dirs)?, pass, stop))
            }
            _ => None,
        }
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
fn of_kind(cond: &Bool, what: usize) -> Bool {
    let here = |int: &Int| matches!(int, Int::Iter(Iter::From));
    match cond {
        Bool::In(site, sites) if here(site) => match &**sites {
            Sites::ByIndex(sets, kind) if matches!(&**kind, Int::What { at, level: None, .. } if here(at)) =>
            {
                let set = sets.get(what).cloned().unwrap_or_default();
                Bool::In(site.clone(), Box::new(Sites::Const(set)))
            }
            _ => cond.clone(),
        },
        _ => cond.clone(),
    }
}

/// What the condition of a rule's targets asks whatever the target is: asked before any is looked at.
fn always(kind: &RuleKind) -> Option<(Bool, bool)> {
    let Some(Bool::And(parts)) = kind.target().and_then(|to| to.cond.as_ref()) else {
        return None;
    };
    let pending = parts.iter().find(|part| matches!(part, Bool::Pending));
    pending.map(|part| (part.clone(), true))
}

impl<'a> Run<'a> {
    /// Lists the moves of the piece on a slot of the board.
    pub(super) fn list_piece(
        &mut self,
        listing: &'a Listing,
        sets: &mut Sets,
        slot: usize,
        out: &mut Out,
    ) {
        let mover = self.mover();
        if sets.mover != mover || sets.sets.is_empty() {
            sets.mover = mover;
            sets.sets.clear();
            sets.sets.resize(listing.masks.len().max(1), None);
        }
        self.env[Iter::From as usize] = self.g.layout.site(slot).1;
        self.env[Iter::Level as usize] = self.s.top(slot) as i32;
        for part in &listing.kinds[self.s.what(slot)] {
            if !part
                .guards
                .iter()
                .all(|(cond, must)| self.bool(cond) == *must)
            {
                continue;
            }
            if let Way::Any(moves) = &part.way {
                // Some rules ask whether others have any move at all: those are listed in full.
                let only = out.only.take();
                self.generate(moves, out);
                out.only = only;
                continue;
            }
            let to = self.get(Iter::To);
            self.list_part(listing, &part.way, sets, slot, out);
            self.bind(Iter::To, to);
        }
    }

    fn list_part(
        &mut self,
        listing: &'a Listing,
        way: &'a Way,
        sets: &mut Sets,
        slot: usize,
        out: &mut Out,
    ) {
        match way {
            Way::Step(id, table, set) => {
                let near = self.g.tables[usize::from(*table)].steps_of(slot);
                self.list_near(listing, *id, near, (sets, *set), slot, out);
            }
            Way::Leap(id, leaps, set) => {
                let near = leaps.get(slot).map_or(&[][..], |near| near);
                self.list_near(listing, *id, near, (sets, *set), slot, out);
            }
            Way::Slide(id, table, pass, stop) => {
                self.set_of(listing, sets, *pass);
                if let Some(stop) = stop {
                    self.set_of(listing, sets, *stop);
                }
                let rule = &self.g.rules[usize::from(*id)];
                let table = &self.g.tables[usize::from(*table)];
                let Some(pass) = &sets.sets[*pass] else {
                    return;
                };
                let stop = stop.and_then(|stop| sets.sets[stop].as_ref());
                for ray in table.rays_of(slot) {
                    let path = table.ray(ray);
                    for (index, &site) in path.iter().enumerate() {
                        let site = i32::from(site);
                        let stops = stop.is_some_and(|stop| stop.contains(site));
                        if !stops && !pass.contains(site) {
                            break;
                        }
                        if out.wants(site) {
                            let old = self.arrive(path, index, stops);
                            let mut mv = self.make(*id, rule, slot as i32, site);
                            self.leave(old);
                            mv.load[0] = path[0] as i16;
                            mv.load[1] = index as i16 + 1;
                            out.push(mv);
                        }
                        if stops || out.done {
                            break;
                        }
                    }
                }
            }
            Way::Any(_) => {}
        }
    }

    fn list_near(
        &mut self,
        listing: &'a Listing,
        id: RuleId,
        near: &'a [u16],
        (sets, set): (&mut Sets, usize),
        slot: usize,
        out: &mut Out,
    ) {
        self.set_of(listing, sets, set);
        let rule = &self.g.rules[usize::from(id)];
        let Some(set) = &sets.sets[set] else { return };
        for &site in near {
            if set.contains(i32::from(site)) && out.wants(i32::from(site)) {
                self.env[Iter::To as usize] = i32::from(site);
                out.push(self.make(id, rule, slot as i32, i32::from(site)));
            }
        }
    }

    /// Works a set out, if that has not been done for this mover.
    fn set_of(&mut self, listing: &'a Listing, sets: &mut Sets, set: usize) {
        if sets.sets[set].is_none() {
            sets.sets[set] = Some(self.mask_set(&listing.masks[set]));
        }
    }
}
