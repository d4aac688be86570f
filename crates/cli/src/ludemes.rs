//! `ludarium ludemes`: the reference of the language.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use library::reference::{book, look_up, text, Found};

/// Arguments of `ludarium ludemes`.
#[derive(Args, Debug)]
pub struct Ludemes {
    /// A ludeme (hop, "move Hop", "is Line"), a type of words (roleType) or a word (Orthogonal);
    /// without it, all ludemes by kind
    #[arg(num_args = 0..)]
    name: Vec<String>,
    /// Write the pages of the book's reference below this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    book: Option<PathBuf>,
}

/// How many entries are printed in full; of more, only the first lines.
const IN_FULL: usize = 4;

impl Ludemes {
    /// Runs the command. The exit code is 1 when nothing is called so, 2 when a page could not be
    /// written.
    pub fn run(self) -> ExitCode {
        if let Some(folder) = &self.book {
            return match write_pages(folder) {
                Ok(()) => ExitCode::SUCCESS,
                Err(message) => {
                    eprintln!("ludarium ludemes: {message}");
                    ExitCode::from(2)
                }
            };
        }
        if self.name.is_empty() {
            print!("{}", text::index());
            return ExitCode::SUCCESS;
        }
        let name = self.name.join(" ");
        match look_up(&name) {
            Found::Entries(entries) if entries.len() > IN_FULL => {
                print!("{}", text::lines(entries.into_iter()));
                println!("\nName one of them in full to read all about it.");
            }
            Found::Entries(entries) => {
                let texts: Vec<String> = entries.into_iter().map(text::entry).collect();
                print!("{}", texts.join("\n"));
            }
            Found::Words(kind, words) => println!("{kind}: {}", words.join(" ")),
            Found::Word(word, kinds) => println!("{word} is a word of {}", kinds.join(", ")),
            Found::Nothing(near) => {
                let hint = match near.as_slice() {
                    [] => "`ludarium ludemes` lists all".to_owned(),
                    near => format!("did you mean {}?", near.join(", ")),
                };
                eprintln!("ludarium ludemes: nothing in the language is called {name:?} ({hint})");
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }
}

/// Writes the pages of the reference; a page that has not changed is left alone.
fn write_pages(folder: &Path) -> Result<(), String> {
    let (mut changed, pages) = (0, book::pages());
    for page in &pages {
        let path = folder.join(&page.path);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == page.text) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, &page.text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        changed += 1;
    }
    println!("{} pages, {changed} of them new or changed", pages.len());
    Ok(())
}
