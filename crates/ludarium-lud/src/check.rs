//! Type checking: binds every call to one form of its ludeme, chosen by the type expected at its
//! place.
//!
//! Whether a term fits a type is computed once and cached, so the search is linear in the size of
//! the description although forms overlap. The first fitting form in table order wins.

use rustc_hash::FxHashMap;

use crate::expand::{Arg, TermId, TermKind, Terms};
use crate::signature::{Form, Part, Signatures, Type, TypeId};
use crate::{Call, Ludeme, Node, Value};

/// How a term fits a type.
#[derive(Clone, Debug)]
enum Fit {
    No,
    /// A literal, a word, or a term whose error is already reported.
    Leaf,
    Array,
    Call(Ludeme, Binding),
}

/// For each parameter: the index of the argument bound to it, and the type it is bound as.
type Binding = Box<[Option<(usize, TypeId)>]>;

/// Checks one description.
pub(crate) struct Checker<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) signatures: &'static Signatures,
    cache: FxHashMap<(TermId, TypeId), Fit>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(terms: &'a Terms) -> Self {
        Checker {
            terms,
            signatures: Signatures::get(),
            cache: FxHashMap::default(),
        }
    }

    /// Whether the term has the type.
    pub(crate) fn fits(&mut self, term: TermId, ty: TypeId) -> bool {
        if let Some(fit) = self.cache.get(&(term, ty)) {
            return !matches!(fit, Fit::No);
        }
        let fit = self.fit(term, ty);
        let fits = !matches!(fit, Fit::No);
        self.cache.insert((term, ty), fit);
        fits
    }

    fn fit(&mut self, term: TermId, ty: TypeId) -> Fit {
        let signatures = self.signatures;
        let leaf = |fits| if fits { Fit::Leaf } else { Fit::No };
        let terms = self.terms;
        match (&terms.get(term).kind, &signatures.types[usize::from(ty.0)]) {
            (TermKind::Error | TermKind::Hole, _) => Fit::Leaf,
            (TermKind::Array(items), Type::Array(inner)) => {
                match items
                    .iter()
                    .all(|item| item.label.is_none() && self.fits(item.term, *inner))
                {
                    true => Fit::Array,
                    false => Fit::No,
                }
            }
            (TermKind::Array(items), Type::Sort("ints")) => {
                let Some(int) = signatures.sort("int") else {
                    return Fit::No;
                };
                match items
                    .iter()
                    .all(|item| item.label.is_none() && self.fits(item.term, int))
                {
                    true => Fit::Array,
                    false => Fit::No,
                }
            }
            (_, Type::Array(_)) | (TermKind::Array(_), _) => Fit::No,
            (TermKind::Word(word), Type::Literal(literal)) => leaf(**word == **literal),
            (_, Type::Literal(_)) => Fit::No,
            (kind, Type::Sort(_)) => {
                let sort = &signatures.sorts[usize::from(ty.0)];
                match kind {
                    TermKind::Int(_) => leaf(sort.int),
                    TermKind::Float(_) => leaf(sort.float),
                    TermKind::Str(_) => leaf(sort.string),
                    TermKind::Word(word) => leaf(sort.words.contains(&&**word)),
                    TermKind::Call(head, args) => {
                        for &ludeme in sort.forms.get(&**head).into_iter().flatten() {
                            if let Some(binding) = self.bind(signatures.form(ludeme), args) {
                                return Fit::Call(ludeme, binding);
                            }
                        }
                        Fit::No
                    }
                    TermKind::Array(_) | TermKind::Error | TermKind::Hole => Fit::No,
                }
            }
        }
    }

    /// Whether the arguments fit the form.
    pub(crate) fn binds(&mut self, ludeme: Ludeme, args: &[Arg]) -> bool {
        self.bind(self.signatures.form(ludeme), args).is_some()
    }

    /// Binds the arguments to the parameters of a form, if they fit in this order.
    fn bind(&mut self, form: &'static Form, args: &[Arg]) -> Option<Binding> {
        if args.len() > form.parts.len() {
            return None;
        }
        let mut binding: Binding = vec![None; form.parameters].into();
        let mut search = InOrder {
            args,
            parts: &form.parts,
            failed: Vec::new(),
        };
        search.place(self, 0, 0, &mut binding).then_some(binding)
    }

    /// Builds the checked node of a term that fits the type.
    pub(crate) fn build(&self, term: TermId, ty: TypeId) -> Option<Node> {
        let signatures = self.signatures;
        let span = self.terms.get(term).span;
        let kind = &self.terms.get(term).kind;
        let value = match (self.cache.get(&(term, ty))?, kind) {
            (Fit::No, _) | (_, TermKind::Error | TermKind::Hole) => return None,
            (Fit::Call(ludeme, binding), TermKind::Call(_, args)) => {
                let mut bound = Vec::with_capacity(binding.len());
                for place in binding.iter() {
                    bound.push(match *place {
                        Some((number, ty)) => Some(self.build(args[number].term, ty)?),
                        None => None,
                    });
                }
                Value::Call(Call {
                    ludeme: *ludeme,
                    args: bound,
                })
            }
            (Fit::Array, TermKind::Array(items)) => {
                let inner = match signatures.types[usize::from(ty.0)] {
                    Type::Array(inner) => inner,
                    _ => signatures.sort("int")?,
                };
                Value::Array(
                    items
                        .iter()
                        .map(|item| self.build(item.term, inner))
                        .collect::<Option<_>>()?,
                )
            }
            (_, TermKind::Str(text)) => Value::Str(text.clone()),
            (_, TermKind::Int(int)) if signatures.sorts[usize::from(ty.0)].float => {
                Value::Float(f64::from(*int))
            }
            (_, TermKind::Int(int)) => Value::Int(*int),
            (_, TermKind::Float(float)) => Value::Float(*float),
            (_, TermKind::Word(word)) => match (&**word, &signatures.types[usize::from(ty.0)]) {
                ("True", Type::Sort("boolean")) => Value::Bool(true),
                ("False", Type::Sort("boolean")) => Value::Bool(false),
                (_, Type::Literal(literal)) => Value::Word(literal),
                (word, _) => Value::Word(signatures.words.get(word)?),
            },
            (Fit::Leaf | Fit::Array | Fit::Call(..), TermKind::Call(..) | TermKind::Array(_)) => {
                return None
            }
        };
        Some(Node { span, value })
    }
}

