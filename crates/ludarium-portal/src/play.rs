//! Games in progress: begun, shown, moved in, followed.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Form, Path, Query, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludarium_table::{
    key_hash, BoardPicture, Command, RulesId, Seat, Snapshot, Table, TimeControl, Viewer,
};

use crate::app::{Portal, Problem};
use crate::limits::{visitor, AddressPermit};
use crate::live::{now, Live, LiveError};
use crate::pages::entry_of;
use crate::secret;

/// The longest message that a browser may send over a live connection.
const MESSAGE_BYTES: usize = 4096;

/// How long a connection waits after a refusal before it is heard again.
const AFTER_REFUSAL: std::time::Duration = std::time::Duration::from_millis(50);

/// The fields of a form, in order.
pub type Fields = Vec<(String, String)>;

fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    let found = fields.iter().find(|(own, _)| own == name);
    found.map_or("", |(_, value)| value.trim())
}

/// The name of somebody who gives none.
const GUEST: &str = "Guest";

fn person(name: &str, key: &str) -> Seat {
    let name: String = name.chars().filter(|c| !c.is_control()).take(30).collect();
    Seat::Person {
        name: match name.trim() {
            "" => GUEST.to_owned(),
            name => name.to_owned(),
        },
        key: key_hash(key),
    }
}

/// The terms that the form on a game's page asks for.
fn terms(fields: &Fields, players: usize, key: &str) -> (RulesId, Vec<Seat>, TimeControl) {
    let readings = fields.iter().filter_map(|(name, value)| {
        let heading = name.strip_prefix("reading:")?;
        (!value.is_empty()).then(|| (heading.to_owned(), value.clone()))
    });
    let rules = RulesId {
        game: field(fields, "game").to_owned(),
        readings: readings.collect(),
    };
    let level = field(fields, "level").parse().unwrap_or(3);
    let seat = |player: usize| match field(fields, &format!("seat{player}")) {
        "me" => person(field(fields, "name"), key),
        "open" => Seat::Open,
        _ => Seat::Computer { level },
    };
    let time = match field(fields, "time").split_once('+') {
        Some((minutes, seconds)) => TimeControl::Clock {
            initial: 60_000 * minutes.parse::<u64>().unwrap_or(10).clamp(1, 600),
            increment: 1_000 * seconds.parse::<u64>().unwrap_or(0).min(600),
        },
        None => match field(fields, "time").parse::<u64>() {
            Ok(days) => TimeControl::PerTurn {
                limit: 86_400_000 * days.clamp(1, 365),
            },
            Err(_) => TimeControl::Unlimited,
        },
    };
    (rules, (1..=players).map(seat).collect(), time)
}

/// Begins a game and leads to its page.
pub async fn begin(
    State(portal): State<Portal>,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let entry = portal.library.entry(field(&fields, "game"));
    let entry = entry.ok_or_else(|| Problem::not_found("There is no such game in the library."))?;
    let key = secret::key();
    let (mut rules, seats, time) = terms(&fields, entry.about.players, &key);
    // Readings that are the defaults anyway are left out: the tuned weights are for the defaults.
    rules
        .readings
        .retain(|(heading, item)| !entry.is_default(heading, item));
    let live = portal.games.begin(&rules, seats, time).await?;
    let cookie = seat_cookie(&live.id, &[key]);
    Ok((
        [(SET_COOKIE, cookie)],
        Redirect::to(&format!("/play/{}", live.id)),
    )
        .into_response())
}

