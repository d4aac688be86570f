//! Positions and moves as arrays of numbers, for learning programs.
//!
//! [`Planes`] writes what a player sees: one plane of numbers over all sites for each kind of piece
//! and each other property. [`ActionSpace`] numbers the moves of a game. Both are made from the
//! game alone: names, shapes and order are known before play and stay the same.
//!
//! ```
//! use ludarium::encoding::{ActionSpace, ObservationOptions, Planes};
//! use ludarium::Game;
//!
//! let game = Game::builtin("shatranj")?;
//! let planes = Planes::new(&game, ObservationOptions::default());
//! let actions = ActionSpace::audited(&game)?;
//!
//! let mut position = game.start_seeded(1);
//! let (mut sites, mut scalars) = planes.buffers();
//! planes.write(position.state(), 1, &mut sites, &mut scalars);
//! let pawns = planes.names().iter().position(|name| name == "piece:Baidaq1").unwrap();
//! let own = &sites[pawns * planes.slots()..][..planes.slots()];
//! assert_eq!(own.iter().sum::<f32>(), 8.0);
//!
//! let moves = position.legal_moves();
//! let mut numbers = Vec::new();
//! actions.encode(&moves, &mut numbers)?;
//! assert_eq!(actions.decode(&moves, numbers[3])?, Some(moves[3]));
//! position.play(moves[3])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod geometry;
mod planes;

pub use actions::{ActionError, ActionForm, ActionSpace, MAX_ACTIONS};
pub use geometry::{static_planes, StaticPlanes};
pub use planes::{ObservationOptions, Planes, PART_OF_LARGE_PIECE};
