//! The two kinds of databases, and all in which they differ. Statements elsewhere are written so
//! that both understand them.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use sqlx::any::{install_default_drivers, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection as _};

use super::StoreError;

/// How long a request waits for a connection to the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many connections are open at most. One of them writes.
const CONNECTIONS: u32 = 4;

/// What kind of database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file, or memory.
    Sqlite,
    /// A server.
    Postgres,
}

impl Kind {
    /// The tables, each statement for itself.
    fn schema(self) -> [String; 8] {
        // SQLite checks the types of columns only in strict tables. A table whose rows are ordered
        // by their key needs no other order.
        let (integer, strict, by_key) = match self {
            Kind::Sqlite => ("integer", "strict", "strict, without rowid"),
            Kind::Postgres => ("bigint", "", ""),
        };
        [
            format!(
                "create table if not exists game (
                    id text primary key,
                    slug text not null,
                    terms text not null,
                    seed text not null,
                    created_at {integer} not null,
                    over {integer} not null default 0
                ) {strict}"
            ),
            format!(
                "create table if not exists event (
                    game text not null references game (id),
                    seq {integer} not null,
                    body text not null,
                    at_ms {integer} not null,
                    primary key (game, seq)
                ) {by_key}"
            ),
            format!(
                "create table if not exists draft (
                    id text primary key,
                    text text not null,
                    created_at {integer} not null
                ) {strict}"
            ),
            format!(
                "create table if not exists account (
                    id text primary key,
                    name text not null,
                    folded text not null unique,
                    password text not null,
                    created_at {integer} not null
                ) {strict}"
            ),
            format!(
                "create table if not exists session (
                    hash text primary key,
                    account text not null references account (id),
                    created_at {integer} not null,
                    used_at {integer} not null
                ) {by_key}"
            ),
            "create index if not exists session_of_account on session (account)".to_owned(),
            format!(
                "create table if not exists account_game (
                    account text not null references account (id),
                    game text not null references game (id),
                    to_move {integer} not null,
                    over {integer} not null,
                    outcome text not null,
                    summary text not null,
                    at_ms {integer} not null,
                    primary key (account, game)
                ) {by_key}"
            ),
            "create index if not exists games_of_account
                on account_game (account, over, to_move, at_ms)"
                .to_owned(),
        ]
    }

    /// What each connection begins with: a commit is done when it is on the disk.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Kind::Sqlite => &["pragma journal_mode = wal", "pragma synchronous = full"],
            Kind::Postgres => &["set synchronous_commit = on"],
        }
    }

    /// Begins a transaction that sees the database as it is at one moment.
    pub fn begin_snapshot(self) -> &'static str {
        match self {
            Kind::Sqlite => "begin",
            Kind::Postgres => "begin isolation level repeatable read, read only",
        }
    }
}

/// The address of a file for the driver. All bytes that could mean something in an address are
/// escaped.
pub fn address_of(file: &Path) -> String {
    let mut address = "sqlite:".to_owned();
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b if b.is_ascii_alphanumeric() => address.push(char::from(*b)),
            b => drop(write!(address, "%{b:02x}")),
        }
    }
    address + "?mode=rwc"
}

/// Connects to a database, and makes the tables where they are missing.
pub async fn connect(address: &str) -> Result<(Kind, AnyPool), StoreError> {
    install_default_drivers();
    let kind = match address.split_once(':') {
        Some(("sqlite", _)) => Kind::Sqlite,
        Some(("postgres" | "postgresql", _)) if cfg!(feature = "postgres") => Kind::Postgres,
        Some(("postgres" | "postgresql", _)) => return Err(StoreError::NoPostgres),
        _ => return Err(StoreError::Address),
    };
    let connections = match address {
        // Each connection to memory would be a database of its own.
        IN_MEMORY => 1,
        _ => CONNECTIONS,
    };
    // A pool would go on trying, and not say why.
    AnyConnection::connect(address).await?.close().await?;
    let pool = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        // A file does not go away; a server may.
        .test_before_acquire(kind == Kind::Postgres)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                for setting in kind.settings() {
                    sqlx::query(setting).execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
        .connect(address)
        .await?;
    for statement in kind.schema() {
        sqlx::query(&statement).execute(&pool).await?;
    }
    Ok((kind, pool))
}

/// The address of a database that is lost at the end.
pub const IN_MEMORY: &str = "sqlite::memory:";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_any_name() {
        let address = address_of(Path::new("/a b/../50%?#:é.db"));
        let escaped = "sqlite:%2fa%20b%2f%2e%2e%2f50%25%3f%23%3a%c3%a9%2edb?mode=rwc";
        assert_eq!(address, escaped);
    }
}
