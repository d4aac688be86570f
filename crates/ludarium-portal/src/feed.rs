//! Games as they are followed: over a WebSocket or, where those are blocked, by server-sent events.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ludarium_table::{Table, Viewer};
use tokio::sync::watch;

use crate::accounts::Visitor;
use crate::app::{Portal, Problem};
use crate::credentials::Credentials;
use crate::limits::{visitor, AddressPermit};
use crate::live::{Live, LiveError};
use crate::play::{chooser, command, Fields};

/// The longest message that a browser may send over a live connection.
const MESSAGE_BYTES: usize = 4096;

/// How long a connection waits after a refusal before it is heard again.
const AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// How often something is sent, so that proxies keep the connection, and so that the system finds
/// out when the other side is gone. Proxies often wait for a minute.
const SIGN_OF_LIFE: Duration = Duration::from_secs(30);

/// What a browser knows of a game that it begins to follow.
#[derive(Debug, serde::Deserialize)]
pub struct Known {
    /// The number of events of the position that it shows.
    since: Option<u64>,
}

type Peer = Option<axum::Extension<ConnectInfo<SocketAddr>>>;

fn permit(portal: &Portal, peer: &Peer, headers: &HeaderMap) -> Result<AddressPermit, Problem> {
    let peer = peer.as_ref().map(|peer| peer.0 .0.ip());
    let address = peer.map(|peer| visitor(peer, headers));
    portal.limits.socket(address).ok_or_else(|| {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many connections from one address.",
        )
    })
}

/// What a viewer is sent of a game.
struct Feed {
    live: Arc<Live>,
    /// The keys and the account that the viewer has.
    own: Credentials,
    viewer: Viewer,
    news: watch::Receiver<Arc<Table>>,
    /// The stage of the game that the viewer was sent last.
    sent: Option<Arc<Table>>,
    /// The number of events of the stage that the page brought.
    since: Option<u64>,
}

impl Feed {
    fn new(live: Arc<Live>, own: Credentials, since: Option<u64>) -> Feed {
        let mut news = live.follow();
        // The position as it is now is news, too.
        news.mark_changed();
        Feed {
            viewer: live.viewer(&own),
            news,
            live,
            own,
            sent: None,
            since,
        }
    }

    /// The next message, and the number of events that it leads to. Where it is stopped while it
    /// waits, nothing is lost.
    async fn next(&mut self) -> Option<(u64, Arc<str>)> {
        loop {
            self.news.changed().await.ok()?;
            let table = self.news.borrow_and_update().clone();
            // A viewer who has taken a seat or signed out in the meantime is sent everything again.
            let viewer = self.live.viewer(&self.own);
            if viewer != self.viewer {
                (self.viewer, self.sent, self.since) = (viewer, None, None);
            }
            // The page itself may have brought the position: nothing is sent then.
            let is_known = self.sent.is_none() && self.since.take() == Some(table.events());
            let before = self.sent.replace(table.clone());
            if !is_known {
                let make = || self.live.message(before.as_deref(), &table, &self.viewer);
                return Some((table.events(), self.live.at_work(make)));
            }
        }
    }
}

/// Follows a game over a WebSocket.
pub async fn socket(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    Query(shown): Query<Known>,
    headers: HeaderMap,
    visitor: Visitor,
    peer: Peer,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let permit = permit(&portal, &peer, &headers)?;
    let own = Credentials::of_request(&headers, &id, &visitor);
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .read_buffer_size(4096)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        follow(&portal, Feed::new(live, own, shown.since), socket).await;
        drop(permit);
    }))
}

/// An answer that only the asking browser gets.
fn refused(why: &str) -> String {
    serde_json::json!({ "refused": why }).to_string()
}

async fn follow(portal: &Portal, mut feed: Feed, mut socket: WebSocket) {
    let mut signs = tokio::time::interval(SIGN_OF_LIFE);
    signs.reset();
    loop {
        let answer = tokio::select! {
            news = feed.next() => match news {
                Some((_, message)) => Message::Text((*message).into()),
                None => return,
            },
            received = socket.recv() => {
                let Some(Ok(message)) = received else { return };
                let Message::Text(text) = message else { continue };
                match obey(portal, &feed.live, &feed.own, text.as_str()).await {
                    Some(why) => {
                        if socket.send(Message::Text(refused(&why).into())).await.is_err() {
                            return;
                        }
                        // Nobody needs an answer to many wrong moves a second.
                        tokio::time::sleep(AFTER_REFUSAL).await;
                        continue;
                    }
                    None => continue,
                }
            }
            _ = signs.tick() => Message::Ping(Default::default()),
        };
        if socket.send(answer).await.is_err() {
            return;
        }
    }
}

/// Carries out what a browser asks for; says why not, if it is refused.
async fn obey(
    portal: &Portal,
    live: &Arc<Live>,
    somebody: &Credentials,
    text: &str,
) -> Option<String> {
    let viewer = &live.viewer(somebody);
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
    let chooser = chooser(&live.table(), viewer, &fields);
    match portal.games.command(live, &command, chooser).await {
        Ok(()) => None,
        Err(LiveError::Store(error)) => {
            eprintln!("{}: {error}", live.id);
            Some("the move could not be stored; please try again".to_owned())
        }
        Err(error) => Some(error.to_string()),
    }
}

/// Follows a game by server-sent events: the same messages as over a WebSocket, each with the
/// number of events so far as its id. Moves are sent as requests of their own.
pub async fn events(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    Query(shown): Query<Known>,
    headers: HeaderMap,
    visitor: Visitor,
    peer: Peer,
) -> Result<impl IntoResponse, Problem> {
    let live = portal.games.find(&id).await?;
    let permit = permit(&portal, &peer, &headers)?;
    // A browser that has lost the connection says what it was sent last.
    let last = headers
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let own = Credentials::of_request(&headers, &id, &visitor);
    let feed = Feed::new(live, own, last.or(shown.since));
    let messages = stream::unfold((feed, permit), |(mut feed, permit)| async move {
        let (events, message) = feed.next().await?;
        let event = Event::default().id(events.to_string()).data(&*message);
        Some((Ok::<_, Infallible>(event), (feed, permit)))
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)))
}

/// Takes the same messages as a WebSocket does, from those who follow by server-sent events. What a
/// message leads to is an event, too.
pub async fn message(
    State(portal): State<Portal>,
    Path(id): Path<String>,
    headers: HeaderMap,
    visitor: Visitor,
    text: String,
) -> Result<Response, Problem> {
    let live = portal.games.find(&id).await?;
    let own = Credentials::of_request(&headers, &id, &visitor);
    Ok(match obey(&portal, &live, &own, &text).await {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(why) => {
            let json = [(CONTENT_TYPE, "application/json")];
            (StatusCode::CONFLICT, json, refused(&why)).into_response()
        }
    })
}
