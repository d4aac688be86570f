//! A client that is served in one thread.

use lsp_server::{Message, Notification, Request};
use ludarium_lsp::{Session, Surroundings};
use serde_json::{json, Value};

const URI: &str = "file:///game.lud";

const RIGHT: &str = r#"(game "Line" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

fn session() -> Session {
    let surroundings = Surroundings::new(ludarium_games::definitions(), |_, _, _| None);
    let mut session = Session::new(surroundings);
    let about = ask(&mut session, 0, "initialize", json!({ "capabilities": {} }));
    assert_eq!(about.expect("an answer")["serverInfo"]["name"], "ludarium");
    note(&mut session, "initialized", json!({}));
    session
}

fn note(session: &mut Session, method: &str, params: Value) {
    let note = Notification::new(method.to_owned(), params);
    let told = session.take(Message::Notification(note));
    assert!(told.is_empty(), "nothing is answered to {method} at once");
}

/// Asks, and returns the answer if it comes at once.
fn ask(session: &mut Session, id: i32, method: &str, params: Value) -> Option<Value> {
    let request = Request::new(id.into(), method.to_owned(), params);
    let told = session.take(Message::Request(request));
    told.into_iter().find_map(|message| match message {
        Message::Response(answer) => answer.result,
        _ => None,
    })
}

fn open(session: &mut Session, version: i32, text: &str) {
    let document = json!({ "uri": URI, "languageId": "lud", "version": version, "text": text });
    note(
        session,
        "textDocument/didOpen",
        json!({ "textDocument": document }),
    );
}

fn change(session: &mut Session, version: i32, text: &str) {
    let params = json!({
        "textDocument": { "uri": URI, "version": version },
        "contentChanges": [{ "text": text }],
    });
    note(session, "textDocument/didChange", params);
}

/// All messages until nothing waits any longer.
fn told(session: &mut Session) -> Vec<Message> {
    std::iter::from_fn(|| session.work()).flatten().collect()
}

/// The versions and messages of the findings among what was told.
fn findings(told: &[Message]) -> Vec<(i64, Vec<String>)> {
    let notes = told.iter().filter_map(|message| match message {
        Message::Notification(note) => Some(&note.params),
        _ => None,
    });
    let message = |finding: &Value| finding["message"].as_str().unwrap_or("").to_owned();
    notes
        .map(|params| {
            let all = params["diagnostics"].as_array().into_iter().flatten();
            let version = params["version"].as_i64().unwrap_or(0);
            (version, all.map(message).collect())
        })
        .collect()
}

#[test]
fn a_mistake_is_found_and_is_gone_when_it_is_mended() {
    let mut session = session();
    open(
        &mut session,
        1,
        &RIGHT.replace("\"Stone\" Each", "\"Stone\" Eech"),
    );
    let found = findings(&told(&mut session));
    assert!(
        found
            .iter()
            .any(|(_, all)| all.iter().any(|one| one.contains("Eech"))),
        "{found:?}"
    );
    change(&mut session, 2, RIGHT);
    let found = findings(&told(&mut session));
    let last = found.last().expect("news");
    assert_eq!(last, &(2, Vec::new()));
    assert!(session.work().is_none());
}

/// Somebody types faster than texts are checked.
#[test]
fn only_the_newest_text_is_checked() {
    let mut session = session();
    open(&mut session, 1, "(game");
    for version in 2..20 {
        change(&mut session, version, "(game \"Line\"");
    }
    change(&mut session, 20, RIGHT);
    let found = findings(&told(&mut session));
    assert!(found.iter().all(|(version, _)| *version == 20), "{found:?}");
}

#[test]
fn completions_come_at_once_and_positions_when_there_is_time() {
    let mut session = session();
    open(&mut session, 1, RIGHT);
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 2, "character": 24 } });
    let offered = ask(&mut session, 1, "textDocument/completion", at);
    assert!(offered.expect("an answer")["items"]
        .as_array()
        .is_some_and(|all| !all.is_empty()));
    let asked = json!({ "textDocument": { "uri": URI }, "moves": ["b2"] });
    assert!(ask(&mut session, 2, "ludarium/position", asked).is_none());
    let told = told(&mut session);
    let answer = told.iter().find_map(|message| match message {
        Message::Response(answer) => answer.result.as_ref(),
        _ => None,
    });
    // Eight of nine sites are left.
    let legal = answer.expect("an answer")["snapshot"]["legal"].as_array();
    assert_eq!(legal.map(Vec::len), Some(8));
}

#[test]
fn what_is_not_known_is_refused() {
    let mut session = session();
    let request = Request::new(7.into(), "textDocument/poetry".to_owned(), json!({}));
    let told = session.take(Message::Request(request));
    let [Message::Response(answer)] = &told[..] else {
        panic!("one answer");
    };
    assert!(answer.error.is_some());
}
