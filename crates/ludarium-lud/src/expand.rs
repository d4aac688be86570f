//! Expansion: substitutes definitions and writes ranges out. Only ludemes, arrays and literals
//! remain.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::definition::{as_use, substitute, Bodies, Definitions};
use crate::expected::HOLE;
use crate::lexer::Bracket;
use crate::nearest::nearest;
use crate::parse::UNMATCHED;
use crate::tree::{Item, Kind, Label};
use crate::{Diagnostic, Span};

/// Maximum depth of the expanded tree. All later stages recurse over it.
const MAX_DEPTH: usize = 200;

/// Maximum number of reported errors. Each may cost a search for the nearest known name.
pub(crate) const MAX_ERRORS: usize = 100;

/// The number of nodes that expansion may still create.
pub(crate) struct Budget {
    left: usize,
    /// What there was at first, in nodes.
    all: usize,
}

impl Budget {
    pub(crate) fn new(nodes: usize) -> Budget {
        Budget {
            left: nodes,
            all: nodes,
        }
    }

    pub(crate) fn spend(&mut self, size: usize) {
        self.left = self.left.saturating_sub(size);
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// Index of a term in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TermId(pub u32);

/// A node of the expanded tree.
#[derive(Debug)]
pub(crate) struct Term {
    pub span: Span,
    pub kind: TermKind,
}

#[derive(Debug)]
pub(crate) enum TermKind {
    /// `(head args...)`.
    Call(Arc<str>, Vec<Arg>),
    /// `{ args... }`.
    Array(Vec<Arg>),
    Str(Arc<str>),
    Int(i32),
    Float(f64),
    Word(Arc<str>),
    /// An error that is already reported. It fits every type, so that it causes no further errors.
    Error,
    /// The place that [`expected_at`](crate::expected_at) asks about. It fits every type.
    Hole,
}

/// An argument of a call, or an item of an array.
#[derive(Debug, Clone)]
pub(crate) struct Arg {
    pub label: Option<Label>,
    pub term: TermId,
}

/// A use of a standard definition.
#[derive(Debug)]
pub(crate) struct Use {
    pub name: Arc<str>,
    pub span: Span,
}

/// The expanded tree.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    /// The uses, in the description itself, of standard definitions, by the terms that their
    /// bodies become.
    uses: FxHashMap<TermId, Use>,
}

impl Terms {
    pub(crate) fn get(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }

    /// The use of a standard definition whose body became this term.
    pub(crate) fn used_at(&self, id: TermId) -> Option<&Use> {
        self.uses.get(&id)
    }
}

/// Expands `item` with the description's own definitions and the standard ones, to at most `nodes`
/// nodes.
pub(crate) fn expand(
    item: &Item,
    local: &Bodies,
    standard: &Definitions,
    nodes: usize,
    errors: &mut Vec<Diagnostic>,
) -> (Terms, Vec<Arg>) {
    let mut expander = Expander {
        local,
        standard,
        terms: Terms::default(),
        budget: Budget::new(nodes),
        depth: 0,
        errors,
        stopped: false,
    };
    let mut out = Vec::new();
    expander.item(item, &mut out);
    // Report a limit that only the last node exceeded.
    expander.limit_exceeded(item.span);
    (expander.terms, out)
}

struct Expander<'a> {
    local: &'a Bodies,
    standard: &'a Definitions,
    terms: Terms,
    budget: Budget,
    depth: usize,
    errors: &'a mut Vec<Diagnostic>,
    /// Whether a limit was exceeded and reported.
    stopped: bool,
}

