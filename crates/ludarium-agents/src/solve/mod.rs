//! Solving deduction puzzles.
//!
//! The solver keeps for each variable the values that it may still have. Every constraint takes away
//! those that it rules out (`propagate`), as long as any does; then the variable with the fewest
//! values left is tried with each of them (`search`).

mod implied;
mod propagate;
mod search;

use ludarium_engine::puzzle::Puzzle;
use ludarium_engine::State;

use search::Search;

/// When to stop looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// So many solutions are kept; finding one more ends the search.
    pub solutions: usize,
    /// So many choices are tried at most.
    pub nodes: u64,
}

impl Limits {
    /// Every solution, however long it takes.
    pub const NONE: Limits = Limits {
        solutions: usize::MAX,
        nodes: u64::MAX,
    };
}

/// How far the search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Choices tried.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The part of the possibilities that has been gone through, from 0 to 1.
    pub done: f64,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are no more solutions.
    Complete,
    /// There are more solutions than were asked for.
    More,
    /// The limit of choices was reached: there may be more solutions.
    GaveUp,
    /// The caller wanted no more.
    Stopped,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The solutions, each by variable.
    pub found: Vec<Vec<i32>>,
    /// Why there are no more of them.
    pub ending: Ending,
    /// How many choices were tried.
    pub nodes: u64,
}

/// Finds the solutions of a puzzle in which some variables may be set already. `keep_going` is asked
/// every few thousand choices whether to go on.
///
/// ```
/// # let text = r#"(game "Pair" (players 1)
/// #     (equipment { (board (rectangle 1 2) (values Cell (range 1 9))) (regions { Rows }) })
/// #     (rules (play (satisfy { (all Different) (is Sum 5) })) (end (if (is Solved) (result P1 Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let description = ludarium_lud::load("pair.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::solve::{solve, Ending, Limits};
/// use ludarium_engine::SplitMix64;
///
/// // Two different numbers with the sum 5.
/// let puzzle = game.puzzle().unwrap();
/// let state = game.start(&mut SplitMix64::new(0));
/// let solutions = solve(puzzle, &state, Limits::NONE, &mut |_| true);
/// assert_eq!(solutions.found, [[1, 4], [2, 3], [3, 2], [4, 1]]);
/// assert_eq!(solutions.ending, Ending::Complete);
///
/// let two = Limits { solutions: 2, ..Limits::NONE };
/// let solutions = solve(puzzle, &state, two, &mut |_| true);
/// assert_eq!((solutions.found.len(), solutions.ending), (2, Ending::More));
/// ```
pub fn solve(
    puzzle: &Puzzle,
    state: &State,
    limits: Limits,
    keep_going: &mut dyn FnMut(Progress) -> bool,
) -> Solutions {
    Search::new(puzzle, state).run(limits, keep_going)
}
