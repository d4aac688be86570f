//! What follows from placing a stone, known without placing it.
//!
//! Where a rule places one piece and does nothing else to the board but take pieces of the enemy,
//! what is empty before the move is empty after it: a stone next to an empty site has a liberty.
//! Where nothing is taken, either, the key of the position differs by that one stone.

use super::legality::by_player;
use super::Evaluator;
use crate::game::Game;
use crate::ir::{
    Bool, Capture, CaptureKind, Cmp, Dirs, Int, Iter, Mask, Moves, Repetition, RuleKind, TableId,
};
use crate::state::mix;
use crate::Move;

/// What a rule does besides placing one piece of the mover's on the board: it takes pieces of the
/// enemy, and changes nothing else there, nor whose turn it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adding {
    /// The steps along which it encloses what it takes.
    encloses: Vec<TableId>,
    /// Whether it may take pieces in another way.
    takes_otherwise: bool,
}

/// Determines the rules that only add a piece.
pub(crate) fn mark(game: &mut Game) {
    if game.layout.levels > 0 || game.cover > 0 {
        return;
    }
    for index in 0..game.rules.len() {
        game.rules[index].adding = adding(game, index);
    }
}

fn adding(game: &Game, index: usize) -> Option<Adding> {
    let rule = &game.rules[index];
    let RuleKind::Add {
        what,
        to,
        state: None,
        count: None,
        stack: false,
    } = &rule.kind
    else {
        return None;
    };
    let own_kind = |what: &Int| {
        let kinds = by_player(what).filter(|(_, of_mover)| *of_mover);
        kinds.is_some_and(|(kinds, _)| {
            // What follows the players is for all of them together.
            let mut kinds = (kinds.iter().enumerate().skip(1)).take(game.players);
            kinds.all(|(player, &kind)| {
                let owner = usize::try_from(kind).ok().and_then(|k| game.owners.get(k));
                owner.is_some_and(|&owner| kind > 0 && usize::from(owner) == player)
            })
        })
    };
    let bare = rule.before.is_empty()
        // What is worked out before the stone stands begins at the last stone.
        && !rule.early_then
        && !rule.listing_chance
        && !rule.overflows
        && rule.rotation_cell.is_none()
        && to.site_type == game.layout.own
        && to.level.is_none();
    if !bare || !what.iter().all(own_kind) {
        return None;
    }
    let mut adding = Adding::default();
    let applied = to.effect.as_ref().and_then(|effect| effect.effect);
    let mut effects = applied.iter().chain(&rule.thens);
    effects.try_for_each(|&id| adding.add(game, game.effect(id), 0))?;
    Some(adding)
}

impl Adding {
    /// Adds what an effect takes; `None` where it may do something else.
    fn add(&mut self, game: &Game, moves: &Moves, depth: u32) -> Option<()> {
        if depth > 16 {
            return None;
        }
        match moves {
            Moves::None => Some(()),
            Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => parts
                .iter()
                .try_for_each(|part| self.add(game, part, depth + 1)),
            Moves::If(_, yes, no) => {
                self.add(game, yes, depth + 1)?;
                let mut no = no.iter();
                no.try_for_each(|no| self.add(game, no, depth + 1))
            }
            Moves::Capture(capture) => self.add_capture(game, capture, depth + 1),
            Moves::Rule(id) => {
                let rule = &game.rules[usize::from(*id)];
                let beside_the_board = matches!(
                    rule.kind,
                    RuleKind::SetCounter(_)
                        | RuleKind::SetVar { .. }
                        | RuleKind::SetScore { .. }
                        | RuleKind::SetPlayerValue { .. }
                        | RuleKind::Remember { .. }
                );
                if !beside_the_board || !rule.before.is_empty() || rule.listing_chance {
                    return None;
                }
                let mut thens = rule.thens.iter();
                thens.try_for_each(|&then| self.add(game, game.effect(then), depth + 1))
            }
            _ => None,
        }
    }

