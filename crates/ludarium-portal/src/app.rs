//! The router, what all answers have in common, and the server itself.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, RETRY_AFTER,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::accounts::head::Head;
use crate::accounts::{self, Accounts, Visitor};
use crate::api::JsonProblem;
use crate::connections::Connections;
use crate::editor::language::{LanguageServer, LanguageServers};
use crate::library::Library;
use crate::limits::{visitor_of, Limits};
use crate::live::{Games, LiveError};
use crate::module::Module;
use crate::pages::{
    concepts, constructions, exports, game, home, list, map, records, reference, statistics,
};
use crate::store::Store;
use crate::{api, assets, editor, extent, feed, lesson, pages, play, priority, puzzle, study};

/// The longest body of a request, in bytes.
const BODY_BYTES: usize = 64 * 1024;

/// What a page may load, and who may frame it.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; ",
            "form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// Only the server's own scripts, styles and pictures; never inside another site's frame.
pub(crate) const POLICY: &str = policy!("'none'");

/// As [`POLICY`], for the one page that other sites may frame.
pub(crate) const EMBEDDED_POLICY: &str = policy!("*");

/// The pages and games of one server.
#[derive(Clone)]
pub struct Portal {
    pub(crate) games: Games,
    pub(crate) library: Arc<Library>,
    pub(crate) limits: Arc<Limits>,
    /// Who plays random games for a page.
    pub(crate) playing: Arc<Semaphore>,
    /// What checks and plays the texts of the editor; without it, there is no editor.
    pub(crate) language: Option<LanguageServers>,
    /// What browsers think with; without it, the server thinks for all.
    pub(crate) module: Option<Arc<Module>>,
    /// Accounts; without them, all visitors are guests.
    pub(crate) accounts: Option<Accounts>,
}

impl Portal {
    /// A portal whose games are stored in a database.
    #[must_use]
    pub fn new(store: Store) -> Portal {
        Portal {
            accounts: Some(Accounts::new(store.clone())),
            games: Games::new(store),
            library: Arc::new(Library::new()),
            limits: Arc::new(Limits::default()),
            playing: Arc::new(Semaphore::new(1)),
            language: None,
            module: None,
        }
    }

    /// This portal without accounts: all visitors are guests.
    #[must_use]
    pub fn without_accounts(self) -> Portal {
        Portal {
            accounts: None,
            ..self
        }
    }

    /// This portal with an editor, whose texts a program of its own checks and plays.
    #[must_use]
    pub fn with_language_server(self, server: LanguageServer) -> Portal {
        Portal {
            language: Some(LanguageServers::new(server)),
            ..self
        }
    }

    /// This portal with a module that computer players think with in the visitor's browser.
    #[must_use]
    pub fn with_module(self, module: Module) -> Portal {
        Portal {
            module: Some(Arc::new(module)),
            ..self
        }
    }

    /// The address of the module that browsers think with.
    pub(crate) fn module_address(&self) -> Option<String> {
        let module = self.module.as_ref()?;
        Some(format!("/assets/{}", module.name()))
    }

