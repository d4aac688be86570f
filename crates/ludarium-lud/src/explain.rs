//! Error messages for terms that do not fit: finds the innermost places responsible.

use crate::check::Checker;
use crate::expand::{Arg, TermId, TermKind, MAX_ERRORS};
use crate::form_match::{best_match, is_plausible, Mismatch};
use crate::meant::{around, ludeme_with_word, meant, only_ludeme_with_word, with_second_word};
use crate::nearest::nearest;
use crate::signature::{Form, Part, Signatures, Type, TypeId};
use crate::{Diagnostic, Ludeme, Span};

/// The number of words of an enumeration that a message lists.
const MOST_WORDS: usize = 6;

/// Adds at least one diagnostic about a term that does not fit the type.
pub(crate) fn explain(
    checker: &mut Checker,
    term: TermId,
    ty: TypeId,
    errors: &mut Vec<Diagnostic>,
) {
    report(checker, term, &[ty], None, errors);
    // Below a place that is wrong itself, unknown keywords are certain errors.
    report_unknown_ludemes(checker, term, errors);
}

/// Reports every keyword that is not in the table, unless it is reported already.
fn report_unknown_ludemes(checker: &Checker, term: TermId, errors: &mut Vec<Diagnostic>) {
    if errors.len() >= MAX_ERRORS {
        return;
    }
    let signatures = checker.signatures;
    let node = checker.terms.get(term);
    let args = match &node.kind {
        TermKind::Call(head, args) => {
            let known = signatures.keywords.contains_key(&**head);
            let is_here = |error: &Diagnostic| error.span == node.span;
            if !known && !errors.iter().any(is_here) {
                let all = signatures.keywords.keys().copied();
                errors.push(unknown_ludeme(head, node.span, nearest(head, all)));
            }
            args
        }
        TermKind::Array(items) => items,
        _ => return,
    };
    for arg in args {
        report_unknown_ludemes(checker, arg.term, errors);
    }
}

fn unknown_ludeme(head: &str, span: Span, near: Option<&str>) -> Diagnostic {
    let message = format!("unknown ludeme `{head}`");
    let error = Diagnostic::new("unknown-ludeme", span, message);
    match near {
        Some(near) => error.suggest(near),
        None => error,
    }
}

/// The keywords that may stand at a place of these types.
pub(crate) fn keywords_of(signatures: &Signatures, expected: &[TypeId]) -> Vec<&'static str> {
    let sorts = expected
        .iter()
        .map(|ty| &signatures.sorts[usize::from(ty.0)]);
    sorts.flat_map(|sort| sort.forms.keys().copied()).collect()
}

/// Reports why a term has none of the expected types. Where the body of a standard definition does
/// not suit its place or its arguments, the error lies in the use of the definition.
fn report(
    checker: &mut Checker,
    term: TermId,
    expected: &[TypeId],
    parent: Option<Ludeme>,
    errors: &mut Vec<Diagnostic>,
) {
    if errors.len() >= MAX_ERRORS {
        return;
    }
    let before = errors.len();
    report_inside(checker, term, expected, parent, errors);
    if let Some(used) = checker.terms.used_at(term) {
        for error in &mut errors[before..] {
            if error.span.file != used.span.file && !error.code.starts_with("unknown") {
                error.span = used.span;
                error.message = format!("in \"{}\": {}", used.name, error.message);
                error.suggestion = None;
            }
        }
    }
}

