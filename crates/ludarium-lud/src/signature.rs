//! The table of ludemes, parsed once into a form that the checker can search.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::enumeration::ENUMERATIONS;
use crate::ludeme::{Row, ROWS};
use crate::Ludeme;

/// Index of a type in [`Signatures::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeId(pub u16);

/// A type that an argument may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    /// A named type: ludemes of some sorts, literals, words.
    Sort(&'static str),
    /// One literal word.
    Literal(&'static str),
    /// An array `{ ... }` of a type.
    Array(TypeId),
}

/// The terms that a named type accepts.
#[derive(Debug, Default)]
pub(crate) struct Sort {
    /// The forms it accepts, by keyword, in table order.
    pub forms: FxHashMap<&'static str, Vec<Ludeme>>,
    /// The words it accepts.
    pub words: Vec<&'static str>,
    pub int: bool,
    pub float: bool,
    pub string: bool,
}

/// One form: keyword, then parts.
#[derive(Debug)]
pub(crate) struct Form {
    pub keyword: &'static str,
    pub parts: Vec<Part>,
    /// The number of parameters.
    pub parameters: usize,
}

/// A part of a form after its keyword.
#[derive(Debug)]
pub(crate) enum Part {
    /// A literal word.
    Word(&'static str),
    /// A parameter, with its index.
    Parameter(usize, Parameter),
}

/// A parameter of a form.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub optional: bool,
    pub alternatives: Vec<Alternative>,
}

/// One of the types that a parameter may have, with the label it then requires.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub label: Option<&'static str>,
    pub ty: TypeId,
}

/// The whole table.
pub(crate) struct Signatures {
    pub forms: Vec<Form>,
    pub types: Vec<Type>,
    /// Parallel to `types`; empty for literals and arrays.
    pub sorts: Vec<Sort>,
    /// All keywords, each with the sorts of its forms.
    pub keywords: FxHashMap<&'static str, Vec<&'static str>>,
    /// All words of all enumerations.
    pub words: FxHashMap<&'static str, &'static str>,
    numbers: FxHashMap<Type, TypeId>,
}

/// Words that denote numbers wherever a number is expected.
pub(crate) const INT_CONSTANTS: &[&str] = &["End", "Infinity", "Off", "Undefined"];

/// Alternative spellings of keywords: the operators have spelt-out names.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("mul", "*"),
    ("pow", "^"),
    ("mod", "%"),
    ("div", "/"),
    ("sub", "-"),
    ("equals", "="),
    ("notEqual", "!="),
];

/// The sorts of ludemes and the enumerations that a type accepts besides those of its own name.
pub(crate) const SUBTYPES: &[(&str, &[&str])] = &[
    ("moves", &["decision", "effect", "operator", "apply"]),
    ("nonDecision", &["effect", "operator"]),
    ("item", &["board"]),
    ("ints", &["rotations"]),
    ("direction", &["absoluteDirection", "relativeDirection"]),
    (
        "directionFacing",
        &[
            "compassDirection",
            "rotationalDirection",
            "spatialDirection",
        ],
    ),
    ("trackStep", &["int", "compassDirection"]),
];

