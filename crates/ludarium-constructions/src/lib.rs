//! Magic squares and knight's tours, by the methods of their sources.
//!
//! Each method has the name of its source. A figure comes with the stages of its construction
//! ([`Working`]). [`verify`] reports the properties of a figure and where it lacks them. The crate
//! does not print, read files or use the clock: searches are limited by counted steps.
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

/// Maximum number of cells of a parsed array.
const MAX_CELLS: usize = 1_000_000;

/// Maximum absolute value of a parsed number, so that sums cannot overflow.
const MAX_NUMBER: i64 = 1_000_000_000;
