//! Reads options, and replaces tags in the text of a description by the texts of the chosen items.
//!
//! The text of an item is raw: its brackets need not balance, it may be empty, and what stands next
//! to its tag touches it. Tags are therefore replaced before the text is parsed.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::choice::{most_stars, stars, OptionGroup, OptionItem};
use crate::lexer::{is_comment, line_end, string_end, Bracket};
use crate::tree::{Item, Kind};
use crate::{Diagnostic, FileId, Span};

/// Maximum nesting of tags inside option texts.
const MAX_TAG_DEPTH: usize = 16;

/// Length of text that counts as one node against the limit of growth.
const BYTES_PER_NODE: usize = 16;

/// A range of bytes of the description.
type Bytes = std::ops::Range<usize>;

/// A parsed option: the group, the names of its arguments, and the texts of each item.
pub(crate) struct ParsedOption {
    pub group: OptionGroup,
    args: Vec<Arc<str>>,
    texts: Vec<Vec<Bytes>>,
}

/// Reads `(option "Heading" <Tag> args:{ <a> <b> } { (item "Name" <..> <..> "meaning")** ... })`.
pub(crate) fn read_option(items: &[Item], span: Span) -> Result<ParsedOption, Diagnostic> {
    let bad = |span, message: &str| {
        Diagnostic::new("bad-option", span, message)
            .hint("write (option \"Heading\" <Tag> args:{ <name> } { (item \"Name\" <text> \"description\")* })")
    };
    let mut heading = None;
    let mut tag = None;
    let mut args = Vec::new();
    let mut entries = None;
    for item in &items[1..] {
        let label = item.label.as_ref().map(|label| &*label.name);
        match (&item.kind, label) {
            (Kind::Str(text), None) if heading.is_none() => heading = Some(text.to_string()),
            (Kind::List(list), None) if list.bracket == Bracket::Angle => {
                tag = single_word(&list.items)
            }
            (Kind::List(list), Some("args")) => {
                // Skip anything but names in angle brackets: stray closing brackets occur here.
                args = list
                    .items
                    .iter()
                    .filter_map(|item| single_word(item.list(Bracket::Angle)?))
                    .collect();
            }
            (Kind::List(list), None) if list.bracket == Bracket::Curly => {
                entries = Some(list.items.clone())
            }
            _ => {
                return Err(bad(
                    item.span,
                    "an option consists of a heading, a tag, arguments and items",
                ))
            }
        }
    }
    let (Some(heading), Some(tag), Some(entries)) = (heading, tag, entries) else {
        return Err(bad(span, "an option needs a heading, a tag and items"));
    };
    let mut group = OptionGroup {
        heading,
        tag: tag.to_string(),
        items: Vec::new(),
        chosen: 0,
        span,
    };
    let mut texts = Vec::new();
    for entry in entries.iter() {
        if let (Some(stars), Some(item)) = (stars(entry), group.items.last_mut()) {
            item.stars = stars;
            continue;
        }
        let parts = entry
            .headed("item")
            .ok_or_else(|| bad(entry.span, "an option may contain only items"))?;
        let mut names = parts
            .iter()
            .filter_map(Item::str)
            .map(|text| text.to_string());
        let name = names
            .next()
            .ok_or_else(|| bad(entry.span, "an item needs a name"))?;
        let description = names.next().unwrap_or_default();
        group.items.push(OptionItem {
            name,
            description,
            stars: 0,
        });
        texts.push(parts.iter().filter_map(raw_text).collect());
    }
    if group.items.is_empty() {
        return Err(bad(span, "an option needs at least one item"));
    }
    group.chosen = most_stars(group.items.iter().map(|item| item.stars));
    Ok(ParsedOption { group, args, texts })
}

/// The place of the text inside the angle brackets, if the item is one.
fn raw_text(item: &Item) -> Option<Bytes> {
    match &item.kind {
        Kind::Text => {}
        Kind::List(list) if list.bracket == Bracket::Angle => {}
        _ => return None,
    }
    let (start, end) = (item.span.start as usize + 1, item.span.end as usize);
    Some(start..end.saturating_sub(1).max(start))
}

fn single_word(items: &Arc<[Item]>) -> Option<Arc<str>> {
    match &items[..] {
        [Item {
            label: None,
            kind: Kind::Word(word),
            ..
        }] => Some(word.clone()),
        _ => None,
    }
}

/// The text of a description in which tags are replaced, and where each part of it is written.
#[derive(Debug, Default)]
pub(crate) struct ReplacedText {
    pub text: String,
    /// The parts in order, without gaps.
    pieces: Vec<Piece>,
}

/// A part of a [`ReplacedText`] that is copied from one place of the description.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where it starts in the replaced text.
    at: usize,
    /// Where it is written.
    source: usize,
    /// The tag outside all options that it stands for, if it belongs to the text of an option.
    tag: Option<(usize, usize)>,
}

impl ReplacedText {
    fn piece(&self, at: usize) -> Option<Piece> {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        self.pieces.get(after.checked_sub(1)?).copied()
    }

