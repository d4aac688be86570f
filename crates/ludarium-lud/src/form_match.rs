//! How well arguments suit the forms of a ludeme that none of them fits: which form is meant, and
//! what keeps the arguments from fitting it.

use crate::check::Checker;
use crate::expand::{Arg, TermId, TermKind};
use crate::explain::{forms_of, inner_type, keywords_of, list};
use crate::nearest::nearest;
use crate::signature::{Form, Parameter, Part, TypeId};
use crate::Ludeme;

/// The form that the arguments suit best.
pub(crate) fn best_match(
    checker: &mut Checker,
    args: &[Arg],
    forms: &[Ludeme],
) -> Option<(Ludeme, FormMatch)> {
    let mut best: Option<(Ludeme, FormMatch)> = None;
    for &form in forms {
        let attempt = try_form(checker, args, form);
        let is_better = |best: &(Ludeme, FormMatch)| attempt.rank() > best.1.rank();
        if best.as_ref().is_none_or(is_better) {
            best = Some((form, attempt));
        }
    }
    best
}

/// The result of matching arguments greedily against a form.
pub(crate) struct FormMatch {
    /// How well the arguments suit the form; higher is better.
    pub score: usize,
    /// The number of arguments that the form requires and that are there.
    pub required: usize,
    pub mismatches: Vec<Mismatch>,
    /// For each argument the part of the form that it fits, or is meant for.
    pub places: Vec<Option<usize>>,
}

impl FormMatch {
    /// Forms are compared by their score; of those that suit equally well, the one with the most
    /// required arguments is probably meant: `(rules (play ...))` lacks its end, not its phases.
    fn rank(&self) -> (usize, usize) {
        (self.score, self.required)
    }
}

pub(crate) enum Mismatch {
    /// An argument that fits none of the parameters it could be meant for.
    Argument { term: TermId, expected: Vec<TypeId> },
    /// A required part is missing before an argument that suits a later one.
    MissingBefore { arg: usize, wanted: String },
    /// A label that the form does not have.
    Label { arg: usize },
    /// An argument that stands after one that it should stand before.
    Order { arg: usize },
    /// A required part is missing; `None` if the arguments fit singly but not together.
    Missing { wanted: Option<String> },
}

/// Scores of an argument: it fits; it has a plausible type with an error inside; it is a word that
/// distinguishes forms of the same keyword.
const FITS: usize = 4;
const PLAUSIBLE: usize = 2;
const DISTINGUISHING_WORD: usize = 12;

/// Whether the term was probably meant to have one of the types.
pub(crate) fn is_plausible(checker: &mut Checker, term: TermId, types: &[TypeId]) -> bool {
    match &checker.terms.get(term).kind {
        // An unknown keyword may stand for any ludeme that is expected here.
        TermKind::Call(head, _) if !checker.signatures.keywords.contains_key(&**head) => {
            nearest(head, keywords_of(checker.signatures, types)).is_some()
        }
        TermKind::Call(head, _) => !forms_of(checker.signatures, head, types).is_empty(),
        TermKind::Array(items) => inner_type(checker, items, types).is_some(),
        _ => false,
    }
}

fn try_form(checker: &mut Checker, args: &[Arg], ludeme: Ludeme) -> FormMatch {
    let form = checker.signatures.form(ludeme);
    let mut attempt = FormMatch {
        score: 0,
        required: 0,
        mismatches: Vec::new(),
        places: vec![None; args.len()],
    };
    let mut taken = vec![false; form.parts.len()];
    try_labels(checker, args, form, &mut taken, &mut attempt);
    let mut at = 0;
    let mut misfits = 0;
    for (number, arg) in args.iter().enumerate() {
        if arg.label.is_some() {
            continue;
        }
        let mut expected = Vec::new();
        // The first part that the argument fits, or else the first it may be meant for.
        let mut fitting = None;
        let mut meant = None;
        for (next, part) in form.parts.iter().enumerate().skip(at) {
            if taken[next] {
                continue;
            }
            match part {
                Part::Word(word) => {
                    if matches!(&checker.terms.get(arg.term).kind, TermKind::Word(w) if **w == **word)
                    {
                        fitting = Some((next, DISTINGUISHING_WORD));
                    }
                    break;
                }
                Part::Parameter(_, parameter) => {
                    let unlabelled = parameter.alternatives.iter().filter(|a| a.label.is_none());
                    let types: Vec<TypeId> = unlabelled.map(|a| a.ty).collect();
                    if types.iter().any(|&ty| checker.fits(arg.term, ty)) {
                        let word = matches!(checker.terms.get(arg.term).kind, TermKind::Word(_));
                        fitting = Some((
                            next,
                            if word && next == 0 {
                                DISTINGUISHING_WORD
                            } else {
                                FITS
                            },
                        ));
                        break;
                    }
                    if meant.is_none() && is_plausible(checker, arg.term, &types) {
                        meant = Some((next, types.clone()));
                    }
                    expected.extend(types);
                    if !parameter.optional {
                        break;
                    }
                }
            }
        }
        let mut required = None;
        if fitting.is_none() && meant.is_none() && misfits == 0 {
            required = behind_required(checker, arg, form, at, &taken);
        }
        match (fitting, meant) {
            _ if required.is_some() => {
                let Some((place, wanted)) = required else {
                    continue;
                };
                attempt.score += PLAUSIBLE;
                let missing = Mismatch::MissingBefore {
                    arg: number,
                    wanted,
                };
                attempt.mismatches.push(missing);
                attempt.places[number] = Some(place);
                at = place + 1;
            }
            (Some((place, score)), _) => {
                // What follows an argument that does not fit may be meant for a later place.
                attempt.score += if misfits == 0 { score } else { 0 };
                attempt.places[number] = Some(place);
                at = place + 1;
            }
            (None, Some((place, types))) => {
                attempt.score += if misfits == 0 { PLAUSIBLE } else { 0 };
                attempt.mismatches.push(Mismatch::Argument {
                    term: arg.term,
                    expected: types,
                });
                attempt.places[number] = Some(place);
                at = place + 1;
            }
            (None, None) if misfits == 0 => {
                misfits += 1;
                attempt.mismatches.push(Mismatch::Argument {
                    term: arg.term,
                    expected,
                });
            }
            // One argument too many or too few shifts all that follow.
            (None, None) => misfits += 1,
        }
    }
    if attempt.mismatches.is_empty() {
        let places = attempt
            .places
            .iter()
            .enumerate()
            .filter_map(|(n, &at)| Some((n, at?)));
        let places: Vec<(usize, usize)> = places.collect();
        let late = places.windows(2).find(|pair| pair[0].1 > pair[1].1);
        attempt.mismatches.push(match late {
            Some(pair) => Mismatch::Order { arg: pair[1].0 },
            None => Mismatch::Missing {
                wanted: missing(checker, form, &taken, at),
            },
        });
    }
    let places = attempt.places.iter().flatten();
    let required = |&&at: &&usize| {
        let part = &form.parts[at];
        matches!(part, Part::Parameter(_, parameter) if !parameter.optional)
    };
    attempt.required = places.filter(required).count();
    attempt
}

