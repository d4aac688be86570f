//! Hints, and solutions of one-player games.

use ludarium_agents::{AgentSpec, Report};
use ludarium_engine::Move;

use super::session::{Seat, Session};
use super::thinking::Asker;
use super::{puzzle, touring};
use crate::error::Error;
use crate::machine::PreparedMachine;
use ludarium_notation::number_words::counted;

impl Session {
    /// Asks for a hint. Returns what can be said at once; if that is nothing, [`Session::reply`]
    /// has the computer's best moves later.
    pub fn ask_hint(&mut self) -> Option<Vec<String>> {
        if self.is_over() {
            return Some(vec!["the game is over".to_owned()]);
        }
        // What the computer would do is its own affair.
        if self.seat_to_move() != Seat::Human {
            return Some(vec!["it is not your turn".to_owned()]);
        }
        if self.legal.is_empty() {
            return Some(vec!["there are no legal moves".to_owned()]);
        }
        if let Some(solution) = self.solution() {
            return Some(vec![match solution {
                Ok(texts) => self.first_of(&texts),
                Err(error) => error.to_string(),
            }]);
        }
        if let [only] = self.texts.as_slice() {
            return Some(vec![format!("{only} is the only move")]);
        }
        let (state, legal) = (self.state.clone(), self.legal.clone());
        let asker = Asker::Hint(self.plies.len());
        let machine = PreparedMachine::Agent(AgentSpec::Auto);
        self.thinker.ask(asker, machine, state, legal, 0);
        None
    }

    /// The best moves of a search with their values, and the size of the search.
    pub(super) fn best_moves(&self, report: &Report) -> Vec<String> {
        let mut lines = vec![match report.depth {
            0 => format!("after {}:", counted(report.nodes, "playout")),
            depth => format!(
                "{} deep, {}:",
                counted(depth, "ply"),
                counted(report.nodes, "position")
            ),
        }];
        for line in report.lines.iter().take(3) {
            let text = line
                .moves
                .first()
                .and_then(|mv| self.legal.iter().position(|own| own == mv))
                .map_or("?", |index| &self.texts[self.listed[index]]);
            let sure = if line.proved { " (proved)" } else { "" };
            lines.push(format!("{text}: {:.0} %{sure}", line.value * 100.0));
        }
        lines
    }

    /// The texts of the moves that solve the rest of a one-player game, or the reason why there is
    /// no solution; `None` for other games.
    fn solution(&self) -> Option<Result<Vec<String>, Error>> {
        let game = &self.chosen.loaded.game;
        if self.seats.len() != 1 {
            return None;
        }
        let label = |slot: i32| self.signs.board.label(game, slot);
        let tour = touring::solution(&self.chosen, &self.state, &label);
        Some(tour.unwrap_or_else(|| {
            let moves = puzzle::solution(game, &self.state)?;
            Ok(self.written(&moves))
        }))
    }

    /// The notation of consecutive moves from the current state.
    fn written(&self, moves: &[Move]) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        let mut texts = Vec::with_capacity(moves.len());
        for mv in moves {
            texts.extend(self.notation().texts(&state, &chance, &[*mv]));
            game.apply(&mut state, *mv, &mut chance);
        }
        texts
    }

    /// The first move of a solution, in words.
    fn first_of(&self, texts: &[String]) -> String {
        let first = texts.first().and_then(|text| self.meant(text).ok());
        match first {
            Some(index) => format!("{} leads to a solution", self.texts[index]),
            None => "there is a solution from here".to_owned(),
        }
    }

    /// Plays a one-player game to its solution and returns a message.
    ///
    /// # Errors
    /// If the game is not for one player, or no solution was found.
    pub fn solve(&mut self) -> Result<String, Error> {
        let texts = self
            .solution()
            .ok_or("this is not a one-player game: `auto` lets the computer play")??;
        for text in &texts {
            let index = self.meant(text)?;
            self.make(index);
        }
        Ok(format!("solved in {}", counted(texts.len(), "move")))
    }
}
