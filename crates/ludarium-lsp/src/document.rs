//! An open text, and positions in it.

use std::collections::HashMap;
use std::ops::Range;

use line_index::{LineIndex, TextSize, WideEncoding, WideLineCol};
use lsp_types::{Position, TextDocumentContentChangeEvent, TextEdit, Uri, WorkspaceEdit};
use ludarium_lud::syntax::{parse, Item, Kind};
use ludarium_lud::{expected_at, Choices, Definitions, DescriptionLimits, Expected, HOLE};

/// The text of an open description, with its lines and its syntax tree.
#[derive(Debug)]
pub struct Document {
    text: String,
    lines: LineIndex,
    items: Vec<Item>,
}

/// What lies around a position: the lists it is inside, outermost first, and the word, string or
/// label that it touches.
#[derive(Debug)]
pub struct Cursor<'a> {
    /// The lists whose brackets enclose the position.
    pub lists: Vec<&'a Item>,
    /// The word or string that the position touches.
    pub leaf: Option<&'a Item>,
    /// The item whose label the position touches.
    pub labelled: Option<&'a Item>,
}

impl Document {
    /// A document of this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Document {
        let text = text.into();
        Document {
            lines: LineIndex::new(&text),
            items: parse(&text),
            text,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The items at the top level.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The document after these changes, each made to the result of those before it.
    ///
    /// ```
    /// use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
    /// use ludarium_lsp::Document;
    ///
    /// let change = TextDocumentContentChangeEvent {
    ///     range: Some(Range::new(Position::new(0, 1), Position::new(0, 5))),
    ///     range_length: None,
    ///     text: "match".to_owned(),
    /// };
    /// let document = Document::new("(game \"A\")").changed([change]);
    /// assert_eq!(document.text(), "(match \"A\")");
    /// ```
    #[must_use]
    pub fn changed(
        self,
        changes: impl IntoIterator<Item = TextDocumentContentChangeEvent>,
    ) -> Document {
        let (mut text, mut lines) = (self.text, self.lines);
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = offset(&lines, &text, range.start);
                    let end = offset(&lines, &text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                None => text = change.text,
            }
            lines = LineIndex::new(&text);
        }
        Document {
            items: parse(&text),
            lines,
            text,
        }
    }

    /// The byte offset of a position; of one beyond the end of its line or of the text, the nearest
    /// before it.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        offset(&self.lines, &self.text, position)
    }

    /// The position of a byte offset. Columns count UTF-16 code units, as the protocol has them.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let at = floor(&self.text, offset);
        let wide = self
            .lines
            .try_line_col(TextSize::from(at as u32))
            .and_then(|place| self.lines.to_wide(WideEncoding::Utf16, place));
        wide.map_or_else(Position::default, |wide| Position::new(wide.line, wide.col))
    }

    /// The range between two byte offsets.
    #[must_use]
    pub fn range(&self, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(range.start), self.position(range.end))
    }

    /// The text of an item without its label.
    #[must_use]
    pub fn text_of(&self, item: &Item) -> &str {
        self.text.get(bytes(item)).unwrap_or_default()
    }

    /// What may stand at these bytes, and the text with the hole in their place that this was asked
    /// of; `None` if nothing follows about the place.
    pub(crate) fn expected(
        &self,
        place: Range<usize>,
        definitions: &Definitions,
    ) -> Option<(Expected, String)> {
        let (before, after) = (self.text.get(..place.start)?, self.text.get(place.end..)?);
        // Spaces, so that the hole is a word of its own.
        let text = format!("{before} {HOLE} {after}");
        let (choices, limits) = (Choices::defaults(), DescriptionLimits::default());
        let expected = expected_at(&text, definitions, &choices, &limits)?;
        Some((expected, text))
    }

    /// The edits that put other texts in the place of these bytes.
    pub(crate) fn edit(
        &self,
        uri: &Uri,
        edits: impl IntoIterator<Item = (Range<usize>, String)>,
    ) -> WorkspaceEdit {
        let edits = edits
            .into_iter()
            .map(|(range, text)| TextEdit::new(self.range(range), text));
        #[allow(clippy::mutable_key_type)] // the protocol's own type
        let changes = HashMap::from([(uri.clone(), edits.collect())]);
        WorkspaceEdit::new(changes)
    }

    /// What lies around a byte offset.
    #[must_use]
    pub fn cursor(&self, offset: usize) -> Cursor<'_> {
        let mut cursor = Cursor {
            lists: Vec::new(),
            leaf: None,
            labelled: None,
        };
        let mut items = &self.items[..];
        'inwards: loop {
            for item in items {
                let range = bytes(item);
                if let Some(label) = &item.label {
                    let label = label.span.start as usize..label.span.end as usize;
                    if label.contains(&offset) {
                        cursor.labelled = Some(item);
                        return cursor;
                    }
                }
                match &item.kind {
                    Kind::List(list) if range.start < offset && offset < range.end => {
                        cursor.lists.push(item);
                        items = &list.items;
                        continue 'inwards;
                    }
                    Kind::Word(_) | Kind::Str(_)
                        if range.start <= offset && offset <= range.end =>
                    {
                        cursor.leaf = Some(item);
                        return cursor;
                    }
                    _ => {}
                }
            }
            return cursor;
        }
    }
}

