//! `ludarium lsp`: the language server, for editors.

use clap::Args;

use crate::error::{Error, Exit};

/// Arguments of `ludarium lsp`.
#[derive(Args, Debug)]
pub struct Lsp {
    /// Accepted for editors that always say so: standard input and output are the only way
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    /// Runs the server until the editor ends it. The exit code is 2 if the editor breaks the
    /// protocol.
    pub fn run(&self) -> Result<Exit, Error> {
        let Lsp { stdio: _ } = self;
        match ludarium_lsp::serve_stdio() {
            Ok(()) => Ok(Exit::Success),
            Err(error) => Err(
                Error::new(format!("the editor and the server part: {error}"))
                    .with_hint("this command is started by an editor; the book says how"),
            ),
        }
    }
}
