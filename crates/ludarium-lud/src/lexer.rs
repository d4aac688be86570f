//! The lexer: splits text into brackets, strings, words, labels and comments.
//!
//! Tokens cover everything but white space, because the formatter works on them, and any text can
//! be split into tokens.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
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
    /// The text of an option's item, with both angle brackets, if its own brackets do not balance:
    /// `<(dual >`. Balanced texts are split into tokens like any other text.
    Text,
    /// `// ...` to the end of the line.
    Comment,
}

/// The three kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// `( )`: a ludeme.
    Round,
    /// `{ }`: an array.
    Curly,
    /// `< >`: an option's tag, or the text of one of its items.
    Angle,
}

impl Bracket {
    /// The opening character.
    #[must_use]
    pub fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Curly => '{',
            Bracket::Angle => '<',
        }
    }

    /// The closing character.
    #[must_use]
    pub fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Curly => '}',
            Bracket::Angle => '>',
        }
    }
}

/// A token: its kind and its byte range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// The text of the token.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        &source[self.start..self.end]
    }
}

/// Splits `source` into tokens.
#[must_use]
pub fn lex(source: &str) -> Vec<Token> {
    Lexer {
        source,
        bytes: source.as_bytes(),
        at: 0,
        tokens: Vec::with_capacity(source.len() / 6),
        option_depth: 0,
        texts_read: 0,
    }
    .run()
}

/// The end of the string that starts at the quote at `start`, both quotes included; `None` if it is
/// not closed.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Whether a comment starts here: `//`, or the `/----` of a ruled line with one slash missing.
pub(crate) fn is_comment(rest: &[u8]) -> bool {
    rest.starts_with(b"//") || rest.starts_with(b"/--")
}

/// The end of the line that `from` lies in.
pub(crate) fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..]
        .iter()
        .position(|&b| b == b'\n')
        .map_or(bytes.len(), |n| from + n)
}

/// The text in angle brackets that starts at `start`: the place after its `>`, and whether the
/// brackets inside balance. A `<` or `>` right after an opening bracket is an operator, unless it
/// begins a tag.
fn angle_text(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut angles = 0usize;
    let mut open: Vec<u8> = Vec::new();
    let mut balanced = true;
    let mut after_bracket = false;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let operator = after_bracket && !(byte == b'<' && begins_tag(&bytes[at..]));
        match byte {
            b'"' => at = string_end(bytes, at)? - 1,
            b'/' if is_comment(&bytes[at..]) => {
                at = line_end(bytes, at);
                continue;
            }
            // As in a word.
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => at += 1,
            b'<' if !operator => angles += 1,
            b'>' if !operator => {
                angles -= 1;
                if angles == 0 {
                    return Some((at + 1, balanced && open.is_empty()));
                }
            }
            b'(' | b'{' => open.push(byte),
            b')' => balanced &= open.pop() == Some(b'('),
            b'}' => balanced &= open.pop() == Some(b'{'),
            _ => {}
        }
        after_bracket = byte == b'(' || (after_bracket && byte.is_ascii_whitespace());
        at += 1;
    }
    None
}

/// Whether the text begins with `<tag>` or `<tag:name>`.
fn begins_tag(text: &[u8]) -> bool {
    let tag = text[1..]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':'))
        .count();
    tag > 0 && text.get(1 + tag) == Some(&b'>')
}

struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    /// The number of open round brackets from that of `(option` on; 0 outside options.
    option_depth: usize,
    /// The end of the last text in angle brackets that was looked at as a whole.
    texts_read: usize,
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
                b'<' => self.angle(),
                b'>' => self.bracket(TokenKind::Close(Bracket::Angle)),
                b'"' => self.string(),
                b'/' if is_comment(&self.bytes[self.at..]) => {
                    self.at = line_end(self.bytes, self.at);
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
        match kind {
            TokenKind::Word
                if self.option_depth == 0 && &self.source[start..self.at] == "option" =>
            {
                self.option_depth = usize::from(self.is_head());
            }
            TokenKind::Open(Bracket::Round) if self.option_depth > 0 => self.option_depth += 1,
            TokenKind::Close(Bracket::Round) => {
                self.option_depth = self.option_depth.saturating_sub(1);
            }
            _ => {}
        }
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

    /// A `<`: the whole text up to its `>` is one token if this is an option and the brackets in it
    /// do not balance.
    fn angle(&mut self) {
        if self.option_depth > 0 && self.at >= self.texts_read {
            let (end, balanced) =
                angle_text(self.bytes, self.at).unwrap_or((self.bytes.len(), true));
            self.texts_read = end;
            if !balanced {
                let start = self.at;
                self.at = end;
                return self.push(TokenKind::Text, start);
            }
        }
        self.bracket(TokenKind::Open(Bracket::Angle));
    }

    /// Whether the next token is the first in a round bracket, comments aside.
    fn is_head(&self) -> bool {
        self.tokens
            .iter()
            .rev()
            .find(|token| token.kind != TokenKind::Comment)
            .is_some_and(|token| token.kind == TokenKind::Open(Bracket::Round))
    }

    /// Whether the `<` or `>` here is an operator: it heads a ludeme and does not begin a tag, as
    /// it does in `(<tag:name> x)`.
    fn is_comparison(&self) -> bool {
        let heads = self.is_head();
        if !heads || self.bytes.get(self.at) == Some(&b'>') {
            // A `>` that closes a tag follows a name, never an opening bracket.
            return heads;
        }
        !begins_tag(&self.bytes[self.at..])
    }

    fn string(&mut self) {
        let start = self.at;
        if let Some(end) = string_end(self.bytes, start) {
            self.at = end;
            return self.push(TokenKind::Str, start);
        }
        // A missing quote should not swallow the rest of the file.
        self.at = line_end(self.bytes, start);
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
                b'/' if is_comment(&self.bytes[self.at..]) => break,
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
