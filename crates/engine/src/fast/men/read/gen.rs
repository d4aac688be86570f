//! Reading where moves come from.

use super::Reader;
use crate::fast::men::terms::{words, Region, Test};
use crate::fast::men::{Gen, Late, Safe};
use crate::ir::Moves;

impl Gen {
    /// Whether something must hold after some of the moves.
    pub fn is_safe(&self) -> bool {
        match self {
            Gen::Safe(_) => true,
            Gen::Late(late) => late.moves.is_safe(),
            Gen::If(_, yes, no) => yes.is_safe() || no.is_safe(),
            Gen::All(parts) | Gen::Priority(parts) => parts.iter().any(Gen::is_safe),
            _ => false,
        }
    }

    pub fn of(r: &mut Reader<'_>, moves: &Moves) -> Option<Gen> {
        let all = |r: &mut Reader<'_>, parts: &[Moves]| -> Option<Box<[Gen]>> {
            parts.iter().map(|part| Gen::of(r, part)).collect()
        };
        Some(match moves {
            Moves::None => Gen::None,
            Moves::Rule(id) => Gen::Rule(r.rule(*id)?),
            Moves::If(cond, yes, no) => Gen::If(
                Test::of(r, cond)?,
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
                keep: None,
                rolls: false,
                next,
                after: Some(cond),
                ahead,
                outer,
                pass: None,
            } => Gen::Safe(Box::new(Safe {
                moves: Gen::of(r, next)?,
                cond: Test::of(r, cond)?,
                ahead: *ahead,
                outer: *outer,
            })),
            Moves::Late(late) => {
                let to = match &late.to {
                    Some(to) => Some(to.iter().map(words).collect::<Option<_>>()?),
                    None => None,
                };
                Gen::Late(Box::new(Late {
                    most: late.most,
                    to,
                    moves: Gen::of(r, &late.moves)?,
                }))
            }
            Moves::MaxMoves {
                with_value: false,
                moves,
            } => Gen::Longest(Box::new(Gen::of(r, moves)?)),
            Moves::Priority(parts) => Gen::Priority(all(r, parts)?),
            Moves::ForEachPiece(piece) => Gen::Pieces(Box::new(r.pieces(piece)?)),
            Moves::ForEachSite {
                sites,
                moves,
                otherwise: None,
            } => {
                let Moves::Rule(id) = **moves else {
                    return None;
                };
                if crate::eval::bounds::most(r.game, moves) != Some(1) {
                    return None;
                }
                Gen::Sites(Region::of(r, sites)?, r.rule(id)?)
            }
            _ => return None,
        })
    }
}
