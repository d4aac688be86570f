//! A game between a GUI and our player.

use std::cell::Cell;
use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Clock as _, Report};
use ludarium_engine::{Move, SplitMix64, State};

use crate::engine_options::{EngineOptions, Spin};
use crate::library::{EngineGame, GameLibrary, OtherGame};
use crate::link::{Link, Signal};
use crate::notation::{Protocol, ProtocolNotation};
use crate::root_moves::{Choices, RootMoves};
use crate::search_clock::{Limits, SearchClock, Signals};
use crate::search_info::{SearchInfo, SearchRoot};
use crate::time::{MoveTime, TimeSource};
use crate::{gtp, ucci, uci, xboard, ProtocolError, ProtocolGame};

/// The player that answers a GUI.
pub struct EnginePlayer<'g> {
    /// The kind of agent.
    pub kind: AgentSpec,
    /// The seed of the agent and of the game's chance.
    pub seed: u64,
    /// The games that the GUI may turn to.
    pub library: Box<dyn GameLibrary<'g> + 'g>,
}

/// Learns the evaluation of a game's positions. It is called before the first move of an agent that
/// needs one, and may take its time: the GUI has been greeted by then. It ends soon when the
/// function that it is given returns `true`, and is then called again for the next move.
pub type LearnEvaluation<'g> = Box<dyn Fn(&dyn Fn() -> bool) -> Evaluation + 'g>;

/// What our player is asked for.
pub(crate) struct Request<'s> {
    pub limits: Limits,
    pub moves: &'s RootMoves,
    pub signals: Signals<'s>,
    /// Writes what the search has found, as the protocol does.
    pub tell: &'s dyn Fn(&SearchInfo),
}

/// What our player answers.
pub(crate) enum Thought {
    Move(Decision),
    /// The game is over, or there is no position or no move to choose from.
    NoMove,
    /// The GUI no longer wants the move.
    Abandoned,
}

/// A move that our player has chosen.
pub(crate) struct Decision {
    pub text: String,
    /// The reply that it expects.
    pub reply: Option<String>,
    mv: Move,
    promotion: Option<Move>,
}

/// The share of the time for a move that learning an evaluation may take.
const LEARNING_SHARE: f64 = 0.5;

/// A game between a GUI and our player, in one of the protocols.
pub struct EngineSession<'g, C> {
    pub(crate) game: ProtocolGame<'g>,
    pub(crate) clock: C,
    pub(crate) options: EngineOptions,
    protocol: Protocol,
    pub(crate) notation: ProtocolNotation,
    evaluation: Option<Arc<Evaluation>>,
    learn: LearnEvaluation<'g>,
    library: Box<dyn GameLibrary<'g> + 'g>,
    agent: Option<Box<dyn Agent>>,
    kind: AgentSpec,
    seed: u64,
    pub(crate) chance: SplitMix64,
    /// The states between the moves of the protocol, the current one last, each with the generator
    /// that continues from it. None after a position that could not be set up.
    states: Vec<(State, SplitMix64)>,
}