fn report_inside(
    checker: &mut Checker,
    term: TermId,
    expected: &[TypeId],
    parent: Option<Ludeme>,
    errors: &mut Vec<Diagnostic>,
) {
    let signatures = checker.signatures;
    let node = checker.terms.get(term);
    let is_word = matches!(node.kind, TermKind::Word(_));
    let wanted = list(
        expected
            .iter()
            .flat_map(|&ty| wanted_here(signatures, ty, is_word)),
    );
    let wrong = |code, message| match parent {
        Some(parent) if wanted.is_empty() => {
            Diagnostic::new("too-many-arguments", node.span, message).hint(form_hint(parent))
        }
        _ => Diagnostic::new(code, node.span, message).hint(format!("expected {wanted}")),
    };
    let error = match &node.kind {
        TermKind::Call(head, args) => {
            let forms = forms_of(signatures, head, expected);
            if !forms.is_empty() {
                return report_arguments(checker, node.span, args, &forms, errors);
            }
            if !signatures.keywords.contains_key(&**head) {
                let user = ludeme_with_word(signatures, head, expected);
                // A word of another place is no mistyped keyword of this one.
                let elsewhere = match user {
                    None if with_second_word(signatures, head, expected).is_none() => {
                        only_ludeme_with_word(signatures, head)
                    }
                    _ => None,
                };
                let near = meant(signatures, head, expected)
                    .filter(|near| user.is_none() || near.contains(' '))
                    .filter(|near| elsewhere.is_none() || near.eq_ignore_ascii_case(head));
                let error = unknown_ludeme(head, node.span, near.as_deref());
                let is_word = args.is_empty() && signatures.words.contains_key(&**head);
                errors.push(match user {
                    _ if near.is_some() => error,
                    Some((word, ludeme)) if !args.is_empty() => {
                        let keyword = ludeme.keyword();
                        let hint =
                            format!("`{word}` is a word of `{keyword}`: ({})", ludeme.pattern());
                        error.hint(hint)
                    }
                    _ if elsewhere.is_some() && !wanted.is_empty() => {
                        let told = elsewhere.map_or_else(String::new, |(word, ludeme)| {
                            let (keyword, pattern) = (ludeme.keyword(), ludeme.pattern());
                            format!("`{word}` is a word of `{keyword}`: ({pattern})")
                        });
                        error.hint(format!("{told}; expected {wanted} here"))
                    }
                    _ if is_word => error.hint(format!("write `{head}` without brackets")),
                    _ => error,
                });
                let here = near.as_deref();
                // What is meant is nearly certain: its arguments are checked, too.
                let forms = here.map_or_else(Vec::new, |near| forms_of(signatures, near, expected));
                if !forms.is_empty() && !forms.iter().any(|&form| checker.binds(form, args)) {
                    report_arguments(checker, node.span, args, &forms, errors);
                }
                return;
            }
            let mut error = match parent {
                Some(parent) => wrong(
                    "misplaced",
                    format!("`{head}` is not allowed here in `{}`", parent.keyword()),
                ),
                None => wrong("misplaced", format!("`{head}` is not allowed here")),
            };
            if let (Some(sorts), false) = (signatures.keywords.get(&**head), wanted.is_empty()) {
                let sorts = list(sorts.iter().map(|sort| (*sort).to_string()));
                let second = with_second_word(signatures, head, expected);
                let second = second.map(|near| format!("; did you mean `{near}`?"));
                let second = second.unwrap_or_default();
                error.hint = Some(match sorts == **head {
                    true => format!("expected {wanted}{second}"),
                    false => format!("`{head}` is {sorts}; expected {wanted}{second}"),
                });
            }
            error
        }
        TermKind::Array(items) => {
            if let Some(inner) = inner_type(checker, items, expected) {
                let before = errors.len();
                for item in items {
                    if let Some(label) = &item.label {
                        let message = format!("`{}:` is not allowed in an array", label.name);
                        errors.push(Diagnostic::new("unknown-label", label.span, message));
                    } else if !checker.fits(item.term, inner) {
                        report(checker, item.term, &[inner], parent, errors);
                    }
                }
                if errors.len() > before {
                    return;
                }
            }
            wrong("wrong-type", "an array is not allowed here".to_string())
        }
        TermKind::Word(word) => report_word(signatures, word, expected, wrong),
        TermKind::Str(text) => {
            let mut error = wrong(
                "wrong-type",
                format!("the string \"{text}\" is not allowed here"),
            );
            // Strings are also uses of definitions without brackets: it may be a missing
            // definition.
            if !wanted.is_empty() {
                error.hint = Some(format!(
                    "expected {wanted}; no definition is called \"{text}\""
                ));
            }
            error
        }
        TermKind::Int(int) => wrong(
            "wrong-type",
            format!("the number {int} is not allowed here"),
        ),
        TermKind::Float(float) => wrong(
            "wrong-type",
            format!("the number {float} is not allowed here"),
        ),
        TermKind::Error | TermKind::Hole => return,
    };
    errors.push(error);
}

