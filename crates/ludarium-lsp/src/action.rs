//! Code actions: quick fixes, and changes of the text that leave its meaning.

use std::ops::Range;

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, NumberOrString, Uri};
use ludarium_lud::syntax::{Bracket, Item, Kind};
use ludarium_lud::Definitions;

use crate::complete::complete;
use crate::document::{bytes, inside};
use crate::Document;

/// The number of arguments that are proposed where one is missing.
const MAX_PROPOSED: usize = 2;

/// What can be done about these findings, and with what is selected.
#[must_use]
pub fn code_actions(
    document: &Document,
    uri: &Uri,
    selection: Range<usize>,
    findings: &[Diagnostic],
    definitions: &Definitions,
) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for finding in findings {
        fixes(document, uri, finding, definitions, &mut actions);
    }
    if let Some(item) = selected(document, &selection) {
        actions.extend(extract_definition(document, uri, item));
        actions.extend(make_option(document, uri, item));
    }
    actions
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

fn fixes(
    document: &Document,
    uri: &Uri,
    finding: &Diagnostic,
    definitions: &Definitions,
    actions: &mut Vec<CodeAction>,
) {
    let start = document.offset(finding.range.start);
    let end = document.offset(finding.range.end).max(start);
    let code = match &finding.code {
        Some(NumberOrString::String(code)) => code.as_str(),
        _ => "",
    };
    let mut fix = |title: String, range: Range<usize>, text: String, preferred: bool| {
        actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![finding.clone()]),
            edit: Some(document.edit(uri, [(range, text)])),
            is_preferred: Some(preferred),
            ..CodeAction::default()
        });
    };
    if let Some(meant) = finding.data.as_ref().and_then(|data| data.as_str()) {
        if let (Some(wrapper), Some(item)) =
            (meant.strip_suffix("...)"), item_from(document, start))
        {
            let (range, text) = (bytes(item), format!("{wrapper}{})", document.text_of(item)));
            fix(format!("Write {meant} around it"), range, text, true);
        } else if code == "missing-label" {
            fix(
                format!("Write {meant} before it"),
                start..start,
                meant.to_owned(),
                true,
            );
        } else if let Some(range) = faulty(document, start..end, meant) {
            fix(format!("Write {meant}"), range, meant.to_owned(), true);
        }
    }
    match code {
        "unbalanced" | "unmatched" => {
            let written = &document.text()[start..end];
            match closing(written) {
                Some(closing) => {
                    let at = match closing {
                        "\"" => start + end_of_name(written),
                        _ => end_of(document, start).unwrap_or(end),
                    };
                    fix(format!("Add {closing}"), at..at, closing.to_owned(), true);
                }
                None => fix(format!("Remove {written}"), start..end, String::new(), true),
            }
        }
        "missing-argument" => {
            let Some(list) = list_at(document.items(), start) else {
                return;
            };
            let at = bytes(list).end.saturating_sub(1);
            let label = label_in(&finding.message);
            for text in proposed(document, at, label, definitions) {
                fix(format!("Add {text}"), at..at, format!(" {text}"), false);
            }
        }
        "missing-before" => {
            for text in proposed(document, start, "", definitions) {
                fix(
                    format!("Add {text}"),
                    start..start,
                    format!("{text} "),
                    false,
                );
            }
        }
        "punctuation" => {
            let from = start + document.text()[start..end].trim_end_matches(',').len();
            fix("Remove ,".to_owned(), from..end, String::new(), true);
        }
        _ => {}
    }
}

/// The label, with its colon, of the argument that is missing by this message; empty if there is
/// none.
fn label_in(message: &str) -> &str {
    let wanted = message
        .split_once("argument: ")
        .map_or("", |(_, wanted)| wanted);
    let wanted = wanted.split_whitespace().next().unwrap_or("");
    wanted.find(':').map_or("", |colon| &wanted[..=colon])
}

/// What may be written at a place where an argument with this label is missing.
fn proposed(document: &Document, at: usize, label: &str, definitions: &Definitions) -> Vec<String> {
    // Something new is written there, after a space and before another.
    let mut text = document.text().to_owned();
    text.insert_str(at, &format!(" {label} "));
    let mut proposed = complete(&Document::new(text), at + 1 + label.len(), definitions);
    // Optional parts are not what is missing.
    proposed.retain(|one| !one.label.ends_with(':'));
    let texts = proposed
        .iter()
        .map(|one| format!("{label}{}", without_places(&one.snippet)));
    texts.take(MAX_PROPOSED).collect()
}

/// The item that begins here: a ludeme, or a word or string.
fn item_from(document: &Document, start: usize) -> Option<&Item> {
    list_at(document.items(), start).or_else(|| document.cursor(start).leaf)
}

/// A snippet as plain text.
fn without_places(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find("${") {
        text.push_str(&rest[..at]);
        let end = rest[at..].find('}').map_or(rest.len(), |end| at + end);
        let place = &rest[at + 2..end];
        text.push_str(place.split_once(':').map_or("", |(_, shown)| shown));
        rest = rest.get(end + 1..).unwrap_or("");
    }
    text.push_str(rest);
    text.replace("$0", "")
}