/// The cookie that keeps the keys of seats at a table for a year.
fn seat_cookie(id: &str, keys: &[String]) -> String {
    let keys = keys.join(".");
    format!("seat-{id}={keys}; Path=/play/{id}; HttpOnly; SameSite=Lax; Max-Age=31536000")
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

/// Sets the cookie for a secret link to a seat, and leads to the game.
pub async fn take_key(
    State(portal): State<Portal>,
    Path((id, key)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let mut own = keys(&headers, &id);
    if live.viewer(std::slice::from_ref(&key)) == Viewer::default() {
        return Err(Problem::not_found(
            "This link belongs to no seat of this game.",
        ));
    }
    if !own.contains(&key) {
        own.push(key);
    }
    let cookie = seat_cookie(&id, &own);
    Ok(([(SET_COOKIE, cookie)], Redirect::to(&format!("/play/{id}"))).into_response())
}

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage<'a> {
    id: &'a str,
    slug: &'a str,
    name: &'a str,
    turn: String,
    readings: Vec<(String, String)>,
    board: &'a str,
    snapshot: &'a Snapshot,
    moves: Vec<(usize, String, String)>,
    open: Vec<(usize, String)>,
    mine: bool,
    key: String,
    /// The board and what is on it, for the script.
    data: String,
    rules: String,
}

/// JSON for a `<script>`, in which no tag can begin.
pub fn embedded(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    json.replace('<', "\\u003c")
}

#[derive(serde::Serialize)]
struct PageData<'a> {
    id: &'a str,
    board: &'a BoardPicture,
    snapshot: &'a Snapshot,
}

/// The page of a game in progress.
pub async fn page(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let live = portal.games.find(&id).await?;
    let own = keys(&headers, &id);
    tokio::task::block_in_place(|| show(&portal, &live, &own))
}

fn show(portal: &Portal, live: &Live, own: &[String]) -> Result<Html<String>, Problem> {
    let table = live.table();
    let viewer = live.viewer(own);
    let snapshot = table.snapshot(&viewer, now());
    let board = table.board(&viewer);
    let entry = entry_of(portal, &table.rules().id().game)?;
    let open = snapshot
        .players
        .iter()
        .filter(|player| player.who == "open");
    // The page shows the picture itself: the script needs only the places.
    let places = BoardPicture {
        svg: String::new(),
        ..board.clone()
    };
    let page = PlayPage {
        id: &live.id,
        slug: entry.slug,
        name: entry.name(),
        turn: table.turn_text(),
        readings: table.terms().rules.readings.clone(),
        board: &board.svg,
        moves: record_lines(&snapshot),
        open: open
            .map(|player| (player.player, player.side.clone()))
            .collect(),
        mine: viewer != Viewer::default(),
        key: own.first().cloned().unwrap_or_default(),
        data: embedded(&PageData {
            id: &live.id,
            board: &places,
            snapshot: &snapshot,
        }),
        snapshot: &snapshot,
        rules: crate::markdown::html(&entry.rules_section()),
    };
    Ok(Html(page.render()?))
}

/// The moves with their numbers and players.
fn record_lines(snapshot: &Snapshot) -> Vec<(usize, String, String)> {
    let side = |player: usize| {
        snapshot
            .players
            .get(player - 1)
            .map_or("", |own| own.side.as_str())
    };
    let moves = snapshot.moves.iter().zip(1..);
    moves
        .map(|(mv, number)| {
            let text = mv.text.clone().unwrap_or_else(|| "unseen".to_owned());
            (number, side(mv.player).to_owned(), text)
        })
        .collect()
}

/// Who a request may act for: the player to move, if it has that seat, else the first of its own.
fn actor(table: &Table, viewer: &Viewer) -> Option<usize> {
    let mover = table.state().mover();
    let players = 1..=table.seats().len();
    let own = players.filter(|player| viewer.plays(*player));
    own.clone()
        .find(|player| *player == mover)
        .or_else(|| own.clone().next())
}

