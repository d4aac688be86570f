//! A solver for deduction puzzles.
//!
//! The solver keeps the possible values of each variable. Constraints remove the values that they
//! rule out (`propagate`) until none can; then the variable with the fewest values left is tried
//! with each of them (`search`).

mod implied;
mod propagate;
mod search;

use ludarium_engine::puzzle::Puzzle;
use ludarium_engine::State;

use search::Search;

/// When to stop searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of solutions; finding one more ends the search.
    pub solutions: usize,
    /// The maximum number of choices.
    pub nodes: u64,
}

impl Limits {
    /// No limits: every solution, however long it takes.
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
    /// The share of the search space covered, from 0 to 1.
    pub done: f64,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are no more solutions.
    Complete,
    /// There are more solutions than the limit.
    More,
    /// The limit of choices was reached; there may be more solutions.
    GaveUp,
    /// The caller stopped the search.
    Stopped,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The solutions; each lists the values by variable.
    pub found: Vec<Vec<i32>>,
    /// Why the search ended.
    pub ending: Ending,
    /// Choices tried.
    pub nodes: u64,
}

/// Finds the solutions of a puzzle in which some variables may be set already. Every few thousand
/// choices `keep_going` is called; the search stops if it returns `false`.
///
/// ```
/// # let text = r#"(game "Pair" (players 1)
/// #     (equipment { (board (rectangle 1 2) (values Cell (range 1 9))) (regions { Rows }) })
/// #     (rules (play (satisfy { (all Different) (is Sum 5) }))
/// #         (end (if (is Solved) (result P1 Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("pair.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::solve::{solve, Ending, Limits};
/// use ludarium_engine::SplitMix64;
///
/// // Two different numbers whose sum is 5.
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
