//! The instruction tree (IR): the compiled form of a description's rules.
//!
//! Sites in the tree are numbered as in Ludii: a *site* is a number within one site type, and -1
//! ("off") means nowhere. Site types are resolved to indices (see
//! [`type_index`](crate::layout::type_index)), written `site_type` here.
//!
//! The enums that the evaluator and the kernels match all the time are `repr(u8)`: the compiler
//! would hide their tag in the contents of a variant otherwise, and work it out at every match.

mod end;
mod float;
mod layers;
mod moves;
mod neighbours;
mod number;
mod ray_sets;
mod region;
mod rule;
mod tabulated;
mod test;
mod windows;

pub use end::*;
pub use float::*;
pub use layers::*;
pub use moves::*;
pub use neighbours::*;
pub use number::*;
pub use ray_sets::*;
pub use region::*;
pub use rule::*;
pub use tabulated::*;
pub use test::*;
pub use windows::*;

/// "Off the board", "undefined".
pub const OFF: i32 = -1;
/// The end of a track, where pieces that are borne off go.
pub const END: i32 = -2;
/// Larger than any number in a game.
pub const INFINITY: i32 = 1_000_000_000;

/// An index into [`Game::rules`](crate::Game): a generator or effect at a leaf of the tree.
pub type RuleId = u16;
/// An index into the game's list of effects.
pub type EffectId = u16;
/// An index into the game's list of direction tables.
pub type TableId = u16;

/// The variables that iterating ludemes bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Iter {
    From,
    To,
    Between,
    Site,
    Level,
    Pips,
    Player,
    Value,
    Track,
    Hint,
    Edge,
    /// The die being used (an index over all dice), bound by `forEach Die`.
    Die,
    /// The outer value of a variable that is bound again within a `do`.
    Shadowed,
    /// The team of `(forEach Team ...)`.
    Team,
}

impl Iter {
    /// All variables, in order.
    pub const ALL: [Iter; ITERS] = [
        Iter::From,
        Iter::To,
        Iter::Between,
        Iter::Site,
        Iter::Level,
        Iter::Pips,
        Iter::Player,
        Iter::Value,
        Iter::Track,
        Iter::Hint,
        Iter::Edge,
        Iter::Die,
        Iter::Shadowed,
        Iter::Team,
    ];
}

/// The number of [`Iter`]s.
pub const ITERS: usize = 14;
