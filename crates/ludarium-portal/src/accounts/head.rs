//! What the head of every page says of the visitor.

use std::future::Future;

use ludarium_notation::number_words::counted;

tokio::task_local! {
    /// The head of the page that answers the request of this task. Every page has one, and its
    /// handler would only hand it on to the template.
    static HEAD: Head;
}

/// What the head of a page says of the visitor.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Whether there are accounts on this server.
    pub accounts: bool,
    /// The name of the visitor who is signed in.
    pub name: Option<String>,
    /// The number of games in which the visitor is to move.
    pub waiting: i64,
}

impl Head {
    /// The games in which the visitor is to move, as "2 games".
    pub fn games_waiting(&self) -> String {
        counted(self.waiting, "game")
    }

    /// Answers a request, all pages of which have this head.
    pub async fn during<A: Future>(self, answer: A) -> A::Output {
        HEAD.scope(self, answer).await
    }
}

/// The head of the page that is being made.
pub fn head() -> Head {
    HEAD.try_with(Head::clone).unwrap_or_default()
}
