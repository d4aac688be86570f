//! The standard definitions, from the comments in their files.

use crate::{definition_files, games};

/// A file of definitions.
pub(super) struct File {
    pub name: &'static str,
    /// What all of it is about.
    pub about: String,
    pub definitions: Vec<Definition>,
}

/// Definitions that one comment explains.
pub(super) struct Definition {
    pub names: Vec<&'static str>,
    pub comment: String,
    pub text: String,
}

/// The files, read: paragraphs of comments and definitions. A first comment that stands alone is about
/// the whole file.
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

/// The lines between empty lines.
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

/// The slugs of the games in whose text a definition is named.
pub(super) fn used_by(name: &str) -> Vec<&'static str> {
    let quoted = format!("\"{name}\"");
    let using = games().iter().filter(|game| {
        // A game that defines the name itself does not mean the standard definition.
        game.description.contains(&quoted)
            && !game.description.contains(&format!("(define {quoted}"))
    });
    using.map(|game| game.slug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_definition_is_explained() {
        let mut explained: Vec<&str> = Vec::new();
        for file in files() {
            assert!(
                !file.about.is_empty(),
                "{} does not say what it is about",
                file.name
            );
            for definition in file.definitions {
                assert!(!definition.comment.is_empty(), "{:?}", definition.names);
                explained.extend(definition.names);
            }
        }
        explained.sort_unstable();
        assert_eq!(explained, crate::definitions().names());
    }

    #[test]
    fn every_standard_definition_is_used_by_a_game_or_by_another() {
        let texts: Vec<&str> = definition_files().iter().map(|(_, text)| *text).collect();
        for file in files() {
            for name in file
                .definitions
                .iter()
                .flat_map(|definition| &definition.names)
            {
                let quoted = format!("\"{name}\"");
                let in_others: usize = texts.iter().map(|text| text.matches(&quoted).count()).sum();
                assert!(
                    !used_by(name).is_empty() || in_others > 1,
                    "nobody uses {name}"
                );
            }
        }
    }
}
