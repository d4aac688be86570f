//! `ludarium ludemes`: the language reference.

use std::path::PathBuf;

use clap::Args;
use ludarium_games::reference::{
    book, entries, look_up, note, text, used_by_default, Found, LudemeEntry,
};
use serde_json::{json, Value};

use crate::error::{Error, Exit};
use crate::pages;

/// Arguments of `ludarium ludemes`.
#[derive(Args, Debug)]
pub struct Ludemes {
    /// A ludeme (hop, "move Hop", "is Line"), a type of words (roleType) or a word (Orthogonal);
    /// default: all ludemes by kind
    #[arg(num_args = 0..)]
    name: Vec<String>,
    /// Instead, write the pages of the book's reference below this folder
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    book: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long, conflicts_with = "book")]
    json: bool,
}

/// An entry of the reference: a ludeme with its forms.
fn as_json(entry: &LudemeEntry, in_full: bool) -> Value {
    let forms = entry.forms.iter().map(|&form| {
        let mut shown = json!({ "form": form.pattern(), "meaning": form.meaning() });
        if in_full {
            let note = note(form);
            let examples: Vec<&str> = note.examples.iter().map(|own| own.text.as_str()).collect();
            shown["note"] = json!(note.prose);
            shown["examples"] = json!(examples);
            shown["used_by"] = used_by_default(form).collect();
        }
        shown
    });
    json!({
        "title": entry.title,
        "chapter": entry.chapter.title,
        "forms": forms.collect::<Vec<_>>(),
    })
}

/// Up to this number of entries are printed in full; if there are more, only their first lines.
const IN_FULL: usize = 4;

impl Ludemes {
    /// Runs the command. The exit code is 1 if nothing has this name, 2 if a page could not be
    /// written.
    pub fn run(self) -> Result<Exit, Error> {
        if let Some(folder) = &self.book {
            pages::write(folder, &book::pages())?;
            return Ok(Exit::Success);
        }
        if self.name.is_empty() {
            match self.json {
                true => {
                    let all = entries().iter().map(|entry| as_json(entry, false));
                    println!("{}", json!({ "entries": all.collect::<Vec<_>>() }));
                }
                false => print!("{}", text::index()),
            }
            return Ok(Exit::Success);
        }
        let name = self.name.join(" ");
        match look_up(&name) {
            Found::Entries(entries) if self.json => {
                let in_full = entries.len() <= IN_FULL;
                let all = entries.into_iter().map(|entry| as_json(entry, in_full));
                println!("{}", json!({ "entries": all.collect::<Vec<_>>() }));
            }
            Found::Words(kind, words) if self.json => {
                println!("{}", json!({ "type": kind, "words": words }));
            }
            Found::Word(word, kinds) if self.json => {
                println!("{}", json!({ "word": word, "types": kinds }));
            }
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
                let message = format!("nothing in the language is called {name:?}");
                return Err(Error::new(message)
                    .with_hint(hint)
                    .with_exit(Exit::Negative));
            }
        }
        Ok(Exit::Success)
    }
}
