//! Whether a move leaves a royal piece under attack, known without trying it out.
//!
//! A move that does nothing but carry one piece somewhere, and take what stands there, opens the
//! lines over its origin and closes those over its target: the ways to the royal piece's site are
//! looked at as they will be then. Where a rule has a say in whether somebody comes by such a way, the
//! move is tried out.

use super::approach::{Coming, Supposed};
use super::Run;
use crate::game::Game;
use crate::ir::{Bool, Hurdle, Int, Iter, Moves, RuleKind, Sites, Target, Threat};
use crate::set::SiteSet;
use crate::Move;

/// A royal piece that nobody can come to, and the slots from which nobody on its side may go away
/// without a closer look.
///
/// A piece that stands on no way to it uncovers none by going: whoever could come then could come now.
#[derive(Debug)]
pub(super) struct Shelter {
    slot: usize,
    owner: usize,
    shields: SiteSet,
}

/// Notes of every rule whether its moves are of this sort.
pub(crate) fn mark(game: &mut Game) {
    if game.layout.levels > 0 || game.cover > 0 {
        return;
    }
    for index in 0..game.rules.len() {
        game.rules[index].shifts = shifts(game, index);
    }
}

fn shifts(game: &Game, index: usize) -> bool {
    let rule = &game.rules[index];
    let own = game.layout.own;
    let plain = |to: &Target| {
        let effect = to.effect.as_ref().and_then(|effect| effect.effect);
        to.t == own && effect.is_none_or(|effect| stays_there(game, game.effect(effect), 0))
    };
    let open = |between: &Hurdle| between.effect.is_none() && between.trail.is_none();
    let shifts = match &rule.kind {
        RuleKind::Step {
            from, to, stack, ..
        } => from.t == own && !stack && plain(to),
        RuleKind::Leap { from, to, .. } => from.t == own && plain(to),
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
        } => from.t == own && !stack && open(between) && plain(to),
        _ => false,
    };
    let then = |effect: &crate::ir::EffectId| stays_there(game, game.effect(*effect), 0);
    shifts
        && rule.before.is_empty()
        && !rule.draws
        && !rule.spills
        && rule.turned.is_none()
        && rule.thens.iter().all(then)
}

/// Whether an effect changes nothing on the board but where the move arrives.
fn stays_there(game: &Game, moves: &Moves, depth: u32) -> bool {
    let all = |parts: &[&Moves]| {
        depth < 16 && (parts.iter()).all(|part| stays_there(game, part, depth + 1))
    };
    match moves {
        Moves::None => true,
        Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => {
            all(&parts.iter().collect::<Vec<_>>())
        }
        Moves::If(_, yes, None) => all(&[yes]),
        Moves::If(_, yes, Some(no)) => all(&[yes, no]),
        Moves::Rule(id) => {
            let rule = &game.rules[usize::from(*id)];
            let here = |at: &Int| matches!(at, Int::Iter(Iter::To) | Int::LastTo);
            let harmless = match &rule.kind {
                RuleKind::Remove {
                    t,
                    single: Some(single),
                    at_end: false,
                    ..
                } => *t == game.layout.own && matches!(single, Int::Iter(Iter::To)),
                RuleKind::Promote { t, at, what, .. } => {
                    let own = |what: &Int| matches!(by_player(what), Some((_, true)));
                    *t == game.layout.own && here(at) && what.iter().all(own)
                }
                RuleKind::SetState { .. }
                | RuleKind::SetCounter(_)
                | RuleKind::SetVar { .. }
                | RuleKind::SetPending(..)
                | RuleKind::SetScore { .. }
                | RuleKind::SetNextPlayer(_)
                | RuleKind::MoveAgain
                | RuleKind::Remember { .. } => true,
                _ => false,
            };
            let then = |effect: &crate::ir::EffectId| {
                depth < 16 && stays_there(game, game.effect(*effect), depth + 1)
            };
            harmless && rule.before.is_empty() && !rule.draws && rule.thens.iter().all(then)
        }
        _ => false,
    }
}

impl<'a> Run<'a> {
    /// Whether a condition holds after a move without the `outer` last of its effects.
    pub(super) fn holds_after(&mut self, mv: Move, outer: usize, cond: &'a Bool) -> bool {
        let plain = match self.plainly {
            true => None,
            false => self.plainly_holds(mv, cond),
        };
        if let Some(holds) = plain {
            #[cfg(debug_assertions)]
            self.same_when_tried(mv, outer, cond, holds);
            return holds;
        }
        self.afterwards(mv, outer, |run| run.bool(cond))
    }

