//! The games of accounts: one's own, and what others see of them.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_DISPOSITION;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::Json;
use serde::Deserialize;
use serde_json::{json, Value};

use super::claims::{guest_games, GuestGame};
use super::forms::{accounts, signed_in};
use super::{is_name, Accounts, Session, Visitor, DELETED};
use crate::app::{Portal, Problem};
use crate::dates::{ago, date, iso};
use crate::live::{now, LiveError};
use crate::store::accounts::{GameOfAccount, Results};
use crate::store::StoreError;

/// How many games a page lists.
const PAGE: usize = 20;

/// The most pages of a list.
const PAGES: usize = 100_000;

/// How many games an export reads at a time.
const EXPORTED_AT_ONCE: usize = 500;

/// Which page of a list is asked for.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    page: Option<usize>,
    /// What was done before.
    #[serde(default)]
    done: String,
}

/// A page of a list, from 1.
struct Page {
    number: usize,
    has_next: bool,
}

impl Page {
    fn has_before(&self) -> bool {
        self.number > 1
    }
}

/// A game of a list.
struct Row {
    id: String,
    name: String,
    players: Vec<RowPlayer>,
    /// Whose turn it is, or the result.
    state: String,
    /// Whether the owner of the list is to move.
    yours: bool,
    last: Option<String>,
    at: String,
    at_iso: String,
}

struct RowPlayer {
    side: String,
    name: String,
    /// The name of the account that has a page.
    link: Option<String>,
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        LiveError::from(error).into()
    }
}

/// The page of a list, made of one more game than it shows. `left` says of a game that goes on
/// that the owner of the list has left it.
async fn rows(
    portal: &Portal,
    accounts: &Accounts,
    asked: &Asked,
    mut games: Vec<GameOfAccount>,
    left: &str,
) -> Result<(Vec<Row>, Page), Problem> {
    let page = Page {
        number: number(asked),
        has_next: games.len() > PAGE,
    };
    games.truncate(PAGE);
    let players = games.iter().flat_map(|game| &game.standing.summary.players);
    let ids = players.filter_map(|player| player.account.clone());
    let names = accounts.store().names(ids.collect()).await?;
    let rows = games.iter().map(|game| row(portal, game, &names, left));
    Ok((rows.collect(), page))
}

fn number(asked: &Asked) -> usize {
    asked.page.unwrap_or(1).clamp(1, PAGES)
}

/// The number of games before a page.
fn before(asked: &Asked) -> usize {
    PAGE * (number(asked) - 1)
}

fn row(portal: &Portal, game: &GameOfAccount, names: &HashMap<String, String>, left: &str) -> Row {
    let standing = &game.standing;
    let summary = &standing.summary;
    let players: Vec<RowPlayer> = summary
        .players
        .iter()
        .map(|player| {
            let link = player.account.as_ref().and_then(|id| names.get(id));
            let open = || match player.account {
                Some(_) => DELETED.to_owned(),
                None => "open seat".to_owned(),
            };
            RowPlayer {
                side: player.side.clone(),
                name: player.name.clone().unwrap_or_else(open),
                link: link.cloned(),
            }
        })
        .collect();
    let mover = summary.mover.checked_sub(1).and_then(|at| players.get(at));
    let state = match (&summary.result, mover) {
        (Some(result), _) => result.clone(),
        (None, _) if standing.over => left.to_owned(),
        (None, _) if standing.to_move => "Your move".to_owned(),
        (None, Some(player)) => format!("{} to move", player.side),
        (None, None) => String::new(),
    };
    Row {
        id: game.id.clone(),
        name: game_name(portal, &game.slug),
        players,
        state,
        yours: standing.to_move && !standing.over,
        last: summary.last.clone(),
        at: ago(game.at, now()),
        at_iso: iso(game.at),
    }
}

/// The name of a game of the library.
pub fn game_name(portal: &Portal, slug: &str) -> String {
    let entry = portal.library.entry(slug);
    entry.map_or(slug.to_owned(), |entry| entry.name().to_owned())
}

#[derive(Template)]
#[template(path = "my-games.html")]
struct MyGamesPage<'a> {
    games: Vec<Row>,
    page: Page,
    /// Games that the account may claim.
    guest: Vec<GuestGame>,
    /// Whether there are more of them.
    has_more_guest: bool,
    notice: &'a str,
    problems: &'a [String],
}

/// The games of the visitor who is signed in.
pub async fn own(
    State(portal): State<Portal>,
    visitor: Visitor,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let Some(session) = visitor.session() else {
        return Ok(Redirect::to("/sign-in?next=/my-games").into_response());
    };
    let page = own_page(&portal, session, &headers, &asked, &[]).await?;
    Ok(page.into_response())
}

