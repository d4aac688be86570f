//! `ludarium xboard`, `uci`, `usi` and `ucci`: an engine for third-party GUIs.

use clap::Args;
use ludarium_agents::AgentSpec;
use ludarium_protocols::{EnginePlayer, EngineSession, Protocol};

use crate::clock::SystemClock;
use crate::error::{Error, Exit};
use crate::game_args::GameArgs;

/// Arguments of `ludarium xboard`, `uci`, `usi` and `ucci`.
#[derive(Args, Debug)]
pub struct Talk {
    #[command(flatten)]
    game: GameArgs,
    /// The agent that plays
    #[arg(long, value_name = "AGENT", default_value = "auto")]
    agent: AgentSpec,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Talk {
    /// Runs the protocol until `quit` or the end of the input. The exit code is 2 if the game
    /// cannot be loaded or does not fit the protocol.
    pub fn run(self, protocol: Protocol) -> Result<Exit, Error> {
        let chosen = self.game.load()?;
        let player = EnginePlayer {
            kind: self.agent,
            seed: self.seed,
            learn: Box::new(|| chosen.soon()),
        };
        let session = EngineSession::new(chosen.protocol_game(), protocol, player, SystemClock)?;
        session.run(std::io::stdin().lock(), std::io::stdout())?;
        Ok(Exit::Success)
    }
}