    /// The span in the description of a range of bytes of this text.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let span = |start: usize, end: usize| Span {
            file: FileId(0),
            start: start as u32,
            end: end.max(start) as u32,
        };
        let Some(first) = self.piece(start) else {
            return span(0, 0);
        };
        let last = end.checked_sub(1).filter(|&last| last >= start);
        let last = last.and_then(|last| self.piece(last)).unwrap_or(first);
        let from = first.source + (start - first.at);
        let to = (last.source + end).saturating_sub(last.at);
        if first.tag == last.tag && to >= from {
            return span(from, to);
        }
        // It lies partly in the text of an option: the tag stands for that part.
        let from = first.tag.map_or(from, |tag| tag.0);
        span(from, last.tag.map_or(to, |tag| tag.1))
    }

    fn push(&mut self, source: &str, place: Bytes, tag: Option<(usize, usize)>) {
        if place.is_empty() {
            return;
        }
        self.pieces.push(Piece {
            at: self.text.len(),
            source: place.start,
            tag,
        });
        self.text.push_str(&source[place]);
    }
}

/// Replaces the tags of a description by the texts of the chosen items, and leaves the options out,
/// which lie at the places `written`.
pub(crate) fn replace_tags(
    source: &str,
    options: &[ParsedOption],
    written: &[Span],
    max_nodes: usize,
    errors: &mut Vec<Diagnostic>,
) -> ReplacedText {
    let mut tags = Tags {
        source,
        texts: FxHashMap::default(),
        out: ReplacedText::default(),
        max_length: source.len() + max_nodes.saturating_mul(BYTES_PER_NODE),
        errors,
        stopped: false,
    };
    for option in options {
        let Some(texts) = option.texts.get(option.group.chosen) else {
            continue;
        };
        let tag = &option.group.tag;
        // Where two options use the same name, the first one applies.
        for (name, text) in option.args.iter().zip(texts) {
            let full = format!("{tag}:{name}");
            tags.texts.entry(full).or_insert_with(|| text.clone());
        }
        // The tag alone stands for the first argument.
        if let [text, ..] = &texts[..] {
            tags.texts
                .entry(tag.clone())
                .or_insert_with(|| text.clone());
        }
    }
    let mut at = 0;
    for span in written {
        let (start, end) = (span.start as usize, span.end as usize);
        if start >= at {
            tags.copy(at..start, None, 0);
            at = end;
        }
    }
    tags.copy(at..source.len(), None, 0);
    tags.out
}

struct Tags<'a> {
    source: &'a str,
    /// The texts by tag, `Tag:name` or `Tag`.
    texts: FxHashMap<String, Bytes>,
    out: ReplacedText,
    /// The longest text that may result: tags that double each other grow exponentially.
    max_length: usize,
    errors: &'a mut Vec<Diagnostic>,
    stopped: bool,
}

impl Tags<'_> {
    /// Copies a part of the description without its comments, and replaces the tags in it.
    fn copy(&mut self, place: Bytes, outer: Option<(usize, usize)>, depth: usize) {
        let source = self.source;
        let bytes = &source.as_bytes()[..place.end];
        // What is not copied yet.
        let mut from = place.start;
        let mut at = place.start;
        // The end of the string around `at`: tags are replaced in strings, too.
        let mut string = place.start;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' if at >= string => {
                    string = string_end(bytes, at).unwrap_or(line_end(bytes, at));
                }
                b'/' if at >= string && is_comment(&bytes[at..]) => {
                    self.out.push(source, from..at, outer);
                    at = line_end(bytes, at);
                    from = at;
                    continue;
                }
                b'<' => {
                    if let Some((end, text)) = self.tag(bytes, at) {
                        self.out.push(source, from..at, outer);
                        let outer = outer.unwrap_or((at, end));
                        self.insert(at..end, text, outer, depth + 1);
                        at = end;
                        from = end;
                        continue;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.out.push(source, from..place.end, outer);
    }

    /// The end of the tag that starts here, and its text. A tag that no option declares stays.
    fn tag(&self, bytes: &[u8], start: usize) -> Option<(usize, Bytes)> {
        const MAX_TAG_LENGTH: usize = 200;
        let rest = &bytes[start + 1..];
        let mut inner = rest.iter().take(MAX_TAG_LENGTH);
        let length = inner.position(|&b| matches!(b, b'<' | b'>' | b'"' | b'('))?;
        if rest[length] != b'>' {
            return None;
        }
        let name = self.source.get(start + 1..start + 1 + length)?;
        let text = match self.texts.get(name) {
            Some(text) => text,
            None => {
                let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
                self.texts.get(&name)?
            }
        };
        Some((start + length + 2, text.clone()))
    }

    fn insert(&mut self, tag: Bytes, text: Bytes, outer: (usize, usize), depth: usize) {
        let too_long = self.out.text.len() + text.len() > self.max_length;
        if !too_long && depth <= MAX_TAG_DEPTH {
            return self.copy(text, Some(outer), depth);
        }
        if !std::mem::replace(&mut self.stopped, true) {
            let span = Span {
                file: FileId(0),
                start: tag.start as u32,
                end: tag.end as u32,
            };
            let message = "option texts refer to each other without end";
            self.errors.push(Diagnostic::new("too-deep", span, message));
        }
    }
}
