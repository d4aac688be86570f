//! Computer players.

use std::fmt;
use std::sync::Arc;

use ludarium_agents::{Agent, AgentSpec, Budget, Guide, Guided, MctsOptions, Report};
use ludarium_engine::Move;

use crate::{Error, Game, Position, Result};

/// A computer player of any kind.
///
/// It sees what its player may know: where something is hidden, it guesses.
///
/// ```
/// use ludarium::{AgentSpec, Budget, Game, Player};
///
/// let game = Game::builtin("tab")?;
/// let mut player = Player::new(&game, AgentSpec::Level(1), 1);
/// let mut position = game.start_seeded(1);
/// let mv = player.best_move(&position, Budget::nodes(50))?;
/// position.play(mv)?;
/// # Ok::<(), ludarium::Error>(())
/// ```
pub struct Player {
    agent: Box<dyn Agent>,
}

impl Player {
    /// A player for one game. `seed` decides what it does at random; equal seeds and budgets in
    /// nodes give equal moves.
    ///
    /// Most players first learn from random games what positions are worth, once for each [`Game`].
    /// That may take some seconds.
    #[must_use]
    pub fn new(game: &Game, spec: AgentSpec, seed: u64) -> Player {
        let evaluation = spec.uses_evaluation().then(|| game.evaluation());
        Player {
            agent: spec.build(seed, game.rules(), evaluation),
        }
    }

    /// A player that searches the tree of moves as a guide says, such as a
    /// [`Network`](crate::network::Network) for its game.
    #[must_use]
    pub fn guided(guide: Arc<dyn Guide>, seed: u64) -> Player {
        Player {
            agent: Box::new(Guided::new(guide, seed)),
        }
    }

    /// The move that the player chooses.
    ///
    /// # Errors
    /// If the game is over.
    pub fn best_move(&mut self, position: &Position, budget: Budget<'_>) -> Result<Move> {
        let rules = position.game().rules();
        let chosen = self.agent.best_move(rules, position.state(), budget);
        chosen.ok_or(Error::GameOver)
    }

    /// What the player found while it chose the last move.
    #[must_use]
    pub fn report(&self) -> &Report {
        self.agent.report()
    }

    /// The name of the player's kind, as [`AgentSpec`] prints it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.agent.name()
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Player").field(&self.name()).finish()
    }
}

/// A Monte Carlo tree search, for any game.
///
/// ```
/// use ludarium::{Budget, Game, Mcts};
///
/// let game = Game::from_lud(
///     r#"(game "Four in a Line of Four" (players 2)
///         (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
///         (rules
///             (play (move Add (to (sites Empty))))
///             (end (if (is Line 2) (result Mover Win)))))"#,
/// )?;
/// let mut position = game.start_seeded(1);
/// let mut mcts = Mcts::new(&game, 3);
/// while !position.is_over() {
///     let mv = mcts.best_move(&position, Budget::iterations(300))?;
///     position.play(mv)?;
/// }
/// // On four sites in a row the first player wins: it takes one of the two in the middle, and then
/// // has a neighbour free on each side.
/// assert_eq!(position.outcome().map(|outcome| outcome.winner), Some(1));
/// # Ok::<(), ludarium::Error>(())
/// ```
#[derive(Debug)]
pub struct Mcts(Player);

impl Mcts {
    /// A tree search for one game; `seed` decides its playouts.
    #[must_use]
    pub fn new(game: &Game, seed: u64) -> Mcts {
        Mcts(Player::new(
            game,
            AgentSpec::Mcts(MctsOptions::DEFAULT),
            seed,
        ))
    }

    /// The move that the search finds best.
    ///
    /// # Errors
    /// If the game is over.
    pub fn best_move(&mut self, position: &Position, budget: Budget<'_>) -> Result<Move> {
        self.0.best_move(position, budget)
    }
}
