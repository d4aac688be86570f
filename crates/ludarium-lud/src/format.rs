//! The formatter: one canonical layout for all descriptions.
//!
//! It works on tokens, so it preserves comments and accepts text with errors. A bracket goes on one
//! line if it fits. Otherwise its head (the keyword and the words and strings after it) stays on
//! the line, and each other item starts a new line, indented by four columns.

use crate::lexer::{lex, Bracket, Token, TokenKind};
use crate::parse::bracket_errors;
use crate::{Definitions, Errors, Source, Sources};

/// Maximum line length, in characters, before a bracket is split over several lines.
const WIDTH: usize = 96;

/// Indentation per level, in columns.
const INDENT: usize = 4;

/// Maximum indentation, in columns. Without it, deeply nested text would grow quadratically.
const MAX_INDENT: usize = 200;

/// Formats `text`. Formatting is idempotent.
///
/// ```
/// let text = r#"(define "Line"
/// (if (is Line 3)(result Mover Win) ) // three in a row
///  )"#;
/// let formatted = r#"(define "Line"
///     (if (is Line 3) (result Mover Win)) // three in a row
/// )
/// "#;
/// assert_eq!(ludarium_lud::format(text), formatted);
/// assert_eq!(ludarium_lud::format(formatted), formatted);
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    let tokens = lex(text);
    let info = TokenInfo::of(text, &tokens);
    let mut layout = Layout {
        text,
        tokens: &tokens,
        info,
        out: String::with_capacity(text.len()),
        column: 0,
    };
    layout.run();
    layout.out
}

/// The number of errors that [`format_checked`] reports at most.
const MAX_ERRORS: usize = 20;

/// Formats `text` if its brackets and strings are in order; `name` is its file, for messages.
///
/// # Errors
/// If a bracket or a string is not closed, or a bracket closes nothing: the layout of such a text
/// would hide the mistake.
///
/// ```
/// let errors = ludarium_lud::format_checked("game.lud", "(game \"G\" (players 2)").unwrap_err();
/// assert_eq!(errors.diagnostics.len(), 1);
/// ```
pub fn format_checked(name: &str, text: &str) -> Result<String, Errors> {
    let diagnostics = bracket_errors(text, MAX_ERRORS);
    if diagnostics.is_empty() {
        return Ok(format(text));
    }
    Err(Errors {
        diagnostics,
        sources: Sources {
            description: Source {
                name: name.to_owned(),
                text: text.to_owned(),
            },
            definitions: Definitions::default(),
        },
    })
}

/// Facts about each token that the layout needs.
struct TokenInfo {
    /// For an opening bracket: the index of the token that closes it, if any.
    partner: Vec<Option<usize>>,
    /// The width of the token, or of the whole bracket on one line; `None` if a comment or a line
    /// break in a string makes one line impossible.
    width: Vec<Option<usize>>,
}

