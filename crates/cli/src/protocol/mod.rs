//! The protocols by which boards of others talk to players: CECP (XBoard) and UCI.

mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::Xboard;

use std::sync::Arc;
use std::time::Duration;

use agents::evaluation::{Effort, Evaluation};
use agents::{Agent, Budget, Kind};
use engine::{Move, SplitMix64, State};

use crate::chosen::Chosen;
use crate::clock::Timer;
use crate::draw::{Glyphs, Plan, Style};
use crate::notation::{self, Notation};
use crate::position;

/// How long to think about the next move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    Time(Duration),
    Nodes(u64),
}

/// A game between a program and our player.
struct Match {
    chosen: Chosen,
    plan: Plan,
    glyphs: Glyphs,
    evaluation: Arc<Evaluation>,
    agent: Box<dyn Agent>,
    kind: Kind,
    seed: u64,
    chance: SplitMix64,
    /// The states gone through, the present one last, each with the generator that went on from it.
    states: Vec<(State, SplitMix64)>,
}

impl Match {
    fn new(chosen: Chosen, kind: Kind, seed: u64) -> Result<Match, String> {
        let game = &chosen.loaded.game;
        if game.players() != 2 {
            return Err(format!("{} is not for two players", chosen.name));
        }
        let names = chosen.names();
        let plan = Plan::new(game, &names);
        let glyphs = Glyphs::new(game, Style::Ascii, &names);
        let evaluation = Arc::new(Evaluation::learn(game, 1, Effort::USUAL));
        let agent = kind.agent(seed, game, Some(evaluation.clone()));
        let mut chance = SplitMix64::new(seed);
        let state = game.start(&mut chance);
        Ok(Match {
            plan,
            glyphs,
            evaluation,
            agent,
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

    /// Begins anew, from a position where one is given.
    fn begin(&mut self, position: Option<&str>) -> Result<(), String> {
        let game = &self.chosen.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        let state = match position {
            Some(text) => position::set_up(game, &self.chosen.names(), text, &mut chance)?,
            None => game.start(&mut chance),
        };
        self.chance = chance.clone();
        self.states = vec![(state, chance)];
        self.agent = self
            .kind
            .agent(self.seed, game, Some(self.evaluation.clone()));
        Ok(())
    }

    fn legal(&self) -> (Vec<Move>, Vec<String>) {
        let game = &self.chosen.loaded.game;
        let (mut state, mut legal) = (self.state().clone(), Vec::new());
        game.legal(&mut state, &mut legal);
        let notation = Notation {
            game,
            plan: &self.plan,
            glyphs: &self.glyphs,
        };
        let texts = notation.texts(&state, &self.chance, &legal);
        (legal, texts)
    }

    fn apply(&mut self, mv: Move) {
        let game = &self.chosen.loaded.game;
        let mut state = self.state().clone();
        game.apply(&mut state, mv, &mut self.chance);
        self.states.push((state, self.chance.clone()));
    }

    /// Makes a move that is written in coordinates: `e2e4`, `e7e8q`, `P@e5`.
    fn make(&mut self, text: &str) -> Result<(), String> {
        let (legal, texts) = self.legal();
        let exact = texts
            .iter()
            .position(|own| coordinates(own) == text.to_lowercase());
        let found = exact.map_or_else(|| notation::find(text, &texts, &[]), Ok)?;
        self.apply(legal[found]);
        Ok(())
    }

    /// Takes a ply back.
    fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
            self.chance = self.states[self.states.len() - 1].1.clone();
        }
    }

    /// Lets our player move; the move in coordinates, `None` where the game is over.
    fn think(&mut self, pace: Pace) -> Option<String> {
        let (legal, texts) = self.legal();
        if self.state().over() || legal.is_empty() {
            return None;
        }
        let game = &self.chosen.loaded.game;
        let state = &self.states[self.states.len() - 1].0;
        let view = game.view(state, state.mover());
        let timer;
        let mut budget = match pace {
            Pace::Nodes(nodes) => Budget::nodes(nodes),
            Pace::Time(time) => {
                timer = Timer::start(time);
                Budget::clock(&timer)
            }
        };
        let index = self.agent.choose(&view, &legal, &mut budget);
        drop(view);
        let text = texts.get(index).map(|text| coordinates(text))?;
        self.apply(legal[index]);
        Some(text)
    }

    /// The result in the words of both protocols, once there is one.
    fn result(&self) -> Option<&'static str> {
        let outcome = self.chosen.loaded.game.outcome(self.state())?;
        Some(match outcome.winner {
            1 => "1-0",
            2 => "0-1",
            _ => "1/2-1/2",
        })
    }
}

/// A move as programs write it: `e2e4`, `e7e8q`, `P@e5`. What moves along (in castling) is left out.
fn coordinates(text: &str) -> String {
    let text = text.split([',', '(', '#']).next().unwrap_or(text);
    let lower = text.to_lowercase();
    if let Some((piece, site)) = lower.split_once('@') {
        return format!("{}@{site}", piece.to_uppercase());
    }
    let mut out = String::new();
    for (index, c) in lower.char_indices() {
        let between = index > 0 && lower[..index].ends_with(|c: char| c.is_ascii_digit());
        match c {
            '-' | '=' => {}
            'x' if between => {}
            c => out.push(c),
        }
    }
    out
}

/// What there is for a move when so much is left on the clock: a thirtieth of it, and what is added.
fn portion(left: Duration, added: Duration, moves: Option<u32>) -> Duration {
    let moves = moves.unwrap_or(30).clamp(1, 40) + 1;
    let time = left / moves + added * 4 / 5;
    time.min(left * 4 / 5).max(Duration::from_millis(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_programs_do() {
        assert_eq!(coordinates("e2-e4"), "e2e4");
        assert_eq!(coordinates("e4xd5"), "e4d5");
        assert_eq!(coordinates("e7-e8=Q"), "e7e8q");
        assert_eq!(coordinates("e1-g1,h1-f1"), "e1g1");
        assert_eq!(coordinates("P@e5"), "P@e5");
    }
}
