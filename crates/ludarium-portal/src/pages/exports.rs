//! All games and all evidence in one file each, for programs.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::Json;
use ludarium_games::evidence::{all, export, Find};
use ludarium_games::{bibliography, entries};

fn finds() -> Vec<&'static Find> {
    all().iter().collect()
}

/// A file to be saved under its name.
fn file(kind: &'static str, name: &'static str, text: String) -> impl IntoResponse {
    let saved_as = format!("attachment; filename=\"{name}\"");
    (
        [
            (CONTENT_TYPE, kind.to_owned()),
            (CONTENT_DISPOSITION, saved_as),
        ],
        text,
    )
}

/// All games with their texts: `about.toml`, description, rules, records.
pub async fn games() -> impl IntoResponse {
    let all: Vec<_> = entries()
        .iter()
        .map(|entry| {
            serde_json::json!({
                "slug": entry.slug,
                "family": entry.family,
                "name": entry.name(),
                "about": entry.about_text,
                "description": entry.description,
                "rules": entry.rules,
                "records": entry.records.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
            })
        })
        .collect();
    Json(all)
}

/// All evidence as JSON.
pub async fn evidence_json() -> impl IntoResponse {
    Json(export::json(&finds()))
}

/// All evidence as comma-separated values.
pub async fn evidence_csv() -> impl IntoResponse {
    file(
        "text/csv; charset=utf-8",
        "evidence.csv",
        export::csv(&finds()),
    )
}

/// All evidence as GeoJSON.
pub async fn evidence_geojson() -> impl IntoResponse {
    let text = export::geojson(&finds()).to_string();
    file("application/geo+json", "evidence.geojson", text)
}

/// All sources as BibTeX.
pub async fn sources() -> impl IntoResponse {
    let works = bibliography::all();
    let text = works.iter().map(bibliography::Work::bibtex).collect();
    file("application/x-bibtex; charset=utf-8", "sources.bib", text)
}
