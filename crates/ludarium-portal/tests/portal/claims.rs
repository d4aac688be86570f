//! Games that are played as a guest and kept in an account.

use axum::body::Body;
use axum::http::{header, Request, StatusCode};
use ludarium_portal::{Portal, Store};
use serde_json::json;

use crate::account_games::is_stored;
use crate::accounts::{member, Browser, PASSWORD};
use crate::{act, ask, begin, get, portal, seen, Answer};

/// What leads to a claim, on the list of games and on the page of a game.
const OFFERED: &str = "Keep in my account";

/// Begins a game against the computer, or with an open seat, as a guest.
async fn guest_game(browser: &mut Browser, name: &str, other: &str) -> String {
    let form = format!("game=shatranj&seat1=me&seat2={other}&name={name}");
    browser.begin(&form).await
}

/// The key that a browser keeps for a game.
fn key_of(browser: &Browser, id: &str) -> String {
    browser.cookies[&format!("seat-{id}")].clone()
}

/// Takes a seat along by its secret link.
async fn take_along(browser: &mut Browser, id: &str, key: &str) {
    let taken = browser.get(&format!("/play/{id}/seat/{key}")).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
}

async fn keep(browser: &mut Browser, games: &[&str]) -> Answer {
    let games: Vec<String> = games.iter().map(|id| format!("&game={id}")).collect();
    let form = format!("do=keep{}", games.concat());
    browser.post("/my-games/claim", &form).await
}