fn report_word(
    signatures: &Signatures,
    word: &str,
    expected: &[TypeId],
    wrong: impl Fn(&'static str, String) -> Diagnostic,
) -> Diagnostic {
    let near_here = nearest(word, words_at(signatures, expected));
    let is_same = near_here.is_some_and(|near| near.eq_ignore_ascii_case(word));
    if !is_same && !forms_of(signatures, word, expected).is_empty() {
        let error = wrong("unknown-word", format!("`{word}` begins a ludeme"));
        return error.hint(format!("write brackets around it: ({word} ...)"));
    }
    if signatures.words.contains_key(word) {
        let mut error = wrong("wrong-type", format!("`{word}` is not allowed here"));
        if let Some(near) = near_here {
            error = error.suggest(near);
        }
        return error;
    }
    if word.starts_with(';') {
        let error = wrong(
            "unknown-word",
            format!("`{word}` is no part of the language"),
        );
        return error.hint("a comment begins with //");
    }
    let plain = word.trim_end_matches(',');
    if plain != word {
        let error = wrong("punctuation", format!("unknown word `{word}`"));
        return error.hint("spaces alone separate arguments; leave the comma out");
    }
    if near_here.is_none() && signatures.keywords.contains_key(word) {
        let mut error = wrong("misplaced", format!("`{word}` is not allowed here"));
        error.hint = Some(format!("a ludeme begins with its name: ({word} ...)"));
        return error;
    }
    let mut error = wrong("unknown-word", format!("unknown word `{word}`"));
    error.code = "unknown-word";
    if let Some(near) = near_here {
        error = error.suggest(near);
    }
    error
}

/// What a message says may stand at a place of this type: its name, or the words of an enumeration
/// if they are few. Instead of a word (`is_word`), the words of any type are wanted.
fn wanted_here(signatures: &Signatures, ty: TypeId, is_word: bool) -> Vec<String> {
    let sort = &signatures.sorts[usize::from(ty.0)];
    let is_enumeration = sort.forms.is_empty() && !(sort.int || sort.float || sort.string);
    let few = !sort.words.is_empty() && sort.words.len() <= MOST_WORDS;
    match few && (is_enumeration || (is_word && !sort.int)) {
        true => sort.words.iter().map(|word| format!("`{word}`")).collect(),
        false => vec![signatures.describe(ty)],
    }
}

/// The words that may stand at a place of these types.
fn words_at<'s>(
    signatures: &'s Signatures,
    expected: &'s [TypeId],
) -> impl Iterator<Item = &'static str> + 's {
    expected
        .iter()
        .flat_map(|ty| match signatures.types[usize::from(ty.0)] {
            Type::Literal(word) => vec![word],
            _ => signatures.sorts[usize::from(ty.0)].words.clone(),
        })
}

/// Reports arguments that fit none of the forms, relative to the form that fits best.
fn report_arguments(
    checker: &mut Checker,
    span: Span,
    args: &[Arg],
    forms: &[Ludeme],
    errors: &mut Vec<Diagnostic>,
) {
    if let Some(error) = wrong_first_word(checker, args, forms) {
        return errors.push(error);
    }
    let Some((ludeme, attempt)) = best_match(checker, args, forms) else {
        return;
    };
    for mismatch in attempt.mismatches {
        match mismatch {
            Mismatch::Argument { term, expected } => {
                match around(checker, ludeme, args, term, &expected) {
                    Some(error) => errors.push(error),
                    None => report(checker, term, &expected, Some(ludeme), errors),
                }
            }
            Mismatch::MissingBefore { arg, wanted } => {
                let span = checker.terms.get(args[arg].term).span;
                let message = format!("`{}` needs {wanted} before this", ludeme.keyword());
                let error = Diagnostic::new("missing-before", span, message);
                errors.push(error.hint(form_hint(ludeme)));
            }
            Mismatch::Label { arg } => {
                let label = args[arg].label.as_ref();
                let name = label.map_or("", |label| &label.name);
                let span = label.map_or(span, |label| label.span);
                let message = format!("`{}` has no argument `{name}:`", ludeme.keyword());
                let known = labels(checker.signatures.form(ludeme));
                let error = Diagnostic::new("unknown-label", span, message);
                errors.push(match nearest(name, known) {
                    Some(near) if near != name => error.suggest(&format!("{near}:")),
                    _ => error.hint(form_hint(ludeme)),
                });
            }
            Mismatch::Order { arg } => {
                let node = checker.terms.get(args[arg].term);
                let message = match &args[arg].label {
                    Some(label) => format!("`{}:` stands too late", label.name),
                    None => "this argument stands too late".to_owned(),
                };
                let span = args[arg]
                    .label
                    .as_ref()
                    .map_or(node.span, |label| label.span);
                errors.push(Diagnostic::new("wrong-order", span, message).hint(format!(
                    "arguments keep the order of the grammar: {}",
                    form_hint(ludeme)
                )));
            }
            Mismatch::Missing { wanted } => {
                let message = match wanted {
                    Some(wanted) => {
                        format!("`{}` is missing an argument: {wanted}", ludeme.keyword())
                    }
                    None => format!(
                        "`{}` does not take these arguments together",
                        ludeme.keyword()
                    ),
                };
                errors.push(
                    Diagnostic::new("missing-argument", span, message).hint(form_hint(ludeme)),
                );
            }
        }
    }
}