impl Expander<'_> {
    fn term(&mut self, span: Span, kind: TermKind) -> TermId {
        self.budget.spend(1);
        let id = TermId(self.terms.terms.len() as u32);
        self.terms.terms.push(Term { span, kind });
        id
    }

    fn push(&mut self, item: &Item, kind: TermKind, out: &mut Vec<Arg>) {
        let term = self.term(item.span, kind);
        out.push(Arg {
            label: item.label.clone(),
            term,
        });
    }

    fn error(&mut self, item: &Item, error: Diagnostic, out: &mut Vec<Arg>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
        self.push(item, TermKind::Error, out);
    }

    fn body(&self, name: &str) -> Option<&Arc<[Item]>> {
        self.local
            .get(name)
            .or_else(|| self.standard.bodies().get(name))
    }

    /// Stops the expansion if a limit is exceeded, and reports it the first time.
    fn limit_exceeded(&mut self, span: Span) -> bool {
        if !self.stopped && (self.depth > MAX_DEPTH || self.budget.is_spent()) {
            self.stopped = true;
            self.errors.push(if self.budget.is_spent() {
                Diagnostic::new(
                    "too-large",
                    span,
                    format!(
                        "the description expands to more than {} nodes here",
                        self.budget.all
                    ),
                )
                .hint("does a definition use itself?")
            } else {
                Diagnostic::new(
                    "too-deep",
                    span,
                    format!("definitions nest deeper than {MAX_DEPTH} levels here"),
                )
                .hint("does a definition use itself?")
            });
        }
        self.stopped
    }

    /// Adds the expansion of `item`: usually one term, but a definition may expand to none or
    /// several.
    fn item(&mut self, item: &Item, out: &mut Vec<Arg>) {
        self.depth += 1;
        // Items that expand to nothing cost time too.
        self.budget.spend(1);
        if !self.limit_exceeded(item.span) {
            self.expand_item(item, out);
        }
        self.depth -= 1;
    }

    fn expand_item(&mut self, item: &Item, out: &mut Vec<Arg>) {
        match &item.kind {
            Kind::Error(error) => {
                let first = out.len();
                self.error(item, (**error).clone(), out);
                // A bracket too many stands for nothing.
                if error.code == UNMATCHED {
                    out.truncate(first);
                }
            }
            Kind::Str(text) => match self.body(text).cloned() {
                Some(body) => self.definition(item, text, &body, &[], out),
                None => self.push(item, TermKind::Str(text.clone()), out),
            },
            // Texts are read with their option, and occur nowhere else.
            Kind::Text => self.push(item, TermKind::Error, out),
            // A missing argument is dropped together with its label.
            Kind::Word(word) if is_absent(word) => {}
            Kind::Word(word) if &**word == HOLE => self.push(item, TermKind::Hole, out),
            Kind::Word(word) => {
                let kind = literal(word).unwrap_or_else(|| TermKind::Word(word.clone()));
                self.push(item, kind, out);
            }
            Kind::List(list) => match list.bracket {
                Bracket::Round => self.round(item, &list.items, out),
                Bracket::Curly => {
                    let args = self.array(&list.items);
                    self.push(item, TermKind::Array(args), out);
                }
                Bracket::Angle => {
                    let error = Diagnostic::new("bad-option", item.span, "no option has this tag")
                        .hint(
                            "tags are declared as (option \"Heading\" <Tag> args:{ <name> } ...)",
                        );
                    self.error(item, error, out);
                }
            },
        }
    }

    fn round(&mut self, item: &Item, items: &[Item], out: &mut Vec<Arg>) {
        if let Some((name, args)) = as_use(item) {
            return match self.body(name).cloned() {
                Some(body) => self.definition(item, name, &body, args, out),
                None if self.errors.len() >= MAX_ERRORS => self.push(item, TermKind::Error, out),
                None => {
                    let known = self.local.keys().chain(self.standard.bodies().keys());
                    let hint = nearest(name, known.map(|name| &**name));
                    let error = Diagnostic::new(
                        "unknown-definition",
                        item.span,
                        format!("unknown definition \"{name}\""),
                    );
                    let error = match hint {
                        Some(near) => error.suggest(&format!("\"{near}\"")),
                        None => {
                            error.hint(format!("write (define \"{name}\" ...) outside the game"))
                        }
                    };
                    self.error(item, error, out);
                }
            };
        }
        if let Some(operator) = infix_operator(items) {
            let message = format!("`{operator}` stands between its arguments");
            let error = Diagnostic::new("infix", item.span, message);
            let hint = format!("an operator comes first: ({operator} a b)");
            return self.error(item, error.hint(hint), out);
        }
        // Brackets without a keyword, as in `((last To))`, only group their contents.
        if items.first().is_some_and(|head| {
            head.word()
                .is_none_or(|word| is_absent(word) || literal(word).is_some())
        }) {
            let first = out.len();
            for part in items {
                self.item(part, out);
            }
            return move_label(item, first, out);
        }
        let Some(head) = items.first().and_then(Item::word) else {
            let error =
                Diagnostic::new("no-keyword", item.span, "a ludeme starts with its keyword")
                    .hint("write (keyword arguments...)");
            return self.error(item, error, out);
        };
        let head: Arc<str> = head.into();
        let mut args = Vec::with_capacity(items.len() - 1);
        let mut rest = &items[1..];
        // The name of a game is no definition, even if one has the same name.
        if let ("game" | "match" | "instance", [name, after @ ..]) = (&*head, rest) {
            if let Kind::Str(text) = &name.kind {
                self.push(name, TermKind::Str(text.clone()), &mut args);
                rest = after;
            }
        }
        for arg in rest {
            self.item(arg, &mut args);
        }
        let args = self.ranges(args);
        self.push(item, TermKind::Call(head, args), out);
    }

    /// Adds the body of a definition. A label at its use applies to the first term of the body.
    fn definition(
        &mut self,
        item: &Item,
        name: &Arc<str>,
        body: &Arc<[Item]>,
        args: &[Item],
        out: &mut Vec<Arg>,
    ) {
        let args: Vec<Option<Item>> = args
            .iter()
            .map(|arg| (arg.word() != Some("~")).then(|| arg.clone()))
            .collect();
        let body = substitute(body, &args, &mut self.budget);
        let first = out.len();
        for part in body.iter() {
            self.item(part, out);
        }
        for arg in out.iter().skip(first).filter(|_| item.span.file.0 == 0) {
            if self.terms.get(arg.term).span.file != item.span.file {
                let (name, span) = (name.clone(), item.span);
                self.terms.uses.insert(arg.term, Use { name, span });
            }
        }
        move_label(item, first, out);
    }

    /// The items of an array, with ranges written out.
    fn array(&mut self, items: &[Item]) -> Vec<Arg> {
        let mut args = Vec::with_capacity(items.len());
        for item in items {
            self.item(item, &mut args);
        }
        self.ranges(args)
    }

    /// The arguments with ranges written out.
    fn ranges(&mut self, args: Vec<Arg>) -> Vec<Arg> {
        let has_range = |arg: &Arg| matches!(&self.terms.get(arg.term).kind, TermKind::Word(word) if word.contains(".."));
        if !args.iter().any(has_range) {
            return args;
        }
        let mut out: Vec<Arg> = Vec::with_capacity(args.len());
        let mut args = args.into_iter().peekable();
        while let Some(arg) = args.next() {
            if self.budget.is_spent() {
                break;
            }
            let term = self.terms.get(arg.term);
            let span = term.span;
            let TermKind::Word(word) = &term.kind else {
                out.push(arg);
                continue;
            };
            let written_out = if &**word == ".." {
                // The ends are separate items: "A1".."C1", or definitions that stand for numbers.
                let range = match (out.last(), args.peek()) {
                    (Some(start), Some(end)) => self.expand_range(start, end),
                    _ => None,
                };
                if range.is_some() {
                    out.pop();
                    args.next();
                }
                range
            } else {
                integers(word)
            };
            match written_out {
                Some(kinds) => {
                    for kind in kinds {
                        if self.budget.is_spent() {
                            break;
                        }
                        let term = self.term(span, kind);
                        out.push(Arg { label: None, term });
                    }
                }
                None => out.push(arg),
            }
        }
        out
    }

    /// All values from `start` to `end`, both included.
    fn expand_range(&self, start: &Arg, end: &Arg) -> Option<Vec<TermKind>> {
        match (
            &self.terms.get(start.term).kind,
            &self.terms.get(end.term).kind,
        ) {
            (TermKind::Str(start), TermKind::Str(end)) => coordinates(start, end),
            (TermKind::Int(start), TermKind::Int(end)) => integer_range(*start, *end),
            _ => None,
        }
    }
}

