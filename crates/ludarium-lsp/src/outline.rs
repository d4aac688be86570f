//! The outline of a document: its symbols, and what can be folded.

use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use ludarium_lud::syntax::{tokens, Bracket, Item, TokenKind};

use crate::document::{bytes, each, inside};
use crate::Document;

/// The ludemes that the outline shows, each with the kind that editors draw it as.
const SHOWN: &[(&str, SymbolKind)] = &[
    ("game", SymbolKind::MODULE),
    ("match", SymbolKind::MODULE),
    ("define", SymbolKind::FUNCTION),
    ("option", SymbolKind::ENUM),
    ("item", SymbolKind::ENUM_MEMBER),
    ("rulesets", SymbolKind::NAMESPACE),
    ("ruleset", SymbolKind::ENUM_MEMBER),
    ("equipment", SymbolKind::NAMESPACE),
    ("board", SymbolKind::STRUCT),
    ("piece", SymbolKind::CLASS),
    ("tile", SymbolKind::CLASS),
    ("card", SymbolKind::CLASS),
    ("dice", SymbolKind::CLASS),
    ("regions", SymbolKind::FIELD),
    ("track", SymbolKind::FIELD),
    ("map", SymbolKind::FIELD),
    ("rules", SymbolKind::NAMESPACE),
    ("start", SymbolKind::CONSTRUCTOR),
    ("meta", SymbolKind::PROPERTY),
    ("play", SymbolKind::METHOD),
    ("phase", SymbolKind::NAMESPACE),
    ("end", SymbolKind::EVENT),
    ("metadata", SymbolKind::NAMESPACE),
];

/// The symbols of a document, as a tree.
#[must_use]
pub fn document_symbols(document: &Document) -> Vec<DocumentSymbol> {
    symbols(document, document.items())
}

fn symbols(document: &Document, items: &[Item]) -> Vec<DocumentSymbol> {
    let mut found = Vec::new();
    for item in items {
        let children = symbols(document, inside(item));
        match symbol(document, item) {
            Some(symbol) => found.push(DocumentSymbol {
                children: (!children.is_empty()).then_some(children),
                ..symbol
            }),
            None => found.extend(children),
        }
    }
    found
}

fn symbol(document: &Document, item: &Item) -> Option<DocumentSymbol> {
    let list = item.list(Bracket::Round)?;
    let head = list.first()?;
    let (keyword, kind) = SHOWN
        .iter()
        .find(|(keyword, _)| Some(*keyword) == head.word())?;
    let named = list.get(1).filter(|name| name.str().is_some());
    let (name, selection) = match named {
        Some(name) => (name.str()?.to_string(), bytes(name)),
        None => ((*keyword).to_owned(), bytes(head)),
    };
    #[allow(deprecated)] // the field must be given, and is no longer read
    Some(DocumentSymbol {
        // Editors refuse a symbol without a name.
        name: if name.trim().is_empty() {
            (*keyword).to_owned()
        } else {
            name
        },
        detail: named.map(|_| (*keyword).to_owned()),
        kind: *kind,
        tags: None,
        deprecated: None,
        range: document.range(bytes(item)),
        selection_range: document.range(selection),
        children: None,
    })
}

/// The lists and comments over several lines.
#[must_use]
pub fn folding_ranges(document: &Document) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    each(document.items(), None, &mut |item, _| {
        if !inside(item).is_empty() {
            found.extend(folding(document, bytes(item), None));
        }
    });
    let mut comment: Option<std::ops::Range<usize>> = None;
    for token in tokens(document.text()) {
        if token.kind == TokenKind::Comment {
            match &mut comment {
                Some(range) => range.end = token.end,
                None => comment = Some(token.start..token.end),
            }
        } else if let Some(range) = comment.take() {
            found.extend(folding(document, range, Some(FoldingRangeKind::Comment)));
        }
    }
    found
}

fn folding(
    document: &Document,
    range: std::ops::Range<usize>,
    kind: Option<FoldingRangeKind>,
) -> Option<FoldingRange> {
    let range = document.range(range);
    (range.end.line > range.start.line).then(|| FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        kind,
        ..FoldingRange::default()
    })
}
