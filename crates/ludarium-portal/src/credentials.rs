//! What gives somebody a seat at a table: its key, or the account that it belongs to.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::header::COOKIE;
use axum::http::HeaderMap;
use ludarium_table::{key_hash, Seat, Table, Viewer};

use crate::accounts::{Session, Visitor};
use crate::secret::{is_game_id, is_key};

/// What gives somebody seats at a table: keys, and an account.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// The secret keys of seats.
    keys: Vec<String>,
    /// Their hashes, as seats have them.
    hashes: Vec<String>,
    /// The session of the account.
    session: Option<Arc<Session>>,
}

impl Credentials {
    /// Keys alone.
    pub fn of_keys(keys: Vec<String>) -> Credentials {
        Credentials {
            hashes: keys.iter().map(|key| key_hash(key)).collect(),
            keys,
            session: None,
        }
    }

    /// What the sender of a request has for the table of a game.
    pub fn of_request(headers: &HeaderMap, game: &str, visitor: &Visitor) -> Credentials {
        Credentials {
            session: visitor.session().cloned(),
            ..Credentials::of_keys(keys(headers, game))
        }
    }

    /// The secret keys of seats.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Adds the key of a seat.
    pub fn add(&mut self, key: String) {
        self.hashes.push(key_hash(&key));
        self.keys.push(key);
    }

    /// The account, while its session holds.
    fn account(&self) -> Option<&str> {
        let session = self.session.as_ref().filter(|session| session.holds())?;
        Some(&session.account)
    }

    /// Who they play for at a table.
    pub fn viewer_at(&self, table: &Table) -> Viewer {
        let account = self.account();
        let seats = table.seats().iter().zip(1..);
        let own = seats.filter(|(seat, _)| match seat {
            Seat::Person { key, .. } => {
                self.hashes.contains(key) || (account.is_some() && seat.account() == account)
            }
            _ => false,
        });
        Viewer::new(own.map(|(_, player)| player).collect())
    }
}

/// How the names of the cookies begin that keep keys of seats; the name of the game follows.
const COOKIE_PREFIX: &str = "seat-";

/// The cookies of a request that keep keys of seats: the name of the game, and its keys.
fn seat_cookies_of(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let cookies = headers.get_all(COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|text| text.split(';'));
    cookies.filter_map(|cookie| cookie.trim().strip_prefix(COOKIE_PREFIX)?.split_once('='))
}

/// The keys of a cookie.
fn keys_of(cookie: &str) -> impl Iterator<Item = &str> {
    let keys = cookie.split('.').map(str::trim);
    keys.filter(|key| !key.is_empty())
}

/// The keys that a request has for a table: from its cookie, or in its `Authorization`.
pub fn keys(headers: &HeaderMap, id: &str) -> Vec<String> {
    let own = seat_cookies_of(headers).filter(|(game, _)| *game == id);
    let own = own.flat_map(|(_, keys)| keys_of(keys));
    let bearer = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|text| text.strip_prefix("Bearer "));
    let bearer = bearer.map(str::trim).filter(|key| !key.is_empty());
    own.chain(bearer).map(str::to_owned).collect()
}

/// The games that the cookies of a request have keys for, and these keys.
pub fn keys_by_game(headers: &HeaderMap) -> BTreeMap<String, Vec<String>> {
    let mut games: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, keys) in seat_cookies_of(headers).filter(|(id, _)| is_game_id(id)) {
        let keys = keys_of(keys).filter(|key| is_key(key)).map(str::to_owned);
        games.entry(id.to_owned()).or_default().extend(keys);
    }
    games
}

/// The page that lists the games of which the browser has keys, and its forms.
const LISTED_AT: &str = "/my-games";

/// The cookies that keep the keys of seats at a table for a year. The first is for the pages of the
/// game. The second is for the list of games alone: with all of them, each request would grow.
pub fn seat_cookies(id: &str, keys: &[String]) -> [String; 2] {
    let keys = keys.join(".");
    [format!("/play/{id}"), LISTED_AT.to_owned()].map(|path| {
        format!("{COOKIE_PREFIX}{id}={keys}; Path={path}; HttpOnly; SameSite=Lax; Max-Age=31536000")
    })
}

/// The cookies that let the browser forget the keys of seats at a table.
pub fn forget_seats(id: &str) -> [String; 2] {
    let game = format!("{COOKIE_PREFIX}{id}=; Path=/play/{id}; Max-Age=0");
    [game, forget_listed(id)]
}

/// The cookie that takes a game off the list of games of which the browser has keys. It keeps them.
pub fn forget_listed(id: &str) -> String {
    format!("{COOKIE_PREFIX}{id}=; Path={LISTED_AT}; Max-Age=0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_for_each_game_and_what_could_be_none_is_left_out() {
        let (one, two) = ("0".repeat(32), "f".repeat(32));
        let cookies = format!(
            "session=x; seat-abcdefghij={one}.{two}; seat-x={one}; seat-bcdefghijk=short.; seat-"
        );
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookies.parse().expect("a value"));
        let all = keys_by_game(&headers);
        assert_eq!(all["abcdefghij"], [one.clone(), two.clone()]);
        assert!(all["bcdefghijk"].is_empty() && all.len() == 2, "{all:?}");
        assert_eq!(keys(&headers, "abcdefghij"), [one, two]);
        assert!(keys(&headers, "cdefghijkm").is_empty());
    }

    #[test]
    fn the_keys_are_sent_to_the_game_and_to_the_list_of_games_alone() {
        let cookies = seat_cookies("abcdefghij", &["k".to_owned(), "l".to_owned()]);
        let rest = "HttpOnly; SameSite=Lax; Max-Age=31536000";
        for (cookie, path) in cookies.iter().zip(["/play/abcdefghij", "/my-games"]) {
            assert_eq!(*cookie, format!("seat-abcdefghij=k.l; Path={path}; {rest}"));
        }
    }
}
