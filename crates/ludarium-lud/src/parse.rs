//! The parser: text to syntax tree. Parsing cannot fail: an error becomes an error node in its
//! place.

use std::sync::Arc;

use crate::indentation::{end_open_strings, mended};
use crate::lexer::{lex, Bracket, Token, TokenKind};
use crate::option::ReplacedText;
use crate::tree::{Item, Kind, Label, List};
use crate::{Diagnostic, FileId, Span};

/// Maximum nesting of brackets. The parser and all later stages recurse; 200 levels fit the
/// smallest usual thread stack, and the deepest description in use has 40.
pub(crate) const MAX_DEPTH: usize = 200;

/// The code of the error at a bracket that closes nothing.
pub(crate) const UNMATCHED: &str = "unmatched";

/// Parses a whole file.
pub(crate) fn parse(file: FileId, source: &str) -> Vec<Item> {
    parse_with(source, &|start, end| Span {
        file,
        start: start as u32,
        end: end as u32,
    })
}

/// The errors of a text that lie in its brackets and strings, whatever the words in them mean: at
/// most `limit`.
pub(crate) fn bracket_errors(text: &str, limit: usize) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let items = parse(FileId::default(), text);
    let mut open: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = open.pop() {
        match &item.kind {
            Kind::List(list) => open.extend(list.items.iter().rev()),
            Kind::Error(error) => errors.push((**error).clone()),
            Kind::Str(_) | Kind::Word(_) | Kind::Text => {}
        }
        if errors.len() == limit {
            break;
        }
    }
    errors
}

/// Parses the text of a description in which the tags are replaced; the spans are those of the
/// description as it is written.
pub(crate) fn parse_replaced(text: &ReplacedText) -> Vec<Item> {
    parse_with(&text.text, &|start, end| text.span(start, end))
}

fn parse_with(source: &str, place: &dyn Fn(usize, usize) -> Span) -> Vec<Item> {
    let mut tokens = lex(source);
    end_open_strings(source, &mut tokens);
    tokens.retain(|token| token.kind != TokenKind::Comment);
    let (tokens, superfluous) = match mended(source, &tokens) {
        Some(mended) => mended,
        None => (tokens, Vec::new()),
    };
    let mut parser = Parser {
        place,
        source,
        tokens,
        superfluous,
        at: 0,
        open: Vec::new(),
    };
    parser.items()
}

struct Parser<'a> {
    /// The span of a range of bytes of the source.
    place: &'a dyn Fn(usize, usize) -> Span,
    source: &'a str,
    /// A closing bracket of no width stands where one is missing.
    tokens: Vec<Token>,
    /// The places of brackets that close nothing.
    superfluous: Vec<usize>,
    at: usize,
    open: Vec<Bracket>,
}

impl Parser<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        (self.place)(start, end)
    }

    fn is_superfluous(&self, token: Token) -> bool {
        self.superfluous.contains(&token.start) && token.start < token.end
    }

    fn error(&self, code: &'static str, token: Token, message: String, hint: &str) -> Item {
        let span = self.span(token.start, token.end);
        Item {
            label: None,
            span,
            kind: Kind::Error(Arc::new(Diagnostic::new(code, span, message).hint(hint))),
        }
    }

    /// The items up to the bracket that closes the innermost open one, or to the end of the text.
    fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(&token) = self.tokens.get(self.at) {
            match token.kind {
                TokenKind::Close(bracket) => {
                    if self.open.contains(&bracket) && !self.is_superfluous(token) {
                        break;
                    }
                    self.at += 1;
                    let message = format!("unmatched `{}`", bracket.close());
                    items.push(self.error(
                        UNMATCHED,
                        token,
                        message,
                        "remove it, or add the opening bracket",
                    ));
                }
                TokenKind::Label => {
                    self.at += 1;
                    let text = token.text(self.source);
                    let label = Label {
                        name: text[..text.len() - 1].into(),
                        span: self.span(token.start, token.end),
                    };
                    match self.tokens.get(self.at).map(|t| t.kind) {
                        Some(TokenKind::Close(_) | TokenKind::Label) | None => {
                            let message = format!("no argument follows the label `{text}`");
                            items.push(self.error(
                                "empty-label",
                                token,
                                message,
                                "write the argument after the colon",
                            ));
                        }
                        Some(_) => {
                            let mut item = self.item();
                            item.label = Some(label);
                            items.push(item);
                        }
                    }
                }
                _ => items.push(self.item()),
            }
        }
        items
    }

    /// One item, starting at a token that is neither a closing bracket nor a label.
    fn item(&mut self) -> Item {
        let token = self.tokens[self.at];
        self.at += 1;
        let span = self.span(token.start, token.end);
        let text = token.text(self.source);
        match token.kind {
            TokenKind::Open(bracket) => self.list(bracket, token),
            TokenKind::Str => Item {
                label: None,
                span,
                kind: Kind::Str(unescape(&text[1..text.len() - 1])),
            },
            TokenKind::Text => Item {
                label: None,
                span,
                kind: Kind::Text,
            },
            TokenKind::OpenStr => self.error(
                "unbalanced",
                token,
                "this string is not closed".into(),
                "add a closing quote",
            ),
            _ => Item {
                label: None,
                span,
                kind: Kind::Word(text.into()),
            },
        }
    }

    fn list(&mut self, bracket: Bracket, opening: Token) -> Item {
        if self.open.len() >= MAX_DEPTH {
            self.skip();
            let message = format!("brackets nest deeper than {MAX_DEPTH} levels");
            return self.error(
                "too-deep",
                opening,
                message,
                "move inner parts into definitions",
            );
        }
        self.open.push(bracket);
        let mut items = Vec::new();
        if bracket == Bracket::Round {
            items.extend(self.head_with_colon());
        }
        items.append(&mut self.items());
        self.open.pop();
        let end = match self.tokens.get(self.at) {
            Some(token) if token.kind == TokenKind::Close(bracket) && token.start < token.end => {
                self.at += 1;
                token.end
            }
            other => {
                let other = other.copied();
                let is_missing = |token: &Token| token.start == token.end;
                self.at += usize::from(other.as_ref().is_some_and(is_missing));
                let end = other.map_or(self.source.len(), |token| token.start);
                let message = format!("`{}` is not closed", bracket.open());
                items.push(self.error(
                    "unbalanced",
                    opening,
                    message,
                    &format!("add `{}`", bracket.close()),
                ));
                end
            }
        };
        Item {
            label: None,
            span: self.span(opening.start, end),
            kind: Kind::List(List::new(bracket, items)),
        }
    }

    /// The word that opens a bracket, without the colon after it: `(coord:"A1")` is `(coord "A1")`.
    fn head_with_colon(&mut self) -> Option<Item> {
        let token = *self.tokens.get(self.at)?;
        if token.kind != TokenKind::Label {
            return None;
        }
        self.at += 1;
        let text = token.text(self.source);
        Some(Item {
            label: None,
            span: self.span(token.start, token.end - 1),
            kind: Kind::Word(text[..text.len() - 1].into()),
        })
    }

    /// Skips the rest of a list whose opening bracket was just read.
    fn skip(&mut self) {
        let mut depth = 1usize;
        while let Some(token) = self.tokens.get(self.at) {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }
}

/// The contents of a string: `\"` is a quote, `\\` a backslash, `\n` a line break.
fn unescape(raw: &str) -> Arc<str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            _ => text.push(c),
        }
    }
    text.into()
}
