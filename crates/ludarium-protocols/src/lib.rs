//! Engine protocols for the games of Ludarium: as an engine behind a third-party GUI, and as a GUI
//! in front of a third-party engine.
//!
//! - [`EngineSession::run`] answers a GUI that speaks XBoard (CECP), UCI, USI, UCCI or GTP, with a
//!   clock that the caller passes in. The GUI's lines come through a channel, so that it is heard
//!   while a search runs; [`listen`] reads them on a thread.
//! - [`ProtocolNotation`] writes and reads moves and positions as these protocols do.
//! - [`ExternalEngine`] plays with an engine that speaks CECP, [`GnuBackgammon`] with GNU
//!   Backgammon.
//!
//! Only [`listen`] and [`EngineProcess`], and with it [`ExternalEngine`] and [`GnuBackgammon`],
//! start threads or processes and read the system's clock; everything else works where neither
//! exists.
//!
//! ```
//! use std::time::Duration;
//!
//! use ludarium_agents::evaluation::{Effort, Evaluation};
//! use ludarium_protocols::{
//!     listen, EngineGame, EnginePlayer, EngineSession, OneGame, Protocol, ProtocolGame,
//! };
//!
//! let entry = ludarium_games::find("modern-chess")?;
//! let loaded = ludarium_games::load(entry, &[])?;
//! let game = EngineGame {
//!     game: ProtocolGame {
//!         loaded: &loaded,
//!         about: Some(&entry.about),
//!         name: "modern-chess",
//!     },
//!     learn: Box::new(|_| Evaluation::learn(&loaded.game, 1, Effort::USUAL)),
//! };
//! let player = EnginePlayer {
//!     kind: "random".parse()?,
//!     seed: 1,
//!     library: Box::new(OneGame),
//! };
//! let clock = || Duration::ZERO;
//! let session = EngineSession::new(game, Protocol::Uci, player, clock)?;
//! let mut output = Vec::new();
//! let input = "uci\nposition startpos moves e2e4\ngo nodes 10\nquit\n";
//! session.run(listen(input.as_bytes()), &mut output)?;
//! assert!(String::from_utf8(output)?.contains("bestmove"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod centipawns;
mod engine_options;
mod error;
mod external_engine;
mod game;
mod gnubg;
mod gtp;
mod gtp_command;
mod library;
mod link;
mod listen;
mod notation;
mod numbers;
mod position_text;
mod process;
mod root_moves;
mod search_clock;
mod search_info;
mod session;
pub mod time;
mod turn;
mod ucci;
mod uci;
mod xboard;

pub use centipawns::centipawns;
pub use error::{EngineError, ProtocolError};
pub use external_engine::{Answer, ExternalEngine};
pub use game::{uci_variant, ProtocolGame};
pub use gnubg::GnuBackgammon;
pub use library::{board_size, EngineGame, GameLibrary, OneGame, OtherGame};
pub use listen::listen;
pub use notation::{PlacedPiece, Protocol, ProtocolNotation};
pub use process::EngineProcess;
pub use session::{EnginePlayer, EngineSession, LearnEvaluation};
pub use turn::{Promotions, ProtocolMove};
