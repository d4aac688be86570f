//! What gives somebody a seat at a table: its key, or the account that it belongs to.

use std::sync::Arc;

use axum::http::header::COOKIE;
use axum::http::HeaderMap;
use ludarium_table::{key_hash, Seat, Table, Viewer};

use crate::accounts::{Session, Visitor};

/// What gives somebody seats at a table: keys, and an account.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// The secret keys of seats.
    pub keys: Vec<String>,
    /// The session of the account.
    session: Option<Arc<Session>>,
}

impl Credentials {
    /// Keys alone.
    pub fn of_keys(keys: Vec<String>) -> Credentials {
        Credentials {
            keys,
            session: None,
        }
    }

    /// What the sender of a request has for the table of a game.
    pub fn of_request(headers: &HeaderMap, game: &str, visitor: &Visitor) -> Credentials {
        Credentials {
            keys: keys(headers, game),
            session: visitor.session().cloned(),
        }
    }

    /// The account, while its session holds.
    fn account(&self) -> Option<&str> {
        let session = self.session.as_ref().filter(|session| session.holds())?;
        Some(&session.account)
    }

    /// Who they play for at a table.
    pub fn viewer_at(&self, table: &Table) -> Viewer {
        let hashes: Vec<String> = self.keys.iter().map(|key| key_hash(key)).collect();
        let account = self.account();
        let seats = table.seats().iter().zip(1..);
        let own = seats.filter(|(seat, _)| match seat {
            Seat::Person { key, .. } => {
                hashes.contains(key) || (account.is_some() && seat.account() == account)
            }
            _ => false,
        });
        Viewer::new(own.map(|(_, player)| player).collect())
    }
}

/// The keys that a request has for a table: from its cookie, or in its `Authorization`.
pub fn keys(headers: &HeaderMap, id: &str) -> Vec<String> {
    let name = format!("seat-{id}=");
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let own = cookies
        .flat_map(|text| text.split(';'))
        .filter_map(|cookie| cookie.trim().strip_prefix(&name))
        .flat_map(|keys| keys.split('.'));
    let bearer = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|text| text.strip_prefix("Bearer "));
    own.chain(bearer)
        .map(|key| key.trim().to_owned())
        .filter(|key| !key.is_empty())
        .collect()
}

/// The cookie that keeps the keys of seats at a table for a year.
pub fn seat_cookie(id: &str, keys: &[String]) -> String {
    let keys = keys.join(".");
    format!("seat-{id}={keys}; Path=/play/{id}; HttpOnly; SameSite=Lax; Max-Age=31536000")
}
