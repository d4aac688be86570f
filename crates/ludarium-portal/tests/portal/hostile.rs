//! Visitors who mean no good: requests from other sites, scripts in texts, guessed keys.

use axum::body::Body;
use axum::http::{header, HeaderName, Request, StatusCode};
use serde_json::{json, Value};

use crate::{act, ask, begin, get, portal, post_json, seen};

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";
const SCRIPT: &str = "</script><script>alert(1)</script>";

/// Every address that changes something or costs something, with a body that it takes.
fn changes(id: &str) -> Vec<(String, &'static str, String)> {
    let shatranj = json!({ "game": "shatranj", "seats": ["me", "me"] }).to_string();
    let resign = json!({ "do": "resign" }).to_string();
    let draft = json!({ "text": "(game)" }).to_string();
    vec![
        (
            "/play".to_owned(),
            FORM,
            "game=shatranj&seat1=me".to_owned(),
        ),
        (format!("/play/{id}"), FORM, "do=resign".to_owned()),
        ("/api/play".to_owned(), JSON, shatranj),
        (format!("/api/play/{id}"), JSON, resign),
        ("/editor/drafts".to_owned(), JSON, draft),
        ("/study/shatranj/lines".to_owned(), FORM, String::new()),
        ("/join".to_owned(), FORM, "name=Eve".to_owned()),
        ("/sign-in".to_owned(), FORM, "name=Eve".to_owned()),
        ("/sign-out".to_owned(), FORM, String::new()),
        ("/account/password".to_owned(), FORM, String::new()),
        ("/account/delete".to_owned(), FORM, String::new()),
    ]
}

