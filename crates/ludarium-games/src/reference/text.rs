//! The language reference as text for a terminal.

use std::fmt::Write as _;

use ludarium_lud::ludeme::{words_of, Argument, FormPart};
use ludarium_lud::Ludeme;

use super::{entries, general, note, used_by_default, LudemeEntry, CHAPTERS};

/// The full text of one entry.
#[must_use]
pub fn entry(entry: &LudemeEntry) -> String {
    let mut text = format!("{}   [{}]\n", entry.title, entry.chapter.title);
    for &form in &entry.forms {
        let _ = writeln!(text, "\n  ({})", form.pattern());
        let _ = writeln!(text, "    {}", form.meaning());
        let arguments: Vec<Argument> = arguments(form);
        let wide = arguments
            .iter()
            .map(|a| written(a).len())
            .max()
            .unwrap_or(0);
        for argument in &arguments {
            let meaning = meaning(form, argument);
            let line = format!(
                "      {:<wide$}  {:<8}  {meaning}",
                written(argument),
                if argument.optional { "optional" } else { "" },
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let note = note(form);
        if !note.prose.is_empty() {
            let _ = writeln!(text, "\n{}", indented(&note.prose, 4));
        }
        for example in &note.examples {
            let _ = writeln!(text, "\n{}", indented(&example.text, 8));
        }
        let users: Vec<&str> = used_by_default(form).collect();
        if !users.is_empty() {
            let _ = writeln!(text, "\n    used by {}", users.join(", "));
        }
    }
    text
}

/// All entries by chapter, one per line.
#[must_use]
pub fn index() -> String {
    let mut text = String::new();
    for chapter in CHAPTERS {
        let _ = writeln!(text, "{}", chapter.title);
        text.push_str(&lines(
            entries().iter().filter(|entry| entry.chapter == chapter),
        ));
        text.push('\n');
    }
    text
}

/// Entries, one per line.
pub fn lines<'a>(entries: impl Iterator<Item = &'a LudemeEntry>) -> String {
    let mut text = String::new();
    for entry in entries {
        let _ = writeln!(text, "  {:<28} {}", entry.title, entry.forms[0].meaning());
    }
    text
}

/// The arguments of a form.
pub(super) fn arguments(form: Ludeme) -> Vec<Argument> {
    let argument = |part| match part {
        FormPart::Argument(argument) => Some(argument),
        FormPart::Word(_) => None,
    };
    form.parts().into_iter().filter_map(argument).collect()
}

/// An argument in the syntax of the reference: `level:int`, `int | sites`.
pub(super) fn written(argument: &Argument) -> String {
    let types = argument.types.iter().map(|ty| match ty.label {
        Some(label) => format!("{label}:{}", ty.name),
        None => ty.name.clone(),
    });
    types.collect::<Vec<_>>().join(" | ")
}

/// The number of words of a type listed for an argument.
const WORDS_IN_LINE: usize = 6;

/// The meaning of an argument: from the note on the form, else from the general notes, else the
/// words it may be. Meanings of single types follow.
#[must_use]
pub fn meaning(form: Ludeme, argument: &Argument) -> String {
    let notes = &note(form).arguments;
    let mut parts: Vec<String> = Vec::new();
    if let Some(text) = notes
        .get(argument.name)
        .copied()
        .or_else(|| general(argument.name))
    {
        parts.push(text.to_owned());
    }
    // What is said of an argument that is called like the type belongs to that argument alone.
    let of_arguments: Vec<&str> = arguments(form).iter().map(|other| other.name).collect();
    for ty in &argument.types {
        let name = ty.label.unwrap_or(&ty.name);
        let text = notes.get(name).filter(|_| !of_arguments.contains(&name));
        parts.extend(text.map(|text| format!("{name}: {text}")));
    }
    if !parts.is_empty() {
        return parts.join("; ");
    }
    let words = argument.types.iter().find_map(|ty| words_of(&ty.name));
    match words {
        Some(words) if words.len() <= WORDS_IN_LINE => words.join(", "),
        Some(words) => format!("{}, …", words[..WORDS_IN_LINE].join(", ")),
        None => String::new(),
    }
}

/// Whether a form has an argument with this name, or one with this label or type.
pub(super) fn has_argument(form: Ludeme, name: &str) -> bool {
    let named = |argument: &Argument| {
        let mut types = argument.types.iter();
        argument.name == name || types.any(|ty| ty.label.unwrap_or(&ty.name) == name)
    };
    arguments(form).iter().any(named)
}

fn indented(text: &str, by: usize) -> String {
    let lines = text.lines().map(|line| format!("{:by$}{line}", ""));
    lines.collect::<Vec<_>>().join("\n")
}
