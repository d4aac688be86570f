//! Pages of the book that are generated from the games' folders.

mod evidence;
mod games;

pub use crate::reference::book::Page;

/// The comment at the top of a generated page.
fn generated_header(command: &str) -> String {
    format!(
        "<!-- Made by `ludarium {command} --book docs/src`; change the folders of games/. -->\n\n"
    )
}

/// The table of all games.
#[must_use]
pub fn games() -> Page {
    Page {
        path: "games.md".to_owned(),
        text: format!("{}{}\n", generated_header("list"), games::page().trim_end()),
    }
}

/// The evidence by region and century.
#[must_use]
pub fn evidence() -> Page {
    Page {
        path: "evidence.md".to_owned(),
        text: format!(
            "{}{}\n",
            generated_header("evidence"),
            evidence::page().trim_end()
        ),
    }
}

/// Escapes a text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A number with its noun, in the singular or plural.
fn number(count: usize, one: &str, several: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {several}"),
    }
}
