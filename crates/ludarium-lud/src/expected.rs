//! What may stand at a place of a description: the question of an editor that completes words.
//!
//! The place is a [`HOLE`] in the text, which fits every type. From the game inwards, the types
//! that each term on the way to the hole may have follow from the forms of the ludemes around it
//! and from the arguments before and after it, whether or not the rest of the text is right.

use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::expand::{expand, Arg, TermId, TermKind, Terms};
use crate::explain::forms_meant;
use crate::form_match::is_plausible;
use crate::load::{expand_description, Parts};
use crate::signature::{Form, Part, Type, TypeId};
use crate::tree::{Item, Kind};
use crate::{Choices, Definitions, DescriptionLimits, Ludeme};

/// A word that stands for whatever may be written in its place.
pub const HOLE: &str = "\u{e000}";

/// The number of uses of a definition that are looked at, if the hole is inside it.
const MAX_HOLES: usize = 8;

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The forms of ludemes, in table order.
    pub ludemes: Vec<Ludeme>,
    /// The words: constants, and the words that distinguish forms.
    pub words: Vec<&'static str>,
    /// The labels of arguments that may begin here.
    pub labels: Vec<&'static str>,
    /// Whether a whole number may stand here.
    pub int: bool,
    /// Whether a number with a decimal point may stand here.
    pub float: bool,
    /// Whether a string may stand here.
    pub string: bool,
    /// Whether an array may stand here.
    pub array: bool,
    /// The ludemes that the place is an argument of, each with the index of the part of its form
    /// (see [`Ludeme::parts`]) that the place belongs to.
    pub call: Vec<(Ludeme, usize)>,
}

/// What may stand at the [`HOLE`] of a text; `None` if it has none, or if nothing follows about it:
/// it is outside the game and all definitions, or in a part that the choices leave out.
///
/// ```
/// use ludarium_lud::{expected_at, Choices, Definitions, DescriptionLimits, Ludeme, HOLE};
///
/// let text = format!(r#"(game "Line of Three" (players 2)
///     (equipment {{ (board (square 3)) (piece "Mark" Each) }})
///     (rules (play (move Add (to {HOLE})))
///         (end (if (is Line 3) (result Mover Win)))))"#);
/// let limits = DescriptionLimits::default();
/// let expected = expected_at(&text, &Definitions::none(), &Choices::defaults(), &limits).unwrap();
/// assert!(expected.ludemes.contains(&Ludeme::SitesIndex)); // `(sites Empty)` is one of its forms
/// assert!(!expected.ludemes.contains(&Ludeme::MoveHop));
/// ```
#[must_use]
pub fn expected_at(
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
    limits: &DescriptionLimits,
) -> Option<Expected> {
    if !text.contains(HOLE) {
        return None;
    }
    let mut errors = Vec::new();
    let (parts, game) = expand_description(text, definitions, choices, limits, &mut errors)?;
    if let Some((terms, expanded)) = &game {
        let game = crate::signature::Signatures::get().sort("game")?;
        let found = in_terms(terms, expanded, |_| vec![game]);
        if found.is_some() {
            return found;
        }
    }
    in_unused_definition(&parts, definitions, limits)
}

/// A definition that the game does not use has no place; its ludemes may be of any type.
fn in_unused_definition(
    parts: &Parts,
    definitions: &Definitions,
    limits: &DescriptionLimits,
) -> Option<Expected> {
    let mut bodies = parts.definitions().values().flat_map(|body| body.iter());
    let item = bodies.find(|item| has_hole(item))?;
    let mut errors = Vec::new();
    let (terms, expanded) = expand(
        item,
        parts.definitions(),
        definitions,
        limits.nodes,
        &mut errors,
    );
    let types = || (0..crate::signature::Signatures::get().types.len() as u16).map(TypeId);
    in_terms(&terms, &expanded, |kind| match kind {
        TermKind::Hole => Vec::new(),
        _ => types().collect(),
    })
}

fn has_hole(item: &Item) -> bool {
    match &item.kind {
        Kind::List(list) => list.items.iter().any(has_hole),
        Kind::Word(word) => &**word == HOLE,
        _ => false,
    }
}

