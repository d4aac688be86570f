//! Completion: what may stand at the cursor, the likeliest first.

use std::collections::BTreeMap;
use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, TextEdit,
};
use ludarium_lud::syntax::{tokens, Bracket, Item, Kind, Token, TokenKind};
use ludarium_lud::{Definitions, Expected, Ludeme, HOLE};

use crate::document::{bytes, inside};
use crate::ludeme_text::{beginnings, markdown, snippet_after};
use crate::missing::missing_ludemes;
use crate::name::{names, NameKind};
use crate::rank::{likelihood, Meanings, Place, Ranking};
use crate::Document;

/// One thing that may stand at the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// What is shown: `is Line`, `Mover`, `to:`, `"Pawn1"`.
    pub label: String,
    /// What kind of thing it is.
    pub kind: CompletionItemKind,
    /// One line about it.
    pub detail: String,
    /// The text that takes the place of `replaced`: a snippet with places such as `${1:site}`.
    pub snippet: String,
    /// The forms of the ludeme, if it is one.
    pub forms: Vec<Ludeme>,
    /// The bytes that it takes the place of.
    pub replaced: Range<usize>,
}

/// The cursor's place as completion sees it.
struct Site {
    /// The bytes that a completion takes the place of.
    replaced: Range<usize>,
    /// The bytes of what is unknown: these, or the whole ludeme whose keyword is being written.
    hole: Range<usize>,
    /// The bracket that is there already, if the cursor is where a keyword stands.
    bracket: Option<InBracket>,
    /// Whether the cursor is inside quotes.
    in_string: bool,
}

/// A bracket whose keyword is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InBracket {
    /// It is not closed.
    Open,
    /// It is closed, and there are no arguments.
    Closed,
    /// It is closed, and arguments follow the keyword.
    WithArguments,
}

impl Site {
    /// A ludeme, or the use of a definition, with the brackets that are not there yet.
    fn bracketed(&self, head: &str, arguments: &str) -> String {
        match self.bracket {
            None => format!("({head}{arguments})"),
            Some(InBracket::Open) => format!("{head}{arguments})"),
            Some(InBracket::Closed) => format!("{head}{arguments}"),
            Some(InBracket::WithArguments) => head.to_owned(),
        }
    }
}

/// What may stand at a byte offset, the likeliest first. Nothing is left out that begins otherwise
/// than what is written there: editors filter by themselves, each in its way.
///
/// ```
/// use ludarium_lsp::{complete, Document};
///
/// let text = r#"(game "Line" (players 2)
///     (equipment { (board (square 3)) (piece "Mark" Each) })
///     (rules (play (move Add (to (si)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// let offset = text.find("(si)").unwrap() + 3;
/// let found = complete(&Document::new(text), offset, &ludarium_games::definitions());
/// assert_eq!(found[0].label, "sites Empty");
/// ```
#[must_use]
pub fn complete(document: &Document, offset: usize, definitions: &Definitions) -> Vec<Completion> {
    let Some(site) = site(document, offset) else {
        return Vec::new();
    };
    let Some((expected, holed)) = document.expected(site.hole.clone(), definitions) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if !site.in_string {
        ludemes(&site, &expected, &mut found);
    }
    if !site.in_string && site.bracket.is_none() {
        words(&site, &expected, &mut found);
    }
    used_definitions(document, &site, &expected, definitions, &mut found);
    if expected.string && site.bracket.is_none() {
        strings(document, &site, &mut found);
    }
    sort(&holed, definitions, &mut found);
    let typed = document.text().get(site.replaced.start..offset);
    ludemes_first(document, typed.unwrap_or_default(), &mut found);
    found
}