    fn add_capture(&mut self, game: &Game, capture: &Capture, depth: u32) -> Option<()> {
        let Bool::At(captured @ (Iter::To | Iter::Between), mask) = &capture.target else {
            return None;
        };
        if capture.site_type != game.layout.own || !holds_enemies_only(mask) {
            return None;
        }
        let from_stone = matches!(capture.from, Int::LastTo | Int::Iter(Iter::To));
        match (capture.kind, &capture.dirs, &capture.except) {
            (CaptureKind::Enclose, Dirs::Table(table), None) if from_stone => {
                self.encloses.push(*table);
            }
            _ => self.takes_otherwise = true,
        }
        self.add_removal(game, capture.effect.as_ref()?, *captured, depth)
    }

    /// Adds what is done to a captured piece: it is removed.
    fn add_removal(
        &mut self,
        game: &Game,
        moves: &Moves,
        captured: Iter,
        depth: u32,
    ) -> Option<()> {
        let removal = match moves {
            Moves::All(parts) | Moves::Seq(parts) if depth < 16 => {
                let mut parts = parts.iter();
                return parts
                    .try_for_each(|part| self.add_removal(game, part, captured, depth + 1));
            }
            Moves::Rule(id) => &game.rules[usize::from(*id)],
            moves => return self.add(game, moves, depth + 1),
        };
        match &removal.kind {
            RuleKind::Remove {
                site_type,
                single: Some(Int::Iter(removed)),
                level: None,
                ..
            } if *site_type == game.layout.own && *removed == captured => {
                if !removal.before.is_empty() || removal.listing_chance {
                    return None;
                }
                let mut thens = removal.thens.iter();
                thens.try_for_each(|&then| self.add(game, game.effect(then), depth + 1))
            }
            _ => self.add(game, moves, depth + 1),
        }
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
            || rule.adding.is_none()
            || self.lookahead_depth > 0
        {
            return None;
        }
        let holds = cmp.settled_from(1, bound)?;
        let to = usize::try_from(mv.target()).ok()?;
        self.has_empty_neighbour(*table, to).then_some(holds)
    }

    /// Whether a step leads from a slot of the board's own type to another one without a piece.
    pub(super) fn has_empty_neighbour(&self, table: TableId, slot: usize) -> bool {
        let near = self.game.tables[usize::from(table)].steps_of(slot);
        let mut near = near.iter().map(|&site| usize::from(site));
        near.any(|site| site != slot && self.state.is_empty(site))
    }

    /// The key of the board after a move; `None` where the move may take something.
    fn key_after(&self, mv: Move) -> Option<u64> {
        let layout = &self.game.layout;
        let adding = self.game.rules[usize::from(mv.rule)].adding.as_ref()?;
        let to = usize::try_from(mv.target()).ok()?;
        let known = !adding.takes_otherwise
            && layout.kinds_only
            && layout.places.is_empty()
            && self.lookahead_depth == 0
            && to < layout.board_sites
            && self.state.is_empty(to)
            && self.state.is_free(to);
        if !known {
            return None;
        }
        for &table in &adding.encloses {
            let near = |site: usize| {
                let steps = self.game.tables[usize::from(table)].around(site);
                steps.filter_map(|site| usize::try_from(site).ok())
            };
            let enemy = |site: &usize| self.is_enemy(self.owner_at(*site), self.mover());
            // A stone of the enemy that keeps a liberty of its own is not taken, nor is its group.
            let breathes =
                |site: usize| near(site).any(|free| free != to && self.state.is_free(free));
            if !near(to).filter(enemy).all(breathes) {
                return None;
            }
        }
        let kind = u32::try_from(mv.payload[0]).ok().filter(|&kind| kind > 0)?;
        Some(self.state.hash() ^ mix(layout.what + to, kind))
    }

    /// Whether a move brings back an earlier position, where that is known without making it.
    pub(super) fn repeats_surely(&mut self, mv: Move, repetition: Repetition) -> Option<bool> {
        // What is pending may count in a situation, which takes the moves after this one to know.
        if self.reference_mode || self.is_pending() {
            return None;
        }
        let key = self.key_after(mv)?;
        let next = self.next_player(self.state.mover(), 0) as usize;
        let key = self.key_in_situation(key, repetition, next);
        Some(self.has_come_before(key, 1))
    }
}
