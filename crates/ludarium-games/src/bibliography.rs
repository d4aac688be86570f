//! The bibliography: the sources of all games, each work listed once.

use std::fmt::Write as _;

use crate::about::Source;
use crate::{entries, fold, Entry};

/// A work that games are based on.
#[derive(Clone, Debug)]
pub struct Work {
    /// The BibTeX key: author, year and the first long word of the title.
    pub key: String,
    /// The author.
    pub author: Option<&'static str>,
    /// The title.
    pub title: &'static str,
    /// The publisher.
    pub publisher: Option<&'static str>,
    /// The year of publication.
    pub year: Option<i32>,
    /// The folders that cite it, with the pages.
    pub cited: Vec<(&'static Entry, Option<&'static str>)>,
}

/// The works cited by these folders, by author, year and title.
#[must_use]
pub fn works(folders: &[&'static Entry]) -> Vec<Work> {
    let mut works: Vec<Work> = Vec::new();
    for entry in folders {
        for source in &entry.about.sources {
            let pages = source.pages.as_deref();
            match works.iter_mut().find(|work| work.is(source)) {
                Some(work) => {
                    work.cited.push((entry, pages));
                    if source.title.len() > work.title.len() {
                        work.title = &source.title;
                    }
                    work.publisher = work.publisher.or(source.publisher.as_deref());
                }
                None => works.push(Work {
                    key: String::new(),
                    author: source.author.as_deref(),
                    title: &source.title,
                    publisher: source.publisher.as_deref(),
                    year: source.year,
                    cited: vec![(entry, pages)],
                }),
            }
        }
    }
    works.sort_by_key(|work| (work.author.map(surname), work.year, fold(work.title)));
    assign_keys(&mut works);
    works
}

/// The works cited by any folder.
#[must_use]
pub fn all() -> Vec<Work> {
    works(&entries().iter().collect::<Vec<_>>())
}

/// Gives every work a unique key.
fn assign_keys(works: &mut [Work]) {
    let mut used_keys: Vec<String> = Vec::new();
    for work in works {
        let author = work.author.map(surname).unwrap_or_default();
        let year = work.year.map(|year| year.to_string()).unwrap_or_default();
        let long = |word: &&str| word.chars().count() > 3;
        let words = || work.title.split(|c: char| !c.is_alphanumeric());
        let word = words().find(long).or_else(|| words().next());
        let plain = fold(&format!("{author}{year}{}", word.unwrap_or_default()));
        let plain: String = plain.chars().filter(char::is_ascii_alphanumeric).collect();
        let mut key = plain.clone();
        for letter in 'b'..='z' {
            if !used_keys.contains(&key) {
                break;
            }
            key = format!("{plain}{letter}");
        }
        used_keys.push(key.clone());
        work.key = key;
    }
}

/// The last name of the first author.
fn surname(author: &str) -> String {
    let first = author.split([',', ';', '&']).next().unwrap_or(author);
    let first = first.split(" and ").next().unwrap_or(first);
    fold(first.split_whitespace().last().unwrap_or(first))
}

impl Work {
    /// Whether a source is this work. If the year is given, one title may be a shortened form of
    /// the other.
    fn is(&self, source: &Source) -> bool {
        let (own, other) = (fold(self.title), fold(&source.title));
        let short = self.year.is_some() && (own.starts_with(&other) || other.starts_with(&own));
        self.author.map(fold) == source.author.as_deref().map(fold)
            && (own == other || short)
            && self.year == source.year
    }

    /// The work on one line.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = String::new();
        if let Some(author) = self.author {
            let _ = write!(line, "{author}, ");
        }
        line.push_str(self.title);
        match (self.publisher, self.year) {
            (Some(publisher), Some(year)) => {
                let _ = write!(line, " ({publisher}, {year})");
            }
            (Some(one), None) => {
                let _ = write!(line, " ({one})");
            }
            (None, Some(year)) => {
                let _ = write!(line, " ({year})");
            }
            (None, None) => {}
        }
        line
    }

    /// The work as a BibTeX entry.
    #[must_use]
    pub fn bibtex(&self) -> String {
        let kind = if self.publisher.is_some() {
            "book"
        } else {
            "misc"
        };
        let mut text = format!("@{kind}{{{},\n", self.key);
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name} = {{{}}},", escaped(value));
        };
        if let Some(author) = self.author {
            // BibTeX would read a comma as separating last name and first name.
            let authors = author.replace(" & ", " and ").replace("; ", " and ");
            field("author", &authors.replace(", ", " and "));
        }
        field("title", self.title);
        if let Some(publisher) = self.publisher {
            field("publisher", publisher);
        }
        if let Some(year) = self.year {
            field("year", &year.to_string());
        }
        let games: Vec<&str> = self.cited.iter().map(|(entry, _)| entry.slug).collect();
        field("keywords", &games.join(", "));
        text.push_str("}\n");
        text
    }
}

/// Escapes the special characters of TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' => escaped.extend(['\\', c]),
            '{' => escaped.push_str("\\{"),
            '}' => escaped.push_str("\\}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_work_is_listed_once_under_a_unique_key() {
        let works = all();
        let mut keys: Vec<&str> = works.iter().map(|work| work.key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), works.len());
        let falkener = |work: &&Work| work.title.starts_with("Games Ancient and Oriental");
        let falkener: Vec<&Work> = works.iter().filter(falkener).collect();
        assert!(
            falkener.iter().any(|work| work.cited.len() > 10),
            "{falkener:?}"
        );
    }

    #[test]
    fn special_characters_are_escaped_for_bibtex() {
        let work = Work {
            key: "a1900b".to_owned(),
            author: Some("A. Author, B. Other"),
            title: "Games & {Play} of 100%",
            publisher: Some("Somebody"),
            year: Some(1900),
            cited: Vec::new(),
        };
        let text = work.bibtex();
        assert!(
            text.starts_with("@book{a1900b,\n  author = {A. Author and B. Other},\n"),
            "{text}"
        );
        assert!(text.contains("{Games \\& \\{Play\\} of 100\\%}"), "{text}");
    }
}
