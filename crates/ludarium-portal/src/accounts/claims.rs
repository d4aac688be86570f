//! Games that somebody has played as a guest, and keeps in an account.
//!
//! A browser that has the secret key of a seat may give the seat to the account that is signed in
//! there. The key goes on to give the seat, but nobody can claim it again.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use ludarium_table::{claimable_seats, key_hash, Command, Seat, Table};

use super::forms::signed_in;
use super::games::{game_name, own_page, Asked};
use super::standing::players_of;
use super::{Session, Visitor};
use crate::app::{Portal, Problem};
use crate::credentials::{forget_listed, forget_seats, keys_by_game, seat_cookies};
use crate::dates::ago;
use crate::live::{now, Chooser, Games, Live, LiveError};
use crate::play::{with_cookies, Fields};
use crate::store::seats::SeatsOfGame;
use crate::store::StoreError;

/// The most games that are listed, and claimed, at once. Each sets two cookies, and a proxy takes
/// only a few kilobytes of them.
const AT_ONCE: usize = 20;

/// The most games of one browser that are looked at. Browsers keep fewer than 200 cookies.
const LOOKED_AT: usize = 200;

/// The most games, each the one after the other, in which the same people have played.
const REMATCHES: usize = 20;

/// A game that is played as a guest in the visitor's browser.
pub struct GuestGame {
    pub id: String,
    pub name: String,
    /// Against whom.
    pub against: String,
    /// How long ago it began.
    pub began: String,
    pub over: bool,
}

fn hashes(keys: &[String]) -> Vec<String> {
    keys.iter().map(|key| key_hash(key)).collect()
}

/// Whether an account may claim a seat with these keys.
pub fn may_claim(seats: &[Seat], keys: &[String], account: &str) -> bool {
    !claimable_seats(seats, &hashes(keys), account).is_empty()
}

/// The games that an account may claim with the keys of a browser, the newest first; and whether
/// there are more.
pub async fn guest_games(
    portal: &Portal,
    headers: &HeaderMap,
    account: &str,
) -> Result<(Vec<GuestGame>, bool), StoreError> {
    let mut found: Vec<(String, SeatsOfGame, Vec<usize>)> = Vec::new();
    for (id, keys) in keys_by_game(headers).into_iter().take(LOOKED_AT) {
        if let Some(game) = portal.games.store().seats_of(&id).await? {
            let own = claimable_seats(&game.seats, &hashes(&keys), account);
            if !own.is_empty() {
                found.push((id, game, own));
            }
        }
    }
    found.sort_by_key(|(_, game, _)| std::cmp::Reverse(game.began_at));
    let has_more = found.len() > AT_ONCE;
    let listed = found.into_iter().take(AT_ONCE);
    let games = listed.map(|(id, game, own)| GuestGame {
        name: game_name(portal, &game.slug),
        against: against(&game.seats, &own),
        began: ago(game.began_at, now()),
        over: game.over,
        id,
    });
    Ok((games.collect(), has_more))
}

/// Who else plays, in words.
fn against(seats: &[Seat], own: &[usize]) -> String {
    let others = seats.iter().zip(1..);
    let others = others.filter(|(_, player)| !own.contains(player));
    let mut names: Vec<String> = others
        .map(|(seat, _)| match seat {
            Seat::Open => "an open seat".to_owned(),
            Seat::Person { name, .. } => name.clone(),
            Seat::Computer { level } => format!("the computer (level {level})"),
        })
        .collect();
    names.dedup();
    match names.is_empty() {
        true => "for all players".to_owned(),
        false => format!("against {}", names.join(", ")),
    }
}