impl TokenInfo {
    fn of(text: &str, tokens: &[Token]) -> TokenInfo {
        let mut info = TokenInfo {
            partner: vec![None; tokens.len()],
            width: vec![None; tokens.len()],
        };
        let mut open: Vec<usize> = Vec::new();
        // The number of open brackets of each kind, so that a stray closing bracket costs no
        // search.
        let mut counts = [0usize; 3];
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open(bracket) => {
                    open.push(at);
                    counts[bracket as usize] += 1;
                }
                TokenKind::Close(bracket) if counts[bracket as usize] > 0 => {
                    // The nearest open bracket of the same kind; brackets opened after it stay
                    // unclosed.
                    let same = |&at: &usize| tokens[at].kind == TokenKind::Open(bracket);
                    if let Some(position) = open.iter().rposition(same) {
                        info.partner[open[position]] = Some(at);
                        for at in open.drain(position..) {
                            if let TokenKind::Open(bracket) = tokens[at].kind {
                                counts[bracket as usize] -= 1;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        for at in (0..tokens.len()).rev() {
            info.width[at] = match tokens[at].kind {
                TokenKind::Comment | TokenKind::OpenStr => None,
                TokenKind::Open(_) => {
                    info.partner[at].and_then(|end| info.inner_width(text, tokens, at, end))
                }
                _ => {
                    let word = tokens[at].text(text);
                    (!word.contains('\n')).then(|| word.chars().count())
                }
            };
        }
        info
    }

    /// The width of a bracket whose inner widths are known.
    fn inner_width(&self, text: &str, tokens: &[Token], start: usize, end: usize) -> Option<usize> {
        let mut width = 1;
        let mut at = start + 1;
        while at < end {
            // Beyond the limit the exact width does not matter.
            width += self.width[at].filter(|&width| width <= WIDTH)?;
            if width > WIDTH {
                return None;
            }
            let next = self.partner[at].map_or(at + 1, |end| end + 1);
            width += usize::from(next < end && is_spaced(text, tokens, at, next));
            at = next;
        }
        Some(width + 1)
    }
}

/// Whether a space separates the item that starts at `at` from the one at `next`.
fn is_spaced(text: &str, tokens: &[Token], at: usize, next: usize) -> bool {
    let (first, second) = (tokens[at], tokens[next]);
    let is_dots = |token: Token| token.kind == TokenKind::Word && token.text(text) == "..";
    let is_stars =
        |token: Token| token.kind == TokenKind::Word && token.text(text).bytes().all(|b| b == b'*');
    // What touches a tag is one word with its text.
    let is_angle = |kind: TokenKind| {
        matches!(
            kind,
            TokenKind::Open(Bracket::Angle) | TokenKind::Close(Bracket::Angle)
        )
    };
    let touches = tokens[next - 1].end == second.start;
    match (first.kind, second.kind) {
        (TokenKind::Label, _) => false,
        (TokenKind::Word, kind) if is_angle(kind) && touches => false,
        (kind, TokenKind::Word) if is_angle(kind) && touches => false,
        (first, second) if is_angle(first) && is_angle(second) && touches => false,
        // The asterisks of an item's priority, and the dots of a range, are not separated by
        // spaces.
        (TokenKind::Open(_), TokenKind::Word) if is_stars(second) => false,
        (TokenKind::Str, TokenKind::Word) => !is_dots(second),
        (TokenKind::Word, TokenKind::Str) => !is_dots(first),
        _ => true,
    }
}

struct Layout<'a> {
    text: &'a str,
    tokens: &'a [Token],
    info: TokenInfo,
    out: String,
    /// The column of the next character, from 0.
    column: usize,
}

/// A bracket being laid out over several lines.
struct Open {
    /// The index of its closing token, or of the end of the text if it is not closed.
    end: usize,
    closing: Option<Bracket>,
    /// Whether the current item is still part of the bracket's head.
    in_head: bool,
}

impl Layout<'_> {
    fn run(&mut self) {
        let count = self.tokens.len();
        let mut open = vec![Open {
            end: count,
            closing: None,
            in_head: false,
        }];
        let mut at = 0;
        // The previous item in the same bracket, which decides about the space before the next one.
        let mut before: Option<usize> = None;
        while let Some(innermost) = open.last_mut() {
            if at >= innermost.end {
                let done = open.pop();
                if let Some(bracket) = done.and_then(|done| done.closing) {
                    self.line(open.len().saturating_sub(1));
                    self.push_char(bracket.close());
                    at += 1;
                }
                // After the end of a bracket only stars follow without a space, and `gap` handles
                // those.
                before = None;
                continue;
            }
            let token = self.tokens[at];
            let depth = open.len() - 1;
            let after_label = at > 0 && self.tokens[at - 1].kind == TokenKind::Label;
            self.gap(&mut open, at, before, after_label, depth);
            match (token.kind, self.info.width[at], self.info.partner[at]) {
                (TokenKind::Open(bracket), width, partner) => {
                    match (width, partner) {
                        (Some(width), Some(end)) if self.column + width <= WIDTH => {
                            self.one_line(at, end);
                            before = Some(at);
                            at = end + 1;
                            if let Some(innermost) = open.last_mut() {
                                innermost.in_head = false;
                            }
                            continue;
                        }
                        _ => {}
                    }
                    if let Some(innermost) = open.last_mut() {
                        innermost.in_head = false;
                    }
                    self.push_char(bracket.open());
                    let end = partner.unwrap_or_else(|| open.last().map_or(count, |open| open.end));
                    let closing = partner.map(|_| bracket);
                    open.push(Open {
                        end,
                        closing,
                        in_head: bracket == Bracket::Round,
                    });
                    before = None;
                    at += 1;
                }
                (kind, ..) => {
                    self.push(token);
                    if matches!(kind, TokenKind::Comment | TokenKind::OpenStr) {
                        if let Some(innermost) = open.last_mut() {
                            innermost.in_head = false;
                        }
                    }
                    before = Some(at);
                    at += 1;
                }
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Writes the separator before the item at `at`: nothing, a space, a line break, or an empty
    /// line.
    fn gap(
        &mut self,
        open: &mut [Open],
        at: usize,
        before: Option<usize>,
        after_label: bool,
        depth: usize,
    ) {
        let Some(innermost) = open.last_mut() else {
            return;
        };
        let Some(previous) = at.checked_sub(1) else {
            return;
        };
        let written = &self.text[self.tokens[previous].end..self.tokens[at].start];
        let breaks = written.bytes().filter(|&b| b == b'\n').count();
        let kind = self.tokens[at].kind;
        let previous_kind = self.tokens[previous].kind;
        let after_comment = matches!(previous_kind, TokenKind::Comment | TokenKind::OpenStr);
        let opens = matches!(previous_kind, TokenKind::Open(_));
        if kind == TokenKind::Comment && breaks == 0 && !after_comment {
            // A comment at the end of a line stays there.
            return self.push_char(' ');
        }
        if after_label && !after_comment {
            if kind == TokenKind::Comment {
                self.push_char(' ');
            }
            return;
        }
        if let Some(before) = before {
            if !is_spaced(self.text, self.tokens, before, at) {
                return;
            }
        }
        let is_stars =
            kind == TokenKind::Word && self.tokens[at].text(self.text).bytes().all(|b| b == b'*');
        if is_stars && matches!(previous_kind, TokenKind::Close(_)) {
            return;
        }
        let stays =
            innermost.in_head && !after_comment && matches!(kind, TokenKind::Word | TokenKind::Str);
        let fits = self.info.width[at].is_some_and(|width| self.column + width < WIDTH);
        if innermost.in_head && !after_comment && opens && kind != TokenKind::Comment {
            return;
        }
        if stays && fits {
            return self.push_char(' ');
        }
        // Words and numbers in an array fill their lines.
        let filling = matches!(kind, TokenKind::Word | TokenKind::Str)
            && matches!(previous_kind, TokenKind::Word | TokenKind::Str)
            && !innermost.in_head;
        if filling && fits {
            return self.push_char(' ');
        }
        innermost.in_head = false;
        if breaks > 1 && !opens {
            self.out.push('\n');
        }
        self.line(depth);
    }

    /// Starts a new line.
    fn line(&mut self, depth: usize) {
        if self.out.is_empty() {
            return;
        }
        self.out.push('\n');
        let indent = (depth * INDENT).min(MAX_INDENT);
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
        for at in start..=end {
            self.push(self.tokens[at]);
            if at == end {
                break;
            }
            let (token, next) = (self.tokens[at], self.tokens[at + 1]);
            let opens = matches!(token.kind, TokenKind::Open(_));
            let closes = matches!(next.kind, TokenKind::Close(_));
            let stars = matches!(token.kind, TokenKind::Close(_))
                && next.kind == TokenKind::Word
                && next.text(self.text).bytes().all(|b| b == b'*');
            if !opens && !closes && !stars && is_spaced(self.text, self.tokens, at, at + 1) {
                self.push_char(' ');
            }
        }
    }
}