/// Where the cursor is; `None` in a comment.
fn site(document: &Document, offset: usize) -> Option<Site> {
    let text = document.text();
    let is_around = |token: &Token| token.start < offset && offset <= token.end;
    let mut comments = tokens(text).into_iter();
    if comments.any(|token| token.kind == TokenKind::Comment && is_around(&token)) {
        return None;
    }
    let cursor = document.cursor(offset);
    let mut replaced = match cursor.leaf {
        Some(leaf) => bytes(leaf),
        None => offset..offset,
    };
    let in_string = cursor.leaf.is_some_and(|leaf| leaf.str().is_some())
        && replaced.start < offset
        && offset < replaced.end;
    if !in_string && cursor.leaf.is_some_and(|leaf| leaf.str().is_some()) {
        // Beside a string something new begins.
        replaced = offset..offset;
    }
    let mut hole = replaced.clone();
    let mut bracket = None;
    if let Some(list) = cursor
        .lists
        .last()
        .filter(|list| is_at_head(list, &replaced))
    {
        let whole = bytes(list);
        let closed = text.get(whole.clone())?.ends_with(')') && is_balanced(text);
        let mut rest = inside(list)
            .iter()
            .skip_while(|item| bytes(item).start <= replaced.start);
        bracket = Some(match (closed, rest.next()) {
            (true, Some(_)) => InBracket::WithArguments,
            (true, None) => InBracket::Closed,
            (false, _) => InBracket::Open,
        });
        hole = whole.start..if closed { whole.end } else { replaced.end };
    }
    Some(Site {
        replaced,
        hole,
        bracket,
        in_string,
    })
}

/// Whether what is written at `replaced` is the first thing in a round bracket.
fn is_at_head(list: &Item, replaced: &Range<usize>) -> bool {
    let before = inside(list)
        .iter()
        .filter(|item| bytes(item).start < replaced.start);
    list.list(Bracket::Round).is_some()
        && before
            .into_iter()
            .all(|item| matches!(item.kind, Kind::Error(_)))
}

/// Whether each round bracket that opens is closed.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open(Bracket::Round) => depth += 1,
            TokenKind::Close(Bracket::Round) => depth -= 1,
            _ => {}
        }
    }
    depth <= 0
}

fn ludemes(site: &Site, expected: &Expected, found: &mut Vec<Completion>) {
    let mut by_beginning: BTreeMap<String, Vec<Ludeme>> = BTreeMap::new();
    for &ludeme in &expected.ludemes {
        for beginning in beginnings(ludeme) {
            by_beginning.entry(beginning).or_default().push(ludeme);
        }
    }
    // A keyword with several forms may be written first, and its second word looked for then.
    let mut by_keyword: BTreeMap<&str, Vec<Ludeme>> = BTreeMap::new();
    for forms in by_beginning.values() {
        by_keyword
            .entry(forms[0].keyword())
            .or_default()
            .push(forms[0]);
    }
    for (keyword, mut forms) in by_keyword {
        if forms.len() > 1 && !by_beginning.contains_key(keyword) {
            forms.dedup();
            found.push(Completion {
                label: keyword.to_owned(),
                kind: CompletionItemKind::KEYWORD,
                detail: format!("{} forms", forms.len()),
                snippet: site.bracketed(keyword, " $0"),
                forms,
                replaced: site.replaced.clone(),
            });
        }
    }
    for (beginning, forms) in by_beginning {
        let rest = snippet_after(forms[0], &beginning);
        found.push(Completion {
            kind: CompletionItemKind::FUNCTION,
            detail: forms[0].meaning().to_owned(),
            snippet: site.bracketed(&beginning, &rest),
            forms,
            replaced: site.replaced.clone(),
            label: beginning,
        });
    }
}

fn words(site: &Site, expected: &Expected, found: &mut Vec<Completion>) {
    let plain = |label: String, kind, detail: &str| Completion {
        snippet: label.clone(),
        label,
        kind,
        detail: detail.to_owned(),
        forms: Vec::new(),
        replaced: site.replaced.clone(),
    };
    for word in &expected.words {
        found.push(plain((*word).to_owned(), CompletionItemKind::CONSTANT, ""));
    }
    if expected.int || expected.float {
        let mut number = plain("1".to_owned(), CompletionItemKind::VALUE, "a number");
        number.snippet = "${1:1}".to_owned();
        found.push(number);
    }
    for label in &expected.labels {
        found.push(plain(
            format!("{label}:"),
            CompletionItemKind::PROPERTY,
            "an argument with this label",
        ));
    }
    if expected.array {
        let mut array = plain("{ }".to_owned(), CompletionItemKind::STRUCT, "an array");
        array.snippet = "{ $0 }".to_owned();
        found.push(array);
    }
}

