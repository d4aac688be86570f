//! Statistics of random games, played when they are asked for.

use std::time::{Duration, Instant};

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use ludarium_games::profile::{RandomPlay, Share};
use ludarium_games::{Entry, Kind};

use super::game::{chosen, load, query, Asked};
use super::{entry_of, page, Page};
use crate::app::{Portal, Problem};

/// The most games that are played.
const GAMES: usize = 1_000;

/// How long games are played.
const TIME: Duration = Duration::from_millis(1_500);

struct Row {
    name: String,
    count: usize,
    percent: String,
}

#[derive(Template)]
#[template(path = "statistics.html")]
struct StatisticsPage {
    entry: &'static Entry,
    query: String,
    readings: Vec<(String, String)>,
    games: usize,
    mean: String,
    median: usize,
    shortest: usize,
    longest: usize,
    rows: Vec<Row>,
}

fn row(name: String, share: Share) -> Row {
    let (low, high) = share.interval();
    Row {
        name,
        count: share.count,
        percent: format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high),
    }
}

/// The length and the results of random games, under the readings that the address chooses.
pub async fn statistics(
    State(portal): State<Portal>,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Page {
    let entry = entry_of(&portal, &slug)?;
    if entry.kind() != Kind::Game {
        return Err(Problem::not_found("This game cannot be played."));
    }
    // One visitor after the other: games in progress need the machine too.
    let busy = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The server is closing.");
    let _one = portal.playing.acquire().await.map_err(busy)?;
    let readings = chosen(entry, &asked);
    let loaded = load(entry, &readings)?;
    let began = Instant::now();
    let in_time = |_| began.elapsed() < TIME;
    let play = tokio::task::block_in_place(|| RandomPlay::of(&loaded.game, GAMES, in_time));
    let players = 1..=loaded.game.players();
    let mut rows: Vec<Row> = players
        .map(|player| {
            row(
                format!("{} wins", entry.about.table.player(player)),
                play.wins(player),
            )
        })
        .collect();
    rows.push(row("Drawn".to_owned(), play.draws()));
    let cut_off = format!("Not over after {} moves", RandomPlay::LIMIT);
    rows.push(row(cut_off, play.unfinished()));
    rows.retain(|row| row.count > 0 || row.name.ends_with("wins"));
    page(&StatisticsPage {
        entry,
        query: query(&readings),
        readings,
        games: play.games(),
        mean: play.mean().map_or_else(
            || "unknown".to_owned(),
            |(mean, half)| format!("{mean:.1} ± {half:.1}"),
        ),
        median: play.median().unwrap_or(0),
        shortest: play.shortest().unwrap_or(0),
        longest: play.longest().unwrap_or(0),
        rows,
    })
}
