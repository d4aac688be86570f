//! What the word at a place means.

use std::ops::Range;

use ludarium_games::reference::{look_up, text::meaning, Found};
use ludarium_lud::ludeme::FormPart;
use ludarium_lud::syntax::{Bracket, Item};
use ludarium_lud::{Definitions, Description, Ludeme, Node, Value};
use rustc_hash::FxHashMap;

use crate::document::{bytes, each, inside};
use crate::ludeme_text::{beginnings, markdown};
use crate::name::{name_at, names, same_as, standard_definition, Place};
use crate::Document;

/// The meaning, in Markdown, of what stands at a byte offset, and the bytes it is about. The
/// description tells which form of a ludeme is written there.
///
/// ```
/// use ludarium_lsp::{check, hover, Document};
///
/// let text = r#"(game "Line" (players 2)
///     (equipment { (board (square 3)) (piece "Mark" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// let definitions = ludarium_games::definitions();
/// let description = check("line.lud", text, &definitions, |_, _, _| None).description;
/// let offset = text.find("is Line").unwrap();
/// let document = Document::new(text);
/// let (meaning, _) = hover(&document, offset, description.as_ref(), &definitions).unwrap();
/// assert!(meaning.contains("is Line"), "{meaning}");
/// ```
#[must_use]
pub fn hover(
    document: &Document,
    offset: usize,
    description: Option<&Description>,
    definitions: &Definitions,
) -> Option<(String, Range<usize>)> {
    let cursor = document.cursor(offset);
    if let Some(item) = cursor.labelled {
        let list = cursor.lists.last()?;
        let label = item.label.as_ref()?;
        let range = label.span.start as usize..label.span.end as usize;
        return Some((of_label(document, list, &label.name, description)?, range));
    }
    let leaf = cursor.leaf?;
    let range = bytes(leaf);
    if let Some(text) = of_name(document, offset, definitions) {
        return Some((text, range));
    }
    let word = leaf.word()?;
    if word.starts_with('#') {
        return Some((of_placeholder(document, offset, word)?, range));
    }
    if let Some(list) = cursor.lists.last() {
        let items = inside(list);
        let place = items.iter().position(|item| item.span == leaf.span)?;
        let is_ludeme = list.list(Bracket::Round).is_some();
        if is_ludeme && place == 0 {
            let forms = forms_of(document, list, description);
            return Some((all(&forms)?, range));
        }
        // The word after the keyword, if it tells the form from others.
        let head = items.first().and_then(Item::word);
        if let (true, 1, Some(head)) = (is_ludeme, place, head) {
            let beginning = format!("{head} {word}");
            let forms = forms_of(document, list, description);
            if forms
                .iter()
                .any(|&form| beginnings(form).contains(&beginning))
            {
                return Some((all(&forms)?, range));
            }
        }
    }
    match look_up(word) {
        Found::Word(word, kinds) => {
            Some((format!("`{word}`: a word of {}", kinds.join(", ")), range))
        }
        _ => None,
    }
}

fn all(forms: &[Ludeme]) -> Option<String> {
    let texts: Vec<String> = forms.iter().map(|&form| markdown(form)).collect();
    (!texts.is_empty()).then(|| texts.join("\n---\n"))
}

/// The form that a list is, if the description has it; else all that begin like it.
pub(crate) fn forms_of(
    document: &Document,
    list: &Item,
    description: Option<&Description>,
) -> Vec<Ludeme> {
    let is_current =
        |description: &&Description| description.sources.description.text == document.text();
    let written = description
        .filter(is_current)
        .and_then(|description| call_at(&description.game, &bytes(list)));
    if let Some(form) = written {
        return vec![form];
    }
    let items = inside(list);
    let Some(head) = items.first().and_then(Item::word) else {
        return Vec::new();
    };
    let aliases = ludarium_lud::ludeme::aliases();
    let keyword = aliases
        .iter()
        .find(|(alias, _)| *alias == head)
        .map_or(head, |(_, keyword)| keyword);
    let same: Vec<Ludeme> = Ludeme::all()
        .filter(|form| form.keyword() == keyword)
        .collect();
    let second = items.get(1).and_then(Item::word);
    let beginning = second.map(|word| format!("{keyword} {word}"));
    let exact: Vec<Ludeme> = same
        .iter()
        .copied()
        .filter(|&form| {
            beginning
                .as_ref()
                .is_some_and(|it| beginnings(form).contains(it))
        })
        .collect();
    if exact.is_empty() {
        same
    } else {
        exact
    }
}

