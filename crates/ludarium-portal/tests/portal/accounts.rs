//! Accounts: joined, signed in and out, limited, exported, and left out.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{header, Request, StatusCode};
use futures_util::SinkExt;
use ludarium_portal::Portal;
use serde_json::{json, Value};
use sqlx::{AnyConnection, Connection};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::Message;

use crate::account_games::is_stored;
use crate::play::{listening, message};
use crate::{ask, portal, Answer};

pub const PASSWORD: &str = "correct horse battery";

/// A browser with cookies of its own.
#[derive(Clone)]
pub struct Browser {
    portal: Portal,
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    pub fn new(portal: &Portal) -> Browser {
        Browser {
            portal: portal.clone(),
            cookies: BTreeMap::new(),
        }
    }

    async fn ask(&mut self, request: axum::http::request::Builder, body: String) -> Answer {
        let cookies = self.cookies.iter();
        let cookies: Vec<String> = cookies.map(|(name, own)| format!("{name}={own}")).collect();
        let request = request
            .header(header::HOST, "games.example")
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
            .header(header::COOKIE, cookies.join("; "))
            .body(Body::from(body))
            .expect("a request");
        let answer = ask(&self.portal, request).await;
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("a text");
            let (name, rest) = cookie.split_once('=').expect("a cookie");
            let value = rest.split(';').next().unwrap_or("");
            match value {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        answer
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask(Request::get(path), String::new()).await
    }

    pub async fn post(&mut self, path: &str, form: &str) -> Answer {
        let form_type = "application/x-www-form-urlencoded";
        let request = Request::post(path).header(header::CONTENT_TYPE, form_type);
        self.ask(request, form.to_owned()).await
    }

    pub async fn join(&mut self, name: &str) -> Answer {
        let form = format!("name={name}&password={PASSWORD}&again={PASSWORD}");
        self.post("/join", &form).await
    }

    pub async fn sign_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/sign-in", &format!("name={name}&password={password}"))
            .await
    }

    /// The same browser before another server at the same address.
    pub fn on(&self, portal: &Portal) -> Browser {
        Browser {
            portal: portal.clone(),
            cookies: self.cookies.clone(),
        }
    }

    pub async fn delete(&mut self) -> Answer {
        let form = format!("password={PASSWORD}");
        self.post("/account/delete", &form).await
    }

    /// Begins a game with the form of its page; returns its name in addresses.
    pub async fn begin(&mut self, form: &str) -> String {
        let begun = self.post("/play", form).await;
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
        let page = begun.header(header::LOCATION);
        page.trim_start_matches("/play/").to_owned()
    }

    pub async fn move_piece(&mut self, id: &str, text: &str) -> StatusCode {
        let form = format!("do=move&text={text}");
        self.post(&format!("/play/{id}"), &form).await.status
    }
}

/// A browser of somebody who has just joined.
pub async fn member(portal: &Portal, name: &str) -> Browser {
    let mut browser = Browser::new(portal);
    let joined = browser.join(name).await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.text);
    browser
}

