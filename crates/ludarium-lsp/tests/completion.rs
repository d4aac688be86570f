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

/// A deleted ludeme, and the keywords that completion offered in its place.
struct Case {
    parent: String,
    deleted: String,
    /// Each keyword once, in the order of the completions.
    offered: Vec<String>,
}

impl Case {
    fn is_right(&self) -> bool {
        self.offered
            .iter()
            .take(FIRST)
            .any(|one| *one == self.deleted)
    }
}

/// The number of keywords among which the deleted one is looked for.
const FIRST: usize = 3;

/// Deletes one ludeme of a description and asks for it; `None` if there is none to delete.
fn ask(text: &str, definitions: &Definitions, random: &mut SplitMix64) -> Option<Case> {
    let mut places = Vec::new();
    ludemes(&ludarium_lud::syntax::parse(text), false, &mut places);
    if places.is_empty() {
        return None;
    }
    let (range, deleted) = places.swap_remove(random.below(places.len() as u32) as usize);
    let mut held = text.to_owned();
    held.replace_range(range.clone(), "");
    let held = Document::new(held);
    let around = held.cursor(range.start).lists;
    let parent = around.last().map_or("", |list| held.text_of(list));
    let mut offered: Vec<String> = Vec::new();
    let found = complete(&held, range.start, definitions);
    for one in found.iter().filter(|one| !one.forms.is_empty()) {
        // Of one keyword there may be several forms: the keyword counts once.
        let keyword = one.label.split(' ').next().unwrap_or("").to_owned();
        if !offered.contains(&keyword) {
            offered.push(keyword);
        }
    }
    Some(Case {
        parent: parent.split_whitespace().collect::<Vec<_>>().join(" "),
        deleted,
        offered,
    })
}

/// The number of ludemes that are deleted of each description, one at a time.
const DELETED: usize = 3;

/// Deletes ludemes of each description and asks for them: the share of cases in which the keyword
/// is among the first three, and the number of cases. Prints the others.
fn share_found<'t>(
    texts: impl Iterator<Item = &'t str>,
    definitions: &Definitions,
) -> (f64, usize) {
    let mut random = SplitMix64::new(1);
    let cases: Vec<Case> = texts
        .flat_map(|text| std::iter::repeat_n(text, DELETED))
        .filter_map(|text| ask(text, definitions, &mut random))
        .collect();
    let (right, wrong): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.is_right());
    for case in wrong {
        let rank = case.offered.iter().position(|one| *one == case.deleted);
        let rank = rank.map_or("-".to_owned(), |rank| (rank + 1).to_string());
        let first = case.offered[..case.offered.len().min(FIRST)].join(" ");
        let parent: String = case.parent.chars().take(60).collect();
        println!("{:<12} {rank:>3}  {first:<28} {parent}", case.deleted);
    }
    let share = right.len() as f64 / cases.len().max(1) as f64;
    (share, cases.len())
}

#[test]
fn a_deleted_ludeme_of_the_library_is_among_the_first_three() {
    // The order of completions is counted from the same games.
    let texts = ludarium_games::games().iter().map(|game| game.description);
    let (share, asked) = share_found(texts, &ludarium_games::definitions());
    println!("{share:.3} of {asked}");
    assert!(asked > 100, "only {asked} cases");
    assert!(share >= 0.97, "{share:.3} of {asked}");
}

#[test]
fn a_deleted_ludeme_of_the_corpus_is_among_the_first_three() {
    let Some(corpus) = corpus() else { return };
    let texts = corpus.descriptions.iter().map(|(_, text)| text.as_str());
    let (share, asked) = share_found(texts, &corpus.definitions);
    println!("{share:.3} of {asked}");
    assert!(share >= 0.9, "{share:.3} of {asked}");
}

/// The labels offered at the `|` of a text, the likeliest first.
fn offered(text: &str) -> Vec<String> {
    let offset = text.find('|').unwrap();
    let document = Document::new(text.replace('|', ""));
    let found = complete(&document, offset, &ludarium_games::definitions());
    found.into_iter().map(|one| one.label).collect()
}

#[test]
fn standard_definitions_come_after_the_ludemes_unless_they_are_typed() {
    let text = r#"(define "MyMoves" (forEach Piece))
        (game "G" (players 2)
        (equipment { (board (square 8)) (piece "King" Each (move Step (to if:(is Empty (to))))) })
        (rules (play |) (end (if (no Moves Next) (result Mover Win)))))"#;
    let at = |labels: &[String], label: &str| labels.iter().position(|one| one == label);
    let labels = offered(text);
    let safe = at(&labels, "\"KeepingSafe\"").expect("it is offered");
    for ludeme in ["move", "forEach Piece", "do", "or"] {
        assert!(at(&labels, ludeme).unwrap() < safe, "{ludeme}: {labels:?}");
    }
    assert!(at(&labels, "\"MyMoves\"").unwrap() < safe, "{labels:?}");
    let labels = offered(&text.replace("(play |)", "(play Keep|)"));
    assert!(at(&labels, "\"KeepingSafe\"").unwrap() < at(&labels, "do").unwrap());
}
