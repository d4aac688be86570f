//! Draws games as SVG: any board from its graph, with pieces, dice, hands and marks, diagrams of
//! how a piece moves, and maps of archaeological finds.
//!
//! Everything is a path, letters and digits included, so the pictures need no fonts. The crate
//! reads and writes no files: it returns SVG text.
//!
//! A program can find sites and pieces in the picture: the drawing of a site is a group with the
//! id `site-N`, where N is its slot, and each piece a group of the class `piece` with the id of
//! its site (`data-site`), the name of its kind (`data-piece`) and its owner (`data-owner`, 0 for
//! none).
//!
//! ```
//! use ludarium_engine::SplitMix64;
//! use ludarium_picture::{Marks, Options, Scene};
//!
//! let entry = ludarium_games::find("shatranj")?;
//! let game = ludarium_games::load(entry, &[]).unwrap().game;
//! let scene = Scene::new(&game, Some(&entry.about));
//! let state = game.start(&mut SplitMix64::new(0));
//! let svg = scene.draw(&state, &Marks::default(), &Options::default());
//! assert_eq!(svg.matches("id=\"site-").count(), 64);
//! # Ok::<(), ludarium_games::UnknownGame>(())
//! ```

mod artwork;
mod board;
mod characters;
mod dice;
pub mod glyph;
mod glyph_lookup;
mod glyph_sheet;
mod layout;
mod letters;
mod live;
pub mod map;
mod marks;
mod mobility;
mod names;
mod piece;
mod piece_style;
mod row;
mod scene;
mod side_panel;
mod site_pieces;
mod svg;
mod tints;

pub use artwork::Artwork;
pub use glyph_lookup::{PieceIcon, PieceIcons, PieceSet, Symbol};
pub use glyph_sheet::glyph_sheet;
pub use layout::{SiteLayout, SiteSpot};
pub use live::LivePicture;
pub use marks::{Mark, Marks};
pub use mobility::Mobility;
pub use names::Names;
pub use piece_style::{PieceStyle, TokenShape};
pub use row::row;
pub use scene::{Options, Scene};
