//! Computer players, as the command line names them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use ludarium::network::Network;
use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Guided};
use ludarium_engine::Game;

use crate::error::Error;
use crate::game_args::Chosen;

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A tree search that follows the network in a file.
    Network(PathBuf),
}

/// Prefix of the file of a network.
const NETWORK: &str = "network:";

impl Machine {
    /// Whether the player is the agent selected for a game.
    pub fn adapts_to_game(&self) -> bool {
        matches!(self, Machine::Agent(spec) if spec.adapts_to_game())
    }

    /// Whether the player uses a learned evaluation.
    pub fn uses_evaluation(&self) -> bool {
        matches!(self, Machine::Agent(spec) if spec.uses_evaluation())
    }

    /// The player for a game, with its network read.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no network for this game.
    pub fn prepare(&self, chosen: &Chosen) -> Result<PreparedMachine, Error> {
        Ok(match self {
            Machine::Agent(spec) => PreparedMachine::Agent(*spec),
            Machine::Network(path) => PreparedMachine::Network(read(path, chosen)?),
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Machine::Agent(spec) => spec.fmt(f),
            Machine::Network(path) => write!(f, "{NETWORK}{}", path.display()),
        }
    }
}

impl FromStr for Machine {
    type Err = Error;

    fn from_str(text: &str) -> Result<Machine, Error> {
        match text.strip_prefix(NETWORK) {
            Some("") => Err("a file is missing after network:".into()),
            Some(file) => Ok(Machine::Network(file.into())),
            None => match text.parse() {
                Ok(spec) => Ok(Machine::Agent(spec)),
                Err(error) => Err(format!("{error}; or network:FILE").into()),
            },
        }
    }
}

/// Reads the network for a game from a file.
fn read(path: &Path, chosen: &Chosen) -> Result<Arc<Network>, Error> {
    let bytes = std::fs::read(path).map_err(Error::at(&path))?;
    let network = Network::from_bytes(&chosen.embedded()?, &bytes).map_err(|error| {
        let what = format!("this is no network for {}: {error}", chosen.name);
        Error::new(what).in_context(path.display())
    })?;
    Ok(Arc::new(network))
}

/// What finds the moves of a computer player in one game.
#[derive(Clone, Debug)]
pub enum PreparedMachine {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A tree search that follows a network.
    Network(Arc<Network>),
}

impl PreparedMachine {
    /// The built-in agent, if it is one.
    pub fn agent(&self) -> Option<AgentSpec> {
        match self {
            PreparedMachine::Agent(spec) => Some(*spec),
            PreparedMachine::Network(_) => None,
        }
    }

    /// Whether both find the same moves.
    pub fn is_same(&self, other: &PreparedMachine) -> bool {
        match (self, other) {
            (PreparedMachine::Agent(own), PreparedMachine::Agent(other)) => own == other,
            (PreparedMachine::Network(own), PreparedMachine::Network(other)) => {
                Arc::ptr_eq(own, other)
            }
            _ => false,
        }
    }

    /// Builds the agent. An evaluation learned beforehand may be passed, as to
    /// [`AgentSpec::build`].
    pub fn build(
        &self,
        seed: u64,
        game: &Game,
        evaluation: Option<Arc<Evaluation>>,
    ) -> Box<dyn Agent> {
        match self {
            PreparedMachine::Agent(spec) => spec.build(seed, game, evaluation),
            PreparedMachine::Network(network) => Box::new(Guided::new(network.clone(), seed)),
        }
    }
}
