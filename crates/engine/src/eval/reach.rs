//! From where a piece might reach a site, whatever stands on the board.
//!
//! A question such as "is the king attacked?" asks for moves to one site. Most pieces can be left out
//! without looking at their rules: they could not get there on any board.

use crate::game::Game;
use crate::ir::{Dirs, ForEachPiece, Int, Iter, LeapRef, Moves, Origin, RuleKind, Table, Target};
use crate::set::SiteSet;

/// Boards with more slots than this get no table: it would be larger than it is worth.
const MOST_SLOTS: usize = 512;

/// For each kind of piece and each target slot, the slots that it might come from.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// `origins[kind]`: `None` where any origin is possible.
    origins: Vec<Option<Vec<SiteSet>>>,
    /// By target: the origins of any kind.
    any: Vec<SiteSet>,
}

impl Reach {
    /// The table for the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> Reach {
        let slots = game.layout.slots;
        if slots > MOST_SLOTS {
            return Reach::default();
        }
        let mut any = vec![SiteSet::new(slots); slots];
        let origins = pieces
            .moves
            .iter()
            .map(|moves| {
                let moves = moves.as_ref()?;
                let mut from = vec![SiteSet::new(slots); slots];
                for origin in 0..slots {
                    let mut targets = SiteSet::new(slots);
                    let known = add_targets(game, moves, origin, &mut targets, 0);
                    known.then_some(())?;
                    for target in targets.iter() {
                        from[target as usize].insert(origin as i32);
                    }
                }
                Some(from)
            })
            .collect::<Vec<_>>();
        for (kind, from) in origins.iter().enumerate() {
            for (target, any) in any.iter_mut().enumerate() {
                match from {
                    Some(from) => any.union_with(&from[target]),
                    None if pieces.moves[kind].is_some() => *any = SiteSet::full(slots),
                    None => {}
                }
            }
        }
        Reach { origins, any }
    }

    /// The slots from which some piece might reach `target`; `None` if any might.
    #[inline]
    pub(crate) fn origins(&self, target: usize) -> Option<&SiteSet> {
        self.any.get(target)
    }

    /// Whether a piece of this kind might come from `origin` to `target`.
    #[inline]
    pub(crate) fn possible(&self, kind: usize, origin: usize, target: usize) -> bool {
        match self.origins.get(kind) {
            Some(Some(origins)) => origins[target].contains(origin as i32),
            _ => true,
        }
    }
}

/// Adds every slot that the moves of a piece on `origin` might lead to; `false` if that cannot be said.
fn add_targets(
    game: &Game,
    moves: &Moves,
    origin: usize,
    targets: &mut SiteSet,
    depth: u32,
) -> bool {
    if depth > 32 {
        return false;
    }
    let mut all = |parts: &[&Moves]| {
        parts
            .iter()
            .all(|part| add_targets(game, part, origin, targets, depth + 1))
    };
    match moves {
        Moves::None => true,
        Moves::Rule(id) => rule_targets(game, &game.rules[*id as usize].kind, origin, targets),
        Moves::All(parts) | Moves::Priority(parts) => all(&parts.iter().collect::<Vec<_>>()),
        Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => match no {
            Some(no) => all(&[yes, no]),
            None => all(&[yes]),
        },
        Moves::Do { next, .. } => all(&[next]),
        Moves::MaxCaptures { moves, .. }
        | Moves::MaxMoves { moves, .. }
        | Moves::AvoidStored(moves) => all(&[moves]),
        _ => false,
    }
}

fn rule_targets(game: &Game, kind: &RuleKind, origin: usize, targets: &mut SiteSet) -> bool {
    if matches!(kind, RuleKind::Slide { tracks, .. } if !tracks.is_empty()) {
        return false;
    }
    let (from, to) = match kind {
        RuleKind::Step { from, to, .. }
        | RuleKind::Slide { from, to, .. }
        | RuleKind::Hop { from, to, .. }
        | RuleKind::Leap { from, to, .. } => (from, to),
        RuleKind::Pass => return true,
        _ => return false,
    };
    let (t, site) = game.layout.site(origin);
    if t != from.t || site as usize >= game.layout.lens[t] {
        return true;
    }
    let here = starts_here(from);
    let origins = if here {
        site as usize..site as usize + 1
    } else {
        0..game.layout.lens[from.t]
    };
    let mut add = |site: u16| {
        if let Some(slot) = game.layout.slot(to.t, i32::from(site)) {
            targets.insert(slot as i32);
        }
    };
    if let RuleKind::Leap { table, .. } = kind {
        let tables: Vec<&Vec<Vec<u16>>> = match table {
            LeapRef::Fixed(table) => vec![table],
            LeapRef::ByFacing(tables) => tables.iter().collect(),
        };
        for table in tables {
            origins
                .clone()
                .filter_map(|at| table.get(at))
                .flatten()
                .for_each(|&site| add(site));
        }
        return to_is_open(to);
    }
    let dirs = match kind {
        RuleKind::Step { dirs, .. } | RuleKind::Slide { dirs, .. } | RuleKind::Hop { dirs, .. } => {
            dirs
        }
        _ => return false,
    };
    let Some(tables) = tables_of(game, dirs) else {
        return false;
    };
    for table in tables {
        for at in origins.clone() {
            if matches!(kind, RuleKind::Step { .. }) {
                table.steps_of(at).iter().for_each(|&site| add(site));
            } else {
                for ray in table.rays_of(at) {
                    table.ray(ray).iter().for_each(|&site| add(site));
                }
            }
        }
    }
    to_is_open(to)
}

/// Whether the move starts where the piece stands.
fn starts_here(from: &Origin) -> bool {
    from.sites.is_none() && matches!(from.site, Int::Iter(Iter::From))
}

/// Steps, slides, hops and leaps find their targets by the directions alone.
fn to_is_open(to: &Target) -> bool {
    to.site.is_none() && to.sites.is_none()
}

/// The tables that a direction may stand for; `None` if that depends on more than the facing.
fn tables_of<'g>(game: &'g Game, dirs: &Dirs) -> Option<Vec<&'g Table>> {
    let table = |id: &u16| &game.tables[*id as usize];
    match dirs {
        Dirs::Table(id) => Some(vec![table(id)]),
        Dirs::ByFacing(ids) => Some(ids.iter().map(table).collect()),
        Dirs::If(_, yes, no) | Dirs::Union(yes, no) => {
            let mut tables = tables_of(game, yes)?;
            tables.extend(tables_of(game, no)?);
            Some(tables)
        }
        _ => None,
    }
}
