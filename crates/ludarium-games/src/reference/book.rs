//! The language reference as pages of the book.

use std::fmt::Write as _;

use ludarium_lud::ludeme::{aliases, enumerations, narrower, number_words, words_of, Argument};
use ludarium_lud::Ludeme;

use super::definitions;
use super::text::{arguments, meaning};
use super::{entries, frames, note, used_by, Chapter, LudemeEntry, CHAPTERS};

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The path below the book's source folder, with `/` as separator.
    pub path: String,
    /// The text, as Markdown.
    pub text: String,
}

/// The comment at the top of every generated page.
const GENERATED: &str = "<!-- Made by `ludarium ludemes --book docs/src`; change crates/ludarium-lud/src/ludeme.rs or crates/ludarium-games/notes. -->\n\n";

/// All pages generated from the table of ludemes, the notes and the definitions.
#[must_use]
pub fn pages() -> Vec<Page> {
    let page = |path: String, text: String| Page {
        path,
        text: format!("{GENERATED}{}\n", text.trim_end()),
    };
    let mut pages = vec![page("ludemes/index.md".to_owned(), index())];
    for chapter in CHAPTERS {
        pages.push(page(
            format!("ludemes/{}.md", chapter.slug),
            chapter_page(chapter),
        ));
    }
    pages.push(page("ludemes/words.md".to_owned(), words()));
    pages.push(page("ludemes/frames.md".to_owned(), frames_page()));
    pages.push(page("definitions.md".to_owned(), definitions_page()));
    pages
}

fn index() -> String {
    let forms = Ludeme::all().count();
    let mut text = format!(
        "# The ludemes\n\nThe language has {forms} forms under {} headings. In a form, `[ ]` is what may be left \
         out, `{{ }}` a list, `|` a choice, and `name:` must be written before its argument; arguments stand \
         in the order given. The words that some arguments are chosen from are on [a page of their \
         own](words.md). `ludarium ludemes NAME` prints the same in the terminal.\n",
        entries().len()
    );
    for chapter in CHAPTERS {
        let _ = writeln!(
            text,
            "\n## [{}]({}.md)\n\n{}\n",
            chapter.title, chapter.slug, chapter.about
        );
        let links: Vec<String> = of(chapter)
            .map(|entry| {
                format!(
                    "[`{}`]({}.md#{})",
                    entry.title,
                    chapter.slug,
                    anchor(&entry.title)
                )
            })
            .collect();
        let _ = writeln!(text, "{}", links.join(" · "));
    }
    text
}

fn of(chapter: &'static Chapter) -> impl Iterator<Item = &'static LudemeEntry> {
    entries()
        .iter()
        .filter(move |entry| entry.chapter == chapter)
}

/// The anchor of a heading: its letters and digits; operators are spelt out.
fn anchor(title: &str) -> String {
    let mut anchor = String::new();
    for c in title.chars() {
        match c {
            c if c.is_alphanumeric() => anchor.extend(c.to_lowercase()),
            ' ' => anchor.push('-'),
            '=' => anchor.push_str("equals"),
            '!' => anchor.push_str("not"),
            '<' => anchor.push_str("less"),
            '>' => anchor.push_str("greater"),
            '+' => anchor.push_str("plus"),
            '-' => anchor.push_str("minus"),
            '*' => anchor.push_str("times"),
            '/' => anchor.push_str("over"),
            '%' => anchor.push_str("remainder"),
            '^' => anchor.push_str("power"),
            _ => {}
        }
    }
    anchor
}

fn chapter_page(chapter: &'static Chapter) -> String {
    let mut text = format!("# {}\n\n{}\n", chapter.title, chapter.about);
    for entry in of(chapter) {
        let _ = writeln!(text, "\n## {} {{#{}}}", entry.title, anchor(&entry.title));
        for &form in &entry.forms {
            text.push_str(&form_text(form));
        }
        let mut users: Vec<&str> = entry.forms.iter().flat_map(|&form| used_by(form)).collect();
        users.sort_unstable();
        users.dedup();
        // A ludeme used by every game needs no list.
        match users.len() {
            0 => {}
            all if all == crate::games().len() => text.push_str("\nEvery built-in game uses it.\n"),
            _ => {
                let _ = writeln!(text, "\nUsed by {}.", users.join(", "));
            }
        }
    }
    text
}

fn form_text(form: Ludeme) -> String {
    let mut text = format!(
        "\n```lud\n({})\n```\n\n{}.\n",
        form.pattern(),
        capital(form.meaning())
    );
    let note = note(form);
    if !note.prose.is_empty() {
        let _ = writeln!(text, "{}", note.prose);
    }
    let arguments = arguments(form);
    if !arguments.is_empty() {
        text.push_str("\n| argument | | meaning |\n|---|---|---|\n");
        for argument in &arguments {
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                linked(argument),
                if argument.optional { "optional" } else { "" },
                meaning(form, argument).replace('|', "\\|")
            );
        }
    }
    for example in &note.examples {
        let place = frames()
            .iter()
            .find(|frame| frame.name == example.frame)
            .map_or("", |frame| frame.place);
        let _ = writeln!(
            text,
            "\nFor example, {place}:\n\n```lud\n{}\n```",
            example.text
        );
    }
    text
}

