//! A game between a GUI and our player.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Budget};
use ludarium_engine::{Move, SplitMix64, State};

use crate::notation::{Protocol, ProtocolNotation};
use crate::time::{MoveTime, TimeSource};
use crate::{centipawns, ucci, uci, xboard, ProtocolError, ProtocolGame};

/// The player that answers a GUI.
pub struct EnginePlayer<'g> {
    /// The kind of agent.
    pub kind: AgentSpec,
    /// The seed of the agent and of the game's chance.
    pub seed: u64,
    /// Learns the evaluation of the game's positions. It is called at most once, before the first
    /// move of an agent that needs one, and may take its time: the GUI has been greeted by then.
    pub learn: Box<dyn FnOnce() -> Evaluation + 'g>,
}

/// The effort for the next move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    Time(MoveTime),
    Nodes(u64),
}

impl Pace {
    /// A tenth of the effort, for the second decision of a move.
    fn tenth(self) -> Pace {
        match self {
            Pace::Time(time) => Pace::Time(time.tenth()),
            Pace::Nodes(nodes) => Pace::Nodes((nodes / 10).max(1)),
        }
    }
}

/// What the search says about its last move.
pub(crate) struct SearchInfo {
    pub depth: u32,
    pub nodes: u64,
    pub centipawns: i32,
}

/// A game between a GUI and our player, in one of the protocols.
pub struct EngineSession<'g, C> {
    pub(crate) game: ProtocolGame<'g>,
    pub(crate) clock: C,
    protocol: Protocol,
    notation: ProtocolNotation,
    /// The evaluation, and before that the function that learns it.
    evaluation: Option<Arc<Evaluation>>,
    learn: Option<Box<dyn FnOnce() -> Evaluation + 'g>>,
    agent: Option<Box<dyn Agent>>,
    kind: AgentSpec,
    seed: u64,
    chance: SplitMix64,
    /// The states between the moves of the protocol, the current one last, each with the generator
    /// that continues from it.
    states: Vec<(State, SplitMix64)>,
}

