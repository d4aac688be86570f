//! Which ludeme is meant where a term is none, or is none that may stand there.

use crate::check::Checker;
use crate::expand::{Arg, TermId, TermKind};
use crate::explain::{keywords_of, list};
use crate::form::{words_of, FormPart};
use crate::nearest::nearest;
use crate::signature::{Part, Signatures, Type, TypeId};
use crate::{Diagnostic, Ludeme};

/// The keywords and second words of the ludemes that may stand at a place of these types: `is` and
/// `Line`.
fn openings(signatures: &Signatures, expected: &[TypeId]) -> Vec<(&'static str, &'static str)> {
    let sorts = expected
        .iter()
        .map(|ty| &signatures.sorts[usize::from(ty.0)]);
    let forms = sorts.flat_map(|sort| sort.forms.values().flatten().copied());
    let openings = forms.flat_map(|form| {
        let words = match form.parts().into_iter().next() {
            Some(FormPart::Word(word)) => vec![word],
            Some(FormPart::Argument(argument)) => argument
                .types
                .iter()
                .filter_map(|ty| words_of(&ty.name))
                .flatten()
                .collect(),
            None => Vec::new(),
        };
        words.into_iter().map(move |word| (form.keyword(), word))
    });
    openings.collect()
}

/// The ludeme that may stand at a place of these types, if its second word was taken for its
/// keyword: `is Line` for `(line 5)`.
pub(crate) fn with_second_word(
    signatures: &Signatures,
    head: &str,
    expected: &[TypeId],
) -> Option<String> {
    let openings = openings(signatures, expected).into_iter();
    let fitting = openings.filter(|(_, word)| word.eq_ignore_ascii_case(head));
    let texts = fitting.map(|(keyword, word)| format!("{keyword} {word}"));
    texts.min()
}

/// The ludeme that is meant by a head that is none, at a place of these types: another keyword of
/// the place; a second word alone (`line`); both in one word (`isLine`, `is_line`); a mistyped
/// second word (`lines`); or a keyword of another place.
pub(crate) fn meant(signatures: &Signatures, head: &str, expected: &[TypeId]) -> Option<String> {
    let here = nearest(head, keywords_of(signatures, expected));
    let same = here.filter(|near| near.eq_ignore_ascii_case(head));
    let text = |(keyword, word): (&str, &str)| format!("{keyword} {word}");
    let joined = || {
        let plain = head.replace(['_', '-'], "");
        let is_joined = |(keyword, word): &(&str, &str)| {
            let begin = plain.get(..keyword.len());
            let end = plain.get(keyword.len()..);
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(keyword))
                && end.is_some_and(|end| end.eq_ignore_ascii_case(word))
        };
        let found = openings(signatures, expected).into_iter().filter(is_joined);
        found.map(text).min()
    };
    let second_mistyped = || {
        let openings = openings(signatures, expected).into_iter();
        let words: Vec<String> = openings.map(|(_, word)| word.to_lowercase()).collect();
        let word = nearest(&head.to_lowercase(), words.iter().map(String::as_str))?;
        with_second_word(signatures, word, expected)
    };
    let own = |near: &str| near.to_owned();
    same.map(own)
        .or_else(|| with_second_word(signatures, head, expected))
        .or_else(|| here.map(own))
        .or_else(joined)
        .or_else(second_mistyped)
        .or_else(|| nearest(head, signatures.keywords.keys().copied()).map(own))
}

/// The ludeme of a place of these types that has a word like this one among its arguments, and that
/// word: `Win` of `result` for `(win Mover)`.
pub(crate) fn ludeme_with_word(
    signatures: &Signatures,
    head: &str,
    expected: &[TypeId],
) -> Option<(&'static str, Ludeme)> {
    let sorts = expected
        .iter()
        .map(|ty| &signatures.sorts[usize::from(ty.0)]);
    let mut forms: Vec<Ludeme> = sorts
        .flat_map(|sort| sort.forms.values().flatten().copied())
        .collect();
    forms.sort_unstable();
    forms.into_iter().find_map(|ludeme| {
        let parts = signatures.form(ludeme).parts.iter();
        let mut types = parts.flat_map(|part| match part {
            Part::Parameter(_, parameter) => {
                parameter.alternatives.iter().map(|one| one.ty).collect()
            }
            Part::Word(_) => Vec::new(),
        });
        let word = types.find_map(|ty| {
            let sort = &signatures.sorts[usize::from(ty.0)];
            // A word that stands for a value, such as `Off`, belongs to no ludeme.
            let words = sort.words.iter().filter(|_| sort.forms.is_empty());
            words.copied().find(|word| word.eq_ignore_ascii_case(head))
        })?;
        Some((word, ludeme))
    })
}

