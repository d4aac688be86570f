//! Engine protocols for the games of Ludarium: as an engine behind a third-party GUI, and as a GUI
//! in front of a third-party engine.
//!
//! - [`EngineSession::run`] answers a GUI that speaks XBoard (CECP), UCI, USI or UCCI, from any
//!   reader to any writer, with a clock that the caller passes in.
//! - [`ProtocolNotation`] writes and reads moves and positions as these protocols do.
//! - [`ExternalEngine`] plays with an engine that speaks CECP, [`GnuBackgammon`] with GNU
//!   Backgammon.
//!
//! Only [`EngineProcess`], and with it [`ExternalEngine`] and [`GnuBackgammon`], starts processes
//! and threads and reads the system's clock; everything else works where neither exists.
//!
//! ```
//! use std::time::Duration;
//!
//! use ludarium_agents::evaluation::{Effort, Evaluation};
//! use ludarium_protocols::{EnginePlayer, EngineSession, Protocol, ProtocolGame};
//!
//! let entry = ludarium_games::find("modern-chess")?;
//! let loaded = ludarium_games::load(entry, &[])?;
//! let game = ProtocolGame {
//!     loaded: &loaded,
//!     about: Some(&entry.about),
//!     name: "modern-chess",
//! };
//! let player = EnginePlayer {
//!     kind: "random".parse()?,
//!     seed: 1,
//!     learn: Box::new(|| Evaluation::learn(&loaded.game, 1, Effort::USUAL)),
//! };
//! let clock = || Duration::ZERO;
//! let session = EngineSession::new(game, Protocol::Uci, player, clock)?;
//! let mut output = Vec::new();
//! let input = "uci\nposition startpos moves e2e4\ngo nodes 10\nquit\n";
//! session.run(input.as_bytes(), &mut output)?;
//! assert!(String::from_utf8(output)?.contains("bestmove"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod centipawns;
mod error;
mod external_engine;
mod game;
mod gnubg;
mod notation;
mod process;
mod session;
pub mod time;
mod turn;
mod ucci;
mod uci;
mod xboard;

pub use centipawns::centipawns;
pub use error::{EngineError, ProtocolError};
pub use external_engine::{Answer, ExternalEngine};
pub use game::ProtocolGame;
pub use gnubg::GnuBackgammon;
pub use notation::{PlacedPiece, Protocol, ProtocolNotation};
pub use process::EngineProcess;
pub use session::{EnginePlayer, EngineSession};
pub use turn::{Promotions, ProtocolMove};
