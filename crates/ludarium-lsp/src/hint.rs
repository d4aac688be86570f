//! Inlay hints: what the text leaves unsaid, shown in it.

use std::ops::Range;

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel};
use ludarium_lud::syntax::Item;

use crate::document::{bytes, inside};
use crate::hover::uses;
use crate::Document;

/// The longest value that is shown as a whole.
const MAX_LENGTH: usize = 30;

/// In definitions: what each `#1`, `#2`, ... becomes, if the text uses the definition with one
/// value only, or the first of its values.
#[must_use]
pub fn inlay_hints(document: &Document, range: Range<usize>) -> Vec<InlayHint> {
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
                let mut shown: String = first.chars().take(MAX_LENGTH).collect();
                if shown.len() < first.len() {
                    shown.push('…');
                }
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

fn placeholders(item: &Item, visit: &mut impl FnMut(&Item, usize)) {
    let number = item.word().and_then(|word| word.strip_prefix('#'));
    if let Some(number) = number.and_then(|number| number.parse().ok()) {
        visit(item, number);
    }
    for inner in inside(item) {
        placeholders(inner, visit);
    }
}
