//! Checks of dates and support: what a folder says of the past must rest on its sources.

use super::Findings;
use crate::about::{Evidence, EvidenceKind, Reading};

/// Values of `support` that are not ids of sources.
const NO_SOURCE: [&str; 2] = ["guess", "inference"];

pub(super) fn check(findings: &mut Findings) {
    origin(findings);
    for item in &findings.entry.about.evidence {
        evidence(findings, item);
    }
    for reading in &findings.entry.about.readings {
        default_answer(findings, reading);
    }
}

/// The years in which the sources of the folder were published.
fn publications(findings: &Findings) -> Vec<i32> {
    let sources = findings.entry.about.sources.iter();
    sources.filter_map(|source| source.year).collect()
}

/// A book's year is not a time of play.
fn origin(findings: &mut Findings) {
    let about = &findings.entry.about;
    if about
        .evidence
        .iter()
        .any(|item| item.id.starts_with("DLP."))
    {
        return; // the Digital Ludeme Project dates its own entries
    }
    let years = publications(findings);
    let origin = &about.origin;
    for (key, year) in [("from", origin.from), ("to", origin.to)] {
        if let Some(year) = year.filter(|year| years.contains(year)) {
            let what = format!(
                "{key} = {year} is the year in which a source was published, not a time of play: \
                 leave it out, or say in years that are no source's when the game was seen"
            );
            findings.about("[origin]", what);
        }
    }
}

/// What was observed was observed before it was published.
fn evidence(findings: &mut Findings, item: &Evidence) {
    // The Digital Ludeme Project dates its own entries.
    if item.kind != EvidenceKind::Ethnography || item.id.starts_with("DLP.") {
        return;
    }
    let years = publications(findings);
    let published = |date: &Option<String>| {
        let year = date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
        year.is_some_and(|year: i32| years.contains(&year))
    };
    if published(&item.date_from) && published(&item.date_to) {
        findings.about(
            &format!("[[evidence]] {}", item.id),
            "its dates are the years in which sources were published, not those of the \
             observation: leave them out if the source does not say when the game was seen",
        );
    }
}

/// A guess is no default where a source supports another answer, unless a note says why.
fn default_answer(findings: &mut Findings, reading: &Reading) {
    let key = format!("[[readings]] {}", reading.id);
    let mut answers = reading.answers.iter();
    let Some(default) = answers.find(|answer| answer.item == reading.default) else {
        return; // reported with the readings
    };
    if default.support.is_empty() {
        findings.about(
            &key,
            "nothing supports the default; write \"guess\" if it is one",
        );
        return;
    }
    let by_source =
        |support: &Vec<String>| support.iter().any(|id| !NO_SOURCE.contains(&id.as_str()));
    let guessed = default.support.iter().all(|id| id == "guess");
    let others = reading
        .answers
        .iter()
        .any(|answer| by_source(&answer.support));
    if guessed && others && default.note.is_none() {
        findings.about(
            &key,
            "the default is a guess, and a source supports another answer: make that the \
             default, or say in the note of the default why not",
        );
    }
}
