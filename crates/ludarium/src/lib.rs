//! Ludarium: an open general game system for the board games of history.
//!
//! This is the one crate to depend on. It loads a built-in game or a description of your own, lists
//! and checks moves, reads and writes them as text, plays at random, searches for a good move and
//! prints the board:
//!
//! ```
#![doc = include_str!("../examples/play.rs")]
//! ```
//!
//! | to | use |
//! |---|---|
//! | load a built-in game, or rules in ludemes | [`Game::builtin`], [`Game::from_lud`] |
//! | choose how a doubtful rule is read | [`Game::with`], [`Game::readings`] |
//! | list, check and make moves | [`Position::legal_moves`], [`Position::play`] |
//! | read and write moves and positions | [`Position::play_text`], [`Position::notation`], [`Game::position`] |
//! | let the computer choose | [`Mcts`], [`Player`] |
//! | play at random | [`Position::random_playout`] |
//! | train on positions and moves as numbers, many games at once | [`encoding`], [`Batch`] |
//! | keep a position | [`Position::to_bytes`], [`Game::position_from_bytes`] |
//!
//! The crates below it hold the rest, and are re-exported under their short names: [`lud`] (the
//! language), [`board`] (graphs), [`engine`] (rules, states, undo, perft, hidden information),
//! [`agents`] (search and solvers), [`games`] (rules, sources, evidence), [`picture`] (SVG) and
//! [`notation`] (FEN, records, saved games). Nothing here prints, reads a clock or touches a file.

/// The chapter of the book on embedding the engine, whose examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/embedding.md")]
struct Embedding;

mod batch;
pub mod encoding;
mod error;
mod game;
mod lud_text;
pub mod network;
mod player;
mod position;
pub mod stored;
pub mod thought;

pub use batch::{AutoReset, Batch, BatchError, BatchOptions, Outputs};
pub use error::{Error, Result};
pub use game::{Game, Reading};
pub use lud_text::LudText;
pub use ludarium_agents::{AgentSpec, Budget};
pub use ludarium_engine::{Move, Outcome, Rollout};
pub use ludarium_games::LoadLimits;
pub use player::{Mcts, Player};
pub use position::Position;

pub use ludarium_agents as agents;
pub use ludarium_board as board;
pub use ludarium_engine as engine;
pub use ludarium_games as games;
pub use ludarium_lud as lud;
pub use ludarium_notation as notation;
pub use ludarium_picture as picture;
