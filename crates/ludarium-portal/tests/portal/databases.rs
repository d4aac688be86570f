//! What is kept in SQLite and in PostgreSQL: the same, whatever happens to the server.
//!
//! `LUDARIUM_POSTGRES` is the address of a PostgreSQL database in which schemas may be made;
//! without it, or without the feature `postgres`, only SQLite is tested.

use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::StatusCode;
use ludarium_portal::{back_up, Portal, Storage, Store};
use serde_json::{json, Value};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

use crate::accounts::{member, Browser};
use crate::editor::{beginning, share};
use crate::{act, begin, get, post_json, seen};

/// An empty database of a test.
struct Database {
    folder: TempDir,
    /// The address of the PostgreSQL server, and the name of the schema; without it, SQLite.
    postgres: Option<(String, String)>,
}

/// The name of a schema that no other test has, not even one that runs beside.
fn schema() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("test_{}_{number}", std::process::id())
}

impl Database {
    fn storage(&self) -> Storage {
        match &self.postgres {
            None => Storage::File(self.folder.path().join("games.db")),
            Some((server, schema)) => {
                let begin = if server.contains('?') { '&' } else { '?' };
                let path = format!("options=-c%20search_path%3D{schema}&application_name={schema}");
                Storage::Postgres(format!("{server}{begin}{path}"))
            }
        }
    }

    /// A portal on this database. When it is dropped, it bids no farewell to it.
    async fn portal(&self) -> Portal {
        let store = match self.storage() {
            Storage::Postgres(address) => Store::connect(&address).await,
            Storage::File(file) => Store::open(Some(&file)).await,
            Storage::Memory => Store::open(None).await,
        };
        Portal::new(store.expect("a database"))
    }

    /// Asks the PostgreSQL server for something that is no matter of the portal.
    async fn ask(&self, statement: &str) {
        let Some((server, _)) = &self.postgres else {
            return;
        };
        let mut connection = AnyConnection::connect(server).await.expect("a server");
        let asked = sqlx::query(statement).execute(&mut connection).await;
        asked.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }

    /// Changes the database itself.
    async fn change(&self, statement: &str) {
        let address = match self.storage() {
            Storage::Postgres(address) => address,
            Storage::File(file) => format!("sqlite:{}", file.display()),
            Storage::Memory => return,
        };
        let mut connection = AnyConnection::connect(&address).await.expect("a server");
        let changed = sqlx::query(statement).execute(&mut connection).await;
        changed.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }

    async fn remove(self) {
        if let Some((_, schema)) = &self.postgres {
            self.ask(&format!("drop schema {schema} cascade")).await;
        }
    }
}