/// Definitions whose text begins with something that may stand here.
fn used_definitions(
    document: &Document,
    site: &Site,
    expected: &Expected,
    definitions: &Definitions,
    found: &mut Vec<Completion>,
) {
    let own = document
        .items()
        .iter()
        .filter_map(|item| item.headed("define"));
    let mut bodies: BTreeMap<&str, &[Item]> = BTreeMap::new();
    for (name, body) in definitions.all() {
        bodies.insert(name, body);
    }
    for items in own {
        if let Some(name) = items.get(1).and_then(Item::str) {
            bodies.insert(name, &items[2..]);
        }
    }
    let keywords: Vec<&str> = expected
        .ludemes
        .iter()
        .map(|ludeme| ludeme.keyword())
        .collect();
    for (name, body) in &bodies {
        if !begins_with(body, &bodies, &keywords, expected, 0) {
            continue;
        }
        let places = places_in(body);
        let arguments: String = (1..=places)
            .map(|place| format!(" ${{{place}:{place}}}"))
            .collect();
        let quoted = format!("\"{name}\"");
        let snippet = match (site.in_string, places, site.bracket) {
            (true, _, _) | (false, 0, None) => quoted,
            _ => site.bracketed(&quoted, &arguments),
        };
        found.push(Completion {
            label: format!("\"{name}\""),
            kind: CompletionItemKind::SNIPPET,
            detail: NameKind::Definition.noun().to_owned(),
            snippet,
            forms: Vec::new(),
            replaced: site.replaced.clone(),
        });
    }
}

/// The number of forms whose documentation comes with a completion.
const MAX_DOCUMENTED: usize = 4;

/// The number of definitions within each other that are looked through.
const MAX_NESTING: usize = 8;

/// Whether the body of a definition begins with a ludeme of one of these keywords, or is a word
/// that is expected.
fn begins_with(
    body: &[Item],
    bodies: &BTreeMap<&str, &[Item]>,
    keywords: &[&str],
    expected: &Expected,
    nesting: usize,
) -> bool {
    let inner = |name: &str| {
        nesting < MAX_NESTING
            && bodies
                .get(name)
                .is_some_and(|body| begins_with(body, bodies, keywords, expected, nesting + 1))
    };
    let Some(first) = body.first() else {
        return false;
    };
    match &first.kind {
        Kind::List(list) if list.bracket == Bracket::Round => {
            match list.items.first().map(|head| &head.kind) {
                Some(Kind::Word(head)) => keywords.contains(&&**head),
                Some(Kind::Str(name)) => inner(name),
                _ => false,
            }
        }
        Kind::List(list) => list.bracket == Bracket::Curly && expected.array,
        Kind::Str(name) => inner(name),
        Kind::Word(word) => {
            expected.words.contains(&&**word) || (expected.int && word.parse::<i32>().is_ok())
        }
        Kind::Text | Kind::Error(_) => false,
    }
}

/// The highest number of a placeholder `#1`, `#2`, ... in a body.
fn places_in(body: &[Item]) -> usize {
    let own = |item: &Item| {
        let number = item.word().and_then(|word| word.strip_prefix('#'));
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    let places = body
        .iter()
        .map(|item| own(item).max(places_in(inside(item))));
    places.max().unwrap_or(0)
}

/// The names of the description that strings stand for.
fn strings(document: &Document, site: &Site, found: &mut Vec<Completion>) {
    let mut shown: Vec<(String, &str)> = Vec::new();
    for name in names(document) {
        if matches!(name.kind, NameKind::Definition | NameKind::Option) {
            continue;
        }
        let about = name.kind.noun();
        let mut add = |text: String| {
            if !shown.iter().any(|(known, _)| *known == text) {
                shown.push((text, about));
            }
        };
        if let (NameKind::Piece, Some(declared)) = (name.kind, &name.declaration) {
            // A piece of each player is named with the player's number.
            let text = &document.text()[declared.clone()];
            if text.contains(" Each") {
                add(format!("{}1", name.name));
                add(format!("{}2", name.name));
            }
        }
        add(name.name);
    }
    for (text, about) in shown {
        found.push(Completion {
            label: format!("\"{text}\""),
            kind: CompletionItemKind::VALUE,
            detail: about.to_owned(),
            snippet: format!("\"{text}\""),
            forms: Vec::new(),
            replaced: site.replaced.clone(),
        });
    }
}

/// How much likelier a ludeme is that other parts of the text need and that is not in it: as if it
/// stood at all such places by three of the descriptions of the place.
const MISSING: f64 = 3.0;

/// Puts the likeliest first.
fn sort(holed: &str, definitions: &Definitions, found: &mut Vec<Completion>) {
    let at = holed.find(HOLE).unwrap_or(0);
    let holed = Document::new(holed);
    let cursor = holed.cursor(at);
    let meanings = Meanings::new(definitions, holed.items());
    let place = cursor.lists.last().and_then(|list| {
        let before = inside(list).iter();
        let index = before.take_while(|item| bytes(item).end <= at).count();
        let label = cursor
            .leaf
            .and_then(|hole| hole.label.as_ref())
            .map(|label| &*label.name);
        Place::new(&meanings, &cursor.lists, index, label)
    });
    let place = place.map(|place| {
        let own = Ranking::of_places_like(&place, holed.items(), &meanings);
        (own, place)
    });
    let missing = missing_ludemes(holed.items(), &meanings);
    let score = |one: &Completion| {
        let key = match one.label.as_str() {
            "{ }" => "{",
            "1" => "0",
            label => label,
        };
        let likely = place
            .as_ref()
            .map_or(0.0, |(own, place)| likelihood(own, place, key));
        match missing.contains(&key) {
            true => likely + MISSING,
            false => likely,
        }
    };
    let mut scored: Vec<(f64, Completion)> =
        found.drain(..).map(|one| (score(&one), one)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.label.cmp(&b.1.label)));
    found.extend(scored.into_iter().map(|(_, one)| one));
    likeliest_form_first(found);
}

