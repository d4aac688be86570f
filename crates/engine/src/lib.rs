//! The engine: from a checked description to legal moves, and on to the end of the game.

pub mod action;
pub mod chance;
mod compile;
mod eval;
pub mod game;
pub mod ir;
pub mod layout;
mod mv;
mod outcome;
mod places;
mod play;
pub mod set;
mod start;
pub mod state;

pub use action::{Action, Hidden, Place};
pub use chance::{Chance, SplitMix64};
pub use game::{Component, Game};
pub use layout::{Container, ContainerKind, Layout};
pub use mv::Move;
pub use outcome::Outcome;
pub use play::SetUp;
pub use state::{Mark, Piece, State};
