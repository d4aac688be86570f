//! The standard definitions, with the comments in their files.

use crate::{definition_files, games};

/// A file of definitions.
pub(super) struct File {
    pub name: &'static str,
    /// The comment on the whole file.
    pub about: String,
    pub definitions: Vec<Definition>,
}

/// Definitions that share a comment.
pub(super) struct Definition {
    pub names: Vec<&'static str>,
    pub comment: String,
    pub text: String,
}

/// Parses the files into paragraphs of comments and definitions. A first comment that stands alone
/// describes the whole file.
pub(super) fn files() -> Vec<File> {
    let file = |&(name, text): &(&'static str, &'static str)| {
        let mut about = String::new();
        let mut definitions = Vec::new();
        for paragraph in paragraphs(text) {
            let (comments, code): (Vec<&str>, Vec<&str>) =
                paragraph.iter().partition(|line| line.starts_with("//"));
            let comment = comments
                .iter()
                .map(|line| line.trim_start_matches('/').trim())
                .collect::<Vec<_>>()
                .join(" ");
            if code.is_empty() {
                about.push_str(&comment);
                continue;
            }
            let names = code.iter().filter_map(|line| {
                line.trim_start()
                    .strip_prefix("(define \"")?
                    .split('"')
                    .next()
            });
            definitions.push(Definition {
                names: names.collect(),
                comment,
                text: code.join("\n"),
            });
        }
        File {
            name,
            about,
            definitions,
        }
    };
    definition_files().iter().map(file).collect()
}

/// The blocks of lines between empty lines.
fn paragraphs(text: &'static str) -> Vec<Vec<&'static str>> {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            paragraphs.push(Vec::new());
        } else if let Some(last) = paragraphs.last_mut() {
            last.push(line);
        }
    }
    paragraphs.retain(|lines| !lines.is_empty());
    paragraphs
}

/// The slugs of the games that use a definition.
pub(super) fn used_by(name: &str) -> Vec<&'static str> {
    let quoted = format!("\"{name}\"");
    let using = games().iter().filter(|game| {
        // A game that defines the name itself does not use the standard definition.
        game.description.contains(&quoted)
            && !game.description.contains(&format!("(define {quoted}"))
    });
    using.map(|game| game.slug).collect()
}

/// Definitions without a comment, as (file, name).
pub(crate) fn unexplained() -> Vec<(String, String)> {
    named(|definition, _| definition.comment.is_empty())
}

/// Definitions used by no game and no other definition, as (file, name).
pub(crate) fn unused() -> Vec<(String, String)> {
    let texts: Vec<&str> = definition_files().iter().map(|(_, text)| *text).collect();
    named(|_, name| {
        let quoted = format!("\"{name}\"");
        let in_others: usize = texts.iter().map(|text| text.matches(&quoted).count()).sum();
        in_others <= 1 && used_by(name).is_empty()
    })
}

fn named(chosen: impl Fn(&Definition, &str) -> bool) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in files() {
        for definition in &file.definitions {
            for name in &definition.names {
                if chosen(definition, name) {
                    found.push((file.name.to_owned(), (*name).to_owned()));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_definition_is_explained() {
        assert_eq!(unexplained(), []);
        let names = files().into_iter().flat_map(|file| file.definitions);
        let mut names: Vec<&str> = names.flat_map(|definition| definition.names).collect();
        names.sort_unstable();
        assert_eq!(names, crate::definitions().names());
    }

    #[test]
    fn every_standard_definition_is_used_by_a_game_or_by_another() {
        assert_eq!(unused(), []);
    }
}