/// An empty database of each kind that can be tested here.
async fn databases() -> Vec<Database> {
    let mut all = Vec::new();
    let mut add = |postgres| {
        let folder = tempfile::tempdir().expect("a folder");
        all.push(Database { folder, postgres });
    };
    add(None);
    match std::env::var("LUDARIUM_POSTGRES") {
        Ok(server) if cfg!(feature = "postgres") => add(Some((server, schema()))),
        _ => eprintln!("skipped: no PostgreSQL"),
    }
    install_default_drivers();
    for database in &all {
        if let Some((_, schema)) = &database.postgres {
            database.ask(&format!("create schema {schema}")).await;
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_is_there_after_a_crash_and_the_dice_go_on() {
    for database in databases().await {
        let first = database.portal().await;
        let (id, key) = begin(&first, "tab", json!(["me", "me"])).await;
        for _ in 0..30 {
            let legal = seen(&first, &id, &key).await.json()["legal"][0][0].clone();
            let moved = act(&first, &id, &key, json!({ "do": "move", "text": legal })).await;
            assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        }
        act(&first, &id, &key, json!({ "do": "take-back" })).await;
        let before = seen(&first, &id, &key).await.json();
        drop(first);
        let again = database.portal().await;
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
        database.remove().await;
    }
}

/// Plays ten moves; returns the number of moves that were made.
async fn ten_moves(portal: Portal, (id, key): (String, String)) -> Value {
    for number in 0..10 {
        let legal = seen(&portal, &id, &key).await.json()["legal"].clone();
        let count = legal.as_array().map_or(1, Vec::len);
        let text = &legal[number * 7 % count][0];
        let wish = json!({ "do": "move", "text": text, "ply": number });
        let moved = act(&portal, &id, &key, wish).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    }
    seen(&portal, &id, &key).await.json()["ply"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_players_at_once_lose_no_move() {
    for database in databases().await {
        let portal = database.portal().await;
        let mut games = Vec::new();
        for _ in 0..40 {
            games.push(begin(&portal, "shatranj", json!(["me", "me"])).await);
        }
        let play = |game| tokio::spawn(ten_moves(portal.clone(), game));
        let tasks: Vec<_> = games.into_iter().map(play).collect();
        for task in tasks {
            assert_eq!(task.await.expect("it plays"), 10);
        }
        let metrics = get(&portal, "/metrics").await.text;
        assert!(metrics.contains("ludarium_games 40\n"), "{metrics}");
        assert!(metrics.contains("ludarium_games_open 40\n"), "{metrics}");
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_database_has_everything_while_games_go_on() {
    for database in databases().await {
        let first = database.portal().await;
        let (id, key) = begin(&first, "shatranj", json!(["me", "open"])).await;
        let moved = act(&first, &id, &key, json!({ "do": "move", "text": "e2-e3" })).await;
        assert_eq!(moved.status, StatusCode::OK);
        let (lost, loser) = begin(&first, "shatranj", json!(["me", "me"])).await;
        act(&first, &lost, &loser, json!({ "do": "resign" })).await;
        let draft = share(&first, "(game)").await;
        // The server of the first is still there.
        let (from, copy) = (database.storage(), database.folder.path().join("copy.db"));
        let back_up = {
            let copy = copy.clone();
            move || back_up(&from, &copy)
        };
        let copied = tokio::task::spawn_blocking(back_up.clone()).await;
        copied.expect("a thread").expect("a copy");
        let second = crate::portal(Some(&copy)).await;
        assert_eq!(seen(&second, &id, &key).await.json()["ply"], 1);
        assert_eq!(beginning(&get(&second, &draft).await)["text"], "(game)");
        let metrics = get(&second, "/metrics").await.text;
        assert!(metrics.contains("ludarium_games 2\n"), "{metrics}");
        assert!(metrics.contains("ludarium_games_open 1\n"), "{metrics}");
        let again = tokio::task::spawn_blocking(back_up).await;
        let error = again.expect("a thread").expect_err("the file exists");
        assert!(error.to_string().contains("exists"), "{error}");
        database.remove().await;
    }
}

/// The account that is signed in in `browser` has two games, and is to move in one of them: later,
/// and on another server.
async fn has_two_games(browser: &Browser, portal: &Portal, [first, second]: [&str; 2]) {
    let mut browser = browser.on(portal);
    let list = browser.get("/my-games").await.text;
    assert!(list.contains("Your move in 1 game<"), "{list}");
    assert!(list.contains(first) && list.contains(second), "{list}");
    let page = browser.get(&format!("/play/{first}")).await.text;
    assert!(page.contains("(you)"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_their_sessions_and_games_are_there_after_a_restart_and_in_a_copy() {
    for database in databases().await {
        let first = database.portal().await;
        let mut ada = member(&first, "Ada").await;
        let one = ada.begin("game=shatranj&seat1=me&seat2=open").await;
        let two = ada.begin("game=shatranj&seat1=me&seat2=open").await;
        let moved = ada.move_piece(&two, "e2-e3").await;
        assert_eq!(moved, StatusCode::SEE_OTHER);
        has_two_games(&ada, &database.portal().await, [&one, &two]).await;
        let (from, copy) = (database.storage(), database.folder.path().join("copy.db"));
        let file = copy.clone();
        let copied = tokio::task::spawn_blocking(move || back_up(&from, &file)).await;
        copied.expect("a thread").expect("a copy");
        let copy = crate::portal(Some(&copy)).await;
        has_two_games(&ada, &copy, [&one, &two]).await;
        let mut other = Browser::new(&copy);
        assert_eq!(other.join("ada").await.status, StatusCode::CONFLICT);
        let deleted = ada.delete().await;
        assert_eq!(deleted.status, StatusCode::SEE_OTHER, "{}", deleted.text);
        let again = database.portal().await;
        let page = get(&again, &format!("/play/{one}")).await.text;
        assert!(page.contains("an account that was deleted") && !page.contains("Ada"));
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_from_before_there_were_accounts_gets_them() {
    for database in databases().await {
        let first = database.portal().await;
        let (id, key) = begin(&first, "shatranj", json!(["me", "open"])).await;
        drop(first);
        for table in ["account_game", "session", "account"] {
            database.change(&format!("drop table {table}")).await;
        }
        let again = database.portal().await;
        let moved = act(&again, &id, &key, json!({ "do": "move", "text": "e2-e3" })).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        let mut bob = member(&again, "Bob").await;
        let sat = bob.post(&format!("/play/{id}"), "do=sit&player=2").await;
        assert_eq!(sat.status, StatusCode::SEE_OTHER, "{}", sat.text);
        assert!(bob.get("/my-games").await.text.contains(&id));
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_there_after_a_restart() {
    for database in databases().await {
        let address = share(&database.portal().await, "(game)").await;
        let page = get(&database.portal().await, &address).await;
        assert_eq!(beginning(&page)["text"], "(game)");
        database.remove().await;
    }
}

/// Two servers on one database are a mistake, and each time that one of them has missed something
/// it finds that out by a move that cannot be stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_missed_something_shows_what_the_database_has() {
    for database in databases().await {
        let (one, two) = (database.portal().await, database.portal().await);
        let (id, key) = begin(&one, "shatranj", json!(["me", "me"])).await;
        assert_eq!(seen(&two, &id, &key).await.json()["ply"], 0);
        let e3 = json!({ "do": "move", "text": "e2-e3" });
        let d3 = json!({ "do": "move", "text": "d2-d3" });
        assert_eq!(act(&one, &id, &key, e3).await.status, StatusCode::OK);
        let missed = act(&two, &id, &key, d3.clone()).await;
        assert_eq!(missed.status, StatusCode::INTERNAL_SERVER_ERROR);
        let refused = act(&two, &id, &key, d3).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "Black is to move");
        assert_eq!(seen(&two, &id, &key).await.json()["ply"], 1);
        let e6 = json!({ "do": "move", "text": "e7-e6" });
        let moved = act(&two, &id, &key, e6).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_connections_are_cut_goes_on() {
    for database in databases().await {
        let portal = database.portal().await;
        let (id, key) = begin(&portal, "shatranj", json!(["me", "me"])).await;
        if let Some((_, schema)) = &database.postgres {
            let end = "select count(pg_terminate_backend(pid)) from pg_stat_activity";
            let own = format!("{end} where application_name = '{schema}'");
            database.ask(&own).await;
        }
        let moved = act(&portal, &id, &key, json!({ "do": "move", "text": "e2-e3" })).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        database.remove().await;
    }
}

/// PostgreSQL has no texts with null characters.
#[tokio::test(flavor = "multi_thread")]
async fn null_characters_are_found_nowhere_and_not_stored() {
    for database in databases().await {
        let portal = database.portal().await;
        for path in ["/api/play/", "/play/", "/editor/draft/"] {
            for name in ["%00", "abcdefghi%00", "'", "%E2%98%83"] {
                let answer = get(&portal, &format!("{path}{name}")).await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}{name}");
            }
        }
        let draft = post_json(&portal, "/editor/drafts", "", json!({ "text": "(\0)" })).await;
        assert_eq!(draft.status, StatusCode::UNPROCESSABLE_ENTITY);
        let wish = json!({ "game": "shatranj", "name": "\0A\0", "seats": ["me", "me"] });
        let begun = post_json(&portal, "/api/play", "", wish).await;
        assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.text);
        database.remove().await;
    }
}

/// What is said of a PostgreSQL server that is not there.
fn unreachable() -> &'static str {
    match cfg!(feature = "postgres") {
        true => "the database",
        false => "--features postgres",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_nowhere_are_refused_with_a_reason() {
    for (address, word) in [
        ("games.db", "postgres://USER@HOST/DATABASE"),
        ("mysql://localhost/games", "postgres://USER@HOST/DATABASE"),
        ("sqlite:games.db", "postgres://USER@HOST/DATABASE"),
        ("postgres://127.0.0.1:1/games", unreachable()),
    ] {
        let refused = Store::connect(address).await.expect_err(address);
        assert!(refused.to_string().contains(word), "{address}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_may_have_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a b?#%20.db", "é:1.db", "..%2f.db"] {
        let file = folder.path().join(name);
        let portal = crate::portal(Some(&file)).await;
        let (id, _) = begin(&portal, "shatranj", json!(["me", "me"])).await;
        assert!(file.is_file(), "{name}");
        drop(portal);
        let again = crate::portal(Some(&file)).await;
        assert_eq!(seen(&again, &id, "").await.status, StatusCode::OK, "{name}");
    }
}
