//! The task that writes. It takes what waits, commits it in one transaction, and only then are the
//! senders told.

use std::sync::Arc;

use sqlx::{AnyConnection, AnyPool, Connection};
use tokio::sync::{mpsc, oneshot};

use super::accounts::{write_standing, AccountChange, Standing};
use super::seats::last_played_at;
use super::StoreError;

/// The most that is committed in one transaction.
pub const BATCH: usize = 256;

/// Something to be stored, and who waits for it.
#[derive(Debug)]
pub struct Write {
    pub what: Change,
    pub done: oneshot::Sender<Result<(), StoreError>>,
}

/// Something to be stored.
#[derive(Debug)]
pub enum Change {
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
        standings: Vec<Standing>,
    },
    Events {
        game: String,
        first: i64,
        bodies: Vec<String>,
        at: i64,
        over: bool,
        /// Whether nobody has played.
        only_claims: bool,
        /// How the game stands afterwards for the accounts that play in it.
        standings: Vec<Standing>,
    },
    Account(AccountChange),
}

/// Writes what waits until all senders are gone.
pub async fn write_all(pool: AnyPool, mut waiting: mpsc::Receiver<Write>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let results = match write_batch(&pool, &batch).await {
            Ok(results) => results,
            Err(error) => {
                let error = Arc::new(error);
                let lost = || Err(StoreError::Database(error.clone()));
                batch.iter().map(|_| lost()).collect()
            }
        };
        for (write, result) in batch.drain(..).zip(results) {
            // A sender that has gone away does not wait for the answer.
            let _ = write.done.send(result);
        }
    }
}

/// Commits a batch. One write that is refused does not take the others with it.
async fn write_batch(
    pool: &AnyPool,
    batch: &[Write],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    if write_together(&mut connection, batch).await.is_ok() {
        return Ok(batch.iter().map(|_| Ok(())).collect());
    }
    write_apart(&mut connection, batch).await
}

/// Commits a batch in which nothing is refused, which is the rule. It takes a third of the
/// statements that savepoints around each write would take.
async fn write_together(
    connection: &mut AnyConnection,
    batch: &[Write],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for write in batch {
        write_one(&mut transaction, &write.what).await?;
    }
    transaction.commit().await
}

/// Commits what is not refused of a batch.
async fn write_apart(
    connection: &mut AnyConnection,
    batch: &[Write],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
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

/// Carries out one write within a transaction.
pub async fn write_one(connection: &mut AnyConnection, change: &Change) -> Result<(), sqlx::Error> {
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
            standings,
        } => {
            let insert =
                "insert into game (id, slug, terms, seed, created_at) values ($1, $2, $3, $4, $5)";
            let insert = sqlx::query(insert).bind(id).bind(slug).bind(terms);
            let insert = insert.bind(seed).bind(at);
            insert.execute(&mut *connection).await?;
            for standing in standings {
                write_standing(connection, id, standing, *at).await?;
            }
        }
        Change::Events {
            game,
            first,
            bodies,
            at,
            over,
            only_claims,
            standings,
        } => {
            for (seq, body) in (*first..).zip(bodies) {
                let insert = "insert into event (game, seq, body, at_ms) values ($1, $2, $3, $4)";
                let insert = sqlx::query(insert).bind(game).bind(seq).bind(body).bind(at);
                insert.execute(&mut *connection).await?;
            }
            if *over {
                let update = sqlx::query("update game set over = 1 where id = $1").bind(game);
                update.execute(&mut *connection).await?;
            }
            let at = match only_claims {
                true => last_played_at(connection, game).await?,
                false => *at,
            };
            for standing in standings {
                write_standing(connection, game, standing, at).await?;
            }
        }
        Change::Account(change) => change.write(connection).await?,
    }
    Ok(())
}
