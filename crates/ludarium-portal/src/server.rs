//! The server as a program runs it: its own runtime, a database file, and an end by a signal.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tokio::net::TcpListener;

use crate::app::{serve, Portal};
use crate::editor::language::LanguageServer;
use crate::module::Module;
use crate::store::{Store, StoreError};

/// How a server is run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it listens. Port 0 takes any free port.
    pub address: SocketAddr,
    /// Where games are kept.
    pub storage: Storage,
    /// The program that checks and plays the texts of the editor; without it, there is no editor.
    pub language_server: Option<LanguageServer>,
    /// What computer players think with in the browsers of visitors; without it, they think here.
    pub module: Option<Module>,
    /// Whether visitors may have accounts.
    pub accounts: bool,
}

/// Where a server keeps its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In memory: they are lost at the end.
    Memory,
    /// In an SQLite database in this file, which is created if there is none.
    File(PathBuf),
    /// In the PostgreSQL database of this address.
    Postgres(String),
}

impl Storage {
    async fn open(&self) -> Result<Store, StoreError> {
        match self {
            Storage::Memory => Store::open(None).await,
            Storage::File(file) => Store::open(Some(file)).await,
            Storage::Postgres(address) => Store::connect(address).await,
        }
    }
}

/// The file, or the address without its password.
impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Storage::Memory => f.write_str("memory"),
            Storage::File(file) => file.display().fmt(f),
            Storage::Postgres(address) => f.write_str(&without_password(address)),
        }
    }
}

/// An address without what stands between the name of the user and the host, and without options,
/// which may hold a password, too.
fn without_password(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or("");
    let Some((scheme, rest)) = address.split_once("://") else {
        return String::new();
    };
    match rest.rsplit_once('@') {
        Some((user, rest)) => {
            let name = user.split(':').next().unwrap_or("");
            format!("{scheme}://{name}@{rest}")
        }
        None => address.to_owned(),
    }
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
    allow_many_connections();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServerError::System)?;
    runtime.block_on(async {
        let store = options.storage.open().await.map_err(ServerError::Store)?;
        let listener = TcpListener::bind(options.address)
            .await
            .map_err(|error| ServerError::Listen(options.address, error))?;
        ready(listener.local_addr().map_err(ServerError::System)?);
        let mut portal = Portal::new(store);
        if let Some(server) = options.language_server.clone() {
            portal = portal.with_language_server(server);
        }
        if let Some(module) = options.module.clone() {
            portal = portal.with_module(module);
        }
        if !options.accounts {
            portal = portal.without_accounts();
        }
        serve(portal, listener, ended()).await;
        Ok(())
    })
}

/// Raises the number of files and connections that may be open to what the system permits.
fn allow_many_connections() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let current = maximum;
        // If this is refused, the server has room for fewer.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
    }
}

/// Copies the database of a server, which may be running, into a new file. The copy of a PostgreSQL
/// database is an SQLite database, which a server can keep its games in.
///
/// # Errors
/// If there is no database, the file exists, or it cannot be written.
pub fn back_up(from: &Storage, to: &Path) -> Result<(), ServerError> {
    if let Storage::File(file) = from {
        if !file.exists() {
            return Err(ServerError::Store(StoreError::Missing(file.clone())));
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(ServerError::System)?;
    let copied = runtime.block_on(async { from.open().await?.back_up(to).await });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, shown) in [
            (
                "postgres://ada:pa@ss@db:5432/g?a=b",
                "postgres://ada@db:5432/g",
            ),
            ("postgres://db/g?password=x", "postgres://db/g"),
            ("postgresql://ada@db/g", "postgresql://ada@db/g"),
            ("ada:secret", ""),
        ] {
            let storage = Storage::Postgres(address.to_owned());
            assert_eq!(storage.to_string(), shown);
        }
    }
}