/// The one ludeme of any place that has this word among its arguments, and the word: `Win` of
/// `result`. `None` for a word that several ludemes know.
pub(crate) fn only_ludeme_with_word(
    signatures: &Signatures,
    head: &str,
) -> Option<(&'static str, Ludeme)> {
    let mut found: Option<(&'static str, Ludeme)> = None;
    for index in 0..signatures.types.len() {
        let ty = TypeId(u16::try_from(index).ok()?);
        if let Some((word, ludeme)) = ludeme_with_word(signatures, head, &[ty]) {
            if found.is_some_and(|(_, known)| known.keyword() != ludeme.keyword()) {
                return None;
            }
            found = Some((word, ludeme));
        }
    }
    found
}

/// The error of an argument that only lacks what belongs around it: its label, or a ludeme such as
/// `(to ...)`.
pub(crate) fn around(
    checker: &mut Checker,
    ludeme: Ludeme,
    args: &[Arg],
    term: TermId,
    expected: &[TypeId],
) -> Option<Diagnostic> {
    let signatures = checker.signatures;
    let arg = args
        .iter()
        .find(|arg| arg.term == term && arg.label.is_none())?;
    let span = checker.terms.get(term).span;
    let written = |label: &str| {
        let labels = args.iter().filter_map(|arg| arg.label.as_ref());
        labels.into_iter().any(|one| &*one.name == label)
    };
    let parameters = signatures
        .form(ludeme)
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Parameter(_, parameter) => Some(&parameter.alternatives),
            Part::Word(_) => None,
        });
    let labels = parameters
        .flatten()
        .filter_map(|one| Some((one.label?, one.ty)));
    let head = match &checker.terms.get(term).kind {
        TermKind::Call(head, _) => &**head,
        _ => "",
    };
    let is_call = !head.is_empty();
    // A part that stands in the wrong place is not an argument of another.
    let mut own = signatures.types.iter().zip(&signatures.sorts);
    let is_part = own
        .any(|(ty, sort)| matches!(ty, Type::Sort(name) if *name == head) && sort.forms.len() == 1);
    let mut fitting =
        labels.filter(|(label, ty)| is_call && !written(label) && checker.fits(term, *ty));
    if let (Some((label, _)), None) = (fitting.next(), fitting.next()) {
        let message = format!("this argument of `{}` needs its label", ludeme.keyword());
        let error = Diagnostic::new("missing-label", span, message).suggest(&format!("{label}:"));
        return Some(error.hint(format!("write `{label}:` before it")));
    }
    // A value may be an argument of any other: only parts such as `to` and `then` have one meaning.
    let mut wrappers: Vec<&str> = Vec::new();
    for &ty in expected {
        let sort = &signatures.sorts[usize::from(ty.0)];
        let is_one = !is_part && sort.words.is_empty() && !(sort.int || sort.float || sort.string);
        for (keyword, forms) in sort
            .forms
            .iter()
            .filter(|_| is_one && sort.forms.len() == 1)
        {
            let binds = |&form: &Ludeme| checker.binds(form, std::slice::from_ref(arg));
            if forms.iter().any(binds) && !wrappers.contains(keyword) {
                wrappers.push(keyword);
            }
        }
    }
    let message = format!("this is not allowed here in `{}`", ludeme.keyword());
    let error = Diagnostic::new("misplaced", span, message);
    match wrappers[..] {
        [] => None,
        [wrapper] => {
            let meant = format!("({wrapper} ...)");
            let hint = format!("write brackets around it: {meant}");
            Some(error.suggest(&meant).hint(hint))
        }
        _ => {
            let meant = list(wrappers.iter().map(|wrapper| format!("({wrapper} ...)")));
            Some(error.hint(format!("write {meant} around it")))
        }
    }
}
