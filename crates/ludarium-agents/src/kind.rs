//! The agents by name, and which of them suits a game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ludarium_engine::{Game, Move, Rollouts, SplitMix64, View};

use crate::bringing::bringing;
use crate::evaluation::{Captures, Evaluation};
use crate::{Agent, AlphaBeta, Budget, MaxN, Mcts, Others, Random, Report, Uct, Ways};

/// An agent by name.
///
/// ```
/// use ludarium_agents::Kind;
///
/// assert_eq!("level:3".parse(), Ok(Kind::Level(3)));
/// assert_eq!(Kind::AlphaBeta.to_string(), "alphabeta");
/// assert!("level:11".parse::<Kind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Any legal move.
    Random,
    /// The plain tree search.
    Uct,
    /// The tree search with everything that helps, or going by the ways named.
    Mcts(Ways),
    /// Alpha-beta; expectiminimax with dice; paranoid with several players.
    AlphaBeta,
    /// Everybody for themselves.
    MaxN,
    /// All others against one.
    Paranoid,
    /// One of the others replies, the rest do what looks best.
    BestReply,
    /// What suits the game.
    Auto,
    /// What suits the game, at a strength from 1 to 10.
    Level(u8),
}

impl Kind {
    /// All of them, levels and ways of the tree search apart.
    pub const PLAIN: [Kind; 8] = [
        Kind::Random,
        Kind::Uct,
        Kind::Mcts(Ways::USUAL),
        Kind::AlphaBeta,
        Kind::MaxN,
        Kind::Paranoid,
        Kind::BestReply,
        Kind::Auto,
    ];

    /// The highest level.
    pub const HIGHEST: u8 = 10;

    /// Whether it judges positions, and profits from an [`Evaluation`] that was learned beforehand.
    #[must_use]
    pub fn judges(self) -> bool {
        !matches!(self, Kind::Random | Kind::Uct)
    }

    /// Whether it is another agent in every game: the one that suits it.
    #[must_use]
    pub fn suits(self) -> bool {
        matches!(self, Kind::Auto | Kind::Level(_))
    }

    /// The agent, to play a game. What was learned about the game may be handed over; else the agent
    /// learns it when it is first asked to ([`Agent::prepare`]).
    #[must_use]
    pub fn agent(
        self,
        seed: u64,
        game: &Game,
        evaluation: Option<Arc<Evaluation>>,
    ) -> Box<dyn Agent> {
        match (self, evaluation) {
            (Kind::Random, _) => Box::new(Random::new(seed)),
            (Kind::Uct, _) => Box::new(Uct::new(seed)),
            (Kind::Mcts(ways), Some(known)) => Box::new(Mcts::with(seed, known).by(ways).of(game)),
            (Kind::Mcts(ways), None) => Box::new(Mcts::new(seed).by(ways).of(game)),
            (Kind::AlphaBeta, Some(known)) => Box::new(AlphaBeta::with(seed, known)),
            (Kind::AlphaBeta, None) => Box::new(AlphaBeta::new(seed)),
            (Kind::MaxN, Some(known)) => Box::new(MaxN::with(seed, known)),
            (Kind::MaxN, None) => Box::new(MaxN::new(seed)),
            (Kind::Paranoid | Kind::BestReply, known) => {
                let others = match self {
                    Kind::BestReply => Others::BestReply,
                    _ => Others::Together,
                };
                let agent = match known {
                    Some(known) => AlphaBeta::with(seed, known),
                    None => AlphaBeta::new(seed),
                };
                Box::new(agent.supposing(others))
            }
            (Kind::Auto, Some(known)) => suited(game, &known).agent(seed, game, Some(known)),
            (Kind::Level(level), Some(known)) => Box::new(Level::new(level, seed, game, known)),
            (Kind::Auto | Kind::Level(_), None) => {
                let known = Evaluation::learn(game, seed, crate::evaluation::Effort::LITTLE);
                self.agent(seed, game, Some(Arc::new(known)))
            }
        }
    }
}

/// So much of the results a judgement has to explain before a search relies on it alone.
pub(crate) const RELIABLE: f64 = 0.05;

/// The agent that suits a game: the one that did best when it was tried ([`tried`](crate::tried)), else what its properties say.
#[must_use]
pub fn suited(game: &Game, evaluation: &Evaluation) -> Kind {
    let tried = evaluation.agent();
    tried.unwrap_or_else(|| by_properties(game, evaluation))
}