/// What a form or a message asks for, as the table understands it.
pub fn command(table: &Table, viewer: &Viewer, fields: &Fields) -> Result<Command, Problem> {
    let not_here = || Problem::new(StatusCode::FORBIDDEN, "You have no seat at this table.");
    let player = actor(table, viewer).ok_or_else(not_here)?;
    Ok(match field(fields, "do") {
        "move" => Command::Move {
            player,
            text: field(fields, "text").to_owned(),
            ply: field(fields, "ply").parse().ok(),
        },
        "draw" => Command::OfferDraw { player },
        "take-back" => Command::AskTakeBack {
            player: take_back_for(table, viewer).unwrap_or(player),
        },
        "agree" | "decline" => Command::Answer {
            player: asked(table, viewer).unwrap_or(player),
            agree: field(fields, "do") == "agree",
        },
        "resign" => Command::Resign { player },
        other => {
            let why = format!("There is nothing called {other:?} to do here.");
            return Err(Problem::new(StatusCode::BAD_REQUEST, why));
        }
    })
}

/// The own player that moved last.
fn take_back_for(table: &Table, viewer: &Viewer) -> Option<usize> {
    let mut moved = table.plies().iter().rev().map(|ply| ply.player);
    moved.find(|player| viewer.plays(*player))
}

/// The own player that is asked something.
fn asked(table: &Table, viewer: &Viewer) -> Option<usize> {
    let by = table.offer()?.by;
    (1..=table.seats().len()).find(|player| *player != by && viewer.plays(*player))
}

/// Carries out what a form of the page asks for: moves without a script, seats, buttons.
pub async fn command_form(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let back = Redirect::to(&format!("/play/{id}"));
    let mut own = keys(&headers, &id);
    match field(&fields, "do") {
        "sit" => {
            let key = secret::key();
            let player = field(&fields, "player").parse().unwrap_or(0);
            let name = match field(&fields, "name") {
                "" => GUEST,
                name => name,
            };
            let command = Command::Sit {
                player,
                name: name.to_owned(),
                key: key_hash(&key),
            };
            portal.games.command(&live, &command).await?;
            own.push(key);
            Ok(([(SET_COOKIE, seat_cookie(&id, &own))], back).into_response())
        }
        "rematch" => {
            let again = rematch(&portal, &live, &own).await?;
            let cookie = seat_cookie(&again.id, &own);
            let to = Redirect::to(&format!("/play/{}", again.id));
            Ok(([(SET_COOKIE, cookie)], to).into_response())
        }
        _ => {
            let table = live.table();
            let command = command(&table, &live.viewer(&own), &fields)?;
            portal.games.command(&live, &command).await?;
            Ok(back.into_response())
        }
    }
}

/// The same game once more, with the seats moved on by one. All players of the game are led to the
/// same one.
async fn rematch(portal: &Portal, live: &Live, own: &[String]) -> Result<Arc<Live>, Problem> {
    if live.viewer(own) == Viewer::default() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "You have no seat at this table.",
        ));
    }
    let table = live.table();
    if !table.is_over() {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "This game is not over yet.",
        ));
    }
    let mut next = live.rematch.lock().await;
    if let Some(id) = &*next {
        return Ok(portal.games.find(id).await?);
    }
    let begun = table.terms().seats.iter().zip(table.seats());
    let mut seats: Vec<Seat> = begun
        .map(|(first, last)| match first {
            Seat::Open => last.clone(),
            first => first.clone(),
        })
        .collect();
    seats.rotate_right(1);
    let terms = table.terms();
    let again = portal.games.begin(&terms.rules, seats, terms.time).await?;
    *next = Some(again.id.clone());
    Ok(again)
}

