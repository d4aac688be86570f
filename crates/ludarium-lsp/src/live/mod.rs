//! Playing the description that is being written: positions, computer players, explanations.
//!
//! These are requests of our own beside those of the protocol. Each names an open document, the
//! items of its options that are chosen, and the moves made so far, so that nothing but the text is
//! remembered between them:
//!
//! | request | parameters besides | result |
//! |---|---|---|
//! | `ludarium/position` | | [`PositionReply`]: the board, what stands on it, the legal moves |
//! | `ludarium/reply` | | [`ChosenMove`]: the move that a computer player makes |
//! | `ludarium/explain` | `move` | [`Explanation`]: why it is legal or not, and what it does |
//!
//! They are answered in a thread of their own, one after another, so that errors and completions
//! never wait for a long game. The work for one of them is bounded.

mod explanation;
mod position;
mod thread;

use std::sync::{Arc, OnceLock};

use lsp_types::TextDocumentIdentifier;
use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{AgentSpec, Budget};
use ludarium_engine::trace::Tracer;
use ludarium_engine::ResourceLimits;
use ludarium_games::{LoadError, LoadLimits};
use ludarium_table::{Rules, Seed, Table, Terms};
use serde::{Deserialize, Serialize};

pub use explanation::{Explanation, StepView};
pub use position::{OptionView, PositionReply};
pub(crate) use thread::{answer_about_positions, Asked};

use crate::Surroundings;

/// The most moves of a request.
const MOVES: usize = 1_000;

/// How long the moves of a request may take, in seconds.
const TIME: f64 = 3.0;

/// How long a computer player learns what positions are worth, in seconds; once for
/// each text.
const LEARNING: f64 = 1.5;

/// How long it thinks, in seconds.
const THINKING: f64 = 0.6;

/// The work of one decision of a description that is being written.
const STEPS: u32 = 5_000_000;

/// A position of an open document.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionParams {
    /// The document.
    pub text_document: TextDocumentIdentifier,
    /// The items of options that are no defaults, as heading and item.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The seed of all chance.
    #[serde(default)]
    pub seed: u64,
    /// The moves from the start.
    #[serde(default)]
    pub moves: Vec<String>,
    /// For `ludarium/explain`: the move that is asked about.
    #[serde(default, rename = "move")]
    pub asked: Option<String>,
}

/// The move that a computer player makes.
#[derive(Clone, Debug, Serialize)]
pub struct ChosenMove {
    /// Its text; `None` if the game is over.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
}

/// A text with chosen options, compiled.
struct Prepared {
    text: String,
    options: Vec<(String, String)>,
    rules: Arc<Rules>,
    tracer: OnceLock<Option<Tracer>>,
    evaluation: OnceLock<Arc<Evaluation>>,
    now: fn() -> f64,
}

/// Answers requests about positions. It remembers the description that was asked about last.
pub(crate) struct Live {
    surroundings: Surroundings,
    last: Option<Prepared>,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Position,
    Reply,
    Explain,
}

impl Question {
    /// The request with this method.
    pub fn of_method(method: &str) -> Option<Question> {
        match method {
            "ludarium/position" => Some(Question::Position),
            "ludarium/reply" => Some(Question::Reply),
            "ludarium/explain" => Some(Question::Explain),
            _ => None,
        }
    }
}

impl Live {
    pub fn new(surroundings: Surroundings) -> Live {
        Live {
            surroundings,
            last: None,
        }
    }

    /// Answers a question about a text; `name` is its file.
    ///
    /// # Errors
    /// Says why there is no such position: the description has errors, or a move is not legal.
    pub fn answer(
        &mut self,
        question: Question,
        name: &str,
        text: &str,
        asked: &PositionParams,
    ) -> Result<serde_json::Value, String> {
        let prepared = self.prepared(name, text, &asked.options)?;
        let table = set_up(&prepared.rules, asked, prepared.now)?;
        let told = match question {
            Question::Position => serde_json::to_value(position::reply(&table)),
            Question::Reply => serde_json::to_value(prepared.choose(&table)),
            Question::Explain => {
                let entered = asked.asked.as_deref().unwrap_or_default();
                serde_json::to_value(explanation::of(&table, prepared.tracer(), entered))
            }
        };
        told.map_err(|error| error.to_string())
    }

