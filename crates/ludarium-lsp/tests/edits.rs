//! Nothing that is typed stops the language service: prefixes, and texts with random changes.

use std::hint::black_box;
use std::str::FromStr as _;

use ludarium_engine::{Chance as _, SplitMix64};
use ludarium_lsp::{
    check_language, code_actions, complete, default_hints, definition, document_symbols,
    folding_ranges, hover, placeholder_hints, references, rename, semantic_tokens, signature_help,
    Document,
};
use ludarium_lud::Definitions;

use crate::reading::corpus;

/// The number of changed texts, if `LUDARIUM_LSP_EDITS` does not say otherwise.
const EDITS: usize = 400;

/// Asks everything that an editor may ask, at this place.
fn ask_all(text: &str, offset: usize, definitions: &Definitions) {
    let uri = lsp_types::Uri::from_str("file:///game.lud").unwrap();
    let document = Document::new(text);
    let checked = check_language("game.lud", text, definitions);
    let findings = checked.diagnostics(&document);
    let offered = complete(&document, offset, definitions).into_iter();
    let offered = offered.enumerate();
    let offered: Vec<_> = offered
        .map(|(rank, one)| one.to_item(&document, rank))
        .collect();
    let meaning = hover(&document, offset, checked.description.as_ref(), definitions);
    let help = signature_help(&document, offset, definitions);
    let place = definition(&document, offset, definitions);
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
    let description = checked.description.as_ref();
    black_box((
        semantic_tokens(&document),
        placeholder_hints(&document, 0..text.len()),
        description.map(|description| default_hints(&document, description, 0..text.len())),
    ));
    let at = code_actions(&document, &uri, offset..offset, &findings, definitions);
    let end = text.len();
    let after = code_actions(&document, &uri, offset..end, &findings, definitions);
    black_box((at, after));
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
    let games = ludarium_games::games().iter();
    let mut texts: Vec<String> = games.map(|game| game.description.to_owned()).collect();
    let mut definitions = ludarium_games::definitions();
    if let Some(corpus) = corpus() {
        texts.extend(corpus.descriptions.into_iter().map(|(_, text)| text));
        definitions = corpus.definitions;
    }
    let count = std::env::var("LUDARIUM_LSP_EDITS").ok();
    let count = count.map_or(EDITS, |count| count.parse().expect("a number"));
    let mut random = SplitMix64::new(2);
    let mut below = |number: usize| random.below(number as u32) as usize;
    for _ in 0..count {
        let text = &texts[below(texts.len())];
        let at = boundary(text, below(text.len() + 1));
        let changed = match below(4) {
            // As typed from the beginning.
            0 => text[..at].to_owned(),
            1 => {
                let end = boundary(text, (at + below(20)).min(text.len()));
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
                    typed[below(typed.len())],
                    &text[at..]
                )
            }
        };
        let at = boundary(&changed, at.min(changed.len()));
        ask_all(&changed, at, &definitions);
    }
}