/// The bytes of an item without its label.
pub(crate) fn bytes(item: &Item) -> Range<usize> {
    item.span.start as usize..item.span.end as usize
}

/// The items inside a list; none if it is no list.
pub(crate) fn inside(item: &Item) -> &[Item] {
    match &item.kind {
        Kind::List(list) => &list.items,
        _ => &[],
    }
}

/// Calls `visit` with each item of a tree, and with the list that it is in.
pub(crate) fn each<'a>(
    items: &'a [Item],
    parent: Option<&'a Item>,
    visit: &mut impl FnMut(&'a Item, Option<&'a Item>),
) {
    for item in items {
        visit(item, parent);
        each(inside(item), Some(item), visit);
    }
}

/// The nearest offset at or before this one that does not split a character.
fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn offset(lines: &LineIndex, text: &str, position: Position) -> usize {
    let Some(line) = lines.line(position.line) else {
        return text.len();
    };
    // A position beyond the end of its line means the end.
    let (start, mut end) = (usize::from(line.start()), usize::from(line.end()));
    while end > start && matches!(text.as_bytes()[end - 1], b'\n' | b'\r') {
        end -= 1;
    }
    let wide = WideLineCol {
        line: position.line,
        col: position.character,
    };
    let place = lines.to_utf8(WideEncoding::Utf16, wide);
    let at = place.and_then(|place| lines.offset(place));
    at.map_or(end, |at| floor(text, usize::from(at)).clamp(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units_and_are_clamped_to_their_line() {
        let document = Document::new("a𝄞b\r\nsecond\n");
        assert_eq!(document.position(5), Position::new(0, 3));
        assert_eq!(document.offset(Position::new(0, 3)), 5);
        assert_eq!(document.offset(Position::new(0, 99)), 6);
        assert_eq!(document.offset(Position::new(9, 0)), document.text().len());
        // The middle of a character is where it begins.
        assert_eq!(document.position(3), document.position(1));
    }

    #[test]
    fn a_cursor_knows_the_lists_around_it_and_the_word_it_touches() {
        let document = Document::new("(move Add (to (sites Empty)))");
        let cursor = document.cursor(23);
        let heads: Vec<&str> = cursor
            .lists
            .iter()
            .map(|list| inside(list)[0].word().unwrap())
            .collect();
        assert_eq!(heads, ["move", "to", "sites"]);
        assert_eq!(cursor.leaf.and_then(Item::word), Some("Empty"));
    }
}
