//! The protocols by which boards of others talk to players, and players of others to us: CECP (XBoard), UCI, USI
//! (shogi) and UCCI (xiangqi).

#[path = "gnubg.rs"]
mod backgammon;
mod external_engine;
#[path = "centipawns.rs"]
mod pawns;
#[path = "process.rs"]
mod program;
#[path = "notation.rs"]
mod script;
mod turn;
mod ucci;
mod uci;
mod xboard;

pub use backgammon::Backgammon;
pub use external_engine::{Answer, ExternalEngine};
pub use script::{Convention, Script};
pub use turn::{Becoming, Turn};

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Budget};
use ludarium_engine::{Move, SplitMix64, State};

use crate::clock::Portion;
use crate::game_args::{Chosen, GameArgs};

/// Arguments of `ludarium xboard`, `uci`, `usi` and `ucci`.
#[derive(Args, Debug)]
pub struct Talk {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays
    #[arg(long, value_name = "AGENT", default_value = "auto")]
    agent: AgentSpec,
    /// What the player follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Talk {
    /// Talks until `quit` or the end of the input. The exit code is 2 when the game could not be loaded, or is not
    /// one that the protocol is for.
    pub fn run(self, convention: Convention) -> ExitCode {
        let game = self.game.load();
        let game = game.and_then(|chosen| Match::new(chosen, convention, self.agent, self.seed));
        let (command, talk): (_, fn(Match) -> std::io::Result<()>) = match convention {
            Convention::Cecp => ("xboard", xboard::talk),
            Convention::Uci => ("uci", |game| uci::talk(game, &uci::UCI)),
            Convention::Usi => ("usi", |game| uci::talk(game, &uci::USI)),
            Convention::Ucci => ("ucci", ucci::talk),
        };
        match game.and_then(|game| talk(game).map_err(|error| error.to_string())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("ludarium {command}: {message}");
                ExitCode::from(2)
            }
        }
    }
}

/// How long to think about the next move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    Time(Portion),
    Nodes(u64),
}

impl Pace {
    /// For what was thought of already, with the move before.
    fn short(self) -> Pace {
        match self {
            Pace::Time(time) => Pace::Time(time.tenth()),
            Pace::Nodes(nodes) => Pace::Nodes((nodes / 10).max(1)),
        }
    }
}

/// What our player thought of a move.
struct Thought {
    depth: u32,
    nodes: u64,
    /// What it expects, in hundredths of a pawn.
    centipawns: i32,
}

/// A game between a program and our player.
struct Match {
    chosen: Chosen,
    script: Script,
    /// What positions are worth, once that was learned: it takes its time, and boards do not wait long to be greeted.
    evaluation: Option<Arc<Evaluation>>,
    agent: Option<Box<dyn Agent>>,
    kind: AgentSpec,
    seed: u64,
    chance: SplitMix64,
    /// The states between the moves of the protocol, the present one last, each with the generator that went on from it.
    states: Vec<(State, SplitMix64)>,
}

impl Match {
    fn new(
        chosen: Chosen,
        convention: Convention,
        kind: AgentSpec,
        seed: u64,
    ) -> Result<Match, String> {
        let game = &chosen.loaded.game;
        if game.players() != 2 {
            return Err(format!("{} is not for two players", chosen.name));
        }
        let script = Script::new(&chosen, convention)?;
        let mut chance = SplitMix64::new(seed);
        let state = game.start(&mut chance);
        Ok(Match {
            script,
            evaluation: None,
            agent: None,
            kind,
            seed,
            states: vec![(state, chance.clone())],
            chance,
            chosen,
        })
    }

    fn state(&self) -> &State {
        &self.states[self.states.len() - 1].0
    }

    /// How many of the moves so far were made by who is to move now.
    fn moves_of_mover(&self) -> u64 {
        let mover = self.state().mover();
        let before = &self.states[..self.states.len() - 1];
        let own = before.iter().filter(|(state, _)| state.mover() == mover);
        own.count() as u64
    }

    /// Begins anew, from a position where one is given.
    fn begin(&mut self, position: Option<&str>) -> Result<(), String> {
        let game = &self.chosen.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        let state = match position {
            Some(text) => self.script.set_up(game, text, &mut chance)?,
            None => game.start(&mut chance),
        };
        self.chance = chance.clone();
        self.states = vec![(state, chance)];
        self.agent = None;
        Ok(())
    }

    /// Learns what there is to be learned beforehand.
    fn prepare(&mut self) {
        if self.kind.uses_evaluation() && self.evaluation.is_none() {
            self.evaluation = Some(Arc::new(self.chosen.soon()));
        }
    }

