//! What conditions and captures depend on.

use super::rule::Kind;
use super::terms::{Num, Place, Region, Test};
use crate::ir::Iter;

/// What decides where pieces may capture, beside the pieces on their ways.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dependence {
    /// What is pending.
    pub pending: bool,
    /// The states of pieces.
    pub states: bool,
}

impl Test {
    /// Whether it depends on nothing but the man on the site where a move starts, and that site.
    pub fn is_steady(&self) -> bool {
        let here = |num: &Num| match num {
            Num::Const(_) => true,
            Num::State(at) | Num::What(at) | Num::Who(at) => {
                matches!(**at, Num::Iter(Iter::From))
            }
            _ => false,
        };
        match self {
            Test::Const(_) | Test::At(Iter::From, _) => true,
            Test::Compare(_, first, second) => here(first) && here(second),
            Test::Not(inner) | Test::Barred(_, inner) => inner.is_steady(),
            Test::All(parts) | Test::Any(parts) => parts.iter().all(Test::is_steady),
            _ => false,
        }
    }

    /// Whether it may depend on the states of pieces.
    pub fn reads_states(&self) -> bool {
        let plain = |num: &Num| match num {
            Num::Const(_) | Num::Iter(_) | Num::Mover => true,
            Num::What(at) | Num::Who(at) => matches!(**at, Num::Iter(_)),
            _ => false,
        };
        match self {
            Test::Const(_) | Test::Pending => false,
            Test::At(_, place) => place.reads_states(),
            Test::Compare(_, first, second) => !(plain(first) && plain(second)),
            Test::In(site, region) => {
                let known = match &**region {
                    Region::Const(_) | Region::Pending => true,
                    Region::Entry(_, key) => plain(key),
                    _ => false,
                };
                !(plain(site) && known)
            }
            Test::Not(inner) | Test::Barred(_, inner) => inner.reads_states(),
            Test::All(parts) | Test::Any(parts) => parts.iter().any(Test::reads_states),
            _ => true,
        }
    }
}

impl Place {
    /// Whether it depends on the states of pieces.
    pub fn reads_states(&self) -> bool {
        match self {
            Place::In(_) | Place::Class(_) | Place::ClassIn(..) | Place::OfKind(_) => false,
            Place::StateOfMover | Place::StateOfEnemy => true,
            Place::Ahead(ahead) => ahead.place.reads_states(),
            Place::Not(inner) => inner.reads_states(),
            Place::All(parts) | Place::Any(parts) => parts.iter().any(Place::reads_states),
        }
    }
}

impl Kind {
    /// Whether the ways of pieces may depend on the states of pieces on them.
    pub fn reads_states(&self) -> bool {
        match self {
            Kind::Step { to, .. } => to.reads_states(),
            Kind::Slide { pass, stop, .. } => {
                [pass, stop].into_iter().flatten().any(Place::reads_states)
            }
            Kind::Hop { over, to, .. } => over.hurdle.reads_states() || to.reads_states(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_is_not_known_to_ignore_states_reads_them() {
        let here = || Box::new(Num::Iter(Iter::From));
        let of_kind = Test::Compare(crate::ir::Cmp::Eq, Num::What(here()), Num::Const(3));
        assert!(!of_kind.reads_states());
        let unmoved = Test::Compare(crate::ir::Cmp::Eq, Num::State(here()), Num::Const(1));
        assert!(unmoved.reads_states());
        assert!(Test::All([of_kind, unmoved].into()).reads_states());
        assert!(Test::Not(Box::new(Test::Full)).reads_states());
        assert!(!Test::Not(Box::new(Test::Pending)).reads_states());
    }
}
