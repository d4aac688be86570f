//! Access to the table of ludemes for tools that document the language.

use crate::enumeration::ENUMERATIONS;
use crate::signature::{Part, Signatures, ALIASES, INT_CONSTANTS, SUBTYPES};
use crate::Ludeme;

/// A part of a ludeme's form after its keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormPart {
    /// A literal word.
    Word(&'static str),
    /// An argument.
    Argument(Argument),
}

/// An argument of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, as accepted by [`Ludeme::parameter`].
    pub name: &'static str,
    /// Whether it may be omitted.
    pub optional: bool,
    /// The types it may have; any one of them.
    pub types: Vec<ArgumentType>,
}

/// One of the types that an argument may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentType {
    /// The label required before the argument: `to` in `to:Mover`.
    pub label: Option<&'static str>,
    /// The type, as patterns write it: `sites`, `{int}`.
    pub name: String,
}

impl Ludeme {
    /// The parts after the keyword, in order.
    ///
    /// ```
    /// use ludarium_lud::ludeme::FormPart;
    /// use ludarium_lud::Ludeme;
    ///
    /// let parts = Ludeme::MoveHop.parts();
    /// assert_eq!(parts[0], FormPart::Word("Hop"));
    /// let optional = |part: &&FormPart| matches!(part, FormPart::Argument(a) if a.optional);
    /// assert_eq!(parts.iter().filter(optional).count(), 5);
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

/// All enumerations: the name of each, and its words in alphabetical order.
pub fn enumerations() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    ENUMERATIONS
        .iter()
        .map(|&(name, words)| (name, words.split_whitespace().collect()))
}

/// The words of an enumeration, if there is one of this name.
#[must_use]
pub fn words_of(enumeration: &str) -> Option<Vec<&'static str>> {
    enumerations()
        .find(|(name, _)| *name == enumeration)
        .map(|(_, words)| words)
}

/// The types that are accepted where the type `wide` is expected, besides `wide` itself.
#[must_use]
pub fn narrower(wide: &str) -> &'static [&'static str] {
    SUBTYPES
        .iter()
        .find(|(name, _)| *name == wide)
        .map_or(&[], |(_, narrow)| narrow)
}

/// The words that denote numbers, such as `Infinity`.
#[must_use]
pub fn number_words() -> &'static [&'static str] {
    INT_CONSTANTS
}

/// Alternative spellings of keywords: pairs of the alternative and the keyword.
#[must_use]
pub fn aliases() -> &'static [(&'static str, &'static str)] {
    ALIASES
}
