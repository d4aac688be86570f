//! Scripts and styles, which are part of the program.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::app::{Portal, Problem, POLICY};

const FILES: [(&str, &str, &str); 18] = [
    (
        "style.css",
        "text/css; charset=utf-8",
        include_str!("../web/style.css"),
    ),
    (
        "board.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/board.js"),
    ),
    (
        "play.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/play.js"),
    ),
    (
        "module.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/module.js"),
    ),
    (
        WORKER,
        "text/javascript; charset=utf-8",
        include_str!("../web/worker.js"),
    ),
    (
        "map.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/map.js"),
    ),
    (
        "construction.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/construction.js"),
    ),
    (
        "motion.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/motion.js"),
    ),
    (
        "sound.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/sound.js"),
    ),
    (
        "home.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/home.js"),
    ),
    (
        "lesson.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/lesson.js"),
    ),
    (
        "parts.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/parts.js"),
    ),
    (
        "study.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/study.js"),
    ),
    (
        "editor.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/editor.js"),
    ),
    (
        "language.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/language.js"),
    ),
    (
        "ludemes.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/ludemes.js"),
    ),
    (
        "codemirror.js",
        "text/javascript; charset=utf-8",
        include_str!("../web/vendor/codemirror.js"),
    ),
    ("icon.svg", "image/svg+xml", include_str!("../web/icon.svg")),
];

/// The script of the thread in which the module runs.
const WORKER: &str = "worker.js";

/// A script, style or picture of the pages themselves.
pub async fn asset(
    State(portal): State<Portal>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if let Some(module) = portal.module.filter(|module| module.name() == name) {
        return Ok(module.response(&headers));
    }
    let file = FILES.iter().find(|(own, ..)| *own == name);
    let (_, kind, text) =
        file.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "There is no such file."))?;
    let policy = match name == WORKER {
        // Only the thread that runs the module may compile one.
        true => format!("{POLICY}; script-src 'self' 'wasm-unsafe-eval'"),
        false => POLICY.to_owned(),
    };
    // Short, so that a new version of the program is seen soon.
    let headers = [
        (CONTENT_TYPE, (*kind).to_owned()),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "public, max-age=300".to_owned()),
    ];
    Ok((headers, *text).into_response())
}