impl<'g, C: TimeSource> EngineSession<'g, C> {
    /// Prepares a game with a GUI that speaks a protocol.
    ///
    /// # Errors
    /// If the game is not for two players, or not of the family that the protocol is for.
    pub fn new(
        game: ProtocolGame<'g>,
        protocol: Protocol,
        player: EnginePlayer<'g>,
        clock: C,
    ) -> Result<EngineSession<'g, C>, ProtocolError> {
        let rules = &game.loaded.game;
        if rules.players() != 2 {
            return Err(ProtocolError::NotForTwo(game.name.to_owned()));
        }
        let notation = ProtocolNotation::new(&game, protocol)?;
        let mut chance = SplitMix64::new(player.seed);
        let state = rules.start(&mut chance);
        Ok(EngineSession {
            protocol,
            notation,
            evaluation: None,
            learn: Some(player.learn),
            agent: None,
            kind: player.kind,
            seed: player.seed,
            states: vec![(state, chance.clone())],
            chance,
            clock,
            game,
        })
    }

    /// Answers the GUI until `quit` or the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read or the output not be written.
    pub fn run(self, input: impl BufRead, output: impl Write) -> std::io::Result<()> {
        match self.protocol {
            Protocol::Xboard => xboard::run(self, input, output),
            Protocol::Uci => uci::run(self, &uci::UCI, input, output),
            Protocol::Usi => uci::run(self, &uci::USI, input, output),
            Protocol::Ucci => ucci::run(self, input, output),
        }
    }

    pub(crate) fn state(&self) -> &State {
        &self.states[self.states.len() - 1].0
    }

    /// The number of moves that the player to move has made so far.
    pub(crate) fn moves_of_mover(&self) -> u64 {
        let mover = self.state().mover();
        let before = &self.states[..self.states.len() - 1];
        let own = before.iter().filter(|(state, _)| state.mover() == mover);
        own.count() as u64
    }

    /// Starts a new game, from a position if one is given.
    pub(crate) fn start(&mut self, position: Option<&str>) -> Result<(), ProtocolError> {
        let rules = &self.game.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        let state = match position {
            Some(text) => self.notation.read_position(rules, text, &mut chance)?,
            None => rules.start(&mut chance),
        };
        self.chance = chance.clone();
        self.states = vec![(state, chance)];
        self.agent = None;
        Ok(())
    }

    /// Learns the evaluation, if the agent needs one and it has not been learned yet.
    pub(crate) fn prepare(&mut self) {
        if self.kind.uses_evaluation() && self.evaluation.is_none() {
            self.evaluation = self.learn.take().map(|learn| Arc::new(learn()));
        }
    }

    /// Sets up the words after `position`: `keyword` and a position, or `startpos`; then `moves
    /// ...`.
    pub(crate) fn position(&mut self, words: &[&str], keyword: &str) -> Result<(), ProtocolError> {
        let moves = words.iter().position(|word| *word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        match place.split_first() {
            Some((word, rest)) if *word == keyword => self.start(Some(&rest.join(" ")))?,
            _ => self.start(None)?,
        }
        moves.iter().skip(1).try_for_each(|text| self.make(text))
    }

    fn legal(&self) -> Vec<Move> {
        let (mut state, mut legal) = (self.state().clone(), Vec::new());
        self.game.loaded.game.legal(&mut state, &mut legal);
        legal
    }

    /// The state after a move, and the generator that continues from it.
    fn after(&self, state: &State, mv: Move) -> (State, SplitMix64) {
        let (mut state, mut chance) = (state.clone(), self.chance.clone());
        self.game.loaded.game.apply(&mut state, mv, &mut chance);
        (state, chance)
    }

    fn advance(&mut self, (state, chance): (State, SplitMix64)) {
        self.chance = chance.clone();
        self.states.push((state, chance));
    }

    /// Makes a move that the GUI sends.
    pub(crate) fn make(&mut self, text: &str) -> Result<(), ProtocolError> {
        let rules = &self.game.loaded.game;
        let legal = self.legal();
        let state = self.state();
        let found = self
            .notation
            .find_move(rules, state, &self.chance, &legal, text)?;
        let mut reached = self.after(state, legal[found.index]);
        if let Some(mv) = found.promotion {
            rules.apply(&mut reached.0, mv, &mut reached.1);
        }
        self.advance(reached);
        Ok(())
    }

    /// Takes back the last move of the protocol.
    pub(crate) fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
            self.chance = self.states[self.states.len() - 1].1.clone();
        }
    }

    /// Lets our player move. Returns the move as the protocol writes it, `None` if the game is
    /// over.
    pub(crate) fn think(&mut self, pace: Pace) -> Option<String> {
        let legal = self.legal();
        if self.state().over() || legal.is_empty() {
            return None;
        }
        self.prepare();
        let index = self.choose(self.state().clone(), &legal, pace)?;
        let (rules, state) = (&self.game.loaded.game, self.state());
        let texts = self.notation.texts(rules, state, &self.chance, &legal);
        let mut text = texts.get(index)?.clone();
        let mut reached = self.after(state, legal[index]);
        let promotions = (self.notation).promotions(rules, state, &self.chance, legal[index]);
        if !promotions.is_empty() {
            let moves = promotions.moves();
            let index = self.choose(reached.0.clone(), &moves, pace.tenth())?;
            text += promotions.letter(moves[index]);
            let rules = &self.game.loaded.game;
            rules.apply(&mut reached.0, moves[index], &mut reached.1);
        }
        self.advance(reached);
        Some(text)
    }

    /// The index of the move that our player chooses.
    fn choose(&mut self, state: State, legal: &[Move], pace: Pace) -> Option<usize> {
        let rules = &self.game.loaded.game;
        let (kind, seed, known) = (self.kind, self.seed, &self.evaluation);
        let agent = self
            .agent
            .get_or_insert_with(|| kind.build(seed, rules, known.clone()));
        let view = rules.view(&state, state.mover());
        let timer;
        let mut budget = match pace {
            Pace::Nodes(nodes) => Budget::nodes(nodes),
            Pace::Time(time) => {
                timer = time.start(|| self.clock.now());
                Budget::clock(&timer)
            }
        };
        let index = agent.choose(&view, legal, &mut budget);
        (index < legal.len()).then_some(index)
    }

    /// The move of our player for a GUI that makes it itself. What the search says about it is
    /// written first, as UCI and its relatives do.
    pub(crate) fn advise(
        &mut self,
        pace: Pace,
        out: &mut impl Write,
    ) -> std::io::Result<Option<String>> {
        let best = self.think(pace);
        if best.is_some() {
            self.undo();
        }
        if let Some(SearchInfo {
            depth,
            nodes,
            centipawns,
        }) = self.search_info()
        {
            writeln!(
                out,
                "info depth {depth} nodes {nodes} score cp {centipawns}"
            )?;
        }
        Ok(best)
    }

    /// What the search says about its last move; `None` if there was nothing to search.
    pub(crate) fn search_info(&self) -> Option<SearchInfo> {
        let report = self.agent.as_ref()?.report();
        let line = report.lines.first()?;
        Some(SearchInfo {
            depth: report.depth.max(1),
            nodes: report.nodes,
            centipawns: centipawns(line.value),
        })
    }

    /// The result as the protocols write it, once the game is over.
    pub(crate) fn result(&self) -> Option<&'static str> {
        let outcome = self.game.loaded.game.outcome(self.state())?;
        Some(match outcome.winner {
            1 => "1-0",
            2 => "0-1",
            _ => "1/2-1/2",
        })
    }
}

/// The number that follows a word.
pub(crate) fn number(words: &[&str], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// The number of moves that the time left is for, where nobody tells it.
const MOVES_TO_GO: u64 = 30;

/// The maximal number of moves that the time left is divided by.
const MAX_MOVES_TO_GO: u32 = 40;

/// The time for a move with so much left on the clock: a share of it, and most of the increment.
pub(crate) fn move_time(left: Duration, increment: Duration, moves: Option<u64>) -> MoveTime {
    let moves = u32::try_from(moves.unwrap_or(MOVES_TO_GO)).unwrap_or(MAX_MOVES_TO_GO);
    let moves = moves.clamp(1, MAX_MOVES_TO_GO);
    MoveTime::share(left, moves + 1, increment)
}
