//! The agents by name, and the agent recommended for a game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ludarium_engine::{Game, Move, Rollouts, SplitMix64, View};

use crate::evaluation::{Captures, Evaluation};
use crate::placement_games::placement_style;
use crate::{
    Agent, AlphaBeta, Budget, MaxN, Mcts, MctsOptions, OpponentModel, Random, Report, Uct,
};

/// An agent by name.
///
/// ```
/// use ludarium_agents::AgentSpec;
///
/// assert_eq!("level:3".parse(), Ok(AgentSpec::Level(3)));
/// assert_eq!(AgentSpec::AlphaBeta.to_string(), "alphabeta");
/// assert!("level:11".parse::<AgentSpec>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AgentSpec {
    /// Uniformly random moves.
    Random,
    /// Plain tree search (UCT).
    Uct,
    /// Monte Carlo tree search with the default or the given options.
    Mcts(MctsOptions),
    /// Alpha-beta; expectiminimax with dice; paranoid with several players.
    AlphaBeta,
    /// Max^n: each player for itself.
    MaxN,
    /// All other players allied against the searching one.
    Paranoid,
    /// One of the other players replies; the rest make the move that looks best (BRS+).
    BestReply,
    /// The agent recommended for the game.
    Auto,
    /// The recommended agent at a strength from 1 to 10.
    Level(u8),
}

impl AgentSpec {
    /// All agents without parameters.
    pub const PLAIN: [AgentSpec; 8] = [
        AgentSpec::Random,
        AgentSpec::Uct,
        AgentSpec::Mcts(MctsOptions::DEFAULT),
        AgentSpec::AlphaBeta,
        AgentSpec::MaxN,
        AgentSpec::Paranoid,
        AgentSpec::BestReply,
        AgentSpec::Auto,
    ];

    /// The highest level.
    pub const MAX_LEVEL: u8 = 10;

    /// Whether the agent uses an [`Evaluation`], and so profits from one learned beforehand.
    #[must_use]
    pub fn uses_evaluation(self) -> bool {
        !matches!(self, AgentSpec::Random | AgentSpec::Uct)
    }

    /// Whether the spec names the agent recommended for the game, which differs between games.
    #[must_use]
    pub fn adapts_to_game(self) -> bool {
        matches!(self, AgentSpec::Auto | AgentSpec::Level(_))
    }

    /// Builds the agent for a game. An evaluation learned beforehand may be passed; otherwise the
    /// agent learns one when it is prepared ([`Agent::prepare`]).
    #[must_use]
    pub fn build(
        self,
        seed: u64,
        game: &Game,
        evaluation: Option<Arc<Evaluation>>,
    ) -> Box<dyn Agent> {
        self.build_with(seed, game, evaluation, Resources::default())
    }

    /// Builds the agent for a game as [`AgentSpec::build`] does, with what it may use.
    #[must_use]
    pub fn build_with(
        self,
        seed: u64,
        game: &Game,
        evaluation: Option<Arc<Evaluation>>,
        resources: Resources,
    ) -> Box<dyn Agent> {
        match (self, evaluation) {
            (AgentSpec::Random, _) => Box::new(Random::new(seed)),
            (AgentSpec::Uct, _) => Box::new(Uct::new(seed)),
            (AgentSpec::Mcts(options), Some(evaluation)) => Box::new(
                resources
                    .tree_search(Mcts::with_evaluation(seed, evaluation).options(options))
                    .for_game(game),
            ),
            (AgentSpec::Mcts(options), None) => Box::new(
                resources
                    .tree_search(Mcts::new(seed).options(options))
                    .for_game(game),
            ),
            (AgentSpec::AlphaBeta, Some(evaluation)) => {
                Box::new(resources.alpha_beta(AlphaBeta::with_evaluation(seed, evaluation)))
            }
            (AgentSpec::AlphaBeta, None) => Box::new(resources.alpha_beta(AlphaBeta::new(seed))),
            (AgentSpec::MaxN, Some(evaluation)) => {
                Box::new(MaxN::with_evaluation(seed, evaluation))
            }
            (AgentSpec::MaxN, None) => Box::new(MaxN::new(seed)),
            (AgentSpec::Paranoid | AgentSpec::BestReply, evaluation) => {
                let model = match self {
                    AgentSpec::BestReply => OpponentModel::BestReply,
                    _ => OpponentModel::Paranoid,
                };
                let agent = match evaluation {
                    Some(evaluation) => AlphaBeta::with_evaluation(seed, evaluation),
                    None => AlphaBeta::new(seed),
                };
                Box::new(resources.alpha_beta(agent.with_opponent_model(model)))
            }
            (AgentSpec::Auto, Some(evaluation)) => {
                let spec = recommended_agent(game, &evaluation);
                spec.build_with(seed, game, Some(evaluation), resources)
            }
            (AgentSpec::Level(level), Some(evaluation)) => {
                Box::new(Level::new(level, seed, game, evaluation))
            }
            (AgentSpec::Auto | AgentSpec::Level(_), None) => {
                let evaluation = Evaluation::learn(game, seed, crate::evaluation::Effort::LITTLE);
                self.build_with(seed, game, Some(Arc::new(evaluation)), resources)
            }
        }
    }
}

