//! For programs: the same games as JSON.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use ludarium_table::{key_hash, RulesId, Seat, Snapshot, TimeControl};
use serde::{Deserialize, Serialize};

use crate::app::{Portal, Problem};
use crate::live::now;
use crate::play::{command, keys};
use crate::secret;

/// A problem as JSON.
struct JsonProblem(Problem);

impl<P: Into<Problem>> From<P> for JsonProblem {
    fn from(problem: P) -> JsonProblem {
        JsonProblem(problem.into())
    }
}

impl IntoResponse for JsonProblem {
    fn into_response(self) -> Response {
        let (status, text) = self.0.parts();
        (status, Json(serde_json::json!({ "error": text }))).into_response()
    }
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
    Json(wish): Json<NewGame>,
) -> Result<impl IntoResponse, impl IntoResponse> {
    let key = secret::key();
    let name = match wish.name.trim() {
        "" => "Program",
        name => name,
    };
    let seats = wish.seats.iter().map(|seat| match seat {
        SeatWish::Level(level) => Seat::Computer { level: *level },
        SeatWish::Who(Who::Open) => Seat::Open,
        SeatWish::Who(Who::Me) => Seat::Person {
            name: name.chars().filter(|c| !c.is_control()).take(30).collect(),
            key: key_hash(&key),
        },
    });
    let rules = RulesId {
        game: wish.game,
        readings: wish.readings,
    };
    let live = portal.games.begin(&rules, seats.collect(), wish.time).await;
    let live = live.map_err(JsonProblem::from)?;
    let begun = Begun {
        id: live.id.clone(),
        key,
    };
    Ok::<_, JsonProblem>((StatusCode::CREATED, Json(begun)))
}

/// The position as the owner of the key sees it.
pub async fn position(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Snapshot>, impl IntoResponse> {
    let live = portal.games.find(&id).await.map_err(JsonProblem::from)?;
    let viewer = live.viewer(&keys(&headers, &id));
    let snapshot = tokio::task::block_in_place(|| live.table().snapshot(&viewer, now()));
    Ok::<_, JsonProblem>(Json(snapshot))
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
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(wish): Json<Wish>,
) -> Result<Json<Snapshot>, impl IntoResponse> {
    let mut fields = vec![("do".to_owned(), wish.r#do), ("text".to_owned(), wish.text)];
    fields.extend(wish.ply.map(|ply| ("ply".to_owned(), ply.to_string())));
    let live = portal.games.find(&id).await.map_err(JsonProblem::from)?;
    let viewer = live.viewer(&keys(&headers, &id));
    let command = command(&live.table(), &viewer, &fields).map_err(JsonProblem::from)?;
    let done = portal.games.command(&live, &command).await;
    done.map_err(JsonProblem::from)?;
    let snapshot = tokio::task::block_in_place(|| live.table().snapshot(&viewer, now()));
    Ok::<_, JsonProblem>(Json(snapshot))
}

/// Numbers for a monitoring system, in the format of Prometheus.
pub async fn metrics(State(portal): State<Portal>) -> Result<impl IntoResponse, Problem> {
    let (live, waiting) = portal.games.load();
    let (games, open) = portal
        .games
        .store()
        .counts()
        .await
        .map_err(crate::live::LiveError::from)?;
    let text = format!(
        "# TYPE ludarium_games gauge\nludarium_games {games}\n\
         # TYPE ludarium_games_open gauge\nludarium_games_open {open}\n\
         # TYPE ludarium_games_in_memory gauge\nludarium_games_in_memory {live}\n\
         # TYPE ludarium_positions_waiting gauge\nludarium_positions_waiting {waiting}\n"
    );
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}
