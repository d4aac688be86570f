//! `ludarium new`: writes a small, complete game to start from.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use ludarium_games::templates::Template;
use serde_json::json;

use crate::error::{Error, Exit};
use crate::source;

/// Arguments of `ludarium new`.
#[derive(Args, Debug)]
pub struct New {
    /// The name of the game, from which the name of its folder is made
    name: String,
    /// The kind of game to start from; without it, a terminal shows a list to choose from
    #[arg(long, value_enum, value_name = "KIND")]
    template: Option<Kind>,
    /// The folder of a family of games, in which the folder of the game is made
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// A kind of game, as it is named on the command line.
#[derive(Clone, Copy, Debug)]
struct Kind(Template);

/// All kinds, for the parser of the command line.
const KINDS: [Kind; Template::ALL.len()] = {
    let mut kinds = [Kind(Template::Line); Template::ALL.len()];
    let mut index = 0;
    while index < kinds.len() {
        kinds[index] = Kind(Template::ALL[index]);
        index += 1;
    }
    kinds
};

impl Kind {
    /// Asks which template is meant.
    ///
    /// # Errors
    /// If nobody can be asked, or the input ends without an answer.
    fn choose() -> Result<Template, Error> {
        let (input, output) = (std::io::stdin(), std::io::stdout());
        if !input.is_terminal() || !output.is_terminal() {
            return Err(Kind::none_chosen());
        }
        for (index, template) in Template::ALL.iter().enumerate() {
            let (name, summary) = (template.name(), template.summary());
            println!("{:>3}  {name:<8}{summary}", index + 1);
        }
        loop {
            print!("Which one? (a number or a name) ");
            output.lock().flush()?;
            let mut line = String::new();
            if input.lock().read_line(&mut line)? == 0 {
                println!();
                return Err(Kind::none_chosen());
            }
            let entered = line.trim().to_lowercase();
            let number: Option<usize> = entered.parse().ok();
            let named = |(index, template): &(usize, &Template)| {
                template.name() == entered || Some(index + 1) == number
            };
            let mut all = Template::ALL.iter().enumerate();
            if let Some((_, template)) = all.find(named) {
                return Ok(*template);
            }
        }
    }

    fn none_chosen() -> Error {
        let names = Template::ALL.map(Template::name);
        Error::from("no template is named")
            .with_hint(format!("--template with one of {}", names.join(", ")))
    }
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Kind] {
        &KINDS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

impl New {
    /// Runs the command. The exit code is 2 if the name cannot be used, the folder exists already,
    /// or nothing can be written.
    pub fn run(self) -> Result<Exit, Error> {
        let slug = slug(&self.name)?;
        let template = match self.template {
            Some(kind) => kind.0,
            None => Kind::choose()?,
        };
        std::fs::create_dir_all(&self.dir).map_err(Error::at(&self.dir))?;
        let family = self.dir.canonicalize().map_err(Error::at(&self.dir))?;
        let family = source::file_name(&family);
        let texts = template
            .files()
            .map(|(file, text)| (file, filled_in(text, &self.name, &slug, &family)));
        let folder = match self.dir.as_os_str() == "." {
            true => PathBuf::from(&slug),
            false => self.dir.join(&slug),
        };
        std::fs::create_dir(&folder).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Error::new(format!("{}: exists already", folder.display()))
                    .with_hint("nothing is written; choose another name or folder")
            }
            _ => Error::at(&folder)(error),
        })?;
        let files = texts.map(|(file, text)| (folder.join(file), text));
        for (path, text) in &files {
            std::fs::write(path, text).map_err(Error::at(path))?;
        }
        self.report(template, &folder, &files);
        Ok(Exit::Success)
    }

    fn report(&self, template: Template, folder: &Path, files: &[(PathBuf, String); 3]) {
        let paths: Vec<String> = files
            .iter()
            .map(|(path, _)| path.display().to_string())
            .collect();
        if self.json {
            let folder = folder.display().to_string();
            let written = json!({
                "name": self.name,
                "template": template.name(),
                "folder": folder,
                "files": paths,
            });
            println!("{written}");
            return;
        }
        for path in &paths {
            println!("wrote {path}");
        }
        let description = match paths[0].contains(char::is_whitespace) {
            true => format!("\"{}\"", paths[0]),
            false => paths[0].clone(),
        };
        println!(
            "\nludarium play {description}\nludarium check --watch {description}    while you change it"
        );
    }
}

/// Characters with a meaning in descriptions or in the other files, which a name may not have.
const RESERVED: [char; 8] = ['"', '\\', '<', '>', '{', '}', '#', '@'];

/// The name of a folder: the letters and digits of a name in lower case, joined by hyphens.
fn slug(name: &str) -> Result<String, Error> {
    let wrong = |c: &char| c.is_control() || RESERVED.contains(c);
    if let Some(c) = name.chars().find(wrong) {
        return Err(format!("the name of a game cannot contain {c:?}").into());
    }
    let folded = name.to_lowercase().replace(['\'', '’'], "");
    let words = folded.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => Err("the name of a game needs a letter or a digit".into()),
        false => Ok(words.join("-")),
    }
}

/// A text of a template with the names of the game.
fn filled_in(text: &str, name: &str, slug: &str, family: &str) -> String {
    let family = toml::Value::from(family).to_string();
    text.replace("\"@FAMILY@\"", &family)
        .replace("@NAME@", name)
        .replace("@SLUG@", slug)
}
