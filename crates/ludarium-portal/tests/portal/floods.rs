//! Floods: more connections and requests than one address may have.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::play::listening;
use crate::{act, begin, portal};

async fn connect(from: &str, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse().expect("an address"))?;
    socket.connect(to).await
}

/// The first line of the answer to a request from an address of this machine.
async fn asked(from: &str, to: SocketAddr, request: &str) -> std::io::Result<String> {
    let mut stream = connect(from, to).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer.lines().next().unwrap_or("").to_owned())
}

const HOME: &str = "GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_connections_of_one_address_keep_nobody_else_away() {
    const CONNECTIONS: usize = 10_000;
    let room = descriptors();
    let wanted = CONNECTIONS.min(
        usize::try_from(room)
            .unwrap_or(CONNECTIONS)
            .saturating_sub(600),
    );
    let (server, task) = listening(portal(None).await).await;
    let mut held = Vec::new();
    for _ in 0..wanted {
        held.push(connect("127.0.0.2", server).await.expect("a connection"));
    }
    let began = Instant::now();
    let other = asked("127.0.0.3", server, HOME).await.expect("an answer");
    assert_eq!(other, "HTTP/1.1 200 OK", "beside {wanted} connections");
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    // The others are closed, and an answer says why.
    let mut refused = 0;
    for stream in &mut held {
        let mut answer = [0; 32];
        let read = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut answer)).await;
        match read {
            // Not answered, or ended after a silence.
            Err(_) | Ok(Ok(0) | Err(_)) => {}
            Ok(Ok(count)) => {
                assert!(answer[..count].starts_with(b"HTTP/1.1 429 "));
                refused += 1;
            }
        }
    }
    // Where this takes long, others take the places of those that were ended after a silence.
    let taken = wanted - refused;
    assert!((250..=500).contains(&taken), "{taken} of {wanted}");
    task.abort();
}

/// Lets this process open as many files and connections as it may; returns how many.
fn descriptors() -> u64 {
    use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    setrlimit(Resource::Nofile, Rlimit { current, maximum }).expect("its own limit");
    maximum.unwrap_or(u64::MAX)
}

#[tokio::test(flavor = "multi_thread")]
async fn live_connections_of_one_address_are_limited_and_given_back() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    let (server, task) = listening(portal.clone()).await;
    let follow = |from: &'static str| {
        let url = format!("ws://{server}/play/{id}/live");
        async move {
            let stream = connect(from, server).await.expect("a connection");
            let request = url.into_client_request().expect("a request");
            tokio_tungstenite::client_async(request, stream).await
        }
    };
    let mut held = Vec::new();
    let refusal = loop {
        match follow("127.0.0.2").await {
            Ok((socket, _)) => held.push(socket),
            Err(error) => break error,
        }
        assert!(held.len() <= 200, "there is a limit");
    };
    let Error::Http(answer) = refusal else {
        panic!("{refusal}");
    };
    assert_eq!((answer.status().as_u16(), held.len()), (429, 200));
    // Events and sockets have one limit; games go on, and others are served.
    let events = format!("GET /play/{id}/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let events = asked("127.0.0.2", server, &events)
        .await
        .expect("an answer");
    assert_eq!(events, "HTTP/1.1 429 Too Many Requests");
    assert!(follow("127.0.0.3").await.is_ok());
    let moved = act(&portal, &id, &key, json!({ "do": "move", "text": "e2-e3" })).await;
    assert_eq!(moved.status, StatusCode::OK);
    drop(held);
    let freed = async {
        while follow("127.0.0.2").await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let freed = tokio::time::timeout(Duration::from_secs(20), freed).await;
    freed.expect("there is room again");
    task.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_waits_and_others_do_not() {
    let (server, task) = listening(portal(None).await).await;
    let body = "{}";
    let post = format!(
        "POST /api/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut answers = Vec::new();
    for _ in 0..1_000 {
        answers.push(asked("127.0.0.4", server, &post).await.expect("an answer"));
        if answers
            .last()
            .is_some_and(|answer| answer.contains(" 429 "))
        {
            break;
        }
    }
    let (last, first) = answers.split_last().expect("an answer");
    assert!(last.contains(" 429 "), "{last}");
    assert!(first.len() >= 120 && first.iter().all(|one| one.contains(" 422 ")));
    let other = asked("127.0.0.5", server, &post).await.expect("an answer");
    assert!(other.contains(" 422 "), "{other}");
    task.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn long_messages_end_a_live_connection_and_the_game_goes_on() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    let (server, task) = listening(portal.clone()).await;
    let url = format!("ws://{server}/play/{id}/live");
    let (mut socket, _) = tokio_tungstenite::connect_async(url)
        .await
        .expect("a socket");
    let long = Message::text("x".repeat(5_000));
    socket.send(long).await.expect("sent");
    let end = async { while let Some(Ok(_)) = socket.next().await {} };
    let end = tokio::time::timeout(Duration::from_secs(20), end).await;
    end.expect("the connection ends");
    let moved = act(&portal, &id, &key, json!({ "do": "move", "text": "e2-e3" })).await;
    assert_eq!(moved.status, StatusCode::OK);
    task.abort();
}