/// The part that an argument suits behind required ones that are missing, and these.
fn behind_required(
    checker: &mut Checker,
    arg: &Arg,
    form: &'static Form,
    at: usize,
    taken: &[bool],
) -> Option<(usize, String)> {
    if !matches!(checker.terms.get(arg.term).kind, TermKind::Call(..)) {
        return None;
    }
    let mut wanted = Vec::new();
    for (next, part) in form.parts.iter().enumerate().skip(at) {
        let Part::Parameter(_, parameter) = part else {
            return None;
        };
        let unlabelled = parameter.alternatives.iter().filter(|a| a.label.is_none());
        let types: Vec<TypeId> = unlabelled.map(|a| a.ty).collect();
        let suits = types.iter().any(|&ty| checker.fits(arg.term, ty))
            || is_plausible(checker, arg.term, &types);
        if suits && !wanted.is_empty() {
            return Some((next, wanted.join(" and ")));
        }
        if !parameter.optional && !taken[next] {
            // Nobody forgets the word that tells the form from others.
            let sorts = types
                .iter()
                .map(|ty| &checker.signatures.sorts[usize::from(ty.0)]);
            if next == 0
                && sorts
                    .clone()
                    .all(|sort| sort.forms.is_empty() && !sort.string)
            {
                return None;
            }
            wanted.push(described(checker, parameter));
        }
    }
    None
}

/// Finds the places of the arguments with labels.
fn try_labels(
    checker: &mut Checker,
    args: &[Arg],
    form: &'static Form,
    taken: &mut [bool],
    attempt: &mut FormMatch,
) {
    for (number, arg) in args.iter().enumerate() {
        let Some(label) = &arg.label else { continue };
        let mut expected = Vec::new();
        let mut fits = false;
        for (at, part) in form.parts.iter().enumerate() {
            let Part::Parameter(_, parameter) = part else {
                continue;
            };
            let same = parameter
                .alternatives
                .iter()
                .filter(|a| a.label == Some(&*label.name));
            let types: Vec<TypeId> = same.map(|a| a.ty).collect();
            if types.is_empty() || taken[at] {
                continue;
            }
            taken[at] = true;
            attempt.places[number] = Some(at);
            fits = types.iter().any(|&ty| checker.fits(arg.term, ty));
            expected = types;
            break;
        }
        if fits {
            attempt.score += FITS;
        } else if expected.is_empty() {
            attempt.mismatches.push(Mismatch::Label { arg: number });
        } else {
            attempt.score += PLAUSIBLE;
            attempt.mismatches.push(Mismatch::Argument {
                term: arg.term,
                expected,
            });
        }
    }
}

/// The first required part that is missing.
fn missing(checker: &Checker, form: &'static Form, taken: &[bool], at: usize) -> Option<String> {
    let left = form
        .parts
        .iter()
        .zip(taken)
        .skip(at)
        .filter(|(_, taken)| !**taken);
    left.map(|(part, _)| part).find_map(|part| match part {
        Part::Word(word) => Some(format!("`{word}`")),
        Part::Parameter(_, parameter) if !parameter.optional => Some(described(checker, parameter)),
        Part::Parameter(..) => None,
    })
}

/// What a parameter takes.
fn described(checker: &Checker, parameter: &Parameter) -> String {
    list(parameter.alternatives.iter().map(|a| match a.label {
        Some(label) => format!("{label}:{}", checker.signatures.describe(a.ty)),
        None => checker.signatures.describe(a.ty),
    }))
}
