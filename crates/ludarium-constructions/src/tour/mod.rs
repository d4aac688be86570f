//! Tours of the knight and of other leapers, which visit every cell of a board once.

mod board;
mod column;
mod count;
mod difference;
mod euler;
mod exact;
mod figures;
mod find;
mod graph;
mod leaper;
mod magic;
mod method;
mod patchwork;
mod path;
mod roget;
mod runs;
mod theory;
mod verify;
mod warnsdorff;

pub use board::Board;
pub use count::{count, Count};
pub use euler::close;
pub use figures::Symmetry;
pub use find::{find, Wanted};
pub use leaper::Leaper;
pub use magic::{printed_magic_tours, quarter_class};
pub use method::{method, methods, Method, Task};
pub use path::{numbered, path_of, Tour};
pub use roget::{figure_of, figures_of, Figure, System};
pub use runs::Runs;
pub use verify::{verify, TourFault, TourVerdict};
