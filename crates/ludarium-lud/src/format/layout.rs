//! Writes the tokens with line breaks and indentation.

use super::measure::{is_spaced, is_stars, TokenInfo};
use super::WIDTH;
use crate::lexer::{Bracket, Token, TokenKind};

/// Indentation per level, in columns.
const INDENT: usize = 4;

/// Maximum indentation, in columns. Without it, deeply nested text would grow quadratically.
const MAX_INDENT: usize = 200;

pub(super) struct Layout<'a> {
    text: &'a str,
    tokens: &'a [Token],
    info: TokenInfo,
    out: String,
    /// The column of the next character, from 0.
    column: usize,
}

/// A bracket being laid out over several lines.
struct Open<'a> {
    /// The index of its closing token, or of the end of the text if it is not closed.
    end: usize,
    closing: Option<Bracket>,
    /// The indentation of its items, in levels.
    level: usize,
    keyword: &'a str,
    /// Whether all items so far are on the line of the head.
    in_head: bool,
    /// The number of words, and of brackets, after the keyword in the head.
    words: usize,
    brackets: usize,
    /// Whether the author wrote the items of a list on several lines.
    keeps_lines: bool,
    /// Whether its last item opens on the line of the head, so that both close on one line.
    hugs: bool,
}

impl<'a> Layout<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Layout<'a> {
        Layout {
            text,
            tokens,
            info: TokenInfo::of(text, tokens),
            out: String::with_capacity(text.len()),
            column: 0,
        }
    }

    pub fn run(mut self) -> String {
        let count = self.tokens.len();
        let mut open = vec![Open {
            end: count,
            closing: None,
            level: 0,
            keyword: "",
            in_head: false,
            words: 0,
            brackets: 0,
            keeps_lines: false,
            hugs: false,
        }];
        let mut at = 0;
        // The previous item in the same bracket, which decides about the space before the next one.
        let mut before: Option<usize> = None;
        while let Some(innermost) = open.last_mut() {
            if at >= innermost.end {
                let Some(done) = open.pop() else { break };
                if let Some(bracket) = done.closing {
                    if !done.hugs {
                        self.line(done.level - 1);
                    }
                    self.push_char(bracket.close());
                    at += 1;
                }
                // After the end of a bracket only stars follow without a space, and `gap` handles
                // those.
                before = None;
                continue;
            }
            self.gap(innermost, at, before);
            let token = self.tokens[at];
            let TokenKind::Open(bracket) = token.kind else {
                self.push(token);
                match token.kind {
                    TokenKind::Comment | TokenKind::OpenStr => innermost.in_head = false,
                    TokenKind::Word | TokenKind::Str => {
                        innermost.words += usize::from(!innermost.keyword.is_empty());
                        if innermost.keyword.is_empty() {
                            innermost.keyword = token.text(self.text);
                        }
                    }
                    _ => {}
                }
                before = Some(at);
                at += 1;
                continue;
            };
            match (self.info.width[at], self.info.partner[at]) {
                // Braces that their parent hugs are open, as it is.
                (Some(width), Some(end))
                    if self.column + width <= WIDTH
                        && !(innermost.in_head && self.is_hugged(innermost, at)) =>
                {
                    self.one_line(at, end);
                    innermost.brackets += 1;
                    before = Some(at);
                    at = end + 1;
                }
                (_, partner) => {
                    let bracket = self.opened(innermost, at, bracket, partner);
                    open.push(bracket);
                    before = None;
                    at += 1;
                }
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    /// Opens a bracket that does not fit on the line.
    fn opened(
        &mut self,
        parent: &mut Open<'a>,
        at: usize,
        bracket: Bracket,
        partner: Option<usize>,
    ) -> Open<'a> {
        parent.hugs = self.is_hugged(parent, at);
        parent.in_head = false;
        self.push_char(bracket.open());
        let is_list = bracket == Bracket::Curly
            || self.tokens.get(at + 1).map(|own| own.text(self.text)) == Some("define");
        Open {
            end: partner.unwrap_or(parent.end),
            closing: partner.map(|_| bracket),
            level: match parent.hugs {
                true => parent.level,
                false => parent.level + 1,
            },
            keyword: "",
            in_head: bracket == Bracket::Round,
            words: 0,
            brackets: 0,
            keeps_lines: is_list && self.has_lines(at),
            hugs: false,
        }
    }

    /// Whether a bracket opens on the line of its parent's head and closes with it: braces that are
    /// the last item, and whatever bracket is the whole text of an option's item.
    fn is_hugged(&self, parent: &Open<'_>, at: usize) -> bool {
        let is_last = self.info.partner[at].is_some_and(|end| end + 1 == parent.end);
        let is_last = is_last && parent.closing.is_some();
        let in_braces = self.tokens[at].kind == TokenKind::Open(Bracket::Curly);
        let is_whole = at > 0
            && parent.closing == Some(Bracket::Angle)
            && self.tokens[at - 1].kind == TokenKind::Open(Bracket::Angle);
        is_last && (is_whole || (in_braces && parent.in_head))
    }

    /// Whether there is a line break between two items of a bracket. Where the layout decides
    /// alone whether a line ends, between words and within what has no space, the author's do not
    /// count: they may be gone the next time.
    fn has_lines(&self, start: usize) -> bool {
        let mut before = None;
        self.info.items(start).any(|at| {
            let is_free = !self.is_bound(before, at) && !self.fills_line(at);
            before.replace(at).is_some() && is_free && self.breaks(at - 1, at) > 0
        })
    }

    /// Whether the item at `at` follows the one before without a space, as the value of a label
    /// does.
    fn is_bound(&self, before: Option<usize>, at: usize) -> bool {
        let previous = self.tokens[at - 1].kind;
        previous == TokenKind::Label
            || before.is_some_and(|before| !is_spaced(self.text, self.tokens, before, at))
            || (matches!(previous, TokenKind::Close(_)) && is_stars(self.text, self.tokens[at]))
    }

    /// Whether the token at `at` is a word or number of an array, which fill their lines.
    fn fills_line(&self, at: usize) -> bool {
        let is_word = |at: usize| matches!(self.tokens[at].kind, TokenKind::Word | TokenKind::Str);
        is_word(at) && is_word(at - 1)
    }

    /// The number of line breaks between two neighbouring tokens.
    fn breaks(&self, first: usize, second: usize) -> usize {
        let between = &self.text[self.tokens[first].end..self.tokens[second].start];
        between.bytes().filter(|&b| b == b'\n').count()
    }

    /// Writes the separator before the item at `at`: nothing, a space, a line break, or an empty
    /// line.
    fn gap(&mut self, innermost: &mut Open<'a>, at: usize, before: Option<usize>) {
        let Some(previous) = at.checked_sub(1) else {
            return;
        };
        let breaks = self.breaks(previous, at);
        let kind = self.tokens[at].kind;
        let previous_kind = self.tokens[previous].kind;
        let after_comment = matches!(previous_kind, TokenKind::Comment | TokenKind::OpenStr);
        let opens = matches!(previous_kind, TokenKind::Open(_));
        if kind == TokenKind::Comment && breaks == 0 && !after_comment {
            // A comment at the end of a line stays there.
            return self.push_char(' ');
        }
        if self.is_bound(before, at) {
            if kind == TokenKind::Comment {
                self.push_char(' ');
            }
            return;
        }
        if opens && self.is_hugged(innermost, at) {
            return;
        }
        if innermost.in_head && !after_comment && opens && kind != TokenKind::Comment {
            return;
        }
        if !after_comment && !opens && self.stays(innermost, at, breaks) {
            return self.push_char(' ');
        }
        innermost.in_head = false;
        if breaks > 1 && !opens {
            self.out.push('\n');
        }
        self.line(innermost.level);
    }

    /// Whether an item stays on the line of the one before.
    fn stays(&self, innermost: &Open<'a>, at: usize, breaks: usize) -> bool {
        let kind = self.tokens[at].kind;
        let value = match kind {
            TokenKind::Label => at + 1,
            _ => at,
        };
        let label = usize::from(value > at) * self.info.width[at].unwrap_or(0);
        let value_width = self.info.width.get(value).copied().flatten();
        let fits = value_width.is_some_and(|width| self.column + 1 + label + width < WIDTH);
        let in_round = innermost.closing == Some(Bracket::Round);
        if innermost.in_head && in_round {
            if self.is_hugged(innermost, value) {
                return self.column + label + 2 < WIDTH;
            }
            return fits && self.is_of_head(innermost, at, value);
        }
        if self.fills_line(at) {
            return fits;
        }
        // What the author wrote on one line of a list stays there.
        innermost.keeps_lines && breaks == 0 && fits && self.ends_on_line()
    }

    /// Whether the last bracket that was written is one of a single line.
    fn ends_on_line(&self) -> bool {
        let line = self.out.rsplit('\n').next().unwrap_or_default();
        !line.trim_start().starts_with([')', '}', '>'])
    }

    /// Whether an item that fits on the line of the head belongs there.
    fn is_of_head(&self, innermost: &Open<'a>, at: usize, value: usize) -> bool {
        let word = |at: usize| {
            self.tokens
                .get(at)
                .map_or("", |token| token.text(self.text))
        };
        match (innermost.keyword, self.tokens[at].kind) {
            ("option", _) => true,
            // Their operands are alike.
            ("and" | "or" | "priority" | "seq", kind) => kind == TokenKind::Word,
            ("move", TokenKind::Word) => true,
            (_, TokenKind::Word | TokenKind::Str) => innermost.brackets == 0,
            (keyword, TokenKind::Open(Bracket::Round)) if innermost.brackets == 0 => {
                let is_last = self.info.next(value) >= innermost.end;
                let belongs = match keyword {
                    // The condition, the sites, or what comes first.
                    "if" | "while" | "from" | "to" | "do" | "board" => true,
                    "forEach" | "all" => innermost.words > 0,
                    "move" => {
                        innermost.words > 0 && matches!(word(value + 1), "from" | "directions")
                    }
                    _ => false,
                };
                belongs && !is_last
            }
            _ => false,
        }
    }

    /// Starts a new line.
    fn line(&mut self, level: usize) {
        if self.out.is_empty() {
            return;
        }
        self.out.push('\n');
        let indent = (level * INDENT).min(MAX_INDENT);
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    fn push_char(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    fn push(&mut self, token: Token) {
        let text = token.text(self.text);
        self.out.push_str(text);
        // A string may contain line breaks; then only its last line counts.
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    /// Writes a whole bracket on the current line.
    fn one_line(&mut self, start: usize, end: usize) {
        let mut padded = Vec::new();
        for at in start..=end {
            let token = self.tokens[at];
            if matches!(token.kind, TokenKind::Close(_)) && padded.pop() == Some(true) {
                self.push_char(' ');
            }
            self.push(token);
            if matches!(token.kind, TokenKind::Open(_)) {
                let pads = self.info.is_padded(self.tokens, at);
                padded.push(pads);
                if pads {
                    self.push_char(' ');
                }
                continue;
            }
            if at == end {
                break;
            }
            let next = self.tokens[at + 1];
            let closes = matches!(next.kind, TokenKind::Close(_));
            let stars = matches!(token.kind, TokenKind::Close(_)) && is_stars(self.text, next);
            if !closes && !stars && is_spaced(self.text, self.tokens, at, at + 1) {
                self.push_char(' ');
            }
        }
    }
}