impl Signatures {
    /// The table, built at the first call.
    pub(crate) fn get() -> &'static Signatures {
        static SIGNATURES: OnceLock<Signatures> = OnceLock::new();
        SIGNATURES.get_or_init(Signatures::read)
    }

    /// The form of a ludeme.
    pub(crate) fn form(&self, ludeme: Ludeme) -> &Form {
        &self.forms[ludeme as usize]
    }

    /// The index of a named type, if any form uses it.
    pub(crate) fn sort(&self, name: &'static str) -> Option<TypeId> {
        self.numbers.get(&Type::Sort(name)).copied()
    }

    fn read() -> Signatures {
        let mut signatures = Signatures {
            forms: Vec::with_capacity(ROWS.len()),
            types: Vec::new(),
            sorts: Vec::new(),
            keywords: FxHashMap::default(),
            words: FxHashMap::default(),
            numbers: FxHashMap::default(),
        };
        // No form uses this type.
        signatures.intern(Type::Sort("game"));
        for row in ROWS {
            let form = signatures.read_form(row.pattern);
            let sorts = signatures.keywords.entry(form.keyword).or_default();
            if !sorts.contains(&row.sort) {
                sorts.push(row.sort);
            }
            signatures.forms.push(form);
        }
        for (alias, keyword) in ALIASES {
            if let Some(sorts) = signatures.keywords.get(keyword).cloned() {
                signatures.keywords.insert(alias, sorts);
            }
        }
        for (_, words) in ENUMERATIONS {
            for word in words.split_whitespace() {
                signatures.words.insert(word, word);
            }
        }
        for &word in INT_CONSTANTS.iter().chain(&["True", "False"]) {
            signatures.words.insert(word, word);
        }
        signatures.sorts = signatures
            .types
            .iter()
            .map(|ty| signatures.read_sort(ty))
            .collect();
        signatures
    }

    fn intern(&mut self, ty: Type) -> TypeId {
        let next = TypeId(self.types.len() as u16);
        *self.numbers.entry(ty.clone()).or_insert_with(|| {
            self.types.push(ty);
            next
        })
    }

    fn read_sort(&self, ty: &Type) -> Sort {
        let mut sort = Sort::default();
        let Type::Sort(name) = *ty else { return sort };
        let mut names = vec![name];
        names.extend(
            SUBTYPES
                .iter()
                .filter(|(wide, _)| *wide == name)
                .flat_map(|(_, narrow)| narrow.iter()),
        );
        for Row {
            ludeme, sort: of, ..
        } in ROWS
        {
            if names.contains(of) {
                sort.forms
                    .entry(self.form(*ludeme).keyword)
                    .or_default()
                    .push(*ludeme);
            }
        }
        for (alias, keyword) in ALIASES {
            if let Some(forms) = sort.forms.get(keyword).cloned() {
                sort.forms.insert(alias, forms);
            }
        }
        for (enumeration, words) in ENUMERATIONS {
            if names.contains(enumeration) {
                sort.words.extend(words.split_whitespace());
            }
        }
        if names.contains(&"int") {
            sort.words.extend(INT_CONSTANTS);
        }
        if names.contains(&"boolean") {
            sort.words.extend(["True", "False"]);
        }
        sort.int = ["int", "dim", "float"]
            .iter()
            .any(|number| names.contains(number));
        sort.float = names.contains(&"float");
        sort.string = names.contains(&"string");
        sort
    }

    fn read_form(&mut self, pattern: &'static str) -> Form {
        let (keyword, mut rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
        let mut parts = Vec::new();
        let mut parameters: Vec<String> = Vec::new();
        while !rest.is_empty() {
            let (part, after) = next_part(rest);
            rest = after.trim_start();
            let (inner, optional) = match part.as_bytes()[0] {
                b'[' => (&part[1..part.len() - 1], true),
                b'(' => (&part[1..part.len() - 1], false),
                b if b.is_ascii_uppercase() => {
                    parts.push(Part::Word(part));
                    continue;
                }
                _ => (part, false),
            };
            let mut alternatives = Vec::new();
            let mut name = None;
            let mut inner = inner.trim();
            while !inner.is_empty() {
                let (one, after) = next_part(inner);
                inner = after.trim_start().trim_start_matches('|').trim_start();
                let (label, ty) = match one.split_once(':') {
                    Some((label, ty)) => (Some(label), ty),
                    None => (None, one),
                };
                name.get_or_insert_with(|| label.map_or_else(|| type_name(ty), str::to_string));
                alternatives.push(Alternative {
                    label,
                    ty: self.read_type(ty),
                });
            }
            let mut name = name.unwrap_or_default();
            let same = parameters.iter().filter(|other| **other == name).count();
            parameters.push(name.clone());
            if same > 0 {
                name = format!("{name}{}", same + 1);
            }
            parts.push(Part::Parameter(
                parameters.len() - 1,
                Parameter {
                    name,
                    optional,
                    alternatives,
                },
            ));
        }
        Form {
            keyword,
            parts,
            parameters: parameters.len(),
        }
    }

    fn read_type(&mut self, text: &'static str) -> TypeId {
        if let Some(inner) = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'))
        {
            let inner = self.read_type(inner);
            return self.intern(Type::Array(inner));
        }
        match text.as_bytes().first() {
            Some(b) if b.is_ascii_uppercase() => self.intern(Type::Literal(text)),
            _ => self.intern(Type::Sort(text)),
        }
    }

    /// The name of a type in messages.
    pub(crate) fn describe(&self, ty: TypeId) -> String {
        match &self.types[usize::from(ty.0)] {
            Type::Sort(name) => (*name).to_string(),
            Type::Literal(word) => format!("`{word}`"),
            Type::Array(inner) => format!("{{{}}}", self.describe(*inner)),
        }
    }
}

/// The name of a parameter without a label: its type, with an `s` for each array level.
fn type_name(ty: &str) -> String {
    let levels = ty.bytes().take_while(|&b| b == b'{').count();
    format!("{}{}", &ty[levels..ty.len() - levels], "s".repeat(levels))
}

/// Splits off the first part of a pattern: up to a space outside all brackets.
fn next_part(pattern: &'static str) -> (&'static str, &'static str) {
    let mut depth = 0usize;
    for (at, byte) in pattern.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => return (&pattern[..at], &pattern[at..]),
            _ => {}
        }
    }
    (pattern, "")
}

impl Ludeme {
    /// The index of the parameter called `name`: its label, or the type of its first alternative
    /// with an `s` for each array level; further parameters of the same name are numbered from 2.
    #[must_use]
    pub fn parameter(self, name: &str) -> Option<usize> {
        Signatures::get()
            .form(self)
            .parts
            .iter()
            .find_map(|part| match part {
                Part::Parameter(index, parameter) if parameter.name == name => Some(*index),
                _ => None,
            })
    }

    /// The names of the parameters, in order.
    #[must_use]
    pub fn parameters(self) -> Vec<&'static str> {
        let parts = Signatures::get().form(self).parts.iter();
        parts
            .filter_map(|part| match part {
                Part::Parameter(_, parameter) => Some(parameter.name.as_str()),
                Part::Word(_) => None,
            })
            .collect()
    }

    /// The keyword of the ludeme.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        Signatures::get().form(self).keyword
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_a_form_mentions_admits_something() {
        let signatures = Signatures::get();
        for (ty, sort) in signatures.types.iter().zip(&signatures.sorts) {
            let Type::Sort(name) = ty else { continue };
            let admits_literals = sort.int || sort.float || sort.string;
            let admits = admits_literals || !sort.words.is_empty() || !sort.forms.is_empty();
            assert!(admits, "nothing is a {name}");
        }
    }
}
