//! Players that choose moves.
//!
//! Nothing here reads the clock: how long an agent thinks is a number of iterations, or a question
//! that the caller answers.

mod playout;
mod random;
mod uct;

pub use playout::{playout, Playout};
pub use random::Random;
pub use uct::{Budget, Uct};

use engine::{Game, Move, State};

/// Something that chooses a move.
pub trait Agent {
    /// The index, in `legal`, of the move to play. `legal` is not empty.
    fn choose(&mut self, game: &Game, state: &State, legal: &[Move]) -> usize;

    /// What it is called.
    fn name(&self) -> &str;
}
