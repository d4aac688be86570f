//! All integration tests of this crate in one program: linking costs more than most of them take.

mod boards;
mod borders;
mod corpus;
mod described;
mod element_counts;
#[path = "../../ludarium-lud/tests/reading/mod.rs"]
mod reading;
mod shapes;
