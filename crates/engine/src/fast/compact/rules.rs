//! Translating moves, effects, and the leaves they come to.

use super::code::{
    Do, EachDie, EachPiece, EachSite, Gen, Kind, Leaf, Origin, Set, Sow, Target, Test, Whose,
};
use super::words::Translator;
use crate::eval::bounds;
use crate::ir::{self, EffectId, Int, Iter, Moves, Owners, Rule, RuleKind, Sites};
use crate::layout::PlayerField;

impl Translator<'_> {
    /// The moves to choose from.
    pub fn decision(&mut self, moves: &Moves) -> Option<Gen> {
        // A stone on any empty site is drawn in a way of its own.
        let placing = |moves: &Moves| match moves {
            Moves::Rule(id) => match self.game.rules[usize::from(*id)].kind.target() {
                Some(to) => matches!(to.sites, Some(Sites::Empty(_))),
                None => false,
            },
            _ => false,
        };
        if placing(moves) {
            return None;
        }
        self.gen(moves)
    }

    /// What follows from a move, or is asked for.
    pub fn effect(&mut self, moves: &Moves) -> Option<Gen> {
        match throws(moves) {
            true => None,
            false => self.gen(moves),
        }
    }

    fn gen(&mut self, moves: &Moves) -> Option<Gen> {
        self.deeper(|translator| translator.gen_here(moves))
    }

    fn boxed_gen(&mut self, moves: &Moves) -> Option<Box<Gen>> {
        Some(Box::new(self.gen(moves)?))
    }

    fn otherwise(&mut self, moves: Option<&Moves>) -> Option<Option<Box<Gen>>> {
        match moves {
            Some(moves) => Some(Some(self.boxed_gen(moves)?)),
            None => Some(None),
        }
    }

    fn gens(&mut self, parts: &[Moves]) -> Option<Vec<Gen>> {
        parts.iter().map(|part| self.decision(part)).collect()
    }

    fn gen_here(&mut self, moves: &Moves) -> Option<Gen> {
        Some(match moves {
            Moves::None => Gen::None,
            Moves::Rule(id) => Gen::Leaf(*id),
            Moves::Late(late) => Gen::Late(self.boxed_gen(&late.moves)?, late.most),
            Moves::All(parts) => Gen::All(self.gens(parts)?),
            Moves::If(cond, yes, no) => Gen::If(
                self.test(cond)?,
                self.boxed_gen(yes)?,
                self.otherwise(no.as_deref())?,
            ),
            Moves::RollIf(bit, cond, yes, no) => Gen::Branch(
                *bit,
                self.test(cond)?,
                self.boxed_gen(yes)?,
                self.otherwise(no.as_deref())?,
            ),
            Moves::Priority(parts) => Gen::Priority(self.gens(parts)?),
            Moves::ForEachPiece(piece) => Gen::EachPiece(Box::new(self.each_piece(piece)?)),
            Moves::ForEachSite {
                sites,
                moves,
                otherwise,
            } => Gen::EachSite(Box::new(EachSite {
                sites: self.set(sites)?,
                moves: self.gen(moves)?,
                otherwise: match otherwise {
                    Some(otherwise) => Some(self.gen(otherwise)?),
                    None => None,
                },
                most: bounds::most(self.game, moves),
            })),
            Moves::ForEachValue { low, high, moves } => {
                Gen::EachValue(self.num(low)?, self.num(high)?, self.boxed_gen(moves)?)
            }
            Moves::ForEachValueIn(values, moves) => {
                Gen::EachValueIn(self.nums(values)?, self.boxed_gen(moves)?)
            }
            Moves::ForEachPlayer(moves) => Gen::EachPlayer(self.boxed_gen(moves)?),
            Moves::ForEachDie {
                hand,
                combined,
                cond,
                moves,
            } => Gen::EachDie(Box::new(EachDie {
                hand: *hand,
                combined: *combined,
                cond: self.condition(cond.as_ref())?,
                moves: self.gen(moves)?,
            })),
            Moves::Do {
                effect,
                keep: None,
                rolls,
                next,
                after,
                outer,
                pass,
                ..
            } if effect.is_none() || *rolls => {
                if after.is_some() && throws(next) {
                    return None;
                }
                Gen::Do(Box::new(Do {
                    rolls: *effect,
                    next: self.gen(next)?,
                    after: self.condition(after.as_deref())?,
                    outer: *outer,
                    pass: *pass,
                }))
            }
            _ => return None,
        })
    }

    fn each_piece(&mut self, piece: &ir::ForEachPiece) -> Option<EachPiece> {
        if !self.is_own(piece.t) {
            return None;
        }
        let mut moves = Vec::new();
        for of_kind in &piece.moves {
            moves.push(match of_kind {
                Some(of_kind) => Some(self.gen(of_kind)?),
                None => None,
            });
        }
        let on_board = matches!(piece.container, Int::Const(0));
        let movers = matches!(piece.owners, Owners::One(Int::Mover));
        // The moves of other players' pieces are generated as if it were their turn.
        let whose = self.whose(&piece.owners)?;
        if !movers && !matches!(whose, Whose::Mover) {
            return None;
        }
        Some(EachPiece {
            whose,
            container: self.num(&piece.container)?,
            moves,
            own: on_board && movers && (self.game.layout.levels == 0 || piece.top),
            levels: self.game.layout.levels > 0 && !piece.top,
        })
    }

    /// A leaf.
    pub fn leaf(&mut self, rule: &Rule) -> Option<Leaf> {
        let plain = rule.before.is_empty()
            && !rule.spills
            && !rule.draws
            && rule.turned.is_none()
            && rule.kept.is_none()
            && !rule.for_owner;
        let delayed = |effect: &EffectId| self.game.delayed.contains(effect);
        if !plain || rule.thens.iter().any(delayed) {
            return None;
        }
        let mut applied = None;
        if let Some(target) = rule.kind.target() {
            if let Some(effect) = &target.effect {
                if let Some(id) = effect.effect {
                    applied = Some((self.condition(effect.cond.as_ref())?, id));
                }
            }
        }
        let kind = self.kind(rule)?;
        let single = match &kind {
            Kind::FromTo(from, to, ..) => {
                from.sites.is_none() && to.sites.is_none() && to.list.is_none()
            }
            Kind::Sow(_)
            | Kind::MoveAgain
            | Kind::SetVar(..)
            | Kind::SetCounter(_)
            | Kind::Pass
            | Kind::Roll => true,
            _ => false,
        };
        Some(Leaf {
            kind,
            single,
            thens: rule.thens.clone(),
            captures: rule.captures.clone(),
            pass: matches!(rule.kind, RuleKind::Pass),
            uses_die: rule.uses_die,
            replay_double: rule.replay_double,
            applied,
        })
    }

    fn kind(&mut self, rule: &Rule) -> Option<Kind> {
        Some(match &rule.kind {
            RuleKind::Pass => Kind::Pass,
            RuleKind::Roll => Kind::Roll,
            RuleKind::MoveAgain => Kind::MoveAgain,
            RuleKind::Select {
                from,
                to,
                mover: None,
            } => {
                let to = match to {
                    Some(to) => Some(self.target(to)?),
                    None => None,
                };
                Kind::Select(self.origin(from)?, to)
            }
            RuleKind::FromTo {
                from,
                to,
                count,
                copy: false,
                mover: None,
                stack,
            } => Kind::FromTo(
                self.origin(from)?,
                self.target(to)?,
                self.optional(count.as_ref())?,
                *stack,
            ),
            RuleKind::Add {
                what,
                state: None,
                to,
                count,
                ..
            } if !rule.kind.offered_twice(rule.decision) => Kind::Add(
                self.all(what)?,
                self.target(to)?,
                self.optional(count.as_ref())?,
            ),
            RuleKind::Remove {
                t,
                sites,
                single,
                level: None,
                at_end: false,
                count,
            } if single.is_some() || self.is_own(*t) => {
                let count = self.optional(count.as_ref())?;
                match single {
                    Some(single) => Kind::RemoveOne(self.site(*t, single)?, count),
                    // Tickets are drawn for all sites that the condition is asked of.
                    None => Kind::RemoveAll(
                        match sites {
                            Sites::Filter(of, cond) => {
                                Set::Filter(Box::new(self.set(of)?), Box::new(self.test(cond)?))
                            }
                            sites => self.set(sites)?,
                        },
                        count,
                    ),
                }
            }
            RuleKind::Sow(sow) if self.is_own(sow.t) => Kind::Sow(Box::new(self.sow(sow)?)),
            RuleKind::SetCount { t, at, value } if self.game.layout.levels == 0 => {
                Kind::SetCount(self.site(*t, at)?, self.num(value)?)
            }
            RuleKind::SetState {
                t,
                at,
                level: None,
                value,
            } if self.game.layout.levels == 0 => {
                Kind::SetState(self.site(*t, at)?, self.num(value)?)
            }
            RuleKind::SetVar { var, value } => Kind::SetVar(*var, self.num(value)?),
            RuleKind::SetCounter(value) => Kind::SetCounter(self.num(value)?),
            RuleKind::SetScore { player, value, add } => Kind::SetPlayer(
                PlayerField::Score,
                self.whose(player)?,
                self.num(value)?,
                *add,
            ),
            RuleKind::SetPlayerValue { player, value } => Kind::SetPlayer(
                PlayerField::Value,
                self.whose(player)?,
                self.num(value)?,
                false,
            ),
            RuleKind::SetPending(sites, single) => Kind::SetPending(
                self.region(sites.as_ref())?,
                self.optional(single.as_ref())?,
            ),
            RuleKind::SetNextPlayer(players) => Kind::SetNext(self.nums(players)?),
            RuleKind::Propose(texts) => Kind::Propose(texts.clone()),
            RuleKind::Vote(texts) => Kind::Vote(texts.clone()),
            RuleKind::Remember {
                list,
                value,
                unique,
            } => Kind::Remember(*list, self.num(value)?, *unique),
            RuleKind::Forget { list, value } => Kind::Forget(*list, self.optional(value.as_ref())?),
            _ => return None,
        })
    }

    fn origin(&mut self, from: &ir::Origin) -> Option<Origin> {
        if from.level.is_some() {
            return None;
        }
        Some(Origin {
            first: self.first(from.t),
            site: self.num(&from.site)?,
            sites: self.region(from.sites.as_ref())?,
            cond: self.condition(from.cond.as_ref())?,
        })
    }

    fn target(&mut self, to: &ir::Target) -> Option<Target> {
        if to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        let (sites, list): (Option<Set>, _) = match &to.sites {
            Some(Sites::List(list)) => (None, Some(self.all(list)?)),
            sites => (self.region(sites.as_ref())?, None),
        };
        Some(Target {
            first: self.first(to.t),
            site: self.optional(to.site.as_ref())?,
            sites,
            list,
            cond: self.condition(to.cond.as_ref())?,
        })
    }

    fn sow(&mut self, sow: &ir::Sow) -> Option<Sow> {
        let skip = self.condition(sow.skip.as_ref())?;
        let known = |skip: &Test| matches!(skip, Test::Known(known) if known.rows.iter == Iter::To && known.rows.die == 0);
        let plain = matches!(sow.per_hole, Int::Const(..=1))
            && sow.sow_effect.is_none()
            && sow.origin.is_none()
            && skip.as_ref().is_none_or(known);
        Some(Sow {
            plain,
            start: self.num(&sow.start)?,
            count: self.num(&sow.count)?,
            per_hole: self.num(&sow.per_hole)?,
            course: self.course(&sow.track)?,
            cond: self.condition(sow.cond.as_ref())?,
            sow_effect: sow.sow_effect,
            effect: sow.effect,
            include_self: sow.include_self,
            origin: self.condition(sow.origin.as_ref())?,
            skip,
            backtracking: self.condition(sow.backtracking.as_ref())?,
            forward: self.condition(sow.forward.as_ref())?,
        })
    }
}

/// Whether moves begin with a throw somewhere.
fn throws(moves: &Moves) -> bool {
    match moves {
        Moves::Do { rolls, next, .. } => *rolls || throws(next),
        Moves::RollIf(_, _, yes, no) | Moves::If(_, yes, no) => {
            throws(yes) || no.as_ref().is_some_and(|no| throws(no))
        }
        Moves::All(parts) | Moves::Priority(parts) => parts.iter().any(throws),
        Moves::Late(late) => throws(&late.moves),
        Moves::ForEachSite { moves, .. } | Moves::ForEachDie { moves, .. } => throws(moves),
        _ => false,
    }
}
