//! Who sits in stored games.

use ludarium_table::{key_hash, Event, Millis, Seat, Terms};
use sqlx::{AnyConnection, Row};

use super::{json, millis, read, Store, StoreError};

/// How the stored form of an event begins that changes who sits where.
const SEATED: [&str; 2] = ["{\"kind\":\"sat\"%", "{\"kind\":\"left\"%"];

/// Who sits in a game, without its moves.
#[derive(Debug)]
pub struct SeatsOfGame {
    /// The game of the library.
    pub slug: String,
    /// By player, from player 1: who sits there now.
    pub seats: Vec<Seat>,
    /// When the game began.
    pub began_at: Millis,
    /// Whether it is over.
    pub over: bool,
}

impl Store {
    /// Who sits in a game; `None` if there is no such game.
    ///
    /// # Errors
    /// If the database refuses, or the game cannot be read.
    pub(crate) async fn seats_of(&self, id: &str) -> Result<Option<SeatsOfGame>, StoreError> {
        let select = "select slug, terms, created_at, over from game where id = $1";
        let found = sqlx::query(select).bind(id).fetch_optional(&self.pool);
        let Some(row) = found.await? else {
            return Ok(None);
        };
        let terms: Terms = read(row.try_get("terms")?)?;
        let mut seats = terms.seats;
        let select = "select body from event \
                      where game = $1 and (body like $2 or body like $3) order by seq";
        let events = sqlx::query(select).bind(id).bind(SEATED[0]).bind(SEATED[1]);
        for event in events.fetch_all(&self.pool).await? {
            let (player, seat) = match read(event.try_get("body")?)? {
                Event::Sat { player, seat } => (player, seat),
                Event::Left { player, level } => (player, Seat::Computer { level }),
                _ => continue,
            };
            if let Some(own) = player.checked_sub(1).and_then(|at| seats.get_mut(at)) {
                *own = seat;
            }
        }
        Ok(Some(SeatsOfGame {
            slug: row.try_get("slug")?,
            seats,
            began_at: millis(row.try_get("created_at")?),
            over: row.try_get::<i64, _>("over")? != 0,
        }))
    }
}

/// When a player last did something in a game other than to take a seat; when it began, if never.
pub async fn last_played_at(
    connection: &mut AnyConnection,
    game: &str,
) -> Result<i64, sqlx::Error> {
    let select = "select coalesce(max(event.at_ms), max(game.created_at)) as at_ms from game \
                  left join event on event.game = game.id and event.body not like $2 \
                  where game.id = $1";
    let row = sqlx::query(select).bind(game).bind(SEATED[0]);
    row.fetch_one(connection).await?.try_get("at_ms")
}

/// Writes another name on the seats of an account, in what a game began with and in its events:
/// also on those of the guest from whom the account has claimed them. No key gives them any more.
pub async fn leave_game(
    connection: &mut AnyConnection,
    account: &str,
    game: &str,
    name: &str,
) -> Result<(), sqlx::Error> {
    let unread = |error: StoreError| sqlx::Error::Decode(error.into());
    let mut terms: Option<Terms> = None;
    let found = sqlx::query("select terms from game where id = $1").bind(game);
    if let Some(row) = found.fetch_optional(&mut *connection).await? {
        terms = Some(read(row.try_get("terms")?).map_err(unread)?);
    }
    let mut sat: Vec<(i64, Event)> = Vec::new();
    let events = "select seq, body from event where game = $1 and body like $2 order by seq";
    let events = sqlx::query(events).bind(game).bind(SEATED[0]);
    for row in events.fetch_all(&mut *connection).await? {
        let event = read(row.try_get("body")?).map_err(unread)?;
        sat.push((row.try_get("seq")?, event));
    }
    let begun = terms.iter().flat_map(|terms| &terms.seats);
    let taken = sat.iter().filter_map(|(_, event)| seat_of(event));
    let own = begun.chain(taken);
    let own = own.filter(|seat| seat.account() == Some(account));
    let keys: Vec<String> = own.filter_map(key_of).map(str::to_owned).collect();
    let leave = |seat: &mut Seat| {
        if let Seat::Person {
            name: shown,
            account: own,
            key,
        } = seat
        {
            let is_own = own.as_deref() == Some(account);
            if is_own || own.is_none() && keys.contains(key) {
                (*shown, *own) = (name.to_owned(), None);
                // Nobody knows a key of this hash.
                *key = key_hash(key);
            }
        }
    };
    if let Some(mut terms) = terms {
        terms.seats.iter_mut().for_each(leave);
        let update = sqlx::query("update game set terms = $1 where id = $2");
        let update = update.bind(json(&terms).map_err(unread)?).bind(game);
        update.execute(&mut *connection).await?;
    }
    for (seq, mut event) in sat {
        if let Event::Sat { seat, .. } = &mut event {
            leave(seat);
        }
        let update = sqlx::query("update event set body = $1 where game = $2 and seq = $3");
        let update = update.bind(json(&event).map_err(unread)?).bind(game);
        update.bind(seq).execute(&mut *connection).await?;
    }
    let delete = "delete from account_game where account = $1 and game = $2";
    let delete = sqlx::query(delete).bind(account).bind(game);
    delete.execute(connection).await?;
    Ok(())
}

fn seat_of(event: &Event) -> Option<&Seat> {
    match event {
        Event::Sat { seat, .. } => Some(seat),
        _ => None,
    }
}

fn key_of(seat: &Seat) -> Option<&str> {
    match seat {
        Seat::Person { key, .. } => Some(key),
        _ => None,
    }
}
