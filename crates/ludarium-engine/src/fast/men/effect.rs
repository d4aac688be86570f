//! What is known of a deed before it is done.

use super::rule::Deed;
use super::terms::{Num, Test};
use crate::ir::Iter;

/// So many things are done without a list.
pub(super) const FEW: usize = 2;

impl Deed {
    /// Whether it does one thing at most.
    #[inline]
    pub fn is_single(&self) -> bool {
        matches!(
            self,
            Deed::Remove(..)
                | Deed::Again
                | Deed::Promote { .. }
                | Deed::Trigger { .. }
                | Deed::Score { .. }
                | Deed::Counter(_)
                | Deed::Add { .. }
                | Deed::Flip(_)
                | Deed::State { .. }
                | Deed::Pending(_)
        )
    }

    /// The same, whatever conditions stand above it.
    fn is_at_most_one(&self) -> bool {
        match self {
            Deed::Nothing => true,
            Deed::If(_, yes, no) => yes.is_at_most_one() && no.is_at_most_one(),
            deed => deed.is_single(),
        }
    }

    /// All of some deeds, which are settled before the first is done.
    pub fn together(parts: Box<[Deed]>) -> Deed {
        match parts.len() <= FEW && parts.iter().all(Deed::is_at_most_one) {
            true => Deed::Few(parts),
            false => Deed::All(parts),
        }
    }

    /// The same of a move whose man takes the place of what stands on the target: without taking that away before.
    pub fn without_taking(self) -> Deed {
        match self {
            Deed::Remove(Num::Iter(Iter::To), false) => Deed::Nothing,
            Deed::If(cond, yes, no) => match (yes.without_taking(), no.without_taking()) {
                (Deed::Nothing, Deed::Nothing) => Deed::Nothing,
                (yes, no) => Deed::If(cond, Box::new(yes), Box::new(no)),
            },
            deed => deed,
        }
    }

    /// Whether it does the same wherever the pieces stand: it looks at nothing but the ends of its
    /// move.
    pub fn is_fixed(&self) -> bool {
        let fixed = |num: &Num| matches!(num, Num::Const(_) | Num::Iter(Iter::From | Iter::To));
        match self {
            Deed::Nothing => true,
            Deed::State { at, value } => fixed(at) && fixed(value),
            Deed::If(Test::Const(holds), yes, no) => match holds {
                true => yes.is_fixed(),
                false => no.is_fixed(),
            },
            _ => false,
        }
    }

    /// Whether it may leave something pending, or set the state of a man who did not move.
    pub fn leaves_word(&self) -> bool {
        match self {
            Deed::Pending(_) | Deed::PendingAll(_) | Deed::Go(_) => true,
            Deed::State { at, .. } => !matches!(at, Num::LastTo),
            Deed::If(_, yes, no) => yes.leaves_word() || no.leaves_word(),
            Deed::All(parts) | Deed::Few(parts) | Deed::Sequence(parts) => {
                parts.iter().any(Deed::leaves_word)
            }
            Deed::Each(_, deed) | Deed::Players(deed) => deed.leaves_word(),
            Deed::Capture(capture) => capture.effect.leaves_word(),
            Deed::Pairs(first, second) => first.leaves_word() || second.leaves_word(),
            Deed::Followed(deed, follow) => {
                deed.leaves_word() || follow.deeds.iter().any(Deed::leaves_word)
            }
            _ => false,
        }
    }
}
