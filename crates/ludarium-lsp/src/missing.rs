//! What the rules of a text use and it does not have, or has and its rules do not use.

use ludarium_lud::syntax::{Bracket, Item, Kind};
use rustc_hash::FxHashSet;

use crate::rank::{head_of, keyword, Meanings};

/// Pieces of equipment, each with the ludemes that mean nothing without it.
const USED_BY: [(&str, &[&str]); 3] = [
    ("dice", &["roll", "pips", "forEach Die", "count Pips"]),
    ("hand", &["handSite", "sites Hand"]),
    ("map", &["mapEntry"]),
];

/// The ludeme that asks pieces for the moves that they have.
const ASKS_PIECES: &str = "forEach Piece";

/// The beginnings of ludemes without which other parts of these items, or of the definitions that
/// they use, mean nothing, and which are nowhere in them.
pub(crate) fn missing_ludemes(items: &[Item], meanings: &Meanings) -> Vec<&'static str> {
    let mut used = Used {
        meanings,
        heads: FxHashSet::default(),
        definitions: FxHashSet::default(),
        moving_pieces: false,
    };
    let rules = items.iter().filter(|item| item.headed("define").is_none());
    rules.for_each(|item| used.add(item));
    let is_missing = |(equipment, users): &(&str, &[&str])| {
        let uses = users.iter().any(|user| used.heads.contains(*user));
        uses && !used.heads.contains(*equipment)
    };
    let equipment = USED_BY.iter().filter(|entry| is_missing(entry));
    let mut missing: Vec<&str> = equipment.map(|(equipment, _)| *equipment).collect();
    if used.moving_pieces && !used.heads.contains(ASKS_PIECES) {
        missing.extend([ASKS_PIECES, keyword(ASKS_PIECES)]);
    }
    missing
}

/// What the items of a text and the definitions in them begin with.
struct Used<'a> {
    meanings: &'a Meanings<'a>,
    heads: FxHashSet<String>,
    definitions: FxHashSet<&'a str>,
    /// Whether a piece has moves.
    moving_pieces: bool,
}

impl<'a> Used<'a> {
    fn add(&mut self, item: &'a Item) {
        match &item.kind {
            Kind::List(list) => {
                let head = head_of(item);
                self.heads.insert(keyword(&head).to_owned());
                self.heads.insert(head);
                self.moving_pieces |= item.headed("piece").is_some_and(|parts| has_moves(parts));
                list.items.iter().for_each(|item| self.add(item));
            }
            Kind::Str(name) => {
                if let (true, Some(body)) =
                    (self.definitions.insert(name), self.meanings.body(name))
                {
                    self.add(body);
                }
            }
            Kind::Word(_) | Kind::Text | Kind::Error(_) => {}
        }
    }
}

/// Whether a piece with these parts has moves. They may be those of a definition.
fn has_moves(parts: &[Item]) -> bool {
    let is_moves = |part: &Item| {
        let list = part.list(Bracket::Round).is_some();
        list && part.headed("flips").is_none() || part.str().is_some()
    };
    // The first string is the name.
    parts.iter().skip(2).any(is_moves)
}
