//! The lexer: splits text into brackets, strings, words, labels and comments.
//!
//! Tokens cover everything but white space, because the formatter works on them, and any text can
//! be split into tokens.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `(`, `{` or `<`.
    Open(Bracket),
    /// `)`, `}` or `>`.
    Close(Bracket),
    /// A string with both quotes.
    Str,
    /// A string without a closing quote; it ends at the end of its line.
    OpenStr,
    /// Anything else: keywords, numbers, `#1`, `~`, `*`, operators.
    Word,
    /// `name:`.
    Label,
    /// `// ...` to the end of the line.
    Comment,
}

/// The three kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// `( )`: a ludeme.
    Round,
    /// `{ }`: an array.
    Curly,
    /// `< >`: an option's tag, or the text of one of its items.
    Angle,
}

impl Bracket {
    /// The opening character.
    pub(crate) fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Curly => '{',
            Bracket::Angle => '<',
        }
    }

    /// The closing character.
    pub(crate) fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Curly => '}',
            Bracket::Angle => '>',
        }
    }
}

/// A token: its kind and its byte range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    /// The text of the token.
    pub(crate) fn text(self, source: &str) -> &str {
        &source[self.start..self.end]
    }
}

/// Splits `source` into tokens.
pub(crate) fn lex(source: &str) -> Vec<Token> {
    Lexer {
        source,
        bytes: source.as_bytes(),
        at: 0,
        tokens: Vec::with_capacity(source.len() / 6),
    }
    .run()
}

struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        // Skip a byte order mark.
        if self.source.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            match byte {
                b if b.is_ascii_whitespace() => self.at += 1,
                b'(' => self.bracket(TokenKind::Open(Bracket::Round)),
                b')' => self.bracket(TokenKind::Close(Bracket::Round)),
                b'{' => self.bracket(TokenKind::Open(Bracket::Curly)),
                b'}' => self.bracket(TokenKind::Close(Bracket::Curly)),
                b'<' | b'>' if self.is_comparison() => {
                    self.at += 1;
                    if self.bytes.get(self.at) == Some(&b'=') {
                        self.at += 1;
                    }
                    self.push(TokenKind::Word, start);
                }
                b'<' => self.bracket(TokenKind::Open(Bracket::Angle)),
                b'>' => self.bracket(TokenKind::Close(Bracket::Angle)),
                b'"' => self.string(),
                b'/' if self.is_comment() => {
                    self.at = self.line_end(self.at);
                    let kept = self.source[start..self.at].trim_end().len();
                    self.tokens.push(Token {
                        kind: TokenKind::Comment,
                        start,
                        end: start + kept,
                    });
                }
                _ => self.word(),
            }
        }
        self.tokens
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token {
            kind,
            start,
            end: self.at,
        });
    }

    fn bracket(&mut self, kind: TokenKind) {
        self.at += 1;
        self.push(kind, self.at - 1);
    }

    /// Whether the `<` or `>` here is an operator: it heads a ludeme and does not begin a tag, as
    /// it does in `(<tag:name> x)`.
    fn is_comparison(&self) -> bool {
        let heads = self
            .tokens
            .iter()
            .rev()
            .find(|token| token.kind != TokenKind::Comment)
            .is_some_and(|token| token.kind == TokenKind::Open(Bracket::Round));
        if !heads || self.bytes.get(self.at) == Some(&b'>') {
            // A `>` that closes a tag follows a name, never an opening bracket.
            return heads;
        }
        let rest = &self.bytes[self.at + 1..];
        let tag = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':'))
            .count();
        tag == 0 || rest.get(tag) != Some(&b'>')
    }

    /// Whether a comment starts here: `//`, or the `/----` of a ruled line with one slash missing.
    fn is_comment(&self) -> bool {
        let rest = &self.bytes[self.at..];
        rest.starts_with(b"//") || rest.starts_with(b"/--")
    }

    fn line_end(&self, from: usize) -> usize {
        self.bytes[from..]
            .iter()
            .position(|&b| b == b'\n')
            .map_or(self.bytes.len(), |n| from + n)
    }

    fn string(&mut self) {
        let start = self.at;
        let mut at = start + 1;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 2,
                b'"' => {
                    self.at = at + 1;
                    return self.push(TokenKind::Str, start);
                }
                _ => at += 1,
            }
        }
        // A missing quote should not swallow the rest of the file.
        self.at = self.line_end(start);
        let kept = self.source[start..self.at].trim_end().len();
        self.tokens.push(Token {
            kind: TokenKind::OpenStr,
            start,
            end: start + kept,
        });
    }

    fn word(&mut self) {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b if b.is_ascii_whitespace() => break,
                // An escaped quote outside a string does not begin one: it may be part of a broken
                // string.
                b'\\' if matches!(self.bytes.get(self.at + 1), Some(b'"' | b'\\')) => self.at += 2,
                b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'"' => break,
                b'/' if self.is_comment() => break,
                b':' if self.at > start && self.bytes[start].is_ascii_alphabetic() => {
                    self.at += 1;
                    return self.push(TokenKind::Label, start);
                }
                _ => self.at += 1,
            }
        }
        self.push(TokenKind::Word, start);
    }
}
