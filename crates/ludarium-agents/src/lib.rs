//! Players that choose moves, and solvers of puzzles.
//!
//! | for | there is |
//! |---|---|
//! | two players who see everything; dice; several players, with judgement | [`AlphaBeta`] |
//! | three players and more: all others together, or one of them replying | [`AlphaBeta::with_opponent_model`] |
//! | three players and more, each for themselves | [`MaxN`] |
//! | anything, hidden things and choices at the same time too: a tree search that learns | [`Mcts`] |
//! | a baseline: a tree search that knows nothing beforehand | [`Uct`] |
//! | a measure of all others | [`Random`] |
//!
//! [`AgentSpec`] has them all by name; `auto` among them is what suits the game ([`recommended_agent`]), `level:1` to `level:10` are opponents for
//! people. Positions are judged by an [`evaluation::Evaluation`], learned from the description alone.
//!
//! Nothing here reads the clock: how long an agent thinks is a [`Budget`], a number of nodes or a
//! [`Clock`] that the caller keeps.

mod alphabeta;
mod budget;
pub mod decide;
pub mod evaluation;
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
pub use maxn::MaxN;
pub use mcts::{Mcts, MctsOption, MctsOptions};
pub use playout::{playout, Playout};
pub use random::Random;
pub use report::{Line, Report};
pub use spec::{recommended_agent, AgentSpec};
pub use trial::{play_trial_match, TimeControl, TrialMatch};
pub use uct::Uct;

use ludarium_engine::{Game, Move, State, View};

/// Something that chooses a move.
pub trait Agent {
    /// The index, in `legal`, of the move to play. `legal` is not empty. The agent sees what its
    /// player may know, and no more: what is hidden it has to guess ([`View::sample`]).
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("two.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
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
    /// // On four sites in a row the first player, who goes to one in the middle, wins.
    /// assert_eq!(game.outcome(&state).unwrap().winner, 1);
    /// ```
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize;

    /// Chooses a move for the player to move, in one call. `None` if the game is over.
    ///
    /// Lists the legal moves, shows the agent what that player may know, and returns the chosen
    /// move. Use [`Agent::choose`] where the legal moves are at hand already, or to keep the budget.
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("two.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
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

    /// What it is called.
    fn name(&self) -> &str;

    /// What came of thinking about the last move.
    fn report(&self) -> &Report;

    /// Learns what there is to be learned about a game before it is played. Takes its time: do this before
    /// the clock runs.
    fn prepare(&mut self, _game: &Game) {}
}
