//! Pictures of games as SVG: any board of any game, drawn from its graph; men as drawings of our
//! own. Everything is a path, letters and digits too, so that no font is needed.
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
//! # Ok::<(), ludarium_games::Unknown>(())
//! ```

mod beside;
mod figures;
mod frame;
pub mod glyph;
mod ground;
mod letters;
mod livery;
mod lots;
mod man;
pub mod map;
mod marks;
mod mobility;
mod names;
mod scene;
mod sheet;
mod svg;

pub use figures::{Form, Forms, Sign};
pub use frame::{Frame, Spot};
pub use livery::{Livery, Shape};
pub use marks::{Mark, Marks};
pub use mobility::Mobility;
pub use names::Names;
pub use scene::{Options, Scene};
pub use sheet::sheet;
