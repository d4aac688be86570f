//! All integration tests of this crate in one program: linking costs more than most of them take.

mod castling;
mod claims;
mod endgames;
mod endings;
mod examples;
mod formats;
mod matches;
mod positions;
mod printed;
mod round_trip;
mod squares;
mod text_boards;
