//! All integration tests of this crate in one program: linking costs more than most of them take.

mod checked_play;
mod encoding;
mod examples;
mod network;
