//! Static bounds on generators: the maximum number of moves, and where these may lead.

use crate::game::Game;
use crate::ir::{Dirs, Int, Moves, Op, Origin, RareMoves, RuleKind, Target};
use crate::set::SiteSet;

/// A generator of at most this many moves counts as rare.
const FEW: u32 = 4;

/// The maximum number of moves of a generator; `None` where it is unknown.
pub(crate) fn max_moves(game: &Game, moves: &Moves) -> Option<u32> {
    match moves {
        Moves::None => Some(0),
        Moves::Rare(rare) => Some(rare.max_moves),
        Moves::Rule(id) => most_of_rule(game, *id),
        Moves::If(_, yes, no) => {
            let no = no.as_ref().map_or(Some(0), |no| max_moves(game, no));
            Some(max_moves(game, yes)?.max(no?))
        }
        Moves::All(parts) => parts.iter().map(|part| max_moves(game, part)).sum(),
        _ => None,
    }
}

fn most_of_rule(game: &Game, id: crate::ir::RuleId) -> Option<u32> {
    let rule = &game.rules[usize::from(id)];
    if rule.rotation_cell.is_some() {
        return None;
    }
    match &rule.kind {
        RuleKind::Append(_) => Some(1),
        RuleKind::Remove {
            single: Some(_), ..
        } => Some(1),
        kind @ RuleKind::Add { what, to, .. } if to.sites.is_none() => {
            let twice = kind.is_listed_twice();
            Some(what.len() as u32 * (1 + u32::from(twice)))
        }
        RuleKind::Slide {
            from,
            dirs: Dirs::Table(table),
            tracks,
            between,
            ..
        } if from.sites.is_none() && tracks.is_empty() => {
            let (Int::Const(low), Int::Const(high)) = (&between.low, &between.high) else {
                return None;
            };
            let lengths = high.checked_sub(*low)?.checked_add(1)?;
            let rays = game.tables[usize::from(*table)].most_rays();
            rays.checked_mul(u32::try_from(lengths).ok()?)
        }
        RuleKind::FromTo { from, to, .. }
            if from.sites.is_none() && to.sites.is_none() && game.cover == 0 =>
        {
            Some(1)
        }
        _ => None,
    }
}

/// Marks rare moves, such as castling, that stand beside the moves of the pieces. Their conditions
/// are not evaluated when moves to a site that they never reach are wanted, or when another
/// candidate is drawn.
pub(crate) fn mark_rare(game: &mut Game) {
    for phase in 0..game.phases.len() {
        let mut moves = std::mem::replace(&mut game.phases[phase].moves, Moves::None);
        mark(game, &mut moves);
        game.phases[phase].moves = moves;
    }
}

fn mark(game: &Game, moves: &mut Moves) {
    match moves {
        Moves::All(parts) if parts.len() > 1 => {
            for part in parts {
                mark_part(game, part);
            }
        }
        Moves::If(_, yes, no) => {
            mark(game, yes);
            if let Some(no) = no {
                mark(game, no);
            }
        }
        Moves::Do { next, .. } => mark(game, next),
        _ => {}
    }
}

fn mark_part(game: &Game, part: &mut Moves) {
    match (&*part, max_moves(game, part)) {
        (Moves::If(..), Some(max_moves @ 1..=FEW)) => {
            let of = |player| {
                let mut to = SiteSet::new(game.layout.slots);
                add_targets(game, part, player, &mut to)?;
                Some(to)
            };
            let to: Option<Vec<SiteSet>> = (0..=game.players).map(of).collect();
            *part = Moves::Rare(Box::new(RareMoves {
                max_moves,
                targets: to.map(Vec::into_boxed_slice),
                moves: std::mem::replace(part, Moves::None),
            }));
        }
        _ => mark(game, part),
    }
}

/// Adds every slot that the moves of a player may lead to; `None` where that is unknown.
fn add_targets(game: &Game, moves: &Moves, player: usize, to: &mut SiteSet) -> Option<()> {
    match moves {
        Moves::None => Some(()),
        Moves::If(_, yes, no) => {
            add_targets(game, yes, player, to)?;
            no.as_ref()
                .map_or(Some(()), |no| add_targets(game, no, player, to))
        }
        Moves::All(parts) => {
            (parts.iter()).try_for_each(|part| add_targets(game, part, player, to))
        }
        Moves::Rule(id) => match &game.rules[usize::from(*id)].kind {
            RuleKind::Slide {
                from,
                dirs: Dirs::Table(table),
                tracks,
                between,
                to: target,
                ..
            } if tracks.is_empty() => {
                let table = &game.tables[usize::from(*table)];
                let (Int::Const(low), Int::Const(high)) = (&between.low, &between.high) else {
                    return None;
                };
                for site in origins(game, from, target, player)? {
                    for ray in table.rays_of(site) {
                        for (distance, &site) in (1..=*high).zip(table.ray(ray)) {
                            if distance >= *low {
                                to.insert(i32::from(site));
                            }
                        }
                    }
                }
                Some(())
            }
            RuleKind::FromTo { to: target, .. }
                if target.sites.is_none() && target.site_type == game.layout.own =>
            {
                for site in values(game, target.site.as_ref()?, player)? {
                    to.insert(site);
                }
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The sites of the board that a rule may start from, where its targets are found by directions.
fn origins(game: &Game, from: &Origin, to: &Target, player: usize) -> Option<Vec<usize>> {
    let own = game.layout.own;
    if !to.is_open() || from.sites.is_some() || from.site_type != own || to.site_type != own {
        return None;
    }
    let sites = values(game, &from.site, player)?;
    let on_board = |site: i32| usize::try_from(site).ok();
    Some(sites.into_iter().filter_map(on_board).collect())
}

/// The possible values of a number when a player moves; `None` where they are not known to be few.
fn values(game: &Game, int: &Int, player: usize) -> Option<Vec<i32>> {
    match int {
        Int::Const(value) => Some(vec![*value]),
        Int::Mover => Some(vec![player as i32]),
        Int::Next => Some((1..=game.players as i32).collect()),
        Int::Bin(op @ (Op::Add | Op::Sub), a, b) => {
            let (a, b) = (values(game, a, player)?, values(game, b, player)?);
            let with = |a: i32| b.iter().map(move |&b| op.apply(a, b));
            Some(a.into_iter().flat_map(with).collect())
        }
        Int::MapEntry(pairs, key) => {
            // The map returns unknown keys unchanged.
            let entry = |key: i32| {
                let known = pairs.binary_search_by_key(&key, |pair| pair.0);
                known.map_or(key, |at| pairs[at].1)
            };
            Some(values(game, key, player)?.into_iter().map(entry).collect())
        }
        _ => None,
    }
}