    /// Begins anew from the words of `position`: the word that a position follows, or `startpos`; then `moves ...`.
    fn position(&mut self, words: &[&str], begins: &str) -> Result<(), String> {
        let moves = words.iter().position(|word| *word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        match place.split_first() {
            Some((word, rest)) if *word == begins => self.begin(Some(&rest.join(" ")))?,
            _ => self.begin(None)?,
        }
        moves.iter().skip(1).try_for_each(|text| self.make(text))
    }

    fn legal(&self) -> Vec<Move> {
        let (mut state, mut legal) = (self.state().clone(), Vec::new());
        self.chosen.loaded.game.legal(&mut state, &mut legal);
        legal
    }

    /// The state after a move, and the generator that goes on from it.
    fn after(&self, state: &State, mv: Move) -> (State, SplitMix64) {
        let (mut state, mut chance) = (state.clone(), self.chance.clone());
        self.chosen.loaded.game.apply(&mut state, mv, &mut chance);
        (state, chance)
    }

    fn come_to(&mut self, (state, chance): (State, SplitMix64)) {
        self.chance = chance.clone();
        self.states.push((state, chance));
    }

    /// Makes a move as the protocol writes it.
    fn make(&mut self, text: &str) -> Result<(), String> {
        let game = &self.chosen.loaded.game;
        let legal = self.legal();
        let state = self.state();
        let turn = self
            .script
            .find_turn(game, state, &self.chance, &legal, text)?;
        let mut come = self.after(state, legal[turn.index]);
        if let Some(mv) = turn.becomes {
            game.apply(&mut come.0, mv, &mut come.1);
        }
        self.come_to(come);
        Ok(())
    }

    /// Takes a move of the protocol back.
    fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
            self.chance = self.states[self.states.len() - 1].1.clone();
        }
    }

    /// Lets our player move; the move as the protocol writes it, `None` where the game is over.
    fn think(&mut self, pace: Pace) -> Option<String> {
        let legal = self.legal();
        if self.state().over() || legal.is_empty() {
            return None;
        }
        self.prepare();
        let index = self.choose(self.state().clone(), &legal, pace)?;
        let (game, state) = (&self.chosen.loaded.game, self.state());
        let texts = self.script.texts(game, state, &self.chance, &legal);
        let mut text = texts.get(index)?.clone();
        let mut come = self.after(state, legal[index]);
        let becoming = (self.script).becoming(game, state, &self.chance, legal[index]);
        if !becoming.is_empty() {
            let moves = becoming.moves();
            let index = self.choose(come.0.clone(), &moves, pace.short())?;
            text += becoming.letter(moves[index]);
            let game = &self.chosen.loaded.game;
            game.apply(&mut come.0, moves[index], &mut come.1);
        }
        self.come_to(come);
        Some(text)
    }

    /// What our player chooses.
    fn choose(&mut self, state: State, legal: &[Move], pace: Pace) -> Option<usize> {
        let game = &self.chosen.loaded.game;
        let (kind, seed, known) = (self.kind, self.seed, &self.evaluation);
        let agent = self
            .agent
            .get_or_insert_with(|| kind.build(seed, game, known.clone()));
        let view = game.view(&state, state.mover());
        let timer;
        let mut budget = match pace {
            Pace::Nodes(nodes) => Budget::nodes(nodes),
            Pace::Time(time) => {
                timer = time.start();
                Budget::clock(&timer)
            }
        };
        let index = agent.choose(&view, legal, &mut budget);
        (index < legal.len()).then_some(index)
    }

    /// The same for a program that makes our move itself; what we thought of it goes out before the move does, in the
    /// words of UCI and its kin.
    fn advise(&mut self, pace: Pace, out: &mut impl Write) -> std::io::Result<Option<String>> {
        let best = self.think(pace);
        if best.is_some() {
            self.undo();
        }
        if let Some(Thought {
            depth,
            nodes,
            centipawns,
        }) = self.thought()
        {
            writeln!(
                out,
                "info depth {depth} nodes {nodes} score cp {centipawns}"
            )?;
        }
        Ok(best)
    }

    /// What our player thought of its last move; nothing where there was nothing to think about.
    fn thought(&self) -> Option<Thought> {
        let report = self.agent.as_ref()?.report();
        let line = report.lines.first()?;
        Some(Thought {
            depth: report.depth.max(1),
            nodes: report.nodes,
            centipawns: pawns::centipawns(line.value),
        })
    }

    /// The result in the words of the protocols, once there is one.
    fn result(&self) -> Option<&'static str> {
        let outcome = self.chosen.loaded.game.outcome(self.state())?;
        Some(match outcome.winner {
            1 => "1-0",
            2 => "0-1",
            _ => "1/2-1/2",
        })
    }
}

/// The number that follows a word.
fn number(words: &[&str], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// What there is for a move when so much is left on the clock: its share of it, for thirty moves more where nobody says how many, and most of what is
/// added.
fn portion(left: Duration, added: Duration, moves: Option<u64>) -> Portion {
    let moves = u32::try_from(moves.unwrap_or(30))
        .unwrap_or(40)
        .clamp(1, 40);
    Portion::of(left, moves + 1, added)
}
