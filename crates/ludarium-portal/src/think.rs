//! Computer players. They search in threads of their own, one job after the other, so that however
//! many games wait, moves of people are answered at once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludarium::thought::{evaluation_of, think, Question, Thought};
use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{Budget, Clock};
use ludarium_engine::{Move, State};
use ludarium_table::Rules;
use tokio::sync::oneshot;

use crate::priority;

/// How long a computer player thinks about a move.
const TIME: Duration = Duration::from_millis(900);

/// How long a game is learned that has no tuned weights; once for each set of rules in use.
const LEARNING: Duration = Duration::from_millis(1_500);

/// When this many jobs wait, all players think for half the time, and so on.
const CROWD: usize = 4;

/// A position to find a move in.
pub struct Job {
    /// The rules.
    pub rules: Arc<PlayedRules>,
    /// The position.
    pub state: State,
    /// The moves to choose from.
    pub legal: Vec<Move>,
    /// What is asked.
    pub question: Question,
    /// Set when nobody waits for the move any longer.
    pub stop: Arc<AtomicBool>,
}

/// Rules that computer players may have to know how to play.
pub struct PlayedRules {
    /// The rules.
    pub rules: Arc<Rules>,
    known: Mutex<Option<Arc<Evaluation>>>,
    /// Whether a move has ever taken long.
    pub slow: AtomicBool,
}

impl PlayedRules {
    /// Rules that nothing has been learned about yet.
    #[must_use]
    pub fn new(rules: Arc<Rules>) -> PlayedRules {
        PlayedRules {
            rules,
            known: Mutex::default(),
            slow: AtomicBool::new(false),
        }
    }

    /// What positions are worth: from the game's folder, or learned now.
    fn evaluation(&self) -> Arc<Evaluation> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return known.clone();
        }
        let game = self.rules.game();
        let learn = || {
            let clock = Stopwatch::new(LEARNING, None);
            Evaluation::learn_within(game, 1, Effort::USUAL, &mut Budget::clock(&clock))
        };
        let evaluation = Arc::new(evaluation_of(self.rules.tuned_entry(), game, learn));
        *known = Some(evaluation.clone());
        evaluation
    }
}

/// A clock that can be stopped.
struct Stopwatch<'a> {
    begun: Instant,
    time: Duration,
    stop: Option<&'a AtomicBool>,
}

impl Stopwatch<'_> {
    fn new(time: Duration, stop: Option<&AtomicBool>) -> Stopwatch<'_> {
        Stopwatch {
            begun: Instant::now(),
            time,
            stop,
        }
    }
}

impl Clock for Stopwatch<'_> {
    fn used(&self) -> f64 {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => f64::INFINITY,
            _ => self.begun.elapsed().as_secs_f64() / self.time.as_secs_f64(),
        }
    }
}

/// The threads that think, and what waits for them.
#[derive(Clone)]
pub struct Thinkers(Arc<Queue>);

#[derive(Default)]
struct Queue {
    waiting: Mutex<VecDeque<(Job, oneshot::Sender<Thought>)>>,
    more: Condvar,
    closed: AtomicBool,
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<(Job, oneshot::Sender<Thought>)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinkers {
    /// Starts the threads: one less than the machine has cores, but at least one.
    #[must_use]
    pub fn start() -> Thinkers {
        let queue = Arc::new(Queue::default());
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        for _ in 0..cores.saturating_sub(1).max(1) {
            let queue = queue.clone();
            std::thread::spawn(move || work(&queue));
        }
        Thinkers(queue)
    }

    /// Asks about a position. The answer does not come if the job is stopped or the server ends.
    #[must_use]
    pub fn ask(&self, job: Job) -> oneshot::Receiver<Thought> {
        let (reply, answer) = oneshot::channel();
        self.0.waiting().push_back((job, reply));
        self.0.more.notify_one();
        answer
    }

    /// The number of positions that wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.waiting().len()
    }

    /// Ends the threads, each after the move that it thinks about.
    pub fn close(&self) {
        self.0.closed.store(true, Ordering::Relaxed);
        self.0.more.notify_all();
    }
}

fn work(queue: &Queue) {
    priority::lower();
    loop {
        let mut waiting = queue.waiting();
        let (job, reply) = loop {
            if queue.closed.load(Ordering::Relaxed) {
                return;
            }
            if let Some(next) = waiting.pop_front() {
                break next;
            }
            let woken = queue.more.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        };
        let crowd = waiting.len() / CROWD;
        drop(waiting);
        if job.stop.load(Ordering::Relaxed) || job.legal.is_empty() {
            continue;
        }
        let time = TIME / u32::try_from(crowd + 1).unwrap_or(u32::MAX);
        // Nobody may be waiting any longer.
        let _ = reply.send(choose(&job, time));
    }
}

fn choose(job: &Job, time: Duration) -> Thought {
    let clock = Stopwatch::new(time, Some(&job.stop));
    // A search that always begins alike would always answer a move alike.
    let seed = u64::from_le_bytes(crate::secret::bytes());
    let (rules, budget) = (&job.rules, &mut Budget::clock(&clock));
    let (game, evaluation) = (rules.rules.game(), || rules.evaluation());
    think(
        game,
        &job.state,
        &job.legal,
        job.question,
        evaluation,
        seed,
        budget,
    )
}
