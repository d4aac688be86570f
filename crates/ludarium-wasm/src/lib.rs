//! The Ludarium game system as WebAssembly: computer players that think in their opponent's
//! browser, and the language service of the editor.
//!
//! A page sends an [`Advisor`] questions as JSON and is answered in JSON. The module's exports,
//! which only exist where this is compiled to WebAssembly, move the bytes in and out:
//!
//! | export | does |
//! |---|---|
//! | `request(length)` | returns the address where a request of `length` bytes is to be written |
//! | `answer()` | answers it; returns the length of the reply |
//! | `reply()` | returns the address of the reply |
//!
//! and it imports `env.now`, which returns the time in seconds.

mod advisor;
#[cfg(target_family = "wasm")]
mod exports;
mod fingerprint;

pub use advisor::{Advisor, Reply, Request};
pub use fingerprint::fingerprint;
