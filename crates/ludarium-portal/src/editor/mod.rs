//! The editor: descriptions that visitors write, checked and played as they are written.
//!
//! What visitors write is never compiled in this process: a language server of their own does that
//! ([`language`]). Here are the pages, and the drafts that are shared by their address.

pub mod language;

use askama::Template as _;
use axum::extract::{Path, Query, State};
use axum::http::header::{HeaderName, CONTENT_SECURITY_POLICY};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse};
use axum::Json;
use ludarium_games::templates::Template;
use serde::{Deserialize, Serialize};

use crate::app::{Portal, Problem, POLICY};
use crate::live::now;
use crate::pages::entry_of;
use crate::play::embedded;
use crate::secret;

/// The longest text of a draft, in bytes.
const DRAFT_BYTES: usize = 64 * 1024;

/// The longest body with a draft in it: quotes and line ends take two bytes in JSON.
pub const DRAFT_BODY_BYTES: usize = 2 * DRAFT_BYTES + 1024;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// A page with a header of its own.
type WithHeader = ([(HeaderName, String); 1], Html<String>);

/// What the editor begins with.
#[derive(Debug, Default, Deserialize)]
pub struct Begin {
    /// A built-in game, by its slug.
    game: Option<String>,
    /// A template, by its name.
    template: Option<String>,
}

#[derive(askama::Template)]
#[template(path = "editor.html")]
struct EditorPage {
    title: String,
    nonce: String,
    templates: [(&'static str, &'static str); Template::ALL.len()],
    available: bool,
    data: String,
}

/// What the script needs.
#[derive(Serialize)]
struct Beginning<'a> {
    /// By what the browser keeps the text: the draft, game or template that it begins with.
    from: &'a str,
    title: &'a str,
    text: &'a str,
    /// Where the text comes from, in words; nothing for a template.
    origin: &'a str,
    /// The address of the module that serves the text in the browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<String>,
}

/// A page with the editor.
pub async fn page(
    State(portal): State<Portal>,
    Query(begin): Query<Begin>,
) -> Result<impl IntoResponse, Problem> {
    if let Some(slug) = &begin.game {
        let entry = entry_of(&portal, slug)?;
        if entry.description.is_empty() {
            return Err(Problem::not_found(
                "This game has no description to change.",
            ));
        }
        let origin = format!("{} of the library", entry.name());
        return show(
            &portal,
            &Beginning {
                from: &format!("game/{}", entry.slug),
                title: entry.name(),
                text: entry.description,
                origin: &origin,
                module: portal.module_address(),
            },
        );
    }
    let name = begin.template.as_deref().unwrap_or("line");
    let template = Template::ALL.into_iter().find(|one| one.name() == name);
    let unknown = || Problem::not_found(format!("There is no template {name:?}."));
    let template = template.ok_or_else(unknown)?;
    show(
        &portal,
        &Beginning {
            from: &format!("template/{name}"),
            title: "A new game",
            text: &template.description("My game"),
            origin: "",
            module: portal.module_address(),
        },
    )
}

fn show(portal: &Portal, beginning: &Beginning<'_>) -> Result<WithHeader, Problem> {
    let nonce = secret::key();
    let page = EditorPage {
        title: beginning.title.to_owned(),
        templates: Template::ALL.map(|one| (one.name(), one.summary())),
        available: portal.language.is_some() || portal.module.is_some(),
        data: embedded(beginning),
        nonce: nonce.clone(),
    };
    // The editor writes its own styles.
    let policy = format!("{POLICY}; style-src 'self' 'nonce-{nonce}'");
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(page.render()?)))
}

/// A text to be shared.
#[derive(Debug, Deserialize)]
pub struct NewDraft {
    text: String,
}

/// Stores a text under an address that nobody guesses. Texts are not changed later: another text
/// gets another address.
pub async fn save(
    State(portal): State<Portal>,
    Json(draft): Json<NewDraft>,
) -> Result<impl IntoResponse, Problem> {
    if draft.text.len() > DRAFT_BYTES {
        let why = format!("A draft has at most {} kilobytes.", DRAFT_BYTES / 1024);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, why));
    }
    if draft.text.contains('\0') {
        let why = "A draft is a text: it holds no null characters.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, why));
    }
    let id = secret::key();
    let saved = portal.games.store().add_draft(&id, &draft.text, now());
    saved.await.map_err(|error| {
        eprintln!("{error}");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The draft could not be stored.",
        )
    })?;
    Ok(Json(
        serde_json::json!({ "address": format!("/editor/draft/{id}") }),
    ))
}

/// A page with the editor, and a text that was shared.
pub async fn draft(
    State(portal): State<Portal>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let unknown = || Problem::not_found("There is no such draft.");
    if !secret::is_key(&id) {
        return Err(unknown());
    }
    let found = portal.games.store().draft(&id).await.map_err(|error| {
        eprintln!("{error}");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The draft could not be read.",
        )
    })?;
    let text = found.ok_or_else(unknown)?;
    let page = show(
        &portal,
        &Beginning {
            from: &format!("draft/{id}"),
            title: "A shared draft",
            text: &text,
            origin: "a draft that somebody shared",
            module: portal.module_address(),
        },
    )?;
    // A draft is for those who have its address.
    Ok(([(ROBOTS, "noindex")], page))
}