    /// Whether a condition holds after a move, where that is plain from the board before it.
    fn plainly_holds(&mut self, mv: Move, cond: &'a Bool) -> Option<bool> {
        match cond {
            Bool::Not(inner) => match &**inner {
                Bool::Threatened(threat) => match self.threatened_after(mv, threat) {
                    Coming::Nobody => Some(true),
                    Coming::Perhaps => None,
                    Coming::Surely => Some(false),
                },
                _ => None,
            },
            Bool::And(parts) => {
                for part in parts {
                    if !self.plainly_holds(mv, part)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            _ => None,
        }
    }

    /// The shelter of the piece that a condition says nobody may threaten, where nobody does now.
    pub(super) fn shelter(&mut self, cond: &'a Bool) -> Option<Shelter> {
        let Bool::Not(inner) = cond else { return None };
        let Bool::Threatened(threat) = &**inner else {
            return None;
        };
        if self.looking_ahead > 0 || threat.t != self.g.layout.own {
            return None;
        }
        let kind = self.int(royal(threat)?);
        let owner = *self.g.owners.get(usize::try_from(kind).ok()?)?;
        let slot = self.only(kind, usize::from(owner))?;
        let mut shields = SiteSet::new(self.g.layout.slots);
        let shields_words = std::cell::RefCell::new(shields.words_mut());
        for opponent in 1..=self.g.players {
            if self.friends(opponent as i32, i32::from(owner)) {
                continue;
            }
            let moves = match &threat.moves {
                Some(moves) => moves,
                None => &self.phase_of(opponent).moves,
            };
            let coming = self.coming_by(moves, opponent, slot, &|piece| {
                let mut shields = shields_words.borrow_mut();
                let ways = piece.approaches(self.g);
                ways.shields(self.s, &self.g.owners, opponent, slot, &mut shields)
            });
            if coming > Coming::Nobody {
                return None;
            }
        }
        Some(Shelter {
            slot,
            owner: usize::from(owner),
            shields,
        })
    }

    /// Whether a move leaves a shelter as it is.
    #[inline]
    pub(super) fn is_outside(&self, shelter: &Shelter, mv: Move) -> bool {
        let Ok(from) = usize::try_from(mv.origin()) else {
            return false;
        };
        self.g.rules[usize::from(mv.rule)].shifts
            && from != shelter.slot
            && mv.target() != shelter.slot as i32
            && !shelter.shields.contains(from as i32)
            && self.owner_at(from) == shelter.owner as i32
    }

    /// The slot of an owner's only piece of a kind.
    fn only(&self, kind: i32, owner: usize) -> Option<usize> {
        let kinds = self.s.kinds();
        let mut stands =
            (self.s.owned_bits(owner)).filter(|&slot| kinds[slot as usize] as i32 == kind);
        match (stands.next(), stands.next()) {
            (Some(slot), None) => Some(slot as usize),
            _ => None,
        }
    }

    /// Whether anybody threatens the only piece of a kind after a move.
    fn threatened_after(&mut self, mv: Move, threat: &'a Threat) -> Coming {
        let (Ok(from), Ok(to)) = (usize::try_from(mv.origin()), usize::try_from(mv.target()))
        else {
            return Coming::Perhaps;
        };
        let shifts = self.g.rules[usize::from(mv.rule)].shifts;
        if !shifts || self.looking_ahead > 0 || threat.t != self.g.layout.own {
            return Coming::Perhaps;
        }
        let Some(kind) = royal(threat).map(|kind| self.int(kind)) else {
            return Coming::Perhaps;
        };
        let owner = self.owner_at(from) as usize;
        if usize::try_from(kind)
            .ok()
            .and_then(|kind| self.g.owners.get(kind))
            .map(|&of| usize::from(of))
            != Some(owner)
        {
            return Coming::Perhaps;
        }
        let Some(slot) = self.only(kind, owner) else {
            return Coming::Perhaps;
        };
        let slot = if slot == from { to } else { slot };
        let supposed = Supposed { from, to };
        let mut worst = Coming::Nobody;
        for opponent in 1..=self.g.players {
            if self.friends(opponent as i32, owner as i32) {
                continue;
            }
            let moves = match &threat.moves {
                Some(moves) => moves,
                None => &self.phase_of(opponent).moves,
            };
            worst = worst.max(self.coming_by(moves, opponent, slot, &|piece| {
                let ways = piece.approaches(self.g);
                ways.any_after(self.s, &self.g.owners, opponent, slot, supposed)
            }));
        }
        worst
    }

    /// Checks that what was said of a move is so when it is made.
    #[cfg(debug_assertions)]
    pub(super) fn same_when_tried(&mut self, mv: Move, outer: usize, cond: &'a Bool, holds: bool) {
        if self.plainly {
            return;
        }
        let steps = self.steps_left;
        let tried = self.afterwards(mv, outer, |run| run.bool(cond));
        assert_eq!(
            holds, tried,
            "what is plain of a move is not so when it is made"
        );
        self.steps_left = steps;
    }
}

/// The kind of piece that a threat is about, where it is about the places of that kind alone.
fn royal(threat: &Threat) -> Option<&Int> {
    let kind = threat.kind.as_ref()?;
    let own = by_player(kind)?;
    match &threat.sites {
        None => Some(kind),
        Some(Sites::List(sites)) => match &sites[..] {
            [Int::Where {
                state: None, kinds, ..
            }] if by_player(kinds) == Some(own) => Some(kind),
            _ => None,
        },
        Some(_) => None,
    }
}

/// The kinds, by player, of a name whose bearer is the mover's or the next player's, and which of both.
fn by_player(kind: &Int) -> Option<(&[i32], bool)> {
    match kind {
        Int::ByPlayer(kinds, player) => match **player {
            Int::Mover => Some((kinds, true)),
            Int::Next => Some((kinds, false)),
            _ => None,
        },
        _ => None,
    }
}
