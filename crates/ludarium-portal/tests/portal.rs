//! The portal from outside: pages, games, live connections, and what happens after a crash.

use std::net::SocketAddr;
use std::path::Path;

use axum::body::Body;
use axum::http::{header, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use ludarium_portal::{serve, Portal, Store};
use serde_json::{json, Value};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

async fn portal(file: Option<&Path>) -> Portal {
    Portal::new(Store::open(file).await.expect("a database"))
}

struct Answer {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    fn header(&self, name: header::HeaderName) -> &str {
        let value = self.headers.get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

async fn ask(portal: &Portal, request: Request<Body>) -> Answer {
    let answer = portal.router().oneshot(request).await.expect("an answer");
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

async fn get(portal: &Portal, path: &str) -> Answer {
    let request = Request::get(path).body(Body::empty()).expect("a request");
    ask(portal, request).await
}

async fn post_json(portal: &Portal, path: &str, key: &str, body: Value) -> Answer {
    let request = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {key}"))
        .body(Body::from(body.to_string()))
        .expect("a request");
    ask(portal, request).await
}

async fn begin(portal: &Portal, game: &str, seats: Value) -> (String, String) {
    let answer = post_json(
        portal,
        "/api/play",
        "",
        json!({ "game": game, "seats": seats }),
    )
    .await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let begun = answer.json();
    let text = |name: &str| begun[name].as_str().expect("a text").to_owned();
    (text("id"), text("key"))
}

async fn act(portal: &Portal, id: &str, key: &str, wish: Value) -> Answer {
    post_json(portal, &format!("/api/play/{id}"), key, wish).await
}

async fn seen(portal: &Portal, id: &str, key: &str) -> Answer {
    let request = Request::get(format!("/api/play/{id}"))
        .header(header::AUTHORIZATION, format!("Bearer {key}"))
        .body(Body::empty())
        .expect("a request");
    ask(portal, request).await
}

/// Sits down at an open seat with the form of the page; returns the key.
async fn sit(portal: &Portal, id: &str, player: usize) -> String {
    let request = Request::post(format!("/play/{id}"))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(format!("do=sit&player={player}&name=Bob")))
        .expect("a request");
    let answer = ask(portal, request).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    let cookie = answer.header(header::SET_COOKIE);
    let value = cookie
        .split_once('=')
        .and_then(|(_, rest)| rest.split(';').next());
    value.expect("a cookie").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_library_can_be_read() {
    let portal = portal(None).await;
    let list = get(&portal, "/api/games").await.json();
    let cards = list.as_array().expect("a list");
    assert!(cards.len() > 180, "{}", cards.len());
    for card in cards {
        let slug = card["slug"].as_str().expect("a slug");
        let page = get(&portal, &format!("/games/{slug}")).await;
        assert_eq!(page.status, StatusCode::OK, "{slug}");
        assert!(page.text.contains("<h2 id=\"sources\">"), "{slug}");
        assert_eq!(
            page.text.contains("action=\"/play\""),
            card["playable"] == true,
            "{slug}"
        );
        let board = get(&portal, &format!("/games/{slug}/board.svg")).await;
        assert_eq!(
            board.status == StatusCode::OK,
            card["playable"] == true,
            "{slug}"
        );
    }
    for path in ["/", "/about", "/games", "/games?q=egypt&sort=age", "/api"] {
        assert_eq!(get(&portal, path).await.status, StatusCode::OK, "{path}");
    }
    for path in [
        "/nothing",
        "/games/nothing",
        "/play/nothing",
        "/assets/nothing",
    ] {
        assert_eq!(
            get(&portal, path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_by_its_address() {
    let portal = portal(None).await;
    let names = |text: &str| text.matches("class=\"card\"").count();
    let four = get(&portal, "/games?players=4&family=chess").await.text;
    assert!(
        four.contains("Chaturaji") && !four.contains("Shatranj al-"),
        "{}",
        names(&four)
    );
    let none = get(&portal, "/games?q=zzzz").await.text;
    assert_eq!(names(&none), 0);
    let hostile = get(&portal, "/games?q=%3Cscript%3Ealert(1)%3C/script%3E")
        .await
        .text;
    assert!(
        !hostile.contains("<script>alert"),
        "what visitors write is escaped"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_link_is_played_by_two_and_nobody_else() {
    let portal = portal(None).await;
    let (id, ada) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let bob = sit(&portal, &id, 2).await;
    let moved = act(&portal, &id, &ada, json!({ "do": "move", "text": "e2-e3" })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    // Neither twice, nor by a stranger, nor against the rules.
    let again = act(&portal, &id, &ada, json!({ "do": "move", "text": "e3-e4" })).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    let stranger = act(
        &portal,
        &id,
        "0123",
        json!({ "do": "move", "text": "e7-e6" }),
    )
    .await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    let illegal = act(&portal, &id, &bob, json!({ "do": "move", "text": "e7-e5" })).await;
    assert_eq!(illegal.status, StatusCode::CONFLICT);
    assert!(illegal.text.contains("e7-e6"), "{}", illegal.text);
    let replied = act(&portal, &id, &bob, json!({ "do": "move", "text": "e7-e6" })).await;
    assert_eq!(replied.json()["ply"], 2);
    let page = get(&portal, &format!("/play/{id}")).await.text;
    assert!(page.contains("White: e2-e3") && page.contains("Black: e7-e6"));
    assert!(
        !page.contains(&ada) && !page.contains(&bob),
        "a spectator sees no key"
    );
    let record = get(&portal, &format!("/play/{id}/record.txt")).await.text;
    assert!(
        record.contains("\ne2-e3\t") && record.contains("\ne7-e6\t"),
        "{record}"
    );
    // A seat that was taken is not open any more.
    let request = Request::post(format!("/play/{id}"))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("do=sit&player=2&name=Eve"))
        .expect("a request");
    assert_eq!(ask(&portal, request).await.status, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_a_move() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "tic-tac-toe", json!(["me", 3])).await;
    let legal = seen(&portal, &id, &key).await.json()["legal"][0][0].clone();
    let moved = act(&portal, &id, &key, json!({ "do": "move", "text": legal })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    for _ in 0..300 {
        let now = seen(&portal, &id, &key).await.json();
        if now["ply"] == 2 {
            assert_eq!(now["yours"], true);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no answer in 15 seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_or_message_tells_a_kriegspiel_player_the_other_sides_moves() {
    let portal = portal(None).await;
    let (id, white) = begin(&portal, "kriegspiel", json!(["me", "open"])).await;
    let black = sit(&portal, &id, 2).await;
    act(
        &portal,
        &id,
        &white,
        json!({ "do": "move", "text": "e2-e4" }),
    )
    .await;
    let request = |path: String| {
        Request::get(path)
            .header(header::COOKIE, format!("seat-{id}={black}"))
            .body(Body::empty())
            .expect("a request")
    };
    let paths = ["", "/record.txt", "/past/0", "/past/1"];
    for path in paths {
        let answer = ask(&portal, request(format!("/play/{id}{path}"))).await;
        assert!(!answer.text.contains("e2-e4"), "{path}");
        assert!(!answer.text.contains("\"White Pawn"), "{path}");
    }
    let api = seen(&portal, &id, &black).await;
    assert!(!api.text.contains("e2-e4") && api.text.contains("Black Pawn"));
    let stranger = get(&portal, &format!("/play/{id}")).await.text;
    assert!(!stranger.contains("Pawn\"") && !stranger.contains("e2-e4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_other_sites_and_long_bodies_are_refused() {
    let portal = portal(None).await;
    let from = |origin: &str| {
        Request::post("/play")
            .header(header::HOST, "games.example")
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from("game=gollon-shatranj&seat1=me"))
            .expect("a request")
    };
    assert_eq!(
        ask(&portal, from("https://evil.example")).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        ask(&portal, from("null")).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        ask(&portal, from("https://games.example")).await.status,
        StatusCode::SEE_OTHER
    );
    let long = post_json(
        &portal,
        "/api/play",
        "",
        json!({ "game": "x".repeat(70_000), "seats": [] }),
    )
    .await;
    assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
    let page = get(&portal, "/").await;
    let policy = page.header(header::CONTENT_SECURITY_POLICY);
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_wishes_of_programs_are_refused_with_a_reason() {
    let portal = portal(None).await;
    for (body, word) in [
        (json!({ "game": "shatrnj", "seats": ["me", 1] }), "shatranj"),
        (json!({ "game": "shatranj", "seats": ["me"] }), "seat"),
        (json!({ "game": "shatranj", "seats": [1, 1] }), "person"),
        (json!({ "game": "shatranj", "seats": ["me", 11] }), "levels"),
        (
            json!({ "game": "shatranj", "readings": [["Bare king", "x"]], "seats": ["me", 1] }),
            "One reply",
        ),
    ] {
        let answer = post_json(&portal, "/api/play", "", body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        assert!(
            answer.text.to_lowercase().contains(&word.to_lowercase()),
            "{word}: {}",
            answer.text
        );
    }
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    let nothing = act(&portal, &id, &key, json!({ "do": "dance" })).await;
    assert_eq!(nothing.status, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_of_a_finished_game_meet_in_the_next_with_sides_changed() {
    let portal = portal(None).await;
    let (id, ada) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let bob = sit(&portal, &id, 2).await;
    let again = |key: String| {
        let request = Request::post(format!("/play/{id}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::COOKIE, format!("seat-{id}={key}"))
            .body(Body::from("do=rematch"))
            .expect("a request");
        let portal = portal.clone();
        async move { ask(&portal, request).await }
    };
    assert_eq!(
        again(ada.clone()).await.status,
        StatusCode::CONFLICT,
        "it goes on"
    );
    act(&portal, &id, &ada, json!({ "do": "resign" })).await;
    let (first, second) = (again(ada.clone()).await, again(bob.clone()).await);
    let next = first.header(header::LOCATION).to_owned();
    assert!(next.starts_with("/play/") && next != format!("/play/{id}"));
    assert_eq!(second.header(header::LOCATION), next);
    let next = next.trim_start_matches("/play/");
    let moved = act(
        &portal,
        next,
        &bob,
        json!({ "do": "move", "text": "e2-e3" }),
    )
    .await;
    assert_eq!(
        moved.status,
        StatusCode::OK,
        "Bob is White now: {}",
        moved.text
    );
    assert_eq!(again("0123".to_owned()).await.status, StatusCode::FORBIDDEN);
}

/// A server on a port of its own; it ends when the task is aborted.
async fn listening(portal: Portal) -> (SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let task = tokio::spawn(async move {
        serve(portal, listener, std::future::pending())
            .await
            .expect("it serves");
    });
    (address, task)
}

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn connected(address: SocketAddr, id: &str, key: &str) -> Socket {
    let url = format!("ws://{address}/play/{id}/live");
    let mut request = url.into_client_request().expect("a request");
    let cookie = format!("seat-{id}={key}").parse().expect("a header");
    request.headers_mut().insert("cookie", cookie);
    tokio_tungstenite::connect_async(request)
        .await
        .expect("a connection")
        .0
}

async fn message(socket: &mut Socket) -> Value {
    loop {
        let next = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next()).await;
        let next = next.expect("in time").expect("open").expect("a message");
        if let Message::Text(text) = next {
            return serde_json::from_str(text.as_str()).expect("it is JSON");
        }
    }
}

async fn say(socket: &mut Socket, wish: Value) {
    socket
        .send(Message::text(wish.to_string()))
        .await
        .expect("sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_are_sent_only_what_has_changed() {
    let portal = portal(None).await;
    let (id, ada) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let bob = sit(&portal, &id, 2).await;
    let (address, server) = listening(portal).await;
    let (mut a, mut b) = (
        connected(address, &id, &ada).await,
        connected(address, &id, &bob).await,
    );
    let (first, second) = (message(&mut a).await, message(&mut b).await);
    assert_eq!(
        (&first["partial"], first["sites"].as_array().map(Vec::len)),
        (&json!(false), Some(32))
    );
    assert!(first["legal"]
        .as_array()
        .is_some_and(|legal| !legal.is_empty()));
    assert_eq!(
        second["legal"],
        json!([]),
        "moves are for the player to move"
    );
    say(&mut a, json!({ "do": "move", "text": "e2-e3", "ply": 0 })).await;
    for socket in [&mut a, &mut b] {
        let change = message(socket).await;
        assert_eq!(
            (&change["partial"], change["sites"].as_array().map(Vec::len)),
            (&json!(true), Some(2))
        );
        assert_eq!(change["moves"], json!([{ "player": 1, "text": "e2-e3" }]));
    }
    say(&mut a, json!({ "do": "move", "text": "e3-e4" })).await;
    assert_eq!(
        message(&mut a).await["refused"],
        "it is another player's turn"
    );
    say(&mut b, json!("nonsense")).await;
    assert!(message(&mut b).await["refused"].is_string());
    server.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_is_there_after_a_crash_and_the_dice_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let (id, key, before) = {
        let portal = portal(Some(&file)).await;
        let (id, key) = begin(&portal, "tab", json!(["me", "me"])).await;
        for _ in 0..30 {
            let legal = seen(&portal, &id, &key).await.json()["legal"][0][0].clone();
            let moved = act(&portal, &id, &key, json!({ "do": "move", "text": legal })).await;
            assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        }
        act(&portal, &id, &key, json!({ "do": "take-back" })).await;
        let before = seen(&portal, &id, &key).await.json();
        (id, key, before)
        // The portal is dropped here without any farewell to its database.
    };
    let again = portal(Some(&file)).await;
    let after = seen(&again, &id, &key).await.json();
    for part in [
        "ply",
        "sites",
        "moves",
        "throw",
        "legal",
        "commitment",
        "mover",
    ] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(after["ply"], 29);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_players_at_once_lose_no_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let portal = portal(Some(&folder.path().join("games.db"))).await;
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(begin(&portal, "shatranj", json!(["me", "me"])).await);
    }
    let play = |(id, key): (String, String)| {
        let portal = portal.clone();
        async move {
            for number in 0..10 {
                let legal = seen(&portal, &id, &key).await.json()["legal"].clone();
                let count = legal.as_array().map_or(1, Vec::len);
                let text = legal[number * 7 % count][0].clone();
                let moved = act(
                    &portal,
                    &id,
                    &key,
                    json!({ "do": "move", "text": text, "ply": number }),
                )
                .await;
                assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
            }
            seen(&portal, &id, &key).await.json()["ply"].clone()
        }
    };
    let tasks: Vec<_> = games
        .into_iter()
        .map(|game| tokio::spawn(play(game)))
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("it plays"), 10);
    }
    let metrics = get(&portal, "/metrics").await.text;
    assert!(metrics.contains("ludarium_games 40\n"), "{metrics}");
}