/// What an agent may use, and how much it reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The number of threads of a tree search; other searches have one.
    pub threads: usize,
    /// The number of best moves with exact values. A tree search values all moves.
    pub lines: usize,
    /// The memory for positions in bytes; `None` for the usual size.
    pub memory: Option<usize>,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            threads: 1,
            lines: 1,
            memory: None,
        }
    }
}

impl Resources {
    fn tree_search(self, search: Mcts) -> Mcts {
        let search = search.threads(self.threads);
        match self.memory {
            Some(bytes) => search.memory(bytes),
            None => search,
        }
    }

    fn alpha_beta(self, search: AlphaBeta) -> AlphaBeta {
        let search = search.lines(self.lines);
        match self.memory {
            Some(bytes) => search.table_bytes(bytes),
            None => search,
        }
    }
}

/// The minimum share of the variance of results that an evaluation must explain before a search
/// relies on it alone.
pub(crate) const MIN_EXPLAINED_VARIANCE: f64 = 0.05;

/// The agent recommended for a game: the one that won a trial match
/// ([`play_trial_match`](crate::play_trial_match)), or else the one that suits the game's
/// properties.
#[must_use]
pub fn recommended_agent(game: &Game, evaluation: &Evaluation) -> AgentSpec {
    let tested = evaluation.best_agent();
    tested.unwrap_or_else(|| recommended_by_properties(game, evaluation))
}

/// The agent that suits the game's properties: alpha-beta if the evaluation is informative and
/// nothing is hidden, otherwise a tree search.
pub(crate) fn recommended_by_properties(game: &Game, evaluation: &Evaluation) -> AgentSpec {
    let features = game.features();
    let mut chance = SplitMix64::new(0);
    let simultaneous = game.is_simultaneous(&game.start(&mut chance));
    if features.hidden_information || simultaneous || game.players() < 2 || game.games().count() > 0
    {
        return AgentSpec::Mcts(MctsOptions::DEFAULT);
    }
    // If no piece on the board belongs to a player (seeds in holes), evaluation has not been found
    // to help. Where playouts are compiled, the tree search needs none: see "Playing strength"
    // in the book.
    let mut pieces = game.components().iter().skip(1);
    let is_player = |owner: usize| (1..=game.players()).contains(&owner);
    if pieces.all(|piece| piece.die.is_some() || !is_player(piece.owner)) {
        return match Rollouts::new(game).compiled() {
            true => AgentSpec::Mcts(MctsOptions::DEFAULT),
            false => AgentSpec::Uct,
        };
    }
    let replacement = evaluation.captures() == Captures::Replacement;
    let evaluable = evaluation.explained_variance() >= MIN_EXPLAINED_VARIANCE || replacement;
    match evaluable && !placement_style(game).dominant {
        true => AgentSpec::AlphaBeta,
        false => AgentSpec::Mcts(MctsOptions::DEFAULT),
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AgentSpec::Random => "random",
            AgentSpec::Uct => "uct",
            AgentSpec::Mcts(MctsOptions::DEFAULT) => "mcts",
            AgentSpec::Mcts(options) => return write!(f, "mcts:{options}"),
            AgentSpec::AlphaBeta => "alphabeta",
            AgentSpec::MaxN => "maxn",
            AgentSpec::Paranoid => "paranoid",
            AgentSpec::BestReply => "brs",
            AgentSpec::Auto => "auto",
            AgentSpec::Level(level) => return write!(f, "level:{level}"),
        })
    }
}

