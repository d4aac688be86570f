//! Worker processes: a game that overflows the stack, does not terminate or exhausts the memory
//! ends only its worker, and is reported.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::finding::{Finding, Kind};
use super::run::{quiet_panics, replay_game, GameResult};
use crate::corpus::{Corpus, Entry};
use crate::error::Error;
use crate::interrupt;
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
            .args([FLAG, "--time", &limit.as_secs().to_string()])
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

impl Worker {
    /// The next line of output. Ctrl-C ends the wait.
    fn answer(&self, limit: Duration) -> Result<String, RecvTimeoutError> {
        let end = Instant::now() + limit;
        loop {
            match self.answers.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout)
                    if Instant::now() < end && !interrupt::is_asked() => {}
                answer => return answer,
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The process may have ended already; either way nothing is left to wait for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What became of a game that a worker was asked to replay.
pub enum Answer {
    /// It has been replayed.
    Replayed(Box<GameResult>),
    /// The worker failed.
    Failed(Finding),
    /// Ctrl-C ended the work meanwhile.
    Interrupted,
}

/// How often Ctrl-C is looked for while a worker is at work.
const INTERVAL: Duration = Duration::from_millis(100);

/// Has a worker replay a game, and starts a worker if there is none. A worker that fails is
/// removed.
pub fn ask(worker: &mut Option<Worker>, root: &Path, entry: &Entry, limit: Duration) -> Answer {
    let broken = |kind, found: String| Answer::Failed(Finding::new(kind, "a result", found));
    let mut running = match worker.take() {
        Some(running) => running,
        None => match Worker::start(root, limit) {
            Ok(started) => started,
            Err(error) => return broken(Kind::Panic, format!("no worker: {error}")),
        },
    };
    let asked = writeln!(running.input, "{}", entry.path).and_then(|()| running.input.flush());
    let answer = match asked {
        Ok(()) => running.answer(limit + GRACE),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    if interrupt::is_asked() {
        return Answer::Interrupted;
    }
    match answer {
        Ok(line) => match serde_json::from_str(&line) {
            Ok(result) => {
                *worker = Some(running);
                Answer::Replayed(Box::new(result))
            }
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
    }
}

/// Answers the paths on standard input with results, until there are no more.
pub fn work(corpus: Corpus, limit: Duration) -> Result<(), Error> {
    quiet_panics();
    // Ctrl-C reaches the workers too; it is their parent that ends them.
    interrupt::listen_silently();
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
