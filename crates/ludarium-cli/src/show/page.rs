//! The page of a game, in sections: history, rules, doubts, claims, sources.

use ludarium_games::about::{About, Reading};
use ludarium_games::evidence::{self, Find};
use ludarium_games::Entry;
use ludarium_lud::{Description, OptionGroup};
use pulldown_cmark::HeadingLevel;

use super::prose::{fill, heading, set};

/// Name, summary, other names, places of play, and what is missing.
pub fn head(entry: &Entry, width: usize) -> String {
    let name = format!("{} ({})", entry.name(), entry.slug);
    let mut text = heading(&name, HeadingLevel::H1);
    for line in entry.about.text().lines() {
        text.push_str(&fill(line, width, "", "  "));
    }
    if let (None, Some(missing)) = (&entry.about.missing, entry.missing()) {
        text.push_str(&fill(&format!("Missing: {missing}"), width, "", "  "));
    }
    text
}

/// The evidence of the game by time and place, oldest first.
pub fn history(entry: &Entry, width: usize) -> String {
    let mut lines = String::new();
    if let Some(note) = &entry.about.origin.note {
        lines.push_str(&fill(note, width, "", ""));
    }
    let own = |find: &&Find| find.entries().any(|other| other.slug == entry.slug);
    for find in evidence::all().iter().filter(own) {
        lines.push_str(&fill(&find.sentence(entry), width, "- ", "  "));
    }
    section("History", &lines)
}

/// The rules in prose, without their title and their list of readings.
pub fn rules(entry: &Entry, width: usize) -> String {
    section("Rules", &set(&entry.rules_section(), width))
}

/// The readings: each question, its answers, their supporters, and a star at the chosen answer.
pub fn readings(description: &Description, about: Option<&About>, width: usize) -> String {
    let mut text = String::new();
    for group in &description.options {
        let known = about.and_then(|about| {
            about
                .readings
                .iter()
                .find(|reading| reading.option == group.heading)
        });
        let tag = match group.tag == group.heading {
            true => group.heading.clone(),
            false => format!("{} — {}", group.tag, group.heading),
        };
        let asked = known.map_or(tag.clone(), |reading| {
            format!("{tag}: {}", question(reading))
        });
        text.push_str(&fill(&asked, width, "  ", "    "));
        text.push_str(&items(group, known, width));
    }
    text
}

/// The question of a reading, and the certainty of its default.
fn question(reading: &Reading) -> String {
    match reading.confidence {
        Some(percent) => format!(
            "{} ({}: {percent} % sure)",
            reading.question, reading.default
        ),
        None => reading.question.clone(),
    }
}

/// The items of an option, each with its supporters.
fn items(group: &OptionGroup, known: Option<&Reading>, width: usize) -> String {
    let mut text = String::new();
    for (index, item) in group.items.iter().enumerate() {
        let first = if index == group.chosen {
            "   * "
        } else {
            "     "
        };
        let mut line = format!("{}: {}", item.name, item.description);
        let answer = known.and_then(|reading| {
            reading
                .answers
                .iter()
                .find(|answer| answer.item == item.name)
        });
        if let Some(answer) = answer {
            if !answer.support.is_empty() {
                line.push_str(&format!(" [{}]", answer.support.join(", ")));
            }
            if let Some(note) = &answer.note {
                line.push_str(&format!(" {note}"));
            }
        }
        text.push_str(&fill(&line, width, first, "       "));
    }
    text
}

/// Open questions, claims, further remarks, and the sources.
pub fn foot(about: &About, width: usize) -> String {
    let item = |text: String| fill(&text, width, "- ", "  ");
    let undecided = about.undecided.iter().map(|open| match &open.note {
        Some(note) => item(format!("{} {note}", open.question)),
        None => item(open.question.clone()),
    });
    let claims = about.claims.iter().map(|claim| {
        let verdict = capitalised(claim.verdict.name());
        let cited = claim
            .cited()
            .map_or_else(String::new, |cited| format!(" [{cited}]"));
        let claimed = item(format!("{}{cited}", claim.statement));
        let result = claim.result.as_deref().map(|result| format!(": {result}"));
        let found = format!("{verdict}{}", result.as_deref().unwrap_or("."));
        claimed + &fill(&found, width, "  ", "  ")
    });
    let notes = about.notes.iter().map(|note| item(note.text.clone()));
    let sources = about
        .sources
        .iter()
        .map(|source| item(format!("[{}] {source}", source.id)));
    [
        section("Not known", &undecided.collect::<String>()),
        section("Claims", &claims.collect::<String>()),
        section("Notes", &notes.collect::<String>()),
        section("Sources", &sources.collect::<String>()),
    ]
    .concat()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

/// A section with its heading; empty if the body is empty.
pub fn section(title: &str, body: &str) -> String {
    match body.trim().is_empty() {
        true => String::new(),
        false => format!("\n{}\n{body}", heading(title, HeadingLevel::H2)),
    }
}
