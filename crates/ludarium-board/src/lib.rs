//! Board graphs: shapes, relations, directions, lines, regions and tracks.
//!
//! [`build`] turns the board of a checked description into a [`Board`]. Site numbers, labels and
//! directions follow the conventions of the `.lud` format.

mod border;
mod build;
pub mod direction;
pub mod graph;
mod label;
mod neighbours;
mod number;
mod operate;
pub mod radial;
pub mod region;
mod relative;
mod shape;
mod split;
mod steps;
pub mod topology;
pub mod track;

pub use build::{build, default_board, Board, BoardKind, Limits};
pub use direction::{Direction, Relation, RelativeDirection, SiteType};
pub use graph::Graph;
pub use number::whole as whole_number;
pub use radial::Radial;
pub use region::StaticRegion;
pub use topology::{Site, Topology};
pub use track::{Track, TrackElement};
