//! Accounts, their sessions, and the games that belong to them.

use std::collections::{BTreeSet, HashMap};

use ludarium_table::Millis;
use serde::{Deserialize, Serialize};
use sqlx::{AnyConnection, Row};

use super::seats::leave_game;
use super::write::Change;
use super::{json, millis, read, Store, StoreError};

/// An account as it is stored.
#[derive(Clone, Debug)]
pub struct Account {
    /// What seats and sessions call it. It is never used again.
    pub id: String,
    /// The name, as its owner writes it.
    pub name: String,
    /// The hash of the password, with its parameters and its salt.
    pub password: String,
    /// When it was made.
    pub created_at: Millis,
}

/// A session as it is stored.
#[derive(Clone, Debug)]
pub struct StoredSession {
    /// The hash of the token.
    pub hash: String,
    /// The account.
    pub account: String,
    /// The name of the account.
    pub name: String,
    /// When it began.
    pub created_at: Millis,
    /// When it was last used, to a day.
    pub used_at: Millis,
}

/// A game as it stands for one of the accounts that play in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The account.
    pub account: String,
    /// Whether the account is to move.
    pub to_move: bool,
    /// Whether the game is over for the account.
    pub over: bool,
    /// The result for the account, where it plays for one side and there is one.
    pub outcome: Option<Outcome>,
    /// What lists show of the game.
    pub summary: Summary,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl Outcome {
    /// The word for it, as the database has it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Drawn => "drawn",
            Outcome::Lost => "lost",
        }
    }

    fn of_name(name: &str) -> Option<Outcome> {
        let all = [Outcome::Won, Outcome::Drawn, Outcome::Lost];
        all.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// What lists show of a game, as one account may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The players, from player 1.
    pub players: Vec<PlayerSummary>,
    /// The player to move, from 1; 0 once the game is over.
    pub mover: usize,
    /// The number of moves.
    pub moves: usize,
    /// The last move; nothing if there is none, or if the account does not see it.
    pub last: Option<String>,
    /// The result in words; nothing while the game goes on.
    pub result: Option<String>,
}

/// A player of a [`Summary`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// What the game calls the player: White, South.
    pub side: String,
    /// Who plays; nothing for an open seat, and for an account, whose name is looked up.
    pub name: Option<String>,
    /// The account that plays.
    pub account: Option<String>,
}

/// A row of a list of an account's games.
#[derive(Clone, Debug)]
pub struct GameOfAccount {
    /// The name of the game in its address.
    pub id: String,
    /// The game of the library.
    pub slug: String,
    /// When it began.
    pub began_at: Millis,
    /// When something last happened in it.
    pub at: Millis,
    /// How it stands.
    pub standing: Standing,
}

/// The finished games of an account in one game of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The number of games won.
    pub won: i64,
    /// The number of draws.
    pub drawn: i64,
    /// The number of games lost.
    pub lost: i64,
}

/// A change of accounts, to be stored.
#[derive(Debug)]
pub enum AccountChange {
    Join {
        id: String,
        name: String,
        folded: String,
        password: String,
        at: i64,
    },
    Password {
        account: String,
        password: String,
    },
    BeginSession {
        hash: String,
        account: String,
        created_at: i64,
        used_at: i64,
    },
    UseSession {
        hash: String,
        at: i64,
    },
    EndSession {
        hash: String,
    },
    /// Ends all sessions of an account but one.
    EndSessions {
        account: String,
        except: String,
    },
    /// Ends all sessions that were not used for some time.
    EndUnused {
        before: i64,
    },
    /// Takes an account out of the seats of a game; another name is shown there.
    LeaveGame {
        account: String,
        game: String,
        name: String,
    },
    Delete {
        account: String,
    },
}

