//! For programs: the same games as JSON.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use ludarium_table::{RulesId, Seat, Snapshot, TimeControl};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::app::{Portal, Problem};
use crate::credentials::{keys, Credentials};
use crate::live::{now, Chooser, Live, LiveError};
use crate::play::{command, guest};
use crate::secret;

/// A problem as JSON.
pub struct JsonProblem(Problem);

impl<P: Into<Problem>> From<P> for JsonProblem {
    fn from(problem: P) -> JsonProblem {
        JsonProblem(problem.into())
    }
}

impl IntoResponse for JsonProblem {
    fn into_response(self) -> Response {
        let (status, text) = self.0.parts();
        let answer = (status, Json(serde_json::json!({ "error": text })));
        match status {
            StatusCode::UNAUTHORIZED => ([(WWW_AUTHENTICATE, "Bearer")], answer).into_response(),
            _ => answer.into_response(),
        }
    }
}

/// The body of a request, which is JSON, as is the answer that says what is wrong with it.
pub struct JsonBody<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = JsonProblem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, JsonProblem> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(wrong) => Err(Problem::new(wrong.status(), wrong.body_text()).into()),
        }
    }
}

/// The name of a game in an address. Where it is not even a text, there is no such game.
type Id = Result<Path<String>, PathRejection>;

async fn find(portal: &Portal, id: Id) -> Result<Arc<Live>, JsonProblem> {
    let Path(id) = id.map_err(|_| LiveError::NotFound)?;
    Ok(portal.games.find(&id).await?)
}

/// The description of this interface in OpenAPI.
pub async fn description() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "application/json")];
    (headers, include_str!("../web/openapi.json"))
}

/// All games of the library.
pub async fn games(State(portal): State<Portal>) -> impl IntoResponse {
    Json(portal.library.cards().to_vec())
}

/// A game to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    game: String,
    #[serde(default)]
    readings: Vec<(String, String)>,
    /// By player: `me`, `open`, or the level of a computer player.
    seats: Vec<SeatWish>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    time: TimeControl,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum SeatWish {
    Level(u8),
    Who(Who),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    Me,
    Open,
}

#[derive(Debug, Serialize)]
struct Begun {
    id: String,
    key: String,
}

/// Begins a game; the answer has the key of the own seats.
pub async fn begin(
    State(portal): State<Portal>,
    JsonBody(wish): JsonBody<NewGame>,
) -> Result<impl IntoResponse, JsonProblem> {
    let key = secret::key();
    let seats = wish.seats.iter().map(|seat| match seat {
        SeatWish::Level(level) => Seat::Computer { level: *level },
        SeatWish::Who(Who::Open) => Seat::Open,
        SeatWish::Who(Who::Me) => guest(&wish.name, "Program", &key),
    });
    let rules = RulesId {
        game: wish.game,
        readings: wish.readings,
    };
    let live = portal.games.begin(&rules, seats.collect(), wish.time);
    let live = live.await?;
    let begun = Begun {
        id: live.id.clone(),
        key,
    };
    Ok((StatusCode::CREATED, Json(begun)))
}

/// The position as the owner of the key sees it.
pub async fn position(
    State(portal): State<Portal>,
    id: Id,
    headers: HeaderMap,
) -> Result<Json<Snapshot>, JsonProblem> {
    let live = find(&portal, id).await?;
    let viewer = live.viewer(&Credentials::of_keys(keys(&headers, &live.id)));
    Ok(Json(live.at_work(|| live.table().snapshot(&viewer, now()))))
}

/// What a program asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    r#do: String,
    #[serde(default)]
    text: String,
    ply: Option<usize>,
}

/// Carries out a command and answers with the position that it leads to.
pub async fn act(
    State(portal): State<Portal>,
    id: Id,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<Wish>,
) -> Result<Json<Snapshot>, JsonProblem> {
    let live = find(&portal, id).await?;
    let own = keys(&headers, &live.id);
    if own.is_empty() {
        let why = "This needs the key of a seat, as a bearer token.";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, why).into());
    }
    let mut fields = vec![("do".to_owned(), wish.r#do), ("text".to_owned(), wish.text)];
    fields.extend(wish.ply.map(|ply| ("ply".to_owned(), ply.to_string())));
    let viewer = live.viewer(&Credentials::of_keys(own));
    let command = command(&live.table(), &viewer, &fields)?;
    portal
        .games
        .command(&live, &command, Chooser::Server)
        .await?;
    Ok(Json(live.at_work(|| live.table().snapshot(&viewer, now()))))
}

/// Numbers for a monitoring system, in the format of Prometheus.
pub async fn metrics(State(portal): State<Portal>) -> Result<impl IntoResponse, Problem> {
    let (live, waiting) = portal.games.load();
    let (games, open) = portal
        .games
        .store()
        .counts()
        .await
        .map_err(LiveError::from)?;
    let text = format!(
        "# TYPE ludarium_games gauge\nludarium_games {games}\n\
         # TYPE ludarium_games_open gauge\nludarium_games_open {open}\n\
         # TYPE ludarium_games_in_memory gauge\nludarium_games_in_memory {live}\n\
         # TYPE ludarium_positions_waiting gauge\nludarium_positions_waiting {waiting}\n"
    );
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}
