//! Scripts and styles, which are part of the program.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use crate::app::Problem;

const FILES: [(&str, &str, &str); 16] = [
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

/// A script, style or picture of the pages themselves.
pub async fn asset(Path(name): Path<String>) -> Result<impl IntoResponse, Problem> {
    let file = FILES.iter().find(|(own, ..)| *own == name);
    let (_, kind, text) =
        file.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "There is no such file."))?;
    // Short, so that a new version of the program is seen soon.
    let headers = [
        (CONTENT_TYPE, *kind),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((headers, *text))
}
