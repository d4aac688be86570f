//! What the server keeps: games and their events, in SQLite.
//!
//! One task writes. It takes what waits, commits it in one transaction, and only then are the
//! senders told: an answered move survives a crash.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludarium_table::{unhex, Event, Millis, Seed, Terms};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

/// The tables, each statement for itself.
const SCHEMA: [&str; 3] = [
    "create table if not exists game (
        id text primary key,
        slug text not null,
        terms text not null,
        seed text not null,
        created_at integer not null,
        over integer not null default 0
    ) strict",
    "create table if not exists event (
        game text not null references game (id),
        seq integer not null,
        body text not null,
        at_ms integer not null,
        primary key (game, seq)
    ) strict, without rowid",
    "create table if not exists draft (
        id text primary key,
        text text not null,
        created_at integer not null
    ) strict",
];

/// The most that is committed in one transaction.
const BATCH: usize = 256;

/// Why something could not be stored or read.
#[derive(Debug)]
pub enum StoreError {
    /// The database refused.
    Database(sqlx::Error),
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

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
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

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
    writes: mpsc::Sender<Write>,
}

#[derive(Debug)]
struct Write {
    what: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Debug)]
enum Change {
    Draft {
        id: String,
        text: String,
        at: i64,
    },
    Game {
        id: String,
        slug: String,
        terms: String,
        seed: String,
        at: i64,
    },
    Events {
        game: String,
        first: i64,
        bodies: Vec<String>,
        at: i64,
        over: bool,
    },
}

impl Store {
    /// Opens the database in a file, which is created if there is none. Without a file everything
    /// is kept in memory and lost at the end.
    ///
    /// # Errors
    /// If the file cannot be opened, or is no database.
    pub async fn open(file: Option<&Path>) -> Result<Store, StoreError> {
        let (options, connections) = match file {
            Some(file) => {
                let options = SqliteConnectOptions::new().filename(file);
                (options.create_if_missing(true), 4)
            }
            // Each connection to memory would be a database of its own.
            None => (SqliteConnectOptions::new().in_memory(true), 1),
        };
        let options = options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        for statement in SCHEMA {
            sqlx::query(statement).execute(&pool).await?;
        }
        let (writes, waiting) = mpsc::channel(4 * BATCH);
        tokio::spawn(write_all(pool.clone(), waiting));
        Ok(Store { pool, writes })
    }

    /// Copies the whole database, as it is at one moment, into a new file. Games may go on
    /// meanwhile.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub async fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Exists(to.to_owned()));
        }
        let name = to.to_string_lossy().into_owned();
        let copy = sqlx::query("vacuum into ?").bind(name);
        copy.execute(&self.pool).await?;
        Ok(())
    }

    async fn write(&self, what: Change) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let sent = self.writes.send(Write { what, done }).await;
        sent.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Stores a new game.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn add_game(
        &self,
        id: &str,
        terms: &Terms,
        seed: &Seed,
        at: Millis,
    ) -> Result<(), StoreError> {
        self.write(Change::Game {
            id: id.to_owned(),
            slug: terms.rules.game.clone(),
            terms: json(terms)?,
            seed: seed.reveal(),
            at: number(at),
        })
        .await
    }

    /// Stores events of a game. `before` is the number of its events so far. The events are on the
    /// disk when this returns.
    ///
    /// # Errors
    /// If the database refuses, or another event has that number.
    pub async fn add_events(
        &self,
        game: &str,
        before: u64,
        events: &[Event],
        at: Millis,
        over: bool,
    ) -> Result<(), StoreError> {
        let bodies: Result<Vec<String>, StoreError> = events.iter().map(json).collect();
        self.write(Change::Events {
            game: game.to_owned(),
            first: number(before),
            bodies: bodies?,
            at: number(at),
            over,
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
            "select count(*) as all_games, count(*) - coalesce(sum(over), 0) as open from game",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((row.try_get("all_games")?, row.try_get("open")?))
    }
}

/// Writes what waits until all senders are gone.
async fn write_all(pool: SqlitePool, mut waiting: mpsc::Receiver<Write>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let mut done = Vec::with_capacity(batch.len());
        match write_batch(&pool, &batch).await {
            Ok(results) => done.extend(results),
            Err(error) => {
                let why = error.to_string();
                let lost = || Err(StoreError::Damaged(why.clone()));
                done.extend(batch.iter().map(|_| lost()));
            }
        }
        for (write, result) in batch.drain(..).zip(done) {
            // A sender that has gone away does not wait for the answer.
            let _ = write.done.send(result);
        }
    }
}

/// Commits a batch. One write that is refused does not take the others with it.
async fn write_batch(
    pool: &SqlitePool,
    batch: &[Write],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let mut results = Vec::with_capacity(batch.len());
    for write in batch {
        let mut savepoint = transaction.begin().await?;
        let result = write_one(&mut savepoint, &write.what).await;
        match &result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result.map_err(StoreError::from));
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write_one(connection: &mut SqliteConnection, change: &Change) -> Result<(), sqlx::Error> {
    match change {
        Change::Draft { id, text, at } => {
            let insert = "insert into draft (id, text, created_at) values ($1, $2, $3)";
            let insert = sqlx::query(insert).bind(id).bind(text).bind(at);
            insert.execute(connection).await?;
        }
        Change::Game {
            id,
            slug,
            terms,
            seed,
            at,
        } => {
            let insert =
                "insert into game (id, slug, terms, seed, created_at) values ($1, $2, $3, $4, $5)";
            let insert = sqlx::query(insert).bind(id).bind(slug).bind(terms);
            insert.bind(seed).bind(at).execute(connection).await?;
        }
        Change::Events {
            game,
            first,
            bodies,
            at,
            over,
        } => {
            for (seq, body) in (*first..).zip(bodies) {
                let insert = "insert into event (game, seq, body, at_ms) values ($1, $2, $3, $4)";
                let insert = sqlx::query(insert).bind(game).bind(seq).bind(body).bind(at);
                insert.execute(&mut *connection).await?;
            }
            if *over {
                let update = sqlx::query("update game set over = 1 where id = $1").bind(game);
                update.execute(connection).await?;
            }
        }
    }
    Ok(())
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
