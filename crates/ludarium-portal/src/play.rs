//! Games in progress: begun, shown, moved in.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludarium_table::{
    key_hash, BoardPicture, Command, RulesId, Seat, SentPosition, Snapshot, Table, TimeControl,
    Turn, Viewer,
};

use crate::accounts::claims::{claim, may_claim};
use crate::accounts::forms::signed_in;
use crate::accounts::Visitor;
use crate::app::{Portal, Problem};
use crate::credentials::{keys, seat_cookies, Credentials};
use crate::live::{now, Chooser, Live};
use crate::pages::entry_of;
use crate::secret;

/// The fields of a form, in order.
pub type Fields = Vec<(String, String)>;

fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    let found = fields.iter().find(|(own, _)| own == name);
    found.map_or("", |(_, value)| value.trim())
}

/// The name of somebody who gives none.
const GUEST: &str = "Guest";

/// A seat for the owner of a key; `otherwise` is its name if it gives none.
pub fn guest(name: &str, otherwise: &str, key: &str) -> Seat {
    let name: String = name.chars().filter(|c| !c.is_control()).take(30).collect();
    Seat::Person {
        name: match name.trim() {
            "" => otherwise.to_owned(),
            name => name.to_owned(),
        },
        key: key_hash(key),
        account: None,
    }
}

/// A seat for the sender of a form. The seat of an account has the account's name, and a key that
/// is not kept.
fn person(fields: &Fields, key: &str, visitor: &Visitor) -> Seat {
    match visitor.session() {
        Some(session) => Seat::Person {
            name: session.name.clone(),
            key: key_hash(key),
            account: Some(session.account.clone()),
        },
        None => guest(field(fields, "name"), GUEST, key),
    }
}

/// The terms that the form on a game's page asks for; `own` is the seat of its sender.
fn terms(fields: &Fields, players: usize, own: &Seat) -> (RulesId, Vec<Seat>, TimeControl) {
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
        "me" => own.clone(),
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
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let entry = portal.library.entry(field(&fields, "game"));
    let entry = entry.ok_or_else(|| Problem::not_found("There is no such game in the library."))?;
    let key = secret::key();
    let own = person(&fields, &key, &visitor);
    let (mut rules, seats, time) = terms(&fields, entry.about.players, &own);
    // Readings that are the defaults anyway are left out: the tuned weights are for the defaults.
    rules
        .readings
        .retain(|(heading, item)| !entry.is_default(heading, item));
    let live = portal.games.begin(&rules, seats, time).await?;
    let keys = [key];
    let kept = own.account().is_none().then_some(&keys[..]);
    Ok(lead_to(&live.id, kept))
}

/// Leads to the page of a game, and lets the browser keep keys of seats there, if there are any. An
/// account needs none, and on a device that others use after it, none may be left.
fn lead_to(id: &str, keys: Option<&[String]>) -> Response {
    let to = Redirect::to(&format!("/play/{id}"));
    let cookies = keys.filter(|keys| !keys.is_empty());
    let cookies = cookies.map(|keys| seat_cookies(id, keys));
    with_cookies(cookies.as_ref().map_or(&[], |cookies| cookies), to)
}