/// The bytes of the word, string or label that a suggestion takes the place of.
fn faulty(document: &Document, range: Range<usize>, meant: &str) -> Option<Range<usize>> {
    let text = document.text().get(range.clone())?;
    if meant.ends_with(':') {
        return text.ends_with(':').then_some(range);
    }
    let inner = range.start + usize::from(text.starts_with(['(', '"']));
    let cursor = document.cursor(inner);
    let leaf = cursor.leaf?;
    if meant.starts_with('"') && leaf.str().is_none() {
        // The name is an argument of the ludeme.
        let arguments = inside(cursor.lists.last()?).iter();
        let mut strings = arguments.filter(|item| item.str().is_some());
        return strings.next().map(bytes);
    }
    Some(bytes(leaf))
}

/// The innermost round list that begins here.
fn list_at(items: &[Item], start: usize) -> Option<&Item> {
    let item = items.iter().find(|item| {
        let own = bytes(item);
        own.start <= start && start < own.end
    })?;
    match bytes(item).start == start && item.list(Bracket::Round).is_some() {
        true => Some(item),
        false => list_at(inside(item), start),
    }
}

/// What closes a text that opens a bracket or a string.
fn closing(written: &str) -> Option<&'static str> {
    match written.chars().next()? {
        '(' => Some(")"),
        '{' => Some("}"),
        '<' => Some(">"),
        '"' => Some("\""),
        _ => None,
    }
}

/// Where a name ends whose closing quote is missing: a string without one takes the rest of its
/// line, with the brackets that are to close around it.
fn end_of_name(written: &str) -> usize {
    let is_after = |c: char| c.is_whitespace() || "(){}<>".contains(c);
    written.find(is_after).unwrap_or(written.len())
}

/// Where the list that opens at `start`, and is not closed, ends: after its last item, before what
/// closes the list around it.
fn end_of(document: &Document, start: usize) -> Option<usize> {
    let list = document.cursor(start + 1).lists.pop()?;
    let ends = inside(list).iter().map(|item| bytes(item).end);
    (bytes(list).start == start).then(|| ends.fold(start + 1, usize::max))
}

/// The ludeme that is selected, or the one that the cursor is on the keyword of.
fn selected<'a>(document: &'a Document, selection: &Range<usize>) -> Option<&'a Item> {
    let text = document.text().get(selection.clone())?;
    if text.trim().is_empty() {
        let cursor = document.cursor(selection.start);
        let list = cursor.lists.last().copied()?;
        let head = inside(list).first()?;
        return (cursor.leaf?.span == head.span && head.word().is_some()).then_some(list);
    }
    let start = selection.start + text.len() - text.trim_start().len();
    let end = start + text.trim().len();
    let item = crate::check::item_at(document.items(), &(start..end))?;
    item.list(Bracket::Round).map(|_| item)
}

/// Whether anything in the item is a placeholder, whose meaning would change elsewhere.
fn has_placeholder(item: &Item) -> bool {
    match &item.kind {
        Kind::Word(text) | Kind::Str(text) => text.contains('#'),
        _ => inside(item).iter().any(has_placeholder),
    }
}

/// The item of the top level that the item is in, if it is a game or a match, and the item is not
/// the whole of it.
fn game_around<'a>(document: &'a Document, item: &Item) -> Option<&'a Item> {
    let around = document.items().iter().find(|top| {
        let (top, own) = (bytes(top), bytes(item));
        top.start < own.start && own.end < top.end
    })?;
    (around.headed("game").or(around.headed("match"))).map(|_| around)
}

/// Moves a ludeme into a definition of its own.
fn extract_definition(document: &Document, uri: &Uri, item: &Item) -> Option<CodeAction> {
    let game = game_around(document, item)?;
    if has_placeholder(item) {
        return None;
    }
    let name = unused_name(document, &capitalised(inside(item).first()?.word()?));
    let text = document.text_of(item);
    let start = bytes(game).start;
    let definition = format!("(define \"{name}\" {text})\n\n");
    let whole = bytes(item);
    Some(CodeAction {
        title: format!("Extract into a definition \"{name}\""),
        kind: Some(CodeActionKind::REFACTOR_EXTRACT),
        edit: Some(document.edit(
            uri,
            [(start..start, definition), (whole, format!("\"{name}\""))],
        )),
        ..CodeAction::default()
    })
}

/// Turns a ludeme into an option with the ludeme as its default, and a second answer to be written.
fn make_option(document: &Document, uri: &Uri, item: &Item) -> Option<CodeAction> {
    let game = game_around(document, item)?;
    if has_placeholder(item) {
        return None;
    }
    let name = unused_name(document, &capitalised(inside(item).first()?.word()?));
    let text = document.text_of(item);
    let end = bytes(game).end;
    let option = format!(
        "\n\n(option \"{name}\" <{name}> args:{{ <rule> }} {{\n    \
         (item \"As written\" <{text}> \"The rule as it stood.\")**\n    \
         (item \"Otherwise\" <{text}> \"The other reading.\")\n}})"
    );
    Some(CodeAction {
        title: format!("Turn into an option \"{name}\""),
        kind: Some(CodeActionKind::REFACTOR_EXTRACT),
        edit: Some(document.edit(
            uri,
            [(bytes(item), format!("<{name}:rule>")), (end..end, option)],
        )),
        ..CodeAction::default()
    })
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars().filter(|c| c.is_alphanumeric());
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "Rule".to_owned(),
    }
}

/// The name, or the name with a number, such that nothing else in the text is called so.
fn unused_name(document: &Document, name: &str) -> String {
    let text = document.text();
    let is_used =
        |name: &str| text.contains(&format!("\"{name}\"")) || text.contains(&format!("<{name}"));
    let numbered = (2..).map(|number| format!("{name}{number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| !is_used(name))
        .unwrap_or_default()
}