/// The agent that suits a game by its properties: alpha-beta where the judgement of positions means something, and nothing is hidden;
/// else the tree search.
pub(crate) fn by_properties(game: &Game, evaluation: &Evaluation) -> Kind {
    let features = game.features();
    let mut chance = SplitMix64::new(0);
    let together = game.is_simultaneous(&game.start(&mut chance));
    if features.hidden_information || together || game.players() < 2 || game.games().count() > 0 {
        return Kind::Mcts(Ways::USUAL);
    }
    // Where nothing on the board is anybody's (seeds in holes), judgement has not been found to help; the tree search needs none where
    // playouts are compiled: see "How strong they are" in the book.
    let mut pieces = game.components().iter().skip(1);
    let anybodys = |owner: usize| (1..=game.players()).contains(&owner);
    if pieces.all(|piece| piece.die.is_some() || !anybodys(piece.owner)) {
        return match Rollouts::new(game).compiled() {
            true => Kind::Mcts(Ways::USUAL),
            false => Kind::Uct,
        };
    }
    let replacing = evaluation.captures() == Captures::Replacement;
    let judged = evaluation.informative() >= RELIABLE || replacing;
    match judged && !bringing(game).mostly {
        true => Kind::AlphaBeta,
        false => Kind::Mcts(Ways::USUAL),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Random => "random",
            Kind::Uct => "uct",
            Kind::Mcts(Ways::USUAL) => "mcts",
            Kind::Mcts(ways) => return write!(f, "mcts:{ways}"),
            Kind::AlphaBeta => "alphabeta",
            Kind::MaxN => "maxn",
            Kind::Paranoid => "paranoid",
            Kind::BestReply => "brs",
            Kind::Auto => "auto",
            Kind::Level(level) => return write!(f, "level:{level}"),
        })
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        if let Some(level) = text.strip_prefix("level:") {
            return match level.parse() {
                Ok(level @ 1..=Kind::HIGHEST) => Ok(Kind::Level(level)),
                _ => Err(format!(
                    "levels go from 1 to {}, not {level}",
                    Kind::HIGHEST
                )),
            };
        }
        if let Some(ways) = text.strip_prefix("mcts:") {
            return ways.parse().map(Kind::Mcts);
        }
        let named = Kind::PLAIN
            .into_iter()
            .find(|kind| kind.to_string() == text);
        named.ok_or_else(|| {
            let names: Vec<String> = Kind::PLAIN.iter().map(Kind::to_string).collect();
            format!(
                "no agent is called {text:?}; there are {}, level:1 to level:10, and mcts:WAYS",
                names.join(", ")
            )
        })
    }
}

/// An agent for people: what suits the game, searching less, and choosing now and then a move that
/// seems a little worse than the best.
struct Level {
    level: u8,
    name: String,
    inner: Box<dyn Agent>,
    chance: SplitMix64,
    report: Report,
}

impl Level {
    fn new(level: u8, seed: u64, game: &Game, known: Arc<Evaluation>) -> Level {
        let level = level.clamp(1, Kind::HIGHEST);
        let inner: Box<dyn Agent> = match suited(game, &known) {
            // Moves besides the best need a value of their own only where they may be chosen: it costs most of the nodes.
            Kind::AlphaBeta if Level::slip(level) > 0.0 => {
                Box::new(AlphaBeta::with(seed, known).lines(8))
            }
            kind => kind.agent(seed, game, Some(known)),
        };
        Level {
            level,
            name: format!("level:{level}"),
            inner,
            chance: SplitMix64::new(seed ^ 0x1e7e1),
            report: Report::default(),
        }
    }

    /// Nodes that may be spent: eight times as many every two levels.
    fn nodes(&self, tree: bool) -> u64 {
        let least: u64 = if tree { 12 } else { 40 };
        match self.level {
            Kind::HIGHEST => u64::MAX,
            level => least << (3 * u32::from(level) / 2),
        }
    }

    /// How much worse than the best a move may seem, in log odds, that is chosen once for every three times the best is: nine tenths instead
    /// of one half at the first level. Who is far ahead still tells good moves from bad ones by odds; as shares of a win they are all alike.
    fn slip(level: u8) -> f64 {
        match level {
            Kind::HIGHEST | 9 => 0.0,
            level => 2.4 * 0.55f64.powi(i32::from(level) - 1),
        }
    }
}

/// The logarithm of the odds that go with an expectation.
fn log_odds(value: f64) -> f64 {
    let value = value.clamp(1e-12, 1.0 - 1e-12);
    (value / (1.0 - value)).ln()
}

impl Agent for Level {
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        let tree = self.inner.name().starts_with("mcts");
        let mut rest = budget.share(self.nodes(tree));
        let best = self.inner.choose(view, legal, &mut rest);
        let spent = rest.spent();
        budget.pay(spent);
        self.report = self.inner.report().clone();
        let slip = Level::slip(self.level);
        let lines = &self.report.lines;
        if slip <= 0.0 || lines.len() < 2 {
            return best;
        }
        // Nobody overlooks that a move is proved to lose while others are not.
        let top = lines[0].value;
        let weights: Vec<f64> = lines
            .iter()
            .map(|line| match line.proved && line.value < top {
                true => 0.0,
                false => ((log_odds(line.value) - log_odds(top)).min(0.0) / slip).exp(),
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
