//! `ludarium lsp`: the language server, for editors.

use std::path::PathBuf;

use clap::Args;
use ludarium_lsp::Surroundings;

use crate::error::{Error, Exit};
use crate::source::{self, Definitions};

/// Arguments of `ludarium lsp`.
#[derive(Args, Debug)]
pub struct Lsp {
    /// A folder of standard definitions (.def) [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// Look at no files: for texts that strangers write
    #[arg(long, conflicts_with = "defs")]
    alone: bool,
    /// Accepted for editors that always say so: standard input and output are the only way
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    /// Runs the server until the editor ends it. The exit code is 2 if the definitions cannot be
    /// read, or the editor breaks the protocol.
    pub fn run(&self) -> Result<Exit, Error> {
        let definitions = Definitions::read(self.defs.as_deref())?.0;
        let surroundings = match self.alone {
            true => Surroundings::new(definitions, |_, _, _| None),
            false => Surroundings::new(definitions, source::game_nearby),
        };
        match ludarium_lsp::serve_stdio(surroundings) {
            Ok(()) => Ok(Exit::Success),
            Err(error) => Err(
                Error::new(format!("the editor breaks the protocol: {error}"))
                    .with_hint("this command is started by an editor; the book says how"),
            ),
        }
    }
}
