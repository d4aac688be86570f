//! Questions about positions, and their answers.

use std::sync::Arc;

use lsp_server::Message;
use ludarium::thought::{evaluation_of, think, LineText, Question, Thought};
use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{Budget, Clock};
use ludarium_lsp::{Session, Surroundings};
use ludarium_table::{Rules, RulesId, SentPosition, SentPositionError, Table};
use serde::{Deserialize, Serialize};

use crate::fingerprint::fingerprint;

/// How long a game is learned that has no tuned weights, in seconds; once for each set of rules.
const LEARNING: f64 = 1.5;

/// The number of lines of an analysis.
const LINES: usize = 3;

/// What a page asks.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// The move of a computer player.
    Move {
        /// From 1 to 10.
        level: u8,
        /// The position.
        position: SentPosition,
        /// How long to think, in seconds.
        seconds: f64,
        /// What the player does at random.
        seed: u64,
    },
    /// The best lines.
    Lines {
        /// The position.
        position: SentPosition,
        /// How long to think, in seconds.
        seconds: f64,
        /// What the search does at random.
        seed: u64,
    },
    /// The [`fingerprint`] of a game.
    Fingerprint {
        /// The slug of the game.
        game: String,
    },
    /// What the language service does next.
    Language {
        /// A message of the editor; without it, the service goes on with what waits.
        message: Option<Message>,
    },
}

/// What the page gets as an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// The text of a move.
    Move(String),
    /// The best lines first; none where there is nothing to choose.
    Lines(Vec<LineText>),
    /// The fingerprint of a game.
    Fingerprint(String),
    /// What the language service tells the editor.
    Language {
        /// Messages of the protocol.
        messages: Vec<Told>,
        /// Whether it has more to do.
        waits: bool,
    },
    /// Why there is no answer, in a sentence.
    Problem(String),
}

/// A message of the language service.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: Message,
}

/// What answers the questions of one page: it keeps the rules of the last question, and what it has
/// learned about them.
pub struct Advisor {
    now: fn() -> f64,
    known: Option<Known>,
    /// The language service, once an editor has sent something.
    session: Option<Session>,
}

#[derive(Debug)]
struct Known {
    rules: Arc<Rules>,
    evaluation: Option<Arc<Evaluation>>,
}

/// A clock that shows seconds, and a time to think by it.
struct Timer {
    now: fn() -> f64,
    begun: f64,
    seconds: f64,
}

impl Timer {
    fn new(now: fn() -> f64, seconds: f64) -> Timer {
        Timer {
            now,
            begun: now(),
            seconds,
        }
    }
}

impl Clock for Timer {
    fn used(&self) -> f64 {
        ((self.now)() - self.begun) / self.seconds
    }
}

impl Advisor {
    /// An advisor that has been asked nothing yet. `now` shows the time in seconds, from any moment
    /// on.
    #[must_use]
    pub fn new(now: fn() -> f64) -> Advisor {
        Advisor {
            now,
            known: None,
            session: None,
        }
    }

    /// Answers a [`Request`] with a [`Reply`], both as JSON. What cannot be answered has a reply
    /// that says why.
    ///
    /// ```
    /// use ludarium_wasm::Advisor;
    ///
    /// let mut advisor = Advisor::new(|| 0.0);
    /// let reply = advisor.answer(r#"{"ask": "fingerprint", "game": "chess-of-the-moon"}"#);
    /// assert!(reply.starts_with(r#"{"problem":"there is no game \"chess-of-the-moon\""#));
    /// ```
    pub fn answer(&mut self, request: &str) -> String {
        let reply = match serde_json::from_str(request) {
            Ok(request) => self.reply(request),
            Err(error) => Reply::Problem(format!("this is no question: {error}")),
        };
        // A reply holds nothing that JSON could not express.
        serde_json::to_string(&reply).unwrap_or_default()
    }

    /// Answers a request; see [`Advisor::answer`].
    pub fn reply(&mut self, request: Request) -> Reply {
        match request {
            Request::Move {
                level,
                position,
                seconds,
                seed,
            } => match self.thought(&position, Question::Move(level), seconds, seed) {
                Ok((table, thought)) => match table.choices().texts.get(thought.chosen) {
                    Some(text) => Reply::Move(text.clone()),
                    None => Reply::Problem("there is no move to choose".to_owned()),
                },
                Err(error) => Reply::Problem(error.to_string()),
            },
            Request::Lines {
                position,
                seconds,
                seed,
            } => match self.thought(&position, Question::Lines, seconds, seed) {
                Ok((table, thought)) => {
                    let (notation, state) = (table.rules().notation(), table.state());
                    Reply::Lines(thought.line_texts(&notation, state, table.dice(), LINES))
                }
                Err(error) => Reply::Problem(error.to_string()),
            },
            Request::Fingerprint { game } => {
                let rules = RulesId {
                    game,
                    readings: Vec::new(),
                };
                match Rules::load(&rules) {
                    Ok(rules) => Reply::Fingerprint(fingerprint(rules.game())),
                    Err(error) => Reply::Problem(error.to_string()),
                }
            }
            Request::Language { message } => self.serve(message),
        }
    }

    /// Takes a message of the editor, or goes on with what waits.
    fn serve(&mut self, message: Option<Message>) -> Reply {
        let now = self.now;
        let session = self.session.get_or_insert_with(|| {
            Session::new(Surroundings {
                definitions: ludarium::games::definitions(),
                // Texts of strangers name no games of others.
                games: |_, _, _| None,
                now,
            })
        });
        let messages = match message {
            Some(message) => session.take(message),
            None => session.work().unwrap_or_default(),
        };
        let told = |message| Told {
            jsonrpc: "2.0",
            message,
        };
        Reply::Language {
            messages: messages.into_iter().map(told).collect(),
            waits: session.waits(),
        }
    }

    fn thought(
        &mut self,
        position: &SentPosition,
        question: Question,
        seconds: f64,
        seed: u64,
    ) -> Result<(Table, Thought), SentPositionError> {
        let now = self.now;
        let known = self.known(position)?;
        let rules = known.rules.clone();
        let table = position.open(rules.clone())?;
        let legal = &table.choices().moves;
        if legal.is_empty() {
            return Ok((table, Thought::default()));
        }
        let timer = Timer::new(now, seconds);
        let thought = think(
            rules.game(),
            table.state(),
            legal,
            question,
            || known.evaluation(now),
            seed,
            &mut Budget::clock(&timer),
        );
        Ok((table, thought))
    }

    /// The rules of a position, loaded if they are not those of the last question.
    fn known(&mut self, position: &SentPosition) -> Result<&mut Known, SentPositionError> {
        let kept = self.known.take();
        let kept = kept.filter(|known| *known.rules.id() == position.rules);
        let known = match kept {
            Some(known) => known,
            None => Known {
                rules: Arc::new(position.rules()?),
                evaluation: None,
            },
        };
        Ok(self.known.insert(known))
    }
}

impl Known {
    fn evaluation(&mut self, now: fn() -> f64) -> Arc<Evaluation> {
        if let Some(known) = &self.evaluation {
            return known.clone();
        }
        let game = self.rules.game();
        let learn = || {
            let timer = Timer::new(now, LEARNING);
            Evaluation::learn_within(game, 1, Effort::USUAL, &mut Budget::clock(&timer))
        };
        let evaluation = Arc::new(evaluation_of(self.rules.tuned_entry(), game, learn));
        self.evaluation.insert(evaluation).clone()
    }
}
