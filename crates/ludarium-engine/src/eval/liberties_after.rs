//! Conditions on the liberties of a stone after it is placed, decided without placing it.
//!
//! A stone next to an empty site has a liberty if placing it does nothing else to the board but
//! take pieces of the enemy: what is empty before the move is empty after it.

use super::legality::by_player;
use super::Evaluator;
use crate::game::Game;
use crate::ir::{Bool, Capture, Cmp, Dirs, Int, Iter, Mask, Moves, RuleKind};
use crate::Move;

/// Determines the rules that place one piece of the mover's on the board and otherwise only take
/// pieces of the enemy.
pub(crate) fn mark(game: &mut Game) {
    if game.layout.levels > 0 || game.cover > 0 {
        return;
    }
    for index in 0..game.rules.len() {
        game.rules[index].only_adds = only_adds(game, index);
    }
}

fn only_adds(game: &Game, index: usize) -> bool {
    let rule = &game.rules[index];
    let RuleKind::Add {
        what,
        to,
        count: None,
        stack: false,
        ..
    } = &rule.kind
    else {
        return false;
    };
    let own_kind = |what: &Int| {
        let kinds = by_player(what).filter(|(_, of_mover)| *of_mover);
        kinds.is_some_and(|(kinds, _)| {
            let mut kinds = kinds.iter().enumerate().skip(1);
            kinds.all(|(player, &kind)| {
                let owner = usize::try_from(kind).ok().and_then(|k| game.owners.get(k));
                owner.is_some_and(|&owner| kind > 0 && usize::from(owner) == player)
            })
        })
    };
    let bare = rule.before.is_empty()
        && !rule.listing_chance
        && !rule.overflows
        && rule.rotation_cell.is_none()
        && to.site_type == game.layout.own
        && to.level.is_none();
    let applied = to.effect.as_ref().and_then(|effect| effect.effect);
    let mut effects = applied.iter().chain(&rule.thens);
    bare && what.iter().all(own_kind) && effects.all(|&id| only_takes(game, game.effect(id), 0))
}

/// Whether an effect changes nothing on the board, except that it takes pieces of the enemy.
fn only_takes(game: &Game, moves: &Moves, depth: u32) -> bool {
    if depth > 16 {
        return false;
    }
    match moves {
        Moves::None => true,
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => {
            parts.iter().all(|part| only_takes(game, part, depth + 1))
        }
        Moves::If(_, yes, no) => {
            let no = no.as_ref();
            only_takes(game, yes, depth + 1) && no.is_none_or(|no| only_takes(game, no, depth + 1))
        }
        Moves::Capture(capture) => takes_enemies(game, capture, depth),
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            let beside_the_board = matches!(
                rule.kind,
                RuleKind::SetCounter(_)
                    | RuleKind::SetVar { .. }
                    | RuleKind::SetScore { .. }
                    | RuleKind::SetPlayerValue { .. }
                    | RuleKind::SetPending(..)
                    | RuleKind::SetNextPlayer(_)
                    | RuleKind::MoveAgain
                    | RuleKind::Remember { .. }
            );
            let mut thens = rule.thens.iter();
            beside_the_board
                && rule.before.is_empty()
                && !rule.listing_chance
                && thens.all(|&then| only_takes(game, game.effect(then), depth + 1))
        }
        _ => false,
    }
}

/// Whether all that a capture does is to remove pieces of the enemy.
fn takes_enemies(game: &Game, capture: &Capture, depth: u32) -> bool {
    let (Bool::At(captured @ (Iter::To | Iter::Between), mask), Some(effect)) =
        (&capture.target, &capture.effect)
    else {
        return false;
    };
    capture.site_type == game.layout.own
        && holds_enemies_only(mask)
        && removes_only(game, effect, *captured, depth + 1)
}

/// Whether an effect removes the captured piece, and does nothing else to the board.
fn removes_only(game: &Game, moves: &Moves, captured: Iter, depth: u32) -> bool {
    match moves {
        Moves::All(parts) | Moves::Seq(parts) if depth < 16 => parts
            .iter()
            .all(|part| removes_only(game, part, captured, depth + 1)),
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            match &rule.kind {
                RuleKind::Remove {
                    site_type,
                    single: Some(Int::Iter(removed)),
                    level: None,
                    ..
                } if *site_type == game.layout.own && *removed == captured => {
                    let mut thens = rule.thens.iter();
                    rule.before.is_empty()
                        && !rule.listing_chance
                        && thens.all(|&then| only_takes(game, game.effect(then), depth + 1))
                }
                _ => only_takes(game, moves, depth + 1),
            }
        }
        moves => only_takes(game, moves, depth + 1),
    }
}

fn holds_enemies_only(mask: &Mask) -> bool {
    match mask {
        Mask::Enemy => true,
        Mask::And(parts) => parts.iter().any(holds_enemies_only),
        Mask::Or(parts) => !parts.is_empty() && parts.iter().all(holds_enemies_only),
        _ => false,
    }
}

impl<'a> Evaluator<'a> {
    /// Whether a comparison of the placed stone's liberties with a constant holds after a move,
    /// where one liberty decides it and the stone finds one.
    pub(super) fn liberties_decide(
        &mut self,
        mv: Move,
        cmp: Cmp,
        first: &'a Int,
        second: &'a Int,
    ) -> Option<bool> {
        let (liberties, cmp, bound) = match (first, second) {
            (first, Int::Const(bound)) => (first, cmp, *bound),
            (Int::Const(bound), second) => (second, cmp.turned(), *bound),
            _ => return None,
        };
        let Int::CountLiberties {
            site_type,
            at,
            dirs: Dirs::Table(table),
            cond: None,
        } = liberties
        else {
            return None;
        };
        let of_stone = matches!(at.as_deref(), None | Some(Int::LastTo));
        let rule = &self.game.rules[usize::from(mv.rule)];
        if *site_type != self.game.layout.own
            || !of_stone
            || !rule.only_adds
            || self.lookahead_depth > 0
        {
            return None;
        }
        let holds = match cmp {
            Cmp::Gt | Cmp::Ne if bound < 1 => true,
            Cmp::Ge if bound <= 1 => true,
            Cmp::Le | Cmp::Eq if bound < 1 => false,
            Cmp::Lt if bound <= 1 => false,
            _ => return None,
        };
        let to = usize::try_from(mv.target()).ok()?;
        let near = self.game.tables[usize::from(*table)].steps_of(to);
        let mut near = near.iter().map(|&site| usize::from(site));
        near.any(|site| site != to && self.state.is_empty(site))
            .then_some(holds)
    }
}
