//! The text of a description as brackets, words and strings, for editors and other tools that show
//! or change the text itself. Any text can be read so; what is wrong with it becomes an item
//! [`Kind::Error`] in its place.

use crate::FileId;

pub use crate::lexer::{lex as tokens, Bracket, Token, TokenKind};
pub use crate::tree::{Item, Kind, Label, List};

/// The items at the top level of a text, each with those inside it. Spans are byte offsets in file
/// number 0.
///
/// ```
/// use ludarium_lud::syntax::{parse, Bracket};
///
/// let items = parse(r#"(define "Full" (is Full))"#);
/// let parts = items[0].list(Bracket::Round).unwrap();
/// assert_eq!(parts[0].word(), Some("define"));
/// assert_eq!(parts[1].str().map(|name| &**name), Some("Full"));
/// assert_eq!(parts[2].span.start, 15);
/// ```
#[must_use]
pub fn parse(text: &str) -> Vec<Item> {
    crate::parse::parse(FileId(0), text)
}
