//! Replays all games of a corpus on all cores.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use ludarium_lud::Choices;
use serde::{Deserialize, Serialize};

use super::finding::{Finding, Kind};
use super::games::Games;
use super::replay::replay;
use super::worker::{self, Answer};
use crate::corpus::{Corpus, Entry};
use crate::error::Error;
use crate::interrupt;
use crate::ledger::{Ledger, Stored};
use crate::progress;
use crate::source::{self, Definitions};
use crate::trial::Trial;
use ludarium_notation::number_words::counted;

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

/// A result in the file of `--results`.
#[derive(Serialize, Deserialize)]
pub struct Replayed {
    /// The path of the game in its corpus.
    game: String,
    corpus: String,
    terms: String,
    result: GameResult,
}

impl Stored for Replayed {
    const COMMAND: &'static str = "conform";

    fn terms(&self) -> &str {
        &self.terms
    }
}

/// What changes the results, besides the corpus: the limit, and the program, which may have been
/// built again.
fn terms(limit: Duration) -> String {
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let built = program.and_then(|program| program.modified()).ok();
    let built = built.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let (limit, built) = (limit.as_secs(), built.unwrap_or_default().as_secs());
    format!("limit {limit} s, program of {built}")
}

/// The file of `--results`, and the results that it has.
pub struct Known {
    ledger: Mutex<Ledger<Replayed>>,
    results: Vec<Replayed>,
    terms: String,
}

impl Known {
    /// Opens a file of results, if one is named.
    pub fn open(path: Option<&Path>, limit: Duration) -> Result<Known, Error> {
        let terms = terms(limit);
        let (ledger, results) = Ledger::open(path, &terms)?;
        Ok(Known {
            ledger: Mutex::new(ledger),
            results,
            terms,
        })
    }

    fn of(&self, corpus: &Corpus, entry: &Entry) -> Option<GameResult> {
        let own = |known: &&Replayed| known.game == entry.path && known.corpus == corpus.name;
        self.results.iter().find(own).map(|own| own.result.clone())
    }

    fn keep(&self, corpus: &Corpus, result: &GameResult) -> Result<(), Error> {
        let replayed = Replayed {
            game: result.path.clone(),
            corpus: corpus.name.clone(),
            terms: self.terms.clone(),
            result: result.clone(),
        };
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.keep(&replayed)
    }
}

/// Replays all games of the corpus, each in a worker process. After Ctrl-C the results are those of
/// the games that are done; that is said.
pub fn run(
    corpus: &Corpus,
    jobs: usize,
    limit: Duration,
    known: &Known,
) -> Result<Vec<GameResult>, Error> {
    let bar = progress::bar(corpus.games.len() as u64, "games");
    let (next, exact) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::with_capacity(corpus.games.len()));
    let work = || -> Result<(), Error> {
        let mut worker = None;
        while let Some(entry) = corpus.games.get(next.fetch_add(1, Ordering::Relaxed)) {
            if interrupt::is_asked() {
                break;
            }
            let count = exact.load(Ordering::Relaxed);
            bar.set_message(format!("{count} exact  {}", entry.name()));
            let result = match known.of(corpus, entry) {
                Some(result) => result,
                None => {
                    let begun = Instant::now();
                    let asked = worker::ask(&mut worker, &corpus.root, entry, limit);
                    let result = match asked {
                        Answer::Replayed(result) => *result,
                        Answer::Failed(failure) => GameResult {
                            failure: Some(failure),
                            elapsed: begun.elapsed(),
                            ..GameResult::new(entry)
                        },
                        Answer::Interrupted => break,
                    };
                    known.keep(corpus, &result)?;
                    result
                }
            };
            exact.fetch_add(usize::from(result.is_exact()), Ordering::Relaxed);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push(result);
            bar.inc(1);
        }
        Ok(())
    };
    let ended = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let ends = threads.into_iter().map(|thread| {
            let panicked = |_| Err("a worker thread panicked".into());
            thread.join().unwrap_or_else(panicked)
        });
        ends.collect::<Vec<Result<(), Error>>>()
    });
    bar.finish_and_clear();
    ended.into_iter().collect::<Result<Vec<()>, Error>>()?;
    let mut results: Vec<GameResult> = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (done, all) = (results.len(), corpus.games.len());
    if done < all {
        let all = counted(all, "game");
        eprintln!("{}: interrupted after {done} of {all}", corpus.name);
    }
    results.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(results)
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
