//! The service in one thread, for programs that have no others.

use crossbeam_channel::{unbounded, Receiver, Sender};
use lsp_server::{ErrorCode, Message, Request, Response};
use lsp_types::request as ask;
use serde_json::Value;

use crate::checking::{newest, Job, Stage};
use crate::live::{Asked, Live};
use crate::server::{introduction, response, Refusal, Served, Server};
use crate::Surroundings;

/// A client that is served in the caller's own thread: messages are taken one by one, and what they
/// lead to is done piece by piece, so that the next message need not wait for all of it.
///
/// ```
/// use lsp_server::{Message, Request};
/// use ludarium_lsp::{Session, Surroundings};
/// use serde_json::json;
///
/// let surroundings = Surroundings::new(ludarium_games::definitions(), |_, _, _| None);
/// let mut session = Session::new(surroundings);
/// let hello = Request::new(1.into(), "initialize".to_owned(), json!({ "capabilities": {} }));
/// let [Message::Response(hello)] = &session.take(Message::Request(hello))[..] else {
///     panic!("one answer");
/// };
/// assert!(hello.error.is_none());
/// assert!(session.work().is_none());
/// ```
pub struct Session {
    surroundings: Surroundings,
    server: Server,
    sent: Receiver<Message>,
    jobs: Receiver<Job>,
    asked: Receiver<Asked>,
    /// Texts whose language is checked, and whose rules are not.
    rules: (Sender<Job>, Receiver<Job>),
    live: Live,
}

impl Session {
    /// A session that has not heard from its client yet.
    #[must_use]
    pub fn new(surroundings: Surroundings) -> Session {
        let (to_client, sent) = unbounded();
        let (to_check, jobs) = unbounded();
        let (to_answer, asked) = unbounded();
        let definitions = surroundings.definitions.clone();
        Session {
            live: Live::new(surroundings.clone()),
            server: Server::new(to_client, definitions, to_check, to_answer),
            surroundings,
            sent,
            jobs,
            asked,
            rules: unbounded(),
        }
    }

    /// Takes a message of the client; returns the messages that answer it at once.
    pub fn take(&mut self, message: Message) -> Vec<Message> {
        let taken = match message {
            Message::Request(request) => self.answer(request),
            Message::Notification(note) => self.server.take_note(note),
            Message::Response(_) => Ok(()),
        };
        self.told(taken)
    }

    /// Does one piece of the work that waits, and returns the messages for the client; `None` if
    /// no work waits.
    pub fn work(&mut self) -> Option<Vec<Message>> {
        let done = if let Some(waiting) = newest(&self.jobs) {
            let each = waiting.into_iter().map(|job| {
                let found = job.check(Stage::Language, &self.surroundings);
                // Both ends of the channel are held here.
                let _ = self.rules.0.send(job);
                self.server.publish(found)
            });
            each.collect()
        } else if let Ok(asked) = self.asked.try_recv() {
            let waiting = std::iter::once(asked)
                .chain(self.asked.try_iter())
                .collect();
            let mut answers = self.live.answers(waiting);
            answers.try_for_each(|answer| self.server.send(Message::Response(answer)))
        } else {
            let waiting = newest(&self.rules.1)?;
            let each = waiting.into_iter().map(|job| {
                let found = job.check(Stage::Rules, &self.surroundings);
                self.server.publish(found)
            });
            each.collect()
        };
        Some(self.told(done))
    }

    /// Whether work waits.
    #[must_use]
    pub fn waits(&self) -> bool {
        !(self.jobs.is_empty() && self.asked.is_empty() && self.rules.1.is_empty())
    }

    fn answer(&mut self, request: Request) -> Served {
        use ask::Request as _;
        let answer = match request.method.as_str() {
            ask::Initialize::METHOD => {
                self.server.introduced(&request.params)?;
                let about = introduction().map_err(|error| Refusal {
                    code: ErrorCode::InternalError,
                    message: error.to_string(),
                });
                Some(response(request.id, about))
            }
            ask::Shutdown::METHOD => Some(Response::new_ok(request.id, Value::Null)),
            _ => self.server.answer(request),
        };
        answer.map_or(Ok(()), |answer| self.server.send(Message::Response(answer)))
    }

    /// What the client has been sent since; nothing else receives it.
    fn told(&self, done: Served) -> Vec<Message> {
        // Both ends of all channels are held here: whatever is sent arrives.
        let _ = done;
        self.sent.try_iter().collect()
    }
}
