//! Determines which rules make simple moves: one piece goes to another site, captures at most what
//! stands there, and does nothing else that could matter to an attack.

use super::legality::by_player;
use crate::game::Game;
use crate::ir::{Hurdle, Int, Iter, Moves, RuleKind};

/// Determines for every rule whether its moves are simple, and which kinds they may make of a
/// piece.
pub(crate) fn mark(game: &mut Game) {
    if game.layout.levels > 0 || game.cover > 0 {
        return;
    }
    for index in 0..game.rules.len() {
        let made = simple_move(game, index);
        let is_drop = is_drop(game, index);
        let carries = made
            .as_ref()
            .is_some_and(|made| only_carries(game, index, made));
        let rule = &mut game.rules[index];
        rule.is_drop = is_drop;
        rule.only_carries = carries;
        (rule.simple_move, rule.captured_to_hand) = match made {
            Some(made) => (Some(made.promoted.into()), made.captured_to_hand.into()),
            None => (None, Box::default()),
        };
    }
}

/// The kinds that a simple move may create.
#[derive(Debug, Default)]
struct MadeKinds {
    /// Of the piece that moves.
    promoted: Vec<i32>,
    /// Of the captured piece in hand, by its kind on the board.
    captured_to_hand: Vec<(i32, i32)>,
}

/// Whether the simple moves of a rule end with the same piece on the target, and set nothing but
/// numbers that no position shows.
fn only_carries(game: &Game, index: usize, made: &MadeKinds) -> bool {
    let rule = &game.rules[index];
    let to = match &rule.kind {
        RuleKind::Step { to, .. }
        | RuleKind::Leap { to, .. }
        | RuleKind::Hop { to, .. }
        | RuleKind::Slide { to, .. } => to,
        _ => return false,
    };
    let applied = to.effect.as_ref().and_then(|effect| effect.effect);
    made.promoted.is_empty()
        && made.captured_to_hand.is_empty()
        && applied.is_none_or(|id| leaves_position(game, game.effect(id), Applied::Before, 0))
        && (rule.thens.iter()).all(|id| leaves_position(game, game.effect(*id), Applied::After, 0))
}

/// When an effect is carried out: before or after the piece comes to the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applied {
    Before,
    After,
}

/// Whether an effect of a simple move changes nothing on the board but what the target held before.
fn leaves_position(game: &Game, moves: &Moves, when: Applied, depth: u32) -> bool {
    if depth > 16 {
        return false;
    }
    let leaves = |part: &Moves| leaves_position(game, part, when, depth + 1);
    match moves {
        Moves::None => true,
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => parts.iter().all(leaves),
        Moves::If(_, yes, no) => leaves(yes) && no.as_deref().is_none_or(leaves),
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            let kept = match &rule.kind {
                RuleKind::Remove { .. } => when == Applied::Before,
                RuleKind::SetCounter(_)
                | RuleKind::SetVar { .. }
                | RuleKind::SetScore { .. }
                | RuleKind::Remember { .. } => true,
                _ => false,
            };
            let after = |id| leaves_position(game, game.effect(id), Applied::After, depth + 1);
            let quiet = rule.before.is_empty() && !rule.listing_chance;
            kept && quiet && rule.thens.iter().all(|id| after(*id))
        }
        _ => false,
    }
}

/// Whether a rule carries one piece to an empty site of the board and does nothing else.
fn is_drop(game: &Game, index: usize) -> bool {
    let rule = &game.rules[index];
    let Some((from, to)) = rule.kind.single_piece_transfer() else {
        return false;
    };
    let bare = rule.before.is_empty()
        && !rule.listing_chance
        && !rule.overflows
        && rule.rotation_cell.is_none();
    let own = game.layout.own;
    let plain =
        from.site_type == own && to.site_type == own && from.level.is_none() && to.level.is_none();
    bare && plain && rule.thens.is_empty() && to.effect.is_none() && to.rotations.is_none()
}

fn simple_move(game: &Game, index: usize) -> Option<MadeKinds> {
    let rule = &game.rules[index];
    let own = game.layout.own;
    let (from, to, stack, between) = match &rule.kind {
        RuleKind::Step {
            from, to, stack, ..
        } => (from, to, *stack, None),
        RuleKind::Leap { from, to, .. } => (from, to, false, None),
        RuleKind::Hop {
            from,
            between,
            to,
            stack,
            ..
        }
        | RuleKind::Slide {
            from,
            between,
            to,
            stack,
            ..
        } => (from, to, *stack, Some(between)),
        kind => match kind.single_piece_transfer()? {
            (from, to) if from.is_here() && from.level.is_none() && to.level.is_none() => {
                (from, to, false, None)
            }
            _ => return None,
        },
    };
    let open = |between: &Hurdle| between.effect.is_none() && between.trail.is_none();
    let plain = from.site_type == own && to.site_type == own && !stack && between.is_none_or(open);
    let bare = rule.before.is_empty()
        && !rule.listing_chance
        && !rule.overflows
        && rule.rotation_cell.is_none();
    if !plain || !bare {
        return None;
    }
    let mut made = MadeKinds::default();
    let applied = to.effect.as_ref().and_then(|effect| effect.effect);
    for effect in applied.iter().chain(&rule.thens) {
        changes_only_target(game, game.effect(*effect), 0, &mut made)?;
    }
    Some(made)
}

