//! Looks up ludemes and words of the language by name.

use ludarium_lud::ludeme::{aliases, enumerations, words_of, FormPart};

use super::{entries, own_words, LudemeEntry};
use crate::name::nearest;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Ludemes.
    Entries(Vec<&'static LudemeEntry>),
    /// An enumeration, and its words.
    Words(&'static str, Vec<&'static str>),
    /// A word, and the enumerations that contain it.
    Word(&'static str, Vec<&'static str>),
    /// Nothing; these are the nearest names.
    Nothing(Vec<String>),
}

/// Looks up a ludeme (`hop`, `move Hop`, `MoveHop`, `is Empty`), an enumeration (`roleType`) or a
/// word (`Orthogonal`). Case does not matter.
#[must_use]
pub fn look_up(name: &str) -> Found {
    let name = name.trim().trim_start_matches('(').trim_end_matches(')');
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    let is = |other: &str| other.eq_ignore_ascii_case(&name);
    let named = |test: &dyn Fn(&LudemeEntry) -> bool| -> Vec<&'static LudemeEntry> {
        entries().iter().filter(|entry| test(entry)).collect()
    };
    // The closest match first: whole title, name of a form, keyword and word, keyword.
    let tests: [&dyn Fn(&LudemeEntry) -> bool; 4] = [
        &|entry| is(&entry.title),
        &|entry| entry.forms.iter().any(|form| is(&format!("{form:?}"))),
        &|entry| with_word(entry, &words),
        &|entry| is(entry.forms[0].keyword()) || is_alias(&name, entry.forms[0].keyword()),
    ];
    for test in tests {
        let found = named(test);
        // A keyword alone means every entry that begins with it, not only the one without another
        // word.
        if !found.is_empty() && (words.len() > 1 || !found.iter().any(|e| is(e.forms[0].keyword())))
        {
            return Found::Entries(found);
        }
        if !found.is_empty() {
            return Found::Entries(named(tests[3]));
        }
    }
    let by_word = named(&|entry| title_words(entry).iter().any(|word| is(word)));
    if let Some((kind, words)) = enumerations().find(|(kind, _)| is(kind)) {
        return Found::Words(kind, words);
    }
    let mut having = Vec::new();
    let mut known = None;
    for (kind, words) in enumerations() {
        if let Some(word) = words.into_iter().find(|word| is(word)) {
            having.push(kind);
            known = Some(word);
        }
    }
    if !by_word.is_empty() {
        return Found::Entries(by_word);
    }
    match known {
        Some(word) => Found::Word(word, having),
        None => Found::Nothing(near(&name)),
    }
}

/// The words that may follow an entry's keyword.
fn title_words(entry: &LudemeEntry) -> Vec<&'static str> {
    let mut words = Vec::new();
    for form in &entry.forms {
        match form.parts().first() {
            Some(FormPart::Word(word)) => words.push(*word),
            Some(FormPart::Argument(argument)) => {
                words.extend(own_words(*form, argument.name).unwrap_or_default());
            }
            None => {}
        }
    }
    words
}

fn with_word(entry: &LudemeEntry, words: &[&str]) -> bool {
    let [keyword, word] = words else { return false };
    let keyword_fits = entry.forms[0].keyword().eq_ignore_ascii_case(keyword);
    keyword_fits
        && title_words(entry)
            .iter()
            .any(|own| own.eq_ignore_ascii_case(word))
}

fn is_alias(name: &str, keyword: &str) -> bool {
    aliases()
        .iter()
        .any(|(alias, real)| alias.eq_ignore_ascii_case(name) && *real == keyword)
}

/// The number of similar names to suggest.
const NEAR: usize = 4;

fn near(name: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in entries() {
        let keyword = entry.forms[0].keyword();
        names.push(keyword.to_owned());
        let words = title_words(entry);
        names.extend(words.iter().map(|word| format!("{keyword} {word}")));
        names.extend(words.iter().map(|&word| word.to_owned()));
    }
    for (kind, _) in enumerations() {
        names.push(kind.to_owned());
        names.extend(
            words_of(kind)
                .unwrap_or_default()
                .into_iter()
                .map(str::to_owned),
        );
    }
    // Operators resemble nothing, and case makes no different word.
    names.retain(|name| name.contains(char::is_alphanumeric));
    names.sort_by_key(|name| (name.to_lowercase(), name.contains(' ')));
    names.dedup_by_key(|name| name.to_lowercase());
    nearest(name, names.iter().map(String::as_str), NEAR)
}
