//! The portal from outside: pages, games, live connections, and what happens after a crash.

mod account_games;
mod accounts;
mod claims;
mod databases;
mod editor;
// Only Linux has many addresses of its own.
#[cfg(target_os = "linux")]
mod floods;
mod hostile;
mod pages;
mod play;
mod reading;

use std::path::Path;

use axum::body::Body;
use axum::http::{header, Request, StatusCode};
use http_body_util::BodyExt;
use ludarium_portal::{Portal, Store};
use serde_json::{json, Value};
use tower::ServiceExt;

/// A portal whose games are lost at the end.
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
