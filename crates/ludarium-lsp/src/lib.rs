//! A language server for `.lud` descriptions.
//!
//! [`Document`] holds an open text. What an editor asks about it are functions of a document and a
//! position: [`complete`] and [`resolve`], [`hover`], [`signature_help`], [`definition`],
//! [`references`], [`rename`], [`document_symbols`], [`folding_ranges`], [`semantic_tokens`],
//! [`placeholder_hints`], [`default_hints`], [`code_actions`]; [`check`] and
//! [`check_definitions`] find the errors. [`serve`] answers a client of the
//! Language Server Protocol with them, and plays what is being written ([`live`]).

mod action;
mod capabilities;
mod check;
mod checking;
mod complete;
mod document;
mod files;
mod hint;
mod hover;
pub mod live;
mod ludeme_text;
mod missing;
mod name;
mod outline;
mod rank;
mod server;
mod session;
mod settings;
mod signature;
mod token;

pub use action::code_actions;
pub use check::{check, check_definitions, check_language, Checked};
pub use complete::{complete, resolve, Completion};
pub use document::{Cursor, Document};
pub use hint::{default_hints, placeholder_hints, HintSettings};
pub use hover::hover;
pub use name::{definition, names, references, rename, Name, NameKind, Place};
pub use outline::{document_symbols, folding_ranges};
pub use server::{serve, serve_stdio, FindGame, Surroundings};
pub use session::Session;
pub use signature::signature_help;
pub use token::{semantic_tokens, TOKEN_TYPES};
