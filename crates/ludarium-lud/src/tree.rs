//! The syntax tree: brackets, strings and words with their positions.

use std::sync::Arc;

use crate::lexer::Bracket;
use crate::{Diagnostic, Span};

/// An item in a bracket: a node, perhaps with a label (`to:Mover`).
#[derive(Clone, Debug)]
pub struct Item {
    /// The label before it.
    pub label: Option<Label>,
    /// Where it is written, without its label.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// The `name:` before a node.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name, without its colon.
    pub name: Arc<str>,
    /// Where it is written, with its colon.
    pub span: Span,
}

/// A bracket and its contents.
#[derive(Clone, Debug)]
pub struct List {
    /// The kind of bracket.
    pub bracket: Bracket,
    /// What is inside.
    pub items: Arc<[Item]>,
    /// The number of bracket levels, this one included. It is limited because all passes recurse.
    pub depth: u16,
}

impl List {
    /// A list of these items.
    pub(crate) fn new(bracket: Bracket, items: Vec<Item>) -> List {
        let inner = items.iter().map(Item::depth).max().unwrap_or(0);
        List {
            bracket,
            items: items.into(),
            depth: inner.saturating_add(1),
        }
    }
}

/// The kind of a node. Lists are shared, because expansion copies most of them unchanged.
#[derive(Clone, Debug)]
pub enum Kind {
    /// `( )`, `{ }` or `< >`.
    List(List),
    /// A string, without its quotes.
    Str(Arc<str>),
    /// A keyword, a number, `#1`, `~`, ...
    Word(Arc<str>),
    /// The text of an option's item whose brackets do not balance.
    Text,
    /// A place that the parser could not read; the rest of the text is not affected.
    Error(Arc<Diagnostic>),
}

impl Item {
    /// The number of bracket levels.
    pub(crate) fn depth(&self) -> u16 {
        match &self.kind {
            Kind::List(list) => list.depth,
            _ => 0,
        }
    }

    /// The word, if the item is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The string, if the item is one.
    #[must_use]
    pub fn str(&self) -> Option<&Arc<str>> {
        match &self.kind {
            Kind::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if this is a list in brackets of this kind.
    #[must_use]
    pub fn list(&self, bracket: Bracket) -> Option<&Arc<[Item]>> {
        match &self.kind {
            Kind::List(list) if list.bracket == bracket => Some(&list.items),
            _ => None,
        }
    }

    /// The items of `(head ...)`, the head included, if this is a list with that head.
    #[must_use]
    pub fn headed(&self, head: &str) -> Option<&Arc<[Item]>> {
        self.list(Bracket::Round)
            .filter(|items| items.first().and_then(Item::word) == Some(head))
    }
}