/// Adds the kinds that an effect makes of the piece on the target; `None` where it changes anything
/// else on the board.
fn changes_only_target(game: &Game, moves: &Moves, depth: u32, made: &mut MadeKinds) -> Option<()> {
    if depth > 16 {
        return None;
    }
    match moves {
        Moves::None => Some(()),
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => {
            (parts.iter()).try_for_each(|part| changes_only_target(game, part, depth + 1, made))
        }
        Moves::If(_, yes, no) => {
            changes_only_target(game, yes, depth + 1, made)?;
            no.as_ref().map_or(Some(()), |no| {
                changes_only_target(game, no, depth + 1, made)
            })
        }
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            let own = |site_type: usize| site_type == game.layout.own;
            match &rule.kind {
                RuleKind::Remove {
                    site_type,
                    single: Some(Int::Iter(Iter::To)),
                    at_end: false,
                    ..
                } if own(*site_type) => {}
                RuleKind::Promote {
                    site_type,
                    at,
                    what,
                    ..
                } if own(*site_type) && matches!(at, Int::Iter(Iter::To) | Int::LastTo) => {
                    for what in what {
                        let (kinds, true) = by_player(what)? else {
                            return None;
                        };
                        // Kind 0 would leave the site empty.
                        if kinds.get(1..=game.players)?.contains(&0) {
                            return None;
                        }
                        made.promoted.extend_from_slice(kinds);
                    }
                }
                RuleKind::Add {
                    what,
                    state: None,
                    to,
                    count: None,
                    stack: false,
                } => {
                    // The captured piece goes into a hand: one table gives the site, another the
                    // new kind, for the same kinds.
                    let site = to.site.as_ref().filter(|_| to.sites.is_none())?;
                    let bare = own(to.site_type) && to.level.is_none() && to.effect.is_none();
                    let [what] = &what[..] else { return None };
                    let (places, kinds) =
                        (by_captured_kind(game, site)?, by_captured_kind(game, what)?);
                    let mut both = places.iter().zip(kinds);
                    let alike = places.len() == kinds.len() && both.all(|(a, b)| a.0 == b.0);
                    let in_hand = |site: i32| {
                        let slot = usize::try_from(site).ok();
                        slot.is_some_and(|slot| game.layout.in_hand(slot))
                    };
                    let all_in_hand = places.iter().all(|&(_, site)| in_hand(site));
                    if !bare || !alike || !all_in_hand || !made.captured_to_hand.is_empty() {
                        return None;
                    }
                    made.captured_to_hand = kinds.to_vec();
                }
                kind if changes_no_piece(kind) => {}
                _ => return None,
            }
            if !rule.before.is_empty() || rule.listing_chance {
                return None;
            }
            (rule.thens.iter())
                .try_for_each(|then| changes_only_target(game, game.effect(*then), depth + 1, made))
        }
        Moves::ForEachSite {
            moves, otherwise, ..
        } => {
            let parts = [Some(moves), otherwise.as_ref()];
            let mut parts = parts.into_iter().flatten();
            let all = parts.all(|part| moves_no_piece(game, part, depth + 1));
            all.then_some(())
        }
        _ => None,
    }
}

/// Whether an effect leaves all pieces where they are, and as they are but for their states.
fn moves_no_piece(game: &Game, moves: &Moves, depth: u32) -> bool {
    if depth > 16 {
        return false;
    }
    let none = |part: &Moves| moves_no_piece(game, part, depth + 1);
    match moves {
        Moves::None => true,
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => parts.iter().all(none),
        Moves::If(_, yes, no) => none(yes) && no.as_deref().is_none_or(none),
        Moves::ForEachSite {
            moves, otherwise, ..
        } => none(moves) && otherwise.as_deref().is_none_or(none),
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            let quiet = rule.before.is_empty() && !rule.listing_chance;
            let mut thens = rule.thens.iter();
            quiet && changes_no_piece(&rule.kind) && thens.all(|then| none(game.effect(*then)))
        }
        _ => false,
    }
}

/// Whether an effect sets only states and numbers.
fn changes_no_piece(kind: &RuleKind) -> bool {
    matches!(
        kind,
        RuleKind::SetState { .. }
            | RuleKind::SetCounter(_)
            | RuleKind::SetVar { .. }
            | RuleKind::SetPending(..)
            | RuleKind::SetScore { .. }
            | RuleKind::SetPlayerValue { .. }
            | RuleKind::SetNextPlayer(_)
            | RuleKind::MoveAgain
            | RuleKind::Remember { .. }
    )
}

/// A table of numbers by the kind of the piece on the target of the move.
fn by_captured_kind<'g>(game: &Game, number: &'g Int) -> Option<&'g [(i32, i32)]> {
    match number {
        Int::MapEntry(pairs, key) => match &**key {
            Int::What {
                site_type,
                at,
                level: None,
            } if *site_type == game.layout.own => {
                matches!(**at, Int::Iter(Iter::To)).then_some(&pairs[..])
            }
            _ => None,
        },
        _ => None,
    }
}
