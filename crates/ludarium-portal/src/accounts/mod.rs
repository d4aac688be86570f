//! Optional accounts: a name and a password, and the same games on every device.
//!
//! A seat of an account has its id, and a session of the account gives the seat. Sessions in use
//! are in memory, and requests and live connections share them: a session that is ended is ended
//! for all of them at once.

pub mod claims;
pub mod cookie;
pub mod forms;
pub mod games;
pub mod head;
mod leaving;
mod password;
pub mod standing;
mod weakness;

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::HeaderMap;
use ludarium_notation::number_words::counted;
use ludarium_table::{hex, key_hash, Millis};

use crate::limits::{network, Allowance};
use crate::live::{now, Games};
use crate::secret;
use crate::store::accounts::{Account, AccountChange};
use crate::store::{Store, StoreError};
use password::{Busy, Passwords};
use weakness::{weakness, Weakness};

/// After how many days without use a session ends.
pub const UNUSED_DAYS: u64 = 90;

const DAY_MS: Millis = 86_400_000;

/// When this many sessions are in memory, those that nobody uses are forgotten there.
const SESSIONS: usize = 10_000;

/// The numbers of characters that a name may have.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=20;

/// What guests and computers are called.
const NOT_FOR_ACCOUNTS: [&str; 3] = ["guest", "computer", "program"];

/// What stands in the place of the name of an account that was deleted.
pub const DELETED: &str = "an account that was deleted";

/// Why something about an account could not be done.
#[derive(Debug)]
pub enum AccountError {
    /// The name has other characters, too many or too few, or is one that guests have.
    Name,
    /// Another account has the name.
    Taken,
    /// The new password is among the first that somebody guesses.
    WeakPassword(Weakness),
    /// The password and its repetition differ.
    Unequal,
    /// There is no such account, or it has another password.
    Wrong,
    /// There were too many attempts; this long nothing is tried.
    TooMany(Duration),
    /// Too many passwords are being checked.
    Busy,
    /// The database failed.
    Store(StoreError),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Name => f.write_str(
                "A name has 2 to 20 letters (a to z), digits, hyphens and underscores, and is not \
                 one that guests or computers have.",
            ),
            AccountError::Taken => f.write_str("This name is taken; please choose another."),
            AccountError::WeakPassword(why) => why.fmt(f),
            AccountError::Unequal => f.write_str("The two passwords differ."),
            AccountError::Wrong => f.write_str("The name or the password is wrong."),
            AccountError::TooMany(wait) => {
                let (count, unit) = match wait.as_secs() {
                    seconds @ 0..60 => (seconds + 1, "second"),
                    seconds => (seconds / 60 + 1, "minute"),
                };
                let wait = counted(count, unit);
                write!(f, "Too many attempts; please wait {wait}.")
            }
            AccountError::Busy => f.write_str("The server is busy; please try again in a moment."),
            AccountError::Store(_) => f.write_str("The database failed; please try again."),
        }
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Store(error)
    }
}

impl From<Busy> for AccountError {
    fn from(_: Busy) -> AccountError {
        AccountError::Busy
    }
}

/// Somebody who is signed in on a device.
#[derive(Debug)]
pub struct Session {
    /// The hash of the token, as it is stored.
    hash: String,
    /// The id of the account.
    pub account: String,
    /// The name of the account.
    pub name: String,
    used_at: AtomicU64,
    ended: AtomicBool,
}

impl Session {
    /// Whether it still holds.
    pub fn holds(&self) -> bool {
        let unused = now().saturating_sub(self.used_at.load(Ordering::Relaxed));
        !self.ended.load(Ordering::Relaxed) && unused < UNUSED_DAYS * DAY_MS
    }
}

/// Who sends a request: somebody who is signed in, or nobody in particular.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    session: Option<Arc<Session>>,
    /// Whether the cookie is that for https.
    secure: bool,
    /// The token, if the browser should keep its cookie longer.
    renew: Option<String>,
}

impl Visitor {
    /// The session, while it holds.
    pub fn session(&self) -> Option<&Arc<Session>> {
        self.session.as_ref().filter(|session| session.holds())
    }

    /// The cookie to be set, if it is time to.
    pub fn renewed_cookie(&self) -> Option<String> {
        let token = self.renew.as_deref()?;
        self.session()?;
        Some(cookie::keep(token, self.secure))
    }
}

/// The visitor, as the router found it out before.
impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// What somebody enters to join or to sign in.
#[derive(Debug)]
pub struct NameAndPassword {
    pub name: String,
    pub password: String,
}

impl NameAndPassword {
    /// The name in the form in which it is unique.
    fn folded(&self) -> String {
        self.name.to_ascii_lowercase()
    }
}

/// Whether a text could be the name of an account.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    NAME_CHARS.contains(&text.len())
        && text.chars().all(fits)
        && !NOT_FOR_ACCOUNTS.contains(&text.to_ascii_lowercase().as_str())
}