impl AccountChange {
    /// Carries out the change within a transaction.
    pub async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = match self {
            AccountChange::Join {
                id,
                name,
                folded,
                password,
                at,
            } => sqlx::query(
                "insert into account (id, name, folded, password, created_at) \
                 values ($1, $2, $3, $4, $5)",
            )
            .bind(id)
            .bind(name)
            .bind(folded)
            .bind(password)
            .bind(at),
            AccountChange::Password { account, password } => {
                sqlx::query("update account set password = $1 where id = $2")
                    .bind(password)
                    .bind(account)
            }
            AccountChange::BeginSession {
                hash,
                account,
                created_at,
                used_at,
            } => sqlx::query(
                "insert into session (hash, account, created_at, used_at) values ($1, $2, $3, $4)",
            )
            .bind(hash)
            .bind(account)
            .bind(created_at)
            .bind(used_at),
            AccountChange::UseSession { hash, at } => {
                sqlx::query("update session set used_at = $1 where hash = $2")
                    .bind(at)
                    .bind(hash)
            }
            AccountChange::EndSession { hash } => {
                sqlx::query("delete from session where hash = $1").bind(hash)
            }
            AccountChange::EndSessions { account, except } => {
                sqlx::query("delete from session where account = $1 and hash <> $2")
                    .bind(account)
                    .bind(except)
            }
            AccountChange::EndUnused { before } => {
                sqlx::query("delete from session where used_at < $1").bind(before)
            }
            AccountChange::LeaveGame {
                account,
                game,
                name,
            } => return leave_game(connection, account, game, name).await,
            AccountChange::Delete { account } => {
                for statement in [
                    "delete from account_game where account = $1",
                    "delete from session where account = $1",
                ] {
                    let delete = sqlx::query(statement).bind(account);
                    delete.execute(&mut *connection).await?;
                }
                sqlx::query("delete from account where id = $1").bind(account)
            }
        };
        query.execute(connection).await?;
        Ok(())
    }
}

