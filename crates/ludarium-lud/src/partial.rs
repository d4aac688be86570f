//! Builds the tree of a description with errors: what is wrong is left out, and marked.
//!
//! The rules of such a tree can still be compiled, so that errors of meaning are reported together
//! with errors of the grammar.

use crate::check::Checker;
use crate::expand::{Arg, TermId, TermKind};
use crate::explain::{best_form, forms_meant};
use crate::signature::{Part, Type, TypeId};
use crate::{Call, Node, Span, Value};

/// The checked node of a term, which should have one of the types; [`Value::Wrong`] where it has
/// not.
pub(crate) fn build_partial(checker: &mut Checker, term: TermId, expected: &[TypeId]) -> Node {
    let span = checker.terms.get(term).span;
    let fitting = expected.iter().copied().find(|&ty| checker.fits(term, ty));
    if let Some(node) = fitting.and_then(|ty| checker.build(term, ty)) {
        return node;
    }
    let value = match &checker.terms.get(term).kind {
        TermKind::Call(head, args) => call(checker, head, args, expected, span),
        TermKind::Array(items) => array(checker, items, expected),
        _ => Value::Wrong,
    };
    Node { span, value }
}

fn call(
    checker: &mut Checker,
    head: &str,
    args: &[Arg],
    expected: &[TypeId],
    whole: Span,
) -> Value {
    let forms = forms_meant(checker.signatures, head, expected);
    let Some((ludeme, places)) = best_form(checker, args, &forms) else {
        return Value::Wrong;
    };
    let form = checker.signatures.form(ludeme);
    let mut bound: Vec<Option<Node>> = vec![None; form.parameters];
    let mut lost = None;
    for (arg, place) in args.iter().zip(places) {
        match place.map(|place| &form.parts[place]) {
            Some(Part::Parameter(index, parameter)) => {
                let label = arg.label.as_ref().map(|label| &*label.name);
                let same = parameter.alternatives.iter().filter(|a| a.label == label);
                let types: Vec<TypeId> = same.map(|a| a.ty).collect();
                bound[*index] = Some(build_partial(checker, arg.term, &types));
            }
            Some(Part::Word(_)) => {}
            None => lost = Some(checker.terms.get(arg.term).span),
        }
    }
    for part in &form.parts {
        let Part::Parameter(index, parameter) = part else {
            continue;
        };
        // What is missing was written wrongly; an argument without a place may be any of them.
        let missing = lost.is_some() || !parameter.optional;
        if bound[*index].is_none() && missing {
            // Where nothing is written, the closing bracket stands for it.
            let bracket = Span {
                start: whole.end.saturating_sub(1).max(whole.start),
                ..whole
            };
            let span = lost.unwrap_or(bracket);
            let value = Value::Wrong;
            bound[*index] = Some(Node { span, value });
        }
    }
    Value::Call(Call {
        ludeme,
        args: bound,
    })
}

fn array(checker: &mut Checker, items: &[Arg], expected: &[TypeId]) -> Value {
    let signatures = checker.signatures;
    let inner: Vec<TypeId> = expected
        .iter()
        .filter_map(|ty| match signatures.types[usize::from(ty.0)] {
            Type::Array(inner) => Some(inner),
            Type::Sort("ints") => signatures.sort("int"),
            _ => None,
        })
        .collect();
    if inner.is_empty() {
        return Value::Wrong;
    }
    let items = items
        .iter()
        .map(|item| build_partial(checker, item.term, &inner));
    Value::Array(items.collect())
}
