//! Where brackets do not match, the indentation of the text says which one is at fault: what a
//! bracket holds is indented more than the line that opens it.

use crate::lexer::{lex, Bracket, Token, TokenKind};

/// The number of brackets that the indentation may tell to be missing or superfluous. Where there
/// are more, the text is hardly indented by its brackets.
const MOST_MENDS: usize = 6;

/// Ends each string that is not closed before the first bracket in it, so that the brackets of its
/// line count.
pub(crate) fn end_open_strings(source: &str, tokens: &mut Vec<Token>) {
    let is_open = |token: &Token| token.kind == TokenKind::OpenStr;
    let Some(first) = tokens.iter().position(is_open) else {
        return;
    };
    let tail = tokens.split_off(first);
    for token in tail {
        let bracket = token.text(source).find(['(', ')', '{', '}']);
        let Some(bracket) = bracket.filter(|_| is_open(&token)) else {
            tokens.push(token);
            continue;
        };
        let at = token.start + bracket;
        tokens.push(Token {
            end: token.start + source[token.start..at].trim_end().len(),
            ..token
        });
        tokens.extend(lex(&source[at..token.end]).iter().map(|inner| Token {
            start: inner.start + at,
            end: inner.end + at,
            ..*inner
        }));
    }
}

/// A bracket that is open.
struct Open {
    bracket: Bracket,
    /// The column of the first token in its line, and the line.
    indent: usize,
    line: usize,
}

/// The tokens of a text whose brackets do not match, with closing brackets of no width where the
/// indentation says that they are missing, and the places of those that it says are superfluous.
/// `None` if the brackets match, or if the indentation does not explain why they do not.
pub(crate) fn mended(source: &str, tokens: &[Token]) -> Option<(Vec<Token>, Vec<usize>)> {
    if is_balanced(tokens) {
        return None;
    }
    let mut mended = Mended {
        tokens: Vec::with_capacity(tokens.len() + 2),
        superfluous: Vec::new(),
        open: Vec::new(),
        closed: Vec::new(),
        mends: 0,
    };
    let (mut line, mut indent, mut at) = (0, 0, 0);
    for token in tokens {
        let breaks = source[at..token.start].matches('\n').count();
        if breaks > 0 || at == 0 {
            let begin = source[..token.start].rfind('\n').map_or(0, |n| n + 1);
            indent = source[begin..token.start].chars().count();
            line += breaks;
            mended.begin_line(*token, indent);
        }
        at = token.end;
        mended.push(*token, line, indent)?;
        if mended.mends > MOST_MENDS {
            return None;
        }
    }
    mended.close(0, source.len());
    (mended.mends <= MOST_MENDS).then_some((mended.tokens, mended.superfluous))
}

fn is_balanced(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Open(bracket) => open.push(bracket),
            TokenKind::Close(bracket) if open.pop() != Some(bracket) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

struct Mended {
    tokens: Vec<Token>,
    superfluous: Vec<usize>,
    open: Vec<Open>,
    /// The brackets of earlier lines that the line before closed, each with the index of the token
    /// that closed it.
    closed: Vec<(Open, usize)>,
    mends: usize,
}

impl Mended {
    /// Before the first token of a line: what is open must be indented less, and what the line
    /// before has closed, not less.
    fn begin_line(&mut self, token: Token, indent: usize) {
        let closes = matches!(token.kind, TokenKind::Close(_));
        let too_early = |one: &Open| one.indent < indent || (closes && one.indent == indent);
        let early = self.closed.iter().position(|(one, _)| too_early(one));
        if let Some(early) = early {
            // The outer brackets are still open; inner ones have been closed before them.
            for (one, index) in self.closed.drain(early..).rev() {
                self.superfluous.push(self.tokens[index].start);
                self.open.push(one);
                self.mends += 1;
            }
        }
        self.closed.clear();
        let is_inside = |one: &Open| one.indent < indent || (closes && one.indent == indent);
        let inside = self.open.iter().take_while(|one| is_inside(one)).count();
        self.close(inside, token.start);
    }

    /// Adds the brackets that are missing before `at` until only `left` are open.
    fn close(&mut self, left: usize, at: usize) {
        while self.open.len() > left {
            let Some(one) = self.open.pop() else { return };
            self.mends += 1;
            self.tokens.push(Token {
                kind: TokenKind::Close(one.bracket),
                start: at,
                end: at,
            });
        }
    }

    /// Adds a token; `None` if it closes nothing.
    fn push(&mut self, token: Token, line: usize, indent: usize) -> Option<()> {
        match token.kind {
            TokenKind::Open(bracket) => self.open.push(Open {
                bracket,
                indent,
                line,
            }),
            TokenKind::Close(bracket) => {
                let same = self.open.iter().rposition(|one| one.bracket == bracket)?;
                self.close(same + 1, token.start);
                let one = self.open.pop()?;
                if one.line < line {
                    self.closed.push((one, self.tokens.len()));
                }
            }
            _ => {}
        }
        self.tokens.push(token);
        Some(())
    }
}
