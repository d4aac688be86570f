//! Inlay hints: what the text leaves unsaid, shown in it.

use std::collections::BTreeMap;
use std::ops::Range;

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip};
use ludarium_games::reference::{default_value, text::meaning};
use ludarium_lud::ludeme::{Argument, FormPart};
use ludarium_lud::syntax::Item;
use ludarium_lud::{Description, Ludeme, Node, Value};
use serde::Deserialize;

use crate::document::{bytes, inside};
use crate::hover::uses;
use crate::Document;

/// Which inlay hints an editor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct HintSettings {
    /// What each `#1`, `#2`, ... of a definition becomes.
    pub placeholders: bool,
    /// What a ludeme takes for the arguments that are not written.
    pub defaults: bool,
}

impl Default for HintSettings {
    fn default() -> HintSettings {
        HintSettings {
            placeholders: true,
            defaults: true,
        }
    }
}

/// The longest value that is shown as a whole.
const MAX_LENGTH: usize = 30;

/// What each `#1`, `#2`, ... of a definition becomes, if the text uses the definition with one
/// value only, or the first of its values.
#[must_use]
pub fn placeholder_hints(document: &Document, range: Range<usize>) -> Vec<InlayHint> {
    let mut found = Vec::new();
    let uses = uses(document);
    for item in document.items() {
        let Some(items) = item.headed("define") else {
            continue;
        };
        let Some(name) = items.get(1).and_then(Item::str) else {
            continue;
        };
        for item in &items[2..] {
            placeholders(item, &mut |item, number| {
                if !range.contains(&bytes(item).start) {
                    return;
                }
                let values = uses.values(name, number);
                let Some(first) = values.first() else { return };
                let mut shown = shortened(first);
                if values.len() > 1 {
                    shown.push_str(&format!(" or {} more", values.len() - 1));
                }
                found.push(InlayHint {
                    position: document.position(bytes(item).end),
                    label: InlayHintLabel::String(format!(" = {shown}")),
                    kind: Some(InlayHintKind::PARAMETER),
                    text_edits: None,
                    tooltip: None,
                    padding_left: None,
                    padding_right: None,
                    data: None,
                });
            });
        }
    }
    found
}

/// A text of at most [`MAX_LENGTH`] characters; a longer one ends after a word.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_LENGTH) else {
        return text.to_owned();
    };
    let kept = &text[..end];
    let words = kept.rsplit_once(' ').map_or(kept, |(words, _)| words);
    format!("{words}…")
}

fn placeholders(item: &Item, visit: &mut impl FnMut(&Item, usize)) {
    let number = item.word().and_then(|word| word.strip_prefix('#'));
    if let Some(number) = number.and_then(|number| number.parse().ok()) {
        visit(item, number);
    }
    for inner in inside(item) {
        placeholders(inner, visit);
    }
}

/// At the end of each ludeme, what it takes for the arguments that are not written. A flag that is
/// off, the board's own kind of sites and the top of a stack go without saying.
///
/// `description` must be that of the document.
#[must_use]
pub fn default_hints(
    document: &Document,
    description: &Description,
    range: Range<usize>,
) -> Vec<InlayHint> {
    let mut calls = BTreeMap::new();
    absent_arguments(&description.game, &range, &mut calls);
    let mut found = Vec::new();
    for ((start, end), Absent { ludeme, arguments }) in calls {
        let written = document.text().get(start..end).unwrap_or_default();
        if !(written.starts_with('(') && written.ends_with(')')) {
            continue;
        }
        for argument in &arguments {
            if let Some(default) = telling_default(ludeme, argument) {
                found.push(InlayHint {
                    position: document.position(end - 1),
                    label: InlayHintLabel::String(format!(
                        "{}: {}",
                        argument.name,
                        shortened(&default)
                    )),
                    kind: Some(InlayHintKind::PARAMETER),
                    text_edits: None,
                    tooltip: Some(InlayHintTooltip::String(meaning(ludeme, argument))),
                    padding_left: Some(true),
                    padding_right: None,
                    data: None,
                });
            }
        }
    }
    found
}

/// A ludeme, and the arguments that no use of it has.
struct Absent {
    ludeme: Ludeme,
    arguments: Vec<Argument>,
}

/// Collects the ludemes that begin in a range of the text. What stands in a definition is in the
/// tree once for each use, and an argument `#1` may be missing in some of them only.
fn absent_arguments(
    node: &Node,
    range: &Range<usize>,
    found: &mut BTreeMap<(usize, usize), Absent>,
) {
    let call = match &node.value {
        Value::Call(call) => call,
        Value::Array(items) => {
            for item in items {
                absent_arguments(item, range, found);
            }
            return;
        }
        _ => return,
    };
    let place = (node.span.start as usize, node.span.end as usize);
    if node.span.file.0 == 0 && range.contains(&place.0) {
        let parts = call.ludeme.parts().into_iter();
        let arguments = parts.filter_map(|part| match part {
            FormPart::Argument(argument) => Some(argument),
            FormPart::Word(_) => None,
        });
        let absent: Vec<Argument> = arguments
            .zip(&call.args)
            .filter_map(|(argument, written)| written.is_none().then_some(argument))
            .collect();
        match found.get_mut(&place) {
            Some(known) if known.ludeme == call.ludeme => {
                let is_absent = |one: &Argument| absent.iter().any(|other| other.name == one.name);
                known.arguments.retain(is_absent);
            }
            // It is one ludeme in one use and another in the next.
            Some(known) => known.arguments.clear(),
            None => {
                let ludeme = call.ludeme;
                let arguments = absent;
                found.insert(place, Absent { ludeme, arguments });
            }
        }
    }
    for argument in call.args.iter().flatten() {
        absent_arguments(argument, range, found);
    }
}

/// The default of an argument, if a reader might not expect it.
fn telling_default(ludeme: Ludeme, argument: &Argument) -> Option<String> {
    let default = default_value(ludeme, argument)?;
    let goes_without_saying = ["siteType", "level"].contains(&argument.name);
    (default != "False" && !goes_without_saying).then_some(default)
}
