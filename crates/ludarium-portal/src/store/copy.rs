//! Copies of the whole database, in a file.

use std::path::Path;

use sqlx::{AnyConnection, Connection, Row};

use super::accounts::{game_of_row, write_standing, AccountChange, GAME_COLUMNS};
use super::database::Kind;
use super::write::{write_one, Change};
use super::{number, Store, StoreError};

/// How many games or drafts are read at a time.
const PAGE: i64 = 500;

impl Store {
    /// Copies the whole database, as it is at one moment, into a new file, which is an SQLite
    /// database whatever this one is. Games may go on meanwhile.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub async fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Exists(to.to_owned()));
        }
        match self.kind {
            Kind::Sqlite => {
                let name = to.to_string_lossy().into_owned();
                let copy = sqlx::query("vacuum into $1").bind(name);
                copy.execute(&self.pool).await?;
            }
            Kind::Postgres => {
                let copy = Store::open(Some(to)).await?;
                self.copy_rows(&copy).await?;
                // What is still in the log goes into the file.
                copy.pool.close().await;
            }
        }
        Ok(())
    }

    async fn copy_rows(&self, copy: &Store) -> Result<(), StoreError> {
        let mut from = self.pool.begin_with(self.kind.begin_snapshot()).await?;
        let mut connection = copy.pool.acquire().await?;
        let mut to = connection.begin().await?;
        copy_accounts(&mut from, &mut to).await?;
        copy_games(&mut from, &mut to).await?;
        copy_drafts(&mut from, &mut to).await?;
        to.commit().await?;
        Ok(())
    }
}

async fn copy_games(from: &mut AnyConnection, to: &mut AnyConnection) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let page = "select id, slug, terms, seed, created_at, over from game \
                    where id > $1 order by id limit $2";
        let page = sqlx::query(page).bind(&last).bind(PAGE);
        let rows = page.fetch_all(&mut *from).await?;
        for row in &rows {
            last = row.try_get("id")?;
            let game = Change::Game {
                id: last.clone(),
                slug: row.try_get("slug")?,
                terms: row.try_get("terms")?,
                seed: row.try_get("seed")?,
                at: row.try_get("created_at")?,
                standings: Vec::new(),
            };
            write_one(to, &game).await?;
            copy_events(from, to, &last).await?;
            copy_standings(from, to, &last).await?;
            if row.try_get::<i64, _>("over")? != 0 {
                let over = Change::Events {
                    game: last.clone(),
                    first: 0,
                    bodies: Vec::new(),
                    at: 0,
                    over: true,
                    only_claims: false,
                    standings: Vec::new(),
                };
                write_one(to, &over).await?;
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

async fn copy_events(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    game: &str,
) -> Result<(), StoreError> {
    let events = "select seq, body, at_ms from event where game = $1 order by seq";
    let events = sqlx::query(events).bind(game);
    for row in events.fetch_all(from).await? {
        let event = Change::Events {
            game: game.to_owned(),
            first: row.try_get("seq")?,
            bodies: vec![row.try_get("body")?],
            at: row.try_get("at_ms")?,
            over: false,
            only_claims: false,
            standings: Vec::new(),
        };
        write_one(to, &event).await?;
    }
    Ok(())
}

async fn copy_standings(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    game: &str,
) -> Result<(), StoreError> {
    let standings = format!("{GAME_COLUMNS} where game.id = $1");
    let standings = sqlx::query(&standings).bind(game);
    for row in standings.fetch_all(from).await? {
        let own = game_of_row(&row)?;
        write_standing(to, game, &own.standing, number(own.at)).await?;
    }
    Ok(())
}

async fn copy_accounts(from: &mut AnyConnection, to: &mut AnyConnection) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let page = "select id, name, folded, password, created_at from account \
                    where id > $1 order by id limit $2";
        let page = sqlx::query(page).bind(&last).bind(PAGE);
        let rows = page.fetch_all(&mut *from).await?;
        for row in &rows {
            last = row.try_get("id")?;
            let account = AccountChange::Join {
                id: last.clone(),
                name: row.try_get("name")?,
                folded: row.try_get("folded")?,
                password: row.try_get("password")?,
                at: row.try_get("created_at")?,
            };
            account.write(to).await?;
            copy_sessions(from, to, &last).await?;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

async fn copy_sessions(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    account: &str,
) -> Result<(), StoreError> {
    let sessions = "select hash, created_at, used_at from session where account = $1";
    let sessions = sqlx::query(sessions).bind(account);
    for row in sessions.fetch_all(from).await? {
        let session = AccountChange::BeginSession {
            hash: row.try_get("hash")?,
            account: account.to_owned(),
            created_at: row.try_get("created_at")?,
            used_at: row.try_get("used_at")?,
        };
        session.write(to).await?;
    }
    Ok(())
}

async fn copy_drafts(from: &mut AnyConnection, to: &mut AnyConnection) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let page = "select id, text, created_at from draft where id > $1 order by id limit $2";
        let page = sqlx::query(page).bind(&last).bind(PAGE);
        let rows = page.fetch_all(&mut *from).await?;
        for row in &rows {
            last = row.try_get("id")?;
            let draft = Change::Draft {
                id: last.clone(),
                text: row.try_get("text")?,
                at: row.try_get("created_at")?,
            };
            write_one(to, &draft).await?;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}