    /// The router, without a server around it.
    pub fn router(&self) -> Router {
        let accounts = match self.accounts {
            Some(_) => accounts::forms::router(),
            None => Router::new(),
        };
        Router::new()
            .merge(accounts)
            .route("/", get(home::home))
            .route("/games", get(list::games))
            .route("/games/{slug}", get(game::game))
            .route("/games/{slug}/board.svg", get(game::board))
            .route("/games/{slug}/piece/{what}", get(game::piece))
            .route("/games/{slug}/sources.bib", get(game::bibliography))
            .route("/games/{slug}/statistics", get(statistics::statistics))
            .route("/games/{slug}/records/{file}", get(records::first))
            .route(
                "/games/{slug}/records/{file}/{number}/{ply}",
                get(records::position),
            )
            .route(
                "/games/{slug}/records/{file}/{number}/picture/{ply}",
                get(records::picture),
            )
            .route("/study/{slug}", get(study::page))
            .route("/study/{slug}/position", get(study::position))
            .route("/study/{slug}/lines", post(study::lines))
            .route("/study/{slug}/question", post(study::question))
            .route("/embed/{slug}", get(study::embed))
            .route("/learn", get(lesson::list))
            .route("/learn/{name}", get(lesson::first))
            .route("/learn/{name}/{step}", get(lesson::step))
            .route("/puzzles", get(puzzle::page::list))
            .route("/puzzles/{slug}/{id}", get(puzzle::page::puzzle))
            .route(
                "/puzzles/{slug}/{id}/solution/{ply}",
                get(puzzle::page::solved),
            )
            .route("/constructions", get(constructions::list))
            .route("/constructions/{name}", get(constructions::construction))
            .route("/map", get(map::map))
            .route("/map/land.svg", get(map::land))
            .route("/evidence/{slug}/{id}", get(map::find))
            .route("/concepts", get(concepts::concepts))
            .route("/concepts/{slug}", get(concepts::concept))
            .route("/ludemes", get(reference::ludemes))
            .route("/ludemes/{chapter}", get(reference::chapter))
            .route("/definitions", get(reference::definitions))
            .route("/sources", get(reference::works))
            .route("/export/games.json", get(exports::games))
            .route("/export/evidence.json", get(exports::evidence_json))
            .route("/export/evidence.csv", get(exports::evidence_csv))
            .route("/export/evidence.geojson", get(exports::evidence_geojson))
            .route("/export/sources.bib", get(exports::sources))
            .route("/editor", get(editor::page))
            .route(
                "/editor/drafts",
                post(editor::save).layer(DefaultBodyLimit::max(editor::DRAFT_BODY_BYTES)),
            )
            .route("/editor/draft/{id}", get(editor::draft))
            .route("/editor/language", get(editor::language::connect))
            .route("/about", get(pages::about))
            .route("/play", post(play::begin))
            .route("/play/{id}", get(play::page).post(play::command_form))
            .route("/play/{id}/seat/{key}", get(play::take_key))
            .route("/play/{id}/live", get(feed::socket))
            .route("/play/{id}/events", get(feed::events).post(feed::message))
            .route("/play/{id}/past/{ply}", get(play::past))
            .route("/play/{id}/question", post(play::question))
            .route("/play/{id}/record.txt", get(play::record))
            .route("/api", get(api::description))
            .route("/api/games", get(api::games))
            .route("/api/play", post(api::begin))
            .route("/api/play/{id}", get(api::position).post(api::act))
            .route("/metrics", get(api::metrics))
            .route("/assets/{name}", get(assets::asset))
            .fallback(|| async { Problem::new(StatusCode::NOT_FOUND, "There is no such page.") })
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(middleware::from_fn_with_state(self.clone(), guard))
            .layer(CompressionLayer::new())
            .with_state(self.clone())
    }
}

/// Finds out who sends a request, and answers it.
async fn guard(State(portal): State<Portal>, mut request: Request, next: Next) -> Response {
    let (visitor, head) = visit(&portal, request.headers(), request.uri().path()).await;
    let renewed = visitor
        .renewed_cookie()
        .and_then(|cookie| cookie.parse().ok());
    request.extensions_mut().insert(visitor);
    let mut response = head.during(answer(&portal, request, next)).await;
    let headers = response.headers_mut();
    // A cookie is for one visitor: it is no part of what a proxy may keep for others.
    let is_kept = headers
        .get(CACHE_CONTROL)
        .is_none_or(|value| value != "no-store");
    if let Some(cookie) = renewed.filter(|_| !is_kept) {
        headers.entry(SET_COOKIE).or_insert(cookie);
    }
    response
}

/// Who sends a request, and what the page says of it.
async fn visit(portal: &Portal, headers: &HeaderMap, path: &str) -> (Visitor, Head) {
    let is_asset = path.starts_with("/assets/");
    let Some(accounts) = portal.accounts.as_ref().filter(|_| !is_asset) else {
        return Default::default();
    };
    let visitor = accounts.visitor(headers).await;
    let mut head = Head {
        accounts: true,
        ..Head::default()
    };
    if let Some(session) = visitor.session() {
        head.name = Some(session.name.clone());
        if asks_for_a_page(headers) {
            let waiting = accounts.store().games_waiting(&session.account).await;
            head.waiting = waiting.unwrap_or_else(|error| {
                eprintln!("{error}");
                0
            });
        }
    }
    (visitor, head)
}

/// Whether a browser asks for a page, by a link or a form.
fn asks_for_a_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|types| types.contains("text/html"))
}

