//! Who must not be threatened after a move.

use super::board::{ByOwner, PLAYERS};
use super::terms::{Num, Test};
use super::{Course, Gen, Safe};
use crate::ir::OFF;
use crate::set::Bits;

impl Test {
    /// The kind of the men whom nobody may threaten, if that is all that is asked.
    fn royal(&self) -> Option<&Num> {
        match self {
            Test::Not(threatened) => match &**threatened {
                Test::Threatened(threat) if threat.sites.is_none() && threat.moves.is_none() => {
                    threat.kind.as_ref()
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Who must not be threatened after a move.
#[derive(Clone, Debug)]
pub(super) struct Royal {
    /// The kind of these men, by mover.
    kinds: ByOwner<i32>,
    /// Whether nothing else must hold.
    alone: bool,
}

impl Safe {
    pub fn new(moves: Gen, cond: Test, ahead: bool, outer: usize) -> Safe {
        let alone = cond.royal().is_some();
        let kind = match &cond {
            Test::All(parts) => parts.iter().find_map(Test::royal),
            cond => cond.royal(),
        };
        // The next player may be another after a move than before it.
        let royal = kind.and_then(|kind| {
            Some(Royal {
                kinds: kind.by_mover()?,
                alone,
            })
        });
        Safe {
            moves,
            cond,
            ahead,
            outer,
            royal,
        }
    }

    /// Whether nothing must hold but that men of a kind are not threatened.
    pub fn is_royal(&self) -> bool {
        self.royal.as_ref().is_some_and(|royal| royal.alone)
    }
}

impl Num {
    /// What it comes to by mover, where it depends on nothing else.
    fn by_mover(&self) -> Option<ByOwner<i32>> {
        match self {
            Num::Const(value) => Some([*value; PLAYERS + 1]),
            Num::Entry(table, key) if matches!(**key, Num::Mover) => {
                let value = |mover: usize| table.get(mover).copied();
                Some(std::array::from_fn(|mover| value(mover).unwrap_or(OFF)))
            }
            _ => None,
        }
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// The kind of the men who must not be threatened, and whose they are.
    #[inline]
    pub(super) fn royal(&mut self, safe: &'k Safe) -> Option<(usize, usize)> {
        let royal = safe.royal.as_ref()?;
        let kind = *royal.kinds.get(self.board.mover as usize)?;
        let kind = usize::try_from(kind).ok().filter(|&kind| kind > 0)?;
        let owner = usize::from(*self.men.owners.get(kind)?);
        (owner > 0).then_some((kind, owner))
    }

    /// Where a man stands who must not be threatened.
    pub(super) fn royal_slot(&mut self, safe: &'k Safe) -> Option<usize> {
        let (kind, _) = self.royal(safe)?;
        let men = self.board.of_kind(kind, &self.men.owners);
        Bits::new(&men).next().map(|slot| slot as usize)
    }
}