/// The error at a first word that none of the forms has, if the forms differ by that word:
/// `(is Lin 3)`.
fn wrong_first_word(checker: &Checker, args: &[Arg], forms: &[Ludeme]) -> Option<Diagnostic> {
    let first = args.first().filter(|arg| arg.label.is_none())?;
    let node = checker.terms.get(first.term);
    let TermKind::Word(word) = &node.kind else {
        return None;
    };
    let mut allowed: Vec<&'static str> = Vec::new();
    let mut distinguishing = false;
    for &form in forms {
        for part in &checker.signatures.form(form).parts {
            match part {
                Part::Word(word) => {
                    distinguishing = true;
                    allowed.push(word);
                    break;
                }
                Part::Parameter(_, parameter) => {
                    let types = parameter.alternatives.iter().filter(|a| a.label.is_none());
                    for ty in types.map(|a| a.ty) {
                        let sort = &checker.signatures.sorts[usize::from(ty.0)];
                        allowed.extend(sort.words.iter());
                        if let Type::Literal(word) = checker.signatures.types[usize::from(ty.0)] {
                            allowed.push(word);
                        }
                    }
                    if !parameter.optional {
                        break;
                    }
                }
            }
        }
    }
    if !distinguishing || allowed.contains(&&**word) {
        return None;
    }
    let message = match checker.signatures.words.contains_key(&**word) {
        true => format!("`{word}` is not allowed here"),
        false => format!("unknown word `{word}`"),
    };
    let error = Diagnostic::new("unknown-word", node.span, message);
    Some(match nearest(word, allowed.iter().copied()) {
        Some(near) => error.suggest(near),
        None => {
            allowed.sort_unstable();
            let words = list(allowed.iter().map(|word| (*word).to_owned()));
            error.hint(format!("expected {words}"))
        }
    })
}

fn form_hint(ludeme: Ludeme) -> String {
    format!("write ({})", ludeme.pattern())
}

/// The forms with this keyword that have one of the types.
pub(crate) fn forms_of(signatures: &Signatures, head: &str, expected: &[TypeId]) -> Vec<Ludeme> {
    let sorts = expected
        .iter()
        .map(|ty| &signatures.sorts[usize::from(ty.0)]);
    sorts
        .flat_map(|sort| sort.forms.get(head).into_iter().flatten().copied())
        .collect()
}

/// The item type of the expected array type that suits the most items, if any array is expected.
pub(crate) fn inner_type(
    checker: &mut Checker,
    items: &[Arg],
    expected: &[TypeId],
) -> Option<TypeId> {
    let signatures = checker.signatures;
    let mut best = None;
    for &ty in expected {
        let inner = match signatures.types[usize::from(ty.0)] {
            Type::Array(inner) => inner,
            Type::Sort("ints") => signatures.sort("int")?,
            _ => continue,
        };
        let meant = items
            .iter()
            .filter(|item| {
                checker.fits(item.term, inner) || is_plausible(checker, item.term, &[inner])
            })
            .count();
        if best.is_none_or(|(most, _)| meant > most) {
            best = Some((meant, inner));
        }
    }
    best.filter(|&(meant, _)| meant > 0 || items.is_empty())
        .map(|(_, inner)| inner)
}

/// The labels of a form.
fn labels(form: &'static Form) -> impl Iterator<Item = &'static str> {
    form.parts
        .iter()
        .filter_map(|part| match part {
            Part::Parameter(_, parameter) => {
                Some(parameter.alternatives.iter().filter_map(|a| a.label))
            }
            Part::Word(_) => None,
        })
        .flatten()
}

/// The forms that a keyword stands for where one of the types is expected; those of the nearest
/// keyword if there is no such keyword.
pub(crate) fn forms_meant(signatures: &Signatures, head: &str, expected: &[TypeId]) -> Vec<Ludeme> {
    let near = match signatures.keywords.contains_key(head) {
        true => Some(head),
        false => nearest(head, keywords_of(signatures, expected)),
    };
    near.map_or_else(Vec::new, |head| forms_of(signatures, head, expected))
}

/// The form that the arguments suit best, and for each argument the part of the form that it is
/// meant for.
pub(crate) fn best_form(
    checker: &mut Checker,
    args: &[Arg],
    forms: &[Ludeme],
) -> Option<(Ludeme, Vec<Option<usize>>)> {
    let best = best_match(checker, args, forms);
    best.map(|(form, attempt)| (form, attempt.places))
}

/// Joins names as in `a, b or c`.
pub(crate) fn list(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    let mut seen = rustc_hash::FxHashSet::default();
    names.retain(|name| seen.insert(name.clone()));
    match names.pop() {
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} or {last}", names.join(", ")),
        None => String::new(),
    }
}
