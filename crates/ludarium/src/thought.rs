//! What a computer player thinks about one position: what programs ask for in which people play
//! against the computer.

use std::sync::Arc;

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{AgentSpec, Budget, Line};
use ludarium_engine::{Chance, Game, Move, State};
use ludarium_games::Entry;
use ludarium_notation::Notation;
use serde::Serialize;

use crate::stored::{stored_evaluation, stored_match};

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The move of a player of a level from 1 to [`AgentSpec::MAX_LEVEL`].
    Move(u8),
    /// The best lines, as far as they can be found.
    Lines,
}

impl Question {
    fn agent(self) -> AgentSpec {
        match self {
            Question::Move(level) => AgentSpec::Level(level.clamp(1, AgentSpec::MAX_LEVEL)),
            Question::Lines => AgentSpec::Auto,
        }
    }
}

/// What was found about a position.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The index of the move chosen among the legal moves.
    pub chosen: usize,
    /// The best lines first.
    pub lines: Vec<Line>,
}

/// A line that was found, for a reader.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineText {
    /// The moves as text.
    pub moves: Vec<String>,
    /// The expected score of the player to move: 1 for a win, 0 for a loss.
    pub value: f64,
    /// Whether the value is proved rather than estimated.
    pub proved: bool,
}

impl Thought {
    /// The best lines, at most `count`. `state` is the position that was thought about, `chance`
    /// what its dice would throw.
    #[must_use]
    pub fn line_texts(
        &self,
        notation: &Notation,
        state: &State,
        chance: &(impl Chance + Clone),
        count: usize,
    ) -> Vec<LineText> {
        let text = |line: &Line| LineText {
            moves: notation.line(state, chance, &line.moves),
            value: line.value,
            proved: line.proved,
        };
        self.lines.iter().take(count).map(text).collect()
    }
}

/// Thinks about a position as the player to move, who sees of it what its view shows. `legal` are
/// the moves to choose from, at least one. `evaluation` is only called where the answer depends on
/// it. Equal seeds and budgets in nodes give equal thoughts.
///
/// ```
/// use std::sync::Arc;
/// use ludarium::agents::evaluation::{Effort, Evaluation};
/// use ludarium::thought::{think, Question};
/// use ludarium::{Budget, Game};
///
/// let game = Game::builtin("tic-tac-toe")?;
/// let mut position = game.start_seeded(1);
/// for text in ["b2", "a3", "c3", "a2"] {
///     position.play_text(text)?;
/// }
/// let (rules, legal) = (game.rules(), position.legal_moves());
/// let evaluation = || Arc::new(Evaluation::learn(rules, 1, Effort::LITTLE));
/// let budget = &mut Budget::nodes(500);
/// let thought = think(rules, position.state(), &legal, Question::Move(10), evaluation, 1, budget);
/// // Both threaten a line, and the first player is to move.
/// assert_eq!(position.notation(legal[thought.chosen]), "a1");
/// # Ok::<(), ludarium::Error>(())
/// ```
pub fn think(
    game: &Game,
    state: &State,
    legal: &[Move],
    question: Question,
    evaluation: impl FnOnce() -> Arc<Evaluation>,
    seed: u64,
    budget: &mut Budget,
) -> Thought {
    if matches!(question, Question::Move(_)) && legal.len() == 1 {
        return Thought::default();
    }
    let spec = question.agent();
    let known = spec.uses_evaluation().then(evaluation);
    let mut agent = spec.build(seed, game, known);
    agent.prepare(game);
    let view = game.view(state, state.mover());
    Thought {
        chosen: agent.choose(&view, legal, budget),
        lines: agent.report().lines.clone(),
    }
}

/// What positions of a game are worth: as its folder has it, or else what `learn` finds out; and
/// the agent that the folder has for the game. `entry` is the game's entry in the library if it is
/// played by the readings that the folder's files were made for.
pub fn evaluation_of(
    entry: Option<&Entry>,
    game: &Game,
    learn: impl FnOnce() -> Evaluation,
) -> Evaluation {
    let stored = entry.and_then(|entry| stored_evaluation(entry, game).ok().flatten());
    let evaluation = stored.unwrap_or_else(learn);
    match entry.and_then(|entry| stored_match(entry).ok().flatten()) {
        Some(chosen) => evaluation.with_best_agent(chosen.agent),
        None => evaluation,
    }
}