/// Refuses a new password that is soon guessed.
fn check_password(name: &str, password: &str) -> Result<(), AccountError> {
    match weakness(name, password) {
        None => Ok(()),
        Some(why) => Err(AccountError::WeakPassword(why)),
    }
}

/// All accounts, and who is signed in.
#[derive(Clone)]
pub struct Accounts(Arc<Inner>);

struct Inner {
    store: Store,
    passwords: Passwords,
    /// Sessions in use, by the hash of their token.
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    /// Only one request reads a session that is not in memory, or ends sessions: one that is ended
    /// meanwhile would otherwise go on.
    changing: tokio::sync::Mutex<()>,
    joins: Allowance<IpAddr>,
    attempts_from: Allowance<IpAddr>,
    attempts_for: Allowance<String>,
}

impl Accounts {
    /// The accounts of a database.
    pub fn new(store: Store) -> Accounts {
        Accounts(Arc::new(Inner {
            store,
            passwords: Passwords::new(),
            sessions: Mutex::default(),
            changing: tokio::sync::Mutex::default(),
            // People behind one address may join together; then one a minute.
            joins: Allowance::new(20.0, 1.0 / 60.0),
            attempts_from: Allowance::new(20.0, 1.0 / 10.0),
            attempts_for: Allowance::new(10.0, 1.0 / 10.0),
        }))
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.0
            .sessions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Who sends a request.
    pub async fn visitor(&self, headers: &HeaderMap) -> Visitor {
        let Some((token, secure)) = cookie::token(headers) else {
            return Visitor::default();
        };
        match self.find(&token).await {
            Ok(Some(session)) => {
                let renew = self.use_session(&session).await.then_some(token);
                Visitor {
                    session: Some(session),
                    secure,
                    renew,
                }
            }
            Ok(None) => Visitor::default(),
            Err(error) => {
                eprintln!("{error}");
                Visitor::default()
            }
        }
    }

    /// The session of a token, if it holds.
    async fn find(&self, token: &str) -> Result<Option<Arc<Session>>, StoreError> {
        if !secret::is_token(token) {
            return Ok(None);
        }
        let hash = key_hash(token);
        if let Some(known) = self.in_memory().get(&hash).cloned() {
            return Ok(known.holds().then_some(known));
        }
        let _one = self.0.changing.lock().await;
        let Some(stored) = self.0.store.session(&hash).await? else {
            return Ok(None);
        };
        let session = Arc::new(Session {
            hash: hash.clone(),
            account: stored.account,
            name: stored.name,
            used_at: AtomicU64::new(stored.used_at),
            ended: AtomicBool::new(false),
        });
        if !session.holds() {
            return Ok(None);
        }
        let mut all = self.in_memory();
        if all.len() >= SESSIONS {
            all.retain(|_, session| Arc::strong_count(session) > 1);
        }
        all.insert(hash, session.clone());
        Ok(Some(session))
    }

    /// Notes once a day that a session is used; says whether it was noted.
    async fn use_session(&self, session: &Session) -> bool {
        let at = now();
        let used = session.used_at.load(Ordering::Relaxed);
        if at.saturating_sub(used) < DAY_MS {
            return false;
        }
        session.used_at.store(at, Ordering::Relaxed);
        let change = AccountChange::UseSession {
            hash: session.hash.clone(),
            at: stored(at),
        };
        let noted = self.0.store.change_accounts(change).await;
        noted.map_err(|error| eprintln!("{error}")).is_ok()
    }

    /// Makes an account; returns its id.
    ///
    /// # Errors
    /// If the name is taken or is none, or the password is weak.
    pub async fn join(
        &self,
        entered: NameAndPassword,
        again: &str,
        from: Option<IpAddr>,
    ) -> Result<String, AccountError> {
        let folded = entered.folded();
        let NameAndPassword { name, password } = entered;
        if !is_name(&name) {
            return Err(AccountError::Name);
        }
        check_password(&name, &password)?;
        if password != again {
            return Err(AccountError::Unequal);
        }
        if self.0.store.account_named(&folded).await?.is_some() {
            return Err(AccountError::Taken);
        }
        if let Some(from) = from {
            let taken = self.0.joins.take(network(from));
            taken.map_err(AccountError::TooMany)?;
        }
        let id = secret::key();
        let join = AccountChange::Join {
            id: id.clone(),
            name,
            folded,
            password: self.0.passwords.hash(password).await?,
            at: stored(now()),
        };
        match self.0.store.change_accounts(join).await {
            // Somebody else was faster.
            Err(error) if error.is_taken() => Err(AccountError::Taken),
            other => Ok(other.map(|()| id)?),
        }
    }

    /// Finds out whose name and password these are.
    ///
    /// # Errors
    /// If they are nobody's, or there were too many attempts.
    pub async fn sign_in(
        &self,
        entered: NameAndPassword,
        from: Option<IpAddr>,
    ) -> Result<Account, AccountError> {
        let folded = entered.folded();
        if let Some(from) = from {
            let taken = self.0.attempts_from.take(network(from));
            taken.map_err(AccountError::TooMany)?;
        }
        let found = match is_name(&entered.name) {
            true => {
                let taken = self.0.attempts_for.take(folded.clone());
                taken.map_err(AccountError::TooMany)?;
                self.0.store.account_named(&folded).await?
            }
            false => None,
        };
        let stored = found.as_ref().map(|account| account.password.clone());
        let right = self.0.passwords.verify(entered.password, stored).await?;
        found.filter(|_| right).ok_or(AccountError::Wrong)
    }

    /// Begins a session; returns its token, which is stored nowhere.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn begin_session(&self, account: &str) -> Result<String, StoreError> {
        let token = hex(&secret::bytes::<32>());
        let at = now();
        let unused = AccountChange::EndUnused {
            before: stored(at.saturating_sub(UNUSED_DAYS * DAY_MS)),
        };
        self.0.store.change_accounts(unused).await?;
        let begin = AccountChange::BeginSession {
            hash: key_hash(&token),
            account: account.to_owned(),
            created_at: stored(at),
            used_at: stored(at),
        };
        self.0.store.change_accounts(begin).await?;
        Ok(token)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// If the database fails; the session goes on then.
    pub async fn end_session(&self, session: &Session) -> Result<(), StoreError> {
        let _one = self.0.changing.lock().await;
        let hash = session.hash.clone();
        let end = AccountChange::EndSession { hash: hash.clone() };
        self.0.store.change_accounts(end).await?;
        session.ended.store(true, Ordering::Relaxed);
        self.in_memory().remove(&hash);
        Ok(())
    }

    /// Ends all sessions of an account, but for one.
    ///
    /// # Errors
    /// If the database fails; the sessions go on then.
    pub async fn end_sessions(
        &self,
        account: &str,
        except: Option<&Session>,
    ) -> Result<(), StoreError> {
        let except = except.map_or("", |session| session.hash.as_str());
        let _one = self.0.changing.lock().await;
        let end = AccountChange::EndSessions {
            account: account.to_owned(),
            except: except.to_owned(),
        };
        self.0.store.change_accounts(end).await?;
        self.in_memory().retain(|hash, session| {
            let ends = session.account == account && hash != except;
            if ends {
                session.ended.store(true, Ordering::Relaxed);
            }
            !ends
        });
        Ok(())
    }

    /// Changes the password of somebody who is signed in, and ends the other sessions.
    ///
    /// # Errors
    /// If the old password is wrong or the new one weak, or there were too many attempts.
    pub async fn change_password(
        &self,
        session: &Session,
        [old, new, again]: [&str; 3],
        from: Option<IpAddr>,
    ) -> Result<(), AccountError> {
        check_password(&session.name, new)?;
        if new != again {
            return Err(AccountError::Unequal);
        }
        self.check_again(session, old, from).await?;
        let change = AccountChange::Password {
            account: session.account.clone(),
            password: self.0.passwords.hash(new.to_owned()).await?,
        };
        self.0.store.change_accounts(change).await?;
        Ok(self.end_sessions(&session.account, Some(session)).await?)
    }

    /// Checks the password of somebody who is signed in.
    async fn check_again(
        &self,
        session: &Session,
        password: &str,
        from: Option<IpAddr>,
    ) -> Result<(), AccountError> {
        let entered = NameAndPassword {
            name: session.name.clone(),
            password: password.to_owned(),
        };
        match self.sign_in(entered, from).await?.id == session.account {
            true => Ok(()),
            false => Err(AccountError::Wrong),
        }
    }

    /// Deletes an account. Its games stay, without its name; it gives up those that go on.
    ///
    /// # Errors
    /// If the password is wrong, there were too many attempts, or the database fails.
    pub async fn delete(
        &self,
        session: &Session,
        password: &str,
        games: &Games,
        from: Option<IpAddr>,
    ) -> Result<(), AccountError> {
        self.check_again(session, password, from).await?;
        let account = &session.account;
        // From here on nobody acts for the account.
        self.end_sessions(account, None).await?;
        leaving::leave_all(games, account).await?;
        let delete = AccountChange::Delete {
            account: account.clone(),
        };
        Ok(self.0.store.change_accounts(delete).await?)
    }
}

fn stored(at: Millis) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_digits_hyphens_and_underscores() {
        for name in ["Ada", "a-_1", "x2", "12345678901234567890"] {
            assert!(is_name(name), "{name}");
        }
        for text in [
            "a",
            "123456789012345678901",
            "Ada L",
            "Adé",
            "a/b",
            "GUEST",
            "",
            "a\0b",
        ] {
            assert!(!is_name(text), "{text}");
        }
    }
}
