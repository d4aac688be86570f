//! The names that a description gives: definitions, pieces, regions and others; where they are
//! declared, and where they are used.

use std::ops::Range;

use lsp_types::WorkspaceEdit;
use ludarium_lud::syntax::{parse, Bracket, Item, Kind};
use ludarium_lud::Definitions;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{bytes, each, inside};
use crate::Document;

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// `(define "Name" ...)`.
    Definition,
    /// A piece, tile, card or die. Its players' pieces have its name with a number.
    Piece,
    /// `(regions "Name" ...)`.
    Region,
    /// `(track "Name" ...)`.
    Track,
    /// `(phase "Name" ...)`.
    Phase,
    /// `(map "Name" ...)`.
    Map,
    /// `(set Var "Name" ...)`.
    Variable,
    /// `(remember Value "Name" ...)`.
    Remembered,
    /// The tag of an option, in angle brackets.
    Option,
}

impl NameKind {
    /// What such a name names, as a noun.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            NameKind::Definition => "definition",
            NameKind::Piece => "piece",
            NameKind::Region => "region",
            NameKind::Track => "track",
            NameKind::Phase => "phase",
            NameKind::Map => "map",
            NameKind::Variable => "variable",
            NameKind::Remembered => "remembered values",
            NameKind::Option => "option",
        }
    }
}

/// One place where a name is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What it names.
    pub kind: NameKind,
    /// The name, without the number of a player.
    pub name: String,
    /// The bytes of the name itself, without quotes and without the number of a player.
    pub range: Range<usize>,
    /// The bytes of the declaration, if it is declared here.
    pub declaration: Option<Range<usize>>,
}

/// The words that declare a name with their first string.
const DECLARING: &[(&str, NameKind)] = &[
    ("define", NameKind::Definition),
    ("piece", NameKind::Piece),
    ("tile", NameKind::Piece),
    ("card", NameKind::Piece),
    ("component", NameKind::Piece),
    ("domino", NameKind::Piece),
    ("die", NameKind::Piece),
    ("regions", NameKind::Region),
    ("track", NameKind::Track),
    ("phase", NameKind::Phase),
    ("map", NameKind::Map),
];

/// The kinds that a string in one of these ludemes is first taken for.
const USING: &[(&str, NameKind)] = &[
    ("nextPhase", NameKind::Phase),
    ("mapEntry", NameKind::Map),
    ("var", NameKind::Variable),
    ("set", NameKind::Variable),
    ("remember", NameKind::Remembered),
    ("forget", NameKind::Remembered),
    ("values", NameKind::Remembered),
    ("trackSite", NameKind::Track),
];

/// All names that a document declares and uses, in the order of the text.
///
/// ```
/// use ludarium_lsp::{names, Document, NameKind};
///
/// let text = r#"(define "Push" (move Step)) { (piece "Pawn" P1 ("Push")) } (place "Pawn1" 0)"#;
/// let document = Document::new(text);
/// let found = names(&document);
/// let of = |kind| found.iter().filter(|name| name.kind == kind).count();
/// assert_eq!((of(NameKind::Definition), of(NameKind::Piece)), (2, 2));
/// assert_eq!(&text[found[3].range.clone()], "Pawn");
/// ```
#[must_use]
pub fn names(document: &Document) -> Vec<Name> {
    let mut found = Vec::new();
    each(document.items(), None, &mut |item, parent| {
        found.extend(declared(document, item, parent));
    });
    let mut known: FxHashMap<String, Vec<NameKind>> = FxHashMap::default();
    for name in &found {
        let kinds = known.entry(name.name.clone()).or_default();
        if !kinds.contains(&name.kind) {
            kinds.push(name.kind);
        }
    }
    let declared: FxHashSet<usize> = found.iter().map(|name| name.range.start).collect();
    each(document.items(), None, &mut |item, parent| {
        let used = used(document, item, parent, &known);
        found.extend(used.filter(|name| !declared.contains(&name.range.start)));
    });
    found.sort_by_key(|name| name.range.start);
    found
}