impl FromStr for AgentSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<AgentSpec, String> {
        if let Some(level) = text.strip_prefix("level:") {
            return match level.parse() {
                Ok(level @ 1..=AgentSpec::MAX_LEVEL) => Ok(AgentSpec::Level(level)),
                _ => Err(format!(
                    "levels go from 1 to {}, not {level}",
                    AgentSpec::MAX_LEVEL
                )),
            };
        }
        if let Some(options) = text.strip_prefix("mcts:") {
            return options.parse().map(AgentSpec::Mcts);
        }
        let named = AgentSpec::PLAIN
            .into_iter()
            .find(|spec| spec.to_string() == text);
        named.ok_or_else(|| {
            let names: Vec<String> = AgentSpec::PLAIN.iter().map(AgentSpec::to_string).collect();
            format!(
                "no agent is called {text:?}; there are {}, level:1 to level:10, and mcts:OPTIONS",
                names.join(", ")
            )
        })
    }
}

/// An opponent for people: the recommended agent with fewer nodes, which now and then plays a move
/// slightly worse than the best.
struct Level {
    level: u8,
    name: String,
    inner: Box<dyn Agent>,
    chance: SplitMix64,
    report: Report,
}

impl Level {
    fn new(level: u8, seed: u64, game: &Game, evaluation: Arc<Evaluation>) -> Level {
        let level = level.clamp(1, AgentSpec::MAX_LEVEL);
        let inner: Box<dyn Agent> = match recommended_agent(game, &evaluation) {
            // Moves other than the best need exact values only if they may be chosen: these cost
            // most of the nodes.
            AgentSpec::AlphaBeta if Level::temperature(level) > 0.0 => {
                Box::new(AlphaBeta::with_evaluation(seed, evaluation).lines(8))
            }
            spec => spec.build(seed, game, Some(evaluation)),
        };
        Level {
            level,
            name: format!("level:{level}"),
            inner,
            chance: SplitMix64::new(seed ^ 0x1e7e1),
            report: Report::default(),
        }
    }

    /// The number of nodes per move: eight times as many every two levels.
    fn nodes(&self, tree: bool) -> u64 {
        let base: u64 = if tree { 12 } else { 40 };
        match self.level {
            AgentSpec::MAX_LEVEL => u64::MAX,
            level => base << (3 * u32::from(level) / 2),
        }
    }

    /// The temperature of the choice between moves, in log odds: a move whose value is this much
    /// worse than the best is chosen once for every e times the best is. At the first level that is
    /// 0.9 against 0.5. Log odds still separate good moves from bad ones for the side that is far
    /// ahead, where shares of a win are all alike.
    fn temperature(level: u8) -> f64 {
        match level {
            AgentSpec::MAX_LEVEL | 9 => 0.0,
            level => 2.4 * 0.55f64.powi(i32::from(level) - 1),
        }
    }
}

/// The log odds of an expected score.
fn log_odds(value: f64) -> f64 {
    let value = value.clamp(1e-12, 1.0 - 1e-12);
    (value / (1.0 - value)).ln()
}

impl Agent for Level {
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        let tree = self.inner.name().starts_with("mcts");
        let mut limited = budget.sub_budget(self.nodes(tree));
        let best = self.inner.choose(view, legal, &mut limited);
        let spent = limited.spent();
        budget.charge(spent);
        self.report = self.inner.report().clone();
        let temperature = Level::temperature(self.level);
        let lines = &self.report.lines;
        if temperature <= 0.0 || lines.len() < 2 {
            return best;
        }
        // A move that is proved to lose is never chosen if others are not.
        let top = lines[0].value;
        let weights: Vec<f64> = lines
            .iter()
            .map(|line| match line.proved && line.value < top {
                true => 0.0,
                false => ((log_odds(line.value) - log_odds(top)).min(0.0) / temperature).exp(),
            })
            .collect();
        let chosen = ludarium_engine::Chance::share(&mut self.chance, &weights).unwrap_or(0);
        let mv = lines[chosen].moves[0];
        legal.iter().position(|own| *own == mv).unwrap_or(best)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn prepare(&mut self, game: &Game) {
        self.inner.prepare(game);
    }
}
