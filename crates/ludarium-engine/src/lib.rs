//! The engine: compiles a checked description and plays its game.
//!
//! A description becomes a [`Game`]: the compiled rules, immutable, shared by all its users. A game
//! creates [`State`]s; a [`Move`] leads from one state to the next.
//!
//! ```
//! use ludarium_engine::{Game, SplitMix64};
//! use ludarium_lud::{Choices, Definitions};
//!
//! let text = r#"
//!     (game "Line of Three"
//!         (players 2)
//!         (equipment { (board (square 3)) (piece "Mark" Each) })
//!         (rules
//!             (play (move Add (to (sites Empty))))
//!             (end (if (is Line 3) (result Mover Win)))))"#;
//! let choices = Choices::defaults();
//! let description = ludarium_lud::load("three.lud", text, &Definitions::none(), &choices)?;
//! let game = Game::compile(&description)?;
//!
//! // The generator supplies the random part of the start; this game has none.
//! let mut chance = SplitMix64::new(1);
//! let mut state = game.start(&mut chance);
//! let mut moves = Vec::new();
//! game.legal(&mut state, &mut moves);
//! assert_eq!(moves.len(), 9);
//!
//! // Undo restores the state before the move.
//! let before = state.clone();
//! let mark = game.apply_marked(&mut state, moves[4], &mut chance);
//! assert_ne!(state.hash(), before.hash());
//! state.undo(mark);
//! assert!(state == before && state.hash() == before.hash());
//!
//! // The elementary actions of a move, without making it.
//! let told = game.explain(&mut state, moves[4], &mut chance);
//! assert!(matches!(told[0], ludarium_engine::Action::Add { at, .. } if at.site == 4));
//! assert!(state == before);
//!
//! // The middle row against the bottom left: the first player gets three in a line and wins.
//! for site in [4, 0, 3, 1, 5] {
//!     game.legal(&mut state, &mut moves);
//!     let mv = moves.iter().find(|mv| mv.target() == site).unwrap();
//!     game.apply(&mut state, *mv, &mut chance);
//! }
//! let outcome = game.outcome(&state).unwrap();
//! assert_eq!((outcome.winner, &outcome.ranks[1..]), (1, &[1.0, 2.0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | there is |
//! |---|---|
//! | list the legal moves, only the captures, or draw one at random | [`Game::legal_moves`], [`Game::legal`], [`Game::legal_captures`], [`Game::sample`] |
//! | make a move from outside, which may be illegal | [`Game::play`] |
//! | make a legal move, take it back | [`Game::apply`], [`Game::apply_marked`], [`State::undo`] |
//! | make a move and list those that follow, faster | [`Game::apply_and_list`] |
//! | tell what a move does | [`Game::explain`] |
//! | tell why a move is legal or not, condition by condition | [`trace::Tracer`] |
//! | throw dice, or go through all throws | [`SplitMix64`], [`ChanceOutcomes`], [`Game::branches`] |
//! | know what a player may know | [`Game::view`] |
//! | follow what a position remembers besides its pieces | [`Game::watch`] |
//! | know who has won | [`Game::outcome`] |
//! | play games at random, one after the other | [`Game::playout`], [`Rollouts`] |
//! | step many games together | [`Batch`] |
//! | know which optimised ways of playing apply, and why others do not | [`fast_paths::FastPaths`] |
//! | read the constraints of a deduction puzzle | [`Game::puzzle`] |
//! | set up a position | [`Game::set_up`] |
//! | keep a position or a move, or send it | [`State::to_bytes`], [`Game::state_from_bytes`], [`Move::to_bytes`] |
//! | list pseudo-legal moves and test them one by one, in a search | [`Game::pseudo_legal`], [`Game::is_legal`] |
//! | make a null move in a search | [`Game::null_move`] |
//!
//! The feature `serde` implements `Serialize` for [`Move`], [`State`] and [`Outcome`], and
//! `Deserialize` for [`Move`] and [`Outcome`]; a [`State`] is deserialized with its game, which is
//! a `DeserializeSeed`.
//!
//! No description causes a panic or unbounded work: a game that exceeds its [`ResourceLimits`] ends
//! with a [`Fault`].

pub mod action;
mod batch;
pub mod chance;
mod chance_outcomes;
mod check;
mod checked;
mod compile;
mod decided;
mod eval;
mod fast;
pub mod fast_paths;
mod final_values;
pub mod game;
mod ir;
mod layout;
pub mod limit;
mod movement_pattern;
mod mv;
mod null_move;
mod outcome;
mod perft;
mod places;
mod play;
mod position_hash;
mod probability;
mod pseudo_legal;
pub mod puzzle;
mod reply;
mod rollout;
#[cfg(feature = "serde")]
mod serialize;
mod series;
mod set;
mod start;
pub mod state;
pub mod trace;
mod variables;
mod view;
pub mod watch;

pub use action::{Action, Hidden, Place};
pub use batch::{BadChoice, Batch, Ended};
pub use chance::{Chance, SplitMix64};
pub use chance_outcomes::ChanceOutcomes;
pub use check::Findings;
pub use checked::IllegalMove;
pub use game::{Component, Features, Game, TurnLimits};
pub use layout::{type_index, Container, ContainerKind, Layout};
pub use limit::{BoardLimits, Fault, ResourceLimits};
pub use movement_pattern::{MovementPattern, PathCondition};
pub use mv::Move;
pub use outcome::Outcome;
pub use perft::{LongTurn, PerftError, PerftUnit, PerftWatch};
pub use play::SetUp;
pub use probability::Probability;
pub use rollout::{Rollout, RolloutDifference, Rollouts};
pub use set::SiteSet;
pub use state::{Mark, Piece, State, StateBytesError};
pub use view::{Seen, View};
