//! Worker processes: a game that overflows the stack, does not terminate or exhausts the memory
//! ends only its worker, and is reported.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::finding::{Finding, Kind};
use super::run::{quiet_panics, replay_game, GameResult};
use crate::corpus::{Corpus, Entry};
use crate::error::Error;
use crate::source::Definitions;

/// A worker and its output lines.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

/// The hidden flag that makes a process a worker.
pub const FLAG: &str = "--worker";

/// Extra time beyond a game's limit (for loading, or one slow ply) before its worker is stopped.
const GRACE: Duration = Duration::from_secs(15);

/// The stack of a worker in bytes. Deep descriptions are walked recursively; recursion that
/// overflows this stack is taken to be endless.
const STACK: usize = 64 << 20;

impl Worker {
    fn start(root: &Path, limit: Duration) -> std::io::Result<Worker> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("conform")
            .arg(root)
            .args([FLAG, "--limit", &limit.as_secs().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || std::io::Error::other("no pipe");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Worker {
            child,
            input,
            answers,
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The process may have ended already; either way nothing is left to wait for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Has a worker replay a game, and starts a worker if there is none. A worker that fails is
/// removed.
pub fn ask(
    worker: &mut Option<Worker>,
    root: &Path,
    entry: &Entry,
    limit: Duration,
) -> Result<GameResult, Finding> {
    let broken = |kind, found: String| Finding::new(kind, "a result", found);
    if worker.is_none() {
        let started = Worker::start(root, limit);
        *worker = Some(started.map_err(|e| broken(Kind::Panic, format!("no worker: {e}")))?);
    }
    let Some(running) = worker.as_mut() else {
        return Err(broken(Kind::Panic, "no worker".to_owned()));
    };
    let asked = writeln!(running.input, "{}", entry.path).and_then(|()| running.input.flush());
    let answer = match asked {
        Ok(()) => running.answers.recv_timeout(limit + GRACE),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    let failure = match answer {
        Ok(line) => match serde_json::from_str(&line) {
            Ok(result) => return Ok(result),
            Err(error) => broken(Kind::Panic, format!("not an answer: {error}")),
        },
        Err(RecvTimeoutError::Timeout) => {
            broken(Kind::TooSlow, "one step never came back".to_owned())
        }
        Err(RecvTimeoutError::Disconnected) => {
            let status = running
                .child
                .wait()
                .map_or_else(|e| e.to_string(), |s| s.to_string());
            broken(
                Kind::Panic,
                format!("the process died ({status}): a stack overflow?"),
            )
        }
    };
    *worker = None;
    Err(failure)
}

/// Answers the paths on standard input with results, until there are no more.
pub fn work(corpus: Corpus, limit: Duration) -> Result<(), Error> {
    quiet_panics();
    let definitions = Definitions::read(corpus.definitions.as_deref())?;
    let answer = move || {
        for path in std::io::stdin().lines().map_while(Result::ok) {
            if let Some(entry) = corpus.games.iter().find(|entry| entry.path == path) {
                let result = replay_game(entry, &definitions, limit);
                println!("{}", serde_json::to_string(&result).unwrap_or_default());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(answer);
    let thread = thread?;
    thread.join().map_err(|_| "the worker panicked".into())
}
