//! Limits of play: whatever the rules say, a decision comes to an end.
//!
//! A description can ask for more than any machine has: a piece whose moves are those of all pieces, a
//! loop over a thousand million numbers, a game in which one move always leads to another. The engine
//! stops such a game instead of running away with it, and says why.

use std::fmt;

/// Why the engine stopped a game that the rules would not let end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One decision, or one move with what follows from it, takes more than [`MAX_STEPS`] steps.
    TooLong,
    /// The rules refer to each other more than [`MAX_DEPTH`] levels deep.
    TooDeep,
    /// There are more than [`MAX_MOVES_AT_ONCE`] moves at once (or more than 65,536 of those that do not
    /// hold all that they must remember).
    TooMany,
    /// A move would have to remember a number that has no room in it (below -32,768, above 32,767).
    TooLarge,
}

/// How many rules and conditions one decision or one move may look at. The most that a game in use
/// needs is some hundred thousand; a step takes some ten nanoseconds.
pub const MAX_STEPS: u32 = 100_000_000;

/// How deep rules may nest while they are carried out: descriptions nest 40 deep, and a rule that looks
/// ahead starts again from the top. Each level takes stack, and the usual stack of a thread (2 MiB)
/// holds this many.
pub const MAX_DEPTH: u32 = 400;

/// How many moves there may be in one list.
pub const MAX_MOVES_AT_ONCE: usize = 1_000_000;

impl Fault {
    pub(crate) fn number(self) -> i32 {
        self as i32 + 1
    }

    pub(crate) fn of_number(number: i32) -> Option<Fault> {
        [
            Fault::TooLong,
            Fault::TooDeep,
            Fault::TooMany,
            Fault::TooLarge,
        ]
        .into_iter()
        .find(|fault| fault.number() == number)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::TooLong => write!(f, "a decision takes more than {MAX_STEPS} steps"),
            Fault::TooDeep => write!(
                f,
                "the rules call each other more than {MAX_DEPTH} levels deep"
            ),
            Fault::TooLarge => f.write_str("a move would have to remember too large a number"),
            Fault::TooMany => write!(f, "there are more than {MAX_MOVES_AT_ONCE} moves at once"),
        }
    }
}

impl std::error::Error for Fault {}
