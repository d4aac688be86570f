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

    /// The same of a move whose man takes the place of what stands on the target: without taking
    /// that away before.
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

    /// Whether it may leave something pending.
    pub fn leaves_pending(&self) -> bool {
        self.may(|deed| matches!(deed, Deed::Pending(_) | Deed::PendingAll(_) | Deed::Go(_)))
    }

    /// Whether it changes nothing but the states of pieces.
    pub fn only_sets_states(&self) -> bool {
        match self {
            Deed::Nothing | Deed::State { .. } => true,
            Deed::If(_, yes, no) => yes.only_sets_states() && no.only_sets_states(),
            Deed::All(parts) | Deed::Few(parts) | Deed::Sequence(parts) => {
                parts.iter().all(Deed::only_sets_states)
            }
            Deed::Each(_, deed) | Deed::Players(deed) => deed.only_sets_states(),
            _ => false,
        }
    }

    /// Whether it may set the state of a piece that did not move.
    pub fn sets_states(&self) -> bool {
        self.may(|deed| match deed {
            Deed::State { at, .. } => !matches!(at, Num::LastTo),
            Deed::Go(_) => true,
            _ => false,
        })
    }

    /// Whether it, or a part of it, does something.
    fn may(&self, what: fn(&Deed) -> bool) -> bool {
        let any = |deeds: &[Deed]| deeds.iter().any(|deed| deed.may(what));
        what(self)
            || match self {
                Deed::If(_, yes, no) => yes.may(what) || no.may(what),
                Deed::All(parts) | Deed::Few(parts) | Deed::Sequence(parts) => any(parts),
                Deed::Each(_, deed) | Deed::Players(deed) => deed.may(what),
                Deed::Capture(capture) => capture.effect.may(what),
                Deed::Pairs(first, second) => first.may(what) || second.may(what),
                Deed::Followed(deed, follow) => deed.may(what) || any(&follow.deeds),
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_set_elsewhere_only_if_another_piece_than_the_moved_one_gets_it() {
        let state = |at| Deed::State {
            at,
            value: Num::Const(0),
        };
        let own = state(Num::LastTo);
        assert!(!own.sets_states() && !own.leaves_pending());
        let kings = Deed::If(
            Test::Full,
            Box::new(own),
            Box::new(Deed::Sequence([state(Num::Const(4))].into())),
        );
        assert!(kings.sets_states() && !kings.leaves_pending());
        let passed = Deed::Players(Box::new(Deed::Pending(Num::LastTo)));
        assert!(passed.leaves_pending() && !passed.sets_states());
    }
}
