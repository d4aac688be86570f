//! The task that writes. It takes what waits, commits it in one transaction, and only then are the
//! senders told.

use std::fmt::Write as _;
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
    let together = match event_rows(batch) {
        Some(rows) => insert_events(&mut connection, &rows).await,
        None => write_together(&mut connection, batch).await,
    };
    if together.is_ok() {
        return Ok(batch.iter().map(|_| Ok(())).collect());
    }
    write_apart(&mut connection, batch).await
}

/// A row of the table of events: game, number, body and time.
type EventRow<'a> = (&'a str, i64, &'a str, i64);

/// The rows of a batch in which games of guests go on and nothing else happens, as in nearly every
/// batch; `None` for others.
fn event_rows(batch: &[Write]) -> Option<Vec<EventRow<'_>>> {
    let mut rows = Vec::with_capacity(batch.len());
    for write in batch {
        let Change::Events {
            game,
            first,
            bodies,
            at,
            over: false,
            only_claims: _,
            standings,
        } = &write.what
        else {
            return None;
        };
        if !standings.is_empty() {
            return None;
        }
        rows.extend(rows_of(game, *first, bodies, *at));
    }
    (rows.len() <= BATCH).then_some(rows)
}

/// The rows of what happened in a game at a time, from a number on.
fn rows_of<'a>(
    game: &'a str,
    first: i64,
    bodies: &'a [String],
    at: i64,
) -> impl Iterator<Item = EventRow<'a>> {
    let numbered = (first..).zip(bodies);
    numbered.map(move |(seq, body)| (game, seq, body.as_str(), at))
}

/// Stores events, at most [`BATCH`] at a time, by one statement, which is a transaction of its own.
/// Each statement more is handed to the thread of the database and back, which takes longer than to
/// carry it out.
async fn insert_events(
    connection: &mut AnyConnection,
    rows: &[EventRow<'_>],
) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = "insert into event (game, seq, body, at_ms) values".to_owned();
    for at in (0..rows.len()).map(|row| 4 * row) {
        let comma = if at == 0 { "" } else { "," };
        let [game, seq, body, time] = [at + 1, at + 2, at + 3, at + 4];
        let _ = write!(statement, "{comma} (${game}, ${seq}, ${body}, ${time})");
    }
    let mut insert = sqlx::query(&statement);
    for (game, seq, body, at) in rows {
        insert = insert.bind(game).bind(seq).bind(body).bind(at);
    }
    insert.execute(connection).await?;
    Ok(())
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
            let rows: Vec<EventRow<'_>> = rows_of(game, *first, bodies, *at).collect();
            for rows in rows.chunks(BATCH) {
                insert_events(connection, rows).await?;
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

#[cfg(test)]
mod tests {
    use super::super::database::{connect, IN_MEMORY};
    use super::*;

    fn write(what: Change) -> Write {
        let (done, _) = oneshot::channel();
        Write { what, done }
    }

    fn events(game: &str, first: i64, bodies: &[&str]) -> Write {
        write(Change::Events {
            game: game.to_owned(),
            first,
            bodies: bodies.iter().map(|body| (*body).to_owned()).collect(),
            at: 7,
            over: false,
            only_claims: false,
            standings: Vec::new(),
        })
    }

    async fn with_games(ids: &[&str]) -> AnyPool {
        let (_, pool) = connect(IN_MEMORY).await.expect("a database");
        for id in ids {
            let game = Change::Game {
                id: (*id).to_owned(),
                slug: String::new(),
                terms: String::new(),
                seed: String::new(),
                at: 0,
                standings: Vec::new(),
            };
            let results = write_batch(&pool, &[write(game)]).await;
            assert!(results.expect("a connection")[0].is_ok(), "{id}");
        }
        pool
    }

    async fn stored(pool: &AnyPool, game: &str) -> Vec<(i64, String)> {
        sqlx::query_as("select seq, body from event where game = $1 order by seq")
            .bind(game)
            .fetch_all(pool)
            .await
            .expect("rows")
    }

    #[tokio::test]
    async fn a_write_that_is_refused_does_not_take_the_others_with_it() {
        let pool = with_games(&["a", "b"]).await;
        let first = [events("a", 0, &["one"])];
        assert!(write_batch(&pool, &first).await.expect("done")[0].is_ok());
        let batch = [
            events("b", 0, &["two", "three"]),
            events("a", 0, &["another first event"]),
            events("a", 1, &["four"]),
        ];
        assert!(event_rows(&batch).is_some(), "one statement is tried first");
        let results = write_batch(&pool, &batch).await.expect("done");
        let refused: Vec<bool> = results.iter().map(Result::is_err).collect();
        assert_eq!(refused, [false, true, false]);
        let owned = |seq, body: &str| (seq, body.to_owned());
        assert_eq!(
            stored(&pool, "a").await,
            [owned(0, "one"), owned(1, "four")]
        );
        assert_eq!(
            stored(&pool, "b").await,
            [owned(0, "two"), owned(1, "three")]
        );
    }

    #[tokio::test]
    async fn the_largest_batch_of_moves_fits_into_one_statement() {
        let pool = with_games(&["a"]).await;
        let batch: Vec<Write> = (0..BATCH as i64)
            .map(|at| events("a", at, &["x"]))
            .collect();
        let rows = event_rows(&batch).expect("moves only");
        let mut connection = pool.acquire().await.expect("a connection");
        insert_events(&mut connection, &rows).await.expect("stored");
        drop(connection);
        assert_eq!(stored(&pool, "a").await.len(), BATCH);
    }

    #[test]
    fn the_end_of_a_game_and_standings_are_not_written_as_moves() {
        let mut end = events("a", 0, &["x"]);
        let Change::Events { over, .. } = &mut end.what else {
            unreachable!("events")
        };
        *over = true;
        assert!(event_rows(&[events("a", 1, &["y"]), end]).is_none());
    }
}
