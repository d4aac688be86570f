//! Reading where moves come from.

use super::Reader;
use crate::fast::men::dice::Dice;
use crate::fast::men::terms::{words, Num, Region, Test};
use crate::fast::men::{Gen, Late, Safe, Thrown};
use crate::fast::refusal::Part;
use crate::ir::{Moves, Outer, RuleKind};

impl Gen {
    /// Whether something is so of the moves, or of some part of them.
    fn some(&self, is: fn(&Gen) -> bool) -> bool {
        is(self)
            || match self {
                Gen::Safe(safe) => safe.moves.some(is),
                Gen::Late(late) => late.moves.some(is),
                Gen::Thrown(thrown) => thrown.moves.some(is),
                Gen::If(_, yes, no) | Gen::RollIf(_, _, yes, no) => yes.some(is) || no.some(is),
                Gen::All(parts) | Gen::Priority(parts) => parts.iter().any(|part| part.some(is)),
                Gen::Dice(dice) => dice.parts.iter().any(|part| part.some(is)),
                Gen::Players(moves) | Gen::Values(_, _, moves) | Gen::Longest(moves) => {
                    moves.some(is)
                }
                Gen::None | Gen::Pieces(_) | Gen::Rule(_) | Gen::Sites(..) => false,
            }
    }

    /// Whether something must hold after some of the moves.
    pub fn is_safe(&self) -> bool {
        self.some(|moves| matches!(moves, Gen::Safe(_)))
    }

    /// Whether something must hold after some of the moves but that a king is not threatened.
    pub fn asks_for_more_than_kings(&self) -> bool {
        self.some(|moves| matches!(moves, Gen::Safe(safe) if !safe.is_royal()))
    }

    /// Whether only the longest turns count among some of the moves.
    pub fn seeks_longest(&self) -> bool {
        self.some(|moves| matches!(moves, Gen::Longest(_)))
    }

    /// Whether some of the men go in a way that no table holds.
    pub fn has_others(&self) -> bool {
        self.some(|moves| matches!(moves, Gen::Pieces(pieces) if !pieces.others.is_empty()))
    }

    /// The moves of a phase, for which dice may be thrown.
    pub fn of_phase(r: &mut Reader<'_>, moves: &Moves) -> Option<Gen> {
        Some(match moves {
            Moves::RollIf(bit, cond, yes, no) => Gen::RollIf(
                *bit,
                Test::of(r, cond)?,
                Box::new(Gen::of_phase(r, yes)?),
                match no {
                    Some(no) => Box::new(Gen::of_phase(r, no)?),
                    None => Box::new(Gen::None),
                },
            ),
            Moves::Do {
                effect: Some(effect),
                shadowed: None,
                rolls: true,
                next,
                after,
                in_lookahead,
                outer: Outer { first: 0, thens },
                pass,
            } => {
                let cond = throws(r, r.game.effect(*effect))?;
                // Whether there would be moves but for a condition is left to the evaluator.
                if after.is_some() && pass.is_some() {
                    return None;
                }
                let moves = Gen::of_phase(r, next)?;
                let moves = match after {
                    None => moves,
                    Some(after) => {
                        let cond = Test::of(r, after)?;
                        Gen::Safe(Box::new(Safe::new(moves, cond, *in_lookahead, *thens)))
                    }
                };
                let pass = match pass {
                    Some(pass) => Some(r.rule(*pass)?),
                    None => None,
                };
                Gen::Thrown(Box::new(Thrown { cond, moves, pass }))
            }
            // What follows has been told to the rules.
            Moves::Do {
                effect: None,
                shadowed: None,
                rolls: false,
                next,
                after: None,
                pass: None,
                ..
            } => Gen::of_phase(r, next)?,
            moves => Gen::of(r, moves)?,
        })
    }

    pub fn of(r: &mut Reader<'_>, moves: &Moves) -> Option<Gen> {
        r.reading(Part::Moves(moves), |r| Gen::read(r, moves))
    }