/// Assigns the arguments to parts of a form in order, skipping optional parameters, with
/// backtracking. Arguments with labels keep the order of the form like all others.
struct InOrder<'a> {
    args: &'a [Arg],
    parts: &'static [Part],
    /// Pairs (argument, part) from which no assignment succeeds.
    failed: Vec<(usize, usize)>,
}

impl InOrder<'_> {
    fn place(
        &mut self,
        checker: &mut Checker,
        arg: usize,
        part: usize,
        binding: &mut Binding,
    ) -> bool {
        let Some(next) = self.parts.get(part) else {
            return arg == self.args.len();
        };
        if self.failed.contains(&(arg, part)) {
            return false;
        }
        let placed = match next {
            Part::Word(word) => {
                let stands = self.args.get(arg).is_some_and(|arg| {
                    let written = &checker.terms.get(arg.term).kind;
                    arg.label.is_none()
                        && matches!(written, TermKind::Word(written) if **written == **word)
                });
                stands && self.place(checker, arg + 1, part + 1, binding)
            }
            Part::Parameter(index, parameter) => {
                self.try_bind(checker, arg, part, *index, &parameter.alternatives, binding)
                    || (parameter.optional && self.place(checker, arg, part + 1, binding))
            }
        };
        if !placed {
            self.failed.push((arg, part));
        }
        placed
    }

    /// Tries to bind the argument to this parameter.
    fn try_bind(
        &mut self,
        checker: &mut Checker,
        number: usize,
        part: usize,
        index: usize,
        alternatives: &'static [crate::signature::Alternative],
        binding: &mut Binding,
    ) -> bool {
        let Some(arg) = self.args.get(number) else {
            return false;
        };
        let label = arg.label.as_ref().map(|label| &*label.name);
        let fitting = alternatives
            .iter()
            .find(|a| a.label == label && checker.fits(arg.term, a.ty));
        let Some(fitting) = fitting else { return false };
        binding[index] = Some((number, fitting.ty));
        if self.place(checker, number + 1, part + 1, binding) {
            return true;
        }
        binding[index] = None;
        false
    }
}
