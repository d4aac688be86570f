//! Replays all games of a corpus on all cores.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludarium_lud::Choices;
use serde::{Deserialize, Serialize};

use super::finding::{Finding, Kind};
use super::games::Games;
use super::replay::replay;
use super::worker;
use crate::corpus::{Corpus, Entry};
use crate::error::Error;
use crate::source::{self, Definitions};
use crate::trial::Trial;

/// The result of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Its path in the corpus.
    pub path: String,
    /// Its family.
    pub family: String,
    /// The failure of the game as a whole, before any trial.
    pub failure: Option<Finding>,
    /// Ludemes that the language allows and the engine does not support, each once.
    pub waits_for: Vec<String>,
    /// One entry per trial: its file name and its finding.
    pub trials: Vec<(String, Option<Finding>)>,
    /// The ludemes of the description, if it passes the checks.
    pub vocabulary: BTreeSet<String>,
    /// The time for loading.
    pub loading: Duration,
    /// The total time.
    pub elapsed: Duration,
}

impl GameResult {
    fn new(entry: &Entry) -> GameResult {
        GameResult {
            path: entry.path.clone(),
            family: entry.family(),
            failure: None,
            waits_for: Vec::new(),
            trials: entry
                .trials
                .iter()
                .map(|path| (source::file_name(path), None))
                .collect(),
            vocabulary: BTreeSet::new(),
            loading: Duration::ZERO,
            elapsed: Duration::ZERO,
        }
    }

    /// Whether every trial is reproduced, and there is at least one.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.failure.is_none()
            && !self.trials.is_empty()
            && self.trials.iter().all(|(_, f)| f.is_none())
    }

    /// The number of reproduced trials.
    #[must_use]
    pub fn exact_trials(&self) -> usize {
        if self.failure.is_some() {
            return 0;
        }
        self.trials
            .iter()
            .filter(|(_, finding)| finding.is_none())
            .count()
    }

    /// The failures, each with its trial (`None` for the game as a whole).
    pub fn failures(&self) -> impl Iterator<Item = (Option<&str>, &Finding)> {
        let trials = self
            .trials
            .iter()
            .filter_map(|(name, f)| Some((Some(name.as_str()), f.as_ref()?)));
        self.failure
            .iter()
            .map(|finding| (None, finding))
            .chain(trials)
    }
}

thread_local! {
    /// The place and message of this thread's last panic.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics off the terminal; [`guarded`] reports them instead.
pub fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|l| format!(" at {}:{}", l.file(), l.line()))
            .unwrap_or_default();
        let payload = info.payload();
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "panic".to_owned());
        PANIC.with(|last| *last.borrow_mut() = Some(format!("{message}{place}")));
    }));
}

/// The result of the closure, or its panic message.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        PANIC
            .with(|last| last.borrow_mut().take())
            .unwrap_or_else(|| "panic".to_owned())
    })
}

/// Replays all games of the corpus, each in a worker process.
pub fn run(
    corpus: &Corpus,
    jobs: usize,
    limit: Duration,
    progress: bool,
) -> Result<Vec<GameResult>, Error> {
    let bar = progress_bar(corpus.games.len() as u64, progress);
    let (next, exact) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::with_capacity(corpus.games.len()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut worker = None;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = corpus.games.get(index) else {
                        break;
                    };
                    bar.set_message(entry.name().to_owned());
                    let begun = Instant::now();
                    let result = worker::ask(&mut worker, &corpus.root, entry, limit)
                        .unwrap_or_else(|f| {
                            let elapsed = begun.elapsed();
                            GameResult {
                                failure: Some(f),
                                elapsed,
                                ..GameResult::new(entry)
                            }
                        });
                    if result.is_exact() {
                        let count = exact.fetch_add(1, Ordering::Relaxed) + 1;
                        bar.set_prefix(format!("{count} exact"));
                    }
                    if let Ok(mut results) = results.lock() {
                        results.push(result);
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut results = results
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(results)
}

fn progress_bar(length: u64, shown: bool) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if !shown {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = "{bar:40} {pos}/{len} games, {prefix:.green}  {wide_msg:.dim}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar.set_prefix("0 exact");
    bar
}

/// Replays one game, within the process.
pub fn replay_game(entry: &Entry, definitions: &Definitions, limit: Duration) -> GameResult {
    let begun = Instant::now();
    let mut result = GameResult::new(entry);
    let mut games = Games::new(entry, definitions);
    if entry.trials.is_empty() {
        result.failure = games.load(&Choices::defaults()).err();
    }
    for (index, path) in entry.trials.iter().enumerate() {
        let left = limit.saturating_sub(begun.elapsed());
        let mut finding = guarded(|| replay_file(&mut games, path, left))
            .unwrap_or_else(|panic| Some(Finding::new(Kind::Panic, "no panic", panic)));
        if let Some(finding) = &mut finding {
            if finding.ludemes.is_empty() {
                finding.ludemes = games.vocabulary.iter().cloned().collect();
            }
        }
        if games.fails_by_default {
            result.failure = finding;
            break;
        }
        result.trials[index].1 = finding;
    }
    result.loading = games.loading;
    result.waits_for = games.waits_for;
    result.vocabulary = games.vocabulary;
    result.elapsed = begun.elapsed();
    result
}

fn replay_file(games: &mut Games, path: &Path, limit: Duration) -> Option<Finding> {
    let trial = match Trial::open(path) {
        Ok(trial) => trial,
        Err(error) => return Some(Finding::new(Kind::Trial, "a trial", error.to_string())),
    };
    let game = match games.load(&trial.choices) {
        Ok(game) => game,
        Err(finding) => return Some(finding),
    };
    replay(game, &trial, limit)
        .err()
        .map(|divergence| divergence.finding)
}