/// What is expected at the holes below these terms, whose own types `root` tells.
fn in_terms(
    terms: &Terms,
    expanded: &[Arg],
    root: impl Fn(&TermKind) -> Vec<TypeId>,
) -> Option<Expected> {
    let mut paths = Vec::new();
    for arg in expanded {
        find_holes(terms, arg.term, &mut Vec::new(), &mut paths);
    }
    let mut search = Search {
        checker: Checker::new(terms),
        types: Vec::new(),
        found: Expected::default(),
    };
    for path in &paths {
        let types = root(&terms.get(path[0]).kind);
        search.descend(path, &types);
    }
    (!paths.is_empty()).then(|| search.finish())
}

/// The ways from a term to the holes below it.
fn find_holes(terms: &Terms, term: TermId, way: &mut Vec<TermId>, found: &mut Vec<Vec<TermId>>) {
    if found.len() >= MAX_HOLES {
        return;
    }
    way.push(term);
    match &terms.get(term).kind {
        TermKind::Hole => found.push(way.clone()),
        TermKind::Call(_, args) | TermKind::Array(args) => {
            for arg in args {
                find_holes(terms, arg.term, way, found);
            }
        }
        _ => {}
    }
    way.pop();
}

struct Search<'a> {
    checker: Checker<'a>,
    /// The types of the holes.
    types: Vec<TypeId>,
    found: Expected,
}

