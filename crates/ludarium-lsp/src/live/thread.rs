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

/// Answers questions about positions, in order, until nobody asks or takes the answers. A position
/// that was asked for again meanwhile is not worked out twice.
pub(crate) fn answer_about_positions(
    questions: &Receiver<Asked>,
    surroundings: Surroundings,
    replies: &Sender<Response>,
) {
    let mut live = Live::new(surroundings);
    while let Ok(first) = questions.recv() {
        let waiting: Vec<Asked> = std::iter::once(first).chain(questions.try_iter()).collect();
        let newest = waiting
            .iter()
            .rposition(|asked| asked.question == Question::Position);
        for (index, asked) in waiting.into_iter().enumerate() {
            let outdated = asked.question == Question::Position && newest > Some(index);
            let result = match outdated {
                true => Err(Refusal {
                    code: ErrorCode::ContentModified,
                    message: "a later position was asked for".to_owned(),
                }),
                false => live
                    .answer(asked.question, &asked.name, &asked.text, &asked.params)
                    .map_err(|message| Refusal {
                        code: ErrorCode::RequestFailed,
                        message,
                    }),
            };
            if replies.send(response(asked.id, result)).is_err() {
                return;
            }
        }
    }
}
