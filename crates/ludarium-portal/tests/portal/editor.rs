//! The editor: its pages, drafts that are shared, and the language servers that it starts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Body;
use axum::http::{header, HeaderName, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use ludarium_portal::{LanguageServer, Portal};
use serde_json::{json, Value};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::Message;

use crate::play::{listening, message, Socket};
use crate::{ask, get, portal, post_json, Answer};

/// How long something may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the script of a page is given.
pub fn beginning(page: &Answer) -> Value {
    let after = page.text.split_once("id=\"data\"").expect("data").1;
    let after = after.split_once('>').expect("an element").1;
    let text = after.split_once("</script>").expect("its end").0;
    serde_json::from_str(text).expect("it is JSON")
}

/// Stores a text and returns the address of the draft.
pub async fn share(portal: &Portal, text: &str) -> String {
    let answer = post_json(portal, "/editor/drafts", "", json!({ "text": text })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["address"]
        .as_str()
        .expect("an address")
        .to_owned()
}

/// A program that sends back each message as it came.
fn echo() -> LanguageServer {
    LanguageServer {
        arguments: Vec::new(),
        ..LanguageServer::of_program(PathBuf::from("/bin/cat"))
    }
}

async fn editing(server: LanguageServer) -> SocketAddr {
    listening(portal(None).await.with_language_server(server))
        .await
        .0
}

async fn connected(address: SocketAddr) -> Result<Socket, StatusCode> {
    let url = format!("ws://{address}/editor/language");
    let request = url.into_client_request().expect("a request");
    match tokio_tungstenite::connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
            Err(StatusCode::from_u16(answer.status().as_u16()).expect("a status"))
        }
        Err(error) => panic!("{error}"),
    }
}

async fn say(socket: &mut Socket, message: Value) {
    let sent = socket.send(Message::text(message.to_string())).await;
    sent.expect("sent");
}

fn hover(id: u32) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover" })
}

