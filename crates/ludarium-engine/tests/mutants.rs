//! Every description gives a game or an error, never a panic or an endless loop.
//!
//! Descriptions of the project (and of the corpus that `LUDARIUM_CORPUS` names, if there is one)
//! are mutated by a seeded generator: as texts, with brackets and words removed and inserted
//! elsewhere; and as checked trees, where a term is replaced by another of the same type, so that
//! nearly all mutants compile and play. Each mutant that compiles is played for some plies.
//!
//! `LUDARIUM_MUTANTS` is the number of mutants of either sort (a few hundred by default),
//! `LUDARIUM_MUTANTS_FROM` the number of the first one: a failure message contains its number.

use crate::mutant;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludarium_engine::SplitMix64;
use ludarium_lud::Choices;
use mutant::seeds::Seeds;
use mutant::{play, text, tree};

/// The default number of mutants of each sort.
const FEW: u64 = 300;

/// The time limit for a mutant: the engine's own limits stop it long before.
const PATIENCE: Duration = Duration::from_secs(120);

/// The default stack size of a thread, so that the result holds for every thread that plays.
const STACK: usize = 2 << 20;

/// The name of the thread that plays.
const WORKER: &str = "mutants";

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// The result of a mutant.
enum News {
    Begun(u64),
    Done(u64, String),
    Panicked(u64, String),
}

thread_local! {
    /// The place and the message of this thread's last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `case` for every number on a thread with the default stack size, with a time limit for
/// each.
fn for_each_mutant(case: fn(&Seeds, u64) -> String) {
    let first = number("LUDARIUM_MUTANTS_FROM", 0);
    let count = number("LUDARIUM_MUTANTS", FEW);
    let loud = std::env::var_os("LUDARIUM_MUTANTS").is_some();
    let (sender, receiver) = channel();
    let work = move || {
        let seeds = Seeds::read();
        for index in first..first + count {
            let _ = sender.send(News::Begun(index));
            let news = match catch_unwind(AssertUnwindSafe(|| case(&seeds, index))) {
                Ok(said) => News::Done(index, said),
                Err(_) => News::Panicked(index, PANIC.with(RefCell::take)),
            };
            let _ = sender.send(news);
        }
    };
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANIC.with(|last| *last.borrow_mut() = info.to_string());
        if std::thread::current().name() != Some(WORKER) {
            usual(info);
        }
    }));
    let worker = std::thread::Builder::new()
        .name(WORKER.to_string())
        .stack_size(STACK);
    let worker = worker.spawn(work).expect("a thread can be started");
    let (mut current, mut since) = (first, Instant::now());
    let mut panics: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(News::Begun(index)) => {
                (current, since) = (index, Instant::now());
                if loud {
                    let note = std::env::temp_dir().join("ludarium-mutant");
                    let _ = std::fs::write(note, index.to_string());
                }
            }
            Ok(News::Panicked(index, message)) => {
                panics.entry(message).or_insert((index, 0)).1 += 1;
            }
            Ok(News::Done(index, said)) => {
                let took = since.elapsed();
                if loud && took > Duration::from_secs(2) {
                    eprintln!("mutant {index} took {took:.1?}: {said}");
                }
                let end = said
                    .split_once([':', '('])
                    .map_or(said.as_str(), |(end, _)| end);
                *ends.entry(end.to_string()).or_default() += 1;
            }
            Err(RecvTimeoutError::Timeout) => panic!("mutant {current} runs away"),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if loud {
        eprintln!("{ends:#?}");
    }
    worker.join().expect("mutants are caught");
    for (message, (index, times)) in &panics {
        eprintln!("mutant {index} (and {} more): {message}", times - 1);
    }
    assert!(panics.is_empty(), "{} places panic", panics.len());
}

#[test]
fn a_mutated_text_is_a_game_or_an_error() {
    for_each_mutant(|seeds, index| {
        let mut random = SplitMix64::new(index.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let (name, text) = text::mutate(seeds, &mut random);
        let loaded = ludarium_lud::load(&name, &text, &seeds.definitions, &Choices::defaults());
        match loaded {
            Ok(description) => play::play(&description, random),
            Err(_) => "not loaded".to_string(),
        }
    });
}

#[test]
fn a_mutated_tree_is_a_game_or_an_error() {
    for_each_mutant(|seeds, index| {
        let mut random = SplitMix64::new(index.wrapping_mul(0x9fb2_1c65_1e98_df25));
        let (name, description) = tree::mutate(seeds, &mut random);
        format!("{} ({name})", play::play(&description, random))
    });
}
