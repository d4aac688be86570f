//! The table of ludemes taken apart, for those who describe the language.

use crate::enumeration::ENUMERATIONS;
use crate::signature::{Part, Signatures, ALIASES, INT_CONSTANTS, SUBTYPES};
use crate::Ludeme;

/// A part of a ludeme's form after its keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormPart {
    /// A word that stands as it is written.
    Word(&'static str),
    /// An argument.
    Argument(Argument),
}

/// An argument of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, as [`Ludeme::parameter`] knows it.
    pub name: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it may be: one of these.
    pub types: Vec<ArgumentType>,
}

/// One of the types that an argument may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentType {
    /// The label that must stand before it: `to` in `to:Mover`.
    pub label: Option<&'static str>,
    /// The type, as patterns write it: `sites`, `{int}`.
    pub name: String,
}

impl Ludeme {
    /// What follows the keyword, in order.
    ///
    /// ```
    /// use ludarium_lud::ludeme::FormPart;
    /// use ludarium_lud::Ludeme;
    ///
    /// let parts = Ludeme::MoveHop.parts();
    /// assert_eq!(parts[0], FormPart::Word("Hop"));
    /// let optional = |part: &FormPart| matches!(part, FormPart::Argument(argument) if argument.optional);
    /// assert_eq!(parts.iter().filter(|part| optional(part)).count(), 5);
    /// ```
    #[must_use]
    pub fn parts(self) -> Vec<FormPart> {
        let signatures = Signatures::get();
        let part = |part: &'static Part| match part {
            Part::Word(word) => FormPart::Word(word),
            Part::Parameter(_, parameter) => FormPart::Argument(Argument {
                name: &parameter.name,
                optional: parameter.optional,
                types: parameter
                    .alternatives
                    .iter()
                    .map(|alternative| ArgumentType {
                        label: alternative.label,
                        name: signatures.describe(alternative.ty).replace('`', ""),
                    })
                    .collect(),
            }),
        };
        signatures.form(self).parts.iter().map(part).collect()
    }
}

/// The enumerations: the name of each type of words, and its words in alphabetical order.
pub fn enumerations() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    ENUMERATIONS
        .iter()
        .map(|&(name, words)| (name, words.split_whitespace().collect()))
}

/// The words of a type of words, if it is one.
#[must_use]
pub fn words_of(enumeration: &str) -> Option<Vec<&'static str>> {
    enumerations()
        .find(|(name, _)| *name == enumeration)
        .map(|(_, words)| words)
}

/// The types that may stand where this one is asked for, besides itself.
#[must_use]
pub fn narrower(wide: &str) -> &'static [&'static str] {
    SUBTYPES
        .iter()
        .find(|(name, _)| *name == wide)
        .map_or(&[], |(_, narrow)| narrow)
}

/// The words that stand for numbers.
#[must_use]
pub fn number_words() -> &'static [&'static str] {
    INT_CONSTANTS
}

/// Other names of keywords: the other name, then the keyword.
#[must_use]
pub fn aliases() -> &'static [(&'static str, &'static str)] {
    ALIASES
}
