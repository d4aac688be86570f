//! Completion offers what was deleted.

use std::ops::Range;

use ludarium_engine::{Chance as _, SplitMix64};
use ludarium_lsp::{complete, Document};
use ludarium_lud::syntax::{Bracket, Item, Kind};
use ludarium_lud::Definitions;

use crate::reading::corpus;

/// The ludemes below the game of a description: the bytes of each, and how it begins.
fn ludemes(items: &[Item], in_game: bool, found: &mut Vec<(Range<usize>, String)>) {
    for item in items {
        let Kind::List(list) = &item.kind else {
            continue;
        };
        let is_game = item.headed("game").is_some();
        let head = list.items.first().and_then(Item::word);
        if let (true, Bracket::Round, Some(head)) = (in_game, list.bracket, head) {
            let range = item.span.start as usize..item.span.end as usize;
            found.push((range, head.to_owned()));
        }
        ludemes(&list.items, in_game || is_game, found);
    }
}

/// Deletes one ludeme of each description and asks for it: the share of cases in which one of its
/// keyword is among the first three, and the number of cases.
fn share_found<'t>(
    texts: impl Iterator<Item = &'t str>,
    definitions: &Definitions,
) -> (f64, usize) {
    let mut random = SplitMix64::new(1);
    let (mut right, mut asked) = (0, 0);
    for text in texts {
        let mut places = Vec::new();
        ludemes(&ludarium_lud::syntax::parse(text), false, &mut places);
        if places.is_empty() {
            continue;
        }
        let (range, head) = places.swap_remove(random.below(places.len() as u32) as usize);
        let mut held = text.to_owned();
        held.replace_range(range.clone(), "");
        let found = complete(&Document::new(held), range.start, definitions);
        // Of one keyword there may be several forms: the keyword counts once.
        let mut offered: Vec<&str> = Vec::new();
        for one in found.iter().filter(|one| !one.forms.is_empty()) {
            let keyword = one.label.split(' ').next().unwrap_or("");
            if !offered.contains(&keyword) {
                offered.push(keyword);
            }
        }
        let is_right = offered.iter().take(3).any(|keyword| *keyword == head);
        right += usize::from(is_right);
        asked += 1;
    }
    (
        f64::from(right as u32) / f64::from(asked.max(1) as u32),
        asked,
    )
}

#[test]
fn a_deleted_ludeme_of_the_library_is_among_the_first_three() {
    // The order of completions is counted from the same games.
    let texts = ludarium_games::games().iter().map(|game| game.description);
    let (share, asked) = share_found(texts, &ludarium_games::definitions());
    assert!(asked > 100, "only {asked} cases");
    assert!(share >= 0.95, "{share:.3} of {asked}");
}

#[test]
fn a_deleted_ludeme_of_the_corpus_is_among_the_first_three() {
    let Some(corpus) = corpus() else { return };
    let texts = corpus.descriptions.iter().map(|(_, text)| text.as_str());
    let (share, asked) = share_found(texts, &corpus.definitions);
    println!("{share:.3} of {asked}");
    assert!(share >= 0.86, "{share:.3} of {asked}");
}