/// An answer that also sets cookies.
pub fn with_cookies(cookies: &[String], answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let values = cookies.iter().map(|cookie| cookie.parse::<HeaderValue>());
    for value in values.flatten() {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}

/// Sets the cookie for a secret link to a seat, and leads to the game.
pub async fn take_key(
    State(portal): State<Portal>,
    Path((id, key)): Path<(String, String)>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let mut own = keys(&headers, &id);
    if live.viewer(&Credentials::of_keys(vec![key.clone()])) == Viewer::default() {
        return Err(Problem::not_found(
            "This link belongs to no seat of this game.",
        ));
    }
    if is_seat_of(&live.table(), &key, &visitor) {
        // The account is enough here.
        return Ok(lead_to(&id, None));
    }
    if !own.contains(&key) {
        own.push(key);
    }
    Ok(lead_to(&id, Some(&own)))
}

/// Whether a key gives a seat that the visitor's account has anyway.
fn is_seat_of(table: &Table, key: &str, visitor: &Visitor) -> bool {
    let account = visitor.session().map(|session| session.account.as_str());
    let hash = key_hash(key);
    table.seats().iter().any(|seat| match seat {
        Seat::Person { key, .. } => *key == hash && account.is_some() && seat.account() == account,
        _ => false,
    })
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
    /// The key of a seat, for the secret link; nothing where an account is enough.
    key: Option<&'a String>,
    /// Whether the visitor's account may claim a seat that the visitor has as a guest.
    may_claim: bool,
    /// The board and what is on it, for the script.
    data: String,
    /// Whether the throws, or what is dealt, come from the seed.
    has_chance: bool,
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
    /// The address of the module that computer players think with.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<String>,
    /// Whether names of accounts lead to their pages.
    accounts: bool,
}

/// The page of a game in progress.
pub async fn page(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<Html<String>, Problem> {
    let live = portal.games.find(&id).await?;
    let own = Credentials::of_request(&headers, &id, &visitor);
    tokio::task::block_in_place(|| show(&portal, &live, &own, &visitor))
}

fn show(
    portal: &Portal,
    live: &Live,
    own: &Credentials,
    visitor: &Visitor,
) -> Result<Html<String>, Problem> {
    let table = live.table();
    let may_claim = visitor
        .session()
        .is_some_and(|session| may_claim(table.seats(), own.keys(), &session.account));
    let viewer = live.viewer(own);
    let snapshot = table.snapshot(&viewer, now());
    let board = table.board(&viewer);
    let entry = entry_of(portal, &table.rules().id().game)?;
    let open = snapshot
        .players
        .iter()
        .filter(|player| player.who == "open" && !table.is_over());
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
        key: own.keys().first(),
        may_claim,
        data: embedded(&PageData {
            id: &live.id,
            board: &places,
            snapshot: &snapshot,
            module: portal
                .module_address()
                .filter(|_| table.lets_think(&viewer)),
            accounts: portal.accounts.is_some(),
        }),
        has_chance: table.rules().game().features().stochastic,
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
        "computer-move" => Command::Move {
            player: computer(table, viewer)?.0,
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

/// The computer player whose move the viewer's browser may find, and its level.
fn computer(table: &Table, viewer: &Viewer) -> Result<(usize, u8), Problem> {
    match table.turn() {
        Turn::Computer { player, level } if table.lets_think(viewer) => Ok((player, level)),
        Turn::Computer { .. } => {
            let why = "Here the server chooses the computer's moves.";
            Err(Problem::new(StatusCode::FORBIDDEN, why))
        }
        _ => {
            let why = "It is not the computer's turn.";
            Err(Problem::new(StatusCode::CONFLICT, why))
        }
    }
}

/// Who chooses the move of the computer player that may be next: a browser that offers to.
pub fn chooser(table: &Table, viewer: &Viewer, fields: &Fields) -> Chooser {
    match field(fields, "thinks") == "true" && table.lets_think(viewer) {
        true => Chooser::Browser,
        false => Chooser::Server,
    }
}

/// What a browser needs to find the move of a computer player.
#[derive(serde::Serialize)]
pub struct ComputerTurn {
    level: u8,
    ply: usize,
    position: SentPosition,
}

/// Leaves the computer's move to the browser of the only person who plays.
pub async fn question(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<axum::Json<ComputerTurn>, Problem> {
    let live = portal.games.find(&id).await?;
    let viewer = live.viewer(&Credentials::of_request(&headers, &id, &visitor));
    let table = live.table();
    let (_, level) = computer(&table, &viewer)?;
    portal.games.think_if_due(&live, Chooser::Browser);
    Ok(axum::Json(ComputerTurn {
        level,
        ply: table.plies().len(),
        position: SentPosition::of(&table),
    }))
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
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let mut own = Credentials::of_request(&headers, &id, &visitor);
    match field(&fields, "do") {
        "sit" => {
            let key = secret::key();
            let player = field(&fields, "player").parse().unwrap_or(0);
            let session = visitor.session();
            let name = match (session, field(&fields, "name")) {
                (Some(session), _) => session.name.as_str(),
                (None, "") => GUEST,
                (None, name) => name,
            };
            let command = Command::Sit {
                player,
                name: name.to_owned(),
                key: key_hash(&key),
                account: session.map(|session| session.account.clone()),
            };
            portal
                .games
                .command(&live, &command, Chooser::Server)
                .await?;
            if session.is_none() {
                own.add(key);
            }
            Ok(lead_to(&id, Some(own.keys())))
        }
        "claim" => {
            let session = signed_in(&visitor)?;
            let cookies = claim(&portal.games, &live, own.keys(), session).await?;
            Ok(with_cookies(&cookies, lead_to(&id, None)))
        }
        "rematch" => {
            let again = rematch(&portal, &live, &own).await?;
            Ok(lead_to(&again.id, Some(own.keys())))
        }
        _ => {
            let table = live.table();
            let command = command(&table, &live.viewer(&own), &fields)?;
            portal
                .games
                .command(&live, &command, Chooser::Server)
                .await?;
            Ok(lead_to(&id, None))
        }
    }
}

/// The same game once more, with the seats moved on by one. All players of the game are led to the
/// same one.
async fn rematch(portal: &Portal, live: &Live, own: &Credentials) -> Result<Arc<Live>, Problem> {
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
        .map(|(first, last)| match (first, last) {
            // Who has left a game is back in the next, and who has claimed a seat keeps it.
            (Seat::Open, last) | (Seat::Person { .. }, last @ Seat::Person { .. }) => last.clone(),
            (first, _) => first.clone(),
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
    visitor: Visitor,
) -> Result<impl IntoResponse, Problem> {
    let live = portal.games.find(&id).await?;
    let table = live.table();
    let own = Credentials::of_request(&headers, &id, &visitor);
    let snapshot = table.snapshot(&live.viewer(&own), now());
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