/// An argument, with its types linked to their pages.
fn linked(argument: &Argument) -> String {
    let types = argument.types.iter().map(|ty| {
        let bare = ty.name.trim_matches(['{', '}']);
        let braces = (ty.name.len() - bare.len()) / 2;
        let label = ty
            .label
            .map(|label| format!("`{label}:`"))
            .unwrap_or_default();
        let name = match explained_at(bare) {
            Some(page) => format!("[{bare}]({page})"),
            None => bare.to_owned(),
        };
        let (open, close) = ("{".repeat(braces), "}".repeat(braces));
        format!("{label}{open}{name}{close}")
    });
    types.collect::<Vec<_>>().join(" or ")
}

/// The page that explains a type.
fn explained_at(ty: &str) -> Option<String> {
    if words_of(ty).is_some() {
        return Some(format!("words.md#{}", anchor(ty)));
    }
    // Some types are unions of others.
    let sort = match ty {
        "moves" | "nonDecision" => "effect",
        "direction" => "direction",
        ty => ty,
    };
    let chapter = CHAPTERS
        .iter()
        .find(|chapter| chapter.sorts.contains(&sort))?;
    Some(format!("{}.md", chapter.slug))
}

fn words() -> String {
    let mut text = String::from(
        "# Words\n\nSome arguments are one of a few words. Words are written as they stand here; a capital \
         letter is part of them.\n",
    );
    let _ = writeln!(
        text,
        "\nWherever a number may stand, so may {}.",
        number_words()
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let others: Vec<String> = aliases()
        .iter()
        .map(|(alias, keyword)| format!("`{alias}` for `{keyword}`"))
        .collect();
    let _ = writeln!(
        text,
        "\nThe operators may be spelt out: {}.",
        others.join(", ")
    );
    for (name, words) in enumerations() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(
            text,
            "\n## {name} {{#{}}}\n\n{}",
            anchor(name),
            words.join(" ")
        );
    }
    text.push_str("\n## Types of types\n\nWhere one of these is asked for, others will do:\n\n");
    for wide in [
        "moves",
        "nonDecision",
        "item",
        "direction",
        "directionFacing",
        "trackStep",
        "ints",
    ] {
        let _ = writeln!(text, "- {wide}: {}", narrower(wide).join(", "));
    }
    text
}

fn frames_page() -> String {
    let mut text = String::from(
        "# The games around the examples\n\nEvery example of the reference is tried: it is put into one of these \
         small games, in the place of `EXAMPLE`, and the whole must compile.\n",
    );
    for frame in frames() {
        let _ = writeln!(
            text,
            "\n## {}\n\n{}.\n\n```lud\n{}\n```",
            frame.name,
            capital(frame.place),
            frame.text
        );
    }
    text
}

fn definitions_page() -> String {
    let mut text = String::from(
        "# Standard definitions\n\nThe built-in games share these definitions, and any description that is read \
         without `--defs DIR` may use them. `#1`, `#2` stand for arguments: `(\"Further\" (site) 3)` puts `(site)` \
         for `#1` and `3` for `#2`. An argument that is left out vanishes.\n",
    );
    for file in definitions::files() {
        let title = file.name.trim_end_matches(".def");
        let _ = writeln!(text, "\n## {}\n\n{}", capital(title), file.about);
        for definition in &file.definitions {
            let _ = writeln!(
                text,
                "\n### {}\n\n{}\n\n```lud\n{}\n```",
                definition.names.join(", "),
                definition.comment,
                definition.text
            );
            let mut users: Vec<&str> = definition
                .names
                .iter()
                .flat_map(|name| definitions::used_by(name))
                .collect();
            users.sort_unstable();
            users.dedup();
            if !users.is_empty() {
                let _ = writeln!(text, "\nUsed by {}.", users.join(", "));
            }
        }
    }
    text
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