/// Two accounts with a game between them; returns its name in addresses.
pub async fn two_members(portal: &Portal, game: &str) -> (Browser, Browser, String) {
    let (mut ada, mut bob) = (member(portal, "Ada").await, member(portal, "Bob").await);
    let id = ada.begin(&format!("game={game}&seat1=me&seat2=open")).await;
    let sat = bob.post(&format!("/play/{id}"), "do=sit&player=2").await;
    assert_eq!(sat.status, StatusCode::SEE_OTHER, "{}", sat.text);
    (ada, bob, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_joins_signs_out_and_signs_in_again() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let guest = ada.get("/").await.text;
    assert!(guest.contains("href=\"/sign-in\">Sign in</a>"));
    let joined = ada.join("Ada").await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.text);
    let cookie = joined.header(header::SET_COOKIE);
    for part in ["; HttpOnly", "; SameSite=Lax", "; Path=/;"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let (name, token) = cookie.split_once('=').expect("a cookie");
    let token = token.split(';').next().expect("a token");
    assert_eq!((name, token.len()), ("session", 64), "32 bytes over http");
    let page = ada.get("/").await.text;
    assert!(page.contains("<a href=\"/account\">Ada</a>") && !page.contains("Sign in"));

    let mut kept = ada.clone();
    let out = ada.post("/sign-out", "").await;
    assert_eq!(out.header(header::LOCATION), "/");
    assert!(ada.get("/").await.text.contains("Sign in"));
    let old = kept.get("/").await.text;
    assert!(old.contains("Sign in"), "the token itself holds no longer");
    let back = ada.sign_in("aDA", PASSWORD).await;
    assert_eq!(back.status, StatusCode::SEE_OTHER, "{}", back.text);
    assert_ne!(ada.cookies["session"], token, "a new session");
    assert!(ada.get("/account").await.text.contains("<h1>Ada</h1>"));
}

/// Lets time pass, as far as the sessions in a database go.
async fn age_sessions(file: &std::path::Path, days: u64) {
    let address = format!("sqlite:{}", file.display());
    let mut database = AnyConnection::connect(&address).await.expect("a database");
    let update = format!("update session set used_at = used_at - {days} * 86400000");
    let aged = sqlx::query(&update).execute(&mut database).await;
    assert_eq!(aged.expect("it is changed").rows_affected(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_lasts_as_long_as_it_is_used_within_90_days() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let ada = member(&portal(Some(&file)).await, "Ada").await;
    // Each time another server, which does not know the session yet.
    for _ in 0..2 {
        age_sessions(&file, 89).await;
        let mut ada = ada.on(&portal(Some(&file)).await);
        // What a proxy may keep for others holds no cookie.
        let picture = ada.get("/games/shatranj/board.svg").await;
        assert_eq!(picture.header(header::SET_COOKIE), "");
        age_sessions(&file, 89).await;
        let mut ada = ada.on(&portal(Some(&file)).await);
        let page = ada.get("/account").await;
        assert_eq!(page.status, StatusCode::OK);
        let cookie = page.header(header::SET_COOKIE);
        assert!(cookie.contains("Max-Age=7776000"), "{cookie}");
        let again = ada.get("/account").await;
        assert_eq!(again.header(header::SET_COOKIE), "", "once a day");
    }
    age_sessions(&file, 91).await;
    let mut ada = ada.on(&portal(Some(&file)).await);
    assert_eq!(ada.get("/account").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_unique_without_regard_to_case_and_passwords_are_long() {
    let portal = portal(None).await;
    member(&portal, "Ada").await;
    let mut eve = Browser::new(&portal);
    let taken = eve.join("ADA").await;
    assert_eq!(taken.status, StatusCode::CONFLICT);
    assert!(taken.text.contains("This name is taken"), "{}", taken.text);
    let long = "x".repeat(21);
    for name in [
        "E", &long, "Eve+L", "%C3%89ve", "a%2Fb", "Guest", "", "a%00b",
    ] {
        let refused = eve.join(name).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert!(
            refused.text.contains("A name has 2 to 20 letters"),
            "{name}"
        );
    }
    for (form, why) in [
        (
            "name=Eve&password=123456789&again=123456789",
            "at least 10 characters",
        ),
        (
            "name=Eve-of-the-10&password=eve-of-the-10&again=eve-of-the-10",
            "is not the name",
        ),
        (
            "name=Eve&password=a+blue+horse&again=a+blue+house",
            "The two passwords differ",
        ),
    ] {
        let refused = eve.post("/join", form).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(refused.text.contains(why), "{form}: {}", refused.text);
        assert!(refused.text.contains("role=\"alert\""));
    }
    assert!(eve.cookies.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_that_is_guessed_first_is_refused_with_the_reason() {
    let portal = portal(None).await;
    let mut ada = member(&portal, "Ada").await;
    let mut eve = Browser::new(&portal);
    for (password, why) in [
        ("password123", "on the lists of common passwords"),
        ("1234567890", "a sequence or a repetition"),
        ("Ludarium2024", "not the name of this site"),
        ("ada-1234567", "not the name of the account"),
    ] {
        let new = format!("password={password}&again={password}");
        let joins = eve.post("/join", &format!("name=ada-&{new}")).await;
        let form = format!("old={PASSWORD}&{new}");
        let changes = ada.post("/account/password", &form).await;
        for refused in [joins, changes] {
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{new}");
            assert!(refused.text.contains(why), "{new}: {}", refused.text);
            assert!(refused
                .text
                .contains("Four words that do not belong together would do."));
            assert!(!refused.text.contains(password), "it is not repeated");
        }
    }
    assert!(eve.cookies.is_empty());
    let before = Browser::new(&portal).sign_in("Ada", PASSWORD).await;
    assert_eq!(before.status, StatusCode::SEE_OTHER, "nothing is changed");
}

/// The stored form of `password123`, as argon2-cffi makes it.
const COMMON_PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$YW4gb2xkIHNhbHQgMTYgYg$\
                               KxOGLaCzlsdAthrtC+EHZZRhUEk1SEeZa794m2J1xn4";

#[tokio::test(flavor = "multi_thread")]
async fn an_account_whose_password_is_common_already_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let portal = portal(Some(&file)).await;
    member(&portal, "Ada").await;
    let address = format!("sqlite:{}", file.display());
    let mut database = AnyConnection::connect(&address).await.expect("a database");
    let update = sqlx::query("update account set password = $1").bind(COMMON_PASSWORD);
    update.execute(&mut database).await.expect("it is changed");
    let mut ada = Browser::new(&portal);
    let signed_in = ada.sign_in("Ada", "password123").await;
    assert_eq!(
        signed_in.status,
        StatusCode::SEE_OTHER,
        "{}",
        signed_in.text
    );
    let form = format!("old=password123&password={PASSWORD}&again={PASSWORD}");
    let changed = ada.post("/account/password", &form).await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER, "{}", changed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_and_an_unknown_name_are_answered_alike() {
    let portal = portal(None).await;
    member(&portal, "Ada").await;
    let mut eve = Browser::new(&portal);
    let wrong = eve.sign_in("Ada", "wrong horse battery").await;
    let unknown = eve.sign_in("Ida", "wrong horse battery").await;
    let impossible = eve.sign_in("!", "wrong horse battery").await;
    for answer in [&wrong, &unknown, &impossible] {
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    }
    let without_name = |answer: &Answer, name: &str| {
        answer
            .text
            .replace(&format!("value=\"{name}\""), "value=\"\"")
    };
    assert_eq!(without_name(&wrong, "Ada"), without_name(&unknown, "Ida"));
    assert_eq!(without_name(&wrong, "Ada"), without_name(&impossible, "!"));
    assert!(wrong.text.contains("The name or the password is wrong."));
    assert!(eve.cookies.is_empty());
}

/// Signs in from an address; returns the answer.
async fn from_address(portal: &Portal, address: &str, name: &str) -> Answer {
    let peer: SocketAddr = address.parse().expect("an address");
    let request = Request::post("/sign-in")
        .extension(ConnectInfo(peer))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(format!(
            "name={name}&password=wrong+horse+battery"
        )))
        .expect("a request");
    ask(portal, request).await
}

fn assert_waits(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(
        answer.text.contains("Too many attempts; please wait"),
        "{}",
        answer.text
    );
    let wait: u64 = answer.header(header::RETRY_AFTER).parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_guessed_slowly_for_a_name_and_from_an_address() {
    let portal = portal(None).await;
    let mut ada = member(&portal, "Ada").await;
    // From everywhere, for one name.
    let mut refused = 0;
    for number in 1..=14 {
        let answer = from_address(&portal, &format!("198.51.100.{number}:9"), "ada").await;
        match answer.status {
            StatusCode::FORBIDDEN => {}
            _ => {
                assert_waits(&answer);
                refused += 1;
            }
        }
    }
    assert!(refused >= 1, "more than ten attempts");
    assert_eq!(
        ada.get("/account").await.status,
        StatusCode::OK,
        "she plays on"
    );
    // From one network, for many names.
    let mut answers = Vec::new();
    for number in 0..30 {
        let address = format!("[2001:db8::{number}]:9");
        answers.push(from_address(&portal, &address, &format!("name{number}")).await);
        if answers
            .last()
            .is_some_and(|last| last.status != StatusCode::FORBIDDEN)
        {
            break;
        }
    }
    assert!((20..30).contains(&answers.len()), "{}", answers.len());
    assert_waits(answers.last().expect("an answer"));
    let other = from_address(&portal, "203.0.113.1:9", "somebody").await;
    assert_eq!(other.status, StatusCode::FORBIDDEN, "others may try");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_the_cookie_is_for_this_host_and_https_alone() {
    let portal = portal(None).await;
    member(&portal, "Ada").await;
    for (name, value) in [
        ("origin", "https://games.example"),
        ("x-forwarded-proto", "https"),
    ] {
        let request = Request::post("/sign-in")
            .header(header::HOST, "games.example")
            .header(name, value)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(format!("name=Ada&password={PASSWORD}")))
            .expect("a request");
        let answer = ask(&portal, request).await;
        let cookie = answer.header(header::SET_COOKIE);
        assert!(cookie.starts_with("__Host-session="), "{cookie}");
        assert!(cookie.contains("; Secure") && cookie.contains("; Path=/;"));
        let cookie = cookie.split(';').next().expect("a cookie");
        let page = Request::get("/account")
            .header(header::COOKIE, cookie)
            .body(Body::empty())
            .expect("a request");
        assert!(ask(&portal, page).await.text.contains("<h1>Ada</h1>"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_from_a_page_of_a_game_comes_back_to_it() {
    let portal = portal(None).await;
    let mut ada = member(&portal, "Ada").await;
    let id = ada.begin("game=shatranj&seat1=me&seat2=open").await;
    let from = Request::get("/sign-in")
        .header(header::HOST, "games.example")
        .header(header::REFERER, format!("http://games.example/play/{id}"))
        .body(Body::empty())
        .expect("a request");
    let next = format!("name=\"next\" value=\"/play/{id}\"");
    assert!(ask(&portal, from).await.text.contains(&next));
    let mut again = Browser::new(&portal);
    for (next, to) in [
        (format!("/play/{id}"), format!("/play/{id}")),
        ("//evil.example".to_owned(), "/my-games".to_owned()),
    ] {
        let form = format!("name=Ada&password={PASSWORD}&next={next}");
        let back = again.post("/sign-in", &form).await;
        assert_eq!(back.header(header::LOCATION), to);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_the_password_ends_all_other_sessions() {
    let portal = portal(None).await;
    let mut ada = member(&portal, "Ada").await;
    let mut phone = Browser::new(&portal);
    phone.sign_in("Ada", PASSWORD).await;
    let new = "password=another+horse&again=another+horse";
    let wrong = ada
        .post("/account/password", &format!("old=wrong+horse&{new}"))
        .await;
    assert_eq!(wrong.status, StatusCode::FORBIDDEN, "{}", wrong.text);
    assert_eq!(phone.get("/account").await.status, StatusCode::OK);
    let sessions = ada.get("/account").await.text;
    assert!(sessions.contains("On this device") && sessions.contains("On another device"));
    let form = format!("old={PASSWORD}&{new}");
    let changed = ada.post("/account/password", &form).await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER, "{}", changed.text);
    assert_eq!(ada.get("/account").await.status, StatusCode::OK);
    assert_eq!(phone.get("/account").await.status, StatusCode::SEE_OTHER);
    assert_eq!(
        phone.sign_in("Ada", PASSWORD).await.status,
        StatusCode::FORBIDDEN
    );
    let back = phone.sign_in("Ada", "another+horse").await;
    assert_eq!(back.status, StatusCode::SEE_OTHER);
    // And everywhere at once.
    phone.post("/sign-out", "where=everywhere").await;
    for browser in [&mut ada, &mut phone] {
        assert!(browser.get("/").await.text.contains("Sign in"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_connection_makes_no_more_moves_when_its_session_is_ended() {
    let portal = portal(None).await;
    let (mut ada, _, id) = two_members(&portal, "shatranj").await;
    let (address, server) = listening(portal.clone()).await;
    let url = format!("ws://{address}/play/{id}/live");
    let mut request = url.into_client_request().expect("a request");
    let cookie = format!("session={}", ada.cookies["session"]);
    let cookie = cookie.parse().expect("a header");
    request.headers_mut().insert("cookie", cookie);
    let connected = tokio_tungstenite::connect_async(request).await;
    let (mut socket, _) = connected.expect("a connection");
    assert_eq!(message(&mut socket).await["players"][0]["you"], true);
    let mut phone = Browser::new(&portal);
    phone.sign_in("Ada", PASSWORD).await;
    phone.post("/sign-out", "where=everywhere").await;
    let wish = json!({ "do": "move", "text": "e2-e3" }).to_string();
    socket.send(Message::text(wish)).await.expect("sent");
    let refused = message(&mut socket).await;
    assert_eq!(
        refused["refused"], "You have no seat at this table.",
        "{refused}"
    );
    assert_eq!(ada.get("/account").await.status, StatusCode::SEE_OTHER);
    server.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_everything_that_is_stored_of_an_account() {
    let portal = portal(None).await;
    let (mut ada, _, id) = two_members(&portal, "shatranj").await;
    ada.post(&format!("/play/{id}"), "do=resign").await;
    let export = ada.get("/account/export.json").await;
    assert!(export
        .header(header::CONTENT_DISPOSITION)
        .contains("attachment"));
    let all = export.json();
    assert_eq!(all["name"], "Ada");
    let is_time = |value: &Value| {
        let text = value.as_str().expect("a text");
        text.len() == 20 && text.starts_with("20") && text.ends_with('Z')
    };
    assert!(is_time(&all["created"]));
    let sessions = all["sessions"].as_array().expect("a list");
    assert_eq!(sessions.len(), 1);
    assert!(is_time(&sessions[0]["began"]) && is_time(&sessions[0]["last_used"]));
    let games = all["games"].as_array().expect("a list");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["id"], id.as_str());
    assert_eq!(games[0]["seats"], json!([{ "player": 1, "side": "White" }]));
    assert_eq!(games[0]["outcome"], "lost");
    assert!(!export.text.contains("argon2") && !export.text.contains(PASSWORD));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_accounts_has_none_of_their_pages_and_stores_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let portal = portal(Some(&file)).await;
    let mut ada = member(&portal, "Ada").await;
    let mut guest = ada.on(&portal.clone().without_accounts());
    for path in [
        "/join",
        "/sign-in",
        "/account",
        "/account/export.json",
        "/my-games",
        "/player/Ada",
    ] {
        assert_eq!(
            guest.get(path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let join = format!("name=Eve&password={PASSWORD}&again={PASSWORD}");
    for (path, form) in [
        ("/join", join.as_str()),
        ("/sign-in", &join),
        ("/sign-out", ""),
        ("/account/password", ""),
        ("/account/delete", ""),
        ("/my-games/claim", "do=keep"),
    ] {
        assert_eq!(
            guest.post(path, form).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let id = guest
        .begin("game=shatranj&seat1=me&seat2=open&name=Guest")
        .await;
    for path in ["/", "/about", "/games/shatranj", &format!("/play/{id}")] {
        let page = guest.get(path).await.text;
        for word in ["/sign-in", "/join", "/account", "/my-games", "Ada"] {
            assert!(!page.contains(word), "{path}: {word}");
        }
    }
    assert!(guest
        .get(&format!("/play/{id}"))
        .await
        .text
        .contains("Guest (you)"));
    assert!(!ada.get("/my-games").await.text.contains(&id));
    assert!(!is_stored(&file, "Eve").await);
}
