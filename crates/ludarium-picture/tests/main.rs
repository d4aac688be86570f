//! All integration tests of this crate in one program: linking costs more than most of them take.

mod boards;
mod live;
mod mobility;
mod pictures;
mod pieces;
