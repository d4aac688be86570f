//! The thread that answers questions about positions, so that nothing else waits for them.

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, RequestId, Response};

use super::{Live, PositionParams, Question};
use crate::server::{response, Refusal};
use crate::Surroundings;

/// A question about a position of a text.
pub(crate) struct Asked {
    pub id: RequestId,
    pub question: Question,
    /// The file.
    pub name: String,
    pub text: String,
    pub params: PositionParams,
}

/// Answers questions about positions, in order, until nobody asks or takes the answers.
pub(crate) fn answer_about_positions(
    questions: &Receiver<Asked>,
    surroundings: Surroundings,
    replies: &Sender<Response>,
) {
    let mut live = Live::new(surroundings);
    while let Ok(first) = questions.recv() {
        let waiting = std::iter::once(first).chain(questions.try_iter()).collect();
        for answer in live.answers(waiting) {
            if replies.send(answer).is_err() {
                return;
            }
        }
    }
}

impl Live {
    /// The answers to questions, in order. A position that was asked for again meanwhile is not
    /// worked out twice.
    pub(crate) fn answers(&mut self, asked: Vec<Asked>) -> impl Iterator<Item = Response> + '_ {
        let newest = asked
            .iter()
            .rposition(|asked| asked.question == Question::Position);
        asked.into_iter().enumerate().map(move |(index, asked)| {
            let outdated = asked.question == Question::Position && newest > Some(index);
            let result = match outdated {
                true => Err(Refusal {
                    code: ErrorCode::ContentModified,
                    message: "a later position was asked for".to_owned(),
                }),
                false => self
                    .answer(asked.question, &asked.name, &asked.text, &asked.params)
                    .map_err(|message| Refusal {
                        code: ErrorCode::RequestFailed,
                        message,
                    }),
            };
            response(asked.id, result)
        })
    }
}
