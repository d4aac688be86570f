//! What one keystroke costs in the longest descriptions: those of the library, and those of the
//! corpus that `LUDARIUM_CORPUS` names.
//!
//! A character is typed in the middle of the text; then the parts of the answer are timed one by
//! one, each several times. The table has the median in milliseconds.

#[path = "../../ludarium-lud/tests/reading/mod.rs"]
mod reading;

use std::hint::black_box;
use std::time::Instant;

use ludarium_lsp::{check, check_language, complete, semantic_tokens, Document};
use ludarium_lud::Definitions;

const REPETITIONS: usize = 7;
const LONGEST: usize = 5;

fn median_ms(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..REPETITIONS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[REPETITIONS / 2]
}

fn measure(name: &str, text: &str, definitions: &Definitions) {
    // Where a word ends, a letter is typed.
    let middle = text.len() / 2;
    let at = text[middle..]
        .find(|c: char| c.is_alphabetic())
        .map_or(middle, |n| middle + n + 1);
    let mut typed = text.to_owned();
    typed.insert(at, 'x');
    let document = Document::new(typed.as_str());
    let parsed = median_ms(|| {
        black_box(Document::new(typed.as_str()));
    });
    let language = median_ms(|| {
        black_box(check_language(name, &typed, definitions));
    });
    let all = |text: &str| {
        median_ms(|| {
            black_box(check(name, text, definitions, |_, _, _| None));
        })
    };
    let (whole, right) = (all(&typed), all(text));
    let completed = median_ms(|| {
        black_box(complete(&document, at + 1, definitions));
    });
    let coloured = median_ms(|| {
        black_box(semantic_tokens(&document));
    });
    println!(
        "{name:<28} {:>7} {parsed:>7.1} {language:>9.1} {whole:>9.1} {right:>9.1} {completed:>9.1} {coloured:>9.1}",
        text.len() / 1000
    );
}

fn main() {
    // Cargo says so where it only wants the benchmark built and run once.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let mut sets = vec![(
        ludarium_games::games()
            .iter()
            .map(|game| (game.slug.to_owned(), game.description.to_owned()))
            .collect::<Vec<_>>(),
        ludarium_games::definitions(),
    )];
    if let Some(corpus) = (!is_test).then(reading::corpus).flatten() {
        sets.push((corpus.descriptions, corpus.definitions));
    }
    println!(
        "{:<28} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "milliseconds", "kB", "parse", "language", "all", "no error", "complete", "colours"
    );
    for (mut texts, definitions) in sets {
        texts.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
        for (name, text) in texts.iter().take(if is_test { 1 } else { LONGEST }) {
            let name = name.rsplit('/').next().unwrap_or(name);
            measure(name, text, &definitions);
        }
    }
}
