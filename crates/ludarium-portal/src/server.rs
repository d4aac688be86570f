//! The server as a program runs it: its own runtime, a database file, and an end by a signal.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tokio::net::TcpListener;

use crate::app::{serve, Portal};
use crate::editor::language::LanguageServer;
use crate::store::{Store, StoreError};

/// How a server is run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it listens. Port 0 takes any free port.
    pub address: SocketAddr,
    /// The file of the database; without one, games are lost at the end.
    pub data: Option<PathBuf>,
    /// The program that checks and plays the texts of the editor; without it, there is no editor.
    pub language_server: Option<LanguageServer>,
}

/// Why the server could not run.
#[derive(Debug)]
pub enum ServerError {
    /// It cannot listen at the address.
    Listen(SocketAddr, std::io::Error),
    /// The database cannot be opened.
    Store(StoreError),
    /// The operating system refused something else.
    System(std::io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
            ServerError::Store(error) => error.fmt(f),
            ServerError::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServerError {}

/// Runs a server until the process is interrupted or told to end. `ready` is called with the
/// address once it listens.
///
/// # Errors
/// If the address is taken or the database cannot be opened.
pub fn run(options: &ServerOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServerError::System)?;
    runtime.block_on(async {
        let store = Store::open(options.data.as_deref())
            .await
            .map_err(ServerError::Store)?;
        let listener = TcpListener::bind(options.address)
            .await
            .map_err(|error| ServerError::Listen(options.address, error))?;
        ready(listener.local_addr().map_err(ServerError::System)?);
        let portal = match options.language_server.clone() {
            Some(server) => Portal::new(store).with_language_server(server),
            None => Portal::new(store),
        };
        serve(portal, listener, ended())
            .await
            .map_err(ServerError::System)
    })
}

/// Copies the database of a server, which may be running, into a new file.
///
/// # Errors
/// If there is no database, the file exists, or it cannot be written.
pub fn back_up(data: &Path, to: &Path) -> Result<(), ServerError> {
    if !data.exists() {
        return Err(ServerError::Store(StoreError::Missing(data.to_owned())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(ServerError::System)?;
    let copied = runtime.block_on(async {
        let store = Store::open(Some(data)).await?;
        store.back_up(to).await
    });
    copied.map_err(ServerError::Store)
}

/// Waits for Ctrl-C, or for the signal that ends services.
async fn ended() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{signal, SignalKind};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without a handler for signals the process is ended from outside.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}