/// The name that an item declares. Options are declared by their tag, variables by any `set`.
fn declared(document: &Document, item: &Item, parent: Option<&Item>) -> Option<Name> {
    let list = item.list(Bracket::Round)?;
    let head = list.first()?.word()?;
    let whole = || Some(bytes(item));
    if head == "option" {
        let tag = list.iter().find_map(|item| item.list(Bracket::Angle))?;
        let name = tag.first()?;
        return Some(Name {
            kind: NameKind::Option,
            name: name.word()?.to_owned(),
            range: bytes(name),
            declaration: whole(),
        });
    }
    let second = list.get(1)?;
    if let ("set", Some("Var")) | ("remember", Some("Value")) = (head, second.word()) {
        let kind = match head {
            "set" => NameKind::Variable,
            _ => NameKind::Remembered,
        };
        return named(document, list.get(2)?, kind, None);
    }
    let (_, kind) = DECLARING.iter().find(|(word, _)| *word == head)?;
    // `(piece "Pawn1")` in a rule names a piece; only equipment declares one.
    let declares = *kind != NameKind::Piece
        || parent.is_some_and(|parent| parent.list(Bracket::Curly).is_some());
    named(document, second, *kind, whole().filter(|_| declares)).filter(|_| declares)
}

fn named(
    document: &Document,
    item: &Item,
    kind: NameKind,
    declaration: Option<Range<usize>>,
) -> Option<Name> {
    let name = item.str()?.to_string();
    let range = bytes(item);
    let range = range.start + 1..range.end.saturating_sub(1);
    // A name with an escaped character is not changed.
    (document.text().get(range.clone())? == name).then_some(Name {
        kind,
        name,
        range,
        declaration,
    })
}

/// The known name that a string or a tag uses.
fn used(
    document: &Document,
    item: &Item,
    parent: Option<&Item>,
    known: &FxHashMap<String, Vec<NameKind>>,
) -> impl Iterator<Item = Name> {
    let mut found = Vec::new();
    match &item.kind {
        Kind::Str(text) => {
            let head = parent.and_then(|parent| inside(parent).first());
            let word = head.and_then(Item::word).unwrap_or("");
            let is_head = head.is_some_and(|head| head.span == item.span);
            let first = match is_head {
                true => Some(NameKind::Definition),
                false => {
                    let using = USING.iter().find(|(using, _)| *using == word);
                    using.map(|(_, kind)| *kind)
                }
            };
            let base = text.trim_end_matches(|c: char| c.is_ascii_digit());
            for name in [&**text, base] {
                let Some(kinds) = known.get(name) else {
                    continue;
                };
                let numbered = name.len() < text.len();
                let mut fitting = kinds
                    .iter()
                    .copied()
                    .filter(|kind| !numbered || *kind == NameKind::Piece);
                let kind = match first {
                    Some(first) if kinds.contains(&first) => Some(first),
                    _ => fitting.find(|kind| *kind != NameKind::Option),
                };
                if let Some(mut name_here) = kind.and_then(|kind| named(document, item, kind, None))
                {
                    name_here.range.end = name_here.range.start + name.len();
                    name.clone_into(&mut name_here.name);
                    found.push(name_here);
                    break;
                }
            }
        }
        Kind::List(list) if list.bracket == Bracket::Angle => {
            // `<Tag>` or `<Tag:part>`.
            if let Some(first) = list.items.first() {
                let label = first.label.as_ref();
                let (name, start) = match label {
                    Some(label) => (label.name.to_string(), label.span.start as usize),
                    None => (
                        first.word().unwrap_or("").to_owned(),
                        first.span.start as usize,
                    ),
                };
                let is_option = known
                    .get(&name)
                    .is_some_and(|kinds| kinds.contains(&NameKind::Option));
                if is_option {
                    found.push(Name {
                        kind: NameKind::Option,
                        range: start..start + name.len(),
                        name,
                        declaration: None,
                    });
                }
            }
        }
        _ => {}
    }
    found.into_iter()
}

