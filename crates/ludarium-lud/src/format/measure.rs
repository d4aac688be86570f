//! What the layout has to know about each token: the end of its bracket, and its width.

use super::WIDTH;
use crate::lexer::{Bracket, Token, TokenKind};

/// Maximum width of a bracket on one line, in characters. Longer ones are hard to read.
const MAX_BRACKET: usize = 88;

/// The same for an `if` with two branches.
const MAX_CHOICE: usize = 64;

/// Facts about each token that the layout needs.
pub(super) struct TokenInfo {
    /// For an opening bracket: the index of the token that closes it, if any.
    pub partner: Vec<Option<usize>>,
    /// The width of the token, or of the whole bracket on one line; `None` if a comment, a line
    /// break in a string or a bracket without its partner makes one line impossible, or the
    /// bracket always has several lines.
    pub width: Vec<Option<usize>>,
}

impl TokenInfo {
    pub fn of(text: &str, tokens: &[Token]) -> TokenInfo {
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
                TokenKind::Comment | TokenKind::OpenStr | TokenKind::Close(_) => None,
                TokenKind::Open(_) => info.partner[at].and_then(|end| {
                    let split = info.is_always_split(text, tokens, at);
                    if let Some(braces) = split.then(|| info.braces(tokens, at)).flatten() {
                        info.width[braces] = None;
                    }
                    let width = info.inner_width(text, tokens, at, end);
                    width.filter(|&width| !split && width <= info.limit(text, tokens, at))
                }),
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
            let next = self.next(at);
            width += usize::from(next < end && is_spaced(text, tokens, at, next));
            at = next;
        }
        let padding = 2 * usize::from(self.is_padded(tokens, start));
        Some(width + 1 + padding)
    }

    /// Whether a bracket is one of those that make up a game, and has several parts.
    fn is_always_split(&self, text: &str, tokens: &[Token], start: usize) -> bool {
        if tokens[start].kind != TokenKind::Open(Bracket::Round) {
            return false;
        }
        let several = || {
            let braces = self.braces(tokens, start);
            braces.is_some_and(|braces| self.items(braces).nth(1).is_some())
        };
        match tokens[start + 1].text(text) {
            "game" | "rules" => self.items(start).nth(2).is_some(),
            "equipment" | "start" | "end" | "option" | "rulesets" => several(),
            _ => false,
        }
    }

    /// The last braces in a bracket.
    fn braces(&self, tokens: &[Token], start: usize) -> Option<usize> {
        let braces = |&at: &usize| tokens[at].kind == TokenKind::Open(Bracket::Curly);
        self.items(start).filter(braces).last()
    }

    /// The width up to which a bracket goes on one line.
    fn limit(&self, text: &str, tokens: &[Token], start: usize) -> usize {
        match tokens[start + 1].text(text) {
            "if" if self.items(start).nth(3).is_some() => MAX_CHOICE,
            // Most of it is prose.
            "item" => WIDTH,
            _ => MAX_BRACKET,
        }
    }

    /// The index after the item that starts at `at`. A label is an item of its own.
    pub fn next(&self, at: usize) -> usize {
        self.partner[at].map_or(at + 1, |end| end + 1)
    }

    /// The items in the bracket that opens at `start`.
    pub fn items(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.partner[start].unwrap_or(start);
        let first = Some(start + 1).filter(move |&at| at < end);
        std::iter::successors(first, move |&at| Some(self.next(at)).filter(|&at| at < end))
    }

    /// Whether spaces separate the items of a bracket from its ends on one line: in braces with
    /// other brackets.
    pub fn is_padded(&self, tokens: &[Token], start: usize) -> bool {
        let opens = |at: usize| matches!(tokens[at].kind, TokenKind::Open(_) | TokenKind::Text);
        tokens[start].kind == TokenKind::Open(Bracket::Curly) && self.items(start).any(opens)
    }
}

/// Whether a token is the asterisks of an item's priority.
pub(super) fn is_stars(text: &str, token: Token) -> bool {
    token.kind == TokenKind::Word && token.text(text).bytes().all(|b| b == b'*')
}

/// Whether a space separates the item that starts at `at` from the one at `next`.
pub(super) fn is_spaced(text: &str, tokens: &[Token], at: usize, next: usize) -> bool {
    let (first, second) = (tokens[at], tokens[next]);
    let is_dots = |token: Token| token.kind == TokenKind::Word && token.text(text) == "..";
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
        (TokenKind::Open(_), TokenKind::Word) if is_stars(text, second) => false,
        (TokenKind::Str, TokenKind::Word) => !is_dots(second),
        (TokenKind::Word, TokenKind::Str) => !is_dots(first),
        _ => true,
    }
}
