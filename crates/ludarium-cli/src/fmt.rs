//! `ludarium fmt`: formats descriptions.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::error::{Error, Exit};
use crate::source;

/// Arguments of `ludarium fmt`.
#[derive(Args, Debug)]
pub struct Fmt {
    /// Descriptions and definitions (.lud and .def files, or folders of them), or `-` for standard
    /// input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Do not write: list the unformatted files, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

impl Fmt {
    /// Runs the command. The exit code is 1 if `--check` finds unformatted files, and 2 if a file
    /// cannot be read or written, is not UTF-8, has control characters, or has brackets or strings
    /// that are not closed; then no file is written.
    pub fn run(self) -> Result<Exit, Error> {
        let found = self.format()?;
        Ok(Exit::success_if(found == 0))
    }

    fn format(&self) -> Result<usize, Error> {
        if self.files.iter().any(|file| file.as_os_str() == "-") {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|e| format!("standard input: {e}"))?;
            let text = source::exact_text("standard input", bytes)?;
            let formatted = formatted("standard input", &text)?;
            let changed = formatted != text;
            match (self.json, self.check) {
                (true, true) => println!("{}", json!({ "changed": changed })),
                (true, false) => {
                    println!("{}", json!({ "changed": changed, "text": formatted }));
                }
                (false, true) => {}
                (false, false) => print!("{formatted}"),
            }
            return Ok(usize::from(self.check && changed));
        }
        // Nothing is written before all files are known to be in order.
        let mut changed = Vec::new();
        for file in source::files_with(&self.files, &["lud", "def"])? {
            let name = source::name_of(&file);
            let bytes = std::fs::read(&file).map_err(Error::at(&file))?;
            let text = source::exact_text(&name, bytes)?;
            let formatted = formatted(&name, &text)?;
            if formatted != text {
                changed.push((file, name, formatted));
            }
        }
        for (file, name, formatted) in &changed {
            if !self.check {
                std::fs::write(file, formatted).map_err(Error::at(file))?;
            }
            match (self.json, self.check) {
                (true, _) => {}
                (false, true) => println!("{name}"),
                (false, false) => println!("formatted {name}"),
            }
        }
        if self.json {
            let names: Vec<&String> = changed.iter().map(|(_, name, _)| name).collect();
            println!("{}", json!({ "changed": names }));
        }
        Ok(if self.check { changed.len() } else { 0 })
    }
}

/// A text in the canonical layout.
fn formatted(name: &str, text: &str) -> Result<String, Error> {
    ludarium_lud::format_checked(name, text).map_err(|errors| {
        Error::from("its brackets or strings are not in order, so it is left as it is")
            .in_context(name)
            .with_diagnostics(&errors)
    })
}
