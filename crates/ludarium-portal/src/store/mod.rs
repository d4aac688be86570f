//! What the server keeps: games and their events, in SQLite or PostgreSQL.
//!
//! One task writes ([`write`]). A write is answered once it is on the disk: an answered move
//! survives a crash.

pub(crate) mod accounts;
mod copy;
mod database;
pub(crate) mod seats;
mod write;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludarium_table::{unhex, Event, Millis, Seed, Terms};
use sqlx::{AnyPool, Row};
use tokio::sync::{mpsc, oneshot};

use accounts::Standing;
use database::Kind;
use write::{write_all, Change, Write, BATCH};

/// Why something could not be stored or read.
#[derive(Debug)]
pub enum StoreError {
    /// The database refused.
    Database(Arc<sqlx::Error>),
    /// The address names no database that the server can use.
    Address,
    /// This program was built without the driver for PostgreSQL.
    NoPostgres,
    /// What is stored cannot be read.
    Damaged(String),
    /// The writing task has ended.
    Closed,
    /// There is a file where a copy should go.
    Exists(PathBuf),
    /// There is no database to copy.
    Missing(PathBuf),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Database(error) => write!(f, "the database: {error}"),
            StoreError::Address => {
                f.write_str("the address of a database reads like postgres://USER@HOST/DATABASE")
            }
            StoreError::NoPostgres => f.write_str(
                "this program was built without PostgreSQL; \
                 `cargo build --release --features postgres` builds it with it",
            ),
            StoreError::Damaged(what) => write!(f, "the database holds a damaged game: {what}"),
            StoreError::Closed => f.write_str("the database is closed"),
            StoreError::Exists(file) => {
                write!(f, "{} exists; name a file that does not", file.display())
            }
            StoreError::Missing(file) => write!(f, "there is no database {}", file.display()),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// Whether something is stored already that may be there only once.
    pub(crate) fn is_taken(&self) -> bool {
        let StoreError::Database(error) = self else {
            return false;
        };
        let error = error.as_database_error();
        error.is_some_and(|error| error.is_unique_violation())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

/// A game as it is stored.
#[derive(Debug)]
pub struct StoredGame {
    /// The terms on which it began.
    pub terms: Terms,
    /// The seed of all chance.
    pub seed: Seed,
    /// When it began.
    pub created_at: Millis,
    /// What happened, in order.
    pub events: Vec<(Event, Millis)>,
}

/// What has happened in a game.
#[derive(Debug)]
pub(crate) struct NewEvents<'a> {
    /// The number of events before.
    pub before: u64,
    /// The events.
    pub events: &'a [Event],
    /// Whether the game is over.
    pub over: bool,
    /// Whether nobody has played: lists show the game with the time at which somebody did.
    pub only_claims: bool,
    /// How the game stands for the accounts that play in it.
    pub standings: Vec<Standing>,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    kind: Kind,
    pool: AnyPool,
    writes: mpsc::Sender<Write>,
}

impl Store {
    /// Opens the SQLite database in a file, which is created if there is none. Without a file
    /// everything is kept in memory and lost at the end.
    ///
    /// # Errors
    /// If the file cannot be opened, or is no database.
    pub async fn open(file: Option<&Path>) -> Result<Store, StoreError> {
        match file {
            Some(file) => Store::at(&database::address_of(file)).await,
            None => Store::at(database::IN_MEMORY).await,
        }
    }

    /// Connects to a PostgreSQL database, `postgres://USER@HOST/DATABASE`, and makes the tables if
    /// there are none. Only one server should use a database at a time: each keeps its games in
    /// memory.
    ///
    /// # Errors
    /// If the address is no such address, or the database cannot be reached.
    pub async fn connect(address: &str) -> Result<Store, StoreError> {
        if address.starts_with("sqlite:") {
            return Err(StoreError::Address);
        }
        Store::at(address).await
    }

    async fn at(address: &str) -> Result<Store, StoreError> {
        let (kind, pool) = database::connect(address).await?;
        let (writes, waiting) = mpsc::channel(4 * BATCH);
        tokio::spawn(write_all(pool.clone(), waiting));
        Ok(Store { kind, pool, writes })
    }

    async fn write(&self, what: Change) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let sent = self.writes.send(Write { what, done }).await;
        sent.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Stores a new game, and how it stands for accounts.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn add_game(
        &self,
        id: &str,
        terms: &Terms,
        seed: &Seed,
        at: Millis,
        standings: Vec<Standing>,
    ) -> Result<(), StoreError> {
        self.write(Change::Game {
            id: id.to_owned(),
            slug: terms.rules.game.clone(),
            terms: json(terms)?,
            seed: seed.reveal(),
            at: number(at),
            standings,
        })
        .await
    }

    /// Stores events of a game, and how it stands for accounts then. The events are on the disk
    /// when this returns.
    ///
    /// # Errors
    /// If the database refuses, or another event has that number.
    pub(crate) async fn add_events(
        &self,
        game: &str,
        events: NewEvents<'_>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let NewEvents {
            before,
            events,
            over,
            only_claims,
            standings,
        } = events;
        let bodies: Result<Vec<String>, StoreError> = events.iter().map(json).collect();
        self.write(Change::Events {
            game: game.to_owned(),
            first: number(before),
            bodies: bodies?,
            at: number(at),
            over,
            only_claims,
            standings,
        })
        .await
    }

    /// Stores a draft.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn add_draft(&self, id: &str, text: &str, at: Millis) -> Result<(), StoreError> {
        self.write(Change::Draft {
            id: id.to_owned(),
            text: text.to_owned(),
            at: number(at),
        })
        .await
    }

    /// The text of a draft; `None` if there is no such draft.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn draft(&self, id: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("select text from draft where id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.map(|row| row.try_get("text")).transpose()?)
    }

    /// A stored game; `None` if there is no such game.
    ///
    /// # Errors
    /// If the database refuses, or the game cannot be read.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let found = sqlx::query("select terms, seed, created_at from game where id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = found else { return Ok(None) };
        let seed: String = row.try_get("seed")?;
        let seed = unhex(&seed).ok_or_else(|| StoreError::Damaged(format!("{id}: its seed")))?;
        let rows = sqlx::query("select body, at_ms from event where game = $1 order by seq")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            events.push((read(row.try_get("body")?)?, millis(row.try_get("at_ms")?)));
        }
        Ok(Some(StoredGame {
            terms: read(row.try_get("terms")?)?,
            seed: Seed::new(seed),
            created_at: millis(row.try_get("created_at")?),
            events,
        }))
    }

    /// The number of games, and of those that go on.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn counts(&self) -> Result<(i64, i64), StoreError> {
        let row = sqlx::query(
            "select count(*) as all_games, count(*) filter (where over = 0) as open from game",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((row.try_get("all_games")?, row.try_get("open")?))
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn read<T: serde::de::DeserializeOwned>(text: String) -> Result<T, StoreError> {
    serde_json::from_str(&text).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn millis(value: i64) -> Millis {
    u64::try_from(value).unwrap_or(0)
}
