//! Games of accounts: whose they are, how they are listed, and what is left of a deleted account.

use axum::http::{header, StatusCode};
use ludarium_portal::{Portal, Store};
use serde_json::json;
use sqlx::{AnyConnection, Connection, Row};

use crate::accounts::{member, two_members, Browser, PASSWORD};
use crate::{act, begin, get, portal, seen, sit};

/// Whether a text is anywhere in the tables of a database.
pub async fn is_stored(file: &std::path::Path, text: &str) -> bool {
    let address = format!("sqlite:{}", file.display());
    let mut database = AnyConnection::connect(&address).await.expect("a database");
    for select in [
        "select terms as text from game",
        "select body as text from event",
        "select summary as text from account_game",
        "select account as text from account_game",
        "select name || folded || id as text from account",
        "select account as text from session",
    ] {
        let rows = sqlx::query(select).fetch_all(&mut database).await;
        for row in rows.expect("rows") {
            let stored: String = row.try_get("text").expect("a text");
            if stored.contains(text) {
                return true;
            }
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seat_of_an_account_is_open_to_it_from_any_browser_and_to_nobody_else() {
    let portal = portal(None).await;
    let (ada, mut bob, id) = two_members(&portal, "shatranj").await;
    assert!(
        ada.cookies.keys().all(|name| name == "session"),
        "no key is kept"
    );
    let mut phone = Browser::new(&portal);
    let stranger = phone.get(&format!("/play/{id}")).await.text;
    assert!(!stranger.contains("(you)") && !stranger.contains("move-form"));
    assert_eq!(phone.move_piece(&id, "e2-e3").await, StatusCode::FORBIDDEN);
    phone.sign_in("Ada", PASSWORD).await;
    let page = phone.get(&format!("/play/{id}")).await.text;
    assert!(
        page.contains("<a href=\"/player/Ada\">Ada</a> (you)"),
        "{page}"
    );
    assert!(page.contains("<a href=\"/player/Bob\">Bob</a>"));
    assert!(!page.contains("/seat/"), "an account needs no secret link");
    assert_eq!(phone.move_piece(&id, "e2-e3").await, StatusCode::SEE_OTHER);
    assert_eq!(phone.move_piece(&id, "e3-e4").await, StatusCode::CONFLICT);
    assert_eq!(bob.move_piece(&id, "e7-e6").await, StatusCode::SEE_OTHER);
    phone.post("/sign-out", "").await;
    assert_eq!(phone.move_piece(&id, "d2-d3").await, StatusCode::FORBIDDEN);
    assert_eq!(seen(&portal, &id, "").await.json()["ply"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_play_as_before_and_have_no_page() {
    let portal = portal(None).await;
    member(&portal, "Ada").await;
    let (id, key) = begin(&portal, "shatranj", json!(["me", "open"])).await;
    let bob = sit(&portal, &id, 2).await;
    assert_eq!(
        act(&portal, &id, &key, json!({ "do": "move", "text": "e2-e3" }))
            .await
            .status,
        200
    );
    assert_eq!(
        act(&portal, &id, &bob, json!({ "do": "move", "text": "e7-e6" }))
            .await
            .status,
        200
    );
    // A guest may take any name, but it leads nowhere.
    let mut guest = Browser::new(&portal);
    let id = guest
        .begin("game=shatranj&seat1=me&seat2=computer&name=Ada")
        .await;
    let page = guest.get(&format!("/play/{id}")).await.text;
    assert!(
        page.contains("Ada (you)") && !page.contains("/player/Ada"),
        "{page}"
    );
    assert!(
        page.contains("/seat/"),
        "a secret link takes the seat along"
    );
    assert_eq!(guest.get("/my-games").await.status, StatusCode::SEE_OTHER);
    assert_eq!(
        guest.get("/account/export.json").await.status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn your_games_begin_with_those_that_wait_for_you() {
    let portal = portal(None).await;
    let (mut ada, mut bob, theirs) = two_members(&portal, "shatranj").await;
    assert_eq!(
        ada.move_piece(&theirs, "e2-e3").await,
        StatusCode::SEE_OTHER
    );
    let over = ada.begin("game=tic-tac-toe&seat1=me&seat2=computer").await;
    ada.post(&format!("/play/{over}"), "do=resign").await;
    let mut yours = Vec::new();
    for _ in 0..20 {
        yours.push(ada.begin("game=shatranj&seat1=me&seat2=open").await);
    }
    let first = ada.get("/my-games").await.text;
    assert!(first.contains("Your move in 20 games"), "{first}");
    assert!(yours.iter().all(|id| first.contains(id)) && !first.contains(&theirs));
    assert!(first.contains("href=\"?page=2\"") && !first.contains("page=0"));
    let second = ada.get("/my-games?page=2").await.text;
    let (at, later) = (second.find(&theirs), second.find(&over));
    assert!(
        at.is_some() && at < later,
        "finished games come last: {second}"
    );
    assert!(second.contains("Black to move") && second.contains("Last move: e2-e3"));
    assert!(second.contains("href=\"?page=1\"") && !second.contains("?page=3"));
    let bobs = bob.get("/my-games").await.text;
    assert!(bobs.contains("Your move in 1 game<") && bobs.contains("/player/Ada"));
    assert!(yours.iter().all(|id| !bobs.contains(id)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_an_account_shows_finished_games_with_results_and_no_others() {
    let portal = portal(None).await;
    let (mut ada, mut bob, id) = two_members(&portal, "shatranj").await;
    let running = ada.begin("game=shatranj&seat1=me&seat2=open").await;
    // A game that nobody came to is no defeat.
    let alone = ada.begin("game=shatranj&seat1=me&seat2=open").await;
    ada.post(&format!("/play/{alone}"), "do=resign").await;
    bob.post(&format!("/play/{id}"), "do=resign").await;
    let page = get(&portal, "/player/ada").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("<h1>Ada</h1>") && page.text.contains(&format!("/play/{id}")));
    assert!(
        page.text.contains("White wins: Black resigned"),
        "{}",
        page.text
    );
    assert!(
        !page.text.contains(&running),
        "games that go on are nobody's business"
    );
    let row = |page: &str| {
        let (_, row) = page.split_once("</a></th>").expect("a row");
        row.split("</tr>").next().expect("a row").to_owned()
    };
    assert_eq!(row(&page.text), "<td>1</td><td>0</td><td>0</td>");
    let bobs = get(&portal, "/player/Bob").await.text;
    assert_eq!(row(&bobs), "<td>0</td><td>0</td><td>1</td>");
    for name in ["Ida", "!", "%00", "Guest"] {
        let none = get(&portal, &format!("/player/{name}")).await;
        assert_eq!(none.status, StatusCode::NOT_FOUND, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_list_tells_a_kriegspiel_player_the_other_sides_moves() {
    let portal = portal(None).await;
    let (mut ada, mut bob, id) = two_members(&portal, "kriegspiel").await;
    assert_eq!(ada.move_piece(&id, "e2-e4").await, StatusCode::SEE_OTHER);
    assert!(ada.get("/my-games").await.text.contains("e2-e4"));
    for path in ["/my-games", "/account/export.json", "/player/Ada"] {
        let text = bob.get(path).await.text;
        assert!(!text.contains("e2-e4"), "{path}: {text}");
    }
    assert!(bob.get("/my-games").await.text.contains("Your move"));
}

#[tokio::test(flavor = "multi_thread")]
async fn both_accounts_of_a_finished_game_meet_in_the_next() {
    let portal = portal(None).await;
    let (mut ada, mut bob, id) = two_members(&portal, "shatranj").await;
    ada.post(&format!("/play/{id}"), "do=resign").await;
    let again = bob.post(&format!("/play/{id}"), "do=rematch").await;
    let next = again
        .header(header::LOCATION)
        .trim_start_matches("/play/")
        .to_owned();
    assert!(
        ada.get("/my-games").await.text.contains(&next),
        "without having seen it"
    );
    assert_eq!(ada.move_piece(&next, "e2-e3").await, StatusCode::CONFLICT);
    assert_eq!(bob.move_piece(&next, "e2-e3").await, StatusCode::SEE_OTHER);
    assert_eq!(ada.move_piece(&next, "e7-e6").await, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_deleted_account_the_games_stay_without_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let portal = portal(Some(&file)).await;
    let (mut ada, mut bob) = (member(&portal, "Ada").await, member(&portal, "Bobby").await);
    let begun = ada.begin("game=shatranj&seat1=me&seat2=open").await;
    bob.post(&format!("/play/{begun}"), "do=sit&player=2").await;
    let joined = bob.begin("game=shatranj&seat1=open&seat2=me").await;
    ada.post(&format!("/play/{joined}"), "do=sit&player=1")
        .await;
    ada.post(&format!("/play/{joined}"), "do=resign").await;
    let mut phone = Browser::new(&portal);
    phone.sign_in("Bobby", PASSWORD).await;
    assert!(is_stored(&file, "Bobby").await);

    let wrong = bob.post("/account/delete", "password=wrong+horse").await;
    assert_eq!(wrong.status, StatusCode::FORBIDDEN);
    let deleted = bob.delete().await;
    assert_eq!(deleted.status, StatusCode::SEE_OTHER, "{}", deleted.text);
    assert!(!is_stored(&file, "Bobby").await && !is_stored(&file, "bobby").await);
    for browser in [&mut bob, &mut phone] {
        assert!(browser.get("/").await.text.contains("Sign in"));
    }
    assert_eq!(
        get(&portal, "/player/Bobby").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        bob.sign_in("Bobby", PASSWORD).await.status,
        StatusCode::FORBIDDEN
    );

    // In memory and after a restart: the other player is not left waiting, and the games stay.
    let again = Portal::new(Store::open(Some(&file)).await.expect("a database"));
    for portal in [&portal, &again] {
        let mut ada = ada.on(portal);
        let list = ada.get("/my-games").await.text;
        for id in [&begun, &joined] {
            let page = ada.get(&format!("/play/{id}")).await.text;
            assert!(page.contains("an account that was deleted"), "{page}");
            assert!(!page.contains("Bobby"), "{page}");
            assert!(list.contains(id));
        }
        assert!(list.contains("an account that was deleted") && !list.contains("Bobby"));
        let over = seen(portal, &begun, "").await.json();
        assert_eq!(over["result"]["text"], "White wins: Black resigned");
    }
    // Somebody else may take the name, and gets none of the games.
    let mut other = member(&again, "Bobby").await;
    assert!(!other.get("/my-games").await.text.contains(&begun));
    let page = other.get(&format!("/play/{begun}")).await.text;
    assert!(!page.contains("(you)"));
}
