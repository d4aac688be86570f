//! Semantic tokens: what the words of a description are, for highlighting.

use lsp_types::{SemanticToken, SemanticTokenType};
use ludarium_lud::syntax::{tokens, Bracket, Token, TokenKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{bytes, each, inside};
use crate::name::{names, NameKind};
use crate::Document;

/// The types of tokens, in the order of their numbers.
pub const TOKEN_TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::MACRO,
    SemanticTokenType::CLASS,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::OPERATOR,
];

/// All tokens of a document, each relative to the one before, as the protocol has them.
#[must_use]
pub fn semantic_tokens(document: &Document) -> Vec<SemanticToken> {
    let kinds: FxHashMap<usize, NameKind> = names(document)
        .into_iter()
        .map(|name| (name.range.start.saturating_sub(1), name.kind))
        .collect();
    let mut heads = FxHashSet::default();
    each(document.items(), None, &mut |item, _| {
        if item.list(Bracket::Round).is_some() {
            if let Some(head) = inside(item).first().filter(|head| head.word().is_some()) {
                heads.insert(bytes(head).start);
            }
        }
    });
    let mut found = Vec::new();
    let (mut line, mut column) = (0, 0);
    for token in tokens(document.text()) {
        let Some(ty) = type_of(document, token, &kinds, &heads) else {
            continue;
        };
        let number = TOKEN_TYPES.iter().position(|known| *known == ty);
        let range = document.range(token.start..token.end);
        if range.end.line != range.start.line {
            continue; // no client need accept a token over several lines
        }
        let new_line = range.start.line != line;
        let from = if new_line { 0 } else { column };
        found.push(SemanticToken {
            delta_line: range.start.line - line,
            delta_start: range.start.character - from,
            length: range.end.character - range.start.character,
            token_type: number.unwrap_or(0) as u32,
            token_modifiers_bitset: 0,
        });
        (line, column) = (range.start.line, range.start.character);
    }
    found
}

fn type_of(
    document: &Document,
    token: Token,
    names: &FxHashMap<usize, NameKind>,
    heads: &FxHashSet<usize>,
) -> Option<SemanticTokenType> {
    let text = token.text(document.text());
    Some(match token.kind {
        TokenKind::Comment => SemanticTokenType::COMMENT,
        TokenKind::Label => SemanticTokenType::PROPERTY,
        TokenKind::Str => match names.get(&token.start) {
            Some(NameKind::Definition) => SemanticTokenType::MACRO,
            Some(NameKind::Piece) => SemanticTokenType::CLASS,
            Some(_) => SemanticTokenType::VARIABLE,
            None => SemanticTokenType::STRING,
        },
        TokenKind::OpenStr => SemanticTokenType::STRING,
        TokenKind::Word if text.starts_with('#') => SemanticTokenType::PARAMETER,
        TokenKind::Word if heads.contains(&token.start) => {
            match text.starts_with(|c: char| c.is_alphabetic()) {
                true => SemanticTokenType::KEYWORD,
                false => SemanticTokenType::OPERATOR,
            }
        }
        TokenKind::Word if text.parse::<f64>().is_ok() => SemanticTokenType::NUMBER,
        TokenKind::Word if text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            SemanticTokenType::ENUM_MEMBER
        }
        _ => return None,
    })
}