/// What begins as is typed comes first. Standard definitions that do not come after the ludemes:
/// they suit few games each.
fn ludemes_first(document: &Document, typed: &str, found: &mut [Completion]) {
    let items = document.items().iter();
    let own: Vec<&str> = items
        .filter_map(|item| item.headed("define")?.get(1)?.str().map(|name| &**name))
        .collect();
    let typed = typed.trim_start_matches('"').to_lowercase();
    found.sort_by_key(|one| {
        let name = one.label.trim_matches('"');
        let is_named = !typed.is_empty() && name.to_lowercase().starts_with(&typed);
        let is_standard = one.kind == CompletionItemKind::SNIPPET && !own.contains(&name);
        (is_standard && !is_named, !is_named)
    });
}

/// Before a keyword that stands for several forms, the likeliest of them: it is often what is
/// meant, and needs no second choice.
fn likeliest_form_first(found: &mut Vec<Completion>) {
    let mut at = 0;
    while at < found.len() {
        if !found[at].forms.is_empty() && !found[at].label.contains(' ') {
            let beginning = format!("{} ", found[at].label);
            let form = found[at..]
                .iter()
                .position(|one| one.label.starts_with(&beginning));
            if let Some(form) = form {
                let form = found.remove(at + form);
                found.insert(at, form);
                at += 1;
            }
        }
        at += 1;
    }
}

impl Completion {
    /// The completion as the protocol has it; `rank` is its place in the list. Its documentation is
    /// left to [`resolve`], since only a few of hundreds are read.
    #[must_use]
    pub fn to_item(&self, document: &Document, rank: usize) -> CompletionItem {
        let forms = self.forms.iter().take(MAX_DOCUMENTED);
        let forms: Vec<u16> = forms.map(|&form| form as u16).collect();
        CompletionItem {
            label: self.label.clone(),
            kind: Some(self.kind),
            detail: (!self.detail.is_empty()).then(|| self.detail.clone()),
            data: (!forms.is_empty()).then(|| serde_json::Value::from(forms)),
            sort_text: Some(format!("{rank:04}")),
            filter_text: Some(self.label.clone()),
            insert_text_format: Some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
                document.range(self.replaced.clone()),
                self.snippet.clone(),
            ))),
            ..CompletionItem::default()
        }
    }
}

/// Adds the documentation to a completion that an editor shows.
#[must_use]
pub fn resolve(mut item: CompletionItem) -> CompletionItem {
    let numbers = item.data.as_ref().and_then(|data| data.as_array());
    let numbers: Vec<u64> = numbers
        .into_iter()
        .flatten()
        .filter_map(serde_json::Value::as_u64)
        .collect();
    let forms = Ludeme::all().filter(|&form| numbers.contains(&u64::from(form as u16)));
    let texts: Vec<String> = forms.take(MAX_DOCUMENTED).map(markdown).collect();
    if !texts.is_empty() {
        item.documentation = Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: texts.join("\n---\n"),
        }));
    }
    item
}
