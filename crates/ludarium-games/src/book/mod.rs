//! Pages of the book that are made from the folders.

mod evidence;
mod games;

pub use crate::reference::book::Page;

/// What stands first on a page that is made.
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

/// The evidence, counted.
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

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A number, with the word for one and for several.
fn number(count: usize, one: &str, several: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {several}"),
    }
}
