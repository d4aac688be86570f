//! Methods that make magic squares.

mod any_cell;
mod bordered;
mod compartment;
mod complete;
mod evenly_even;
mod hollow;
mod indian;
mod method;
mod odd;
mod options;
mod overlapping;
mod unevenly_even;

pub use complete::{classes, complete, is_listed, search, Ending, Lines, USUAL_TRIES};
pub use hollow::Shape;
pub use indian::Change;
pub use method::{method, methods, usual, Kind, Method, Orders};
pub use options::Options;