/// Waits until there is a place for one more, whose messages come back.
async fn served(address: SocketAddr) {
    let answered = async {
        loop {
            let mut socket = connected(address).await.expect("a connection");
            // A connection that is refused may be closed already.
            let _ = socket.send(Message::text(hover(1).to_string())).await;
            if message(&mut socket).await == hover(1) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let place = tokio::time::timeout(PATIENCE, answered).await;
    place.expect("a place is free again");
}

/// Waits until the server closes a connection.
async fn closed(socket: &mut Socket) {
    let end = async { while let Some(Ok(_)) = socket.next().await {} };
    tokio::time::timeout(PATIENCE, end)
        .await
        .expect("it is closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_editor_begins_with_a_template_or_a_built_in_game() {
    let portal = portal(None).await;
    let page = get(&portal, "/editor").await;
    assert_eq!(page.status, StatusCode::OK);
    let text = beginning(&page)["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(text.contains("(game \""), "{text}");
    assert!(!text.contains("@NAME@"), "the name is filled in: {text}");
    for template in ["hunt", "race", "sowing", "war", "chess"] {
        let page = get(&portal, &format!("/editor?template={template}")).await;
        assert_eq!(page.status, StatusCode::OK, "{template}");
        assert_ne!(beginning(&page)["text"], text, "{template}");
    }
    let fork = get(&portal, "/editor?game=gollon-shatranj").await;
    let begun = beginning(&fork);
    let forked = begun["text"].as_str().expect("a text");
    assert!(forked.contains("(game \"Shatranj\""), "{forked}");
    for unknown in ["/editor?game=nothing", "/editor?template=nothing"] {
        let status = get(&portal, unknown).await.status;
        assert_eq!(status, StatusCode::NOT_FOUND, "{unknown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_styles_of_the_page_itself_are_let_in_and_each_answer_has_its_own_key() {
    let portal = portal(None).await;
    let (one, two) = (get(&portal, "/editor").await, get(&portal, "/editor").await);
    let nonce = |page: &Answer| {
        let policy = page.header(header::CONTENT_SECURITY_POLICY).to_owned();
        let nonce = policy.split_once("'nonce-").expect("a nonce").1;
        let nonce = nonce.split('\'').next().expect("a nonce").to_owned();
        assert!(page.text.contains(&format!("data-nonce=\"{nonce}\"")));
        assert!(policy.contains("default-src 'self'") && policy.contains("object-src 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        nonce
    };
    assert_ne!(nonce(&one), nonce(&two));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_found_by_its_address_alone_and_by_no_search_engine() {
    let portal = portal(None).await;
    let text = "(game \"</script><b>\" (players 2))";
    let address = share(&portal, text).await;
    let id = address.strip_prefix("/editor/draft/").expect("a draft");
    assert_eq!(id.len(), 32, "128 bits: {id}");
    assert_ne!(share(&portal, text).await, address);
    let page = get(&portal, &address).await;
    assert_eq!(beginning(&page)["text"], text);
    assert!(!page.text.contains("<b>"), "a draft is never HTML");
    let robots = page.header(HeaderName::from_static("x-robots-tag"));
    assert_eq!(robots, "noindex");
    let unknown = get(&portal, "/editor/draft/0123456789abcdef0123456789abcdef").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_built_in_game_can_be_changed_and_shared() {
    let portal = portal(None).await;
    let longest = ludarium_games::entries()
        .iter()
        .max_by_key(|entry| entry.description.len())
        .expect("a game");
    let page = get(&portal, &format!("/editor?game={}", longest.slug)).await;
    let text = beginning(&page)["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert_eq!(text, longest.description);
    let address = share(&portal, &text).await;
    assert_eq!(beginning(&get(&portal, &address).await)["text"], text);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_texts_and_texts_from_other_sites_are_not_stored() {
    let portal = portal(None).await;
    for length in [64 * 1024 + 1, 1024 * 1024] {
        let text = json!({ "text": "(".repeat(length) });
        let answer = post_json(&portal, "/editor/drafts", "", text).await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{length}");
    }
    let request = Request::post("/editor/drafts")
        .header(header::HOST, "games.example")
        .header(header::ORIGIN, "https://evil.example")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(r#"{"text":"(game)"}"#))
        .expect("a request");
    assert_eq!(ask(&portal, request).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_language_server_says_so() {
    let portal = portal(None).await;
    let page = get(&portal, "/editor").await.text;
    assert!(page.contains("the editor is not available here"), "{page}");
    let (address, _server) = listening(portal).await;
    let refused = connected(address).await.err();
    assert_eq!(refused, Some(StatusCode::SERVICE_UNAVAILABLE));
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_passed_on_whole_and_what_looks_at_files_is_not() {
    let address = editing(echo()).await;
    let mut socket = connected(address).await.expect("a connection");
    let note = json!({ "method": "textDocument/didChange", "params": "tâb\r\n\r\n" });
    let files = json!({ "id": 1, "method": "textDocument/definition" });
    for sent in [&files, &note, &hover(2)] {
        say(&mut socket, sent.clone()).await;
    }
    assert_eq!(message(&mut socket).await, note);
    assert_eq!(message(&mut socket).await, hover(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_a_few_write_at_once_and_a_place_is_free_again_when_one_leaves() {
    let server = LanguageServer {
        at_once: 2,
        ..echo()
    };
    let address = editing(server).await;
    let mut sockets = Vec::new();
    for _ in 0..2 {
        sockets.push(connected(address).await.expect("a connection"));
    }
    let mut third = connected(address).await.expect("a connection");
    let told = message(&mut third).await;
    assert_eq!(told["method"], "ludarium/stopped");
    assert_eq!(told["params"]["byText"], false);
    closed(&mut third).await;
    sockets.pop();
    served(address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_server_that_ends_or_cannot_start_is_reported_to_the_page() {
    for (program, expected) in [
        ("/bin/true", "the language service has ended"),
        (
            "/bin/no-such-program",
            "the language service cannot be started",
        ),
    ] {
        let server = LanguageServer {
            program: PathBuf::from(program),
            ..echo()
        };
        let address = editing(server).await;
        let mut socket = connected(address).await.expect("a connection");
        let told = message(&mut socket).await;
        assert_eq!(told["method"], "ludarium/stopped", "{program}");
        assert_eq!(told["params"]["why"], expected, "{program}");
        closed(&mut socket).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_server_that_reads_nothing_is_ended() {
    let server = LanguageServer {
        program: PathBuf::from("/bin/sleep"),
        arguments: vec!["600".to_owned()],
        answered_within: Duration::from_secs(1),
        ..echo()
    };
    let address = editing(server).await;
    let mut socket = connected(address).await.expect("a connection");
    // More than a pipe holds.
    let text = "x".repeat(200 * 1024);
    let long = json!({ "method": "textDocument/didChange", "params": text });
    say(&mut socket, long).await;
    say(&mut socket, hover(1)).await;
    let told = message(&mut socket).await;
    assert_eq!(told["method"], "ludarium/stopped", "{told}");
    closed(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_reads_nothing_gives_its_place_back() {
    let server = LanguageServer {
        at_once: 1,
        answered_within: Duration::from_secs(1),
        ..echo()
    };
    let address = editing(server).await;
    let mut socket = connected(address).await.expect("a connection");
    let text = "x".repeat(200 * 1024);
    let long = json!({ "method": "textDocument/didChange", "params": text });
    // All that comes back waits for a reader, until nothing more fits between.
    let flood = async { while socket.send(Message::text(long.to_string())).await.is_ok() {} };
    let _ = tokio::time::timeout(Duration::from_secs(3), flood).await;
    served(address).await;
    drop(socket);
}