/// Where the cookies of an answer go: a name and a path for each.
fn cookies(answer: &Answer) -> Vec<(String, String)> {
    let all = answer.headers.get_all(header::SET_COOKIE).iter();
    let all = all.map(|cookie| {
        let text = cookie.to_str().expect("a text");
        let part = |name: &str| {
            let (_, rest) = text.split_once(name).expect("an attribute");
            rest.split(';').next().unwrap_or("").to_owned()
        };
        let (name, _) = text.split_once('=').expect("a cookie");
        (name.to_owned(), part("Path="))
    });
    all.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_joins_keeps_the_games_of_this_browser() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let begun = ada
        .post("/play", "game=shatranj&seat1=me&seat2=open&name=Lady")
        .await;
    let id = begun.header(header::LOCATION).replace("/play/", "");
    let seat = format!("seat-{id}");
    let both = [
        (seat.clone(), format!("/play/{id}")),
        (seat, "/my-games".to_owned()),
    ];
    assert_eq!(cookies(&begun), both, "sent to two places alone");
    assert_eq!(ada.move_piece(&id, "e2-e3").await, StatusCode::SEE_OTHER);
    let over = guest_game(&mut ada, "Lady", "computer").await;
    ada.post(&format!("/play/{over}"), "do=resign").await;
    let key = key_of(&ada, &id);
    let page = ada.get(&format!("/play/{id}")).await.text;
    assert!(!page.contains(OFFERED) && page.contains("the game can go into your account"));

    ada.join("Ada").await;
    let list = ada.get("/my-games").await.text;
    assert!(
        list.contains(OFFERED) && list.contains("There is none yet"),
        "{list}"
    );
    for part in [
        &id,
        &over,
        "against an open seat",
        "against the computer (level 3)",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    let kept = keep(&mut ada, &[&id, &over]).await;
    assert_eq!(
        kept.header(header::LOCATION),
        "/my-games?done=claimed",
        "{}",
        kept.text
    );
    assert_eq!(
        ada.cookies.keys().collect::<Vec<_>>(),
        ["session"],
        "no key is left"
    );
    let list = ada.get("/my-games?done=claimed").await.text;
    assert!(list.contains("The games are in your account now.") && !list.contains(OFFERED));
    assert!(
        list.contains("Black to move") && list.contains("Last move: e2-e3"),
        "{list}"
    );
    assert!(list.contains("Black wins: White resigned"), "{list}");

    // Others see the account, which plays on from any browser.
    let page = get(&portal, &format!("/play/{id}")).await.text;
    assert!(
        page.contains("/player/Ada") && !page.contains("Lady"),
        "{page}"
    );
    let profile = get(&portal, "/player/Ada").await.text;
    assert!(profile.contains(&over) && profile.contains("<td>0</td><td>0</td><td>1</td>"));
    let mut phone = Browser::new(&portal);
    phone.sign_in("Ada", PASSWORD).await;
    assert!(phone
        .get(&format!("/play/{id}"))
        .await
        .text
        .contains("(you)"));
    // The secret link, too, still gives the seat.
    let mut tablet = Browser::new(&portal);
    take_along(&mut tablet, &id, &key).await;
    assert!(tablet
        .get(&format!("/play/{id}"))
        .await
        .text
        .contains("(you)"));
    assert_eq!(
        seen(&portal, &id, &key).await.json()["players"][0]["you"],
        true
    );
    // The account needs no key.
    take_along(&mut phone, &id, &key).await;
    assert_eq!(phone.cookies.keys().collect::<Vec<_>>(), ["session"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_kept_from_its_own_page() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let id = guest_game(&mut ada, "Lady", "computer").await;
    let page = format!("/play/{id}");
    let refused = ada.post(&page, "do=claim").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "not signed in");
    ada.join("Ada").await;
    assert!(ada.get(&page).await.text.contains(OFFERED));
    for time in 1..=2 {
        let kept = ada.post(&page, "do=claim").await;
        assert_eq!(
            kept.header(header::LOCATION),
            page,
            "time {time}: {}",
            kept.text
        );
    }
    let text = ada.get(&page).await.text;
    assert!(
        !text.contains(OFFERED) && text.contains("/player/Ada"),
        "{text}"
    );
    assert!(!text.contains("/seat/"), "an account needs no secret link");
    assert_eq!(ada.move_piece(&id, "e2-e3").await, StatusCode::SEE_OTHER);
    assert!(ada.get("/my-games").await.text.contains(&id));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_claims_a_seat_without_its_key_or_that_of_an_account() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let id = guest_game(&mut ada, "Lady", "open").await;
    let (other, other_key) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let mut eve = member(&portal, "Eve").await;
    for key in [
        "0".repeat(32),
        other_key.clone(),
        "x".to_owned(),
        String::new(),
    ] {
        eve.cookies.insert(format!("seat-{id}"), key.clone());
        let list = eve.get("/my-games").await.text;
        assert!(
            !list.contains(OFFERED) && !list.contains(&id),
            "{key}: {list}"
        );
        assert!(!eve.get(&format!("/play/{id}")).await.text.contains(OFFERED));
        let refused = keep(&mut eve, &[&id]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{key}");
        assert!(
            refused.text.contains("no seat of yours to claim"),
            "{}",
            refused.text
        );
        let refused = eve.post(&format!("/play/{id}"), "do=claim").await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{key}");
    }
    eve.cookies.remove(&format!("seat-{id}"));
    for id in [&id, &other, "aaaaaaaaaa", "", "%00"] {
        let nothing = keep(&mut eve, &[id]).await;
        assert_eq!(nothing.header(header::LOCATION), "/my-games", "{id}");
    }
    eve.cookies.insert("seat-aaaaaaaaaa".to_owned(), other_key);
    let unknown = keep(&mut eve, &["aaaaaaaaaa"]).await;
    assert!(
        unknown.text.contains("there is no such game"),
        "{}",
        unknown.text
    );
    assert!(!eve.get("/my-games").await.text.contains(OFFERED));

    // With the secret link Eve plays on, but what Ada has claimed stays hers.
    let key = key_of(&ada, &id);
    ada.join("Ada").await;
    keep(&mut ada, &[&id]).await;
    take_along(&mut eve, &id, &key).await;
    assert!(!eve.get("/my-games").await.text.contains(OFFERED));
    assert!(!eve.get(&format!("/play/{id}")).await.text.contains(OFFERED));
    let refused = keep(&mut eve, &[&id]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(get(&portal, &format!("/play/{id}"))
        .await
        .text
        .contains("/player/Ada"));
    let mut guest = Browser::new(&portal);
    guest.cookies.insert(format!("seat-{id}"), key);
    assert_eq!(keep(&mut guest, &[&id]).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_claims_nothing_in_a_visitors_name() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let id = guest_game(&mut ada, "Lady", "open").await;
    let key = key_of(&ada, &id);
    ada.join("Ada").await;
    let cookies = format!("session={}; seat-{id}={key}", ada.cookies["session"]);
    for (path, form) in [
        ("/my-games/claim".to_owned(), format!("do=keep&game={id}")),
        (format!("/play/{id}"), "do=claim".to_owned()),
    ] {
        for (name, value) in [
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let request = Request::post(&path)
                .header(header::HOST, "games.example")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(header::COOKIE, &cookies)
                .header(name, value)
                .body(Body::from(form.clone()))
                .expect("a request");
            let answer = ask(&portal, request).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {value}");
        }
    }
    let by_link = ada.get("/my-games/claim").await;
    assert_eq!(by_link.status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(
        ada.get("/my-games").await.text.contains(OFFERED),
        "nothing has happened"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_account_gets_the_seat_opposite_to_its_own() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let id = guest_game(&mut ada, "Lady", "open").await;
    ada.join("Ada").await;
    let page = format!("/play/{id}");
    ada.post(&page, "do=sit&player=2").await;
    assert!(!ada.get(&page).await.text.contains(OFFERED));
    assert!(!ada.get("/my-games").await.text.contains(OFFERED));
    // A defeat does not go away, either.
    ada.move_piece(&id, "e2-e3").await;
    ada.move_piece(&id, "e7-e6").await;
    for over in [false, true] {
        let refused = keep(&mut ada, &[&id]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{over}");
        let why = "your account has another seat in this game";
        assert!(refused.text.contains(why), "{}", refused.text);
        ada.post(&page, "do=resign").await;
    }
    assert!(
        ada.cookies.contains_key(&format!("seat-{id}")),
        "the key is left"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn both_seats_of_somebody_who_plays_for_both_go_along() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let id = ada.begin("game=shatranj&seat1=me&seat2=me").await;
    ada.join("Ada").await;
    assert!(ada.get("/my-games").await.text.contains("for all players"));
    keep(&mut ada, &[&id]).await;
    assert_eq!(ada.move_piece(&id, "e2-e3").await, StatusCode::SEE_OTHER);
    assert_eq!(ada.move_piece(&id, "e7-e6").await, StatusCode::SEE_OTHER);
    ada.post(&format!("/play/{id}"), "do=resign").await;
    let profile = get(&portal, "/player/Ada").await.text;
    assert!(
        !profile.contains("Results"),
        "it is nobody's victory: {profile}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_not_chosen_stay_and_those_forgotten_are_listed_no_more() {
    let portal = portal(None).await;
    let mut ada = Browser::new(&portal);
    let mut games = Vec::new();
    for _ in 0..22 {
        games.push(guest_game(&mut ada, "Lady", "open").await);
    }
    ada.join("Ada").await;
    let list = ada.get("/my-games").await.text;
    let listed = games.iter().filter(|id| list.contains(*id)).count();
    assert_eq!(listed, 20, "{list}");
    assert!(list.contains("the others come next"));
    keep(&mut ada, &[&games[0]]).await;
    let left = &games[1..];
    let form: Vec<String> = left.iter().map(|id| format!("&game={id}")).collect();
    let before = ada.clone();
    let form = format!("do=forget{}", form.concat());
    let forgotten = ada.post("/my-games/claim", &form).await;
    assert_eq!(forgotten.header(header::LOCATION), "/my-games");
    let paths = cookies(&forgotten);
    assert_eq!(paths.len(), 20);
    assert!(
        paths.iter().all(|(_, path)| path == "/my-games"),
        "the seats are kept"
    );
    // At most twenty at once.
    let mut again = before;
    let all: Vec<&str> = left.iter().map(String::as_str).collect();
    keep(&mut again, &all).await;
    let left = again.get("/my-games").await.text;
    assert!(
        left.contains("Your move in 21 games") && left.contains(OFFERED),
        "{left}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_claims_a_game_has_the_seat_in_the_next_one_too() {
    for begun_before in [false, true] {
        let portal = portal(None).await;
        let (mut ada, mut bob) = (Browser::new(&portal), Browser::new(&portal));
        let id = guest_game(&mut ada, "Lady", "open").await;
        let page = format!("/play/{id}");
        bob.post(&page, "do=sit&player=2").await;
        ada.post(&page, "do=resign").await;
        ada.join("Ada").await;
        if begun_before {
            bob.post(&page, "do=rematch").await;
        }
        keep(&mut ada, &[&id]).await;
        let again = ada.post(&page, "do=rematch").await;
        let next = again.header(header::LOCATION).replace("/play/", "");
        let text = ada.get(&format!("/play/{next}")).await.text;
        assert!(text.contains("Ada</a> (you)"), "{begun_before}: {text}");
        bob.post(&page, "do=rematch").await;
        assert_eq!(bob.move_piece(&next, "e2-e3").await, StatusCode::SEE_OTHER);
        assert_eq!(ada.move_piece(&next, "e7-e6").await, StatusCode::SEE_OTHER);
        assert!(ada.get("/my-games").await.text.contains(&next));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_game_survives_a_restart_and_leaves_nothing_of_a_deleted_account() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let first = portal(Some(&file)).await;
    let mut bob = Browser::new(&first);
    let begun = guest_game(&mut bob, "Bobby", "open").await;
    let (other, key) = begin(&first, "shatranj", json!(["me", "open"])).await;
    let sit = format!("/play/{other}");
    bob.post(&sit, "do=sit&player=2&name=Bobby").await;
    let begun_key = key_of(&bob, &begun);
    bob.join("Robert").await;
    keep(&mut bob, &[&begun, &other]).await;

    let again = Portal::new(Store::open(Some(&file)).await.expect("a database"));
    let mut bob = bob.on(&again);
    assert!(bob.get("/my-games").await.text.contains(&other));
    let text = bob.get(&sit).await.text;
    assert!(text.contains("Robert</a> (you)"), "{text}");
    let moved = json!({ "do": "move", "text": "e2-e3" });
    assert_eq!(
        act(&again, &other, &key, moved).await.status,
        StatusCode::OK
    );
    assert_eq!(bob.move_piece(&other, "e7-e6").await, StatusCode::SEE_OTHER);
    assert!(is_stored(&file, "Bobby").await && is_stored(&file, "Robert").await);
    bob.delete().await;
    assert!(!is_stored(&file, "Robert").await);
    assert!(
        !is_stored(&file, "Bobby").await,
        "nor the name of the guest"
    );
    let text = get(&again, &sit).await.text;
    assert!(text.contains("an account that was deleted"), "{text}");
    // What it leaves is nobody's, not even with the secret link.
    let mut eve = member(&again, "Eve").await;
    let link = format!("/play/{begun}/seat/{begun_key}");
    assert_eq!(eve.get(&link).await.status, StatusCode::NOT_FOUND);
    eve.cookies.insert(format!("seat-{begun}"), begun_key);
    assert_eq!(keep(&mut eve, &[&begun]).await.status, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_no_news_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let first = portal(Some(&file)).await;
    let mut ada = Browser::new(&first);
    let id = guest_game(&mut ada, "Lady", "open").await;
    ada.move_piece(&id, "e2-e3").await;
    age_games(&file, 3).await;
    let again = Portal::new(Store::open(Some(&file)).await.expect("a database"));
    let mut ada = ada.on(&again);
    ada.join("Ada").await;
    keep(&mut ada, &[&id]).await;
    let list = ada.get("/my-games").await.text;
    assert!(
        list.contains("3 days ago") && !list.contains("just now"),
        "{list}"
    );
}

/// Lets time pass, as far as the games in a database go.
async fn age_games(file: &std::path::Path, days: u64) {
    use sqlx::Connection;
    let address = format!("sqlite:{}", file.display());
    let database = sqlx::AnyConnection::connect(&address).await;
    let mut database = database.expect("a database");
    for (table, time) in [("event", "at_ms"), ("game", "created_at")] {
        let update = format!("update {table} set {time} = {time} - {days} * 86400000");
        let aged = sqlx::query(&update).execute(&mut database).await;
        aged.expect("it is changed");
    }
}