/// The name at a byte offset.
#[must_use]
pub(crate) fn name_at(found: &[Name], offset: usize) -> Option<&Name> {
    found
        .iter()
        .find(|name| name.range.start <= offset && offset <= name.range.end)
}

/// Where something is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the document itself, at these bytes.
    Here(Range<usize>),
    /// In a file of standard definitions, at these bytes.
    Standard {
        /// The name of the file.
        file: String,
        /// Its text.
        text: String,
        /// The bytes of the declaration.
        range: Range<usize>,
    },
}

/// Where the name at a byte offset is declared.
#[must_use]
pub fn definition(document: &Document, offset: usize, definitions: &Definitions) -> Option<Place> {
    let found = names(document);
    if let Some(name) = name_at(&found, offset) {
        let mut declared = same_as(&found, name).filter_map(|name| name.declaration.clone());
        // What is set, and never declared, begins where it is set first.
        let first = || same_as(&found, name).next().map(|name| name.range.clone());
        return declared.next().or_else(first).map(Place::Here);
    }
    standard_definition(document.cursor(offset).leaf?.str()?, definitions)
}

/// The places where the same thing is named.
pub(crate) fn same_as<'a>(found: &'a [Name], name: &'a Name) -> impl Iterator<Item = &'a Name> {
    let same = |other: &&Name| other.kind == name.kind && other.name == name.name;
    found.iter().filter(same)
}

/// Where a standard definition stands.
pub(crate) fn standard_definition(name: &str, definitions: &Definitions) -> Option<Place> {
    let body = definitions.get(name)?.first()?;
    let source = definitions.source(body.span.file)?;
    let defines = |item: &Item| {
        let defined = item.headed("define").and_then(|items| items.get(1)?.str());
        let (whole, body) = (bytes(item), bytes(body));
        defined.is_some() && whole.start < body.start && body.end < whole.end
    };
    let item = parse(&source.text).into_iter().find(defines)?;
    Some(Place::Standard {
        file: source.name.clone(),
        text: source.text.clone(),
        range: bytes(&item),
    })
}

/// All places of the name at a byte offset, its declaration included.
#[must_use]
pub fn references(document: &Document, offset: usize) -> Vec<Range<usize>> {
    let found = names(document);
    let Some(name) = name_at(&found, offset) else {
        return Vec::new();
    };
    same_as(&found, name)
        .map(|name| name.range.clone())
        .collect()
}

/// The edits that give the name at a byte offset another name.
///
/// # Errors
/// If there is no name of the description there, or the new one cannot be written in its place.
pub fn rename(
    document: &Document,
    uri: &lsp_types::Uri,
    offset: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let found = names(document);
    let name = name_at(&found, offset)
        .ok_or("only a name that the description gives can be changed, as that of a piece")?;
    let is_tag = name.kind == NameKind::Option;
    let forbidden: &[char] = match is_tag {
        true => &['"', '\\', '\n', '<', '>', '(', ')', '{', '}', ':', ' '],
        false => &['"', '\\', '\n'],
    };
    if new.trim().is_empty() || new.contains(forbidden) {
        return Err(format!("{new:?} cannot be a name here"));
    }
    if name.kind == NameKind::Piece && new.ends_with(|c: char| c.is_ascii_digit()) {
        return Err(
            "the name of a piece may not end in a digit: that is the player's number".into(),
        );
    }
    if found
        .iter()
        .any(|other| other.kind == name.kind && other.name == new && other.name != name.name)
    {
        return Err(format!("there is already another {new:?}"));
    }
    let edits = same_as(&found, name).map(|name| (name.range.clone(), new.to_owned()));
    Ok(document.edit(uri, edits))
}