/// Gives the seats that these keys open to the account of a session, here and in the games that the
/// same people have begun after this one. The cookies are those that the browser should have then.
///
/// # Errors
/// If there is no such seat, the account plays in the game already, or the database fails.
pub async fn claim(
    games: &Games,
    live: &Arc<Live>,
    keys: &[String],
    session: &Session,
) -> Result<Vec<String>, LiveError> {
    let command = Command::Claim {
        keys: hashes(keys),
        account: session.account.clone(),
        name: session.name.clone(),
    };
    let table = live.table();
    let has_seat = !players_of(&table, &session.account).is_empty();
    let has_claimed = keys.is_empty() || unclaimed(&table, keys, session).len() < keys.len();
    // A form that is sent twice has done its work.
    if !(has_seat && has_claimed) {
        games.command(live, &command, Chooser::Server).await?;
        claim_rematches(games, live, &command).await;
    }
    let unclaimed = unclaimed(&live.table(), keys, session);
    Ok(match unclaimed.is_empty() {
        // The account is enough, and on a device that others use, too, no key may be left.
        true => forget_seats(&live.id).into(),
        false => seat_cookies(&live.id, &unclaimed).into(),
    })
}

/// The keys that give no seat of the account.
fn unclaimed(table: &Table, keys: &[String], session: &Session) -> Vec<String> {
    let is_claimed = |key: &&String| {
        let hash = key_hash(key);
        table.seats().iter().any(|seat| match seat {
            Seat::Person { key, account, .. } => {
                *key == hash && account.as_ref() == Some(&session.account)
            }
            _ => false,
        })
    };
    keys.iter()
        .filter(|key| !is_claimed(key))
        .cloned()
        .collect()
}

/// Claims the seats in the games after this one: the keys are the same there.
async fn claim_rematches(games: &Games, live: &Arc<Live>, command: &Command) {
    let mut next = live.rematch.lock().await.clone();
    for _ in 0..REMATCHES {
        let Some(id) = next else { return };
        let Ok(after) = games.find(&id).await else {
            return;
        };
        // The seat may be claimed already, or left.
        let _ = games.command(&after, command, Chooser::Server).await;
        next = after.rematch.lock().await.clone();
    }
}

/// Carries out what the form of the list of games asks for: to keep games in the account, or to
/// list them no more.
pub async fn claim_chosen(
    State(portal): State<Portal>,
    visitor: Visitor,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let session = signed_in(&visitor)?;
    let forgets = fields
        .iter()
        .any(|(name, value)| name == "do" && value == "forget");
    let held = keys_by_game(&headers);
    let chosen = chosen(&fields, &held);
    let mut cookies = Vec::new();
    let mut problems = Vec::new();
    for (id, keys) in &chosen {
        if forgets {
            cookies.push(forget_listed(id));
            continue;
        }
        match claim_game(&portal, id, keys, session).await {
            Ok(set) => cookies.extend(set),
            Err((_, LiveError::Store(error))) => return Err(error.into()),
            Err((game, error)) => problems.push(format!("{game}: {error}.")),
        }
    }
    let response = match problems.is_empty() {
        true if forgets || chosen.is_empty() => Redirect::to("/my-games").into_response(),
        true => Redirect::to("/my-games?done=claimed").into_response(),
        false => {
            let first = Asked::default();
            let page = own_page(&portal, session, &headers, &first, &problems).await?;
            (StatusCode::CONFLICT, page).into_response()
        }
    };
    Ok(with_cookies(&cookies, response))
}

/// Claims the seats of a game; where that is refused, the name of the game is returned, too.
async fn claim_game(
    portal: &Portal,
    id: &str,
    keys: &[String],
    session: &Session,
) -> Result<Vec<String>, (String, LiveError)> {
    let live = portal.games.find(id).await;
    let live = live.map_err(|error| ("A game".to_owned(), error))?;
    let claimed = claim(&portal.games, &live, keys, session).await;
    claimed.map_err(|error| {
        let name = game_name(portal, &live.table().rules().id().game);
        (name, error)
    })
}

/// The games that a form names and the browser has keys for.
fn chosen<'a>(
    fields: &Fields,
    held: &'a BTreeMap<String, Vec<String>>,
) -> BTreeMap<&'a str, &'a Vec<String>> {
    let named = fields.iter().filter(|(name, _)| name == "game");
    let named = named.filter_map(|(_, id)| held.get_key_value(id));
    let named = named.take(AT_ONCE);
    named.map(|(id, keys)| (id.as_str(), keys)).collect()
}