/// Moves the label of an item to the first term of its expansion.
fn move_label(item: &Item, first: usize, out: &mut [Arg]) {
    if let (Some(label), Some(arg)) = (&item.label, out.get_mut(first)) {
        arg.label = Some(label.clone());
    }
}

/// Whether the word is a missing argument: `~`, or a placeholder `#1` without a value.
fn is_absent(word: &str) -> bool {
    let is_place = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    word == "~" || word.strip_prefix('#').is_some_and(is_place)
}

/// The number that the word denotes, if any.
fn literal(word: &str) -> Option<TermKind> {
    let first = word.bytes().find(|b| !matches!(b, b'-' | b'+'))?;
    if !first.is_ascii_digit() && first != b'.' {
        return None;
    }
    if let Ok(int) = word.parse() {
        return Some(TermKind::Int(int));
    }
    word.parse().ok().map(TermKind::Float)
}

/// Maximum length of a range.
const MAX_RANGE: i64 = 100_000;

/// The integers of `1..7` or `7..1`, both ends included.
fn integers(word: &str) -> Option<Vec<TermKind>> {
    let (start, end) = word.split_once("..")?;
    integer_range(start.parse().ok()?, end.parse().ok()?)
}

fn integer_range(start: i32, end: i32) -> Option<Vec<TermKind>> {
    if (i64::from(start) - i64::from(end)).abs() > MAX_RANGE {
        return None;
    }
    let range: Vec<i32> = if start <= end {
        (start..=end).collect()
    } else {
        (end..=start).rev().collect()
    };
    Some(range.into_iter().map(TermKind::Int).collect())
}

