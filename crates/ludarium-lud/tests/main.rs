//! All integration tests of this crate in one program: linking costs more than most of them take.

mod corpus;
mod expansion;
mod hints;
mod layout;
mod reading;
mod table;
mod texts;
