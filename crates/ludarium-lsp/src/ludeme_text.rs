//! Ludemes in words: titles, Markdown, snippets.

use std::fmt::Write as _;

use ludarium_games::reference::{note, own_words, text::meaning};
use ludarium_lud::ludeme::FormPart;
use ludarium_lud::Ludeme;

/// The words that a form begins with: the keyword, and a second word if it tells the form from
/// others. A form whose second word is one of several has one beginning for each.
pub(crate) fn beginnings(ludeme: Ludeme) -> Vec<String> {
    let keyword = ludeme.keyword();
    match ludeme.parts().first() {
        Some(FormPart::Word(word)) => vec![format!("{keyword} {word}")],
        Some(FormPart::Argument(argument)) if !argument.optional => {
            match own_words(ludeme, argument.name) {
                Some(words) => words
                    .into_iter()
                    .map(|word| format!("{keyword} {word}"))
                    .collect(),
                None => vec![keyword.to_owned()],
            }
        }
        _ => vec![keyword.to_owned()],
    }
}

/// What follows a beginning of the form, as a snippet with a place for each required argument.
pub(crate) fn snippet_after(ludeme: Ludeme, beginning: &str) -> String {
    let mut text = String::new();
    let mut parts = ludeme.parts().into_iter();
    if beginning.contains(' ') {
        parts.next();
    }
    let mut number = 0;
    for part in parts {
        let (label, shown) = match &part {
            FormPart::Word(word) => {
                let _ = write!(text, " {word}");
                continue;
            }
            FormPart::Argument(argument) if argument.optional => continue,
            FormPart::Argument(argument) => {
                let ty = &argument.types[0];
                (ty.label, ty.name.clone())
            }
        };
        number += 1;
        text.push(' ');
        if let Some(label) = label {
            let _ = write!(text, "{label}:");
        }
        match shown.starts_with('{') {
            true => {
                let _ = write!(text, "{{ ${{{number}}} }}");
            }
            false => {
                let _ = write!(text, "${{{number}:{shown}}}");
            }
        }
    }
    text
}

/// A form in Markdown: its pattern, its meaning, its arguments and its first example.
pub(crate) fn markdown(ludeme: Ludeme) -> String {
    let mut text = format!("```lud\n({})\n```\n", ludeme.pattern());
    let _ = writeln!(text, "{}: {}\n", ludeme.sort(), ludeme.meaning());
    for part in ludeme.parts() {
        let FormPart::Argument(argument) = part else {
            continue;
        };
        let meaning = meaning(ludeme, &argument);
        if !meaning.is_empty() {
            let _ = writeln!(text, "- `{}`: {meaning}", argument.name);
        }
    }
    let note = note(ludeme);
    if !note.prose.is_empty() {
        let _ = writeln!(text, "\n{}", note.prose);
    }
    if let Some(example) = note.examples.first() {
        let _ = writeln!(text, "\n```lud\n{}\n```", example.text);
    }
    text
}
