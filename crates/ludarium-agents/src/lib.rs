//! Agents that choose moves, and solvers of puzzles.
//!
//! | for | use |
//! |---|---|
//! | two players with perfect information, dice, or several players | [`AlphaBeta`] |
//! | three or more players, all others allied or one of them replying | [`AlphaBeta::with_opponent_model`] |
//! | three or more players, each for itself | [`MaxN`] |
//! | any game, with hidden information and simultaneous moves too | [`Mcts`] |
//! | a network trained elsewhere, or anything else that knows good moves | [`Guided`] |
//! | a baseline: tree search without any knowledge | [`Uct`] |
//! | a yardstick for all others | [`Random`] |
//!
//! [`AgentSpec`] builds each of them by name. `auto` is the agent recommended for the game
//! ([`recommended_agent`]); `level:1` to `level:10` are opponents for people. An
//! [`evaluation::Evaluation`] values positions; it is learned from the game description alone.
//!
//! Nothing here reads the clock. How long an agent thinks is a [`Budget`]: a number of nodes, or a
//! [`Clock`] that the caller provides.

mod alphabeta;
mod budget;
pub mod decide;
pub mod evaluation;
pub mod force;
mod guided;
#[cfg(test)]
#[path = "../tests/inline_games/mod.rs"]
mod inline_games;
mod key;
mod maxn;
mod mcts;
mod placement_games;
mod playout;
pub mod prove;
mod random;
mod report;
pub mod solo;
pub mod solve;
mod spec;
mod trial;
mod uct;

pub use alphabeta::{AlphaBeta, OpponentModel};
pub use budget::{Budget, Clock};
pub use guided::{Guide, Guided};
pub use maxn::MaxN;
pub use mcts::{Mcts, MctsOption, MctsOptions};
pub use playout::{playout, Playout};
pub use random::Random;
pub use report::{Line, Report};
pub use spec::{recommended_agent, AgentSpec, Resources};
pub use trial::{play_trial_match, TimeControl, TrialMatch};
pub use uct::Uct;

use ludarium_engine::{Game, Move, State, View};

/// Something that chooses a move.
pub trait Agent: Send {
    /// Returns the index, in `legal`, of the move to play. `legal` must not be empty. The agent
    /// sees what its player may know and no more; it has to guess what is hidden
    /// ([`View::sample`]).
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_agents::{Agent, Budget, Uct};
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(3);
    /// let mut state = game.start(&mut chance);
    /// let mut uct = Uct::new(1);
    /// let mut legal = Vec::new();
    /// while !state.over() {
    ///     game.legal(&mut state, &mut legal);
    ///     let index = uct.choose(
    ///         &game.view(&state, state.mover()),
    ///         &legal,
    ///         &mut Budget::nodes(500),
    ///     );
    ///     game.apply(&mut state, legal[index], &mut chance);
    /// }
    /// // The first player takes a middle site of the four and wins.
    /// assert_eq!(game.outcome(&state).unwrap().winner, 1);
    /// ```
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize;

    /// Chooses a move for the player to move, in one call. `None` if the game is over.
    ///
    /// Lists the legal moves, shows the agent what that player may know, and returns the chosen
    /// move. Use [`Agent::choose`] where the legal moves are already listed, or where the budget is
    /// needed afterwards.
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_agents::{Agent, Budget, Mcts};
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(3);
    /// let mut state = game.start(&mut chance);
    /// let mut mcts = Mcts::new(1);
    /// while let Some(mv) = mcts.best_move(&game, &state, Budget::iterations(500)) {
    ///     game.apply(&mut state, mv, &mut chance);
    /// }
    /// assert!(state.over());
    /// ```
    fn best_move(&mut self, game: &Game, state: &State, mut budget: Budget<'_>) -> Option<Move> {
        if state.over() {
            return None;
        }
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        if legal.is_empty() {
            return None;
        }
        let view = game.view(state, state.mover());
        let index = self.choose(&view, &legal, &mut budget);
        legal.get(index).copied()
    }

    /// The name of the agent, as [`AgentSpec`] prints it.
    fn name(&self) -> &str;

    /// What the agent found while it chose the last move.
    fn report(&self) -> &Report;

    /// Learns what can be learned about a game before it is played. This takes time: call it before
    /// the clock runs.
    fn prepare(&mut self, _game: &Game) {}
}