/// Stores how a game stands for an account. Of an account that is deleted nothing is stored.
pub async fn write_standing(
    connection: &mut AnyConnection,
    game: &str,
    standing: &Standing,
    at: i64,
) -> Result<(), sqlx::Error> {
    let summary = json(&standing.summary).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let upsert =
        "insert into account_game (account, game, to_move, over, outcome, summary, at_ms) \
                  select $1, $2, $3, $4, $5, $6, $7 \
                  where exists (select 1 from account where id = $1) \
                  on conflict (account, game) do update set to_move = excluded.to_move, \
                  over = excluded.over, outcome = excluded.outcome, summary = excluded.summary, \
                  at_ms = excluded.at_ms";
    sqlx::query(upsert)
        .bind(&standing.account)
        .bind(game)
        .bind(i64::from(standing.to_move))
        .bind(i64::from(standing.over))
        .bind(standing.outcome.map_or("", Outcome::name))
        .bind(summary)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

/// What all lists of games select.
pub const GAME_COLUMNS: &str =
    "select game.id as id, game.slug as slug, game.created_at as began_at, \
    account_game.account as account, to_move, account_game.over as over, outcome, summary, at_ms \
    from account_game join game on game.id = account_game.game";

pub fn game_of_row(row: &sqlx::any::AnyRow) -> Result<GameOfAccount, StoreError> {
    let outcome: String = row.try_get("outcome")?;
    Ok(GameOfAccount {
        id: row.try_get("id")?,
        slug: row.try_get("slug")?,
        began_at: millis(row.try_get("began_at")?),
        at: millis(row.try_get("at_ms")?),
        standing: Standing {
            account: row.try_get("account")?,
            to_move: row.try_get::<i64, _>("to_move")? != 0,
            over: row.try_get::<i64, _>("over")? != 0,
            outcome: Outcome::of_name(&outcome),
            summary: read(row.try_get("summary")?)?,
        },
    })
}

impl Store {
    /// Stores a change of accounts.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn change_accounts(&self, change: AccountChange) -> Result<(), StoreError> {
        self.write(Change::Account(change)).await
    }

    async fn account_where(
        &self,
        statement: &str,
        value: &str,
    ) -> Result<Option<Account>, StoreError> {
        let found = sqlx::query(statement).bind(value);
        let Some(row) = found.fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        Ok(Some(Account {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            created_at: millis(row.try_get("created_at")?),
        }))
    }

    /// The account of a name in lower case.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn account_named(&self, folded: &str) -> Result<Option<Account>, StoreError> {
        let select = "select id, name, password, created_at from account where folded = $1";
        self.account_where(select, folded).await
    }

    /// The account of an id.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn account(&self, id: &str) -> Result<Option<Account>, StoreError> {
        let select = "select id, name, password, created_at from account where id = $1";
        self.account_where(select, id).await
    }

    /// The names of those of some accounts that are there.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn names(
        &self,
        ids: BTreeSet<String>,
    ) -> Result<HashMap<String, String>, StoreError> {
        let mut names = HashMap::new();
        for id in ids {
            if let Some(account) = self.account(&id).await? {
                names.insert(id, account.name);
            }
        }
        Ok(names)
    }

    /// The session of the hash of a token.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn session(&self, hash: &str) -> Result<Option<StoredSession>, StoreError> {
        let select = "select hash, session.account as account, name, session.created_at as created_at, \
                      used_at from session join account on account.id = session.account where hash = $1";
        let found = sqlx::query(select).bind(hash);
        let row = found.fetch_optional(&self.pool).await?;
        row.as_ref().map(session_of_row).transpose()
    }

    /// All sessions of an account, the last used first.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn sessions(&self, account: &str) -> Result<Vec<StoredSession>, StoreError> {
        let select =
            "select hash, session.account as account, name, session.created_at as created_at, \
                      used_at from session join account on account.id = session.account \
                      where session.account = $1 order by used_at desc, session.created_at desc";
        let rows = sqlx::query(select).bind(account).fetch_all(&self.pool);
        rows.await?.iter().map(session_of_row).collect()
    }

    /// The number of games in which an account is to move.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn games_waiting(&self, account: &str) -> Result<i64, StoreError> {
        let select = "select count(*) as waiting from account_game \
                      where account = $1 and over = 0 and to_move = 1";
        let row = sqlx::query(select).bind(account).fetch_one(&self.pool);
        Ok(row.await?.try_get("waiting")?)
    }

    /// Some of an account's games: those in which it is to move, then others that go on, then
    /// finished ones, each group from the last move back.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn games_of(
        &self,
        account: &str,
        skip: usize,
        most: usize,
    ) -> Result<Vec<GameOfAccount>, StoreError> {
        let select = format!(
            "{GAME_COLUMNS} where account = $1 \
             order by account_game.over, to_move desc, at_ms desc, id limit $2 offset $3"
        );
        self.games_by(&select, account, skip, most).await
    }

    /// Some of an account's finished games, the last first.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn finished_games_of(
        &self,
        account: &str,
        skip: usize,
        most: usize,
    ) -> Result<Vec<GameOfAccount>, StoreError> {
        let select = format!(
            "{GAME_COLUMNS} where account = $1 and account_game.over = 1 \
             order by at_ms desc, id limit $2 offset $3"
        );
        self.games_by(&select, account, skip, most).await
    }

    async fn games_by(
        &self,
        select: &str,
        account: &str,
        skip: usize,
        most: usize,
    ) -> Result<Vec<GameOfAccount>, StoreError> {
        let count = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        let rows = sqlx::query(select)
            .bind(account)
            .bind(count(most))
            .bind(count(skip))
            .fetch_all(&self.pool);
        rows.await?.iter().map(game_of_row).collect()
    }

    /// What an account has won, drawn and lost, by game of the library.
    ///
    /// # Errors
    /// If the database refuses.
    pub(crate) async fn results_of(
        &self,
        account: &str,
    ) -> Result<Vec<(String, Results)>, StoreError> {
        let select = "select slug, outcome, count(*) as games \
                      from account_game join game on game.id = account_game.game \
                      where account = $1 and account_game.over = 1 and outcome <> '' \
                      group by slug, outcome order by slug";
        let mut all: Vec<(String, Results)> = Vec::new();
        let rows = sqlx::query(select).bind(account).fetch_all(&self.pool);
        for row in rows.await? {
            let slug: String = row.try_get("slug")?;
            if all.last().is_none_or(|(last, _)| *last != slug) {
                all.push((slug, Results::default()));
            }
            let Some((_, results)) = all.last_mut() else {
                continue;
            };
            let (outcome, games): (String, i64) = (row.try_get("outcome")?, row.try_get("games")?);
            match Outcome::of_name(&outcome) {
                Some(Outcome::Won) => results.won = games,
                Some(Outcome::Drawn) => results.drawn = games,
                Some(Outcome::Lost) => results.lost = games,
                None => {}
            }
        }
        Ok(all)
    }
}

fn session_of_row(row: &sqlx::any::AnyRow) -> Result<StoredSession, StoreError> {
    Ok(StoredSession {
        hash: row.try_get("hash")?,
        account: row.try_get("account")?,
        name: row.try_get("name")?,
        created_at: millis(row.try_get("created_at")?),
        used_at: millis(row.try_get("used_at")?),
    })
}
