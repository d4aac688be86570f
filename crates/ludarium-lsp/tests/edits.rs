//! Nothing that is typed stops the language service: prefixes, and texts with random changes.

use std::hint::black_box;
use std::str::FromStr as _;

use ludarium_lsp::{
    check, code_actions, complete, definition, document_symbols, folding_ranges, hover,
    inlay_hints, references, rename, semantic_tokens, signature_help, Document,
};

use crate::corpus::{built_in, corpus, definitions, Dice};

/// The number of changed texts, if `LUDARIUM_LSP_EDITS` does not say otherwise.
const EDITS: usize = 400;

/// Asks everything that an editor may ask, at this place.
fn ask_all(text: &str, offset: usize) {
    let definitions = definitions_once();
    let uri = lsp_types::Uri::from_str("file:///game.lud").unwrap();
    let document = Document::new(text);
    let checked = check("game.lud", text, definitions, true);
    let findings = checked.diagnostics(&document);
    let offered = complete(&document, offset, definitions).into_iter();
    let offered = offered.enumerate();
    let offered: Vec<_> = offered
        .map(|(rank, one)| one.to_item(&document, rank))
        .collect();
    let meaning = hover(&document, offset, checked.description.as_ref());
    let help = signature_help(&document, offset, definitions);
    let place = definition(&document, offset);
    black_box((offered, meaning, help, place));
    let places = references(&document, offset);
    if let Ok(edit) = rename(&document, &uri, offset, "Other") {
        let edits = edit
            .changes
            .into_iter()
            .flatten()
            .next()
            .map(|(_, edits)| edits);
        assert_eq!(edits.map(|edits| edits.len()), Some(places.len()));
    }
    black_box((document_symbols(&document), folding_ranges(&document)));
    black_box((
        semantic_tokens(&document),
        inlay_hints(&document, 0..text.len()),
    ));
    let at = code_actions(&document, &uri, offset..offset, &findings, definitions);
    let end = text.len();
    let after = code_actions(&document, &uri, offset..end, &findings, definitions);
    black_box((at, after));
}

fn definitions_once() -> &'static ludarium_lud::Definitions {
    static ONCE: std::sync::OnceLock<ludarium_lud::Definitions> = std::sync::OnceLock::new();
    ONCE.get_or_init(definitions)
}

/// The nearest place at or before this one that does not split a character.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn no_prefix_and_no_change_of_a_description_stops_the_service() {
    let mut texts = built_in();
    texts.extend(corpus());
    let count = std::env::var("LUDARIUM_LSP_EDITS").ok();
    let count = count.map_or(EDITS, |count| count.parse().expect("a number"));
    let mut dice = Dice(0x0dd5_eed5_0f1e_77e5);
    for _ in 0..count {
        let text = &texts[dice.below(texts.len())];
        let at = boundary(text, dice.below(text.len() + 1));
        let changed = match dice.below(4) {
            // As typed from the beginning.
            0 => text[..at].to_owned(),
            1 => {
                let end = boundary(text, (at + dice.below(20)).min(text.len()));
                format!("{}{}", &text[..at], &text[end.max(at)..])
            }
            _ => {
                let typed = [
                    "(",
                    ")",
                    "{",
                    "\"",
                    "<",
                    "is ",
                    "to:",
                    "#1",
                    "\u{1d11e}",
                    "(move ",
                ];
                format!(
                    "{}{}{}",
                    &text[..at],
                    typed[dice.below(typed.len())],
                    &text[at..]
                )
            }
        };
        let at = boundary(&changed, at.min(changed.len()));
        ask_all(&changed, at);
    }
}
