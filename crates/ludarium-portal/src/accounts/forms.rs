//! The pages to join, to sign in and out, and to change or delete an account.

use std::net::IpAddr;

use askama::Template;
use axum::extract::{Form, FromRequestParts, Query, State};
use axum::http::header::{HOST, REFERER, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::Router;
use serde::Deserialize;

use super::{claims, cookie, games, AccountError, Accounts, NameAndPassword, Session, Visitor};
use crate::app::{Portal, Problem};
use crate::dates::{ago, date};
use crate::limits::visitor_of;
use crate::live::now;
use crate::store::StoreError;

/// Where somebody who has signed in goes, if nowhere else.
const AFTER: &str = "/my-games";

/// The addresses that only a server with accounts has.
pub fn router() -> Router<Portal> {
    Router::new()
        .route("/join", get(join_page).post(join))
        .route("/sign-in", get(sign_in_page).post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/account", get(account))
        .route("/account/password", post(change_password))
        .route("/account/delete", post(delete))
        .route("/account/export.json", get(games::export))
        .route("/my-games", get(games::own))
        .route("/my-games/claim", post(claims::claim_chosen))
        .route("/player/{name}", get(games::player))
}

/// The accounts of a portal that has them.
pub fn accounts(portal: &Portal) -> Result<&Accounts, Problem> {
    let none = || Problem::not_found("There are no accounts here.");
    portal.accounts.as_ref().ok_or_else(none)
}

/// The session of a visitor who has to be signed in.
pub fn signed_in(visitor: &Visitor) -> Result<&Session, Problem> {
    let session = visitor.session().map(AsRef::as_ref);
    session.ok_or_else(|| Problem::new(StatusCode::FORBIDDEN, "You are not signed in."))
}

/// The address of the sender of a request.
pub struct From(Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for From {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<From, Self::Rejection> {
        Ok(From(visitor_of(&parts.extensions, &parts.headers)))
    }
}

impl AccountError {
    fn status(&self) -> StatusCode {
        match self {
            AccountError::Name | AccountError::WeakPassword(_) | AccountError::Unequal => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            AccountError::Taken => StatusCode::CONFLICT,
            AccountError::Wrong => StatusCode::FORBIDDEN,
            AccountError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            AccountError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            AccountError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The same page again, with what is wrong.
    fn on(&self, page: &impl Template) -> Result<Response, Problem> {
        if let AccountError::Store(error) = self {
            eprintln!("{error}");
        }
        let mut response = (self.status(), Html(page.render()?)).into_response();
        let wait = match self {
            AccountError::TooMany(wait) => Some(wait.as_secs() + 1),
            AccountError::Busy => Some(5),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}

/// Where somebody goes after a form: only to a page of this server.
fn page_here(address: &str) -> &str {
    let is_path = address.starts_with('/') && !address.starts_with("//");
    let fits = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    match is_path && address.bytes().all(fits) {
        true => address,
        false => AFTER,
    }
}

/// The page of a game that led to a form: after the form, the visitor goes on there.
fn came_from(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name)?.to_str().ok();
    let (_, rest) = text(REFERER)?.split_once("://")?;
    let path = rest.strip_prefix(text(HOST)?)?;
    let is_worth_it = path.starts_with("/play/") || path.starts_with("/games/");
    is_worth_it.then(|| path.to_owned())
}

/// What the address of a form may say.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    #[serde(default)]
    next: String,
    /// What was done before.
    #[serde(default)]
    done: String,
}

impl Asked {
    fn next(&self, headers: &HeaderMap) -> String {
        let own = (!self.next.is_empty()).then(|| self.next.clone());
        let next = own.or_else(|| came_from(headers)).unwrap_or_default();
        match next.is_empty() {
            true => next,
            false => page_here(&next).to_owned(),
        }
    }

    fn notice(&self) -> &'static str {
        match self.done.as_str() {
            "password" => "The password is changed. All other devices are signed out.",
            "deleted" => "The account is deleted.",
            "everywhere" => "You are signed out on all devices.",
            _ => "",
        }
    }
}

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage<'a> {
    name: &'a str,
    next: &'a str,
    notice: &'a str,
    problem: String,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage<'a> {
    name: &'a str,
    next: &'a str,
    problem: String,
}

async fn sign_in_page(
    Query(asked): Query<Asked>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if visitor.session().is_some() {
        return Ok(Redirect::to(AFTER).into_response());
    }
    let page = SignInPage {
        name: "",
        next: &asked.next(&headers),
        notice: asked.notice(),
        problem: String::new(),
    };
    Ok(Html(page.render()?).into_response())
}

async fn join_page(Query(asked): Query<Asked>, headers: HeaderMap) -> Result<Response, Problem> {
    let page = JoinPage {
        name: "",
        next: &asked.next(&headers),
        problem: String::new(),
    };
    Ok(Html(page.render()?).into_response())
}

/// What the forms send.
#[derive(Debug, Deserialize)]
pub struct Entered {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    /// The password once more.
    #[serde(default)]
    again: String,
    /// The current password.
    #[serde(default)]
    old: String,
    /// The page to go to.
    #[serde(default)]
    next: String,
    /// Where to sign out.
    #[serde(default)]
    r#where: String,
}

impl Entered {
    fn name_and_password(&self) -> NameAndPassword {
        NameAndPassword {
            name: self.name.trim().to_owned(),
            password: self.password.clone(),
        }
    }
}

/// Begins a session for an account, ends the one that was there, and leads on.
async fn begin(
    accounts: &Accounts,
    account: &str,
    visitor: &Visitor,
    headers: &HeaderMap,
    next: &str,
) -> Result<Response, StoreError> {
    if let Some(before) = visitor.session() {
        accounts.end_session(before).await?;
    }
    let token = accounts.begin_session(account).await?;
    let cookie = cookie::keep(&token, cookie::is_https(headers));
    Ok(([(SET_COOKIE, cookie)], Redirect::to(page_here(next))).into_response())
}

async fn join(
    State(portal): State<Portal>,
    visitor: Visitor,
    from: From,
    headers: HeaderMap,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    let accounts = accounts(&portal)?;
    let joined = accounts.join(entered.name_and_password(), &entered.again, from.0);
    match joined.await {
        Ok(account) => Ok(begin(accounts, &account, &visitor, &headers, &entered.next).await?),
        Err(error) => error.on(&JoinPage {
            name: &entered.name,
            next: &entered.next,
            problem: error.to_string(),
        }),
    }
}

async fn sign_in(
    State(portal): State<Portal>,
    visitor: Visitor,
    from: From,
    headers: HeaderMap,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    let accounts = accounts(&portal)?;
    match accounts.sign_in(entered.name_and_password(), from.0).await {
        Ok(own) => Ok(begin(accounts, &own.id, &visitor, &headers, &entered.next).await?),
        Err(error) => error.on(&SignInPage {
            name: &entered.name,
            next: &entered.next,
            notice: "",
            problem: error.to_string(),
        }),
    }
}

/// Leads to a page, and lets the browser forget the session.
fn forgotten(to: &str, visitor: &Visitor) -> Response {
    let cookie = cookie::forget(visitor.secure);
    ([(SET_COOKIE, cookie)], Redirect::to(to)).into_response()
}

async fn sign_out(
    State(portal): State<Portal>,
    visitor: Visitor,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    let accounts = accounts(&portal)?;
    let everywhere = entered.r#where == "everywhere";
    if let Some(session) = visitor.session() {
        match everywhere {
            true => accounts.end_sessions(&session.account, None).await?,
            false => accounts.end_session(session).await?,
        }
    }
    let to = if everywhere {
        "/sign-in?done=everywhere"
    } else {
        "/"
    };
    Ok(forgotten(to, &visitor))
}

struct SessionRow {
    here: bool,
    since: String,
    used: String,
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    name: &'a str,
    since: String,
    sessions: Vec<SessionRow>,
    notice: &'a str,
    problem: String,
}

async fn account_page<'a>(
    accounts: &Accounts,
    session: &'a Session,
    notice: &'a str,
    problem: String,
) -> Result<AccountPage<'a>, Problem> {
    let store = accounts.store();
    let own = store.account(&session.account).await?;
    let own = own.ok_or_else(|| Problem::not_found("The account is deleted."))?;
    let sessions = store.sessions(&own.id).await?;
    let sessions = sessions.iter().map(|one| SessionRow {
        here: one.hash == session.hash,
        since: date(one.created_at),
        used: ago(one.used_at, now()),
    });
    Ok(AccountPage {
        name: &session.name,
        since: date(own.created_at),
        sessions: sessions.collect(),
        notice,
        problem,
    })
}

async fn account(
    State(portal): State<Portal>,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let Some(session) = visitor.session() else {
        return Ok(Redirect::to("/sign-in?next=/account").into_response());
    };
    let accounts = accounts(&portal)?;
    let page = account_page(accounts, session, asked.notice(), String::new()).await?;
    Ok(Html(page.render()?).into_response())
}

async fn change_password(
    State(portal): State<Portal>,
    visitor: Visitor,
    from: From,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    let accounts = accounts(&portal)?;
    let session = signed_in(&visitor)?;
    let Entered {
        old,
        password,
        again,
        ..
    } = &entered;
    let changed = accounts.change_password(session, [old, password, again], from.0);
    match changed.await {
        Ok(()) => Ok(Redirect::to("/account?done=password").into_response()),
        Err(error) => {
            let page = account_page(accounts, session, "", error.to_string()).await?;
            error.on(&page)
        }
    }
}

async fn delete(
    State(portal): State<Portal>,
    visitor: Visitor,
    from: From,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    let accounts = accounts(&portal)?;
    let session = signed_in(&visitor)?;
    let deleted = accounts.delete(session, &entered.password, &portal.games, from.0);
    match deleted.await {
        Ok(()) => Ok(forgotten("/sign-in?done=deleted", &visitor)),
        Err(error) => {
            let page = account_page(accounts, session, "", error.to_string()).await?;
            error.on(&page)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_leads_to_pages_of_this_server_only() {
        for (address, to) in [
            ("/play/abc", "/play/abc"),
            ("", AFTER),
            ("https://evil.example/", AFTER),
            ("//evil.example/", AFTER),
            ("/\\evil.example/", AFTER),
            ("/\t/evil.example/", AFTER),
            ("/play/abc\r\nSet-Cookie: a=b", AFTER),
            ("/\0", AFTER),
        ] {
            assert_eq!(page_here(address), to, "{address}");
        }
    }
}
