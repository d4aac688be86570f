//! Limits on compiling and playing: for any description, a decision takes bounded time.
//!
//! A description can ask for more than any machine has: a board of a million sites, a piece whose
//! moves are those of all pieces, a loop over a thousand million numbers, a game in which one move
//! always leads to another. The engine rejects such a board, and stops such a game with a
//! [`Fault`].

use std::fmt;

/// Limits on the resources used to compile a description and to play its game.
///
/// They are passed to [`Game::compile_with_limits`](crate::Game::compile_with_limits) and stay with
/// the game. The defaults suit a program that plays games of its user's choice; known games stay
/// far below them. A server that plays untrusted descriptions should set lower limits:
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
/// let choices = Choices::defaults();
/// let description = ludarium_lud::load("loop.lud", text, &Definitions::none(), &choices)?;
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
/// [`ludarium_lud::load_with_limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceLimits {
    /// The maximum number of rules and conditions evaluated for one decision, or for one move with
    /// its consequences ([`Fault::TooLong`]). A step takes some ten nanoseconds; known games need
    /// at most some hundred thousand. Kernel playouts ([`Rollouts`](crate::Rollouts)) take bounded
    /// time and are not counted.
    pub steps: u32,
    /// The maximum depth of nested rules during evaluation ([`Fault::TooDeep`]). Descriptions nest
    /// 40 deep, and a rule that looks ahead starts again from the top. Each level needs stack: the
    /// default fits the usual stack of a thread (2 MiB), so raise it only for threads with a larger
    /// stack.
    pub depth: u32,
    /// The maximum number of moves in one list ([`Fault::TooMany`]). The rule that exceeds the
    /// limit is still evaluated to its end, up to [`ResourceLimits::MOVES`].
    pub moves: usize,
    /// The maximum number of sites of all types on the board and in the hands. A compiled game can
    /// address at most [`ResourceLimits::SLOTS`].
    pub slots: usize,
    /// Limits on the size of the board.
    pub board: BoardLimits,
}

pub use ludarium_board::Limits as BoardLimits;

impl ResourceLimits {
    /// The upper bound of [`ResourceLimits::moves`].
    pub const MOVES: usize = 1_000_000;

    /// The upper bound of [`ResourceLimits::slots`]: a move stores a site in sixteen bits, one of
    /// which marks an absent site.
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

/// The reason why the engine stopped a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// One decision, or one move with its consequences, takes more than [`ResourceLimits::steps`]
    /// steps.
    TooLong,
    /// The rules nest more than [`ResourceLimits::depth`] levels deep.
    TooDeep,
    /// There are more than [`ResourceLimits::moves`] moves at once (or more than 65,536 moves whose
    /// data does not fit in the move itself).
    TooMany,
    /// A move would have to store a number outside its range (-32,768 to 32,767).
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
