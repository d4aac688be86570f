//! A game in progress between people and computers, as a pure value.
//!
//! A [`Table`] is the sum of its [`Event`]s. [`Table::decide`] turns a [`Command`] into events, or
//! refuses it; [`Table::apply`] carries an event out; [`Table::snapshot`] is what a [`Viewer`] may
//! see. Times are handed in, and nothing here reads a clock, a file or the network: a server stores
//! the events, and applies them again to go on after a restart.
//!
//! ```
//! use std::sync::Arc;
//! use ludarium_table::{Command, Rules, RulesId, Seat, Seed, Table, Terms, TimeControl, Viewer};
//!
//! let id = RulesId { game: "shatranj".to_owned(), readings: Vec::new() };
//! let rules = Arc::new(Rules::load(&id)?);
//! let seed = Seed::new([7; 32]);
//! let terms = Terms {
//!     rules: rules.id().clone(),
//!     rules_hash: rules.hash().to_owned(),
//!     seats: vec![
//!         Seat::Person { name: "Ada".to_owned(), key: String::new(), account: None },
//!         Seat::Computer { level: 3 },
//!     ],
//!     time: TimeControl::Unlimited,
//!     commitment: seed.commitment(),
//! };
//! let mut table = Table::new(rules, terms, seed, 0);
//! let text = "e2-e3".to_owned();
//! for event in table.decide(&Command::Move { player: 1, text, ply: None }, 0)? {
//!     table.apply(&event, 0)?;
//! }
//! let seen = table.snapshot(&Viewer::new(vec![1]), 0);
//! assert_eq!((seen.mover, seen.ply, seen.yours), (2, 1, false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_picture;
mod choices;
mod decide;
mod dice;
mod event;
mod rules;
mod seat;
mod sent;
mod snapshot;
mod table;
mod time;

pub use board_picture::{BoardPicture, SitePlace};
pub use choices::Choices;
pub use decide::{BrokenLine, Refusal};
pub use dice::{hex, unhex, Dice, Seed};
pub use event::{Command, Event, Proposal, Terms};
pub use rules::{Rules, RulesError, RulesId};
pub use seat::{claimable_seats, key_hash, Seat};
pub use sent::{SentPosition, SentPositionError};
pub use snapshot::{
    HandView, HeldPiece, MoveView, OfferView, PlayerView, ResultView, SiteView, Snapshot, Viewer,
};
pub use table::{BadEvent, Ending, Offer, Ply, Table, Turn};
pub use time::{Clocks, Millis, TimeControl};
