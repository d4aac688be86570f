//! Games in progress.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{header, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use ludarium_portal::{serve, Module, Portal};
use ludarium_table::SentPosition;
use serde_json::{json, Value};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::Message;

use crate::{act, ask, begin, get, portal, post_json, seen, sit};

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
async fn nobody_is_asked_to_sit_down_at_a_game_that_is_over() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let path = format!("/play/{id}");
    assert!(get(&portal, &path).await.text.contains("Sit down as Black"));
    let resigned = act(&portal, &id, &key, json!({ "do": "resign" })).await;
    assert_eq!(resigned.status, StatusCode::OK, "{}", resigned.text);
    assert!(!get(&portal, &path).await.text.contains("Sit down"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_committed_to_on_the_page_of_a_game_of_chance_alone() {
    let portal = portal(None).await;
    for (game, is_shown) in [("tab", true), ("shatranj", false)] {
        let (id, _) = begin(&portal, game, json!(["me", "open"])).await;
        let page = get(&portal, &format!("/play/{id}")).await.text;
        assert_eq!(page.contains("SHA-256 of the seed"), is_shown, "{game}");
    }
}

/// Asks for the position that the computer is to move in.
async fn question(portal: &Portal, id: &str, key: &str) -> crate::Answer {
    post_json(portal, &format!("/play/{id}/question"), key, json!({})).await
}

/// Sends a message as a browser does that follows by events.
async fn tell(portal: &Portal, id: &str, key: &str, message: Value) -> crate::Answer {
    post_json(portal, &format!("/play/{id}/events"), key, message).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_of_the_only_player_finds_the_moves_of_the_computer() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", 4])).await;
    let early = question(&portal, &id, &key).await;
    assert_eq!(early.status, StatusCode::CONFLICT, "{}", early.text);
    let moved = json!({ "do": "move", "text": "e2-e3", "ply": 0, "thinks": true });
    let moved = tell(&portal, &id, &key, moved).await;
    assert_eq!(moved.status, StatusCode::NO_CONTENT, "{}", moved.text);
    // A stranger gets no position, and cannot choose.
    let stranger = question(&portal, &id, "0123").await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    let chosen = json!({ "do": "computer-move", "text": "e7-e6", "ply": 1 });
    let strange = tell(&portal, &id, "0123", chosen.clone()).await;
    assert_eq!(strange.status, StatusCode::CONFLICT, "{}", strange.text);

    let asked = question(&portal, &id, &key).await.json();
    assert_eq!((&asked["level"], &asked["ply"]), (&json!(4), &json!(1)));
    let position: SentPosition =
        serde_json::from_value(asked["position"].clone()).expect("a position");
    let rules = Arc::new(position.rules().expect("a game of the library"));
    let table = position.open(rules).expect("a position of the game");
    assert!(table.choices().texts.contains(&"e7-e6".to_owned()));
    let illegal = json!({ "do": "computer-move", "text": "e7-e5", "ply": 1 });
    let illegal = tell(&portal, &id, &key, illegal).await;
    assert_eq!(illegal.status, StatusCode::CONFLICT, "{}", illegal.text);
    let answer = tell(&portal, &id, &key, chosen).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    let now = seen(&portal, &id, &key).await.json();
    assert_eq!((&now["ply"], &now["yours"]), (&json!(2), &json!(true)));
    assert_eq!(now["moves"][1]["text"], "e7-e6");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_browser_chooses_for_the_computer_among_several_people_or_hidden_pieces() {
    let portal = portal(None).await;
    // Level 10 thinks for a while.
    let (id, key) = begin(&portal, "chaturaji", json!([10, "me", "open", 10])).await;
    sit(&portal, &id, 3).await;
    let asked = question(&portal, &id, &key).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN, "{}", asked.text);
    let (id, key) = begin(&portal, "kriegspiel", json!([10, "me"])).await;
    let asked = question(&portal, &id, &key).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN, "{}", asked.text);
}

/// A browser that promised to think, and does not.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_thinks_in_the_end_where_a_browser_does_not() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "tic-tac-toe", json!(["me", 1])).await;
    let moved = json!({ "do": "move", "text": "b2", "ply": 0, "thinks": true });
    tell(&portal, &id, &key, moved).await;
    for _ in 0..300 {
        if seen(&portal, &id, &key).await.json()["ply"] == 2 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no answer in 30 seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_module_is_sent_as_it_is_and_kept_by_browsers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("module.wasm");
    // The shortest module: its mark and version.
    let bytes = b"\0asm\x01\0\0\0";
    std::fs::write(&file, bytes).expect("a file");
    let portal = portal(None)
        .await
        .with_module(Module::read(&file).expect("a module"));
    let (id, key) = begin(&portal, "tic-tac-toe", json!(["me", 3])).await;
    let request = Request::get(format!("/play/{id}"))
        .header(header::COOKIE, format!("seat-{id}={key}"))
        .body(Body::empty())
        .expect("a request");
    let page = ask(&portal, request).await.text;
    let (_, rest) = page.split_once("\"module\":\"").expect("an address");
    let (address, _) = rest.split_once('"').expect("an address");
    let sent = get(&portal, address).await;
    assert_eq!(sent.text.as_bytes(), bytes);
    assert_eq!(sent.header(header::CONTENT_TYPE), "application/wasm");
    assert!(sent.header(header::CACHE_CONTROL).contains("immutable"));
    let worker = get(&portal, "/assets/worker.js").await;
    let policy = worker.header(header::CONTENT_SECURITY_POLICY);
    assert!(
        policy.contains("script-src 'self' 'wasm-unsafe-eval'"),
        "{policy}"
    );
    // Who only looks on needs no module.
    let stranger = get(&portal, &format!("/play/{id}")).await.text;
    assert!(!stranger.contains("\"module\":"));
    std::fs::write(&file, "PNG").expect("a file");
    let error = Module::read(&file).expect_err("no module").to_string();
    assert!(error.contains("is no WebAssembly module"), "{error}");
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
pub async fn listening(portal: Portal) -> (SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let task = tokio::spawn(serve(portal, listener, std::future::pending()));
    (address, task)
}

pub type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn connected(address: SocketAddr, id: &str, key: &str) -> Socket {
    connected_with(address, id, key, "").await
}

async fn connected_with(address: SocketAddr, id: &str, key: &str, query: &str) -> Socket {
    let url = format!("ws://{address}/play/{id}/live{query}");
    let mut request = url.into_client_request().expect("a request");
    let cookie = format!("seat-{id}={key}").parse().expect("a header");
    request.headers_mut().insert("cookie", cookie);
    tokio_tungstenite::connect_async(request)
        .await
        .expect("a connection")
        .0
}

pub async fn message(socket: &mut Socket) -> Value {
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

/// The page has the position already: to send it again would cost most of what a game costs.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_the_position_is_sent_only_what_comes_after_it() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    let now = seen(&portal, &id, &key).await.json()["events"].clone();
    let (address, server) = listening(portal).await;
    let mut up_to_date = connected_with(address, &id, &key, &format!("?since={now}")).await;
    let mut behind = connected_with(address, &id, &key, "?since=17").await;
    let all = message(&mut behind).await;
    assert_eq!((&all["partial"], &all["ply"]), (&json!(false), &json!(0)));
    say(&mut behind, json!({ "do": "move", "text": "e2-e3" })).await;
    let first = message(&mut up_to_date).await;
    assert_eq!(
        (&first["partial"], &first["ply"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(first["sites"].as_array().map(Vec::len), Some(2));
    server.abort();
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

/// The next server-sent event: its id, and what it says.
async fn event(stream: &mut tokio::io::BufReader<tokio::net::TcpStream>) -> (String, Value) {
    use tokio::io::AsyncBufReadExt;
    let (mut id, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        let read = stream.read_line(&mut line);
        let read = tokio::time::timeout(std::time::Duration::from_secs(20), read).await;
        assert_ne!(read.expect("in time").expect("a line"), 0, "it goes on");
        if let Some(own) = line.strip_prefix("id: ") {
            id = own.trim().to_owned();
        }
        if let Some(data) = line.strip_prefix("data: ") {
            return (id, serde_json::from_str(data).expect("it is JSON"));
        }
    }
}

async fn followed(
    address: SocketAddr,
    path: &str,
    header: &str,
) -> tokio::io::BufReader<tokio::net::TcpStream> {
    use tokio::io::AsyncWriteExt;
    let stream = tokio::net::TcpStream::connect(address).await;
    let mut stream = stream.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    tokio::io::BufReader::new(stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn where_sockets_are_blocked_a_game_is_followed_by_events() {
    let portal = portal(None).await;
    let (id, ada) = begin(&portal, "kriegspiel", json!(["me", "open"])).await;
    let bob = sit(&portal, &id, 2).await;
    let (address, server) = listening(portal.clone()).await;
    let path = format!("/play/{id}/events");
    let cookie = |key: &str| format!("Cookie: seat-{id}={key}");
    let mut white = followed(address, &path, &cookie(&ada)).await;
    let mut black = followed(address, &path, &cookie(&bob)).await;
    let (first, position) = event(&mut white).await;
    assert_eq!(position["partial"], false);
    assert!(position["legal"]
        .as_array()
        .is_some_and(|legal| !legal.is_empty()));
    event(&mut black).await;
    let e4 = json!({ "do": "move", "text": "e2-e4" });
    let refused = post_json(&portal, &path, &bob, e4.clone()).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.json()["refused"].is_string(), "{}", refused.text);
    let moved = post_json(&portal, &path, &ada, e4).await;
    assert_eq!((moved.status, &*moved.text), (StatusCode::NO_CONTENT, ""));
    let (second, moved) = event(&mut white).await;
    assert_eq!(moved["moves"][0]["text"], "e2-e4");
    assert_eq!(moved["partial"], true);
    let (_, heard) = event(&mut black).await;
    assert_eq!(
        (&heard["ply"], &heard["moves"][0]["text"]),
        (&json!(1), &Value::Null)
    );
    // Who has lost the connection is sent everything, unless nothing has happened.
    let lost = format!("{}\r\nLast-Event-ID: {first}", cookie(&ada));
    let mut behind = followed(address, &path, &lost).await;
    assert_eq!(event(&mut behind).await.1["partial"], false);
    let current = format!("{}\r\nLast-Event-ID: {second}", cookie(&ada));
    let mut current = followed(address, &path, &current).await;
    act(&portal, &id, &bob, json!({ "do": "move", "text": "e7-e5" })).await;
    assert_eq!(event(&mut current).await.1["ply"], 2);
    server.abort();
}
