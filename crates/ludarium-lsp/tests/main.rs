//! All integration tests of this crate in one program: linking costs more than most of them take.

mod client;
mod completion;
mod edits;
#[path = "../../ludarium-lud/tests/reading/mod.rs"]
mod reading;
mod service;
mod session;
