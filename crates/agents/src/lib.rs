//! Players that choose moves, and solvers of puzzles.
//!
//! Nothing here reads the clock: how long an agent thinks is a number of iterations, or a question
//! that the caller answers.

mod playout;
mod random;
pub mod solo;
pub mod solve;
mod uct;

pub use playout::{playout, Playout};
pub use random::Random;
pub use uct::{Budget, Uct};

use engine::{Move, View};

/// Something that chooses a move.
pub trait Agent {
    /// The index, in `legal`, of the move to play. `legal` is not empty. The agent sees what its
    /// player may know, and no more: what is hidden it has to guess ([`View::sample`]).
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = lud::Definitions::none();
    /// # let description = lud::load("two.lud", text, &definitions, &lud::Choices::defaults()).unwrap();
    /// # let game = engine::Game::compile(&description).unwrap();
    /// use agents::{Agent, Budget, Uct};
    /// use engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(3);
    /// let mut state = game.start(&mut chance);
    /// let mut uct = Uct::new(1, Budget::Iterations(500));
    /// let mut legal = Vec::new();
    /// while !state.over() {
    ///     game.legal(&mut state, &mut legal);
    ///     let index = uct.choose(&game.view(&state, state.mover()), &legal);
    ///     game.apply(&mut state, legal[index], &mut chance);
    /// }
    /// // On four sites in a row the first player, who goes to one in the middle, wins.
    /// assert_eq!(game.outcome(&state).unwrap().winner, 1);
    /// ```
    fn choose(&mut self, view: &View<'_>, legal: &[Move]) -> usize;

    /// What it is called.
    fn name(&self) -> &str;
}
