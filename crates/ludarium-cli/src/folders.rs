//! The folders of the library that a command works on, and parallel work on them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use ludarium_games::Entry;

use crate::corpus::fits;
use crate::error::Error;
use crate::interrupt;
use crate::progress;

/// The folders that match the patterns, by family, slug or name; all folders if there are no
/// patterns.
pub fn meant(patterns: &[String]) -> Result<Vec<&'static Entry>, Error> {
    let all = ludarium_games::entries();
    if patterns.is_empty() {
        return Ok(all.iter().collect());
    }
    let mut chosen: Vec<&Entry> = Vec::new();
    for pattern in patterns {
        let fitting = |entry: &&Entry| {
            fits(pattern, entry.family) || entry.names().any(|name| fits(pattern, name))
        };
        let mut fitting: Vec<&Entry> = all.iter().filter(fitting).collect();
        if fitting.is_empty() {
            fitting.push(ludarium_games::find(pattern)?);
        }
        for entry in fitting {
            if !chosen.iter().any(|own| own.slug == entry.slug) {
                chosen.push(entry);
            }
        }
    }
    Ok(chosen)
}

/// Runs the work for every item on all cores and returns the items with their results, in order. A
/// progress bar counts the `units` on a terminal; `name` labels it. After Ctrl-C no further item is
/// begun, and work that ends early then returns nothing; the items that are done are returned, and
/// their number is reported.
pub fn each<'a, T: Sync, R: Send>(
    items: &'a [T],
    units: &str,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<(&'a T, R)> {
    interrupt::listen();
    let bar = progress::bar(items.len() as u64, units);
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let worker = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(index).filter(|_| !interrupt::is_asked()) else {
            break;
        };
        bar.set_message(name(item));
        let Some(result) = work(item) else {
            break;
        };
        bar.inc(1);
        if let Ok(mut done) = done.lock() {
            done.push((index, result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(worker);
        }
    });
    bar.finish_and_clear();
    let mut done = match done.into_inner() {
        Ok(done) => done,
        Err(poisoned) => poisoned.into_inner(),
    };
    if done.len() < items.len() {
        eprintln!("interrupted after {} of {}", done.len(), items.len());
    }
    done.sort_by_key(|(index, _)| *index);
    let done = done.into_iter();
    done.map(|(index, result)| (&items[index], result))
        .collect()
}
