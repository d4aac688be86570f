//! Magic squares, and tours of the knight: figures that one person makes.
//!
//! The methods are those of the books, each under the name of its source; a figure comes with the stages that lead to it
//! ([`Working`]). [`verify`] says what a figure is and where it fails. Nothing here prints, reads a file or looks at the clock:
//! searches count their steps.
//!
//! ```
//! use ludarium_constructions::{square, verify};
//!
//! let method = square::method("odd-square-agrippa").unwrap();
//! let square = method.work(3, &square::Options::default()).unwrap().into_result();
//! assert_eq!(square.to_string(), "4 9 2\n3 5 7\n8 1 6\n");
//! assert!(verify::square(&square).is_magic());
//! ```

pub mod circle;
mod error;
mod fill;
mod grid;
mod name;
pub mod pentagon;
mod record;
pub mod reproduce;
pub mod square;
pub mod statement;
pub mod svg;
pub mod tour;
pub mod verify;
mod working;

pub use error::Error;
pub use grid::{Cell, Grid};
pub use record::{Part, Record};
pub use working::{Stage, Working};

/// The most cells that an array which is read may have.
const MAX_CELLS: usize = 1_000_000;

/// The greatest number, up or down, that a cell which is read may hold: sums of them stay within reach.
const MAX_NUMBER: i64 = 1_000_000_000;