/// The position after some moves, as JSON.
pub async fn past(
    State(portal): State<Portal>,
    Path((id, ply)): Path<(String, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let live = portal.games.find(&id).await?;
    let past = tokio::task::block_in_place(|| live.table().past(ply, now()));
    let past = past.ok_or_else(|| Problem::not_found("There is no such position to look at."))?;
    Ok(axum::Json(past))
}

/// The moves as a text.
pub async fn record(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let live = portal.games.find(&id).await?;
    let table = live.table();
    let snapshot = table.snapshot(&live.viewer(&keys(&headers, &id)), now());
    let mut text = format!("# game: {}\n", table.rules().id().game);
    for (tag, choice) in &table.rules().id().readings {
        let _ = writeln!(text, "# with: {tag}={choice}");
    }
    let _ = writeln!(text, "# seed hash: {}", snapshot.commitment);
    if let Some(seed) = &snapshot.seed {
        let _ = writeln!(text, "# seed: {seed}");
    }
    for (number, side, mv) in record_lines(&snapshot) {
        let _ = writeln!(text, "{mv}\t{number} {side}");
    }
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// What a browser knows of a game that it begins to follow.
#[derive(Debug, serde::Deserialize)]
pub struct Known {
    /// The number of events of the position that it shows.
    since: Option<u64>,
}

/// Follows a game over a WebSocket.
pub async fn live(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    Query(shown): Query<Known>,
    headers: HeaderMap,
    address: Option<axum::Extension<ConnectInfo<SocketAddr>>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let peer = address.map(|axum::Extension(ConnectInfo(address))| address.ip());
    let address = peer.map(|peer| visitor(peer, &headers));
    let permit = portal.limits.socket(address).ok_or_else(|| {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many connections from one address.",
        )
    })?;
    let own = keys(&headers, &id);
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .read_buffer_size(4096)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| follow(portal, live, own, shown, socket, permit)))
}

/// An answer that only the asking browser gets.
fn refused(text: &str) -> Message {
    let json = serde_json::json!({ "refused": text });
    Message::Text(json.to_string().into())
}

async fn follow(
    portal: Portal,
    live: Arc<Live>,
    own: Vec<String>,
    shown: Known,
    mut socket: WebSocket,
    _permit: AddressPermit,
) {
    let mut news = live.follow();
    let mut known: Option<Arc<Table>> = None;
    let mut since = shown.since;
    let mut viewer = live.viewer(&own);
    loop {
        let table = news.borrow_and_update().clone();
        // A viewer who has taken a seat in the meantime is sent everything again.
        let viewer_now = live.viewer(&own);
        if viewer_now != viewer {
            (viewer, known, since) = (viewer_now, None, None);
        }
        // The page itself may have brought the position: nothing is sent then.
        let is_known = known.is_none() && since.take() == Some(table.events());
        if !is_known {
            let message = live.at_work(|| live.message(known.as_deref(), &table, &viewer));
            if socket.send(Message::Text((*message).into())).await.is_err() {
                return;
            }
        }
        known = Some(table);
        loop {
            tokio::select! {
                changed = news.changed() => match changed {
                    Ok(()) => break,
                    Err(_) => return,
                },
                received = socket.recv() => {
                    let Some(Ok(message)) = received else { return };
                    let Message::Text(text) = message else { continue };
                    if let Some(answer) = obey(&portal, &live, &viewer, text.as_str()).await {
                        if socket.send(refused(&answer)).await.is_err() {
                            return;
                        }
                        // Nobody needs an answer to many wrong moves a second.
                        tokio::time::sleep(AFTER_REFUSAL).await;
                    }
                }
            }
        }
    }
}

/// Carries out what a browser asks for; says why not, if it is refused.
async fn obey(portal: &Portal, live: &Arc<Live>, viewer: &Viewer, text: &str) -> Option<String> {
    let Ok(serde_json::Value::Object(object)) = serde_json::from_str(text) else {
        return Some("a message is a JSON object".to_owned());
    };
    let fields: Fields = object
        .iter()
        .map(|(name, value)| {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), value)
        })
        .collect();
    let command = match command(&live.table(), viewer, &fields) {
        Ok(command) => command,
        Err(problem) => return Some(problem.parts().1),
    };
    match portal.games.command(live, &command).await {
        Ok(()) => None,
        Err(LiveError::Store(error)) => {
            eprintln!("{}: {error}", live.id);
            Some("the move could not be stored; please try again".to_owned())
        }
        Err(error) => Some(error.to_string()),
    }
}
