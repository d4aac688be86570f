//! All integration tests of this crate in one program: linking costs more than most of them take.

mod agents;
mod chess_pieces;
#[path = "../../ludarium-engine/tests/described/mod.rs"]
mod described;
mod everywhere;
mod inline_games;
mod proof_search;
mod puzzles;
#[path = "../../ludarium-lud/tests/reading/mod.rs"]
mod reading;
mod retrograde;
mod small;
mod training;
mod tree_reuse;
