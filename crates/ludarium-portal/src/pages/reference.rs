//! The reference of the language, and the works that the library rests on.

use std::sync::OnceLock;

use askama::Template;
use axum::extract::Path;
use ludarium_games::about::page_label;
use ludarium_games::bibliography::{self, Work};
use ludarium_games::reference::book;

use super::{page, Page};
use crate::app::Problem;
use crate::markdown;

#[derive(Template)]
#[template(path = "reference.html")]
struct ReferencePage<'a> {
    title: &'a str,
    index: bool,
    html: &'a str,
}

/// A page of the reference.
struct Leaf {
    /// `ludemes`, `ludemes/moves`, `definitions`.
    path: String,
    title: String,
    html: String,
}

/// The pages, which are written once. That takes a few seconds.
fn leaves() -> &'static [Leaf] {
    static LEAVES: OnceLock<Vec<Leaf>> = OnceLock::new();
    LEAVES.get_or_init(|| {
        let leaf = |page: book::Page| {
            let path = page.path.trim_end_matches(".md");
            let title = page.text.lines().find_map(|line| line.strip_prefix("# "));
            Leaf {
                path: path.trim_end_matches("/index").to_owned(),
                title: title.unwrap_or("Reference").to_owned(),
                html: markdown::reference(&page.text),
            }
        };
        book::pages_by_default().into_iter().map(leaf).collect()
    })
}

/// Writes the pages before somebody asks for them.
pub fn prepare() {
    leaves();
}

fn leaf(path: &str) -> Page {
    let leaves = tokio::task::block_in_place(leaves);
    let found = leaves.iter().find(|leaf| leaf.path == path);
    let found = found.ok_or_else(|| Problem::not_found("There is no such page."))?;
    page(&ReferencePage {
        title: &found.title,
        index: found.path == "ludemes",
        html: &found.html,
    })
}

/// The list of all ludemes.
pub async fn ludemes() -> Page {
    leaf("ludemes")
}

/// A chapter of the reference.
pub async fn chapter(Path(chapter): Path<String>) -> Page {
    leaf(&format!("ludemes/{chapter}"))
}

/// The definitions that all descriptions may use.
pub async fn definitions() -> Page {
    leaf("definitions")
}

#[derive(Template)]
#[template(path = "works.html")]
struct WorksPage {
    works: Vec<WorkView>,
}

struct WorkView {
    key: String,
    line: String,
    /// Slug, name and pages of each game that cites it.
    cited: Vec<(&'static str, &'static str, String)>,
}

impl WorkView {
    fn of(work: &Work) -> WorkView {
        let mut cited = work.cited.clone();
        cited.sort_by_key(|(entry, _)| entry.name());
        WorkView {
            key: work.key.clone(),
            line: work.line(),
            cited: cited
                .iter()
                .map(|(entry, pages)| {
                    let pages = pages.map(page_label).unwrap_or_default();
                    (entry.slug, entry.name(), pages)
                })
                .collect(),
        }
    }
}

/// All works that games rest on, with the games.
pub async fn works() -> Page {
    let mut works = bibliography::all();
    // Those by nobody known come last.
    works.sort_by_key(|work| work.author.is_none());
    page(&WorksPage {
        works: works.iter().map(WorkView::of).collect(),
    })
}