    fn prepared(
        &mut self,
        name: &str,
        text: &str,
        options: &[(String, String)],
    ) -> Result<&Prepared, String> {
        let known = self.last.take();
        let same = |known: &Prepared| known.text == text && known.options == options;
        let prepared = match known.filter(same) {
            Some(known) => known,
            None => self.prepare(name, text, options)?,
        };
        Ok(self.last.insert(prepared))
    }

    fn prepare(
        &self,
        name: &str,
        text: &str,
        options: &[(String, String)],
    ) -> Result<Prepared, String> {
        let Surroundings {
            definitions, games, ..
        } = &self.surroundings;
        let limits = LoadLimits {
            resources: limits(),
            ..LoadLimits::default()
        };
        let loaded =
            ludarium_games::load_with_limits(name, text, definitions, options, &limits, games);
        let loaded = loaded.map_err(|error| match error {
            // The errors themselves are shown where they are.
            LoadError::Description(errors) => match errors.diagnostics.len() {
                1 => "the description has an error".to_owned(),
                more => format!("the description has {more} errors"),
            },
            other => other.to_string(),
        })?;
        Ok(Prepared {
            text: text.to_owned(),
            options: options.to_vec(),
            rules: Arc::new(Rules::of_description(name, loaded)),
            tracer: OnceLock::new(),
            evaluation: OnceLock::new(),
            now: self.surroundings.now,
        })
    }
}

/// What a description that is being written may take.
fn limits() -> ResourceLimits {
    let mut limits = ResourceLimits::default();
    limits.steps = STEPS;
    limits
}

impl Prepared {
    /// The rules with a place for each condition; `None` for a match of several games.
    fn tracer(&self) -> Option<&Tracer> {
        let traced = || {
            let description = &self.rules.loaded().description;
            Tracer::with_limits(description, &limits(), |_, _| None).ok()
        };
        self.tracer.get_or_init(traced).as_ref()
    }

    /// The move of a computer player.
    fn choose(&self, table: &Table) -> ChosenMove {
        let choices = table.choices();
        if table.is_over() || choices.moves.is_empty() {
            return ChosenMove { chosen: None };
        }
        let game = self.rules.game();
        let learned = || {
            let clock = share_of(LEARNING, self.now);
            let mut budget = Budget::clock(&clock);
            Arc::new(Evaluation::learn_within(
                game,
                1,
                Effort::USUAL,
                &mut budget,
            ))
        };
        let evaluation = self.evaluation.get_or_init(learned).clone();
        let seed = table.plies().len() as u64 + 1;
        let mut agent = AgentSpec::Auto.build(seed, game, Some(evaluation));
        let clock = share_of(THINKING, self.now);
        let view = game.view(table.state(), table.state().mover());
        let index = agent.choose(&view, &choices.moves, &mut Budget::clock(&clock));
        ChosenMove {
            chosen: choices.texts.get(index).cloned(),
        }
    }
}

/// A clock that begins now: the share of a time, in seconds, that has passed.
fn share_of(seconds: f64, now: fn() -> f64) -> impl Fn() -> f64 {
    let begun = now();
    move || (now() - begun) / seconds
}

/// Makes the moves of a request.
fn set_up(rules: &Arc<Rules>, asked: &PositionParams, now: fn() -> f64) -> Result<Table, String> {
    if asked.moves.len() > MOVES {
        return Err(format!("at most {MOVES} moves are made"));
    }
    let (seed, terms) = (Seed::of_number(asked.seed), Terms::for_one_person(rules));
    let mut table = Table::new(rules.clone(), terms, seed, 0);
    let used = share_of(TIME, now);
    let made = table.play_line(&asked.moves, || used() <= 1.0);
    made.map_err(|broken| broken.to_string())?;
    Ok(table)
}
