//! All integration tests of this crate in one program: linking costs more than most of them take.

mod book;
mod printed;
mod properties;
mod remarks;
mod searches;
mod squares;
mod tours;