    fn read(r: &mut Reader<'_>, moves: &Moves) -> Option<Gen> {
        let all = |r: &mut Reader<'_>, parts: &[Moves]| -> Option<Box<[Gen]>> {
            parts.iter().map(|part| Gen::of(r, part)).collect()
        };
        Some(match moves {
            Moves::None => Gen::None,
            Moves::Rule(id) => {
                let id = r.rule(*id)?;
                r.start_from_here(id)?;
                Gen::Rule(id)
            }
            Moves::If(cond, yes, no) => Gen::If(
                Test::of(r, cond)?.barred(),
                Box::new(Gen::of(r, yes)?),
                match no {
                    Some(no) => Box::new(Gen::of(r, no)?),
                    None => Box::new(Gen::None),
                },
            ),
            Moves::All(parts) => {
                let parts = all(r, parts)?;
                // What must hold after some of the moves only is left to the evaluator.
                if parts.iter().any(Gen::is_safe) {
                    return None;
                }
                Gen::All(parts)
            }
            Moves::Do {
                effect: None,
                shadowed: None,
                rolls: false,
                next,
                after: Some(cond),
                in_lookahead,
                outer: Outer { first: 0, thens },
                pass: None,
            } => {
                let moves = Gen::of(r, next)?;
                let cond = Test::of(r, cond)?;
                Gen::Safe(Box::new(Safe::new(moves, cond, *in_lookahead, *thens)))
            }
            Moves::Rare(late) => {
                let to = match &late.targets {
                    Some(to) => Some(to.iter().map(words).collect::<Option<_>>()?),
                    None => None,
                };
                Gen::Late(Box::new(Late {
                    most: late.max_moves,
                    to,
                    moves: Gen::of(r, &late.moves)?,
                }))
            }
            Moves::MaxMoves {
                with_value: false,
                moves,
            } => Gen::Longest(Box::new(Gen::of(r, moves)?)),
            Moves::Priority(parts) => Gen::Priority(all(r, parts)?),
            Moves::ForEachDie {
                hand,
                combined,
                cond,
                moves,
            } => {
                let cond = match cond {
                    Some(cond) => Test::of(r, cond)?,
                    None => Test::Const(true),
                };
                let moves = Gen::of(r, moves)?;
                Gen::Dice(Box::new(Dice::of(r, (*hand, *combined), cond, moves)))
            }
            Moves::ForEachValue { low, high, moves } => Gen::Values(
                Num::of(r, low)?,
                Num::of(r, high)?,
                Box::new(Gen::of(r, moves)?),
            ),
            Moves::ForEachPlayer(moves) => Gen::Players(Box::new(Gen::of(r, moves)?)),
            Moves::ForEachPiece(piece) => Gen::Pieces(Box::new(r.pieces(piece)?)),
            Moves::ForEachSite {
                sites,
                moves,
                otherwise: None,
            } => {
                let Moves::Rule(id) = **moves else {
                    return None;
                };
                if crate::eval::move_bounds::max_moves(r.game, moves) != Some(1) {
                    return None;
                }
                Gen::Sites(Region::of(r, sites)?, r.rule(id)?)
            }
            _ => return None,
        })
    }
}

/// When an effect throws dice that does nothing else.
fn throws(r: &mut Reader<'_>, effect: &Moves) -> Option<Test> {
    match effect {
        Moves::Rule(id) => {
            let rule = &r.game.rules[usize::from(*id)];
            let bare = rule.thens.is_empty() && rule.is_standalone();
            (bare && matches!(rule.kind, RuleKind::Roll)).then_some(Test::Const(true))
        }
        Moves::If(cond, yes, None) | Moves::RollIf(_, cond, yes, None) => match throws(r, yes)? {
            Test::Const(true) => Test::of(r, cond),
            other => Some(Test::All([Test::of(r, cond)?, other].into())),
        },
        _ => None,
    }
}