fn request(path: &str, kind: &str, key: &str) -> axum::http::request::Builder {
    Request::post(path)
        .header(header::HOST, "games.example")
        .header(header::CONTENT_TYPE, kind)
        .header(header::AUTHORIZATION, format!("Bearer {key}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_other_site_changes_anything_in_a_visitors_name() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    let site = HeaderName::from_static("sec-fetch-site");
    for (name, value) in [
        (header::ORIGIN, "https://evil.example"),
        (header::ORIGIN, "https://games.example.evil.example"),
        (header::ORIGIN, "null"),
        (site.clone(), "cross-site"),
        (site.clone(), "same-site"),
    ] {
        for (path, kind, body) in changes(&id) {
            let asked = request(&path, kind, &key).header(&name, value);
            let asked = asked.body(Body::from(body)).expect("a request");
            let answer = ask(&portal, asked).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {value}");
        }
        for path in [format!("/play/{id}/live"), "/editor/language".to_owned()] {
            let asked = Request::get(&path)
                .header(header::HOST, "games.example")
                .header(header::UPGRADE, "websocket")
                .header(&name, value);
            let asked = asked.body(Body::empty()).expect("a request");
            let answer = ask(&portal, asked).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {value}");
        }
    }
    assert_eq!(seen(&portal, &id, &key).await.json()["result"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_is_longer_than_its_limit() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    for (path, kind, _) in changes(&id) {
        // What asks for lines has no body, and none is read.
        if path.ends_with("/lines") {
            continue;
        }
        let long = match kind {
            JSON => json!({ "text": "x".repeat(200_000) }).to_string(),
            _ => format!("text={}", "x".repeat(200_000)),
        };
        let asked = request(&path, kind, &key).body(Body::from(long));
        let answer = ask(&portal, asked.expect("a request")).await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
}

/// Text of visitors that comes back: names, searches, moves, positions, texts that are refused.
#[tokio::test(flavor = "multi_thread")]
async fn no_text_of_a_visitor_becomes_a_script() {
    let portal = portal(None).await;
    let wish = json!({ "game": "shatranj", "name": SCRIPT, "seats": ["me", "open"] });
    let begun = post_json(&portal, "/api/play", "", wish).await.json();
    let id = begun["id"].as_str().expect("an id");
    let sits = Request::post(format!("/play/{id}"))
        .header(header::CONTENT_TYPE, FORM)
        .body(Body::from(format!(
            "do=sit&player=2&name={}",
            escaped("</script><b>")
        )));
    let sits = ask(&portal, sits.expect("a request")).await;
    assert_eq!(sits.status, StatusCode::SEE_OTHER, "{}", sits.text);
    let text = escaped(SCRIPT);
    let mut paths = vec![format!("/play/{id}"), format!("/play/{id}/record.txt")];
    for path in [
        "/games?q=",
        "/games?family=",
        "/games?sort=",
        "/games/",
        "/games/gollon-shatranj?reading:Bare+king=",
        "/games/gollon-shatranj/records/",
        "/study/shatranj?m=",
        "/study/shatranj?position=",
        "/study/shatranj?record=",
        "/study/shatranj/position?m=",
        "/study/",
        "/editor?template=",
        "/editor?game=",
        "/editor/draft/",
        "/learn/",
        "/map?game=",
        "/map?kind=",
        "/evidence/gollon-shatranj/",
        "/concepts/",
        "/ludemes/",
        "/play/",
        "/no-such-page/",
    ] {
        paths.push(format!("{path}{text}"));
    }
    for path in paths {
        let answer = get(&portal, &path).await;
        let is_page = answer.header(header::CONTENT_TYPE).starts_with("text/html");
        let nosniff = answer.header(header::X_CONTENT_TYPE_OPTIONS);
        assert!(answer.status.as_u16() < 500, "{path}: {}", answer.text);
        assert_eq!(nosniff, "nosniff", "{path}");
        for bad in [SCRIPT, "</script><b>", "<script>alert"] {
            let found = is_page && answer.text.contains(bad);
            assert!(!found, "{path}: {}", answer.text);
        }
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'self'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
    }
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_seat_is_for_no_script_and_no_other_site() {
    let portal = portal(None).await;
    let form = Request::post("/play")
        .header(header::CONTENT_TYPE, FORM)
        .body(Body::from("game=gollon-shatranj&seat1=me&seat2=open"));
    let begun = ask(&portal, form.expect("a request")).await;
    let cookie = begun.header(header::SET_COOKIE);
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"));
    let page = begun.header(header::LOCATION);
    assert!(cookie.contains(&format!("; Path={page}")), "{cookie}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_a_key_learns_and_moves_nothing() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "kriegspiel", json!(["me", "me"])).await;
    let wish = json!({ "do": "move", "text": "e2-e4" });
    let none = act(&portal, &id, "", wish.clone()).await;
    assert_eq!(none.status, StatusCode::UNAUTHORIZED);
    assert_eq!(none.header(header::WWW_AUTHENTICATE), "Bearer");
    for guess in ["0", &key[..31], &key.to_uppercase(), &"0".repeat(10_000)] {
        let refused = act(&portal, &id, guess, wish.clone()).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{guess}");
        assert!(!seen(&portal, &id, guess).await.text.contains("Pawn"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_request_of_a_program_is_told_as_json() {
    let portal = portal(None).await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
    for (path, kind, body, status) in [
        ("/api/play", JSON, "{", StatusCode::BAD_REQUEST),
        ("/api/play", JSON, "{}", StatusCode::UNPROCESSABLE_ENTITY),
        (
            "/api/play",
            "text/plain",
            "{}",
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        (
            "/api/play/%FF",
            JSON,
            r#"{"do":"move"}"#,
            StatusCode::NOT_FOUND,
        ),
        (
            &format!("/api/play/{id}"),
            JSON,
            "[]",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
    ] {
        let asked = request(path, kind, &key).body(Body::from(body));
        let answer = ask(&portal, asked.expect("a request")).await;
        assert_eq!(answer.status, status, "{path} {body}: {}", answer.text);
        assert!(answer.json()["error"].is_string(), "{path} {body}");
    }
    for time in [
        json!({ "control": "clock", "initial": u64::MAX, "increment": 0 }),
        json!({ "control": "clock", "initial": 60_000, "increment": u64::MAX }),
        json!({ "control": "per-turn", "limit": 0 }),
    ] {
        let wish = json!({ "game": "shatranj", "seats": ["me", "me"], "time": time });
        let answer = post_json(&portal, "/api/play", "", wish).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{time}");
    }
}
