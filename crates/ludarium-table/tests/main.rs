//! All integration tests of this crate in one program: linking costs more than most of them take.

mod every_game;
mod table;
