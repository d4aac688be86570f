//! Limits of compiling and playing: whatever a description says, a decision comes to an end.
//!
//! A description can ask for more than any machine has: a board of a million sites, a piece whose
//! moves are those of all pieces, a loop over a thousand million numbers, a game in which one move
//! always leads to another. The engine refuses such a board, and stops such a game with a [`Fault`].

use std::fmt;

/// What compiling a description and playing its game may take.
///
/// The limits are handed to [`Game::compile_with_limits`](crate::Game::compile_with_limits) and stay
/// with the game. The defaults suit a program that plays games of its user's choice, and no game in
/// use comes near them. A server that plays descriptions of strangers should set lower ones:
///
/// ```
/// use ludarium_engine::{Fault, Game, ResourceLimits, SplitMix64};
/// use ludarium_lud::{Choices, Definitions};
///
/// let text = r#"
///     (game "Endless Loop"
///         (players 2)
///         (equipment { (board (square 3)) (piece "Mark" Each) })
///         (rules
///             (play (forEach Value min:1 max:1000000 (move Add (to (sites Empty)))))
///             (end (if (is Line 3) (result Mover Win)))))"#;
/// let description = ludarium_lud::load("loop.lud", text, &Definitions::none(), &Choices::defaults())?;
///
/// let mut limits = ResourceLimits::default();
/// limits.steps = 10_000;
/// let game = Game::compile_with_limits(&description, &limits, |_, _| None)?;
/// let mut state = game.start(&mut SplitMix64::new(1));
/// assert!(game.legal_moves(&mut state).is_empty());
/// assert_eq!(state.fault(), Some(Fault::TooLong));
///
/// limits.board.sites = 8;
/// let error = Game::compile_with_limits(&description, &limits, |_, _| None).unwrap_err();
/// assert!(error.to_string().starts_with("loop.lud:4:29: a board may have at most 8 sites"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The size of a description is limited when its text is read:
/// [`ludarium_lud::load_with_limits`](ludarium_lud::load_with_limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceLimits {
    /// How many rules and conditions one decision, or one move with what follows from it, may
    /// evaluate ([`Fault::TooLong`]). A step takes some ten nanoseconds; the most that a game in use
    /// needs is some hundred thousand. Playouts on a compiled path ([`Rollouts`](crate::Rollouts))
    /// take bounded time and are not counted.
    pub steps: u32,
    /// How deep rules may nest while they are evaluated ([`Fault::TooDeep`]). Descriptions nest 40
    /// deep, and a rule that looks ahead starts again from the top. Each level takes stack: the
    /// default is what the usual stack of a thread (2 MiB) holds, so raise it only for threads with a
    /// larger one.
    pub depth: u32,
    /// How many moves there may be in one list ([`Fault::TooMany`]). The rule that goes beyond the
    /// limit is evaluated to its end, to [`ResourceLimits::MOVES`] at most.
    pub moves: usize,
    /// How many sites of all types the board and the hands may have, from which a compiled game can
    /// address no more than [`ResourceLimits::SLOTS`].
    pub slots: usize,
    /// How large the board may be.
    pub board: BoardLimits,
}

pub use ludarium_board::Limits as BoardLimits;

impl ResourceLimits {
    /// The most moves in one list, whatever the limit.
    pub const MOVES: usize = 1_000_000;

    /// The most sites of all types: a move names a site in sixteen bits, one of which is the sign of
    /// those that it does not name.
    pub const SLOTS: usize = i16::MAX as usize;
}

impl Default for ResourceLimits {
    /// 100,000,000 steps, 400 levels, 1,000,000 moves, 32,767 sites of all types; boards of 40,000
    /// sites of one type.
    fn default() -> Self {
        ResourceLimits {
            steps: 100_000_000,
            depth: 400,
            moves: ResourceLimits::MOVES,
            slots: ResourceLimits::SLOTS,
            board: BoardLimits::default(),
        }
    }
}

/// Why the engine stopped a game that the rules would not let end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// One decision, or one move with what follows from it, takes more steps than
    /// [`ResourceLimits::steps`].
    TooLong,
    /// The rules refer to each other more levels deep than [`ResourceLimits::depth`].
    TooDeep,
    /// There are more moves at once than [`ResourceLimits::moves`] (or more than 65,536 of those that
    /// do not hold all that they must remember).
    TooMany,
    /// A move would have to remember a number that has no room in it (below -32,768, above 32,767).
    TooLarge,
}

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
        f.write_str(match self {
            Fault::TooLong => "a decision takes more steps than the limit",
            Fault::TooDeep => "the rules call each other more levels deep than the limit",
            Fault::TooMany => "there are more moves at once than the limit",
            Fault::TooLarge => "a move would have to remember too large a number",
        })
    }
}

impl std::error::Error for Fault {}
