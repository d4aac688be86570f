//! The `.lud` language: from source text to a checked description.
//!
//! The stages, each with its own type, are: text -> syntax tree -> expanded tree -> checked
//! [`Node`]. [`load`] runs them all; [`format`](fn@format) formats text. This crate does not know
//! what a ludeme *does*: the table in [`ludeme`] describes only its syntax and its type.

mod check;
mod choice;
mod definition;
mod enumeration;
mod expand;
mod expected;
mod explain;
mod form;
mod form_match;
mod format;
mod indentation;
mod lexer;
mod limits;
mod load;
pub mod ludeme;
mod meant;
mod nearest;
pub mod node;
mod option;
mod parse;
mod partial;
#[cfg(test)]
mod properties;
mod signature;
mod source;
pub mod span;
pub mod syntax;
mod text;
mod tree;

pub use choice::{Choices, OptionGroup, OptionItem, Ruleset};
pub use definition::Definitions;
pub use expected::{expected_at, Expected, HOLE};
pub use format::{format, format_checked};
pub use limits::DescriptionLimits;
pub use load::{check, load, load_with_limits, rulesets, Description};
pub use ludeme::Ludeme;
pub use nearest::nearest;
pub use node::{same_meaning, Call, Node, Value};
pub use source::{Errors, Source, Sources};
pub use span::{Diagnostic, FileId, Span};