/// The form of the ludeme written at these bytes.
fn call_at(node: &Node, range: &Range<usize>) -> Option<Ludeme> {
    let own = node.span.file.0 == 0
        && (node.span.start as usize, node.span.end as usize) == (range.start, range.end);
    match &node.value {
        Value::Call(call) if own => Some(call.ludeme),
        Value::Call(call) => call
            .args
            .iter()
            .flatten()
            .find_map(|arg| call_at(arg, range)),
        Value::Array(items) => items.iter().find_map(|item| call_at(item, range)),
        _ => None,
    }
}

fn of_label(
    document: &Document,
    list: &Item,
    label: &str,
    description: Option<&Description>,
) -> Option<String> {
    for form in forms_of(document, list, description) {
        for part in form.parts() {
            let FormPart::Argument(argument) = part else {
                continue;
            };
            let named = argument.types.iter().find(|ty| ty.label == Some(label));
            if let Some(ty) = named {
                let meaning = meaning(form, &argument);
                return Some(format!("`{label}:{}` {meaning}", ty.name));
            }
        }
    }
    None
}

/// What a name stands for: the text of its declaration.
fn of_name(document: &Document, offset: usize, definitions: &Definitions) -> Option<String> {
    let found = names(document);
    if let Some(name) = name_at(&found, offset) {
        let uses = same_as(&found, name).count();
        let declared = same_as(&found, name).find_map(|name| name.declaration.clone());
        let text = declared.map_or(String::new(), |range| {
            format!("\n```lud\n{}\n```", shortened(&document.text()[range]))
        });
        let count = match uses {
            1 => "once".to_owned(),
            uses => format!("{uses} times"),
        };
        return Some(format!(
            "{} `{}`, named {count}\n{text}",
            name.kind.noun(),
            name.name
        ));
    }
    let name = document.cursor(offset).leaf?.str()?;
    match standard_definition(name, definitions)? {
        Place::Standard { file, text, range } => Some(format!(
            "standard definition, in `{file}`\n```lud\n{}\n```",
            shortened(&text[range])
        )),
        Place::Here(_) => None,
    }
}

/// The number of lines of a declaration that are shown.
const MAX_LINES: usize = 30;

fn shortened(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
    if text.lines().count() > MAX_LINES {
        lines.push("...");
    }
    lines.join("\n")
}

/// The number of uses that are listed for a placeholder.
const MAX_USES: usize = 10;

/// What a placeholder becomes where the definition around it is used.
fn of_placeholder(document: &Document, offset: usize, word: &str) -> Option<String> {
    let number: usize = word.strip_prefix('#')?.parse().ok()?;
    let cursor = document.cursor(offset);
    let define = cursor.lists.iter().find_map(|list| list.headed("define"))?;
    let name = define.get(1)?.str()?;
    let values = uses(document).values(name, number);
    let mut text = format!("argument {number} of `{name}`");
    match values.is_empty() {
        true => text.push_str(": not given anywhere in this text"),
        false => {
            let shown = values.iter().take(MAX_USES);
            let lines: Vec<String> = shown.map(|value| format!("- `{value}`")).collect();
            text = format!("{text}, which is\n{}", lines.join("\n"));
        }
    }
    Some(text)
}

/// The uses of definitions in a document.
pub(crate) struct Uses<'a> {
    document: &'a Document,
    /// By name, the items of each use, the name included.
    by_name: FxHashMap<&'a str, Vec<&'a [Item]>>,
}

/// All uses of definitions with arguments.
pub(crate) fn uses(document: &Document) -> Uses<'_> {
    let mut by_name: FxHashMap<&str, Vec<&[Item]>> = FxHashMap::default();
    each(document.items(), None, &mut |item, _| {
        let items = inside(item);
        if let Some(name) = items.first().and_then(Item::str) {
            by_name.entry(name).or_default().push(items);
        }
    });
    Uses { document, by_name }
}

impl Uses<'_> {
    /// What is written for an argument of a definition: each text once.
    pub(crate) fn values(&self, name: &str, number: usize) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for items in self.by_name.get(name).into_iter().flatten() {
            let Some(argument) = items.get(number) else {
                continue;
            };
            let words = self.document.text_of(argument).split_whitespace();
            let text = words.collect::<Vec<_>>().join(" ");
            if !values.contains(&text) {
                values.push(text);
            }
        }
        values
    }
}