/// The page of the games of an account, with what could not be done before.
pub async fn own_page(
    portal: &Portal,
    session: &Session,
    headers: &HeaderMap,
    asked: &Asked,
    problems: &[String],
) -> Result<Html<String>, Problem> {
    let accounts = accounts(portal)?;
    let store = accounts.store();
    let games = store.games_of(&session.account, before(asked), PAGE + 1);
    let left = "You have left this game";
    let (mut games, page) = rows(portal, accounts, asked, games.await?, left).await?;
    let players = games.iter_mut().flat_map(|game| &mut game.players);
    for player in players.filter(|player| player.link.as_ref() == Some(&session.name)) {
        (player.name, player.link) = ("you".to_owned(), None);
    }
    let (guest, has_more_guest) = match page.number {
        1 => guest_games(portal, headers, &session.account).await?,
        _ => Default::default(),
    };
    let notice = match asked.done.as_str() {
        "claimed" => "The games are in your account now.",
        _ => "",
    };
    let page = MyGamesPage {
        games,
        page,
        guest,
        has_more_guest,
        notice,
        problems,
    };
    Ok(Html(page.render()?))
}

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage {
    name: String,
    since: String,
    /// By game: its slug and its name.
    results: Vec<(String, String, Results)>,
    games: Vec<Row>,
    page: Page,
}

/// What everybody sees of an account: its finished games.
pub async fn player(
    State(portal): State<Portal>,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let unknown = || Problem::not_found("There is no account with this name.");
    if !is_name(&name) {
        return Err(unknown());
    }
    let accounts = accounts(&portal)?;
    let store = accounts.store();
    let account = store.account_named(&name.to_ascii_lowercase()).await?;
    let account = account.ok_or_else(unknown)?;
    let results = store.results_of(&account.id).await?.into_iter();
    let results = results.map(|(slug, own)| {
        let name = game_name(&portal, &slug);
        (slug, name, own)
    });
    let results = results.collect();
    let games = store.finished_games_of(&account.id, before(&asked), PAGE + 1);
    let left = format!("{} has left this game", account.name);
    let (mut games, page) = rows(&portal, accounts, &asked, games.await?, &left).await?;
    for game in &mut games {
        // The last move of a game is no news when it is over.
        game.last = None;
    }
    let page = PlayerPage {
        since: date(account.created_at),
        name: account.name,
        results,
        games,
        page,
    };
    Ok(Html(page.render()?).into_response())
}

/// Everything that is stored of the account of the visitor.
pub async fn export(
    State(portal): State<Portal>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Problem> {
    let accounts = accounts(&portal)?;
    let session = signed_in(&visitor)?;
    let store = accounts.store();
    let account = store.account(&session.account).await?;
    let account = account.ok_or_else(|| Problem::not_found("The account is deleted."))?;
    let sessions = store.sessions(&account.id).await?;
    let sessions = sessions.iter().map(
        |session| json!({ "began": iso(session.created_at), "last_used": iso(session.used_at) }),
    );
    let sessions: Vec<Value> = sessions.collect();
    let mut games = Vec::new();
    loop {
        let some = store
            .games_of(&account.id, games.len(), EXPORTED_AT_ONCE)
            .await?;
        if some.is_empty() {
            break;
        }
        games.extend(some.iter().map(|game| exported(game, &account.id)));
    }
    let file = format!("attachment; filename=\"ludarium-{}.json\"", account.name);
    let export = Json(json!({
        "name": account.name,
        "created": iso(account.created_at),
        "sessions": sessions,
        "games": games,
    }));
    Ok(([(CONTENT_DISPOSITION, file)], export))
}

/// A game, as an export has it.
fn exported(game: &GameOfAccount, account: &str) -> Value {
    let standing = &game.standing;
    let seats = standing.summary.players.iter().zip(1..);
    let own = seats.filter(|(player, _)| player.account.as_deref() == Some(account));
    let seats: Vec<Value> = own
        .map(|(player, number)| json!({ "player": number, "side": player.side }))
        .collect();
    json!({
        "id": game.id,
        "record": format!("/play/{}/record.txt", game.id),
        "game": game.slug,
        "began": iso(game.began_at),
        "last_event": iso(game.at),
        "seats": seats,
        "over": standing.over,
        "outcome": standing.outcome.map(|outcome| outcome.name()),
        "result": standing.summary.result,
    })
}
