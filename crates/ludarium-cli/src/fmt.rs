//! `ludarium fmt`: formats descriptions.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;

use crate::error::{Error, Exit};
use crate::source;

/// Arguments of `ludarium fmt`.
#[derive(Args, Debug)]
pub struct Fmt {
    /// Descriptions (.lud files or folders of them), or `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Do not write: list the unformatted files, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

impl Fmt {
    /// Runs the command. The exit code is 1 if `--check` finds unformatted files, and 2 if a file
    /// cannot be read or written.
    pub fn run(self) -> Result<Exit, Error> {
        let found = self.format()?;
        Ok(Exit::success_if(found == 0))
    }

    fn format(&self) -> Result<usize, Error> {
        if self.files.iter().any(|file| file.as_os_str() == "-") {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|e| format!("standard input: {e}"))?;
            let formatted = ludarium_lud::format(&text);
            if self.check {
                return Ok(usize::from(formatted != text));
            }
            print!("{formatted}");
            return Ok(0);
        }
        let mut unformatted = 0;
        for file in source::lud_files(&self.files)? {
            let text = source::read_text(&file)?;
            let formatted = ludarium_lud::format(&text);
            if formatted == text {
                continue;
            }
            if self.check {
                println!("{}", file.display());
                unformatted += 1;
            } else {
                std::fs::write(&file, formatted).map_err(Error::at(&file))?;
                println!("formatted {}", file.display());
            }
        }
        Ok(unformatted)
    }
}
