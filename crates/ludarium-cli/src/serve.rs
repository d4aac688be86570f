//! `ludarium serve`: the library in the browser.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use ludarium_portal::{back_up, run, LanguageServer, Module, ServerOptions, Storage};

use crate::error::{Error, Exit};

#[derive(Args, Debug)]
pub struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen at: 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The file of the database, created if there is none
    #[arg(long, value_name = "FILE", default_value = "ludarium.db")]
    data: PathBuf,
    /// Keep games in a PostgreSQL database, postgres://USER@HOST/NAME; needs the feature `postgres`
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["data", "no_data"])]
    database: Option<String>,
    /// Keep no database: games are lost at the end
    #[arg(long, conflicts_with = "data")]
    no_data: bool,
    /// Let computer players think, and texts be checked, in the visitors' browsers, with this
    /// WebAssembly module
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    /// Offer no accounts: all visitors are guests
    #[arg(long)]
    no_accounts: bool,
    /// Show the first page in the browser
    #[arg(long)]
    open: bool,
    /// Instead, copy the database into this new file (always of SQLite); a server may be running
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_accounts", "no_data", "open", "port", "listen", "wasm"])]
    backup: Option<PathBuf>,
}

impl Serve {
    fn storage(&self) -> Storage {
        match &self.database {
            Some(address) => Storage::Postgres(address.clone()),
            None if self.no_data => Storage::Memory,
            None => Storage::File(self.data.clone()),
        }
    }

    fn module(&self) -> Result<Option<Module>, Error> {
        let read = self.wasm.as_deref().map(Module::read);
        read.transpose()
            .map_err(|error| Error::new(error.to_string()))
    }

    /// Runs the server until Ctrl-C, or copies its database.
    pub fn run(&self) -> Result<Exit, Error> {
        let storage = self.storage();
        if let Some(to) = &self.backup {
            let copied = back_up(&storage, to);
            copied.map_err(|error| Error::new(error.to_string()))?;
            println!("{storage} is copied to {}", to.display());
            return Ok(Exit::Success);
        }
        let options = ServerOptions {
            address: SocketAddr::new(self.listen, self.port),
            storage,
            module: self.module()?,
            accounts: !self.no_accounts,
            // The editor's texts are checked and played by this same program.
            language_server: std::env::current_exe().ok().map(LanguageServer::of_program),
        };
        let ready = |address: SocketAddr| {
            let page = format!("http://{address}/");
            println!("{page}");
            match &options.storage {
                Storage::Memory => eprintln!("games are lost at the end; Ctrl-C ends"),
                kept => eprintln!("games are kept in {kept}; Ctrl-C ends"),
            }
            if self.open {
                if let Err(error) = open::that_detached(&page) {
                    eprintln!("no browser could be started: {error}");
                }
            }
        };
        match run(&options, ready) {
            Ok(()) => Ok(Exit::Success),
            Err(error) => Err(Error::new(error.to_string())),
        }
    }
}