impl<'g, C: TimeSource> EngineSession<'g, C> {
    /// Prepares a game with a GUI that speaks a protocol.
    ///
    /// # Errors
    /// If the game is not for two players, or not of the family that the protocol is for.
    pub fn new(
        EngineGame { game, learn }: EngineGame<'g>,
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
            learn,
            library: player.library,
            agent: None,
            kind: player.kind,
            seed: player.seed,
            states: vec![(state, chance.clone())],
            chance,
            clock,
            game,
            options: EngineOptions::default(),
        })
    }

    /// Answers the GUI until `quit` or the end of its lines. They are also heard while a search
    /// runs, if [`listen`](crate::listen) reads them.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(self, lines: Receiver<String>, output: impl Write) -> std::io::Result<()> {
        let link = Link::new(lines, output);
        match self.protocol {
            Protocol::Xboard => xboard::run(self, &link),
            Protocol::Uci => uci::run(self, &uci::UCI, &link),
            Protocol::Usi => uci::run(self, &uci::USI, &link),
            Protocol::Ucci => ucci::run(self, &link),
            Protocol::Gtp => gtp::run(self, &link),
        }
        link.result()
    }

    /// The current position; `None` after a position that could not be set up.
    pub(crate) fn state(&self) -> Option<&State> {
        self.states.last().map(|(state, _)| state)
    }

    /// The player to move; the first if there is no position.
    pub(crate) fn mover(&self) -> usize {
        self.state().map_or(1, State::mover)
    }

    /// The number of moves that the player to move has made so far.
    pub(crate) fn moves_of_mover(&self) -> u64 {
        let mover = self.mover();
        let before = self.states.iter().rev().skip(1);
        let own = before.filter(|(state, _)| state.mover() == mover);
        own.count() as u64
    }

    /// Starts a new game, from a position if one is given.
    pub(crate) fn start(&mut self, position: Option<&str>) -> Result<(), ProtocolError> {
        let rules = &self.game.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        self.states.clear();
        self.agent = None;
        let state = match position {
            Some(text) => self.notation.read_position(rules, text, &mut chance)?,
            None => rules.start(&mut chance),
        };
        self.chance = chance.clone();
        self.states.push((state, chance));
        Ok(())
    }

    /// Turns to another game, and starts it. Returns whether there is such a game.
    pub(crate) fn turn_to(&mut self, wanted: &OtherGame) -> bool {
        let Some(EngineGame { game, learn }) = self.library.find(wanted) else {
            return false;
        };
        if game.loaded.game.players() != 2 {
            return false;
        }
        let Ok(notation) = ProtocolNotation::new(&game, self.protocol) else {
            return false;
        };
        (self.game, self.learn, self.notation) = (game, learn, notation);
        self.evaluation = None;
        self.start(None).is_ok()
    }

    /// The variants that the GUI may turn to, that of the current game first.
    pub(crate) fn variants(&self) -> Vec<String> {
        let own = self.game.uci_variant().map(str::to_owned);
        let mut all: Vec<String> = own.into_iter().chain(self.library.variants()).collect();
        let mut seen = Vec::new();
        all.retain(|name| {
            !seen.contains(name) && {
                seen.push(name.clone());
                true
            }
        });
        all
    }

    /// Sets an option of our player.
    pub(crate) fn set_option(&mut self, option: Spin, value: u64) {
        self.options.set(option, value);
        // The next move begins with an agent of these options.
        self.agent = None;
    }

    /// Learns the evaluation, if the agent needs one and it has not been learned yet. Only the end
    /// of the session stops that.
    pub(crate) fn prepare<W: Write>(&mut self, link: &Link<W>) {
        let quits = |line: &str| match line.trim() {
            "quit" => Signal::Quit,
            _ => Signal::Later,
        };
        let clock = SearchClock::start(&self.clock, link, &quits, Limits::default(), &|_, _| {});
        let learned = learned(
            &self.evaluation,
            self.uses_evaluation(),
            &self.learn,
            &|| clock.used() >= LEARNING_SHARE,
        );
        if !clock.was_stopped() {
            self.evaluation = learned;
        }
    }

    fn uses_evaluation(&self) -> bool {
        self.options.agent(self.kind).uses_evaluation()
    }

    /// Sets up the words after `position`: `keyword` and a position, or `startpos`; then `moves
    /// ...`. After an error there is no position.
    pub(crate) fn position(&mut self, words: &[&str], keyword: &str) -> Result<(), ProtocolError> {
        let moves = words.iter().position(|word| *word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        let started = match place.split_first() {
            Some((word, rest)) if *word == keyword => self.start(Some(&rest.join(" "))),
            _ => self.start(None),
        };
        let made = started.and_then(|()| moves.iter().skip(1).try_for_each(|text| self.make(text)));
        if made.is_err() {
            self.states.clear();
        }
        made
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        if let Some(state) = self.state() {
            self.game.loaded.game.legal(&mut state.clone(), &mut legal);
        }
        legal
    }

    /// The state after a move, and the generator that continues from it.
    fn after(&self, state: &State, mv: Move) -> (State, SplitMix64) {
        let (mut state, mut chance) = (state.clone(), self.chance.clone());
        self.game.loaded.game.apply(&mut state, mv, &mut chance);
        (state, chance)
    }

    /// Makes a move that the GUI sends.
    pub(crate) fn make(&mut self, text: &str) -> Result<(), ProtocolError> {
        let rules = &self.game.loaded.game;
        let legal = self.legal();
        let state = self.state().ok_or(ProtocolError::NoPosition)?;
        let found = self
            .notation
            .find_move(rules, state, &self.chance, &legal, text)?;
        self.advance(legal[found.index], found.promotion);
        Ok(())
    }

    /// Makes a move that our player has chosen.
    pub(crate) fn play(&mut self, decision: &Decision) {
        self.advance(decision.mv, decision.promotion);
    }

    fn advance(&mut self, mv: Move, promotion: Option<Move>) {
        let Some(state) = self.state() else {
            return;
        };
        let mut reached = self.after(state, mv);
        if let Some(promotion) = promotion {
            let rules = &self.game.loaded.game;
            rules.apply(&mut reached.0, promotion, &mut reached.1);
        }
        self.chance = reached.1.clone();
        self.states.push(reached);
    }

    /// Lets the next search begin without what the last one found.
    pub(crate) fn forget_search(&mut self) {
        self.agent = None;
    }

    /// Takes back the last move of the protocol. Returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        self.forget_search();
        let before = self.states.len().saturating_sub(1);
        before > 0 && {
            self.go_back_to(before);
            true
        }
    }

    /// Takes back all moves but those that led to the first `count` positions.
    pub(crate) fn go_back_to(&mut self, count: usize) {
        self.states.truncate(count);
        if let Some((_, chance)) = self.states.last() {
            self.chance = chance.clone();
        }
    }

    /// Makes one move of those after the first `count` positions, so that they are taken back
    /// together.
    pub(crate) fn unite_since(&mut self, count: usize) {
        if let Some(last) = self.states.pop() {
            self.states.truncate(count);
            self.states.push(last);
        }
    }

    /// Whether no move has been made.
    pub(crate) fn is_new(&self) -> bool {
        self.states.len() == 1
    }

    /// Gives the turn to a player, if it is the other's or passes have ended the game. Returns the
    /// number of positions before, `None` if the turn cannot be given.
    ///
    /// The position before a pass does it, or a turn without a move. The other player passes only
    /// where neither is possible: that may end the game.
    pub(crate) fn take_turn(&mut self, player: usize) -> Option<usize> {
        let before = self.states.len();
        let now = self.state()?;
        if !now.over() && now.mover() == player {
            return Some(before);
        }
        let slots = self.game.loaded.game.layout().slots;
        let same_board = |state: &State| {
            (0..slots).all(|slot| {
                (state.what(slot), state.count(slot)) == (now.what(slot), now.count(slot))
            })
        };
        let rules = &self.game.loaded.game;
        let earlier = self.states.iter().rev().map(|(state, _)| state);
        let earlier = earlier.take_while(|state| same_board(state));
        let running = earlier.filter(|state| !state.over());
        let own = running.clone().find(|state| state.mover() == player);
        let left_out = || {
            running.clone().find_map(|state| {
                let mut given = state.clone();
                let passed = rules.null_move(&mut given).is_some();
                (passed && given.mover() == player).then_some(given)
            })
        };
        if let Some(given) = own.cloned().or_else(left_out) {
            self.states.push((given, self.chance.clone()));
        } else {
            let at = self.move_texts().iter().position(|text| text == "pass")?;
            self.advance(self.legal()[at], None);
        }
        let given = self
            .state()
            .is_some_and(|state| !state.over() && state.mover() == player);
        if !given {
            self.go_back_to(before);
        }
        given.then_some(before)
    }

    /// Counts a pass as a move after the end of the game, so that it can be taken back.
    pub(crate) fn pass_after_end(&mut self) {
        self.states.extend(self.states.last().cloned());
    }

    /// Makes a move of a player, whose turn it need not be.
    pub(crate) fn make_as(&mut self, player: usize, text: &str) -> Result<(), ProtocolError> {
        let before = self.take_turn(player).ok_or(ProtocolError::NoPosition)?;
        match self.make(text) {
            Ok(()) => self.unite_since(before),
            Err(_) => self.go_back_to(before),
        }
        match self.states.len() > before {
            true => Ok(()),
            false => Err(ProtocolError::NoPosition),
        }
    }

    /// Lets our player choose a move, which is not made yet.
    pub(crate) fn think<W: Write>(&mut self, link: &Link<W>, request: &Request) -> Thought {
        let all = self.legal();
        let Some(state) = self.state().filter(|state| !state.over()).cloned() else {
            return Thought::NoMove;
        };
        let chance = self.chance.clone();
        let root = SearchRoot {
            game: &self.game.loaded.game,
            notation: &self.notation,
            state: &state,
            chance: &chance,
            lines: self.options.lines(),
        };
        let choices = Choices::of(&root, &all, request.moves);
        if choices.legal.is_empty() {
            return Thought::NoMove;
        }
        let told = Cell::default();
        let found = |report: &Report, time: Duration| {
            // The end of the search often reports what the last iteration did.
            if told.replace((report.depth, report.nodes)) == (report.depth, report.nodes) {
                return;
            }
            if let Some(info) = root.describe(report, time) {
                (request.tell)(&info);
            }
        };
        let clock = SearchClock::start(&self.clock, link, request.signals, request.limits, &found);
        // An evaluation that had to be left unfinished serves this move only.
        let learned = learned(
            &self.evaluation,
            self.uses_evaluation(),
            &self.learn,
            &|| clock.used() >= LEARNING_SHARE,
        );
        if self.evaluation.is_none() && clock.used() < LEARNING_SHARE {
            self.evaluation.clone_from(&learned);
        }
        let (rules, options) = (root.game, self.options);
        let (kind, resources) = (options.agent(self.kind), options.resources());
        let seed = self.seed;
        let agent = self
            .agent
            .get_or_insert_with(|| kind.build_with(seed, rules, learned, resources));
        let view = rules.view(&state, state.mover());
        let index = agent.choose(&view, &choices.legal, &mut clock.budget());
        found(agent.report(), clock.elapsed());
        clock.wait_until_told();
        if clock.was_abandoned() {
            return Thought::Abandoned;
        }
        let mv = choices.legal[index.min(choices.legal.len() - 1)];
        let expected = agent.report().lines.iter();
        let mut expected = expected
            .map(|line| &line.moves)
            .filter(|line| line[0] == mv);
        let expected = expected.next().cloned().unwrap_or_default();
        let promotion = match choices.promotions_of(&root, mv) {
            moves if moves.is_empty() => None,
            moves => {
                let (mut reached, mut chance) = (state.clone(), chance.clone());
                rules.apply(&mut reached, mv, &mut chance);
                let limits = request.limits.tenth();
                let silent = |_: &Report, _: Duration| {};
                let clock = SearchClock::start(&self.clock, link, request.signals, limits, &silent);
                let view = rules.view(&reached, reached.mover());
                let index = agent.choose(&view, &moves, &mut clock.budget());
                Some(moves[index.min(moves.len() - 1)])
            }
        };
        let made: Vec<Move> = [mv].into_iter().chain(promotion).collect();
        let continued = [&made[..], expected.get(made.len()..).unwrap_or_default()].concat();
        let same = expected.starts_with(&made);
        let mut texts = root
            .texts(if same { &continued } else { &made })
            .into_iter();
        Thought::Move(Decision {
            text: texts.next().unwrap_or_default(),
            reply: texts.next(),
            mv,
            promotion,
        })
    }

    /// The result as the protocols write it, once the game is over.
    pub(crate) fn result(&self) -> Option<&'static str> {
        let outcome = self.game.loaded.game.outcome(self.state()?)?;
        Some(match outcome.winner {
            1 => "1-0",
            2 => "0-1",
            _ => "1/2-1/2",
        })
    }
}

/// The evaluation: the one known, or a new one if the agent needs one. Learning ends soon once
/// `stop` returns `true`.
fn learned(
    known: &Option<Arc<Evaluation>>,
    needed: bool,
    learn: &LearnEvaluation<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Arc<Evaluation>> {
    match known {
        None if needed => Some(Arc::new(learn(stop))),
        known => known.clone(),
    }
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