/// The coordinates of a rectangle between two corners, both included, column by column.
fn coordinates(start: &str, end: &str) -> Option<Vec<TermKind>> {
    let ((start_column, start_row), (end_column, end_row)) = (coordinate(start)?, coordinate(end)?);
    let columns = i64::from(start_column.abs_diff(end_column)) + 1;
    let rows = i64::from(start_row.abs_diff(end_row)) + 1;
    if columns.saturating_mul(rows) > MAX_RANGE {
        return None;
    }
    let mut out = Vec::new();
    for column in start_column.min(end_column)..=start_column.max(end_column) {
        for row in start_row.min(end_row)..=start_row.max(end_row) {
            out.push(TermKind::Str(format!("{}{row}", letters(column)).into()));
        }
    }
    Some(out)
}

/// Column (A = 1, Z = 26, AA = 27) and row of a coordinate.
fn coordinate(text: &str) -> Option<(u32, u32)> {
    let split = text.find(|c: char| c.is_ascii_digit())?;
    let (column, row) = text.split_at(split);
    if column.is_empty() || column.len() > 2 || !column.bytes().all(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let column = column
        .bytes()
        .fold(0, |n, b| n * 26 + u32::from(b - b'A') + 1);
    Some((column, row.parse().ok()?))
}

/// The letters of a column number.
fn letters(mut column: u32) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        column -= 1;
        letters.push(char::from(b'A' + (column % 26) as u8));
        column /= 26;
    }
    letters.iter().rev().collect()
}

/// The operators of two arguments.
const OPERATORS: [&str; 15] = [
    "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^", "and", "or", "xor",
];

/// The operator that is written between its arguments: the `<` of `(5 < 3)`.
fn infix_operator(items: &[Item]) -> Option<&'static str> {
    let [first, second, ..] = items else {
        return None;
    };
    let known = |word: &str| OPERATORS.into_iter().find(|&operator| operator == word);
    if first.word().is_some_and(|word| known(word).is_some()) {
        return None;
    }
    let or_equal = |plain, with_equal, next: Option<&Item>| match next.and_then(Item::word) {
        Some("=") => Some(with_equal),
        _ => Some(plain),
    };
    match &second.kind {
        Kind::Word(word) => known(word),
        // What follows is taken for a tag in angle brackets, though a space or `=` begins it.
        Kind::List(list) if list.bracket == Bracket::Angle => {
            let first = list.items.first();
            let is_tag = first.is_some_and(|first| {
                let label = first.label.as_ref().map(|label| label.span.start);
                label.unwrap_or(first.span.start) == second.span.start + 1
                    && first.word() != Some("=")
            });
            (!is_tag).then(|| or_equal("<", "<=", first))?
        }
        Kind::Error(error) if error.code == UNMATCHED && error.message.contains('>') => {
            or_equal(">", ">=", items.get(2))
        }
        _ => None,
    }
}