/// Refuses what other sites send in a visitor's name, and adds the headers that all answers have.
async fn answer(portal: &Portal, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let upgrades = headers.contains_key("upgrade");
    let path = request.uri().path();
    let for_programs = path.starts_with("/api/");
    let refuse = |status, why| match Problem::new(status, why) {
        problem if for_programs => JsonProblem::from(problem).into_response(),
        problem => problem.into_response(),
    };
    if (changes || upgrades) && !is_from_here(headers) {
        let why = "This request comes from another site.";
        return refuse(StatusCode::FORBIDDEN, why);
    }
    if changes || is_costly(path) {
        let address = visitor_of(request.extensions(), headers);
        if let Err(wait) = portal.limits.admit(address) {
            let why = "Too many requests; please wait a moment.";
            let mut response = refuse(StatusCode::TOO_MANY_REQUESTS, why);
            let wait = (wait.as_secs() + 1).into();
            response.headers_mut().insert(RETRY_AFTER, wait);
            return response;
        }
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "same-origin");
    set(CACHE_CONTROL, "no-store");
    response
}

/// Whether a page is computed for each request, and takes more than a moment.
fn is_costly(path: &str) -> bool {
    let beginnings = [
        "/study/",
        "/embed/",
        "/learn/",
        "/puzzles/",
        "/constructions/",
        "/export/",
    ];
    beginnings
        .iter()
        .any(|beginning| path.starts_with(beginning))
        || path.ends_with("/statistics")
        || path.contains("/records/")
}

/// Whether a page of this server sent the request, or a program that is no browser.
fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get("sec-fetch-site") {
        if site != "same-origin" && site != "none" {
            return false;
        }
    }
    match text(ORIGIN) {
        None => true,
        Some(origin) => {
            let host = origin.split_once("://").map(|(_, host)| host);
            host.is_some() && host == text(HOST)
        }
    }
}

/// Something that went wrong, as a page.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    text: String,
}

impl Problem {
    /// A problem with its status and its explanation in a sentence.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Problem {
        Problem {
            status,
            text: text.into(),
        }
    }

    /// There is no such thing.
    pub fn not_found(text: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, text)
    }

    /// The status and the text, for answers that are no pages.
    pub fn parts(self) -> (StatusCode, String) {
        (self.status, self.text)
    }
}

impl From<LiveError> for Problem {
    fn from(error: LiveError) -> Problem {
        let status = match &error {
            LiveError::NotFound => StatusCode::NOT_FOUND,
            LiveError::Rules(_) | LiveError::Seats | LiveError::Time => StatusCode::BAD_REQUEST,
            LiveError::Refused(_) => StatusCode::CONFLICT,
            LiveError::OtherRules => StatusCode::GONE,
            LiveError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        if let LiveError::Store(error) = &error {
            eprintln!("{error}");
        }
        Problem::new(status, error.to_string())
    }
}

impl From<askama::Error> for Problem {
    fn from(error: askama::Error) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

#[derive(askama::Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    title: &'a str,
    text: &'a str,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let page = ProblemPage {
            title: self.status.canonical_reason().unwrap_or("Problem"),
            text: &self.text,
        };
        match askama::Template::render(&page) {
            Ok(page) => (self.status, Html(page)).into_response(),
            Err(_) => (self.status, self.text).into_response(),
        }
    }
}

/// Runs the server until `end` is ready: then it takes no more connections, and ends.
pub async fn serve(
    portal: Portal,
    listener: TcpListener,
    end: impl Future<Output = ()> + Send + 'static,
) {
    let games = portal.games.clone();
    let tending = games.clone();
    let tend = tokio::spawn(async move {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        loop {
            second.tick().await;
            tending.tend().await;
        }
    });
    // What takes seconds the first time is there before somebody asks for it.
    let preparing = portal.clone();
    std::thread::spawn(move || {
        priority::lower();
        concepts::prepare();
        reference::prepare();
        extent::prepare();
        puzzle::all(&preparing).count();
    });
    let (connections, router) = (Connections::default(), portal.router());
    // Connections that wait for news would keep a graceful end waiting.
    tokio::select! {
        () = connections.serve(&listener, &router) => {}
        () = end => {}
    }
    tend.abort();
    games.close();
}
