//! The pages that are read.

pub mod concepts;
pub mod constructions;
pub mod exports;
pub mod game;
pub mod home;
pub mod list;
pub mod map;
pub mod records;
pub mod reference;
pub mod statistics;

use std::sync::Arc;

use askama::Template;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{Html, IntoResponse};
use ludarium_games::Entry;

use crate::app::{Portal, Problem};

type Page = Result<Html<String>, Problem>;

fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?))
}

/// A picture that stays the same for as long as the server runs.
fn svg(picture: Arc<str>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, picture.to_string())
}

pub fn entry_of(portal: &Portal, slug: &str) -> Result<&'static Entry, Problem> {
    let entry = portal.library.entry(slug);
    entry.ok_or_else(|| Problem::not_found("There is no such game in the library."))
}

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage;

/// What this is, and how it is used by programs.
pub async fn about() -> Page {
    page(&AboutPage)
}