/// What an argument may be in a form.
enum Meant {
    /// A word that tells the form from others.
    Word(&'static str),
    /// A parameter's value, after a label if there is one.
    Value(Option<&'static str>, TypeId),
}

impl Search<'_> {
    /// Goes down a path whose first term has one of these types.
    fn descend(&mut self, path: &[TermId], expected: &[TypeId]) {
        let [term, rest @ ..] = path else { return };
        let Some(&next) = rest.first() else {
            add_all(&mut self.types, expected.iter().copied());
            return;
        };
        let signatures = self.checker.signatures;
        let terms = self.checker.terms;
        let mut types = Vec::new();
        match &terms.get(*term).kind {
            TermKind::Call(head, args) => {
                let Some(index) = args.iter().position(|arg| arg.term == next) else {
                    return;
                };
                let forms = forms_meant(signatures, head, expected);
                types = self.argument(args, index, &forms, rest.len() == 1);
            }
            TermKind::Array(_) => {
                let inner =
                    expected
                        .iter()
                        .filter_map(|ty| match signatures.types[usize::from(ty.0)] {
                            Type::Array(inner) => Some(inner),
                            Type::Sort("ints") => signatures.sort("int"),
                            _ => None,
                        });
                add_all(&mut types, inner);
            }
            _ => {}
        }
        self.descend(rest, &types);
    }

    /// The types that an argument may have in any of the forms: in those that the other arguments
    /// suit, or, if they suit none, in all.
    fn argument(
        &mut self,
        args: &[Arg],
        index: usize,
        forms: &[Ludeme],
        is_hole: bool,
    ) -> Vec<TypeId> {
        let mut types = Vec::new();
        for strict in [true, false] {
            let mut any = false;
            for &ludeme in forms {
                let form = self.checker.signatures.form(ludeme);
                for (part, meant) in self.meanings(args, index, form, strict) {
                    any = true;
                    if is_hole {
                        add_all(&mut self.found.call, [(ludeme, part)]);
                    }
                    match meant {
                        Meant::Word(word) if is_hole => add_all(&mut self.found.words, [word]),
                        Meant::Word(_) => {}
                        Meant::Value(Some(label), _) if is_hole && args[index].label.is_none() => {
                            add_all(&mut self.found.labels, [label]);
                        }
                        Meant::Value(_, ty) => add_all(&mut types, [ty]),
                    }
                }
            }
            if any {
                break;
            }
        }
        types
    }

    /// What one argument may be in a form, given those before it, and, if `strict`, those after it.
    fn meanings(
        &mut self,
        args: &[Arg],
        index: usize,
        form: &'static Form,
        strict: bool,
    ) -> Vec<(usize, Meant)> {
        let before = self.places_after(&args[..index], form, vec![0], strict);
        // A bracket that is not closed is no argument.
        let is_error =
            |arg: &&Arg| matches!(self.checker.terms.get(arg.term).kind, TermKind::Error);
        let after = args[index + 1..].iter().filter(|arg| !is_error(arg));
        let after: Vec<Arg> = after.cloned().collect();
        let own = args[index].label.as_ref().map(|label| &*label.name);
        let mut meanings = Vec::new();
        let mut seen = FxHashSet::default();
        for start in before {
            for (at, part) in form.parts.iter().enumerate().skip(start) {
                let optional = matches!(part, Part::Parameter(_, parameter) if parameter.optional);
                let follows = !strict
                    || !self
                        .places_after(&after, form, vec![at + 1], true)
                        .is_empty();
                if follows && seen.insert(at) {
                    match part {
                        Part::Word(word) => meanings.push((at, Meant::Word(word))),
                        Part::Parameter(_, parameter) => {
                            let all = parameter.alternatives.iter();
                            let fitting = all.filter(|one| own.is_none() || one.label == own);
                            meanings
                                .extend(fitting.map(|one| (at, Meant::Value(one.label, one.ty))));
                        }
                    }
                }
                if !optional {
                    break;
                }
            }
        }
        meanings
    }

    /// The parts of a form at which the argument after these may be looked for, if these are looked
    /// for from the parts `starts` on. An argument that suits no part is passed over unless
    /// `strict`.
    fn places_after(
        &mut self,
        args: &[Arg],
        form: &'static Form,
        starts: Vec<usize>,
        strict: bool,
    ) -> Vec<usize> {
        let mut places = starts;
        for arg in args {
            let mut next = Vec::new();
            for &start in &places {
                self.place_one(arg, form, start, strict, &mut next);
            }
            match (next.is_empty(), strict) {
                (true, true) => return next,
                (true, false) => {}
                (false, _) => places = next,
            }
        }
        places
    }

    /// Adds the part after each that the argument suits, from `start` on; or, unless `strict`, that
    /// it is probably meant for, whatever is wrong inside it.
    fn place_one(
        &mut self,
        arg: &Arg,
        form: &'static Form,
        start: usize,
        strict: bool,
        next: &mut Vec<usize>,
    ) {
        let label = arg.label.as_ref().map(|label| &*label.name);
        let terms = self.checker.terms;
        for (at, part) in form.parts.iter().enumerate().skip(start) {
            let (suits, optional) = match part {
                Part::Word(word) => {
                    let written = &terms.get(arg.term).kind;
                    let same = matches!(written, TermKind::Word(written) if **written == **word);
                    (same && label.is_none(), false)
                }
                Part::Parameter(_, parameter) => {
                    let mut same = parameter.alternatives.iter().filter(|a| a.label == label);
                    let suits = same.any(|a| {
                        self.checker.fits(arg.term, a.ty)
                            || (!strict && is_plausible(&mut self.checker, arg.term, &[a.ty]))
                    });
                    (suits, parameter.optional)
                }
            };
            if suits {
                add_all(next, [at + 1]);
            }
            // Where something is wrong, what is required may be missing.
            if !optional && strict {
                break;
            }
        }
    }

    fn finish(mut self) -> Expected {
        let signatures = self.checker.signatures;
        let found = &mut self.found;
        for ty in &self.types {
            match signatures.types[usize::from(ty.0)] {
                Type::Literal(word) => add_all(&mut found.words, [word]),
                Type::Array(_) => found.array = true,
                Type::Sort(name) => {
                    let sort = &signatures.sorts[usize::from(ty.0)];
                    found.ludemes.extend(sort.forms.values().flatten());
                    add_all(&mut found.words, sort.words.iter().copied());
                    found.int |= sort.int;
                    found.float |= sort.float;
                    found.string |= sort.string;
                    found.array |= name == "ints";
                }
            }
        }
        found.ludemes.sort_unstable();
        found.ludemes.dedup();
        self.found
    }
}

fn add_all<T: PartialEq>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
