//! The library in the browser: pages for all games, and games between people and computers.
//!
//! [`run`] is the server as a program runs it, [`serve`] the same within a runtime of the caller,
//! and [`Portal`] its router, for tests and other servers. Pages, scripts and pictures are part of
//! the program. What happens in games is stored, in SQLite or PostgreSQL, before it is answered.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let store = ludarium_portal::Store::open(None).await?;
//! let portal = ludarium_portal::Portal::new(store);
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! ludarium_portal::serve(portal, listener, std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod accounts;
mod api;
mod app;
mod assets;
mod connections;
mod credentials;
mod dates;
mod editor;
mod extent;
mod feed;
mod lesson;
mod library;
mod limits;
mod live;
mod markdown;
mod module;
mod pages;
mod play;
mod priority;
mod puzzle;
mod secret;
mod server;
mod store;
mod study;
mod think;

pub use app::{serve, Portal};
pub use editor::language::LanguageServer;
pub use module::{Module, ModuleError};
pub use server::{back_up, run, ServerError, ServerOptions, Storage};
pub use store::{Store, StoreError};
